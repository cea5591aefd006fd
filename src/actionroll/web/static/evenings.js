// A table over many evenings: who comes and goes, the scene, what was handed out, and what is read of it all.

import { h } from "./dom.js";
import { isFirstOffer } from "./kept.js";
import { seatName } from "./table-state.js";
import { begun, dayOf, plain, timeOf } from "./words.js";

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
  const { name } = state.view.evenings.find((each) => each.evening === id) ?? {};
  const number = begun(whichEvening(state, id));
  return name ? `${number}: ${name}` : number;
}

/** @param {State} state @param {string} id */
function whichEvening(state, id) {
  return `evening ${state.view.evenings.findIndex((each) => each.evening === id) + 1 || ""}`.trim();
}

/** @param {State} state */
export function goingOn(state) {
  return state.view.evenings.filter((each) => !each.ended).at(-1) ?? null;
}

/**
 * Entries about who sits at the table, its links, evenings, scenes, handouts and dice in words; empty for any other.
 * @param {State} state @param {Entry} entry @param {string} by
 */
export function tableWords(state, entry, by) {
  switch (entry.kind) {
    case "opened":
      return `The table “${entry.name}” was opened.`;
    case "joined":
      return entry.waits
        ? `${entry.name} waits to be let in as ${entry.role}.`
        : entry.role === "onlooker"
          ? `${entry.name} looks on.`
          : `${entry.name} sat down as ${entry.role}.`;
    case "let_in":
      return `${by} let ${seatName(state, entry.seat)} in.`;
    case "renamed":
      return `${by} is now called ${entry.name}.`;
    case "left":
      return `${seatName(state, entry.seat)} left the table.`;
    case "returned":
      return `${seatName(state, entry.seat)} came back.`;
    case "handed_over":
      return `${by} made ${seatName(state, entry.to)} the gm.`;
    case "reseated":
      return `${seatName(state, entry.seat)} came back on another phone.`;
    case "seat_link_made":
      return `${by} made a link to the seat of ${seatName(state, entry.seat)}.`;
    case "code_shown":
      return `${by} showed a code to join with.`;
    case "links_renewed":
      return `${entry.by ? by : "The host"} renewed the links; the old ones open nothing any more.`;
    case "noted":
      return `${by}: ${entry.text}`;
    case "clock_made":
      return `${by} started the clock “${entry.name}” (0 of ${entry.size}).`;
    case "clock_removed":
      return `${by} removed a clock.`;
    case "burned":
      return `${by} deleted words and portraits for good.`;
    case "seed_changed":
      return entry.seed
        ? "The dice took a new seed; the old one is revealed."
        : "The table was imported: the dice took a new seed, and the old one stayed where the table came from.";
    case "committed":
      return `Another device of ${by} adds to the dice now.`;
    case "alarmed":
      return `The phone of ${by} raises an alarm: ${entry.text}`;
    case "ended":
      return "The table has ended; the seed is revealed.";
    case "evening_begun":
      return `${eveningName(state, entry.evening)} began${entry.first ? "" : ` at ${timeOf(entry.when)}`}.`;
    case "evening_changed": {
      const [where, name, , after] = entry.changes?.[1] ?? entry.changes?.[0] ?? ["", "", 0, 0]; // a round may follow
      return name === "name"
        ? `${by} called ${whichEvening(state, where)} “${after}”.`
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

/** @param {State} state */
export function isAlone(state) {
  return state.view.seats.filter((seat) => !seat.gone && seat.role !== "onlooker").length === 1;
}

/**
 * Whether someone plays for themselves, without a gm and without anyone else.
 * @param {State} state
 */
export function playsAlone(state) {
  return isAlone(state) && !state.view.with_gm;
}

/**
 * How something happens that nobody wrote down.
 * @param {State} state
 */
export function unwritten(state) {
  return isAlone(state) ? "as you picture it" : "as it was said aloud";
}

/**
 * What is read first: who plays alone reads a journal.
 * @param {State} state
 */
export function firstReading(state) {
  const what = playsAlone(state) ? "journal" : "log";
  return { what, evening: goingOn(state)?.evening ?? "", told: null };
}

/**
 * Read the log, a journal or a recap, of one evening or of all.
 * @param {Taps} does @param {string} what @param {string} [evening]
 */
export function read(does, what, evening = "") {
  does.reading = { what, evening, told: null };
  does.page.show("log");
  does.page.side = "log";
  does.draw();
}

const LATER = 1800;

/**
 * Who comes back after an evening ended is told its last words and offered its recap, once on this device.
 * @param {State} state @param {Taps} does @param {(state: State, entry: Entry) => string} told
 */
export function offerLastTime(state, does, told) {
  const { table, evenings, you } = state.view;
  const last = evenings.filter((each) => each.ended).at(-1);
  if (!last || !you.seat || Date.now() / 1000 - last.ended_at < LATER || !isFirstOffer(table, last.evening)) return;
  const title = `Last time: ${eveningName(state, last.evening)}, ${dayOf(last.ended_at)}`;
  const fell = (/** @type {Entry} */ { kind, number, tier }) => number < last.ended && (tier || kind === "settled");
  const [end] = [...state.log.values()].filter(fell).sort((one, other) => other.number - one.number);
  const text = end ? `It ended so: ${told(state, end)}` : "";
  does.cards.unshift({ number: last.ended, evening: last.evening, title, text, changes: [] });
  does.draw();
}
