// Which inputs of a roll are shown at once; the others wait behind "more". A matter of looks: the rules treat all alike.

import { plain } from "./numbers.js";

const FIRST = new Set(["position", "difficulty", "extra", "bonus", "penalty", "adds", "sf_move", "drive_spent", "boosts", "talent", "dice", "rating", "boxes", "ability", "gilded", "stress", "momentum", "assist", "helpers", "track", "points", "legacy", "amount"]);

/** An input without the side it belongs to. @param {string} name */
export function bare(name) {
  return name.replace(/^(attacker|defender)_/, "");
}

/** What an input is called on the page. @param {string} name */
export function labelOf(name) {
  return plain(bare(name));
}

/** @param {any} input as declared, at a table with what is set of it */
export function isShownFirst(input) {
  if (input.type === "text") return input.called || !!input.value;
  return input.required || input.called || input.changed || FIRST.has(bare(input.input));
}
