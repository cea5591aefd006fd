// A roll as one story: what people wrote, the dice, the outcome, what was decided and what it brought.

import { fateCalled, toneOfTier } from "./face.js";
import { moveOf } from "./game.js";
import { deedOf, isStanding, named, whyWords } from "./people.js";
import { TOLD, decidedWords, diceThrown, entryWords, outcomeKnown, rollAt, rolled, tail } from "./story.js";
import { AS_USUAL, begun, facesLine } from "./words.js";

const IN_STORIES = new Set([...TOLD, "undone"]);

/**
 * A roll as one story: who, intent, dice, outcome, what was decided, what it brought.
 * @param {State} state @param {number} number @param {Entry[]} entries those of the roll that are known, oldest first
 */
export function storyOf(state, number, entries) {
  const roll = rollAt(state, number);
  const texts = Object.assign({}, ...entries.map((entry) => ({ ...entry.inputs, ...entry.attempt })));
  const title = texts.question || (roll ? deedOf(state, roll, texts) : texts.intent);
  const fate = roll ? fateCalled(state.game, roll.move) : "";
  const throws = entries.filter((entry) => entry.kind === "thrown");
  const last = [...entries].reverse().find((entry) => entry.tier);
  const ended = outcomeKnown(state, number);
  const stands = last?.tier ?? throws.at(-1)?.now ?? "";
  const lines = entries
    .filter((entry) => !entry.answers || isStanding(state, entry))
    .filter((entry) => IN_STORIES.has(entry.kind) && !isHelpTakenBack(entry, entries))
    .map((entry) => storyLine(state, roll, entry))
    .filter(Boolean);
  return {
    title: (fate && title ? `${fate}: ${title}` : title) || (roll ? rolled(state, roll) : `Roll ${number}`),
    subtitle: title && roll ? rolled(state, roll) : "",
    tier: stands ? begun(named(state, roll, stands)) : "",
    tone: stands && roll ? toneOfTier(tiersWith(state.game, roll.move, stands), stands) : "works",
    dice: throws.map(diceThrown),
    why: ended && roll ? whyWords(state, roll, ended) : "",
    stakes: texts.stakes === AS_USUAL ? "" : (texts.stakes ?? ""),
    byHand: throws.some((entry) => entry.by_hand),
    lines,
    over: !!last,
  };
}

/**
 * The tiers among which one is: those of its move, or where a roll became another, as off the job, of that.
 * @param {Game} game @param {string} move @param {string} tier
 */
function tiersWith(game, move, tier) {
  const own = moveOf(game, move).tiers;
  return own.includes(tier) ? own : (game.moves.find((each) => each.tiers.includes(tier))?.tiers ?? own);
}

/**
 * Whether help was offered and taken back before the dice fell.
 * @param {Entry} entry @param {Entry[]} entries
 */
function isHelpTakenBack({ kind, number, character }, entries) {
  const ofIt = (/** @type {Entry} */ each) => each.kind === "offer_withdrawn" && each.character === character;
  return kind === "offered" && entries.some((each) => ofIt(each) && each.number > number);
}

/** @param {State} state @param {any} roll @param {Entry} entry */
function storyLine(state, roll, entry) {
  if (entry.kind === "thrown") return tail(state, entry).trim();
  if (entry.kind === "decided") return `${decidedWords(state, roll, entry)}${tail(state, entry)}`;
  return entryWords(state, entry);
}

/**
 * To paste elsewhere.
 * @param {ReturnType<typeof storyOf>} told
 */
export function storyText(told) {
  const head = `${told.title.replace(/\.$/, "")}${told.subtitle ? ` (${told.subtitle})` : ""}`;
  const tier = told.tier ? `: ${told.tier.toLowerCase()} (${told.dice.map(facesLine).join("; ")}). ${told.why}` : ".";
  return [head + tier, ...told.lines].join(" ").trim();
}
