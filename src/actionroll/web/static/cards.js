// What others did to my character comes to my screen, in words, once: on a phone a card over the page, else beside it.

import { h } from "./dom.js";
import { conditionWords, drawing, read } from "./evenings.js";
import { toneOfChange } from "./face.js";
import { icon } from "./icons.js";
import { askedInVain, isInBoxes, isMoved, stands, thingsChanged } from "./people.js";
import { calledWords, entryWords, rollOf, secretTold } from "./story.js";
import { characterName, isLive, myCharacters, seatName } from "./table-state.js";
import { IN_WORDS, begun, boxesMoved, counted, plain, written } from "./words.js";

const FEW = 12;

/**
 * Cards about another roll than the one on stage, while that is still played, and all that came before its dice fell:
 * they wait in the strip and cover nothing.
 * @param {State} state @param {Taps} does @param {boolean} [small] no room beside the stage for other changes either
 * @returns {any[]}
 */
export function dockedCards(state, does, small) {
  const staged = state.view.rolls.find((each) => each.roll === does.staged);
  if (!staged) return [];
  const isOlder = (/** @type {any} */ { number }) => does.fell.roll === staged.roll && number < does.fell.number;
  const waits = (/** @type {any} */ card) =>
    (isLive(staged) || isOlder(card)) &&
    (card.of || (small && (card.shared || card.changes.length || (isOlder(card) && !card.evening))));
  return does.cards.filter((each) => each.of !== staged.roll && waits(each) && each.number !== does.cardShown);
}

/**
 * A card tells once: who saw it and went on finds it as a line while that lasts, and no more after it.
 * @param {Taps} does @param {any[]} docked those that wait in the strip now
 */
export function tellOnce(does, docked) {
  does.cards = does.cards.filter((each) => !each.left || docked.includes(each) || each.number === does.cardShown);
  for (const card of docked) card.left = !!card.seen;
}

/**
 * A card that waits, in a line that a tap opens.
 * @param {Taps} does @param {any} card
 */
export function dockedButton(does, card) {
  return h(
    "button.docked",
    { key: `card-${card.number}`, type: "button", onclick: () => does.showCard(card.number) },
    icon("me"),
    h("span", null, cardInShort(card)),
    icon("go"),
  );
}

/**
 * What a card that waits says: what it changed, else its words, and who said so.
 * @param {any} card
 */
function cardInShort(card) {
  const changes = card.changes.map((/** @type {any} */ { name, before, after }) =>
    typeof after === "number"
      ? `${plain(name)} ${counted(before)} → ${counted(after)}`
      : `${plain(name)}${after === false ? " cleared" : ""}`,
  );
  const said = [card.title, card.words || card.text].filter(Boolean).join(": ");
  const told = changes.join(", ") || (card.by && card.words) || said;
  if (card.from) return `${card.whose}: ${told} (from ${card.from})`;
  return card.by ? `${card.by}: ${told}` : begun(told);
}

/**
 * Whether it asks for a roll that someone else has thrown or taken back meanwhile.
 * @param {State} state @param {any} card
 */
function isOver(state, card) {
  return card.roll && state.view.rolls.find((each) => each.roll === card.roll)?.status !== "open";
}

/**
 * @param {State} state @param {Taps} does @param {any[]} docked those that wait in the strip
 */
export function cardsView(state, does, docked) {
  const [card, ...others] = does.cards.filter((each) => !docked.includes(each) && !isOver(state, each));
  if (!card && docked.length) {
    docked[0].told = !docked[0].words && !docked[0].text; // all of it stands in the line
    return h("aside.news.slim", { key: "slim" }, dockedButton(does, docked[0]));
  }
  if (!card) return null;
  card.seen = true;
  const owes = card.changes.length ? owedNext(state, does, () => does.dismiss(card)) : [];
  const goes = card.begun ? `To the ${plain(card.begun)}` : "All right";
  const next = card.roll ? "To the roll" : others.length ? `Next (${others.length} more)` : goes;
  return h(
    "aside.news",
    { key: "news", role: "status", "aria-label": "What happened to you" },
    h(
      "div.news-card",
      { key: card.number },
      h(card.roll ? "p.deed" : "p.lab", null, card.title),
      card.words ? h("p.said", null, `“${card.words}”`) : null,
      drawing(does.base, { title: card.words, picture: card.picture }),
      isTold(card) ? null : h("p", null, card.text),
      card.changes.map((/** @type {any} */ each) => changeRow(state, each)),
      card.evening
        ? h(
            "button.primary",
            {
              type: "button",
              onclick: () => {
                does.dismiss(card);
                read(does, "recap", card.evening);
              },
            },
            "Read the recap",
          )
        : null,
      card.wish
        ? h(
            "button.primary",
            {
              type: "button",
              onclick: () => {
                does.dismiss(card);
                void does.send("undo", { entry: card.wish });
              },
            },
            "Take the roll back",
          )
        : null,
      owes,
      h(
        card.evening || card.wish || owes.length ? "button" : "button.primary",
        { type: "button", onclick: () => (card.wish ? letStand(does, card.wish) : does.dismiss(card)) },
        card.wish ? "Let it stand" : next,
      ),
    ),
  );
}

/**
 * Someone asked to take a roll back, and whoever leads leaves it: that ends the question on every screen.
 * @param {Taps} does @param {number} roll
 */
export function letStand(does, roll) {
  return does.send("wish", { roll, withdrawn: true });
}

/**
 * Whether there is nothing to say besides its words and what it changes: a kind that is called as the track it moves.
 * @param {any} card
 */
function isTold({ text, changes }) {
  return !text || changes.some((/** @type {any} */ { name }) => begun(plain(name)) === text);
}

/**
 * What someone of mine has still to choose because of a mark, one tap away: the form is on their sheet.
 * @param {State} state @param {Taps} does @param {() => void} [first]
 */
export function owedNext(state, does, first = () => {}) {
  const owed = Object.entries(state.game.face?.owed ?? {});
  const asked = owed.filter(([mark]) => myCharacters(state).some((each) => each.values[mark]));
  const go = () => (first(), does.toSheet());
  return asked.map(([mark, move]) =>
    h("button.primary", { key: mark, type: "button", onclick: go }, `Choose the ${plain(move)} →`),
  );
}

/**
 * A track moving from one number to another, drawn where it is short.
 * @param {State} state @param {any} change @param {boolean} [told] whose it is, even where only one is mine
 */
export function changeRow(state, { where, name, before, after, tone }, told) {
  const several = where !== "table" && (told || myCharacters(state).length > 1);
  const whose = several ? `${characterName(state, where)}: ` : "";
  const number = typeof after === "number";
  const asks = name in (state.game.face?.owed ?? {}); // which leads on: what it is
  const says = asks ? state.game.sheet.marks.find((each) => each.mark === name)?.says : "";
  const bounds = state.view.characters.find((each) => each.character === where)?.bounds[name] ??
    state.view.bounds[name] ?? [0, null];
  const boxes = number && bounds[0] === 0 && bounds[1] !== null && bounds[1] <= FEW;
  return h(
    "div.change",
    { key: `${where}-${name}`, class: tone },
    icon(tone === "good" ? "gain" : tone === "hurt" ? "hurt" : "go"),
    h("b", null, `${whose}${begun(plain(name))}`),
    h(
      "span",
      null,
      number
        ? isInBoxes(state.game, name)
          ? boxesMoved(before, after)
          : `${counted(before)} → ${counted(after)}`
        : typeof after === "boolean"
          ? after
            ? says || "marked"
            : "cleared"
          : name === "things"
            ? thingsChanged(state, before ?? [], after ?? [])
            : `is now ${after ?? "none"}`,
    ),
    boxes
      ? h(
          "span.boxes",
          { "aria-hidden": "true" },
          Array.from({ length: Number(bounds[1]) }, (_, place) =>
            h("i", {
              key: place,
              class:
                place < Math.min(before, after)
                  ? "on"
                  : place >= Math.max(before, after)
                    ? ""
                    : after < before
                      ? "gone"
                      : "new",
            }),
          ),
        )
      : null,
  );
}

/** What is no news without its words. */
const SILENT = ["Nothing", begun(IN_WORDS)];
const DID = { settled: "says what it brings", undone: "takes something back", thrown: "rolled", decided: "decided" };

/**
 * A roll was taken back: cards of it that nobody looked at yet are gone, and what is told is what still differs.
 * @param {any[]} cards @param {Entry} entry @param {any} card of the taking back, if it changed anything
 */
export function withoutTakenBack(cards, entry, card) {
  const gone = cards.filter((each) => entry.entries.includes(each.number));
  const left = cards.filter((each) => !gone.includes(each));
  if (!card || !gone.length) return card ? [...left, card] : left;
  const unseen = gone.flatMap((each) => each.changes);
  const seen = (/** @type {any} */ { where, name, before }) =>
    unseen.find((each) => each.where === where && each.name === name)?.before ?? before;
  const changes = card.changes
    .map((/** @type {any} */ each) => ({ ...each, before: seen(each) }))
    .filter((/** @type {any} */ each) => each.before !== each.after);
  return changes.length ? [...left, { ...card, changes }] : left;
}

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
    ? { ...card, evening, title: "The evening is over", words: nameOf(state, evening ?? "") }
    : null;
}

const BEGUN = ["clock_made", "clock_removed", "undertaken", "undertaking_changed", "scene_ended"];

/**
 * Whether someone began, changed or ended what all share or what is of one of mine: told in the words of the log.
 * @param {State} state @param {Entry} entry
 */
function isForAll(state, { kind, what, undertaking, character = "", changes }) {
  if (state.view.you.role === "onlooker") return false;
  if (what === "rounds_ended") return true;
  const [where = undertaking] = changes?.[0] ?? [];
  const whose = state.view.undertakings.find((each) => each.undertaking === where)?.character ?? character;
  return BEGUN.includes(kind) && (!whose || myCharacters(state).some((each) => each.character === whose));
}

/** @param {State} state @param {string} id */
function nameOf(state, id) {
  return state.view.evenings.find((each) => each.evening === id)?.name ?? "";
}

/**
 * One more card: what a clock brings is told with its being full, how far it moved from what was seen last, and of
 * evenings only that the last one is over.
 * @param {any[]} cards @param {any} card
 */
export function withCard(cards, card) {
  const { clock, evening, now, size } = card;
  const isOlder = (/** @type {any} */ each) => (clock && each.clock === clock) || (evening && each.evening);
  const others = cards.filter((each) => !isOlder(each));
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
  const hit = (entry.changes ?? []).filter((change) => isMoved(change) && ours(change));
  const roll = rollOf(state, entry);
  const falls = (/** @type {Share} */ { who }) =>
    who ? mine.some((each) => each.character === who) : roll?.seat === me; // words go to whom it falls on
  const said =
    entry.kind === "settled" && entry.answer.some(falls)
      ? entry.answer.map(written).filter(Boolean).join(" ")
      : "";
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
  /** @type {Share[]} */
  const shares = entry.kind === "settled" ? entry.answer.filter(falls) : [];
  const kinds = shares.filter(({ way }) => way !== "told").map(({ way }) => begun(plain(way)));
  if (!hit.length && !said && kinds.every((kind) => SILENT.includes(kind))) return null;
  const gives = entry.kind === "settled" && roll?.seat === entry.by;
  return {
    number,
    of: entry.roll,
    by,
    from: gives && roll ? characterName(state, roll.character) : "",
    whose: characterName(state, (hit.find(([where]) => where !== "table") ?? [mine[0]?.character ?? ""])[0]),
    words: said,
    text: kinds.join(", "),
    title: `${by} ${DID[entry.kind] ?? "changed your sheet"}`,
    changes: hit.map(([where, name, before, after]) => ({
      where,
      name,
      before,
      after,
      tone: toneOfChange(state.game, name, typeof after === "number" ? after - before : after),
    })),
  };
}
