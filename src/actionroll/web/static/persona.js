// Who a character is: portrait and words for all, notes of one's own.

import { h } from "./dom.js";
import { backstage } from "./later.js";
import { portrait } from "./party.js";
import { leads, seatName } from "./table-state.js";

/**
 * The head of a sheet: the face, the name, and what is said of them.
 * @param {State} state @param {Character} character @param {Taps} does
 */
export function personaView(state, character, does) {
  const { words } = character;
  const mine = character.seat === state.view.you.seat;
  const may = (mine && !!character.seat) || leads(state);
  const played = character.seat ? `played by ${seatName(state, character.seat)}` : "played by nobody yet";
  const open = does.describing === character.character;
  return [
    h(
      "header.persona",
      { key: "persona" },
      portrait(character, does.base),
      h(
        "div",
        null,
        h("h2", { tabindex: -1 }, character.name),
        words?.pronouns || !mine
          ? h("p.hint", null, [words?.pronouns, mine ? "" : played].filter(Boolean).join(" · "))
          : null,
      ),
      may && !open
        ? h(
            "button.quiet.small",
            {
              type: "button",
              "aria-label": `Words and portrait of ${character.name}`,
              onclick: () => does.describe(character.character),
            },
            words || character.portrait ? "Face, words" : "Add a face",
          )
        : null,
    ),
    words?.line ? h("p.introduced", { key: "line" }, words.line) : null,
    words?.look ? h("p.look", { key: "look" }, words.look) : null,
    open
      ? backstage.give(does, ({ wordsForm }) => h("ar-words", { key: "words" }, wordsForm(character, mine, does)))
      : null,
  ];
}

/**
 * What is written of a character, folded.
 * @param {Character} character
 */
export function notesView({ words, private: own }) {
  return [
    notes("notes", "Notes", words?.notes),
    notes("private", "Notes that only you see", own?.notes),
    notes("history", "Before this table", words?.history),
  ];
}

/** @param {string} key @param {string} title @param {string|undefined} text */
function notes(key, title, text) {
  return text
    ? h("details.section", { key: `written-${key}` }, h("summary", null, title), h("p.written", null, text))
    : null;
}
