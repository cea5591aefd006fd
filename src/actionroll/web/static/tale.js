// A roll as one story: what people wrote, the dice, the outcome, what was decided and what it brought.

import { fateCalled, moveCalled, toneOfTier } from "./face.js";
import { moveOf, tiersSeen } from "./game.js";
import { deedOf, isStanding, isToldApart, named, partCharacter, whyWords } from "./people.js";
import { TOLD, decidedWords, diceThrown, entryWords, outcomeKnown, rollAt, rolled, tail } from "./story.js";
import { characterName } from "./table-state.js";
import { bare, begun, facesLine, plain } from "./words.js";

const IN_STORIES = new Set([...TOLD, "undone"]);

/**
 * A roll as one story: who, intent, dice, outcome, what was decided, what it brought.
 * @param {State} state @param {number} number @param {Entry[]} entries those of the roll that are known, oldest first
 */
export function storyOf(state, number, entries) {
  const roll = rollAt(state, number);
  const texts = Object.assign({}, ...entries.map((entry) => ({ ...entry.inputs, ...entry.attempt })));
  const title = texts.question || (roll ? deedOf(state, roll, texts) : texts.intent || "");
  const fate = roll ? fateCalled(state.game, roll.move) : "";
  const throws = entries.filter((entry) => entry.kind === "thrown");
  const last = [...entries].reverse().find((entry) => entry.tier);
  const ended = outcomeKnown(state, number);
  const left = roll && !last && moveOf(state.game, roll.move).diceless ? entries.at(-1) : undefined; // not done
  const head = left && roll ? deedLeft(state, roll, left) : roll ? rolled(state, roll) : `Roll ${number}`;
  const stands = last?.tier ?? throws.at(-1)?.now ?? "";
  const tiers = roll ? tiersSeen(state.view, roll, tiersWith(state.game, roll.move, stands)) : [];
  const told = entries
    .filter((entry) => !entry.answers || (isStanding(state, entry) && !isToldApart(state, entry)))
    .filter((entry) => IN_STORIES.has(entry.kind) && !isHelpTakenBack(entry, entries))
    .filter((entry) => left !== entry || entry.kind !== "withdrawn") // its head says it
    .filter((entry) => !isOneStep(state, roll, entry, entries) && !isUnasked(state, roll, entry));
  const isBefore = (/** @type {Entry} */ { number, kind }) =>
    !!last && number <= last.number && !(number === last.number && kind === "thrown"); // what it came of, not its cost
  const linesOf = (/** @type {boolean} */ before) =>
    told
      .filter((entry) => isBefore(entry) === before)
      .map((entry) => storyLine(state, roll, entry))
      .filter(Boolean);
  return {
    title: (fate && title ? `${fate}: ${title}` : title) || head,
    subtitle: title && roll ? head : "",
    tier: stands ? begun(named(state, roll, stands)) : "",
    tone: stands && roll ? toneOfTier(tiers, stands) : "works",
    faces: facesBySide(state, roll) || throws.map((each) => facesLine(diceThrown(each))).join("; then "),
    why: ended && roll ? whyWords(state, roll, ended) : "",
    byHand: throws.some((entry) => entry.by_hand),
    before: linesOf(true),
    lines: [...(last ? [...saidBefore(texts), ...chosenFor(texts)] : []), ...linesOf(false)],
    over: !!last,
  };
}

/**
 * What is done without dice, and was not done: left, or still to be done.
 * @param {State} state @param {Roll} roll @param {Entry} last
 */
function deedLeft(state, roll, last) {
  if (last.kind === "withdrawn") return entryWords(state, last).replace(/\.$/, "");
  return `${characterName(state, roll.character)}: ${moveCalled(state.game, roll.move) || plain(roll.move)}`;
}

/**
 * "At stake: You are seen.": what the gm said of it before the dice fell.
 * @param {Record<string, any>} texts
 */
function saidBefore(texts) {
  return Object.entries({ expectations: "How it could end", stakes: "At stake" })
    .filter(([name]) => texts[name])
    .map(([name, what]) => `${what}: ${texts[name]}`);
}

/**
 * "Bargain: You leave a trace.": the words of what someone chose, said before the dice fell.
 * @param {Record<string, any>} texts
 */
function chosenFor(texts) {
  const words = (/** @type {string} */ name) => (typeof texts[name] === "string" ? texts[name].trim() : "");
  const chosen = Object.values(texts).filter((each) => typeof each === "string" && words(each));
  return chosen.map((each) => `${begun(plain(each))}: ${words(each)}`);
}

/**
 * "Marrow 6 5, Ser Ottoline 5 4": whose dice showed what, where more than one throws.
 * @param {State} state @param {Roll|null} roll
 */
function facesBySide(state, roll) {
  const throws = (roll?.record?.steps ?? []).filter((/** @type {any} */ step) => step.do === "throw");
  const parts = (/** @type {any} */ step) => [...new Set(step.dice.map((/** @type {Die} */ die) => die.by ?? ""))];
  if (!throws.some((/** @type {any} */ step) => parts(step).length > 1)) return "";
  const told = (/** @type {any} */ step) => (/** @type {any} */ part) => {
    const own = step.dice.filter((/** @type {Die} */ die) => (die.by ?? "") === part);
    return `${begun(named(state, roll, part || "roller"))} ${facesLine(own)}`;
  };
  return throws.map((/** @type {any} */ step) => parts(step).map(told(step)).join(", ")).join("; then ");
}

/**
 * Whether somebody only let it be to choose further, in one tap: it is told by what they chose.
 * @param {State} state @param {Roll|null} roll @param {Entry} entry @param {Entry[]} entries
 */
function isOneStep(state, roll, entry, entries) {
  if (entry.kind !== "decided" || entry.tier || !roll) return false;
  const declared = moveOf(state.game, roll.move).decisions.find((each) => each.decision === bare(entry.decision));
  const next = entries.find((each) => each.number > entry.number && ["decided", "thrown"].includes(each.kind));
  const goesOn = next?.kind === "decided" && next.by === entry.by && next.part === entry.part;
  return goesOn && !!declared && Object.keys(declared.options)[0] === entry.option;
}

/**
 * Whether nobody was asked, so that a decision was left as it is: it ends in what all are content with, or who answered
 * neither plays that part nor leads.
 * @param {State} state @param {Roll|null} roll @param {Entry} entry
 */
function isUnasked({ game, view }, roll, { kind, by, decision, option, tier, part = "roller" }) {
  if (!roll || kind !== "decided") return false;
  const declared = moveOf(game, roll.move).decisions.find((each) => each.decision === decision);
  if (!declared || option !== Object.keys(declared.options)[0]) return false;
  const seat = view.characters.find((each) => each.character === partCharacter(roll, part))?.seat;
  const isOther = view.with_gm && !!seat && seat !== by;
  return !!declared.content?.includes(tier) || (isOther && view.seats.find((each) => each.seat === by)?.role !== "gm");
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
  const how = ` (${told.faces}). ${told.why}`;
  const short = told.tier && !told.before.length ? `: ${told.tier.toLowerCase()}${how}` : ".";
  const after = told.tier && told.before.length ? `${told.tier}${how}` : "";
  return [head + short, ...told.before, after, ...told.lines].filter(Boolean).join(" ").trim();
}
