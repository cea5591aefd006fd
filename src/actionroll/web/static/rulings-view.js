// The rulings of a game, each with what it would make of the odds before it is changed.

import { control } from "./controls.js";
import { h } from "./dom.js";
import { exampleAttempt } from "./examples.js";
import { oddsBar } from "./odds-bar.js";
import { plain } from "./numbers.js";
import { ask } from "./server.js";

/** @param {any} state @param {any} does */
export function rulingsView(state, does) {
  return h("details.card", { key: "rulings" }, h("summary", null, h("h2", null, "Rulings")),
    h("p.hint", null, "What the game’s text leaves open. Pick a value to see what it makes of the odds; nothing changes until you rule so."),
    state.game.rulings.map((ruling) => h("div", { key: ruling.ruling },
      control({ input: ruling.ruling, says: ruling.reason, type: ruling.values ? "choice" : "text", values: ruling.values, longest: 9 },
        does.preview?.ruling === ruling.ruling ? does.preview.value : state.view.rulings[ruling.ruling] ?? ruling.default, (value) => does.previewRuling(ruling.ruling, value)),
      does.preview?.ruling === ruling.ruling ? preview(state, does) : null)));
}

/** @param {any} state @param {any} does */
function preview(state, does) {
  const { ruling, value, now, then, refused } = does.preview;
  return h("div.preview", { role: "status" },
    refused ? h("p.refused", null, refused) : [h("p.hint", null, "As it is"), oddsBar(now, { waiting: !now }), h("p.hint", null, `With ${plain(ruling)} ${plain(value)}`), oddsBar(then, { waiting: !then })],
    h("div.actions", null,
      h("button.primary", { type: "button", disabled: !!refused, onclick: () => does.rule(ruling, value) }, "Rule so"),
      h("button.quiet", { type: "button", onclick: () => does.previewRuling("", "") }, "Leave it")));
}

/** The odds of the roll at hand, or of the last or a typical one, as things are ruled and with one ruling changed. @param {any} state @param {string} ruling @param {string} value */
export async function effectOnOdds(state, ruling, value) {
  const question = { game: state.view.game, near: false, ...rollAtHand(state) };
  const [now, then] = await Promise.all([state.view.rulings, { ...state.view.rulings, [ruling]: value }].map((rulings) => ask("/api/odds", { ...question, rulings })));
  return { now: now.tiers, then: then.tiers };
}

/** @param {any} state */
function rollAtHand(state) {
  const open = state.view.rolls.find((roll) => roll.status === "open" && roll.odds);
  if (open) {
    const set = Object.entries(open.inputs).filter(([, input]) => input.set).map(([name, input]) => [name, input.value]);
    return { move: open.move, attempt: Object.fromEntries(set), decide: Object.fromEntries(Object.entries(open.decide).map(([name, { chosen }]) => [name, chosen])) };
  }
  const thrown = [...state.log.values()].filter((entry) => entry.kind === "thrown").at(-1);
  const declared = thrown && state.log.get(thrown.roll);
  if (declared) return { move: declared.move, attempt: thrown.attempt };
  const move = state.game.moves[0];
  return { move: move.move, attempt: exampleAttempt(state.game, move) };
}
