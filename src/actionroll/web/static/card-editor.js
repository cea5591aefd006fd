// A private card being written: its texts, the numbers and tracks of an opponent, the conditions of a scene.

import { control } from "./controls.js";
import { h } from "./dom.js";
import { LINES } from "./evenings.js";
import { moveOf } from "./game.js";
import { wholeSmall } from "./making.js";
import { refuseAt } from "./refusal.js";
import { heardSecret } from "./table-state.js";
import { plain } from "./words.js";

/** @type {Record<string, string>} */
const FIRST = { note: "text", npc: "name", handout: "title", scene: "name", line: "text" };

/**
 * Look at cards of a kind, and maybe change one of them, or see that one was kept.
 * @param {Taps} does @param {string} what @param {string} [editing] @param {string} [kept]
 */
export function prepare(does, what, editing = "", kept = "") {
  does.prepared = { what, editing, gone: "", kept, draft: null, open: true };
  does.draw();
  if (kept) document.querySelector(".cards .kept")?.scrollIntoView({ block: "center" });
}

/**
 * What is being written, kept until it is sent.
 * @param {Taps} does @param {string} what @param {Card|null} card
 */
function draftOf(does, what, card) {
  const { prepared } = does;
  const of = card?.card ?? what;
  if (prepared.draft?.of !== of) prepared.draft = { of, fields: structuredClone(card?.fields ?? {}) };
  return prepared.draft.fields;
}

/** @param {Taps} does @param {any} fields */
function putDraft(does, fields) {
  if (does.prepared.draft) does.prepared.draft.fields = fields;
  does.draw();
}

/**
 * Keep what was written, and then its picture; what stands so already is not sent again.
 * @param {Taps} does @param {string} what @param {Card|null} card
 */
async function keepCard(does, what, card) {
  const { prepared } = does;
  const { fields = {}, picture } = prepared.draft ?? {};
  const drawn = picture !== undefined && picture !== (card?.fields.picture ?? "");
  let id = card?.card;
  if (!drawn || !card || JSON.stringify(card.fields) !== JSON.stringify(fields)) {
    const told = await does.send("keep", { what, fields, ...(id ? { card: id } : {}) });
    if (!told) return;
    heardSecret(does.page.state, told.secret);
    id = told.secret.entry.card;
  }
  if (drawn && !(await does.send("illustrate", { card: id ?? "", picture }))) return;
  if (does.prepared === prepared) prepare(does, what, "", id); // unless something else is written by now
}

/**
 * Write a card, or change one.
 * @param {State} state @param {Taps} does @param {string} what @param {Card|null} card
 */
export function editor(state, does, what, card) {
  const draft = draftOf(does, what, card);
  const put = (/** @type {string} */ name, /** @type {any} */ value) => putDraft(does, { ...draft, [name]: value });
  const text = (
    /** @type {string} */ name,
    /** @type {string} */ says,
    /** @type {number} */ rows,
    /** @type {number} */ most,
  ) =>
    h(
      "label",
      { key: name },
      h("span", null, says),
      h(rows > 1 ? "textarea" : "input", {
        name,
        rows: rows > 1 ? rows : null,
        maxlength: most,
        required: name === FIRST[what],
        autocomplete: "off",
        value: draft[name] ?? "",
        oninput: (event) => {
          draft[name] = event.target.value;
        },
      }),
    );
  const parts = {
    note: () => [text("title", "Title, if you like", 1, 40), text("text", "Note", 4, 8000)],
    npc: () => [
      text("name", "Name", 1, 40),
      npcNumbers(state, draft, put),
      trackMaker(draft, put),
      text("text", "Wants, looks, secrets", 3, 8000),
    ],
    handout: () => [text("title", "Title", 1, 40), text("text", "Text", 5, 8000), pictureField(does, draft)],
    scene: () => [text("name", "Name", 1, 40), conditionMaker(state, draft, put)],
    line: () => [text("text", "Line", 1, 200), lineFor(draft, put)],
  };
  const keep = (/** @type {any} */ event) => {
    event.preventDefault();
    keepCard(does, what, card);
  };
  return h(
    "form.card-editor",
    { key: `edit-${card?.card ?? what}`, onsubmit: keep },
    parts[/** @type {keyof typeof parts} */ (what)](),
    h(
      "div.actions",
      null,
      h("button.primary", { type: "submit" }, "Keep"),
      card ? h("button.quiet", { type: "button", onclick: () => prepare(does, what) }, "Leave it as it was") : null,
    ),
  );
}

/**
 * A picture for a handout, made small here; it goes with the card once that is kept.
 * @param {Taps} does @param {any} draft
 */
function pictureField(does, draft) {
  const chosen = does.prepared.draft?.picture;
  const put = (/** @type {string} */ picture) => {
    if (does.prepared.draft) does.prepared.draft.picture = picture;
    does.draw();
  };
  const take = async (/** @type {any} */ event) => {
    try {
      put(await wholeSmall(event.target.files[0]));
    } catch {
      refuseAt("This device cannot read that file as a picture; take a photo or another file.");
    }
    event.target.value = "";
  };
  const src = chosen ? `data:image/jpeg;base64,${chosen}` : `${does.base}/pictures/${draft.picture}`;
  const shows = chosen ?? draft.picture;
  return h(
    "div.picture-field",
    { key: "picture" },
    shows ? h("img.drawing", { src, alt: "What it shows" }) : null,
    h(
      "label.file.picture",
      null,
      h("span", null, shows ? "Another picture" : "A picture, if you like"),
      h("small.hint", null, "It is made small before it is sent, without where and when it was taken."),
      h("input", { type: "file", accept: "image/*", "aria-label": "Picture", onchange: take }),
    ),
    shows ? h("button.quiet.small", { type: "button", onclick: () => put("") }, "Without a picture") : null,
  );
}

/** @param {any} draft @param {(name: string, value: any) => void} put */
function lineFor(draft, put) {
  return control(
    { input: "for", type: "choice", values: LINES, says: "" },
    draft.for ?? LINES[0],
    (value) => put("for", value),
    { id: "line-", label: "It is a" },
  );
}

/**
 * The numbers that the game lets someone without a sheet roll or oppose with.
 * @param {State} state @param {any} draft @param {(name: string, value: any) => void} put
 */
function npcNumbers(state, draft, put) {
  const { rolls = {}, opposes = {} } = state.game.face?.opponents ?? {};
  /** @type {Map<string, any>} */
  const asked = new Map();
  for (const [move, inputs] of [...Object.entries(rolls), ...Object.entries(opposes)])
    for (const [input, number] of Object.entries(inputs)) {
      const declared = moveOf(state.game, move).inputs.find((each) => each.input === input);
      if (declared && !asked.has(number)) asked.set(number, declared);
    }
  return [...asked].map(([number, declared]) =>
    control(
      { ...declared, says: "" },
      draft.numbers?.[number] ?? null,
      (value) => put("numbers", { ...draft.numbers, [number]: value }),
      { id: `npc-${number}-`, label: plain(number) },
    ),
  );
}

/** @param {any} draft @param {(name: string, value: any) => void} put */
function trackMaker(draft, put) {
  const tracks = draft.tracks ?? [];
  return h(
    "div.track-maker",
    { key: "tracks" },
    tracks.map((/** @type {any} */ each, /** @type {number} */ place) =>
      h(
        "div.actions",
        { key: place },
        h("span", null, `${each.name}, ${each.size}`),
        h(
          "button.quiet.small",
          {
            type: "button",
            "aria-label": `no ${each.name}`,
            onclick: () =>
              put(
                "tracks",
                tracks.filter((/** @type {any} */ other) => other !== each),
              ),
          },
          "×",
        ),
      ),
    ),
    h(
      "div.actions",
      null,
      ["Harm", "Resolve", "Trust"].map((name) =>
        h(
          "button.chip",
          { key: name, type: "button", onclick: () => put("tracks", [...tracks, { name, size: 4, filled: 0 }]) },
          `+ ${name}`,
        ),
      ),
    ),
  );
}

/**
 * Conditions of a scene, in the game's own inputs where it has some for that.
 * @param {State} state @param {any} draft @param {(name: string, value: any) => void} put
 */
function conditionMaker(state, draft, put) {
  const conditions = draft.conditions ?? [];
  const inputs = state.game.face?.conditions ?? [];
  const change = (/** @type {number} */ place, /** @type {any} */ with_) =>
    put(
      "conditions",
      conditions.map((/** @type {any} */ each, /** @type {number} */ at) =>
        at === place ? { ...each, ...with_ } : each,
      ),
    );
  return h(
    "div.conditions-maker",
    { key: "conditions" },
    conditions.map((/** @type {any} */ each, /** @type {number} */ place) => {
      const declared = moveOf(state.game, "action").inputs.find((input) => input.input === each.input);
      return h(
        "fieldset.side",
        { key: place },
        h(
          "label",
          null,
          h("span", null, "What it is like there"),
          h("input", {
            "aria-label": "Condition",
            maxlength: 80,
            required: true,
            value: each.words ?? "",
            placeholder: "Such as: heavy rain",
            onchange: (event) => change(place, { words: event.target.value }),
          }),
        ),
        declared
          ? control({ ...declared, says: "" }, each.value ?? null, (value) => change(place, { value }), {
              id: `condition-${place}-`,
            })
          : null,
        h(
          "button.quiet.small",
          {
            type: "button",
            onclick: () =>
              put(
                "conditions",
                conditions.filter((/** @type {any} */ other) => other !== each),
              ),
          },
          "Leave this out",
        ),
      );
    }),
    h(
      "div.actions",
      null,
      inputs.map((input) =>
        h(
          "button.chip",
          { key: input, type: "button", onclick: () => put("conditions", [...conditions, { words: "", input }]) },
          `+ ${plain(input)}`,
        ),
      ),
      h(
        "button.chip",
        { key: "", type: "button", onclick: () => put("conditions", [...conditions, { words: "" }]) },
        "+ something that changes no dice",
      ),
    ),
  );
}
