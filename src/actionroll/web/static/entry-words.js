// Every entry of the log as a sentence, for the page, for copying and for a screen reader.

import { plain, signed } from "./numbers.js";
import { characterName, seatName } from "./table-state.js";

/** @param {any} state @param {any} entry @returns {string} */
export function entryWords(state, entry) {
  const by = seatName(state, entry.by);
  const roll = rollOf(state, entry);
  const who = roll ? characterName(state, roll.character) : "";
  switch (entry.kind) {
    case "opened": return `The table “${entry.name}” was opened.`;
    case "joined": return `${entry.name} sat down as ${entry.role}.`;
    case "renamed": return `${by} is now called ${entry.name}.`;
    case "left": return `${seatName(state, entry.seat)} left the table.`;
    case "returned": return `${seatName(state, entry.seat)} came back.`;
    case "handed_over": return `${by} made ${seatName(state, entry.to)} the gm.`;
    case "made": return `${entry.name} was made.`;
    case "given": return `${characterName(state, entry.character)} is now played by ${seatName(state, entry.seat)}.`;
    case "edited": return `${by} changed ${changes(state, entry) || "nothing"}.`;
    case "clock_made": return `${by} started the clock “${entry.name}” (${entry.size}).`;
    case "clock_removed": return `${by} removed a clock.`;
    case "noted": return `${by}: ${entry.text}`;
    case "round_begun": return `A new round began.${tail(state, entry)}`;
    case "declared": return `${characterName(state, entry.character)} wants to roll${entry.trait ? ` ${plain(entry.trait)}` : ""}${entry.move === "action" ? "" : ` (${plain(entry.move)})`}.`;
    case "set": return `${by} set ${[...pairs(entry.inputs), ...pairs(entry.decide)].join(", ")}.`;
    case "offered": return `${characterName(state, entry.character)} helps${entry.how ? `: ${entry.how}` : ""}.`;
    case "offer_withdrawn": return `${characterName(state, entry.character)} no longer helps.`;
    case "withdrawn": return `${who} withdrew the roll; it cost nothing.`;
    case "thrown": return entry.record.outcome ? `${who}: ${named(state, roll, entry.record.outcome.words.short)}` : `${who} threw: ${faces(entry)}; it stands at ${entry.stands || "open"}.`;
    case "decided": return `${who}: ${plain(entry.decision)} – ${plain(entry.option)}.${entry.record.outcome ? ` ${named(state, roll, entry.record.outcome.words.short)}` : ""}`;
    case "settled": return `${by} settled a due of ${who}: ${entry.answer.map((share) => [share.way && plain(share.way), share.amount > 1 ? share.amount : null, share.words].filter(Boolean).join(" ")).join(", ")}.${tail(state, entry)}`;
    case "wished": return `${by} wishes to undo the roll of ${who}.`;
    case "undone": return `${by} took back ${entry.roll ? `the roll of ${who}` : `entry ${entry.entries.join(", ")}`}.${tail(state, entry)}`;
    case "closed": return `The roll of ${who} was closed at no cost, because the rules have changed.`;
    case "ruled": return `${by} ruled: ${pairs(entry.rulings).join(", ")}.`;
    case "set_up": return `${by} changed the settings.`;
    case "seed_changed": return "The dice took a new seed; the old one is revealed.";
    case "revealed": return `${by} revealed a secret roll: ${entry.entry?.record?.outcome?.words.short ?? ""}`;
    case "rolled_secretly": return `In secret: ${entry.record.outcome?.words.short ?? ""}${entry.note ? ` (${entry.note})` : ""}`;
    case "ended": return "The table has ended; the seed is revealed.";
    default: return plain(entry.kind);
  }
}

/** Words about a roll with the names of those who take part. @param {any} state @param {any} roll @param {string} words */
export function named(state, roll, words) {
  const known = (list, place) => (list?.[place - 1] ? characterName(state, list[place - 1].character ?? list[place - 1]) : null);
  return words
    .replace(/\bhelper (\d+)/gi, (whole, place) => known(roll?.offers, Number(place)) ?? whole)
    .replace(/\bmember (\d+)/gi, (whole, place) => known(roll?.members, Number(place)) ?? whole);
}

/** @param {any} state @param {any} entry */
export function rollOf(state, entry) {
  const declared = entry.roll ? state.log.get(entry.roll) : null;
  return state.view.rolls.find((each) => each.roll === entry.roll) ?? declared ?? null;
}

/** @param {any} state @param {any} entry */
export function changes(state, entry) {
  return (entry.changes ?? []).map(([where, name, before, after]) => `${where === "table" ? "" : `${whereName(state, where)} `}${name === "filled" ? "" : plain(name)} ${change(before, after)}`.trim()).join(", ");
}

/** @param {any} state @param {string} where */
function whereName(state, where) {
  return state.view.clocks.find((each) => each.clock === where)?.name ?? characterName(state, where);
}

/** @param {any} before @param {any} after */
function change(before, after) {
  if (typeof before === "number" && typeof after === "number") return `${signed(after - before)} (now ${after})`;
  if (typeof after === "boolean") return after ? "set" : "cleared";
  return `is now ${after ?? "none"}`;
}

/** @param {any} state @param {any} entry */
function tail(state, entry) {
  const told = changes(state, entry);
  return told ? ` ${told[0].toUpperCase()}${told.slice(1)}.` : "";
}

/** @param {Record<string, any>} values */
function pairs(values) {
  return Object.entries(values ?? {}).map(([name, value]) => `${plain(name)} ${value === null ? "none" : plain(String(value))}`);
}

/** @param {any} entry */
function faces(entry) {
  const throws = entry.record.steps.filter((step) => step.do === "throw");
  return throws.at(-1)?.dice.map((die) => die.face).join(" ") ?? "no dice";
}
