// Entries of the log in words: each is a sentence of its own. The story of a roll is made of them.

import { tableWords } from "./evenings.js";
import { answerOf, deedCalled, fateCalled, fateFor, moveCalled, questionOf } from "./face.js";
import { moveOf, ownList, pickCalled } from "./game.js";
import { LEFT_TO_SAY, changesLeft, changesWords, joinWords, named, partName } from "./people.js";
import { listedMove, rollersName, stands, textsOf, whereName, whyWords } from "./people.js";
import { characterName, declaredMove, seatName } from "./table-state.js";
import { UNSAID, WORDLESS, bare, begun, doesTold, facesLine, isNews, listed, plain } from "./words.js";
import { rolledWith, shareTold } from "./words.js";

/** What is told of a roll. */
export const TOLD = ["offered", "decided", "named", "proposed", "settled", "withdrawn", "closed", "wished", "thrown"];
const OF_ROLLS = new Set(["declared", "set", "offer_withdrawn", ...TOLD]);

/**
 * The roll that an entry belongs to; 0 if it stands for itself.
 * @param {Entry} entry
 */
export function rollNumber(entry) {
  if (entry.kind === "declared") return entry.number;
  if (entry.kind === "undone") return entry.roll || (entry.reopens?.[0][1] ?? 0);
  return OF_ROLLS.has(entry.kind) ? (entry.roll ?? 0) : 0;
}

/**
 * Whether an entry says nothing.
 * @param {Entry} entry
 */
export function isSilent(entry) {
  if (["committed", "called", "contributed"].includes(entry.kind)) return !entry.afresh;
  return entry.kind === "edited" && !entry.changes?.length;
}

/** @param {State} state @param {Entry} entry @returns {Roll|null} */
export function rollOf(state, entry) {
  return rollAt(state, rollNumber(entry));
}

const USUAL = { move: "action", trait: "", against: "", members: [], offers: [] };

/**
 * A roll as far as it is known here: as it stands, or as it was declared. Entries leave out what is as usual.
 * @param {State} state @param {number} number @returns {Roll|null}
 */
export function rollAt(state, number) {
  const standing = state.view.rolls.find((each) => each.roll === number);
  const declared = number ? state.log.get(number) : undefined;
  return standing ?? (declared ? /** @type {any} */ ({ ...USUAL, ...declared }) : null);
}

/** @param {State} state @param {Entry} entry @param {string} by */
function laidWords(state, entry, by) {
  const [where, what, , after] = entry.changes?.[0] ?? ["", "", "", ""];
  const who = characterName(state, where);
  if (what === "paper:private") return `${by} wrote a note of their own.`;
  if (what === "paper:portrait") return after ? `${by} gave ${who} a face.` : `${by} took ${who}’s portrait away.`;
  return `${who === where ? "Someone" : who} is introduced.`;
}

/** @param {State} state @param {Entry} entry @returns {string} */
export function entryWords(state, entry) {
  const by = begun(seatName(state, entry.by));
  const roll = rollOf(state, entry);
  const who = roll ? characterName(state, roll.character) : "";
  switch (entry.kind) {
    case "made":
      return `${entry.name} joins the story.`;
    case "given":
      return `${characterName(state, entry.character)} is now played by ${seatName(state, entry.seat)}.`;
    case "edited":
      return `${by} changed: ${changesWords(state, entry.changes)}.`;
    case "character_renamed":
      return `${entry.changes?.[0][2]} is now called ${entry.changes?.[0][3]}.`;
    case "tended":
      return `${state.game.face?.between || "Between scenes"}: ${entry.what}, ${changesWords(state, entry.changes)}.`;
    case "laid":
      return laidWords(state, entry, by);
    case "undertaken":
      return `${by} began the ${entry.what} “${entry.name}” (${entry.rank}).`;
    case "undertaking_changed":
      return undertakingWords(state, by, entry);
    case "proposed":
      return `${by} proposes: ${settledWords(state, entry)} The gm has the last word.`;
    case "said_late":
      return `${by} says: ${pairs(entry.inputs).join(", ")}.`;
    case "demanded":
      return `${by} asks ${characterName(state, entry.character)} to roll before they help.`;
    case "round_begun":
      return roundBegun(state, entry);
    case "round_changed":
      if (entry.what === "rounds_ended") return "The rounds are over.";
      return `${entry.what === "intended" ? "" : "The actions of this round began. "}${intendedWords(state, entry)}`;
    case "declared":
      return `${rolled(state, roll ?? { ...USUAL, ...entry })}.`;
    case "set":
      return setWords(state, roll, entry, by);
    case "offered":
      return offeredWords(state, roll, entry);
    case "offer_withdrawn":
      return `${characterName(state, entry.character)} no longer helps.`;
    case "withdrawn":
      if (roll && moveOf(state.game, roll.move).diceless)
        return `${who} left it for now: ${moveCalled(state.game, roll.move) || plain(roll.move)}.`;
      return `${entry.by === roll?.seat ? `${who} took the` : `${by} took ${who}’s`} roll back; it cost nothing.`;
    case "thrown":
      return thrownWords(state, roll, entry);
    case "decided":
      if (!entry.tier) return `${decidedWords(state, roll, entry)}${tail(state, entry)}`;
      return `${decidedWords(state, roll, entry)} ${begun(outcomeWords(state, roll, entry))}`;
    case "settled":
      return `${settledWords(state, entry)}${leftWords(state, entry)}`.trim();
    case "named":
      return `${by} says what it would bring: ${settledWords(state, entry)}`;
    case "wished":
      return stands(state, entry) || `${by} asks ${entry.withdrawn ? "no longer " : ""}to take back ${who}’s roll.`;
    case "undone":
      return `${by} took back ${takenBack(entry, who)}.${tail(state, entry)}`;
    case "closed":
      return `The roll of ${who} was closed at no cost: the rules changed.`;
    case "ruled":
      return ruledWords(state, entry.rulings, by);
    case "set_up":
      return `${by} set ${pairs(entry.settings).join(", ")}.`;
    case "revealed":
      return `${by} revealed a secret roll: ${secretTold(state, entry)}.`;
    case "rolled_secretly":
      return `In secret: ${entry.record?.outcome?.words.short ?? ""}${entry.note ? ` (${entry.note})` : ""}`;
    default:
      return tableWords(state, entry, by) || begun(plain(entry.kind));
  }
}

/**
 * What was said of a roll; that words were left unsaid is told only where nothing else was.
 * @param {State} state @param {Roll|null} roll @param {Entry} entry @param {string} by
 */
function setWords(state, roll, { inputs: said, decide, trait, against }, by) {
  const declared = moveOf(state.game, roll?.move ?? "").inputs;
  const asks = declared.find((each) => each.asks_less)?.input ?? "";
  const { defender_name: called, [asks]: lowers, things, ...inputs } = said ?? {};
  const whom = called || (against === "" ? "someone the gm plays" : undefined);
  const other = against ? characterName(state, against) : whom;
  const left = ["", WORDLESS, begun(plain(roll?.trait ?? ""))];
  const texts = declared.filter((each) => each.type === "text" && left.includes(inputs[each.input]));
  for (const each of texts) delete inputs[each.input];
  const set = [...pairs(inputs), ...pairs({ ...decide, trait, against: other })];
  const told = [
    lowers === undefined ? "" : `asks ${lowers ? "" : "no longer "}for lower stakes`,
    things ? `uses ${listed(things) || "none of their things"}` : "",
    set.length ? `set ${set.join(", ")}` : "",
  ].filter(Boolean);
  return `${by} ${listed(told) || "leaves the rest unsaid"}.`;
}

/**
 * "Nyx rolls Skulk against Moth".
 * @param {State} state @param {any} roll
 */
export function rolled(state, roll) {
  const move = declaredMove(state, roll);
  const { kind = "" } = state.view.undertakings.find((each) => each.undertaking === roll.undertaking) ?? {};
  const ends = move === "action" ? "" : state.game.face?.ends[kind]; // by the name that it has at the table
  const called = (ends || moveCalled(state.game, move) || plain(move)).toLowerCase();
  const who = characterName(state, roll.character);
  if (moveOf(state.game, roll.move).diceless) return `${who} ${doesTold(called)}`;
  const fate = fateFor(state.game, roll, who);
  if (fate) return fate;
  const others = (roll.members ?? []).filter((/** @type {string} */ each) => each !== roll.character);
  const names = others.map((/** @type {string} */ each) => characterName(state, each));
  const other = roll.against ? characterName(state, roll.against) : textsOf(state, roll).defender_name;
  const against = other ? ` against ${other}` : "";
  const beside = names.length ? `, with ${listed(names)}` : against;
  const on = roll.undertaking ? ` on “${whereName(state, roll.undertaking)}”` : "";
  const which = [move !== "action" && !against && called, listedMove(state, roll)].filter(Boolean);
  return [`${who} rolls ${begun(plain(pickCalled(state.game, roll)))}`.trim(), ...which].join(": ") + on + beside;
}

/** @param {State} state @param {Roll|null} roll @param {Entry} entry */
function thrownWords(state, roll, entry) {
  if (entry.tier) return `${rollersName(state, roll)}: ${outcomeWords(state, roll, entry)}`;
  const stands = entry.now ? `; now: ${named(state, roll, entry.now)}` : "";
  return `${thrower(state, roll, entry)} threw ${faces(entry)}${stands}.${tail(state, entry)}`;
}

/** @param {State} state @param {string} by @param {Entry} entry */
function undertakingWords(state, by, entry) {
  const [where, name, , after] = entry.changes?.[0] ?? [];
  if (name === "ended") return `${by} ${after ? "ended" : "took up again"} “${whereName(state, where ?? "")}”.`;
  return `${by} changed: ${changesWords(state, entry.changes)}.`;
}

/** @param {State} state @param {Roll|null} roll @param {Entry} entry */
export function decidedWords(state, roll, entry) {
  const deed = deedCalled(state.game, entry.option, (name) => (name === "tier" ? "result" : "die"));
  if (deed) return `${begun(decider(state, roll, entry))} ${doesTold(deed.toLowerCase())}.`;
  const about = bare(entry.decision);
  const more = entry.option === about ? "" : ` (${plain(about)})`;
  return `${begun(decider(state, roll, entry))} chose “${plain(entry.option)}”${more}.`;
}

/** @param {State} state @param {Roll|null} roll @param {Entry} entry */
function offeredWords(state, roll, entry) {
  const joins = joinWords(state, roll, entry.move ?? roll?.move ?? "", entry.input);
  const trait = entry.trait ? ` with ${plain(entry.trait)}` : "";
  const how = entry.how ? `: ${entry.how.trim()}` : "";
  return `${characterName(state, entry.character)} ${joins}${trait}${how}`.replace(/([^.!?…])$/, "$1.");
}

/** @param {Entry} entry @param {string} who */
function takenBack(entry, who) {
  if (entry.roll) return `the roll of ${who}`;
  return entry.reopens ? `what the roll of ${who} brought` : "an entry";
}

/**
 * What was named, in the words that people wrote.
 * @param {State} state @param {Entry} entry
 */
export function settledWords(state, entry) {
  const plan = proposer(state, entry);
  if (plan) return `As ${plan} proposed.`;
  const isTold = entry.kind !== "proposed"; // by the changes beside it
  const moved = (/** @type {Share} */ { who }) => (entry.changes ?? []).some(([where]) => where === who);
  const apart = (/** @type {Share} */ each) => isTold && entry.answer.length > 1 && !moved(each);
  const kinds = (/** @type {(share: Share) => any} */ of) => new Set(entry.answer.map(of)).size;
  const several = kinds(({ who }) => who) > 1 && kinds(({ way, amount }) => `${way} ${amount}`) > 1; // else told once
  const whose = (/** @type {Share} */ each) =>
    each.who && (!isTold || several || apart(each)) ? `${characterName(state, each.who)}: ` : "";
  const put = (/** @type {Share} */ { way, amount, thing }) => `${amount} to ${thing || plain(way)}`;
  const told = (/** @type {any} */ each) => (isTold || !each.amount ? each : { ...each, amount: 0, thing: put(each) });
  return entry.answer
    .filter((/** @type {Share} */ each) => several || !isCounted(entry, each))
    .map((/** @type {any} */ each) => shareTold(apart(each) ? { ...each, amount: 0 } : told(each), whose(each)))
    .filter(isNews)
    .map((/** @type {string} */ told) => told.replace(/([^”])$/, "$1."))
    .join(" ")
    .concat(resisted(state, entry));
}

/**
 * Who had proposed what was then settled just so, where its changes tell all of it; else nobody.
 * @param {State} state @param {Entry} entry
 */
export function proposer(state, { kind, roll, due, by, answer, changes }) {
  const told = (/** @type {any} */ each) => JSON.stringify([each.due, each.answer]);
  const plan = [...state.log.values()].filter((each) => each.kind === "proposed" && each.roll === roll).at(-1);
  if (!plan || kind !== "settled" || !changes?.length || plan.by === by) return "";
  if (told(plan) !== told({ due, answer }) || answer.some((/** @type {Share} */ { words }) => words)) return "";
  return plan.by === state.view.you.seat ? "you" : seatName(state, plan.by);
}

/**
 * " Resisted.": what was named did not fall so, and what is told to have come of it is what is left of it.
 * @param {State} state @param {Entry} entry
 */
function resisted(state, { answers }) {
  const roll = state.view.rolls.find((each) => each.roll === answers);
  const move = roll ? moveOf(state.game, roll.move) : null;
  const tier = roll?.record?.outcome?.tier;
  return tier && move?.only_answers && tier === move.tiers.at(-1) ? ` ${begun(tier)}.` : "";
}

/**
 * Whether how much of it there was is told by the change alone: "Health 4" would read as what is left.
 * @param {Entry} entry @param {Share} share
 */
function isCounted({ kind, answers, changes }, { way, amount, who, words }) {
  if (kind !== "settled" || answers || words || !((amount ?? 0) > 1)) return false;
  return (changes ?? []).some(([where, name]) => name === way && (!who || where === who));
}

/**
 * What came of what was settled; of what a roll answered, what is left of it, once that is said.
 * @param {State} state @param {Entry} entry
 */
function leftWords(state, entry) {
  const changes = changesLeft(state, entry);
  return changes ? tail(state, { ...entry, changes }) : ` ${LEFT_TO_SAY}`;
}

/** @param {State} state @param {Roll|null} roll @param {Entry} entry */
function outcomeWords(state, roll, entry) {
  const ended = outcomeKnown(state, entry.roll);
  const why = ended && roll ? whyWords(state, roll, ended) : `${faces(entry)}.`;
  return [`${named(state, roll, entry.tier)}.`, why].filter(Boolean).join(" ") + tail(state, entry);
}

/**
 * How a roll ended with its words, as far as the page was told; entries only hold facts.
 * @param {State} state @param {number|undefined} number @returns {any}
 */
export function outcomeKnown(state, number) {
  return state.view.rolls.find((each) => each.roll === number)?.record?.outcome ?? null;
}

/**
 * "Gwen asks you to roll Read".
 * @param {State} state @param {Entry} entry
 */
export function calledWords(state, entry) {
  const { move = "action", trait = "" } = entry;
  const called = fateCalled(state.game, move).toLowerCase() || moveCalled(state.game, move) || plain(move);
  const deed = move === "action" ? "" : called;
  const listed = begun(plain(entry.inputs?.[ownList(state.game, move)?.input] ?? ""));
  const what = rolledWith([deed, listed].filter(Boolean).join(", "), trait);
  return `${begun(seatName(state, entry.by))} asks you to roll${what ? ` ${what}` : ""}`;
}

/** @param {State} state @param {Entry} entry */
export function tail(state, entry) {
  const { each_round: kept } = state.game.sheet; // who has acted is told by what they did
  const owed = Object.keys(state.game.face?.owed ?? {}); // and what is still to be chosen, by its choice
  const changes = entry.changes?.filter(([, name]) => ![...kept, ...owed].includes(name));
  const told = changesWords(state, changes, ["thrown", "decided"].includes(entry.kind));
  return told ? ` ${begun(told)}.` : "";
}

/** @type {Record<string, string>} */
const SAID = { null: "none", true: "yes", false: "no" };

/** @param {Record<string, any>|undefined} values */
function pairs(values) {
  const said = Object.entries(values ?? {}).filter(([, value]) => value !== undefined);
  return said.map(([name, value]) => `${plain(name)} ${SAID[value] ?? plain(String(value))}`);
}

/** @param {State} state @param {Record<string, any>} rulings @param {string} by */
function ruledWords({ game }, rulings, by) {
  const comes = []; // and goes in play: told by what it is, no rule that somebody settled
  const settled = [];
  for (const [name, value] of Object.entries(rulings)) {
    const { answer, begins, ends } = game.face?.switches[name] ?? {};
    if (begins) comes.push(answer === value ? begins : ends);
    else settled.push(`${questionOf(game, name)} ${answerOf(game, name, value)}.`);
  }
  return [...comes, ...(settled.length ? [`${by} settled house rules:`, ...settled] : [])].join(" ");
}

/** @param {State} state @param {Entry} entry */
function intendedWords(state, entry) {
  const [, , before, after] = entry.changes?.find(([, name]) => name === "intentions") ?? [];
  const who = Object.keys(after ?? {}).filter((each) => after[each] !== before?.[each]);
  const told = (/** @type {string|false} */ said) => (said === WORDLESS ? UNSAID : `is about to: ${said}`);
  return who.map((each) => `${characterName(state, each)} ${told(after[each])}`).join("; ");
}

/** @param {State} state @param {Entry} entry */
function roundBegun(state, entry) {
  const round = entry.changes?.find(([where, name]) => where === "table" && name === state.game.rounds?.track);
  const others = { ...entry, changes: entry.changes?.filter(([where]) => where !== "table") };
  return `${round ? `Round ${round[3]}` : "A new round"} began.${tail(state, others)}`;
}

/**
 * What a secret roll came to, and with which dice.
 * @param {State} state @param {Entry} entry
 */
export function secretTold(state, { entry }) {
  const { note = "", tier = "" } = entry ?? {};
  return `${note ? `${note}, ` : ""}${named(state, null, tier)} (${faces(entry ?? {})})`;
}

/** @param {Entry} entry @returns {Die[]} */
export function diceThrown(entry) {
  const dice = /** @type {[number, number][]} */ (entry.dice ?? []);
  return dice.map(([sides, face]) => ({ die: sides === -3 ? "dF" : `d${sides}`, face, from: "", counted: true }));
}

/** @param {Entry} entry */
function faces(entry) {
  return facesLine(diceThrown(entry)) || "no dice";
}

/**
 * Who answered.
 * @param {State} state @param {Roll|null} roll @param {Entry} entry
 */
function decider(state, roll, entry) {
  return roll ? partName(state, roll, entry.part ?? "roller") : seatName(state, entry.by);
}

/**
 * Whose dice fell.
 * @param {State} state @param {Roll|null} roll @param {Entry} entry
 */
function thrower(state, roll, entry) {
  return roll && entry.part ? partName(state, roll, entry.part) : characterName(state, roll?.character ?? "");
}
