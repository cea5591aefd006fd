// What is read of a table, a journal or a recap, asked for once it is looked at and anew when more has happened.

import { get } from "./server.js";

/** @type {WeakMap<any, {again: boolean}>} what is being told, and whether more has happened since it was asked for */
const asking = new WeakMap();
/** @type {WeakSet<any>} what was asked for */
const known = new WeakSet();

/**
 * What is looked at for the first time is asked for.
 * @param {Taps} does
 */
export function readOnce(does) {
  if (!known.has(does.reading)) void readAgain(does);
}

/**
 * What is read is told anew, once more has happened; asked for one at a time, so that an older reply never comes last.
 * @param {Taps} does
 */
export async function readAgain(does) {
  const asked = does.reading;
  if (asked.what === "log") return;
  known.add(asked);
  const underway = asking.get(asked);
  if (underway) return void (underway.again = true);
  const mine = { again: false };
  asking.set(asked, mine);
  const over = isOver(does.page.state, asked);
  const evening = over ? asked.evening : asked.what === "journal" ? eveningBefore(does.page.state, asked.evening) : "";
  const [told, recap] = await Promise.all([
    toldOf(does, asked),
    evening ? toldOf(does, { what: "recap", evening }) : null,
  ]);
  if (told && recap) told[over ? "own" : "before"] = { ...recap, evening };
  asking.delete(asked);
  if (asked !== does.reading) return;
  if (told) keepTold(asked, told);
  does.draw();
  if (mine.again) await readAgain(does);
}

/** @param {State} state @param {any} asked */
function isOver(state, { what, evening }) {
  return what === "journal" && state.view.evenings.some((each) => each.evening === evening && each.ended);
}

/** @param {State} state @param {string} evening */
function eveningBefore(state, evening) {
  if (!evening) return "";
  const all = state.view.evenings.map((each) => each.evening);
  const place = all.indexOf(evening); // what has just begun is not known here yet
  return (place < 0 ? all.at(-1) : all[place - 1]) ?? "";
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
