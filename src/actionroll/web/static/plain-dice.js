// Plain dice: a move of every game, called by what is thrown.

import { h } from "./dom.js";
import { PLAIN } from "./game.js";
import { named } from "./people.js";
import { roughly, share } from "./words.js";

const READY = ["d6", "2d6", "d20", "d100", "4dF"];

/**
 * Type what to throw, or tap what is thrown most.
 * @param {Character} character @param {Taps} does
 */
export function plainThrow(character, does) {
  const open = (/** @type {string} */ move) => does.declare({ character: character.character, move });
  return h(
    "form.plain-dice",
    {
      key: PLAIN,
      onsubmit: (event) => {
        event.preventDefault();
        const typed = event.target.elements.dice.value.trim();
        if (typed) open(/^\d*d/i.test(typed) ? typed : `d${typed}`);
      },
    },
    h(
      "div.ready",
      null,
      READY.map((dice) => h("button.chip", { key: dice, type: "button", onclick: () => open(dice) }, dice)),
    ),
    h(
      "div.typed",
      null,
      h("input", {
        name: "dice",
        "aria-label": "Dice to throw",
        placeholder: "3d6kh2+1",
        maxlength: 100,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
      }),
      h("button", { type: "submit" }, "Take these"),
    ),
  );
}

/**
 * What the dice may come to: the ends, the middle, and the likeliest.
 * @param {State} state @param {Roll} roll @param {any} now
 */
export function plainOdds(state, roll, now) {
  const totals = Object.entries(now.facts?.total ?? {})
    .map(([total, chance]) => /** @type {[number, number]} */ ([Number(total), share(/** @type {string} */ (chance))]))
    .sort(([a], [b]) => a - b);
  if (!totals.length) return null;
  const mean = totals.reduce((sum, [total, chance]) => sum + total * chance, 0);
  const most = totals.reduce((best, each) => (each[1] > best[1] + 1e-9 ? each : best));
  const often = totals.every(([, chance]) => Math.abs(chance - most[1]) < 1e-9)
    ? `each ${roughly(most[1])}`
    : `most often ${most[0]} (${roughly(most[1])})`;
  const middle = Number(mean.toFixed(2));
  return h(
    "div.standing",
    { key: "odds" },
    h(
      "p.works",
      null,
      h("b", null, `${totals[0][0]} to ${totals.at(-1)?.[0]}`),
      ` ${middle} on average, ${often}`,
      h("span.says", null, named(state, roll, now.says)),
    ),
  );
}
