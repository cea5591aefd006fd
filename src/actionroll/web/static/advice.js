// Advice on a decision in plain words: for each level that is worth reaching, which option reaches it most often.

import { percent, plain } from "./numbers.js";
import { named } from "./parts.js";
import { ask } from "./server.js";

/** @param {any} state @param {any} roll @returns {Promise<string[]>} */
export async function adviceOn(state, roll) {
  const question = { game: state.view.game, move: roll.move, attempt: roll.attempt, rulings: roll.rulings, answers: roll.record.answers, most: 1 };
  const tiers = Object.keys(roll.asks.options[0].odds.tiers).slice(1).reverse();
  const told = await Promise.all(tiers.map((aim) => ask("/api/advice", { ...question, aim })));
  const lines = told.map(({ decisions }, place) => line(named(state, roll, tiers[place]), place === 0, decisions[0])).filter(Boolean);
  return lines.length ? [...lines, "What the options cost is not counted here."] : ["It makes no difference to the result."];
}

/** @param {string} tier @param {boolean} highest @param {any} advised @returns {string|null} */
function line(tier, highest, advised) {
  const worths = advised?.options.map((option) => option.worth) ?? [];
  if (new Set(worths).size < 2) return null;
  const best = advised.options.find((option) => option.option === advised.best);
  const others = advised.options.filter((option) => option !== best).map((option) => `${plain(option.option)} ${percent(option.worth)}`).join(", ");
  return `For ${tier}${highest ? "" : " or better"}: ${plain(best.option)} (${percent(best.worth)}; ${others}).`;
}
