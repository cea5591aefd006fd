// Making a character as the game tells it: it counts along, says where something differs, and keeps nobody from it.
// And what is written and shown of one: words, and a picture that this phone itself makes small.

import { adder } from "./adding.js";
import { control } from "./controls.js";
import { h } from "./dom.js";
import { drafted, draftOf, keepMaking } from "./kept.js";
import { thingWords } from "./things.js";
import { begun, plain } from "./words.js";

const SIDE = 384;
const [LARGEST_SIDE, LEAST_SIDE] = [1024, 96];
const QUALITIES = [0.86, 0.72, 0.55];
const MOST_BYTES = 44_000;
const FIELDS = {
  pronouns: ["Pronouns", 40, "she/her"],
  line: ["A line that introduces them", 200, "Never once seen entering a room."],
};
const LOOK = "What one sees";
const FILLED = "The points are placed already: move them as you like. ";

/**
 * What is being made at this table: values that differ from the filled sheet.
 * @param {string} table @returns {any}
 */
function draft(table) {
  return JSON.parse(draftOf(`making.${table}`) || '{"values":{}}');
}

/**
 * A character, one thing after the other.
 * @param {State} state @param {Taps} does
 */
export function makingView(state, does) {
  const { table } = state.view;
  const values = { things: [], ...state.game.template, ...draft(table).values };
  const put = (/** @type {any} */ change) => {
    keepMaking(table, { ...draft(table), values: { ...draft(table).values, ...change } });
    does.draw();
  };
  const guides = state.game.face?.making ?? [];
  const steps = guides.filter((guide) => !guide.asks.length);
  const asked = guides.flatMap((guide) => guide.asks);
  const filled = steps.some((guide) => !guide.things && standing(guide, { ...state.game.template, things: [] }).done);
  const make = (/** @type {any} */ event) => {
    event.preventDefault();
    const said = (/** @type {string} */ name) => event.target.elements[name]?.value.trim() ?? "";
    const answers = asked
      .map((question, place) => [question, said(`ask-${place}`)])
      .filter(([, answer]) => answer)
      .map((told) => told.join("\n"));
    const words = { pronouns: said("pronouns"), line: said("line"), look: said("look"), notes: answers.join("\n\n") };
    void does.makeByGuide({ name: said("name"), values: draft(table).values }, words);
  };
  return h(
    "div.making",
    { key: "making" },
    h("h3", null, "Step by step"),
    h("p.hint", null, `${filled ? FILLED : ""}Points are counted for you; your table may agree on other numbers.`),
    steps.map((guide, place) => stepView(state, guide, values, put, does, place + 1)),
    h(
      "form.words",
      { key: "who", onsubmit: make },
      h("h4", null, `${steps.length + 1}. Who they are`),
      field(table, "name", "Name", 40, { required: true }),
      Object.entries(/** @type {any} */ (FIELDS)).map(([name, [label, most]]) => field(table, name, label, most)),
      field(table, "look", LOOK, 300),
      asked.map((question, place) => field(table, `ask-${place}`, question, 400)),
      h("p.hint.still-open", { key: "open" }, stillOpen(steps, values)),
      h(
        "div.actions",
        null,
        h("button.primary", { type: "submit" }, "Make the character"),
        h("button", { type: "button", onclick: () => does.guide(false) }, "Not now"),
      ),
    ),
  );
}

/** @param {string} table @param {string} name @param {string} label @param {number} longest @param {any} [more] */
function field(table, name, label, longest, more = {}) {
  const typed = drafted(`making.${table}.${name}`, { name, maxlength: longest, autocomplete: "off", ...more });
  return h("label", { key: name }, h("span", null, label), h("input", typed));
}

/** @param {Guide} guide @param {any} value */
function worth(guide, value) {
  return Object.keys(guide.worth).length ? (guide.worth[value] ?? 0) : Number(value);
}

/**
 * All that is not as the game has it, in one line: nobody need scroll back to see it, and nobody is kept by it.
 * @param {Guide[]} guides @param {Record<string, any>} values
 */
function stillOpen(guides, values) {
  const all = guides.map((guide) => standing(guide, values));
  const open = all.map((each) => each.open).filter(Boolean).join(", ");
  const told = [...all.map(({ much }) => much), open && `still open: ${open}`].filter(Boolean);
  return told.length ? `${begun(told.join("; "))}; nothing is forbidden.` : "All is chosen: they are ready to play.";
}

/**
 * How far a step has come: what it says and what is too much of it, whether it is as the game has it, what is open.
 * @param {Guide} guide @param {Record<string, any>} values
 */
export function standing(guide, values) {
  if (guide.spread.length) {
    const [left, beyond] = [guide.spread.map(String), /** @type {string[]} */ ([])];
    for (const name of guide.names) {
      const place = left.indexOf(String(values[name]));
      if (place >= 0) left.splice(place, 1);
      else beyond.push(name);
    }
    if (!left.length) return { says: "fits", off: "", done: true, open: "" };
    const [only, more] = beyond;
    const says = more ? `${beyond.length} do not fit` : `${begun(plain(only))}: ${left[0]}, not ${values[only]}`;
    const open = `${left.join(", ")} still to give (${guide.title})`;
    return { says, off: "", done: false, open, beyond: Object.fromEntries(beyond.map((name) => [name, left])) };
  }
  const spent = guide.things
    ? values.things.filter((/** @type {Thing} */ each) => each.kind === guide.things).length
    : guide.names.reduce((sum, name) => sum + worth(guide, values[name]), 0);
  const high = guide.most ? guide.names.filter((name) => worth(guide, values[name]) > guide.most) : [];
  const [over, names] = [spent - guide.points, high.map(plain).join(", ")];
  const [says, many] = [`${spent} of ${guide.points}`, over > 0 ? `${over} too many` : ""];
  const above = high.length ? `${high[1] ? `${high.length} are` : names} above ${guide.most}` : "";
  const [off, open] = [[many, above].filter(Boolean).join("; "), over < 0 ? leftOf(guide, -over) : ""];
  return { says, off: begun(off), done: !over && !above, open, much: off && `${guide.title}: ${off}` };
}

/**
 * "3 of 7 points left (Action dots)", "a talent".
 * @param {Guide} guide @param {number} left
 */
function leftOf({ title, points, things }, left) {
  if (things && points === 1) return title.toLowerCase();
  return things ? `${left} of ${points} ${title.toLowerCase()} left` : `${left} of ${points} points left (${title})`;
}

/**
 * @param {State} state @param {Guide} guide @param {Record<string, any>} values @param {(change: any) => void} put
 * @param {Taps} does @param {number} number
 */
function stepView(state, guide, values, put, does, number) {
  const { says, off, done, beyond } = standing(guide, values);
  const counted = { class: done ? "done" : "open", role: "status" };
  return h(
    "section.step",
    { key: guide.title, "aria-label": guide.title },
    h("header", null, h("h4", null, `${number}. ${guide.title}`), h("span.count", counted, says)),
    h("p.hint", null, guide.says, h("b", { role: "status" }, off)),
    guide.things ? thingsOf(state, guide, values.things, put, does) : fields(state, guide, values, put, beyond),
  );
}

/**
 * @param {State} state @param {Guide} guide @param {Record<string, any>} values @param {(change: any) => void} put
 * @param {Record<string, string[]>} [beyond] what has a value that was given already, and those that are left for it
 */
function fields(state, guide, values, put, beyond = {}) {
  const traits = state.game.sheet.traits.filter((trait) => guide.names.includes(trait.trait));
  const ends = new Set(guide.names.map((name) => /_[a-z]+$/.exec(name)?.[0])); // one for all: the heading says it
  if (traits.every((trait) => trait.type === "yes_no"))
    return h(
      "div.marks",
      null,
      traits.map((trait) =>
        h(
          "button.mark.calm",
          {
            key: trait.trait,
            type: "button",
            role: "switch",
            "aria-checked": values[trait.trait] ? "true" : "false",
            onclick: () => put({ [trait.trait]: !values[trait.trait] }),
          },
          begun(plain(trait.trait.replace(ends.size === 1 ? /_[a-z]+$/ : "", ""))),
        ),
      ),
    );
  const groups = new Set(traits.map((trait) => trait.group)); // as on the sheet
  return h(
    "div.made",
    null,
    traits.map((trait, place) => [
      groups.size > 1 && trait.group !== traits[place - 1]?.group ? h("h5.lab", null, begun(plain(trait.group))) : null,
      control({ ...trait, input: trait.trait }, values[trait.trait], (value) => put({ [trait.trait]: value }), {
        id: "making-",
        below: beyond[trait.trait] ? `${beyond[trait.trait].join(" or ")} is left for it` : "",
        called: (value) => (value === "0" ? "–" : plain(String(value))), // so too
        offered: (value) => trait.type !== "die" || !guide.most || worth(guide, value) <= guide.most,
      }),
    ]),
  );
}

/**
 * @param {State} state @param {Guide} guide @param {Thing[]} things @param {(change: any) => void} put
 * @param {Taps} does
 */
function thingsOf(state, guide, things, put, does) {
  const kinds = (state.game.things ?? []).filter((each) => each.kind === guide.things);
  const keep = (/** @type {Thing[]} */ list) => put({ things: list });
  const ready = kinds.flatMap((each) => each.ready.map(({ name }) => name)); // marked where they stand
  return [
    adder(kinds, things, does, { character: `making-${guide.things}` }, keep, true),
    h(
      "ul.having",
      null,
      things
        .filter((each) => each.kind === guide.things && !ready.includes(each.name))
        .map((thing) =>
          h(
            "li",
            { key: thing.name },
            h("span", null, h("b", null, thing.name), h("small", null, ` ${thingWords(kinds, thing)}`)),
            h(
              "button.quiet.small",
              {
                type: "button",
                "aria-label": `remove ${thing.name}`,
                onclick: () => keep(things.filter((each) => each.name !== thing.name)),
              },
              "remove",
            ),
          ),
        ),
    ),
  ];
}

/**
 * What is said of a character, to be written anew; it stays as it is typed, whatever else happens at the table.
 * @param {Character} character @param {boolean} mine @param {Taps} does
 */
export function wordsForm(character, mine, does) {
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
                  `Delete all words and portraits of ${character.name} for good? Nothing brings them back.`,
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
async function madeSmall(file) {
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

/**
 * All traits of a sheet as fields, for changing it.
 * @param {State} state @param {Character} character @param {(name: string, value: any) => void} edit @param {Taps} does
 */
export function editors(state, character, edit, does) {
  const all = state.game.sheet.traits;
  const rename = (/** @type {any} */ event) => {
    event.preventDefault();
    does.send("rename_character", { character: character.character, name: event.target.elements.name.value });
  };
  const switches = all.filter((trait) => trait.type === "yes_no");
  return h(
    "div.editors",
    { key: "editors" },
    h(
      "form.joined",
      { key: "name", onsubmit: rename },
      h("input", {
        name: "name",
        maxlength: 40,
        required: true,
        autocomplete: "off",
        "aria-label": `Name of ${character.name}`,
        value: character.name,
      }),
      h("button", { type: "submit" }, "Rename"),
    ),
    all
      .filter((trait) => trait.type !== "yes_no")
      .map((trait) =>
        control({ ...trait, input: trait.trait }, character.values[trait.trait], (value) => edit(trait.trait, value), {
          id: `${character.character}-`,
        }),
      ),
    switches.length
      ? h(
          "div.marks",
          { key: "switches" },
          switches.map((trait) =>
            h(
              "button.mark.calm",
              {
                key: trait.trait,
                type: "button",
                role: "switch",
                "aria-checked": character.values[trait.trait] ? "true" : "false",
                onclick: () => edit(trait.trait, !character.values[trait.trait]),
              },
              begun(plain(trait.trait)),
            ),
          ),
        )
      : null,
  );
}
