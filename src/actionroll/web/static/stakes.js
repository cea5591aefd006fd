// What is at stake, as it is told; and the roller asks that less be, where a game lets them.

import { h } from "./dom.js";
import { moveOf } from "./game.js";
import { entriesOf, saidBefore } from "./prices.js";
import { seatName, valueOf } from "./table-state.js";
import { WORDLESS, begun } from "./words.js";

/**
 * What is asked for it, and the input it is asked of, with its values from the least to the most.
 * @param {State} state @param {Roll} roll
 */
export function lessOf(state, roll) {
  const { inputs } = moveOf(state.game, roll.move);
  const asking = inputs.find((each) => each.asks_less);
  const [level, levels] = /** @type {[string, string[]]} */ (asking?.asks_less ?? ["", []]);
  return { asks: asking?.input ?? "", level, levels, usual: inputs.find((each) => each.input === level)?.default };
}

/** @param {State} state @param {Roll} roll */
export function hasAsked(state, roll) {
  return valueOf(state, roll, lessOf(state, roll).asks) === true;
}

/** @param {State} state @param {Roll} roll of which someone asked for lower stakes, and was not answered */
export function asksStill(state, roll) {
  return hasAsked(state, roll) && !lowered(state, roll);
}

/**
 * How much is at stake where it is not as usual: ", low stakes".
 * @param {State} state @param {Roll} roll
 */
export function levelTold(state, roll) {
  const { level, usual } = lessOf(state, roll);
  const now = roll.attempt?.[level] ?? usual;
  return now === usual ? "" : `, ${now} stakes`;
}

/**
 * How whoever leads answered the roller who asked for lower stakes; empty as long as they did not. Words that they
 * change meanwhile answer nothing: those may be worse.
 * @param {State} state @param {Roll} roll
 */
export function lowered(state, roll) {
  const { asks, level: of, levels, usual } = lessOf(state, roll);
  const entries = entriesOf(state, roll);
  const asked = entries.filter((entry) => entry.inputs?.[asks]).at(-1)?.number ?? Infinity;
  const said = (/** @type {boolean} */ since) =>
    entries.filter(({ number, inputs }) => number > asked === since && (inputs?.[of] ?? "") !== "").at(-1);
  const level = said(true);
  const now = level?.inputs[of];
  const agrees = now && levels.indexOf(now) < levels.indexOf(said(false)?.inputs[of] ?? usual);
  const answer = agrees ? `agrees: ${now} stakes` : "leaves the stakes as they are";
  return level ? `${begun(seatName(state, level.by))} ${answer}` : "";
}

const ENDS = "expectations";

/**
 * Whether a game asks how it could end, which then has a line of its own.
 * @param {State} state @param {Roll} roll
 */
export function isEndApart({ game }, { move }) {
  return moveOf(game, move).inputs.some(({ input, called }) => input === ENDS && called);
}

/**
 * What whoever leads says that it may bring, before the dice fall: what is at stake, and how it could end where nothing
 * waits for that. What is at stake as usual, and nobody said, is told without quotes.
 * @param {State} state @param {Roll} roll
 */
export function quoted(state, roll) {
  const { usual = "" } = roll.inputs?.stakes ?? {};
  const [said, before] = [valueOf(state, roll, "stakes"), saidBefore(state, roll, "stakes")];
  const [words, ends] = [said || before || usual, isEndApart(state, roll) ? "" : valueOf(state, roll, ENDS)];
  const told = [[said ? "At stake" : "So far", !said && words === usual ? "" : words], ["How it could end", ends]]
    .filter(([, text]) => text && text !== WORDLESS)
    .map(([what, text]) => [h("cite", { key: what }, what), ` “${text}” `]);
  const as = words === usual && usual ? h("cite", null, usual) : null;
  return told.length || as ? h("blockquote.quote", { key: "stakes" }, told.length ? told : as) : null;
}

/**
 * Yes and no to the roller who asked for lower stakes; what was said before stands again with either.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {() => void} leave
 */
export function answering(state, roll, does, leave) {
  const { level, levels } = lessOf(state, roll);
  const now = valueOf(state, roll, level);
  const lower = levels[Math.max(0, levels.indexOf(now) - 1)];
  const to = (/** @type {any} */ chosen) => () => (does.change(roll, level, chosen), leave());
  return [
    now === lower
      ? null
      : h("button.as-usual.primary", { key: "lower", type: "button", onclick: to(lower) }, "Lower them"),
    h("button.as-usual", { key: "stay", type: "button", onclick: to(now) }, "They stay"),
  ];
}
