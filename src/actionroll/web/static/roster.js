// Characters that travel: kept on this phone, saved as a file, brought to another table with their words and face.

import { refuseAt } from "./refusal.js";
import { get } from "./server.js";
import { many } from "./words.js";

const ROSTER = "actionroll.roster";
const MOST = 24;
const FORM = "actionroll character 1";

/** @returns {any[]} the characters of one's own on this phone, the latest first */
export function roster() {
  return JSON.parse(localStorage.getItem(ROSTER) ?? "[]");
}

/** @param {any} file */
function same(file) {
  return (/** @type {any} */ other) => other.name === file.name && other.game === file.game;
}

/** @param {any} file */
export function isKept(file) {
  return roster().some(same(file));
}

/** @param {any} file */
export function leaveBehind(file) {
  const others = roster().filter((each) => !same(file)(each));
  localStorage.setItem(ROSTER, JSON.stringify(others));
}

/**
 * A character as a file: numbers, things, words, face and history.
 * @param {string} base @param {Character} character
 */
export async function fileOf(base, character) {
  const { name, game, values, words, private: own, picture, history } = await get(
    `${base}/sheets/${character.character}`,
  );
  return { form: FORM, name, game, values, words, private: own, picture, history };
}

/**
 * Keep a character on this phone, in place of what was kept of them before.
 * @param {string} base @param {Character} character
 */
export async function keepOnPhone(base, character) {
  const file = await fileOf(base, character);
  const others = roster().filter((each) => !same(file)(each));
  try {
    localStorage.setItem(ROSTER, JSON.stringify([file, ...others].slice(0, MOST)));
    return true;
  } catch {
    refuseAt("This phone has no more room for characters; leave one behind, or save this one as a file.");
    return false;
  }
}

/**
 * Save a character as a file.
 * @param {string} base @param {Character} character
 */
export async function saveAsFile(base, character) {
  const text = JSON.stringify(await fileOf(base, character), null, 1);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  link.download = `${character.name}.json`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/**
 * What a file brings to a table: all of it where the game is the same, else name, words and face.
 * @param {any} file @param {string} game
 */
export function brought(file, game) {
  if (!file || typeof file.name !== "string" || typeof file.values !== "object") return null;
  const words = { ...file.words };
  const before = [words.history, historyWords(file.history)].filter(Boolean).join("\n");
  if (before) words.history = before.slice(-2000);
  return {
    body: { name: file.name, ...(!file.game || file.game === game ? { values: file.values } : {}) },
    words,
    picture: file.picture ?? "",
    own: file.private?.notes ?? "",
  };
}

/**
 * "Lantern Street (In the Dark): 12 rolls, 3 full success, 9 failure".
 * @param {any} history
 */
export function historyWords(history) {
  if (!history?.rolls) return "";
  const tiers = Object.entries(history.tiers ?? {}).map(([tier, times]) => `${times} ${tier}`);
  const rolls = many(history.rolls, "roll");
  return `${history.table} (${history.game}): ${rolls}, ${tiers.join(", ")}`;
}
