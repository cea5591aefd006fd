// What is being read: the log, a journal or a recap, of one evening or of all, and told anew as more happens.

import { goingOn } from "./evenings.js";
import { get } from "./server.js";

/** @param {State} state */
export function isAlone(state) {
  return state.view.seats.filter((seat) => !seat.gone && seat.role !== "onlooker").length === 1;
}

/**
 * What is read first: who plays alone reads a journal.
 * @param {State} state
 */
export function firstReading(state) {
  const what = isAlone(state) && !state.view.with_gm ? "journal" : "log";
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
  return readAgain(does);
}

/** @type {WeakMap<any, {again: boolean}>} what is being told, and whether more has happened since it was asked for */
const asking = new WeakMap();

/**
 * What is read is told anew, once more has happened; asked for one at a time, so that an older reply never comes last.
 * @param {Taps} does
 */
export async function readAgain(does) {
  const asked = does.reading;
  if (asked.what === "log") return;
  const underway = asking.get(asked);
  if (underway) return void (underway.again = true);
  const mine = { again: false };
  asking.set(asked, mine);
  const before = asked.what === "journal" ? eveningBefore(does.page.state, asked.evening) : "";
  const [told, last] = await Promise.all([
    toldOf(does, asked),
    before ? toldOf(does, { what: "recap", evening: before }) : null,
  ]);
  if (told && last) told.before = { ...last, evening: before };
  asking.delete(asked);
  if (asked !== does.reading) return;
  if (told) keepTold(asked, told);
  does.draw();
  if (mine.again) await readAgain(does);
}

/** @param {State} state @param {string} evening */
function eveningBefore(state, evening) {
  if (!evening) return "";
  const known = state.view.evenings.map((each) => each.evening);
  const place = known.indexOf(evening); // what has just begun is not known here yet
  return (place < 0 ? known.at(-1) : known[place - 1]) ?? "";
}

/** @param {Taps} does @param {{what: string, evening: string}} asked @returns {Promise<any>} null if it did not come */
function toldOf(does, { what, evening }) {
  const zone = encodeURIComponent(Intl.DateTimeFormat().resolvedOptions().timeZone ?? "");
  return get(`${does.base}/${what}?evening=${evening}&zone=${zone}`).catch(() => null);
}

/** @param {any} asked @param {any} told */
function keepTold(asked, told) {
  if (asked.told) URL.revokeObjectURL(asked.told.file);
  asked.told = { ...told, file: URL.createObjectURL(new Blob([told.markdown], { type: "text/markdown" })) };
}
