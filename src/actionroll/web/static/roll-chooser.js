// How a character rolls: as which move, against whom, and with whom.

import { h } from "./dom.js";
import { plain } from "./numbers.js";
import { leads, myCharacters } from "./table-state.js";

/** What is chosen for a character's next roll. @param {any} does @param {any} character */
export function chosenRoll(does, character) {
  return does.choices.get(character.character) ?? { move: "action", against: "", members: [character.character] };
}

/** What the server is to be asked for: everything the chosen move needs, and nothing else. @param {any} game @param {any} chosen @param {any} character */
export function declaration(game, chosen, character) {
  const { move } = chosen;
  return {
    character: character.character, move,
    ...(isOpposed(game, move) && chosen.against ? { against: chosen.against } : {}),
    ...(game.sheet.moves_of_members.includes(move) ? { members: chosen.members } : {}),
  };
}

/** What can be picked on a sheet for a move. @param {any} game @param {string} move @returns {string[]} */
export function picksOf(game, move) {
  return game.sheet.picks[move].filter((pick) => pick !== "");
}

/** Whether a move can be rolled without anything picked. @param {any} game @param {string} move */
function isWithout(game, move) {
  return game.sheet.picks[move].includes("");
}

/** Whether two sides roll against each other. @param {any} game @param {string} move */
export function isOpposed(game, move) {
  return game.moves.find((each) => each.move === move).inputs.some((input) => input.input.startsWith("defender_"));
}

/** @param {any} state @param {any} character @param {any} does @param {boolean} [picked] whether what it is rolled with is picked elsewhere, if anything */
export function rollChooser(state, character, does, picked = false) {
  const { game } = state;
  if (game.moves.length < 2) return null;
  const chosen = chosenRoll(does, character);
  const put = (change) => does.choose(character, { ...chosen, ...change });
  const others = state.view.characters.filter((each) => each.character !== character.character);
  const move = game.moves.find((each) => each.move === chosen.move);
  return h("div.chooser", { key: "chooser" },
    h("label.inline", null, h("span", null, "Roll as"), h("select", { value: chosen.move, onchange: (event) => put({ move: event.target.value }) }, game.moves.map((each) => h("option", { key: each.move, value: each.move }, plain(each.move))))),
    chosen.move === "action" ? null : h("p.hint", null, move.says),
    isOpposed(game, chosen.move) ? h("label.inline", null, h("span", null, "against"), h("select", { value: chosen.against, onchange: (event) => put({ against: event.target.value }) },
      h("option", { key: "", value: "" }, "someone the gm plays"), others.map((each) => h("option", { key: each.character, value: each.character }, each.name)))) : null,
    game.sheet.moves_of_members.includes(chosen.move) ? takingPart(state, chosen, put) : null,
    picked || !isWithout(game, chosen.move) ? null : h("button.primary", { type: "button", onclick: () => does.declare(character, "") }, `Roll ${plain(chosen.move)}${picksOf(game, chosen.move).length ? " with something else" : ""}`));
}

/** Who takes part in a roll of several: one's own characters; all others join from their own phones. @param {any} state @param {any} chosen @param {(change: any) => void} put */
function takingPart(state, chosen, put) {
  const mine = leads(state) ? state.view.characters : myCharacters(state);
  const toggled = (id) => (chosen.members.includes(id) ? chosen.members.filter((one) => one !== id) : [...chosen.members, id]);
  return [mine.length < 2 ? null : h("div.marks", { role: "group", "aria-label": "who takes part" }, mine.map((each) => h("button.mark", {
    key: each.character, type: "button", role: "switch", "aria-checked": chosen.members.includes(each.character) ? "true" : "false", onclick: () => put({ members: toggled(each.character) }),
  }, each.name))), leads(state) ? null : h("p.hint", null, "Others take part from their own phones, once the roll is open.")];
}
