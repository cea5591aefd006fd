// What a change of a roll before its throw would cost, what it would make of the odds, and where it comes from.

import { asTyped, h } from "./dom.js";
import { trackLook } from "./face.js";
import { chanceOf, isMark, isOpposed, readyWords } from "./game.js";
import { icon } from "./icons.js";
import { effectOf, works } from "./odds-bar.js";
import { effectWords, fromTo, isInBoxes, toneOfEffect, trackOf, whose } from "./people.js";
import { alternativeTo, inputsOf, valueOf } from "./table-state.js";
import { begun, boxesTold, counted, labelOf, listed, plain, roughly } from "./words.js";

/**
 * Everything that was said of a roll, in order.
 * @param {State} state @param {Roll} roll
 */
export function entriesOf(state, { roll }) {
  const told = [...state.log.values()].filter((entry) => entry.number === roll || entry.roll === roll);
  return told.sort((one, other) => one.number - other.number);
}

/**
 * Who joins, in the order in which they first offered it, with the place of who took it back: nobody else moves up.
 * @param {State} state @param {Roll} roll @param {Offer[]} joined @returns {Offer[]}
 */
export function everOffered(state, roll, joined) {
  /** @type {any[]} */
  const offers = entriesOf(state, roll).filter((each) => each.kind === "offered");
  const isIn = (/** @type {any} */ { character: who }) =>
    roll.demanded?.includes(who) || joined.some((each) => each.character === who);
  const whole = (/** @type {any} */ each) => ({ how: "", trait: "", inputs: {}, ...each });
  const left = new Map(offers.filter((each) => !isIn(each)).map((each) => [each.character, whole(each)]));
  const place = (/** @type {Offer} */ { character: who }) => offers.findIndex((each) => each.character === who);
  return [...joined, ...left.values()].sort((one, other) => place(one) - place(other));
}

/**
 * Whether it is said at once of every roll that would finish such an undertaking: asked once the dice lie.
 * @param {State} state @param {Roll} roll @param {string} name
 */
export function isOfFinish({ game, view }, { undertaking }, name) {
  const { kind = "" } = view.undertakings.find((each) => each.undertaking === undertaking) ?? {};
  return name in (game.face?.finishing[kind] ?? {});
}

/**
 * Where an effect left what it moved, as the entry has it: " (now 10)".
 * @param {State} state @param {Roll} roll @param {Effect} effect
 */
export function leftAt(state, roll, effect) {
  const [character, name] = [effect.character ?? roll.parts[effect.who], trackOf(roll, effect)];
  const moved = entriesOf(state, roll)
    .flatMap(({ kind, changes }) => (["thrown", "decided"].includes(kind) ? (changes ?? []) : []))
    .filter((each) => each[0] === character && each[1] === name && typeof each[3] === "number");
  return moved.length && !isInBoxes(state.game, name) ? ` (now ${counted(moved.at(-1)?.[3])})` : "";
}

/**
 * What a sheet has of something, where that is known.
 * @param {State} state @param {string} who @param {string} name
 */
export function valueOnSheet({ view }, who, name) {
  return view.characters.find((each) => each.character === who)?.values[name] ?? "";
}

/**
 * What the pick said of a roll before anyone wrote something: it counts again once that is taken away.
 * @param {State} state @param {Roll} roll
 */
export function saidByPick(state, roll) {
  const ready = readyWords(state.game, roll.trait);
  return entriesOf(state, roll).some((entry) => entry.inputs?.intent === ready) ? ready : "";
}

/**
 * What was said last of something that is asked for again; empty where nothing was, or it was taken out again.
 * @param {State} state @param {Roll} roll @param {string} name
 */
export function saidBefore(state, roll, name) {
  return entriesOf(state, roll).reduce((said, entry) => entry.inputs?.[name] ?? said, "");
}

/**
 * A word under a value: how often it works with it, and what it costs.
 * @param {State} state @param {Roll} roll @param {any} input @param {any} value @param {string} chance
 */
export function noteOf(state, roll, input, value, chance) {
  const called = input.names?.[input.values?.indexOf(value)];
  if (called) return called;
  const found = alternativeTo(state, roll, { [input.input]: value });
  const more = input.type === "whole";
  const price = found ? priceOnly(state, roll, more ? beyond(roll, found.costs) : found.costs, more) : "";
  return [chance, price].filter(Boolean).join(" · ");
}

export const IN_VAIN = "changes nothing by itself";

/**
 * That values which are paid for, or put into words, bring no more than the first one: in the one line below the name
 * of what is chosen, which is there before, so that nothing moves.
 * @param {State} state @param {Roll} roll @param {any} input
 */
function inVain(state, roll, input) {
  const [without, ...taken] = input.values.map((/** @type {any} */ value) =>
    alternativeTo(state, roll, { [input.input]: value }),
  );
  const vain = input.values.slice(1).filter((/** @type {any} */ value, /** @type {number} */ at) => {
    if (!without || !taken[at] || changesOdds(without, taken[at])) return false;
    return taken[at].costs.length > without.costs.length || (value !== input.input && !!roll.inputs?.[value]);
  });
  const which = vain.length > 1 ? "" : `${vain.map(plain)} `;
  return vain.length ? `${which}gains nothing` : "";
}

/**
 * What one more of a number makes of the odds, and costs: "+1: 87 % · 1 cunning".
 * @param {State} state @param {Roll} roll @param {any} input
 */
export function oneMore(state, roll, input) {
  const now = valueOf(state, roll, input.input);
  if (input.type === "choice") return inVain(state, roll, input);
  if (input.type === "yes_no" && !now) return ifSo(state, roll, input);
  if (input.type !== "whole" || typeof now !== "number") return "";
  const [before, after] = [now, now + 1].map((value) => worksWith(state, roll, { [input.input]: value }));
  return before && after && before !== after ? `+1: ${noteOf(state, roll, input, now + 1, after)}` : "";
}

/**
 * What a yes would let count, where that is known, and what it makes of the odds: "harm 2: 41 %".
 * @param {State} state @param {Roll} roll @param {any} input
 */
function ifSo(state, roll, input) {
  const what = (input.beside ?? []).filter((/** @type {string} */ name) => valueOf(state, roll, name));
  const counts = what.map((/** @type {string} */ name) => `${plain(name)} ${valueOf(state, roll, name)}`).join(", ");
  const works = worksWith(state, roll, { [input.input]: true });
  return counts && [counts, works && `then ${works} that it works`].filter(Boolean).join(": ");
}

/** @param {Effect} one @param {Effect} other */
const same = (one, other) => one.who === other.who && one.track === other.track && one.by === other.by;

/**
 * What one more of a number costs, and not all of them together.
 * @param {Roll} roll @param {Effect[]} costs
 */
function beyond({ costs: now = [] }, costs) {
  const paid = (/** @type {Effect} */ { who, track }) =>
    now.find((each) => each.who === who && each.track === track)?.by ?? 0;
  return costs.map((each) => ({ ...each, by: each.by - paid(each) })).filter((each) => each.by);
}

/**
 * What a change costs beyond what the roll costs anyway.
 * @param {State} state @param {Roll} roll @param {Effect[]} costs @param {boolean} alone they are told without that
 */
function priceOnly(state, roll, costs, alone) {
  const anyway = alone ? [] : (roll.costs ?? []);
  return costs
    .filter((each) => ["roller", "attacker"].includes(each.who) && !anyway.some((other) => same(each, other)))
    .map((each) => {
      if (isMark(state.game, each.track)) return `then ${plain(each.track)}`;
      const name = trackLook(state.game, trackOf(roll, each)).short || plain(trackOf(roll, each));
      return `${toneOfEffect(state, roll, each) === "good" ? "+" : ""}${Math.abs(each.by)} ${name}`;
    })
    .join(", ");
}

/**
 * How often it works with a change, where that is known.
 * @param {State} state @param {Roll} roll @param {Record<string, any>} changes
 */
export function worksWith(state, roll, changes) {
  const found = alternativeTo(state, roll, changes);
  return found && Object.keys(found.tiers).length > 1 ? roughly(works(found.tiers)) : "";
}

/**
 * What the rules allow beside what is set now, as the near alternatives tell.
 * @param {State} state @param {Roll} roll @param {any} input
 */
export function offered(state, roll, input) {
  if (input.type !== "choice" && input.type !== "whole") return undefined;
  return (/** @type {any} */ value) =>
    value === null || value === input.value || alternativeTo(state, roll, { [input.input]: value }) !== null;
}

/** @param {any} without @param {any} taken */
export function changesOdds(without, taken) {
  const told = (/** @type {any} */ each) => JSON.stringify([each.tiers, each.facts]);
  return told(without) !== told(taken);
}

/**
 * Words about what someone chose: what a bargain costs, once it is taken.
 * @param {State} state @param {Roll} roll
 */
export function chosenWords(state, roll) {
  return inputsOf(state, roll).filter((input) => {
    const choice = choiceBehind(state, roll, input);
    return choice && valueOf(state, roll, choice.input) === input.input;
  });
}

/**
 * The choice that some words are about: what a bargain costs is about taking a bargain.
 * @param {State} state @param {Roll} roll @param {any} input
 */
export function choiceBehind(state, roll, input) {
  return input.type === "text" ? inputsOf(state, roll).find((each) => each.values?.includes(input.input)) : undefined;
}

/**
 * Whether words say where something that is there comes from: they stand beside it, and a bonus says its source.
 * @param {State} state @param {Roll} roll @param {any} input
 */
export function isSource(state, roll, input) {
  const [, of = ""] = /^(\w+)_from$/.exec(input.input) ?? [];
  return input.type === "text" && !!of && !!valueOf(state, roll, of)?.length;
}

/**
 * The line in which that is said.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {any} input
 */
export function sourceOf(state, roll, does, input) {
  const words = inputsOf(state, roll).find((each) => each.input === `${input.input}_from`);
  if (!words || !isSource(state, roll, words)) return null;
  return h("textarea.beside", {
    rows: 1,
    maxlength: 500,
    id: `in-${roll.roll}-${words.input}`,
    "aria-label": labelOf(words.input),
    placeholder: "from what?",
    value: valueOf(state, roll, words.input),
    ...asTyped((said) => does.say(roll, words.input, said)),
  });
}

/**
 * Something to do or leave: what it is, its price, and what it makes of the odds.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} name @param {string[]} options
 * @param {any} chosen @param {boolean} may
 */
export function toggleRow(state, roll, does, name, options, chosen, may) {
  const [off, on] = options;
  const key = `decide.${name}`;
  const declared = state.game.moves
    .find((each) => each.move === roll.move)
    ?.decisions.find((each) => each.decision === name);
  const without = alternativeTo(state, roll, { [key]: off });
  const taken = alternativeTo(state, roll, { [key]: on });
  const isVain = !!without && !!taken && !changesOdds(without, taken);
  const price = taken
    ? taken.costs.filter(
        (/** @type {Effect} */ each) => !without?.costs.some((/** @type {Effect} */ other) => same(each, other)),
      )
    : [];
  return h(
    "button.mod",
    {
      key: `in-${roll.roll}-decide-${name}`,
      type: "button",
      class: isVain ? "vain" : null,
      role: "switch",
      "aria-checked": chosen === on ? "true" : "false",
      "aria-label": begun(plain(on)),
      disabled: !may || (isVain && chosen !== on),
      title: declared?.options[on] ?? "",
      onclick: () => does.change(roll, key, chosen === on ? off : on),
    },
    h("span.box", { "aria-hidden": "true" }, chosen === on ? icon("check") : null),
    h(
      "span.what",
      null,
      h("b", null, begun(plain(on))),
      h(
        "small",
        null,
        isVain
          ? (state.game.face?.vain[on] ?? "It changes nothing as things stand.")
          : price.length
            ? price.map((/** @type {Effect} */ each) => fromTo(state, roll, each)).join(", ")
            : (declared?.options[on] ?? ""),
      ),
    ),
    isVain ? null : effectOf(without, taken, isOpposed(state.game, roll.move) ? chanceOf(state.view, roll) : ""),
  );
}

/**
 * What is paid and what is gained, as sentences; empty where it is neither.
 * @param {State} state @param {Roll} roll @param {Effect[]} paid
 */
export function costWords(state, roll, paid) {
  const marks = notOfRound(state, paid).filter((each) => isMark(state.game, each.track));
  const points = paid.filter((each) => !isMark(state.game, each.track));
  const gained = points.filter((each) => toneOfEffect(state, roll, each) === "good");
  const amount = (/** @type {Effect} */ each) =>
    isInBoxes(state.game, each.track) ? `${boxesTold(Math.abs(each.by))} of` : Math.abs(each.by);
  const one = (/** @type {Effect} */ each) =>
    `${whose(state, roll, each)} ${amount(each)} ${plain(trackOf(roll, each))}`;
  const told = (/** @type {Effect[]} */ some) => listed(some.map(one));
  const spent = points.filter((each) => !gained.includes(each) && !isUsedUp(state, roll, each));
  const why = spent.some((each) => each.who.startsWith("member-")) ? " All who take part pay." : "";
  return [
    spent.length ? `It costs ${told(spent)}.${why}` : "",
    gained.length ? `It brings ${told(gained)}.` : "",
    ...marks.map((each) => `Then ${effectWords(state, roll, each)}${marked(state, each)}`),
  ]
    .filter(Boolean)
    .join(" ");
}

/** @param {State} state @param {Effect} effect what a mark means: ": until downtime, with a new trauma." */
function marked({ game }, { track }) {
  const says = game.sheet.marks.find(({ mark }) => mark === track)?.says ?? "";
  return says ? `: ${says[0].toLowerCase()}${says.slice(1)}` : ".";
}

/**
 * The track that a fact would raise, if it can take no more.
 * @param {State} state @param {Roll} roll @param {string} fact
 */
export function fullTrack(state, roll, fact) {
  const { by_die: needs } = state.game.face?.watched[fact] ?? {};
  if (needs && !roll.dice?.some((die) => die.from === needs)) return ""; // it would not rise in any case
  const track = roll.track_names?.[fact] ?? fact;
  const character = state.view.characters.find((each) => each.character === roll.character);
  const high = character?.bounds[track]?.[1];
  return typeof high === "number" && Number(character?.values[track]) >= high ? plain(track) : "";
}

/**
 * Whether it is what waited for this roll and is used by it, which stands in the sum of its dice.
 * @param {State} state @param {Roll} roll @param {Effect} cost
 */
function isUsedUp({ game }, roll, { track, by }) {
  const input = roll.inputs?.[track];
  return !!input?.from_sheet && input.value === -by && trackLook(game, track).drawn === "count";
}

/**
 * All but what was done in a round, which the round itself tells.
 * @param {State} state @param {Effect[]} effects
 */
export function notOfRound({ game }, effects) {
  return effects.filter(({ track }) => !game.sheet.each_round.includes(track));
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

/**
 * Why something of the gm's is as it is: a thing does so, something of the scene proposes that, or the gm said so.
 * @param {State} state @param {Roll} roll @param {any} input as it is set
 */
export function sceneSays(state, roll, { input, value, type }) {
  if (type === "text") return "";
  const things = (roll.things ?? []).filter((each) => each.used && each.fills.includes(input));
  if (things.length) return listed(things.map((each) => each.name));
  const from = (state.view.scene?.conditions ?? []).filter((each) => each[1] === input && isSaid(value, each[2]));
  return from.length ? from.map(([name]) => begun(name)).join(", ") : "the gm says so";
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
