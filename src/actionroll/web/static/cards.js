// What others did to my character comes to my screen, in words, once: on a phone a card over the page, else beside it.

import { h } from "./dom.js";
import { drawing, read } from "./evenings.js";
import { icon } from "./icons.js";
import { isOver, isPassing } from "./news.js";
import { isInBoxes, thingsChanged } from "./people.js";
import { characterName, myCharacters } from "./table-state.js";
import { begun, boxesMoved, counted, plain } from "./words.js";

const FEW = 12;
/** So few boxes that each tells what a whole row of them does. */
const FEWEST = 4;

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
  if (card.by && changes.length && !card.shared) return `${card.by}: your ${told}`;
  return card.by ? `${card.by}: ${told}` : begun(told);
}

/**
 * @param {State} state @param {Taps} does @param {any[]} docked those that wait in the strip
 */
export function cardsView(state, does, docked) {
  const [card, ...others] = does.cards
    .filter((each) => !docked.includes(each) && !isOver(state, each))
    .sort((one, other) => Number(!!other.roll) - Number(!!one.roll)); // who is called for hears that first
  const newest = docked.at(-1);
  if (!card && newest) {
    newest.told = isPassing(newest) || (!newest.words && !newest.text); // all of it stands in the line
    return h("aside.news.slim", { key: "slim" }, dockedButton(does, newest));
  }
  if (!card) return null;
  card.seen = true;
  const owes = card.changes.length ? owedNext(state, does, () => does.dismiss(card)) : [];
  const ends = card.begun ? "Close" : "All right";
  const next = card.roll ? "To the roll" : others.length ? `Next (${others.length} more)` : ends;
  return h(
    card.begun ? "aside.news.quiet" : "aside.news",
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
      card.begun
        ? h(
            "button.primary",
            { type: "button", onclick: () => does.goTo(card) },
            `To the ${plain(card.begun)}`,
          )
        : null,
      h(
        card.evening || card.wish || card.begun || owes.length ? "button" : "button.primary",
        { type: "button", onclick: () => (card.wish ? letStand(does, card.wish) : does.dismiss(card)) },
        card.wish ? "Let it stand" : next,
      ),
    ),
  );
}

/**
 * The news that are left once dice fall, but for what was used or read: of what was done to someone, and of what all
 * share, none that is older than the roll before, for sheets and log tell it.
 * @param {any[]} cards @param {number} [roll] that falls
 */
export function afterFall(cards, roll) {
  for (const card of cards)
    if (![card.of, card.fell].includes(roll)) [card.falls, card.fell] = [(card.falls ?? 0) + 1, roll];
  const isOld = (/** @type {any} */ { falls, of, shared, changes }) => falls > 1 && (of || shared || changes.length);
  return cards.filter((each) => !each.from && !each.told && !isOld(each));
}

/**
 * A roll was taken back: cards of it that nobody looked at yet are gone, and what is told is what still differs; of one
 * that stands open, that it was taken back.
 * @param {any[]} cards @param {Entry} entry @param {any} card of the taking back, if it changed anything
 */
export function withoutTakenBack(cards, entry, card) {
  const gone = cards.filter((each) => entry.entries.includes(each.number) || each.of === entry.roll);
  const left = cards.filter((each) => !gone.includes(each));
  const stoodOpen = !entry.roll && gone.some((each) => each.seen); // of a whole roll the stage says it
  if (!card || !gone.length || stoodOpen) return card ? [...left, card] : left;
  const unseen = gone.flatMap((each) => each.changes);
  const seen = (/** @type {any} */ { where, name, before }) =>
    unseen.find((each) => each.where === where && each.name === name)?.before ?? before;
  const changes = card.changes
    .map((/** @type {any} */ each) => ({ ...each, before: seen(each) }))
    .filter((/** @type {any} */ each) => each.before !== each.after);
  return changes.length ? [...left, { ...card, changes }] : left;
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
export function changeRow(state, { where, name, before, after, tone, again }, told) {
  const several = where !== "table" && (told || myCharacters(state).length > 1);
  const whose = several ? `${characterName(state, where)}: ` : "";
  const number = typeof after === "number";
  const says = state.game.sheet.marks.find((each) => each.mark === name)?.says; // what it does to them
  const rule = state.game.sheet.tracks.find((each) => each.track === name)?.says;
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
            ? `${again ? "Stands again. " : ""}${says || "marked"}`
            : again ? "is gone again" : "cleared"
          : name === "things"
            ? thingsChanged(state, before ?? [], after ?? [])
            : `is now ${after ?? "none"}`,
    ),
    boxes && Number(bounds[1]) <= FEWEST && tone === "hurt" ? h("small", { key: "rule" }, rule) : null,
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
