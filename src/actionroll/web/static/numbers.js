// Chances arrive as exact fractions, "5/12"; they become numbers only where a person reads them.

import { label } from "./labels.js";

/** @param {string} fraction @returns {number} */
export function share(fraction) {
  const [above, below] = fraction.split("/").map(BigInt);
  return Number((above * 1000000000000n) / below) / 1e12;
}

/** A percentage as people read it; what is possible never shows as 0 %. @param {string} fraction */
export function percent(fraction) {
  const [above, below] = fraction.split("/").map(BigInt);
  if (above === 0n) return "0 %";
  if (above === below) return "100 %";
  const tenths = (above * 2000n + below) / (below * 2n);
  if (tenths < 1n) return "<0.1 %";
  if (tenths > 999n) return ">99.9 %";
  return `${tenths / 10n}.${tenths % 10n} %`;
}

/** @param {number} by */
export function signed(by) {
  return by < 0 ? `−${-by}` : `+${by}`;
}

/** Words as the start of a sentence. @param {string} words */
export function begun(words) {
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}

/** A name as people read it. @param {string} name */
export function plain(name) {
  return label(name).replaceAll("_", " ").replaceAll("-", " ");
}

const CHOSEN = { 1: [9], 2: [2, 9], 3: [1, 4, 9], 4: [1, 4, 7, 11], 5: [1, 3, 5, 8, 11], 6: [1, 3, 5, 7, 9, 11] };

/** Which of twelve shades a level takes, worst first. @param {number} place @param {number} levels */
export function shade(place, levels) {
  return CHOSEN[levels]?.[place] ?? Math.floor((place * 12) / levels);
}
