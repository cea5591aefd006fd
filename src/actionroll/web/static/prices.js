// What a change of a roll before its throw would cost, what it would make of the odds, and where it comes from.

import { asTyped, h } from "./dom.js";
import { headlineOf, trackLook } from "./face.js";
import { chanceOf, isMark, isOpposed, isWaiting, readyWords } from "./game.js";
import { icon } from "./icons.js";
import { chanceSaid, effectOf, worksTold } from "./odds-bar.js";
import { deedOf, effectWords, isInBoxes, markWords, named, partCharacter, textsOf } from "./people.js";
import { toneOfEffect, trackOf, whose } from "./people.js";
import { alternativeTo, choiceBehind, inputsOf, valueOf } from "./table-state.js";
import { begun, boxesMoved, boxesTold, labelOf, listed, plain, signed } from "./words.js";

/**
 * Everything that was said of a roll, in order.
 * @param {State} state @param {Roll} roll
 */
export function entriesOf(state, { roll }) {
  const told = [...state.log.values()].filter((entry) => entry.number === roll || entry.roll === roll);
  return told.sort((one, other) => one.number - other.number);
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
 * "stress 2 → 3", with whose it is where that is not the roller; progress as it stands on what the roll is made on.
 * @param {State} state @param {Roll} roll @param {Effect} effect @returns {string} empty where it changes nothing
 */
export function fromTo(state, roll, effect) {
  const id = effect.character ?? partCharacter(roll, effect.who);
  const character = state.view.characters.find((each) => each.character === id);
  const isOther = id !== roll.character || isOpposed(state.game, roll.move);
  const whose = character && isOther ? `${character.name}: ` : "";
  const track = trackOf(roll, effect);
  const inBoxes = isInBoxes(state.game, track);
  const on = inBoxes && state.view.undertakings.find((each) => each.undertaking === roll.undertaking);
  const before = character?.values[track] ?? (on ? on.ticks : state.view.values[track]);
  if (isMark(state.game, track))
    return !!before === effect.by > 0 ? "" : `${whose}${markWords(state.game, track, effect.by > 0)}`;
  if (typeof before !== "number") return `${whose}${plain(track)} ${signed(effect.by)}`;
  const [low, high] = character?.bounds[track] ?? state.view.bounds[track] ?? [null, null];
  const after = Math.max(low ?? -Infinity, Math.min(high ?? Infinity, before + effect.by));
  if (after === before) return "";
  if (inBoxes) return `${whose}${plain(track)} ${boxesMoved(before, after)}`;
  return `${whose}${plain(track)} ${before} → ${after}`.replaceAll(" -", " −");
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
  const least = input.type === "choice" ? alternativeTo(state, roll, { [input.input]: input.values[0] }) : null;
  const told = (roll.costs ?? []).filter((each) => isMark(state.game, each.track)); // stands with the odds already
  const anyway = more ? [] : [...(least?.costs ?? roll.costs ?? []), ...told]; // a price stands also where it is taken
  const price = found ? priceOnly(state, roll, more ? beyond(roll, found.costs) : found.costs, anyway) : "";
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
  if (roll.odds && !chanceSaid(state.game, roll.move, roll.odds.tiers)) return ""; // no chance is told that it changes
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
  const of = isOpposed(state.game, roll.move) ? chanceOf(state.view, roll) : "that it works";
  return counts && [counts, works && `then ${works} ${of}`].filter(Boolean).join(": ");
}

/** @param {Effect} one @param {Effect} other */
const same = (one, other) => one.who === other.who && one.track === other.track && one.by === other.by;

/**
 * What one more of a number costs, and not all of them together.
 * @param {{costs?: Effect[]}} roll @param {Effect[]} costs
 */
function beyond({ costs: now = [] }, costs) {
  const paid = (/** @type {Effect} */ { who, track }) =>
    now.find((each) => each.who === who && each.track === track)?.by ?? 0;
  return costs.map((each) => ({ ...each, by: each.by - paid(each) })).filter((each) => each.by);
}

/**
 * What a change costs beyond what the roll costs anyway.
 * @param {State} state @param {Roll} roll @param {Effect[]} costs @param {Effect[]} anyway
 */
function priceOnly(state, roll, costs, anyway) {
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
  const isOpen = found && Object.values(found.tiers).filter((chance) => chance[0] !== "0").length > 1;
  return isOpen ? worksTold(found.tiers) : "";
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

/**
 * Why a value cannot be had as things stand, where its price is what is missing; said at a tap on it.
 * @param {State} state @param {Roll} roll @param {any} input
 */
export function unpaid(state, roll, input) {
  const kept = state.near.get(roll.roll)?.near.unpaid ?? [];
  return (/** @type {any} */ value) => {
    const found = kept.find((/** @type {any} */ { change }) => change[input.input] === value);
    return found ? named(state, roll, found.unpaid) : "";
  };
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
  return inputsOf(state, roll).filter((input) => choiceBehind(state, roll, input) && isSpokenOf(state, roll, input));
}

/**
 * Words about a choice stand at once where that is chosen, alone or with the other of both; until then whoever offers
 * it finds them behind a tap.
 * @param {State} state @param {Roll} roll @param {any} input
 */
export function isSpokenOf(state, roll, input) {
  const choice = choiceBehind(state, roll, input);
  return !choice || input.about[1].includes(valueOf(state, roll, choice.input));
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
  const price = taken ? beyond(without ?? roll, taken.costs) : []; // its own, whatever else costs the same
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
          : declared?.options[on] ||
              price.map((/** @type {Effect} */ each) => fromTo(state, roll, each)).filter(Boolean).join(", "),
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
  const left = notOfRound(state, paid).filter((each) => !isUsedUp(state, roll, each));
  const [marks, points] = [left, paid].map((some, at) => some.filter(({ track }) => isMark(state.game, track) === !at));
  const gained = points.filter((each) => toneOfEffect(state, roll, each) === "good");
  const amount = (/** @type {Effect} */ each) => {
    const by = isInBoxes(state.game, each.track) ? `${boxesTold(Math.abs(each.by))} of` : Math.abs(each.by);
    return `${by} ${plain(trackOf(roll, each))}`;
  };
  const told = (/** @type {Effect[]} */ some) => {
    const [first, ...others] = some.map(amount);
    const names = some.map((each) => whose(state, roll, each));
    if (others.length && others.every((each) => each === first)) return `${listed(names)} ${first} each`;
    return listed(some.map((each, at) => `${names[at]} ${amount(each)}`));
  };
  const spent = points.filter((each) => !gained.includes(each) && !isUsedUp(state, roll, each));
  const isShared = spent.length === 1 && spent[0].who.startsWith("member-");
  return [
    spent.length ? `It costs ${told(spent)}.${isShared ? " All who take part pay." : ""}` : "",
    gained.length ? `It brings ${told(gained)}.` : "",
    ...new Set(marks.map(({ track }) => thenMarked(state, roll, marks.filter((each) => each.track === track)))),
  ]
    .filter(Boolean)
    .join(" ");
}

/**
 * "Then Nyx is out of action: until downtime, with a new trauma."
 * @param {State} state @param {Roll} roll @param {Effect[]} marks of one kind, each of someone else
 */
function thenMarked(state, roll, marks) {
  const says = state.game.sheet.marks.find(({ mark }) => mark === marks[0].track)?.says ?? "";
  const whom = listed(marks.map((each) => effectWords(state, roll, each)));
  const isSet = marks.some(({ by }) => by > 0); // what is cleared needs no saying what it was
  return `Then ${whom}${says && isSet ? `: ${says[0].toLowerCase()}${says.slice(1)}` : "."}`;
}

/**
 * What a price would bring besides, where it takes the last box of a row: "It fills Nyx’s stress. Then Nyx is out of
 * action: until downtime, with a new trauma."
 * @param {State} state @param {Roll} roll @param {Effect[]} price each of a character
 */
export function lastBoxWords(state, roll, price) {
  const isTold = (/** @type {string} */ mark) => price.some(({ track }) => track === mark);
  return price
    .map((each) => {
      const mark = state.game.sheet.tracks.find(({ track }) => track === each.track)?.when_full;
      const payer = state.view.characters.find(({ character }) => character === each.character);
      const high = payer?.bounds[each.track]?.[1] ?? Infinity;
      if (!mark || isTold(mark) || !payer || Number(payer.values[each.track]) + each.by < high) return "";
      const then = payer.values[mark] ? "" : ` ${thenMarked(state, roll, [{ ...each, track: mark, by: 1 }])}`;
      return `It fills ${payer.name}’s ${plain(each.track)}.${then} `;
    })
    .join("");
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
  return !!input?.from_sheet && (isWaiting(game, track) ? input.value === -by : input.value === true && by < 0);
}

/**
 * All but what was done in a round, which the round itself tells.
 * @param {State} state @param {Effect[]} effects
 */
export function notOfRound({ game }, effects) {
  return effects.filter(({ track }) => !game.sheet.each_round.includes(track));
}

/**
 * What someone does or asks, as far as it is said.
 * @param {State} state @param {Roll} roll
 */
export function headText(state, roll) {
  const head = headlineOf(state.game, roll.move);
  const texts = textsOf(state, roll);
  const said = roll.inputs?.[head] ? { ...texts, [head]: valueOf(state, roll, head) ?? "" } : texts;
  return head === "intent" ? deedOf(state, roll, said) : (said[head] ?? "");
}

/**
 * "the consequence", "how it goes": what one thing that is still to be said is called in a sentence.
 * @param {string} told
 */
export function theOne(told) {
  return told.startsWith("how ") ? told : `the ${told}`;
}
