// Every entry of the log as a sentence, for the page, for copying and for a screen reader.

import { begun, plain, signed } from "./numbers.js";
import { joinWords, markWords, named, partName, rollersName, whyWords } from "./parts.js";
import { bare } from "./shown-first.js";
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
    case "character_renamed": return `${entry.changes[0][2]} is now called ${entry.changes[0][3]}.`;
    case "clock_made": return `${by} started the clock “${entry.name}” (${entry.size}).`;
    case "clock_removed": return `${by} removed a clock.`;
    case "noted": return `${by}: ${entry.text}`;
    case "round_begun": return roundBegun(state, entry);
    case "declared": return `${characterName(state, entry.character)} wants to roll${entry.trait ? ` ${plain(entry.trait)}` : ""}${entry.move === "action" ? "" : ` (${plain(entry.move)})`}${entry.against ? ` against ${characterName(state, entry.against)}` : ""}.`;
    case "set": return `${by} set ${[...pairs(entry.inputs), ...pairs(entry.decide)].join(", ")}.`;
    case "offered": return `${characterName(state, entry.character)} ${joinWords(state, roll, entry.move ?? roll?.move, entry.input)}${entry.trait ? ` with ${plain(entry.trait)}` : ""}${entry.how ? `: ${entry.how}` : ""}.`;
    case "offer_withdrawn": return `${characterName(state, entry.character)} no longer helps.`;
    case "withdrawn": return `${who} withdrew the roll; it cost nothing.`;
    case "thrown": return entry.tier ? `${rollersName(state, roll)}: ${outcome(state, roll, entry)}` : `${thrower(state, roll, entry)} threw ${faces(entry)}${entry.now ? `; now: ${named(state, roll, entry.now)}` : ""}.${tail(state, entry)}`;
    case "decided": return `${decider(state, roll, entry)} chose “${plain(entry.option)}”${entry.option === bare(entry.decision) ? "" : ` (${plain(bare(entry.decision))})`}.${entry.tier ? ` ${begun(outcome(state, roll, entry))}` : tail(state, entry)}`;
    case "settled": return `${by} settled a due of ${who}: ${entry.answer.map((share) => [share.way && plain(share.way), share.amount > 1 ? share.amount : null, share.words].filter(Boolean).join(" ")).join(", ")}.${tail(state, entry)}`;
    case "wished": return `${by} wishes to undo the roll of ${who}.`;
    case "undone": return `${by} took back ${entry.roll ? `the roll of ${who}` : `entry ${entry.entries.join(", ")}`}.${tail(state, entry)}`;
    case "closed": return `The roll of ${who} was closed at no cost, because the rules have changed.`;
    case "ruled": return `${by} ruled: ${pairs(entry.rulings).join(", ")}.`;
    case "set_up": return `${by} set ${pairs(entry.settings).join(", ")}.`;
    case "links_renewed": return `${entry.by ? by : "The host"} renewed the links; the old ones open nothing any more.`;
    case "seat_link_made": return `${by} made a link to the seat of ${seatName(state, entry.seat)}.`;
    case "reseated": return `${seatName(state, entry.seat)} came back on another phone.`;
    case "seed_changed": return entry.seed
      ? "The dice took a new seed; the old one is revealed."
      : "The table was imported: the dice took a new seed, and the old one stayed where the table came from.";
    case "revealed": return `${by} revealed a secret roll: ${named(state, null, entry.entry?.tier ?? "")}.`;
    case "rolled_secretly": return `In secret: ${entry.record?.outcome?.words.short ?? entry.tier ?? ""}${entry.note ? ` (${entry.note})` : ""}`;
    case "ended": return "The table has ended; the seed is revealed.";
    default: return plain(entry.kind);
  }
}

/** @param {any} state @param {any} roll @param {any} entry */
function outcome(state, roll, entry) {
  const ended = roll?.record?.outcome;
  return `${named(state, roll, entry.tier)}. ${ended ? whyWords(state, roll, ended) : `The dice: ${faces(entry)}.`}${tail(state, entry)}`;
}

/** @param {any} state @param {any} entry */
export function rollOf(state, entry) {
  const declared = entry.roll ? state.log.get(entry.roll) : null;
  return state.view.rolls.find((each) => each.roll === entry.roll) ?? declared ?? null;
}

/** @param {any} state @param {any} entry */
function changes(state, entry) {
  return (entry.changes ?? []).map(([where, name, before, after]) => {
    if (name === "name") return `${before} is called ${after} again`;
    const whose = where === "table" ? "" : `${whereName(state, where)} `;
    if (typeof after === "boolean") return `${whose}${markWords(name, after)}`;
    return `${whose}${name === "filled" ? "" : plain(name)} ${change(before, after)}`;
  }).join(", ");
}

/** @param {any} state @param {string} where */
function whereName(state, where) {
  return state.view.clocks.find((each) => each.clock === where)?.name ?? characterName(state, where);
}

/** @param {any} before @param {any} after */
function change(before, after) {
  if (typeof before === "number" && typeof after === "number") return `${signed(after - before)} (now ${after})`;
  return `is now ${after ?? "none"}`;
}

/** @param {any} state @param {any} entry */
function tail(state, entry) {
  const told = changes(state, entry);
  return told ? ` ${begun(told)}.` : "";
}

/** @param {Record<string, any>} values */
function pairs(values) {
  return Object.entries(values ?? {}).map(([name, value]) => `${plain(name)} ${value === null ? "none" : plain(String(value))}`);
}

/** @param {any} state @param {any} entry */
function roundBegun(state, entry) {
  const round = entry.changes.find(([where, name]) => where === "table" && name === "round");
  const others = { changes: entry.changes.filter((each) => each !== round) };
  return `${round ? `Round ${round[3]}` : "A new round"} began.${tail(state, others)}`;
}

/** The dice of a throw as they lie. @param {any} entry @returns {any[]} */
export function diceThrown(entry) {
  return (entry.dice ?? []).map(([sides, face]) => ({ die: `d${sides}`, face, from: "", counted: true }));
}

/** @param {any} entry */
function faces(entry) {
  return diceThrown(entry).map((die) => die.face).join(" ") || "no dice";
}

/** Who answered. @param {any} state @param {any} roll @param {any} entry */
function decider(state, roll, entry) {
  const part = entry.part ?? "roller";
  return roll ? partName(state, roll, part) : plain(part);
}

/** Whose dice fell. @param {any} state @param {any} roll @param {any} entry */
function thrower(state, roll, entry) {
  return roll && entry.part ? partName(state, roll, entry.part) : characterName(state, roll?.character ?? "");
}
