// A table over many evenings: dates as people read them, the evening that goes on, the scene, and what was handed out.

import { h } from "./dom.js";
import { forget, keepLinks } from "./kept.js";
import { refuseAt } from "./refusal.js";
import { act } from "./server.js";
import { valueOf } from "./table-state.js";
import { begun, plain, timeOf } from "./words.js";

/** What a line of one's own is for. */
export const LINES = ["complication", "stake", "consequence"];

/**
 * Lines of one's own, ready to tap.
 * @param {State} state @param {string[]} uses @returns {string[]}
 */
export function readyLines(state, uses) {
  return state.view.cards
    .filter((each) => each.what === "line" && uses.includes(each.fields.for ?? LINES[0]))
    .map((each) => begun(each.fields.text));
}

/**
 * What an evening is called.
 * @param {State} state @param {string} id
 */
export function eveningName(state, id) {
  const place = state.view.evenings.findIndex((each) => each.evening === id);
  const name = state.view.evenings[place]?.name;
  const number = `Evening ${place >= 0 ? place + 1 : ""}`.trim();
  return name ? `${number}: ${name}` : number;
}

/** @param {State} state */
export function goingOn(state) {
  return state.view.evenings.filter((each) => !each.ended).at(-1) ?? null;
}

/**
 * Entries about evenings, scenes and handouts in words; empty for any other.
 * @param {State} state @param {Entry} entry @param {string} by
 */
export function campaignWords(state, entry, by) {
  switch (entry.kind) {
    case "evening_begun":
      return `${eveningName(state, entry.evening)} began at ${timeOf(entry.when)}.`;
    case "evening_changed": {
      const [where, name, , after] = entry.changes?.at(-1) ?? ["", "", 0, 0];
      return name === "name"
        ? `${by} called ${eveningName(state, where).split(":")[0].toLowerCase()} “${after}”.`
        : `${eveningName(state, where)} ended at ${timeOf(after)}.`;
    }
    case "scene_begun":
      return `Scene: ${[entry.name, ...(entry.conditions ?? []).map(conditionWords)].join("; ")}.`;
    case "scene_ended":
      return "The scene ended.";
    case "handed_out":
      return `${by} hands out “${entry.title}”.`;
    case "handout_put_away":
      return `${by} put a handout away.`;
    case "clock_filled":
      return `${clockName(state, entry.clock)} is full: ${entry.text}`;
    default:
      return "";
  }
}

/** @param {State} state @param {string} clock */
function clockName(state, clock) {
  return state.view.clocks.find((each) => each.clock === clock)?.name ?? "A clock";
}

/** @param {[string, string, any]} condition */
export function conditionWords([words, input, value]) {
  return input ? `${words} (${plain(input)} ${plain(String(value))})` : words;
}

/**
 * The scene that lasts, above everything on the table.
 * @param {State} state @param {Taps} does @param {boolean} may
 */
export function sceneView(state, does, may) {
  const { scene } = state.view;
  if (!scene) return null;
  return h(
    "section.scene",
    { key: "scene", "aria-label": "Scene" },
    h("b", null, scene.name),
    scene.conditions.map((each, place) => h("span.tag.line", { key: place }, conditionWords(each))),
    may
      ? h(
          "button.quiet.small",
          { type: "button", "aria-label": `end the scene ${scene.name}`, onclick: () => does.send("end_scene", {}) },
          "end",
        )
      : null,
  );
}

/**
 * What the scene proposes to a roll and is not said of it yet: a tap says it.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {(input: string) => boolean} may
 */
export function proposals(state, roll, does, may) {
  const open = (state.view.scene?.conditions ?? []).filter(
    ([, input, value]) => input && roll.inputs?.[input] && may(input) && !isSaid(valueOf(state, roll, input), value),
  );
  return open.length
    ? h(
        "div.phrases",
        { key: "scene", role: "group", "aria-label": "what the scene proposes" },
        open.map((each, place) =>
          h(
            "button",
            {
              key: place,
              type: "button",
              onclick: () => does.change(roll, each[1], added(valueOf(state, roll, each[1]), each[2])),
            },
            `${begun(each[0])}: ${plain(each[1])} ${plain(String(each[2]))}`,
          ),
        ),
      )
    : null;
}

/** @param {any} now @param {any} value */
function isSaid(now, value) {
  if (Array.isArray(value)) return value.every((each) => (now ?? []).includes(each));
  return typeof value === "number" && typeof now === "number" ? now >= value : now === value;
}

/** @param {any} now @param {any} value */
function added(now, value) {
  return Array.isArray(value) ? [...(now ?? []), ...value] : value;
}

/**
 * What a handout shows, if it shows something.
 * @param {string} base @param {{title?: string, picture?: string}} said
 */
export function drawing(base, { title = "", picture }) {
  if (!picture) return null;
  return h("img.drawing", { key: picture, src: `${base}/pictures/${picture}`, alt: title, decoding: "async" });
}

/**
 * What was handed out, to all or to this seat.
 * @param {State} state @param {Taps} does @param {boolean} may whether this seat may put it away
 */
export function handoutsView(state, does, may) {
  const { cards, handouts, you } = state.view;
  const mine = cards.filter((each) => each.what === "handout" && each.to && (each.to === you.seat || may));
  if (!mine.length && !handouts.length) return null;
  const one = (/** @type {string} */ id, /** @type {any} */ said, /** @type {string} */ whom) =>
    h(
      "details.handout",
      { key: id },
      h("summary", null, said.title, whom ? h("span.tag.line", null, whom) : null),
      drawing(does.base, said),
      said.text ? h("p.prose", null, said.text) : null,
      may
        ? h(
            "button.quiet.small",
            { type: "button", onclick: () => does.send("put_away", { handout: id }) },
            "Put it away",
          )
        : null,
    );
  const name = (/** @type {string} */ seat) => state.view.seats.find((each) => each.seat === seat)?.name ?? "";
  return h(
    "section.card.handouts",
    { key: "handouts" },
    h("h2", null, "Handed out"),
    handouts.map((each) => one(each.handout, each, "")),
    mine.map((each) => one(each.card, each.fields, each.to === you.seat ? "for you alone" : `for ${name(each.to)}`)),
  );
}

/**
 * What comes after: the log as a file, a fresh table like this one, or the end of it for good.
 * @param {State} state @param {Taps} does
 */
export function afterwards(state, does) {
  const { view } = state;
  const file = (/** @type {string} */ query, /** @type {string} */ says) =>
    h("a.button.quiet.small", { href: `${does.base}/export${query}`, download: `${view.name}.jsonl` }, says);
  const again = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, characters } = event.target.elements;
    const nickname = view.seats.find((seat) => seat.seat === "s1")?.name ?? "Gm";
    const told = await does.send("duplicate", { name: name.value, nickname, characters: characters.checked });
    if (!told) return;
    keepLinks(told.table, told.links);
    location.assign(`/t/${told.table}`);
  };
  const remove = async (/** @type {any} */ event) => {
    event.preventDefault();
    try {
      await act(`${does.base}/remove`, { name: event.target.elements.name.value });
      forget(view.table);
      location.assign("/");
    } catch (/** @type {any} */ refused) {
      refuseAt(refused.message);
    }
  };
  return h(
    "details.card.afterwards",
    { key: "afterwards" },
    h("summary", null, h("h2", null, "Save, begin afresh, remove")),
    h("div.actions", null, file("", "Save the log as a file"), file("?private=yes", "With what I prepared")),
    h(
      "form",
      { key: "again", onsubmit: again },
      h("h3", null, "A fresh table like this one"),
      h(
        "label",
        null,
        h("span", null, "Its name"),
        h("input", { name: "name", maxlength: 40, required: true, value: view.name }),
      ),
      h(
        "label.check",
        null,
        h("input", { type: "checkbox", name: "characters", checked: true }),
        h("span", null, "with the characters as they stand"),
      ),
      h("button", { type: "submit" }, "Open it, with the same house rules"),
    ),
    h(
      "form",
      { key: "remove", onsubmit: remove },
      h("h3", null, "Remove this table for good"),
      h("p.hint", null, "The log, the pictures and every seat are gone from the server. Save the log first."),
      h(
        "label",
        null,
        h("span", null, `Type its name: ${view.name}`),
        h("input", { name: "name", maxlength: 40, required: true, autocomplete: "off" }),
      ),
      h("button.danger", { type: "submit" }, "Remove it for good"),
    ),
  );
}
