// What the game’s text leaves open: a question each, with what an answer would make of the odds before it is given.

import { control } from "./controls.js";
import { h } from "./dom.js";
import { answerOf, questionOf } from "./face.js";
import { exampleAttempt } from "./game.js";
import { oddsBar } from "./odds-bar.js";
import { ask } from "./server.js";
import { plain } from "./words.js";

/**
 * What the game's text leaves open: a question each, with what an answer would make of the odds before it is given.
 * @param {State} state @param {Taps} does
 */
export function rulings(state, does) {
  return h(
    "details.card",
    { key: "rulings" },
    h("summary", null, h("h2", null, "House rules")),
    h(
      "p.hint",
      null,
      "What the game’s text leaves open. Pick an answer to see what it makes of the odds; nothing changes yet.",
    ),
    state.game.rulings.map((ruling) =>
      h(
        "div",
        { key: ruling.ruling },
        rulingControl(
          state.game,
          ruling,
          does.preview?.ruling === ruling.ruling
            ? does.preview.value
            : (state.view.rulings[ruling.ruling] ?? ruling.default),
          (value) => does.previewRuling(ruling.ruling, value),
        ),
        does.preview?.ruling === ruling.ruling ? preview(state.game, does) : null,
      ),
    ),
  );
}

/**
 * A question of the rules with its answers, the usual one marked; one that is a number is counted up and down.
 * @param {Game} game @param {any} ruling @param {any} value @param {(value: string) => void} onChange
 */
export function rulingControl(game, ruling, value, onChange) {
  const name = ruling.ruling;
  const answers = Object.keys(game.face?.questions[name]?.answers ?? {});
  const listed = ruling.values ?? answers.filter((each) => each !== "none");
  const input = { ...ruling, input: name, says: ruling.reason, values: listed };
  const called = (/** @type {any} */ each) => answerOf(game, name, each ?? "none");
  const ways = { label: questionOf(game, name), called };
  const drawn = listed.length
    ? control({ ...input, type: "choice" }, String(value), onChange, {
        ...ways,
        note: (each) => (each === ruling.default ? "the usual answer" : ""),
      })
    : control(input, value === "none" ? null : Number(value), (each) => onChange(String(each ?? "none")), ways);
  return h("div.house-rule", { key: name }, drawn);
}

/** @param {Game} game @param {Taps} does */
function preview(game, does) {
  const { ruling, value, now, then, refused, of: example, matters } = does.preview;
  return h(
    "div.preview",
    { role: "status" },
    refused
      ? h("p.refused", null, refused)
      : [
          matters === false
            ? h("p.hint", null, "It changes no odds of the usual rolls: it is about who may, or what follows.")
            : example
              ? h("p.hint", null, `For example, ${example}:`)
              : null,
          h("p.hint", null, "As it is"),
          oddsBar(now, { waiting: !now }),
          h("p.hint", null, `With “${answerOf(game, ruling, value)}”`),
          oddsBar(then, { waiting: !then }),
        ],
    h(
      "div.actions",
      null,
      h("button.primary", { type: "button", disabled: !!refused, onclick: () => does.rule(ruling, value) }, "Rule so"),
      h("button.quiet", { type: "button", onclick: () => does.previewRuling("", "") }, "Leave it"),
    ),
  );
}

/**
 * The odds of the roll at hand, or of the last or a typical one, as things are ruled and with one ruling changed.
 * @param {State} state @param {string} ruling @param {string} value
 */
export async function effectOnOdds(state, ruling, value) {
  const { rulings } = state.view;
  for (const { asks, last, ...roll } of rollsAtHand(state, ruling)) {
    const question = { game: state.view.game, near: false, ...roll };
    const asked = [rulings, { ...rulings, [ruling]: value }].map((each) =>
      ask("/api/odds", { ...question, rulings: each }),
    );
    const [now, then] = await Promise.all(asked);
    const matters = JSON.stringify(now.tiers) !== JSON.stringify(then.tiers);
    if (matters || last) return { now: now.tiers, then: then.tiers, of: asks ?? plain(roll.move), matters };
  }
  return { refused: "There is no roll to show it with." };
}

/** @param {Roll} roll */
function asAsked(roll) {
  const set = Object.entries(roll.inputs ?? {}).filter(([, input]) => input.set);
  return {
    move: roll.move,
    attempt: Object.fromEntries(set.map(([name, input]) => [name, input.value])),
    decide: Object.fromEntries(Object.entries(roll.decide ?? {}).map(([name, { chosen }]) => [name, chosen])),
  };
}

/**
 * Rolls in which a ruling may matter: the open one, the game's own example, then a typical one of each move.
 * @param {State} state @param {string} ruling
 */
function rollsAtHand(state, ruling) {
  const example = state.game.face?.questions[ruling]?.example;
  const open = state.view.rolls.filter((roll) => roll.status === "open" && roll.odds).map(asAsked);
  const usual = state.game.moves
    .filter((move) => state.game.examples[move.move])
    .map((move) => ({ move: move.move, attempt: exampleAttempt(state.game, move) }));
  const first = {
    move: state.game.moves[0].move,
    attempt: exampleAttempt(state.game, state.game.moves[0]),
    last: true,
  };
  return /** @type {any[]} */ ([...open, ...(example ? [example] : []), ...usual, first]);
}
