// Who someone is in a roll, and what it costs or brings them, in words.

import { worded } from "./labels.js";
import { begun, plain, signed } from "./numbers.js";
import { isOpposed } from "./roll-chooser.js";
import { characterName } from "./table-state.js";

const OTHER_SIDE = "the other side";

/** The character behind a part of a roll; empty for the gm and for parts that no character plays. @param {any} roll @param {string} part */
export function partCharacter(roll, part) {
  if (roll.parts) return roll.parts[part] ?? "";
  const place = Number(part.split("-")[1]) - 1;
  if (part.startsWith("helper-")) return roll.offers?.[place]?.character ?? "";
  if (part.startsWith("member-")) return roll.members?.[place] ?? "";
  if (part === "defender") return roll.against;
  return part === "roller" || part === "attacker" ? roll.character : "";
}

/** A part by the name of its character. @param {any} state @param {any} roll @param {string} part */
export function partName(state, roll, part) {
  const character = partCharacter(roll, part);
  if (character) return characterName(state, character);
  return part === "defender" ? OTHER_SIDE : part === "gm" ? "the gm" : plain(part);
}

/** What someone does who joins a roll through an input: "helps", "takes part", "helps Nyx" where there are sides. @param {any} state @param {any} roll @param {string} move @param {string} input */
export function joinWords(state, roll, move, input) {
  if (input === "members") return "takes part";
  const declared = state.game.moves.find((each) => each.move === move)?.inputs.find((each) => each.input === input);
  const side = ["attacker", "defender"].find((each) => input.startsWith(`${each}_`));
  return `${declared?.joins?.told ?? "helps"}${side && roll ? ` ${partName(state, roll, side)}` : ""}`;
}

/** A mark is set or cleared: "marks wounded", "clears wounded". @param {string} mark @param {boolean} set */
export function markWords(mark, set) {
  return `${set ? "marks" : "clears"} ${plain(mark)}`;
}

/** "Moth stress +1", "Moth marks wounded". @param {any} state @param {any} roll @param {{who: string, character?: string, track: string, by: number}} effect */
export function effectWords(state, roll, effect) {
  const name = effect.character ? characterName(state, effect.character) : partName(state, roll, effect.who);
  return `${name} ${isMark(state, effect.track) ? markWords(effect.track, effect.by > 0) : `${plain(roll?.track_names?.[effect.track] ?? effect.track)} ${signed(effect.by)}`}`;
}

/** What is paid, as sentences: "It costs Moth stress +1. Moth marks acted." Empty where it costs nothing. @param {any} state @param {any} roll @param {any[]} paid */
export function costWords(state, roll, paid) {
  const marks = paid.filter((each) => isMark(state, each.track));
  const points = paid.filter((each) => !marks.includes(each)).map((each) => effectWords(state, roll, each));
  return [points.length ? `It costs ${points.join(", ")}.` : "", ...marks.map((each) => `${effectWords(state, roll, each)}.`)].filter(Boolean).join(" ");
}

/** @param {any} state @param {string} name */
function isMark(state, name) {
  return state.game.sheet.marks.some((each) => each.mark === name);
}

/** One line of why an outcome is what it is: without the tier before it and the changes after it. @param {any} state @param {any} roll @param {any} outcome */
export function whyWords(state, roll, outcome) {
  const sentences = outcome.words.short.split(/(?<=\.) /);
  const told = (outcome.effects.length ? sentences.slice(0, -1) : sentences).join(" ");
  const tier = `${outcome.tier.toLowerCase()}: `;
  return named(state, roll, told.toLowerCase().startsWith(tier) ? begun(told.slice(tier.length)) : told);
}

/** Dice with the names of those whose they are in place of their parts. @param {any} state @param {any} roll @param {any[]} dice */
export function diceNamed(state, roll, dice) {
  return dice.map((die) => ({ ...die, from: named(state, roll, die.from) }));
}

/** Words of the rules about a roll, with the names of those who take part. @param {any} state @param {any} roll @param {string} words */
export function named(state, roll, words) {
  if (!roll) return worded(words);
  const helped = worded(words).replace(/\b(helper|member|participant)[ -](\d+)/gi, (whole, kind, place) => {
    const part = `${kind.toLowerCase()}-${place}`;
    return partCharacter(roll, part) ? partName(state, roll, part) : whole;
  });
  const told = isOpposed(state.game, roll.move) ? sided(helped, (part) => partName(state, roll, part)) : helped;
  return told.replace(/\b(the )?roller\b/gi, () => characterName(state, roll.character));
}

/** Words of the rules about contests of many rolls, as they were for the seat that rolled them. @param {string} words @param {string} seat */
export function fromSeat(words, seat) {
  return sided(words, (part) => (part === "attacker" ? seat : OTHER_SIDE));
}

/** @param {string} words @param {(part: string) => string} nameOf */
function sided(words, nameOf) {
  return words.replace(/\b(?:the )?(attacker|defender)\b/gi, (whole, part) => begunAs(whole, nameOf(part.toLowerCase())));
}

/** Words in the place of others, with a capital letter where those had one. @param {string} others @param {string} words */
function begunAs(others, words) {
  return others[0] === others[0].toLowerCase() ? words : begun(words);
}

/** Who rolls, and against whom where there are two sides. @param {any} state @param {any} roll */
export function rollersName(state, roll) {
  const who = characterName(state, roll?.character ?? "");
  return roll && isOpposed(state.game, roll.move) ? `${who} against ${partName(state, roll, "defender")}` : who;
}
