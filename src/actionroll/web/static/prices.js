// What a change of a roll before its throw would cost, what it would make of the odds, and where it comes from.

import { h } from "./dom.js";
import { trackLook } from "./face.js";
import { works } from "./odds-bar.js";
import { toneOfEffect, trackOf } from "./people.js";
import { alternativeTo, inputsOf, valueOf } from "./table-state.js";
import { labelOf, plain, roughly } from "./words.js";

/**
 * A word under a value: how often it works with it, and what it costs.
 * @param {State} state @param {Roll} roll @param {any} input @param {any} value @param {string} chance
 */
export function noteOf(state, roll, input, value, chance) {
  const called = input.names?.[input.values?.indexOf(value)];
  if (called) return [called, chance.replace(" ", "\u00a0")].filter(Boolean).join(" · ");
  const found = alternativeTo(state, roll, { [input.input]: value });
  const price = found ? priceOnly(state, roll, found.costs) : "";
  return [chance, price].filter(Boolean).join(" · ");
}

/** @param {Effect} one @param {Effect} other */
export function same(one, other) {
  return one.who === other.who && one.track === other.track && one.by === other.by;
}

/**
 * What a change costs beyond what the roll costs anyway.
 * @param {State} state @param {Roll} roll @param {Effect[]} costs
 */
export function priceOnly(state, roll, costs) {
  return costs
    .filter(
      (each) => ["roller", "attacker"].includes(each.who) && !(roll.costs ?? []).some((other) => same(each, other)),
    )
    .map((each) => {
      const name = trackLook(state.game, trackOf(roll, each)).short || plain(trackOf(roll, each));
      return `${toneOfEffect(state, roll, each) === "good" ? "+" : ""}${Math.abs(each.by)} ${name}`;
    })
    .join(", ");
}

/**
 * How often it works with a change, where that is known.
 * @param {State} state @param {Roll} roll @param {Record<string, any>} changes
 */
export function worksWith(state, roll, changes) {
  const found = alternativeTo(state, roll, changes);
  return found && Object.keys(found.tiers).length > 1 ? roughly(works(found.tiers)) : "";
}

/**
 * What the rules allow beside what is set now, as the near alternatives tell.
 * @param {State} state @param {Roll} roll @param {any} input
 */
export function offered(state, roll, input) {
  if (input.type !== "choice" && input.type !== "whole") return undefined;
  return (/** @type {any} */ value) =>
    value === null || value === input.value || alternativeTo(state, roll, { [input.input]: value }) !== null;
}

/** @param {any} without @param {any} taken */
export function changesOdds(without, taken) {
  const told = (/** @type {any} */ each) => JSON.stringify([each.tiers, each.facts]);
  return told(without) !== told(taken);
}

/**
 * Whether words say where something that is there comes from: they stand beside it, and a bonus says its source.
 * @param {State} state @param {Roll} roll @param {any} input
 */
export function isSource(state, roll, input) {
  const [, of = ""] = /^(\w+)_from$/.exec(input.input) ?? [];
  return input.type === "text" && !!of && !!valueOf(state, roll, of)?.length;
}

/**
 * The line in which that is said.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {any} input
 */
export function sourceOf(state, roll, does, input) {
  const words = inputsOf(state, roll).find((each) => each.input === `${input.input}_from`);
  if (!words || !isSource(state, roll, words)) return null;
  return h("textarea.beside", {
    rows: 1,
    maxlength: 500,
    id: `in-${roll.roll}-${words.input}`,
    "aria-label": labelOf(words.input),
    placeholder: "from what?",
    value: valueOf(state, roll, words.input),
    onchange: (event) => does.change(roll, words.input, event.target.value.trim()),
  });
}
