// Who a character is: portrait and words for all, notes of one's own. A picture is made small by this phone itself.

import { h } from "./dom.js";
import { portrait } from "./party.js";
import { leads, seatName } from "./table-state.js";

const SIDE = 384;
const LARGEST_SIDE = 1024;
const LEAST_SIDE = 96;
const QUALITIES = [0.86, 0.72, 0.55];
const MOST_BYTES = 44_000;
const FIELDS = {
  pronouns: ["Pronouns", 40, "she/her"],
  line: ["A line that introduces them", 200, "Never once seen entering a room."],
};
const LOOK = "What one sees";

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
            words || character.portrait ? "Face and words" : "Add a face",
          )
        : null,
    ),
    words?.line ? h("p.introduced", { key: "line" }, words.line) : null,
    words?.look ? h("p.look", { key: "look" }, words.look) : null,
    open ? h("ar-words", { key: "words" }, wordsForm(character, mine, does)) : null,
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

/**
 * What is said of a character, to be written anew; it stays as it is typed, whatever else happens at the table.
 * @param {Character} character @param {boolean} mine @param {Taps} does
 */
function wordsForm(character, mine, does) {
  const words = character.words ?? {};
  const save = (/** @type {any} */ event) => {
    event.preventDefault();
    const said = (/** @type {string} */ name) => event.target.elements[name]?.value.trim() ?? "";
    const names = [...Object.keys(FIELDS), "look", "notes"];
    void does.sayWho(character, {
      words: { ...words, ...Object.fromEntries(names.map((name) => [name, said(name)])) },
      own: mine ? said("own") : (character.private?.notes ?? ""),
    });
  };
  const line = (/** @type {[string, string[]]} */ [name, [label, longest, example]]) =>
    h(
      "label",
      null,
      h("span", null, label),
      h("input", { name, maxlength: longest, placeholder: example, autocomplete: "off", value: words[name] ?? "" }),
    );
  const long = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ text, most = 4000) =>
    h("label", null, h("span", null, label), h("textarea", { name, maxlength: most, rows: most > 300 ? 3 : 2 }, text));
  const has = character.words || character.private || character.portrait;
  return h(
    "form.words",
    { onsubmit: save },
    pictureField(character, does),
    Object.entries(/** @type {any} */ (FIELDS)).map(line),
    long("look", LOOK, words.look ?? "", 300),
    long("notes", "Notes for all to read", words.notes ?? ""),
    mine ? long("own", "Notes that only you see", character.private?.notes ?? "") : null,
    h(
      "div.actions",
      null,
      h("button.primary", { type: "submit" }, "Save"),
      h("button", { type: "button", onclick: () => does.describe("") }, "Cancel"),
      has
        ? h(
            "button.quiet",
            {
              type: "button",
              onclick: () =>
                does.confirm(
                  `Delete all words and portraits of ${character.name} for good? No undo brings them back.`,
                  () => void does.burn(character.character),
                ),
            },
            "Delete for good",
          )
        : null,
    ),
  );
}

/** @param {Character} character @param {Taps} does */
function pictureField(character, does) {
  return h(
    "label.file.picture",
    null,
    h("span", null, character.portrait ? "Another portrait" : "A portrait"),
    h("small.hint", null, "It is made small before it is sent, without where and when it was taken."),
    h("input", {
      type: "file",
      accept: "image/*",
      "aria-label": `Portrait of ${character.name}`,
      onchange: (event) => void does.portray(character.character, event.target, madeSmall),
    }),
  );
}

/**
 * A face as a small square JPEG, in base64.
 * @param {Blob} file
 */
export async function madeSmall(file) {
  const whole = await createImageBitmap(file);
  const side = Math.min(whole.width, whole.height);
  // Faces are in the upper half of what is higher than wide.
  return drawnSmall(whole, [(whole.width - side) / 2, (whole.height - side) / 4, side, side], SIDE);
}

/**
 * A whole picture, as wide and high as it is, as a small JPEG in base64.
 * @param {Blob} file
 */
export async function wholeSmall(file) {
  const whole = await createImageBitmap(file);
  return drawnSmall(whole, [0, 0, whole.width, whole.height], LARGEST_SIDE);
}

/**
 * A part of a picture, drawn smaller until it is small enough to be sent.
 * @param {ImageBitmap} whole @param {[number, number, number, number]} part @param {number} largest
 */
function drawnSmall(whole, part, largest) {
  const canvas = document.createElement("canvas");
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const long = Math.max(part[2], part[3]);
  for (let size = Math.min(largest, long); ; size = Math.round(size * 0.7)) {
    canvas.width = Math.max(1, Math.round((part[2] * size) / long));
    canvas.height = Math.max(1, Math.round((part[3] * size) / long));
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.imageSmoothingQuality = "high";
    pen.drawImage(whole, ...part, 0, 0, canvas.width, canvas.height);
    for (const quality of QUALITIES) {
      const made = canvas.toDataURL("image/jpeg", quality).split(",")[1];
      if (made.length * 0.75 <= MOST_BYTES || size <= LEAST_SIDE) return made;
    }
  }
}
