// What others did comes to this screen as cards: which there are, which wait, and which are over.

import { conditionWords } from "./evenings.js";
import { toneOfChange } from "./face.js";
import { askedInVain, isMoved, partCharacter, stands } from "./people.js";
import { calledWords, entryWords, proposer, rollOf, secretTold } from "./story.js";
import { characterName, isLive, isMyTurn, myCharacters, seatName } from "./table-state.js";
import { IN_WORDS, begun, plain } from "./words.js";

/**
 * Cards about another roll than the one on stage, while that is still played, and all that came before its dice fell:
 * they wait in the strip and cover nothing. On a phone those of the same roll wait too while this seat has to decide.
 * @param {State} state @param {Taps} does @param {boolean} [small] no room beside the stage for other changes either
 * @returns {any[]}
 */
export function dockedCards(state, does, small) {
  const staged = state.view.rolls.find((each) => each.roll === does.staged);
  if (!staged) return [];
  const own = [...state.log.values()].filter((each) => each.roll === staged.roll && each.changes);
  const last = Math.max(does.fell.number, ...own.map((each) => each.number)); // what it brought is newer, too
  const isOlder = (/** @type {any} */ { number }) => does.fell.roll === staged.roll && number < last;
  const waits = (/** @type {any} */ card) =>
    (isLive(staged) || isOlder(card) || card.begun) &&
    (card.of || (small && (card.shared || card.changes.length || (isOlder(card) && !card.evening))));
  const decides = small && staged.status !== "open" && isMyTurn(state, staged); // nothing lies over what is mine to say
  const docks = (/** @type {any} */ each) => (each.of === staged.roll ? decides && !each.wish : waits(each));
  return does.cards.filter((each) => docks(each) && !isOver(state, each) && each.number !== does.cardShown);
}

/** @param {any} card */
export const isPassing = ({ now }) => now !== undefined; // a clock moves

/**
 * A card tells once: who saw it and went on finds it as a line while that lasts, and no more after it.
 * @param {Taps} does @param {any[]} docked those that wait in the strip now
 */
export function tellOnce(does, docked) {
  does.cards = does.cards.filter((each) => !each.left || docked.includes(each) || each.number === does.cardShown);
  for (const card of docked) card.left = !!card.seen;
}

/** What is no news without its words. */
const SILENT = ["Nothing", begun(IN_WORDS)];
const DID = { settled: "says what it brings", undone: "takes something back", thrown: "rolled", decided: "ended it" };

/**
 * What everyone should see at once: a clock that is full, a scene that begins, an evening that is over.
 * @param {State} state @param {Entry} entry @returns {any}
 */
function momentOf(state, entry) {
  const card = { number: entry.number, text: "", changes: [] };
  const filled = (entry.changes ?? []).find(([, name]) => name === "filled");
  const [id, , , after] = filled ?? [entry.clock];
  const clock = state.view.clocks.find((each) => each.clock === id);
  if (clock && (entry.kind === "clock_filled" || after === clock.size))
    return { ...card, clock: id, title: "A clock is full", words: clock.name, text: entry.text ?? "" };
  if (entry.by === state.view.you.seat) return null;
  if (clock && filled && entry.kind === "edited")
    return {
      ...card,
      shared: true,
      clock: id,
      was: filled[2],
      now: after,
      size: clock.size,
      title: `The clock “${clock.name}” moves`,
    };
  if (isForAll(state, entry))
    return {
      ...card,
      shared: true,
      entry,
      title: entryWords(state, entry),
      begun: entry.kind === "undertaken" && !entry.character ? entry.what : "",
    };
  if (entry.kind === "scene_begun")
    return {
      ...card,
      title: "A scene begins",
      words: entry.name,
      text: (entry.conditions ?? []).map(conditionWords).join("; "),
    };
  const [evening, what, , ended] = entry.kind === "evening_changed" ? (entry.changes?.[0] ?? []) : [];
  return what === "ended" && ended
    ? { ...card, evening, closes: true, title: "The evening is over", words: nameOf(state, evening ?? "") }
    : null;
}

/** @type {EntryKind[]} */
const BEGUN = ["clock_made", "clock_removed", "undertaken", "undertaking_changed", "scene_ended"];

/**
 * Whether someone began, changed or ended what all share or what is of one of mine: told in the words of the log.
 * @param {State} state @param {Entry} entry
 */
function isForAll(state, { kind, what, undertaking, character = "", changes }) {
  if (state.view.you.role === "onlooker") return false;
  if (what === "rounds_ended" || (kind === "ruled" && state.view.rolls.length)) return true;
  const [where = undertaking] = changes?.[0] ?? [];
  const whose = state.view.undertakings.find((each) => each.undertaking === where)?.character ?? character;
  return BEGUN.includes(kind) && (!whose || myCharacters(state).some((each) => each.character === whose));
}

/** @param {State} state @param {string} id */
function nameOf(state, id) {
  return state.view.evenings.find((each) => each.evening === id)?.name ?? "";
}

/**
 * What a card tells of progress: on what, from where and to where; nothing if it tells of anything else.
 * @param {any} card @returns {Change|[]}
 */
function progressOf({ entry }) {
  return entry?.changes?.find((/** @type {Change} */ [, name]) => name === "ticks") ?? [];
}

/**
 * Whether nothing is left to tell of: an evening after which someone rolls again, a roll that was thrown or taken back
 * meanwhile, what began or was marked and is at its end, what began and was rolled on since, marks that others have
 * moved on from, and changes without a word of which none stands any more.
 * @param {State} state @param {any} card
 */
export function isOver({ view }, card) {
  if (card.closes && view.rolls.some((each) => each.roll > card.number)) return true;
  if (card.roll) return view.rolls.find((each) => each.roll === card.roll)?.status !== "open";
  const now = (/** @type {any} */ { where, name }) =>
    (view.characters.find((each) => each.character === where) ?? view).values[name];
  const isGone = (/** @type {any} */ each) => typeof each.after !== "object" && now(each) !== each.after;
  if (card.changes.length && !card.words && card.changes.every(isGone)) return true;
  const [where = card.begun && card.entry.undertaking, , , after] = progressOf(card);
  const on = where && view.undertakings.find((each) => each.undertaking === where);
  const isFallen = (/** @type {Roll} */ roll) => roll.undertaking === where && roll.status === "done";
  const isRolledOn = !!on && card.begun && (on.rolled.length > 0 || view.rolls.some(isFallen));
  return !!on && (on.done || !!on.ended || isRolledOn || (after ?? on.ticks) !== on.ticks);
}

/**
 * One more card: what a clock brings is told with its being full, how far it or a track moved from what was seen last;
 * once an evening is over, what was done to someone is still read, and what all share is told by its recap.
 * @param {State} state @param {any[]} cards @param {any} card
 */
export function withCard(state, cards, card) {
  const { clock, evening, now, size } = card;
  const [where, name, , after] = progressOf(card);
  const isOlder = (/** @type {any} */ each) =>
    (clock && each.clock === clock) ||
    (evening && (each.evening || each.shared)) ||
    (where && progressOf(each)[0] === where && each.entry.by === card.entry.by);
  const others = cards.filter((each) => !isOlder(each));
  const marked = where && cards.find(isOlder);
  if (marked) {
    const entry = { ...card.entry, changes: [[where, name, progressOf(marked)[2], after]] };
    return [...others, { ...card, entry, title: entryWords(state, entry) }];
  }
  if (now === undefined) return [...others, card];
  const was = cards.find(isOlder)?.was ?? card.was;
  return was === now ? others : [...others, { ...card, was, text: `${was} → ${now} of ${size}` }];
}

/**
 * ": Nyx rolls Climbing", of the roll that an entry is about.
 * @param {State} state @param {Entry} entry
 */
function rollTold(state, { roll }) {
  const declared = state.log.get(roll ?? 0);
  return declared ? `: ${entryWords(state, declared).replace(/[.]$/, "")}` : "";
}

/**
 * Whether a share falls on a character of this page: the one it names, else whoever what it settles falls on.
 * @param {State} state @param {Entry} entry @param {Share} share
 */
function fallsOnMine(state, entry, { who }) {
  const roll = rollOf(state, entry);
  const part = who || roll?.record?.outcome?.dues[entry.due ?? 0]?.on;
  const whom = (roll && part && partCharacter(roll, part)) || who;
  return whom ? myCharacters(state).some((each) => each.character === whom) : roll?.seat === state.view.you.seat;
}

/**
 * What someone else did to this page's characters, as a card; null if it did nothing to them.
 * @param {State} state @param {Entry} entry @returns {any}
 */
export function cardOf(state, entry) {
  const moment = momentOf(state, entry);
  if (moment) return moment;
  const me = state.view.you.seat;
  if (!me || entry.by === me) return null;
  const { number } = entry;
  const by = begun(seatName(state, entry.by));
  if (entry.kind === "wished" && !entry.withdrawn && state.view.you.role === "gm")
    return {
      number,
      wish: entry.roll,
      title: `${by} asks to take a roll back${rollTold(state, entry)}`,
      changes: [],
    };
  if (entry.kind === "wished" && askedInVain(state, entry) === me)
    return { number, of: entry.roll, title: stands(state, entry), changes: [], text: "" };
  const mine = myCharacters(state);
  if (state.game.rounds && ["round_begun", "round_changed"].includes(entry.kind)) return null; // told where it is asked
  const ours = (/** @type {Change} */ [where, name]) =>
    where === "table"
      ? mine.length > 0 && state.game.sheet.tracks.some((each) => each.track === name)
      : mine.some((each) => each.character === where);
  const ofRound = (/** @type {Change} */ [, name]) => state.game.sheet.each_round.includes(name); // which tells it
  const hit = (entry.changes ?? []).filter((change) => isMoved(change) && ours(change) && !ofRound(change));
  const roll = rollOf(state, entry);
  const falls = (/** @type {Share} */ each) => fallsOnMine(state, entry, each);
  /** @type {Share[]} */
  const shares = entry.kind === "settled" ? entry.answer.filter(falls) : [];
  const said = shares.map(({ words }) => words).filter(Boolean).join(" ");
  if (entry.kind === "declared" && roll?.seat === me)
    return { number, roll: entry.number, title: calledWords(state, entry), changes: [] };
  if (entry.kind === "handed_out")
    return {
      number,
      title: `${by} hands out`,
      words: entry.title,
      text: entry.text ?? "",
      picture: entry.picture,
      changes: [],
    };
  if (entry.kind === "revealed")
    return { number, title: `${by} reveals a secret roll`, text: begun(secretTold(state, entry)), changes: [] };
  if (entry.kind === "settled" && roll?.seat === me && state.game.face?.passes.includes(entry.answer[0]?.way))
    return { number, of: entry.roll, title: "It is yours to tell how it goes", changes: [], text: "" };
  const kinds = shares.filter(({ way }) => way !== "told").map(({ way }) => begun(plain(way)));
  if (!hit.length && !said && kinds.every((kind) => SILENT.includes(kind))) return null;
  const gives = entry.kind === "settled" && roll?.seat === entry.by;
  const plan = proposer(state, entry);
  return {
    number,
    of: entry.roll,
    by: entry.kind === "undone" ? `${by} takes back` : by,
    from: gives && roll ? characterName(state, roll.character) : "",
    whose: characterName(state, (hit.find(([where]) => where !== "table") ?? [mine[0]?.character ?? ""])[0]),
    words: said,
    text: plan ? "" : kinds.join(", "),
    title: plan ? `${by} agrees: as ${plan} proposed` : `${by} ${DID[entry.kind] ?? "changed your sheet"}`,
    changes: hit.map(([where, name, before, after]) => ({
      where,
      name,
      before,
      after,
      again: entry.kind === "undone",
      tone: toneOfChange(state.game, name, typeof after === "number" ? after - before : after),
    })),
  };
}
