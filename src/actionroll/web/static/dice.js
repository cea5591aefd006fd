// Dice drawn as dice: the shape tells the size, a ring and the word "counts" tell the die that counted.

import { h } from "./dom.js";

const SHAPES = {
  4: "M20 3 L38 36 L2 36 Z",
  6: "M8 4 H32 A4 4 0 0 1 36 8 V32 A4 4 0 0 1 32 36 H8 A4 4 0 0 1 4 32 V8 A4 4 0 0 1 8 4 Z",
  8: "M20 2 L37 20 L20 38 L3 20 Z",
  10: "M20 2 L38 17 L32 30 L20 38 L8 30 L2 17 Z",
  12: "M20 2 L31 5.5 L38 15 V25 L31 34.5 L20 38 L9 34.5 L2 25 V15 L9 5.5 Z",
  100: "M20 2 A18 18 0 1 1 19.9 2 Z",
};

/** @param {{die: string, face?: number|string, from: string, counted?: boolean, kept?: boolean}} die @param {number} [place] */
export function dieDrawn(die, place = 0) {
  const sides = Number(die.die.slice(1));
  const shown = die.face ?? "?";
  const said = `${die.from} ${die.die}: ${shown}${die.kept ? ", stays" : ""}${die.counted ? ", counts" : ""}`;
  return h("span.die", { key: place, class: `from-${slug(die.from)} ${die.counted ? "counted" : ""} ${die.kept ? "kept" : ""}`, role: "img", "aria-label": said },
    h("svg:svg", { viewBox: "0 0 40 40", "aria-hidden": "true" },
      h("svg:path.body", { d: SHAPES[sides] ?? SHAPES[12] }),
      h("svg:text", { x: 20, y: sides === 4 ? 30 : 26, "text-anchor": "middle" }, String(shown))),
    h("span.source", { "aria-hidden": "true" }, die.kept ? `${die.from} stays` : die.from),
    die.counted ? h("span.counts", { "aria-hidden": "true" }, "counts") : null);
}

/** @param {string} source */
function slug(source) {
  const known = ["attribute", "skill", "talent", "stress", "action", "challenge", "standard", "gilded", "ability", "difficulty"];
  return known.includes(source) ? source : "other";
}

/** Dice before they fall, or as they lie. @param {any[]} dice */
export function diceRow(dice) {
  return h("div.dice", { role: "group", "aria-label": "dice" }, dice.map(dieDrawn));
}
