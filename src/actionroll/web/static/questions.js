// Questions about odds that change nothing: what is best to decide, and what a ruling would make of a roll.

import { exampleAttempt } from "./game.js";
import { named } from "./people.js";
import { ask } from "./server.js";
import { percent, plain } from "./words.js";

/**
 * Advice on a decision in plain words: for each level worth reaching, which option reaches it most often.
 * @param {State} state @param {Roll} roll @returns {Promise<string[]>}
 */
export async function adviceOn(state, roll) {
  if (!roll.asks?.options) return ["There is nothing to decide."];
  const question = {
    game: state.view.game,
    move: roll.move,
    attempt: roll.attempt,
    rulings: roll.rulings,
    answers: roll.record?.answers,
    most: 1,
  };
  const tiers = Object.keys(roll.asks.options[0].odds.tiers).slice(1).reverse();
  const told = await Promise.all(tiers.map((aim) => ask("/api/advice", { ...question, aim })));
  const lines = told
    .map(({ decisions }, place) => line(named(state, roll, tiers[place]), place === 0, decisions[0]))
    .flatMap((each) => (each ? [each] : []));
  return lines.length
    ? [...lines, "What the options cost is not counted here."]
    : ["It makes no difference to the result."];
}

/** @param {string} tier @param {boolean} highest @param {any} advised @returns {string|null} */
function line(tier, highest, advised) {
  const worths = advised?.options.map((/** @type {any} */ option) => option.worth) ?? [];
  if (new Set(worths).size < 2) return null;
  const best = advised.options.find((/** @type {any} */ option) => option.option === advised.best);
  const others = advised.options
    .filter((/** @type {any} */ option) => option !== best)
    .map((/** @type {any} */ option) => `${plain(option.option)} ${percent(option.worth)}`)
    .join(", ");
  return `For ${tier}${highest ? "" : " or better"}: ${plain(best.option)} (${percent(best.worth)}; ${others}).`;
}

/**
 * The odds of the roll at hand, or of the last or a typical one, as things are ruled and with one ruling changed.
 * @param {State} state @param {string} ruling @param {string} value
 */
export async function effectOnOdds(state, ruling, value) {
  const { rulings } = state.view;
  for (const roll of rollsAtHand(state)) {
    const question = { game: state.view.game, near: false, ...roll };
    const asked = [rulings, { ...rulings, [ruling]: value }].map((each) =>
      ask("/api/odds", { ...question, rulings: each }),
    );
    const [now, then] = await Promise.all(asked);
    const matters = JSON.stringify(now.tiers) !== JSON.stringify(then.tiers);
    if (matters || roll.last) return { now: now.tiers, then: then.tiers, of: roll.move, matters };
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
 * Rolls in which a ruling may matter: the open one, the last one, then a typical one of each move.
 * @param {State} state
 */
function rollsAtHand(state) {
  const open = state.view.rolls.filter((roll) => roll.status === "open" && roll.odds).map(asAsked);
  const usual = state.game.moves
    .filter((move) => state.game.examples[move.move])
    .map((move) => ({ move: move.move, attempt: exampleAttempt(state.game, move) }));
  const first = {
    move: state.game.moves[0].move,
    attempt: exampleAttempt(state.game, state.game.moves[0]),
    last: true,
  };
  return /** @type {any[]} */ ([...open, ...usual, first]);
}
