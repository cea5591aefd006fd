// What others did to my character comes to my screen, in words, once: on a phone a card over the page, else beside it.

import { h } from "./dom.js";
import { drawing, read } from "./evenings.js";
import { icon } from "./icons.js";
import { isOver } from "./news.js";
import { isInBoxes, thingsChanged } from "./people.js";
import { characterName, myCharacters } from "./table-state.js";
import { begun, boxesMoved, counted, plain } from "./words.js";

const FEW = 12;

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
  const says = state.game.sheet.marks.find((each) => each.mark === name)?.says; // what it does to them
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
