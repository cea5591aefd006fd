// Rolls that only the gm sees, until they are revealed.

import { control } from "./controls.js";
import { h } from "./dom.js";
import { entryWords } from "./entry-words.js";
import { exampleAttempt } from "./examples.js";
import { isShownFirst } from "./shown-first.js";

/** What an input is if nothing is said; nothing where that follows from others. @param {any} input */
function usual(input) {
  return input.type === "whole" && typeof input.default === "string" ? null : input.default ?? null;
}

/** @param {any} state @param {any} does */
export function secretView(state, does) {
  const move = state.game.moves.find((each) => each.move === does.secret.move) ?? state.game.moves[0];
  const inputs = { ...exampleAttempt(state.game, move), ...does.secret.inputs };
  const numbers = move.inputs.filter((input) => input.type !== "text");
  const shown = numbers.filter(isShownFirst);
  const rest = numbers.filter((input) => !shown.includes(input));
  const one = (input) => control(input, inputs[input.input] ?? usual(input), (value) => does.setSecret({ move: move.move, inputs: { ...inputs, [input.input]: value } }), { id: "secret-" });
  const roll = (event) => {
    const note = event.target.closest("details").querySelector("[name=secret-note]");
    does.rollSecretly(move.move, inputs, note.value);
    note.value = "";
  };
  const revealed = new Set([...state.log.values()].filter((entry) => entry.kind === "revealed").map((entry) => entry.secret));
  return h("details.card", { key: "secret" }, h("summary", null, h("h2", null, "Roll in secret")),
    h("p.hint", null, "Nobody else sees it, or that there was one, until you reveal it."),
    control({ input: "move", type: "choice", values: state.game.moves.map((each) => each.move), says: move.says }, move.move, (value) => does.setSecret({ move: value, inputs: {} }), { id: "secret-" }),
    shown.map(one),
    rest.length ? h("details.more", { key: `more-${move.move}` }, h("summary", null, "More about this roll"), rest.map(one)) : null,
    h("label", null, h("span", null, "Note for yourself"), h("input", { name: "secret-note", maxlength: 500, autocomplete: "off" })),
    h("button.primary", { type: "button", onclick: roll }, "Roll in secret"),
    h("ol.secrets", null, state.view.secrets.map((each) => h("li", { key: each.number }, h("span", null, entryWords(state, each.entry)),
      revealed.has(each.name) ? h("span.tag", null, "revealed") : h("button.quiet", { type: "button", onclick: () => does.send("reveal", { secret: each.number }) }, "Reveal")))));
}
