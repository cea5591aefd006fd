// What is to be rolled: which move, against whom, with whom, chosen on a sheet or by who calls for it.

import { h, oneOf } from "./dom.js";
import { moveCalled } from "./face.js";
import { PLAIN, isOpposed, isWithout, moveOf, ownList, picksOf, tableMarks } from "./game.js";
import { backstage, rounds, sworn } from "./later.js";
import { answeredBy } from "./people.js";
import { leads, myCharacters } from "./table-state.js";
import { begun, boxesTold, plain, worded } from "./words.js";

/**
 * What is chosen for a character's next roll.
 * @param {Taps} does @param {Character} character
 * @returns {{move: string, against: string, members: string[], named?: string}}
 */
export function chosenRoll(does, character) {
  return (
    does.choices.get(character.character) ?? {
      move: does.page.state.game.moves[0].move,
      against: "",
      members: [character.character],
    }
  );
}

/**
 * What the server is to be asked for: everything the chosen move needs, and nothing else.
 * @param {Game} game @param {any} chosen @param {Character} character
 */
function declaration(game, chosen, character) {
  const { move } = chosen;
  return {
    character: character.character,
    move,
    ...(isOpposed(game, move) && chosen.against ? { against: chosen.against } : {}),
    ...(game.sheet.moves_of_members.includes(move) ? { members: chosen.members } : {}),
    ...(ownList(game, move) && chosen.named ? { inputs: { [ownList(game, move).input]: chosen.named } } : {}),
  };
}

/**
 * @param {State} state @param {Character} character @param {Taps} does @param {string} trait
 * @param {Record<string, string>} [said] what it is about
 */
export function declare(state, character, does, trait, said) {
  const asked = declaration(state.game, chosenRoll(does, character), character);
  const inputs = said && { inputs: { ...asked.inputs, ...said } };
  return does.declare({ ...asked, ...(trait ? { trait } : {}), ...inputs }, unthrown(state, asked));
}

/**
 * The roll of this kind that was opened here for the character and waits for its dice: another pick takes its place.
 * @param {State} state @param {any} asked
 */
function unthrown(state, { character, move }) {
  return state.view.rolls.find((roll) => {
    const declared = state.log.get(roll.roll);
    const isOpen = roll.status === "open" && !roll.falling && declared?.by === state.view.you.seat;
    return isOpen && roll.character === character && declared?.move === move;
  });
}

/**
 * Whether what is picked fits the move that is chosen from the game's list; without one, anything does.
 * @param {State} state @param {Character} character @param {Taps} does @param {string} trait
 */
export function isFitting(state, character, does, trait) {
  const taken = takenBy(state, character, does);
  return !taken.length || taken.includes(trait);
}

/**
 * Whether the move that is chosen from that list takes just this.
 * @param {State} state @param {Character} character @param {Taps} does @param {string} trait
 */
export function isTaken(state, character, does, trait) {
  return takenBy(state, character, does).includes(trait);
}

/** @param {State} state @param {Character} character @param {Taps} does */
function takenBy(state, character, does) {
  return state.game.face?.fits[chosenRoll(does, character).named ?? ""] ?? [];
}

/**
 * Which kind of roll: the usual one, or another.
 * @param {State} state @param {Character} character @param {Taps} does
 * @param {boolean} [picked] whether what it is rolled with is picked elsewhere
 * @returns {any}
 */
export function rollChooser(state, character, does, picked = false) {
  const { game } = state;
  const chosen = chosenRoll(does, character);
  const put = (/** @type {any} */ change) => does.choose(character, { ...chosen, ...change });
  const names = [...game.moves.filter((each) => !each.diceless).map((each) => each.move), PLAIN];
  return h(
    "div.chooser",
    { key: "chooser" },
    rounds.here?.timeToAct(state, character),
    oneOf(
      "Kind of roll",
      chosen.move,
      (move) => put({ move }),
      names.map((move) => {
        const idle = answersNothing(state, character, move);
        return [move, `${rollCalled(game, move)}${idle ? " (nothing to answer now)" : ""}`, idle];
      }),
    ),
    tableMarks(game, chosen.move)
      .filter(({ mark }) => state.view.values[mark])
      .map(({ mark, says }) => h("p.hint", { key: mark }, h("b", null, begun(plain(mark))), `. ${worded(says)}`)),
    chosen.move === names[0] ? null : h("p.hint", null, moveOf(game, chosen.move).says),
    whichKind(game, names),
    ownList(game, chosen.move) ? whichOne(state, ownList(game, chosen.move), chosen, put) : null,
    isOpposed(game, chosen.move)
      ? oneOf("against", chosen.against, (against) => put({ against }), opponents(state, [character.character]))
      : null,
    game.sheet.moves_of_members.includes(chosen.move) ? takingPart(state, chosen, put) : null,
    chosen.move === PLAIN ? backstage.give(does, (part) => part.plainThrow(character, does)) : null,
    chosen.move === state.game.sheet.finished_by && !picked ? toRoll(state, does, character) : null,
    picked || !isWithout(game, chosen.move) || picksOf(game, chosen.move).length
      ? null
      : h(
          "button.primary",
          { type: "button", onclick: () => declare(state, character, does, "") },
          rollCalled(game, chosen.move),
        ),
  );
}

/**
 * What each kind of roll is, for who does not know their names yet.
 * @param {Game} game @param {string[]} names
 */
function whichKind(game, names) {
  const one = (/** @type {string} */ move) =>
    h("p.hint", { key: move }, h("b", null, rollCalled(game, move)), `: ${moveOf(game, move).says}`);
  return h("details.more.kinds", { key: "kinds" }, h("summary", null, "What each kind is for"), names.map(one));
}

/**
 * Whom a contest may be against, if not those who are in it already.
 * @param {State} state @param {string[]} taken @param {string} [called] whom the gm plays there
 * @returns {[string, string][]}
 */
export function opponents(state, taken, called) {
  const plays = leads(state) ? "someone you play" : "someone the gm plays";
  const someone = called || (state.view.with_gm ? plays : "someone without a sheet");
  return [["", someone], ...byName(state.view.characters.filter((each) => !taken.includes(each.character)))];
}

/**
 * Characters to choose from, by their names.
 * @param {Character[]} characters @returns {[string, string][]}
 */
export function byName(characters) {
  return characters.map((each) => [each.character, each.name]);
}

/**
 * Whether it only answers what was named, and nothing is.
 * @param {State} state @param {Character} character @param {string} move
 */
function answersNothing(state, { character }, move) {
  const [ruling = "", value] = (move !== PLAIN && moveOf(state.game, move).only_answers) || [];
  const only = state.view.with_gm && !!value && state.view.rulings[ruling] === value;
  return only && !answeredBy(state, { move, character });
}

/** @param {Game} game @param {string} move */
export function rollCalled(game, move) {
  return moveCalled(game, move) || begun(plain(move));
}

/**
 * What asks fate and takes nothing of the sheet: one tap opens it.
 * @param {State} state @param {Character} character @param {Taps} does
 */
export function atHand({ game }, { character }, does) {
  const asked = (game.face?.at_hand ?? []).filter((move) => isWithout(game, move) && !picksOf(game, move).length);
  return asked.map((move) =>
    h(
      "button.small",
      { key: move, type: "button", onclick: () => does.declare({ character, move }) },
      rollCalled(game, move),
    ),
  );
}

/**
 * Which of the game's own list: under its headings, each with what it is rolled with, and what the chosen one is for;
 * last what goes on with something that nobody is in.
 * @param {State} state @param {any} input @param {any} chosen @param {(change: any) => void} put
 */
function whichOne({ game, view }, input, chosen, put) {
  const { groups = {}, fits = {}, means = {}, begins = {} } = game.face ?? {};
  const [begin = ""] = Object.entries(begins).find(([, move]) => move === chosen.named) ?? [];
  const a = /^[aeiou]/.test(begin) ? "an" : "a";
  const track = begin ? ` It begins ${a} ${plain(begin)}: its name is asked for with the roll.` : "";
  const called = (/** @type {string} */ each) => {
    const taken = each === chosen.named ? [] : (fits[each] ?? []); // what stands below, and would be cut off
    return `${begun(plain(each))}${taken.length && taken.length < 4 ? ` (${taken.map(plain).join(", ")})` : ""}`;
  };
  const one = (/** @type {string} */ each) => h("option", { key: each, value: each }, called(each));
  const on = game.made_on?.[input.input] ?? {};
  const going = view.undertakings.filter(({ ended }) => !ended).map(({ kind }) => kind);
  const isIdle = (/** @type {string} */ each) =>
    !!on[each] && each !== begins[on[each]] && !going.includes(on[each]);
  const grouped = (/** @type {[string, string]} */ [title, names]) => ({
    title,
    names: names.split(" ").filter((one) => !isIdle(one)),
  });
  const all = input.values.filter((/** @type {string} */ each) => each !== input.default);
  const under = [
    ...Object.entries(groups).map(grouped),
    { title: "For what is not under way now", names: all.filter(isIdle) },
  ].filter(({ names }) => names.length);
  const rest = all.filter((/** @type {string} */ each) => !under.some(({ names }) => names.includes(each)));
  if (under.length && rest.length)
    under.splice(Object.keys(groups).length ? -1 : 0, 0, { title: "Harm, rest and repair", names: rest });
  return [
    h(
      "label.inline",
      { key: "named" },
      h("span", null, begun(plain(input.input))),
      h(
        "select",
        {
          "aria-label": begun(plain(input.input)),
          value: chosen.named ?? "",
          onchange: (event) => put({ named: event.target.value }),
        },
        h("option", { key: "", value: "" }, "one, or none"),
        under.length
          ? under.map(({ title, names }) => h("optgroup", { key: title, label: title }, names.map(one)))
          : all.map(one),
      ),
    ),
    means[chosen.named] ? h("p.hint", { key: "means" }, `${means[chosen.named]}${track}`) : null,
  ];
}

/**
 * Who takes part in a roll of several: one's own characters; all others join from their own phones.
 * @param {State} state @param {any} chosen @param {(change: any) => void} put
 */
function takingPart(state, chosen, put) {
  const mine = leads(state) ? state.view.characters : myCharacters(state);
  const toggled = (/** @type {string} */ id) =>
    chosen.members.includes(id)
      ? chosen.members.filter((/** @type {string} */ one) => one !== id)
      : [...chosen.members, id];
  return [
    mine.length < 2
      ? null
      : h(
          "div.marks",
          { role: "group", "aria-label": "who takes part" },
          mine.map((each) =>
            h(
              "button.mark.calm",
              {
                key: each.character,
                type: "button",
                role: "switch",
                "aria-checked": chosen.members.includes(each.character) ? "true" : "false",
                onclick: () => put({ members: toggled(each.character) }),
              },
              each.name,
            ),
          ),
        ),
    leads(state) ? null : h("p.hint", null, "Others take part from their own phones, once the roll is open."),
  ];
}

/**
 * Where a progress move is chosen: what there is to roll on.
 * @param {State} state @param {Taps} does @param {Character} character
 */
function toRoll(state, does, character) {
  if (!state.game.undertakings?.length) return null;
  const going = state.view.undertakings.filter(
    (each) => !each.ended && !each.done && [null, "", character.character].includes(each.character),
  );
  if (!going.length)
    return h("p.hint", { key: "to-roll" }, "Nothing is under way yet; what you swear or begin below can be rolled on.");
  return h(
    "div.members.halves",
    { key: "to-roll" },
    going.map((each) =>
      h(
        "button.trait",
        {
          key: each.undertaking,
          type: "button",
          onclick: () => sworn.give(does, ({ rollOn }) => void rollOn(state, does, each, character)),
        },
        h("span", null, each.name),
        h("strong", null, boxesTold(each.ticks)),
      ),
    ),
  );
}

/** @param {State} state @param {Character} from @param {string} pick */
export function pickTold({ view }, from, pick) {
  const all = { ...view.values, ...from.values };
  return `${begun(plain(pick)) || "Something else"} ${pick in all ? rated(all[pick]) : ""}`.trim();
}

/**
 * What a trait shows; a die that is not there yet is a dash.
 * @param {any} value
 */
export function rated(value) {
  return value === null || value === undefined || value === "0" ? "–" : String(value);
}
