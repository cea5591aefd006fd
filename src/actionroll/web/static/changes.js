// What changed on sheets, clocks and undertakings, in words.

import { markWords, pointsWords } from "./people.js";
import { characterName } from "./table-state.js";
import { counted, plain, signed } from "./words.js";

/**
 * Whether something is another than it was.
 * @param {Change} change
 */
export function isMoved([, , before, after]) {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/**
 * "Nyx takes 2 stress (now 5), Moth gained Lockpicks".
 * @param {State} state @param {Change[]|undefined} changes
 */
export function changesWords(state, changes) {
  return (changes ?? [])
    .filter(isMoved)
    .map(([where, name, before, after]) => {
      if (name === "name") return `${before} is called ${after} again`;
      const whose = where === "table" ? "" : `${whereName(state, where)} `;
      if (typeof after === "boolean") return `${whose}${markWords(name, after)}`;
      if (name === "things") return `${whose}${thingsChanged(before ?? [], after ?? [])}`;
      if (name.startsWith("paper:")) return `${whose}is described as before`;
      return `${whose}${changed(state, name, before, after)}`;
    })
    .join(", ");
}

/**
 * "gained Lockpicks", "left Rope behind", "used Ghost step".
 * @param {Thing[]} before @param {Thing[]} after
 */
function thingsChanged(before, after) {
  const names = (/** @type {Thing[]} */ list) => list.map((each) => each.name).join(", ");
  const gained = after.filter((each) => !before.some((other) => other.name === each.name));
  const left = before.filter((each) => !after.some((other) => other.name === each.name));
  const used = after.filter((each) => before.some((one) => one.name === each.name && one.spent !== each.spent));
  const told = [
    gained.length ? `gained ${names(gained)}` : "",
    left.length ? `left ${names(left)} behind` : "",
    used.length ? `${used.some((each) => each.spent) ? "used" : "restored"} ${names(used)}` : "",
  ];
  return told.filter(Boolean).join(", ") || "has other words for a thing";
}

/**
 * Whose it is that changed: a character, a clock, an undertaking.
 * @param {State} state @param {string} where
 */
export function whereName(state, where) {
  const found =
    state.view.clocks.find((each) => each.clock === where) ??
    state.view.undertakings.find((each) => each.undertaking === where);
  return found?.name ?? characterName(state, where);
}

/** @param {State} state @param {string} name @param {any} before @param {any} after */
function changed(state, name, before, after) {
  const called = name === "filled" ? "" : `${plain(name)} `;
  if (typeof before !== "number" || typeof after !== "number") return `${called}is now ${after ?? "none"}`;
  const isTrack = state.game.tracks?.some((/** @type {any} */ each) => each.track === name);
  const by = after - before;
  return `${isTrack ? pointsWords(state.game, name, by) : `${called}${signed(by)}`} (now ${counted(after)})`;
}
