// What the page knows of a table: the view the server gave, kept current by the feed, and changes not yet confirmed.

import { allowed, alternative, defends, fromOwnSide, moveOf, same } from "./game.js";
import { UNSAID, WORDLESS } from "./words.js";

/** @param {View} view @param {Game} game @returns {State} */
export function makeState(view, game) {
  const log = new Map();
  keepEntries(log, view.log);
  return {
    view: lookedAt(view),
    game,
    log,
    overlay: new Map(),
    tapped: new Map(),
    told: new Set(),
    near: new Map(),
    versions: new Map(),
    news: [],
  };
}

/**
 * A table that has ended is only looked at, from whichever seat.
 * @param {View} view @returns {View}
 */
function lookedAt(view) {
  for (const roll of view.rolls) fromOwnSide(view, roll);
  return view.ended ? { ...view, you: { seat: null, role: "onlooker" }, led: isLed(view) } : view;
}

/** @param {View} view */
function isLed(view) {
  return view.you.role === "gm" || (!view.with_gm && view.you.role === "player");
}

/**
 * Take in the whole view anew; rolls that are over, and the log, stay known.
 * @param {State} state @param {View} view
 */
export function takeView(state, view) {
  const over = state.view.rolls.filter(
    (roll) => !view.rolls.some((each) => each.roll === roll.roll) && !["open", "waiting"].includes(roll.status),
  );
  state.view = lookedAt({ ...view, rolls: [...over, ...view.rolls] });
  state.told = new Set(view.rolls.map(({ roll }) => roll));
  for (const { where, name, value } of state.tapped.values()) put(state.view, where, name, value);
  keepEntries(state.log, view.log);
}

/**
 * Entries as they are told; a roll was declared with what was picked for it last.
 * @param {Map<number, Entry>} log @param {Entry[]} entries
 */
export function keepEntries(log, entries) {
  for (const entry of entries) log.set(entry.number, entry);
  const known = entries.length > 1 ? [...log.values()].sort((one, other) => one.number - other.number) : entries;
  for (const { kind, roll = 0, trait, against, inputs } of known) {
    const declared = kind === "set" ? log.get(roll) : undefined;
    if (!declared) continue;
    if (trait !== undefined) declared.trait = trait;
    if (against !== undefined) Object.assign(declared, { against, texts: {} });
    if (inputs?.defender_name !== undefined) declared.texts = { defender_name: inputs.defender_name };
  }
}

/**
 * Take in what the feed told; returns whether the whole view must be fetched again. What a view that was asked for
 * meanwhile has told already is news all the same, but puts nothing back to what it was.
 * @param {State} state @param {any} told
 */
export function heard(state, told) {
  const entry = { number: told.number, ...told.entry };
  keepEntries(state.log, [entry]);
  state.news.push(entry);
  const late = entry.number <= state.view.number;
  if (!late) Object.assign(state.view, { number: entry.number, hash: told.hash });
  for (const [where, name, , after] of entry.changes ?? []) {
    const tapped = state.tapped.get(`${where} ${name}`);
    if (tapped) tapped.known = after;
    if (!late) put(state.view, where, name, tapped ? tapped.value : after);
  }
  for (const roll of told.rolls ?? []) if (!late || !state.told.has(roll.roll)) putRoll(state, roll);
  if (late) return false;
  const fell = (/** @type {Roll} */ roll) => !!roll.undertaking && !["open", "waiting"].includes(roll.status);
  return (told.rolls ?? []).some(fell) || told.anew || movesBounds(state, entry.changes ?? []);
}

/**
 * Whether a change may move the most or the least of something: marks and traits do, tracks do not.
 * @param {State} state @param {Change[]} changes
 */
function movesBounds(state, changes) {
  return changes.some(
    ([, name]) => name !== "name" && name !== "filled" && !state.game.sheet.tracks.some((each) => each.track === name),
  );
}

/** @param {View} view @param {string} where @param {string} name @param {any} after */
export function put(view, where, name, after) {
  if (where === "table") view.values[name] = after;
  const clock = view.clocks.find((each) => each.clock === where);
  if (clock) clock.filled = after;
  const undertaking = view.undertakings.find((each) => each.undertaking === where);
  if (undertaking) Object.assign(undertaking, { [name]: after });
  const character = view.characters.find((each) => each.character === where);
  if (character && name === "name") character.name = after;
  else if (character && !name.startsWith("paper:")) character.values[name] = after;
}

/**
 * Take in what only this seat hears: a secret roll, or a card as it now stands.
 * @param {State} state @param {any} told
 */
export function heardSecret(state, told) {
  const { view } = state;
  if (told.entry.kind !== "kept") {
    if (!view.secrets.some((each) => each.number === told.number)) view.secrets.push(told);
    return;
  }
  const place = view.cards.findIndex((each) => each.card === told.entry.card);
  const gone = !Object.keys(told.entry.fields).length;
  if (place >= 0) view.cards.splice(place, 1, ...(gone ? [] : [told.entry]));
  else if (!gone) view.cards.push(told.entry);
}

/** @param {State} state @param {Roll} roll */
export function putRoll(state, roll) {
  const rolls = state.view.rolls;
  fromOwnSide(state.view, roll);
  state.versions.set(roll.roll, (state.versions.get(roll.roll) ?? 0) + 1);
  const place = rolls.findIndex((each) => each.roll === roll.roll);
  if (place >= 0) rolls[place] = roll;
  else rolls.push(roll);
  confirm(state, roll);
}

/**
 * Forget local changes that the server has taken in, or that came too late.
 * @param {State} state @param {Roll} roll
 */
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

/**
 * What the server knows an input or decision to be.
 * @param {Roll} roll @param {string} name
 */
function confirmed(roll, name) {
  if (name === "defender_trait") return roll.against_trait;
  return name.startsWith("decide.") ? roll.decide?.[name.slice(7)]?.chosen : roll.inputs?.[name]?.value;
}

/**
 * A local change, shown at once.
 * @param {State} state @param {Roll} roll @param {string} name @param {any} value
 */
export function change(state, roll, name, value) {
  const overlay = state.overlay.get(roll.roll) ?? {};
  if (same(confirmed(roll, name), value) && roll.inputs?.[name]?.set !== false) delete overlay[name];
  else overlay[name] = value;
  if (Object.keys(overlay).length) state.overlay.set(roll.roll, overlay);
  else state.overlay.delete(roll.roll);
}

/**
 * Keep the alternatives around an open roll, with the values they start from.
 * @param {State} state @param {Roll} roll as asked for alone
 */
export function keepNear(state, roll) {
  fromOwnSide(state.view, roll);
  if (roll.near) state.near.set(roll.roll, { near: roll.near, from: valuesOf(roll) });
}

/**
 * What is worked out once for each roll as it came.
 * @template T @param {(state: State, roll: Roll) => T} work @returns {(state: State, roll: Roll) => T}
 */
function once(work) {
  /** @type {WeakMap<Roll, any>} */
  const known = new WeakMap();
  return (state, roll) => {
    if (!known.has(roll)) known.set(roll, work(state, roll));
    return known.get(roll);
  };
}

const valuesOnce = once((_state, roll) => {
  const values = Object.fromEntries(Object.entries(roll.inputs ?? {}).map(([name, input]) => [name, input.value]));
  for (const [name, decision] of Object.entries(roll.decide ?? {})) values[`decide.${name}`] = decision.chosen;
  return values;
});

/** @param {Roll} roll @returns {Record<string, any>} */
function valuesOf(roll) {
  return valuesOnce(/** @type {any} */ (null), roll);
}

/**
 * The inputs of a roll that are there under the table's rulings, with what the game declares of them.
 * @type {(state: State, roll: Roll) => any[]}
 */
export const inputsOf = once((state, roll) => {
  const inputs = roll.inputs ?? {};
  return moveOf(state.game, roll.move)
    .inputs.filter((input) => input.input in inputs)
    .map((input) => ({ ...allowed(state.view, input), called: isCalled(state, input) && isAbout(input, roll) }))
    .map((input) => ({ ...input, ...inputs[input.input] }));
});

/**
 * The choice that some words are about: what a bargain costs is about taking a bargain.
 * @param {State} state @param {Roll} roll @param {any} input
 */
export function choiceBehind(state, roll, input) {
  return inputsOf(state, roll).find((each) => each.input === input.about?.[0]);
}

/**
 * What says more of other inputs is asked for only where one of these is more than nothing.
 * @param {Input} input @param {Roll} roll
 */
export function isAbout({ input, beside }, roll) {
  const side = input.match(/^(attacker|defender)_/)?.[0] ?? "";
  return !beside || [beside.map((name) => roll.inputs?.[side + name]?.value)].flat(2).some(Boolean);
}

/**
 * Whether the dice wait for it, as things are ruled here.
 * @param {State} state @param {Input} input
 */
function isCalled(state, input) {
  const [ruling, value] = input.relaxed ?? [];
  return input.called && !(ruling && state.view.rulings[ruling] === value);
}

/** The names of inputs that change no odds. */
const textNames = once(
  (state, roll) =>
    new Set(
      inputsOf(state, roll)
        .filter((input) => input.type === "text" || input.weighs === false)
        .map((input) => input.input),
    ),
);

/**
 * The odds, sentence and costs of an open roll with local changes; `waiting` where they must be asked for.
 * @param {State} state @param {Roll} roll
 */
export function standing(state, roll) {
  const overlay = state.overlay.get(roll.roll) ?? {};
  const { tiers = null, facts } = roll.odds ?? {};
  const { says = "", besides = [], costs = [] } = roll;
  const told = { tiers, facts, says, besides, costs, waiting: false };
  const texts = textNames(state, roll);
  if (Object.keys(overlay).every((name) => texts.has(name)))
    return tiers ? told : { ...told, ...alternativeTo(state, roll, {}) };
  const found = alternativeTo(state, roll, {});
  if (!found) return { ...told, waiting: true };
  return { ...told, ...found };
}

/**
 * What a change of the roll as it stands would make of it: tiers, costs, sentence. Null where the rules do not
 * allow it; undefined where it is not known.
 * @param {State} state @param {Roll} roll @param {Record<string, any>} changes
 */
export function alternativeTo(state, roll, changes) {
  const kept = state.near.get(roll.roll);
  if (!kept) return undefined;
  const texts = textNames(state, roll);
  const to = { ...valuesOf(roll), ...state.overlay.get(roll.roll), ...changes };
  const differing = Object.entries(to).filter(([name, value]) => !texts.has(name) && !same(kept.from[name], value));
  const found = alternative(kept.near, Object.fromEntries(differing));
  if (found) return found;
  return differing.length === 1 && kept.near.inputs.includes(differing[0][0]) ? null : undefined;
}

/** @param {State} state @param {Roll} roll @param {string} name */
export function valueOf(state, roll, name) {
  const overlay = state.overlay.get(roll.roll) ?? {};
  return name in overlay ? overlay[name] : confirmed(roll, name);
}

/**
 * Whether an input, or anything, was changed here and is not confirmed yet.
 * @param {State} state @param {Roll} roll @param {string} [name]
 */
export function isChanged(state, roll, name) {
  const overlay = state.overlay.get(roll.roll);
  return overlay !== undefined && (name === undefined || name in overlay);
}

/**
 * What someone said that they are about to do this round, or that they wait and see; empty until it is said.
 * @param {State} state @param {string} character
 */
export function intentionOf({ view }, character) {
  const said = view.values.intentions?.[character] ?? "";
  return said === WORDLESS ? UNSAID : said;
}

/** @param {State} state @param {string|null} id */
export function seatName(state, id) {
  const nobody = id ? "someone who left" : state.view.with_gm ? "the gm" : "the table";
  return state.view.seats.find((each) => each.seat === id)?.name ?? nobody;
}

/**
 * What a character is called; who was made just now is in the log before they are in the view.
 * @param {State} state @param {string} id
 */
export function characterName({ view, log }, id) {
  const known = view.characters.find((each) => each.character === id);
  if (known || !id) return known?.name ?? id; // plain dice are nobody's
  return [...log.values()].find((each) => each.kind === "made" && each.character === id)?.name ?? id;
}

/**
 * Whether this page's seat has the gm's rights.
 * @param {State} state
 */
export function leads(state) {
  return isLed(state.view);
}

/** @param {State} state */
export function myCharacters(state) {
  return state.view.characters.filter((each) => each.seat && each.seat === state.view.you.seat);
}

/**
 * Whether the table waits for this page's seat.
 * @param {State} state @param {Roll} roll
 */
export function isMyTurn(state, roll) {
  const me = state.view.you.seat;
  if (state.view.you.role === "onlooker") return false;
  const mine = (/** @type {string|null|undefined} */ seat) => (seat ? seat === me : leads(state));
  if (roll.status === "waiting") return mine(roll.asks?.seat ?? roll.seat);
  if (roll.status === "done")
    return roll.open_dues.some((due) => {
      const waited = due.answers.filter((each) => !answeringRoll(state, due, each));
      if (due.named?.length) return due.answers.length ? waited.some((each) => each.seat === me) : leads(state);
      return due.proposed?.length ? leads(state) : mine(due.seat);
    });
  if (roll.status !== "open") return false;
  if (defends(state.view, roll) && !roll.ready) return true;
  return roll.leave || (roll.needs ?? []).some((need) => need.by === "gm")
    ? mine(state.view.with_gm ? "" : roll.seat)
    : (roll.thrower ?? roll.seat) === me;
}

/**
 * The roll with which someone is answering it now.
 * @param {State} state @param {Due} due @param {Answering} answer
 */
export function answeringRoll(state, due, answer) {
  return state.view.rolls.find(
    (each) =>
      each.move === due.answered_by && each.character === answer.character && ["open", "waiting"].includes(each.status),
  );
}

/**
 * Whether a roll still wants something of someone.
 * @param {Roll} roll
 */
export function isLive(roll) {
  return ["open", "waiting"].includes(roll.status) || (roll.status === "done" && roll.open_dues.length > 0);
}

/**
 * Whether intentions are still being said, so that nobody acts: in this roll, or at all.
 * @param {State} state @param {Roll} [roll]
 */
export function isEarly({ game, view }, roll) {
  const { track = "", actions = "", free: [ruling, free] = ["", null] } = game.rounds ?? {};
  if (!view.values[track] || view.values[actions] || view.rulings[ruling] === free) return false;
  return !roll || (roll.inputs?.[actions]?.value === false && !roll.inputs.override?.value);
}

/**
 * The move that was declared; with help it may be rolled as another.
 * @param {State} state @param {any} roll
 */
export const declaredMove = ({ log }, { roll, move }) => (log.has(roll) ? (log.get(roll)?.move ?? "action") : move);
