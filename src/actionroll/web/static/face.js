// A game's face on this page: its palette, its dice, its words. A game without one has the page's own.

import { moveOf } from "./game.js";
import { begun, plain } from "./words.js";

/** So many tiers are drawn as a bar; more are a list. */
export const MOST_ON_A_BAR = 6;

/** @type {CSSStyleSheet|null} */
let worn = null;

/**
 * Custom properties for a palette.
 * @param {Record<string, string>} palette
 */
function properties(palette) {
  return Object.entries(palette).map(([name, colour]) => [`--${name.replace("_", "-")}`, colour]);
}

/**
 * The page takes a game's colours and letters.
 * @param {Face|null|undefined} face
 */
export function wear(face) {
  document.documentElement.dataset.letters = face?.letters ?? "sans";
  if (!face) return;
  worn ??= new CSSStyleSheet();
  const [light, dark] = [face.light, face.dark].map((each) => properties(each).map((one) => one.join(":")).join(";"));
  worn.replaceSync(`:root{${light}}@media (prefers-color-scheme:dark){:root{${dark}}}`);
  if (!document.adoptedStyleSheets.includes(worn)) document.adoptedStyleSheets = [...document.adoptedStyleSheets, worn];
}

/**
 * One element takes a game's colours, in the light of this device.
 * @param {Face|null|undefined} face @returns {Record<string, string>}
 */
export function coloursOf(face) {
  if (!face) return {};
  const palette = matchMedia("(prefers-color-scheme: dark)").matches ? face.dark : face.light;
  return Object.fromEntries(properties(palette));
}

/** @type {DieLook} */
const ANY_DIE = { shade: "one", called: "", hurts: [], hurt_called: "", lent: false };

/**
 * How dice of a source look.
 * @param {Game} game @param {string} from @returns {DieLook}
 */
export function dieLook(game, from) {
  return game.face?.dice[from] ?? game.face?.dice[from.split(" ").at(-1) ?? ""] ?? ANY_DIE;
}

const ANY_TRACK = { drawn: "boxes", tone: "plain", short: "", thing: "", tells_at_end: false, used: "" };

/**
 * How a track looks.
 * @param {Game} game @param {string} name @returns {TrackLook}
 */
export function trackLook(game, name) {
  return game.face?.tracks[name] ?? /** @type {TrackLook} */ (ANY_TRACK);
}

/**
 * Whether a character has what a track belongs to: only who has a companion has its health.
 * @param {Game} game @param {Character} character @param {string} track
 */
export function hasTrack(game, character, track) {
  const { thing = "" } = trackLook(game, track);
  const things = /** @type {any[]} */ (/** @type {unknown} */ (character.values.things ?? []));
  return !thing || things.some((each) => each.kind === thing);
}

/**
 * Whether a change of a track or mark is a gain, harm, or neither.
 * @param {Game} game @param {string} name @param {number|boolean} by @returns {"good"|"hurt"|"plain"}
 */
export function toneOfChange(game, name, by) {
  const up = by === true || Number(by) > 0;
  if (game.sheet.marks.some((each) => each.mark === name)) {
    return game.face?.good_marks.includes(name) ? "plain" : up ? "hurt" : "good";
  }
  const { tone } = trackLook(game, name);
  if (tone === "plain") return "plain";
  return (tone === "good") === up ? "good" : "hurt";
}

/**
 * What waited for a roll and went into it: "uses a bonus of 1 for this roll", "bears a penalty of 2 in this roll".
 * @param {Game} game @param {string} track @param {number} by
 */
export function waitedWords(game, track, by) {
  const { used } = trackLook(game, track);
  const what = used.includes("{n}") ? used.replace("{n}", String(-by)) : `a ${used || plain(track)} of ${-by}`;
  return toneOfChange(game, track, by) === "good" ? `bears ${what} in this roll` : `uses ${what} for this roll`;
}

/**
 * What people call a move.
 * @param {Game} game @param {string} move
 */
export function moveCalled(game, move) {
  return game.face?.moves[move] ?? "";
}

/**
 * What an option is called by its deed; `shown` tells what stands in its braces.
 * @param {Game} game @param {string} option @param {(name: string) => string} shown
 */
export function deedCalled(game, option, shown) {
  return game.face?.deeds[option]?.replace(/\{(\w+)\}/g, (_, name) => shown(name)) ?? "";
}

/**
 * What was chosen last, while its dice are still to fall.
 * @param {Game} game @param {Roll} roll @returns {string}
 */
export function deedDone(game, { asks, record }) {
  const { chose = "" } = (asks?.ask === "dice" && record?.steps.at(-1)) || {};
  return chose && (deedCalled(game, chose, () => "") || begun(plain(chose)));
}

/**
 * A ruling as the question that it answers.
 * @param {Game} game @param {string} ruling
 */
export function questionOf(game, ruling) {
  return game.face?.questions[ruling]?.asks ?? begun(plain(ruling));
}

/**
 * What an answer to that question says.
 * @param {Game} game @param {string} ruling @param {any} value
 */
export function answerOf(game, ruling, value) {
  const asked = game.face?.questions[ruling];
  return asked?.answers[value] ?? (asked?.number.replace("{n}", value) || plain(String(value)));
}

/**
 * Whether a move asks fate, and nobody does anything: an oracle, a price.
 * @param {Game} game @param {string} move
 */
export function asksFate(game, move) {
  return !!game.face?.at_hand.includes(move);
}

/**
 * The text that is a roll's headline: what someone does, or asks; none where a table of many rows answers.
 * @param {Game} game @param {string} move
 */
export function headlineOf(game, move) {
  const declared = moveOf(game, move);
  const head = declared.inputs.find((each) => each.heads)?.input;
  return head ?? (asksFate(game, move) && declared.tiers.length > MOST_ON_A_BAR ? "" : "intent");
}

/**
 * What a roll is called that is about something, and not what anybody does: "Fortune".
 * @param {Game} game @param {string} move
 */
export function fateCalled(game, move) {
  return asksFate(game, move) && headlineOf(game, move) === "intent" ? begun(plain(move)) : "";
}

/**
 * "Fortune for Nyx: Skulk", of a roll that is about something; empty for what somebody does.
 * @param {Game} game @param {any} roll @param {string} who
 */
export function fateFor(game, { move, trait }, who) {
  const fate = fateCalled(game, move);
  return fate && `${fate} for ${who.replace(/^The /, "the ")}${trait ? `: ${begun(plain(trait))}` : ""}`;
}

/**
 * The texts that stand at the head of a roll.
 * @param {Game} game @param {string} move
 */
export function headlinesOf(game, move) {
  return asksFate(game, move) ? [headlineOf(game, move)] : ["intent", "stakes"];
}

const TONES = {
  1: ["works"],
  2: ["fail", "works"],
  3: ["fail", "half", "works"],
  4: ["fail", "half", "works", "great"],
  5: ["fail", "short", "half", "works", "great"],
  6: ["ruin", "fail", "short", "half", "works", "great"],
};

/**
 * How good a level is, from its place among all.
 * @param {number} place @param {number} levels @returns {"ruin"|"fail"|"short"|"half"|"works"|"great"}
 */
export function toneOf(place, levels) {
  return TONES[levels]?.[place] ?? (levels > 6 ? "short" : "works");
}

/**
 * The tone of a tier of a move.
 * @param {string[]} tiers @param {string} tier
 */
export function toneOfTier(tiers, tier) {
  const place = tiers.indexOf(tier);
  if (place < 0) return tier === "it just happens" ? "works" : "fail"; // what a move does not list else is a lack of it
  return toneOf(place, tiers.length);
}

/**
 * Ready phrases for what an outcome brings: those of its tier, else those of its kind.
 * @param {Game} game @param {string} kind @param {string} tier
 */
export function phrasesOf({ face }, kind, tier) {
  return face?.phrases[`${kind}: ${tier}`] ?? face?.phrases[kind] ?? [];
}

/**
 * Whether a move of the game's own list says itself what a miss brings.
 * @param {Game} game @param {string} listed
 */
export function isUnstaked({ face }, listed) {
  return face?.phrases[`stakes: ${listed}`]?.length === 0;
}

/** @type {WeakMap<Face, Record<string, string>>} */
const usual = new WeakMap();

/**
 * Words of the game are explained as the table has ruled.
 * @param {State} state
 */
export function explain({ game: { face }, view: { rulings } }) {
  if (!face || !Object.keys(face.reworded).length) return;
  const words = usual.get(face) ?? face.glossary;
  usual.set(face, words);
  face.ruled = {};
  for (const [ruling, by] of Object.entries(face.reworded))
    for (const [word, says] of Object.entries(by[String(rulings[ruling])] ?? {}))
      face.ruled[word] = says.replace("{}", face.ruled[word] ?? words[word]);
  face.glossary = { ...words, ...face.ruled };
}
