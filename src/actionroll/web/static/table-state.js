// What the page knows of a table: the view the server gave, kept current by the feed, and changes not yet confirmed.

import { alternative, same } from "./near.js";

const ONLY_CHANGES = new Set(["edited", "character_renamed", "noted", "declared", "set", "offered", "offer_withdrawn", "withdrawn", "thrown", "decided", "settled", "wished", "round_begun"]);

/** @param {any} view @param {any} game */
export function makeState(view, game) {
  const log = new Map(view.log.map((entry) => [entry.number, entry]));
  return { view: lookedAt(view), game, log, overlay: new Map(), near: new Map(), versions: new Map(), news: [] };
}

/** A table that has ended is only looked at, from whichever seat. @param {any} view */
function lookedAt(view) {
  return view.ended ? { ...view, you: { seat: null, role: "onlooker" } } : view;
}

/** Take in the whole view anew; rolls that are over, and the log, stay known. @param {any} state @param {any} view */
export function takeView(state, view) {
  const over = state.view.rolls.filter((roll) => !view.rolls.some((each) => each.roll === roll.roll) && !["open", "waiting"].includes(roll.status));
  state.view = lookedAt({ ...view, rolls: [...over, ...view.rolls] });
  for (const entry of view.log) state.log.set(entry.number, entry);
}

/** Take in what the feed told; returns whether the whole view must be fetched again. @param {any} state @param {any} told */
export function heard(state, told) {
  const entry = { number: told.number, ...told.entry };
  const known = state.log.has(entry.number);
  state.log.set(entry.number, entry);
  state.view.number = Math.max(state.view.number, entry.number);
  state.view.hash = told.hash;
  for (const [where, name, , after] of entry.changes ?? []) put(state.view, where, name, after);
  for (const roll of told.rolls ?? []) putRoll(state, roll);
  if (!known) state.news.push(entry);
  return !ONLY_CHANGES.has(entry.kind);
}

/** @param {any} view @param {string} where @param {string} name @param {any} after */
function put(view, where, name, after) {
  if (where === "table") view.values[name] = after;
  const clock = view.clocks.find((each) => each.clock === where);
  if (clock) clock.filled = after;
  const character = view.characters.find((each) => each.character === where);
  if (character && name === "name") character.name = after;
  else if (character) character.values[name] = after;
}

/** @param {any} state @param {any} roll */
export function putRoll(state, roll) {
  const rolls = state.view.rolls;
  state.versions.set(roll.roll, (state.versions.get(roll.roll) ?? 0) + 1);
  const place = rolls.findIndex((each) => each.roll === roll.roll);
  if (place >= 0) rolls[place] = roll;
  else rolls.push(roll);
  confirm(state, roll);
}

/** Forget local changes that the server has taken in, or that came too late. @param {any} state @param {any} roll */
function confirm(state, roll) {
  const overlay = state.overlay.get(roll.roll);
  if (!overlay) return;
  if (roll.status !== "open") {
    state.overlay.delete(roll.roll);
    return;
  }
  for (const name of Object.keys(overlay)) if (same(confirmed(roll, name), overlay[name])) delete overlay[name];
  if (!Object.keys(overlay).length) state.overlay.delete(roll.roll);
}

/** What the server knows an input or decision to be. @param {any} roll @param {string} name */
function confirmed(roll, name) {
  if (name === "defender_trait") return roll.against_trait;
  return name.startsWith("decide.") ? roll.decide?.[name.slice(7)]?.chosen : roll.inputs?.[name]?.value;
}

/** A local change, shown at once. @param {any} state @param {any} roll @param {string} name @param {any} value */
export function change(state, roll, name, value) {
  const overlay = state.overlay.get(roll.roll) ?? {};
  if (same(confirmed(roll, name), value) && roll.inputs?.[name]?.set !== false) delete overlay[name];
  else overlay[name] = value;
  if (Object.keys(overlay).length) state.overlay.set(roll.roll, overlay);
  else state.overlay.delete(roll.roll);
}

/** Keep the alternatives around an open roll, with the values they start from. @param {any} state @param {any} roll as asked for alone */
export function keepNear(state, roll) {
  if (roll.near) state.near.set(roll.roll, { near: roll.near, from: valuesOf(roll) });
}

/** @param {any} roll */
function valuesOf(roll) {
  const values = Object.fromEntries(Object.entries(roll.inputs).map(([name, input]) => [name, input.value]));
  for (const [name, decision] of Object.entries(roll.decide)) values[`decide.${name}`] = decision.chosen;
  return values;
}

/** The odds, sentence and costs of an open roll with local changes; `waiting` where they must be asked for. @param {any} state @param {any} roll */
export function standing(state, roll) {
  const overlay = state.overlay.get(roll.roll) ?? {};
  const told = { tiers: roll.odds?.tiers ?? null, says: roll.says, costs: roll.costs ?? [], waiting: false };
  const texts = new Set(inputsOf(state, roll).filter((input) => input.type === "text").map((input) => input.input));
  if (Object.keys(overlay).every((name) => texts.has(name))) return told;
  const kept = state.near.get(roll.roll);
  const found = kept ? alternative(kept.near, differences(kept.from, { ...valuesOf(roll), ...overlay }, texts)) : null;
  return found ? { tiers: found.tiers, says: found.says, costs: found.costs, waiting: false } : { ...told, waiting: true };
}

/** @param {Record<string, any>} from @param {Record<string, any>} to @param {Set<string>} [aside] names that do not matter */
function differences(from, to, aside = new Set()) {
  return Object.fromEntries(Object.entries(to).filter(([name, value]) => !aside.has(name) && !same(from[name], value)));
}

/** @param {any} state @param {any} roll @param {string} name */
export function valueOf(state, roll, name) {
  const overlay = state.overlay.get(roll.roll) ?? {};
  return name in overlay ? overlay[name] : confirmed(roll, name);
}

/** Whether an input, or anything, was changed here and is not confirmed yet. @param {any} state @param {any} roll @param {string} [name] */
export function isChanged(state, roll, name) {
  const overlay = state.overlay.get(roll.roll);
  return overlay !== undefined && (name === undefined || name in overlay);
}

/**
 * What a change of the roll as it stands would make of it: tiers, costs, sentence. Null where the rules do not allow it;
 * undefined where it is not known.
 * @param {any} state @param {any} roll @param {Record<string, any>} changes
 */
export function alternativeTo(state, roll, changes) {
  const kept = state.near.get(roll.roll);
  if (!kept || isChanged(state, roll) || Object.keys(differences(kept.from, valuesOf(roll))).length) return undefined;
  return Object.keys(changes).every((name) => kept.near.inputs.includes(name)) ? alternative(kept.near, changes) : undefined;
}

/** The inputs of a roll that are there under the table's rulings, with what the game declares of them. @param {any} state @param {any} roll */
export function inputsOf(state, roll) {
  const move = state.game.moves.find((each) => each.move === roll.move);
  return move.inputs.filter((input) => input.input in roll.inputs).map((input) => ({ ...input, ...roll.inputs[input.input] }));
}

/** @param {any} state @param {string} id */
export function seatName(state, id) {
  return state.view.seats.find((each) => each.seat === id)?.name ?? (id ? "someone who left" : "the gm");
}

/** @param {any} state @param {string} id */
export function characterName(state, id) {
  return state.view.characters.find((each) => each.character === id)?.name ?? id;
}

/** Whether this page's seat has the gm's rights. @param {any} state */
export function leads(state) {
  return state.view.you.role === "gm" || (!state.view.with_gm && state.view.you.role === "player");
}

/** @param {any} state */
export function myCharacters(state) {
  return state.view.characters.filter((each) => each.seat === state.view.you.seat);
}
