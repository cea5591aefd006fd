// The gm's side: call for a roll, clocks, secret rolls, rulings, links, the seed and the round.

import { control } from "./controls.js";
import { h } from "./dom.js";
import { entryWords } from "./entry-words.js";
import { keptLinks, linkCard } from "./links.js";
import { plain } from "./numbers.js";

/** @param {any} state @param {any} does */
export function gmView(state, does) {
  return [callFor(state, does), clockMaker(does), secretRolls(state, does), tableCard(state, does), rulings(state, does), seats(state, does)];
}

/** @param {any} state @param {any} does */
function callFor(state, does) {
  const traits = state.game.sheet.traits.filter((trait) => trait.rolls !== false);
  return h("form.card", { key: "call", onsubmit: (event) => { event.preventDefault(); const it = event.target.elements; does.send("declare", { character: it.character.value, trait: it.trait.value, move: it.move.value }); } },
    h("h2", null, "Call for a roll"),
    h("label", null, h("span", null, "from"), h("select", { name: "character" }, state.view.characters.map((each) => h("option", { value: each.character }, each.name)))),
    h("label", null, h("span", null, "with"), h("select", { name: "trait" }, traits.map((trait) => h("option", { value: trait.trait }, plain(trait.trait))))),
    h("label", null, h("span", null, "as"), h("select", { name: "move" }, state.game.moves.map((move) => h("option", { value: move.move }, plain(move.move))))),
    h("button.primary", { type: "submit", disabled: !state.view.characters.length }, "Call for it"));
}

/** @param {any} does */
function clockMaker(does) {
  return h("form.card", { key: "clock", onsubmit: (event) => { event.preventDefault(); const it = event.target.elements; does.send("make_clock", { name: it.name.value, size: Number(it.size.value) }); event.target.reset(); } },
    h("h2", null, "Start a clock"),
    h("label", null, h("span", null, "name"), h("input", { name: "name", maxlength: 40, required: true })),
    h("label", null, h("span", null, "segments"), h("input", { name: "size", type: "number", min: 1, max: 100, value: 6, required: true })),
    h("button", { type: "submit" }, "Start"));
}

/** @param {any} state @param {any} does */
function secretRolls(state, does) {
  if (state.view.you.role !== "gm") return null;
  const move = state.game.moves.find((each) => each.move === does.secret.move) ?? state.game.moves[0];
  const inputs = move.inputs.filter((input) => input.type !== "text" && (input.required || ["position", "difficulty", "dice", "stat"].includes(input.input)));
  return h("section.card", { key: "secret" }, h("h2", null, "Roll in secret"), h("p.hint", null, "Nobody else sees it, or that there was one, until you reveal it."),
    control({ input: "move", type: "choice", values: state.game.moves.map((each) => each.move), says: move.says }, move.move, (value) => does.setSecret("move", value)),
    inputs.map((input) => control(input, does.secret.inputs[input.input] ?? input.default ?? null, (value) => does.setSecret(input.input, value))),
    h("button", { type: "button", onclick: () => does.rollSecretly() }, "Roll in secret"),
    h("ol.secrets", null, state.view.secrets.map((each) => h("li", { key: each.number }, entryWords(state, each.entry ?? each),
      h("button.quiet", { type: "button", onclick: () => does.send("reveal", { secret: each.number }) }, "Reveal")))));
}

/** @param {any} state @param {any} does */
function tableCard(state, does) {
  return h("section.card", { key: "table" }, h("h2", null, "The table"),
    h("div.actions", null,
      h("button", { type: "button", onclick: () => does.send("begin_round", {}) }, "New round"),
      h("button", { type: "button", onclick: () => does.send("set_up", { advice: state.view.settings.advice === false }) }, state.view.settings.advice === false ? "Allow advice" : "Switch advice off"),
      h("button", { type: "button", onclick: () => does.send("rotate_seed", {}) }, "New seed for the dice"),
      h("button.danger", { type: "button", onclick: () => does.confirm("End this table for good? The log stays readable.", () => does.send("end", {})) }, "End the table")),
    h("p.hint", null, `The dice are committed to ${state.view.commitment.slice(0, 16)}…`));
}

/** @param {any} state @param {any} does */
function rulings(state, does) {
  return h("section.card", { key: "rulings" }, h("details", null, h("summary", null, h("h2", null, "Rulings")),
    state.game.rulings.map((ruling) => control({ input: ruling.ruling, says: ruling.reason, type: ruling.values ? "choice" : "text", values: ruling.values, longest: 9 },
      state.view.rulings[ruling.ruling], (value) => does.send("rule", { rulings: { [ruling.ruling]: value } })))));
}

/** @param {any} state @param {any} does */
function seats(state, does) {
  const links = keptLinks(state.view.table);
  return h("section.card", { key: "seats" }, h("h2", null, "Seats and links"),
    h("ul.seats", null, state.view.seats.filter((seat) => seat.seat !== state.view.you.seat).map((seat) => h("li", { key: seat.seat }, h("span", null, `${seat.name}, ${seat.role}${seat.gone ? ", gone" : ""}`),
      seat.gone ? h("button.quiet", { type: "button", onclick: () => does.send("bring_back", { seat: seat.seat }) }, "bring back") : [
        h("button.quiet", { type: "button", onclick: () => does.seatLink(seat) }, "new link"),
        state.view.you.role === "gm" ? h("button.quiet", { type: "button", onclick: () => does.confirm(`Make ${seat.name} the gm?`, () => does.send("hand_over", { to: seat.seat })) }, "make gm") : null,
        h("button.quiet.danger", { type: "button", onclick: () => does.confirm(`Free the seat of ${seat.name}?`, () => does.send("leave", { seat: seat.seat })) }, "free")]))),
    does.madeLink ? linkCard(does.madeLink.name, does.madeLink.link) : null,
    links.player ? h("details", null, h("summary", null, "Links of this table"), Object.entries(links).map(([name, link]) => linkCard(name, link))) : null,
    h("button", { type: "button", onclick: () => does.confirm("Make new links? The old ones stop working.", () => does.renewLinks()) }, "Renew the links"));
}
