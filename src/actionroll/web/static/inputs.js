// All that changes a roll before it is thrown: each control with its price, and what it makes of the odds.

import { control, intoRoom } from "./controls.js";
import { glossed } from "./dice.js";
import { h } from "./dom.js";
import { hasTrack, headlinesOf } from "./face.js";
import { defends, moveOf, ownList, ownText, same } from "./game.js";
import { backstage } from "./later.js";
import { answeredBy, named, partName } from "./people.js";
import { chosenWords, headText, isOfFinish, isSource, isSpokenOf, noteOf, offered } from "./prices.js";
import { oneMore, saidBefore, sourceOf, toggleRow, unpaid, worksWith } from "./prices.js";
import { isEndApart } from "./stakes.js";
import {
  characterName,
  choiceBehind,
  inputsOf,
  isAbout,
  isChanged,
  leads,
  myCharacters,
  seatName,
  valueOf,
} from "./table-state.js";
import { sceneSays, usableThings } from "./things.js";
import { bare, begun, isShownFirst, isUntilSaid, labelOf, plain } from "./words.js";

/** @type {WeakMap<State, {behind: Set<string>, touched: Set<string>}>} what stood behind a tap here, and was touched */
const places = new WeakMap();

/** @param {State} state */
function placesOn(state) {
  const known = places.get(state) ?? { behind: new Set(), touched: new Set() };
  places.set(state, known);
  return known;
}

/** @param {Roll} roll @param {any} input */
function placeOf(roll, input) {
  return `${roll.roll}-${input.input}`;
}

/**
 * Nothing moves under the finger: what stands behind a tap stays there while it is set, or filled by a named thing.
 * @param {State} state @param {Roll} roll @param {any} input
 */
function staysBehind(state, roll, input) {
  const { behind, touched } = placesOn(state);
  if (!behind.has(placeOf(roll, input))) return false;
  if (isShownFirst({ ...input, changed: false, value: null }, state.game.face?.first)) return false;
  return input.type !== "text" || touched.has(placeOf(roll, input));
}

/**
 * Where the intent is the gm's to say: the words in which the roller says what they do.
 * @param {State} state @param {Roll} roll
 */
export function ownWords(state, roll) {
  return roll.inputs?.intent && ownText(state.game, roll.move);
}

/** @param {State} state @param {Roll} roll */
export const saidSo = (state, roll) => valueOf(state, roll, ownWords(state, roll)?.input ?? "");

/** @param {State} state @param {Roll} roll */
export function mayRoll(state, roll) {
  return roll.seat === state.view.you.seat || leads(state);
}

/**
 * The sides of a roll: one, or what both share and then each.
 * @param {Roll} roll @param {State} state
 */
export function sides(roll, state) {
  const opposed = inputsOf(state, roll).some((input) => input.input.startsWith("defender_"));
  if (!opposed) return ["all"];
  const other = leads(state) && !roll.against;
  return other || defends(state.view, roll) ? ["", "defender", "attacker"] : ["", "attacker", "defender"];
}

/** @param {string} name @param {string} side */
function belongs(name, side) {
  const own = name.startsWith("attacker_") ? "attacker" : name.startsWith("defender_") ? "defender" : "";
  return side === "all" || own === side;
}

/**
 * Who may set what is a side's own.
 * @param {State} state @param {Roll} roll @param {string} side
 */
function maySet(state, roll, side) {
  if (side !== "defender") return mayRoll(state, roll);
  return leads(state) || (!!roll.against && myCharacters(state).some((each) => each.character === roll.against));
}

/**
 * What stands at once, and what waits behind a tap.
 * @param {State} state @param {Roll} roll @param {string} side
 */
export function inputsOn(state, roll, side) {
  const order = state.game.face?.first ?? [];
  const place = (/** @type {any} */ input) =>
    order.includes(bare(input.input)) ? order.indexOf(bare(input.input)) : order.length;
  const moot = mootInputs(state, roll);
  const heads = headlinesOf(state.game, roll.move);
  const chosen = chosenWords(state, roll).map((input) => input.input);
  const isAbove = mayRoll(state, roll) || ["", saidSo(state, roll)].includes(headText(state, roll));
  const above = isAbove ? ownWords(state, roll)?.input : undefined; // it is the headline
  const inputs = inputsOf(state, roll)
    .filter((input) => !input.from_sheet && input.by !== "helper" && belongs(input.input, side))
    .filter((input) => mayRoll(state, roll) || input.input !== ownList(state.game, roll.move)?.input) // said above
    .filter((input) => !roll.things?.length || bare(input.input) !== "used") // whose names stand on their own taps
    .filter((input) => !isOfFinish(state, roll, input.input) && !input.asks_less) // asked for beside the stakes
    .filter((input) => !heads.includes(input.input) && input.input !== above && !moot.has(input.input))
    .filter((input) => !moot.has(choiceBehind(state, roll, input)?.input ?? "") && !isSource(state, roll, input))
    .map((input) => ({
      ...input,
      called: input.called || chosen.includes(input.input),
      changed: input.set || isChanged(state, roll, input.input),
    }));
  const shown = inputs
    .filter((input) => standsAtOnce(state, roll, input, side))
    .sort((a, b) => place(a) - place(b));
  const rest = inputs.filter((input) => !shown.includes(input) && maySee(state, roll, input, side));
  const { behind } = placesOn(state);
  for (const input of shown) behind.delete(placeOf(roll, input));
  for (const input of rest) behind.add(placeOf(roll, input));
  const isWords = (/** @type {any} */ input) => Number(input.type === "text" && input.by !== "gm");
  return { shown, rest: rest.sort((a, b) => isWords(b) - isWords(a)) };
}

/** What the gm's texts are for, where nothing is written yet. */
export const HINTS = { expectations: "Well, or badly", stakes: "What it costs" };

/** @param {State} state @param {Roll} roll @param {any} input @param {string} side */
function standsAtOnce(state, roll, input, side) {
  const needed = input.required || input.called || input.changed;
  return (
    (isOneSide(side) ? needed : isShownFirst(input, state.game.face?.first)) &&
    !staysBehind(state, roll, input) &&
    !(input.set && input.by === "gm" && answeredBy(state, roll)) && // said with what is answered
    !isFilled(roll, input) &&
    isAbout(input, roll) &&
    (input.changed || isSpokenOf(state, roll, input)) &&
    (input.called ||
      input.required ||
      maySee(state, roll, input, side) ||
      (isTold(state, input) && (input.changed || isUntilSaid(input, state.game.face?.first))))
  );
}

/**
 * Whether a named thing of the roller's fills it: its tap is then where it is said, and the number waits with the rest.
 * @param {Roll} roll @param {any} input
 */
function isFilled(roll, input) {
  const filled = input.type === "whole" ? [bare(input.input)] : input.value ? (input.beside ?? []) : [];
  const own = input.input.startsWith("defender_") ? roll.defender_things : roll.things;
  const things = (own ?? []).filter((each) => each.used || input.type === "whole");
  return things.some((each) => filled.some((/** @type {string} */ name) => each.fills.includes(name)));
}

/**
 * Whether it is the gm's to say, and the dice wait for it or the game asks for it first: it stands at the gm's thumb,
 * and stays there once it is said.
 * @param {State} state @param {Roll} roll @param {any} input @param {string} side
 */
export function isCalledFor(state, roll, input, side) {
  const asked = input.required || input.called || !!state.game.face?.first.includes(bare(input.input));
  return asked && input.by === "gm" && maySee(state, roll, input, side);
}

/**
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} side
 * @param {boolean} [later] what others said though nobody waited for it, below all that one touches
 */
export function sideControls(state, roll, does, side, later = false) {
  const { shown, rest } = inputsOn(state, roll, side);
  const one = (/** @type {any} */ input) => inputControl(state, roll, does, input, side);
  const comes = (/** @type {any} */ each) =>
    leads(state)
      ? each.by !== "gm" && each.type === "text" && roll.seat !== state.view.you.seat
      : each.by === "gm" && !each.required && !each.called && !isUntilSaid(each, state.game.face?.first);
  const ends = leads(state) || isEndApart(state, roll) ? "" : "expectations"; // told above, under the sentence
  const here = shown
    .filter((each) => !isCalledFor(state, roll, each, side) && each.input !== ends)
    .filter((each) => comes(each) === later);
  if (later && !here.length) return null;
  if (later) here.sort((one, other) => Number(other.type === "text") - Number(one.type === "text")); // words stay above
  if (!isOneSide(side))
    return h("div.side", { key: `side-${side}` }, later ? null : decisions(state, roll, does, side), here.map(one));
  const alike = shown.filter((input) => input.type === "die" && input.required && maySee(state, roll, input, side));
  const apart = alike.length > 1 ? alike : [];
  const usual = [
    side === "defender" && roll.against
      ? backstage.give(does, ({ answerChoice }) => answerChoice(state, roll, does, maySet(state, roll, side)))
      : null,
    apart.length ? backstage.give(does, ({ allAlike }) => allAlike(state, roll, does, apart)) : null,
    ...shown.filter((input) => !apart.includes(input)).map(one),
    ...decisions(state, roll, does, side),
    usableThings(state, roll, does, side === "defender" ? "defender_things" : "things"),
  ].filter(Boolean);
  const rarely = more(state, roll, side, [...apart, ...rest].map(one));
  if (!usual.length) return rarely;
  return h(
    "fieldset.side",
    { key: `side-${side}` },
    h("legend", null, begun(partName(state, roll, side))),
    usual,
    rarely,
  );
}

/**
 * One of two sides that act against each other: only what it needs stands there at once.
 * @param {string} side
 */
function isOneSide(side) {
  return side === "attacker" || side === "defender";
}

/**
 * Whatever is seldom said of a roll, below who helps.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function moreAbout(state, roll, does) {
  const [side] = sides(roll, state);
  const rest = inputsOn(state, roll, side).rest.map((input) => inputControl(state, roll, does, input, side));
  return rest.length || side === "all" ? more(state, roll, side, rest) : null;
}

/**
 * Whether what another has said of it belongs on the stage.
 * @param {State} state @param {any} input
 */
function isTold(state, input) {
  const first = state.game.face?.first ?? [];
  return input.type === "text" || !first.length || first.includes(bare(input.input));
}

/**
 * What has no effect as things are set: off the job nobody asks for a position.
 * @param {State} state @param {Roll} roll
 */
function mootInputs(state, roll) {
  const here = mootBeside(moveOf(state.game, roll.move), (name) => valueOf(state, roll, name));
  return new Set([...(roll.moot ?? []), ...here]);
}

/**
 * What has no effect beside such values of others, as the move lists it.
 * @param {Move} move @param {(name: string) => any} valueOf
 * @returns {string[]}
 */
export function mootBeside({ inputs, moot = [] }, valueOf) {
  const names = inputs.map((input) => input.input);
  return moot
    .filter((each) => each.values.some((value) => same(value, valueOf(each.input))))
    .flatMap(({ of, but }) => (of.length ? of : names.filter((name) => !but.includes(name))));
}

/** @param {State} state @param {Roll} roll @param {any} input @param {string} side */
function maySee(state, roll, input, side) {
  return input.by === "gm" ? leads(state) : maySet(state, roll, side);
}

/**
 * Whether there is anything to tell of a value.
 * @param {any} value
 */
function isSome(value) {
  return Array.isArray(value) ? value.length > 0 : ![null, false, 0, ""].includes(value);
}

/**
 * Whether there is anything to tell of what the sheet gives: not how a choice stands as usual, nor of what nobody has.
 * @param {State} state @param {Roll} roll @param {any} input
 */
function tellsOf({ game, view }, { character }, { input, type, value, default: usual }) {
  const own = view.characters.find((each) => each.character === character);
  return isSome(value) && !(type === "choice" && value === usual) && (!own || hasTrack(game, own, input));
}

/** @param {State} state @param {Roll} roll @param {string} side @param {any[]} controls */
function more(state, roll, side, controls) {
  const moot = mootInputs(state, roll);
  const read = inputsOf(state, roll).filter(
    (input) => input.from_sheet && belongs(input.input, side) && !moot.has(input.input) && tellsOf(state, roll, input),
  );
  const sheet = read
    .map((input) => `${labelOf(input.input)}${input.value === true ? "" : ` ${plain(String(input.value))}`}`)
    .join(", ");
  if (!controls.length && !(sheet && mayRoll(state, roll))) return null;
  const what = isOneSide(side) ? partName(state, roll, side) : "this roll";
  return h(
    "details.more",
    { key: `more-${side}`, ontoggle: intoRoom },
    h("summary", null, h("span", null, "More", h("span.about", null, ` about ${what}`))),
    controls,
    sheet ? h("p.hint", { key: "sheet" }, `From the sheet: ${sheet}`) : null,
    isOneSide(side) ? null : backstage.here?.wordsOfTheGame(state), // where they are looked up
  );
}

/**
 * The texts that are whoever leads' to say and have a line of their own: not what stands above, where it is written.
 * @param {State} state @param {Roll} roll
 */
export function wordsOfGm(state, roll) {
  const head = ownWords(state, roll) ? "intent" : "";
  return headlinesOf(state.game, roll.move).filter(
    (name) => roll.inputs?.[name]?.by === "gm" && name !== head && !roll.moot?.includes(name),
  );
}

/**
 * Whoever leads says with one tap that nothing has to be rolled, or that it has: beside what is at stake.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function easing(state, roll, does) {
  const risk = roll.moot?.includes("risk") ? "" : roll.inputs?.risk?.value;
  const [says, other] = risk === "none" ? ["Roll it after all", "risky"] : ["Easy: no roll", "none"];
  if (!leads(state) || !["risky", "none"].includes(risk)) return null;
  return h("button.quiet.easy", { key: "easy", type: "button", onclick: () => does.change(roll, "risk", other) }, says);
}

/**
 * Whether nobody said it and it is other than usual all the same: something before this roll left it so.
 * @param {State} state @param {Roll} roll @param {any} input
 */
function isLeft({ game }, { move }, { input, set, type, value }) {
  const usual = moveOf(game, move).inputs.find((each) => each.input === input)?.default;
  return !set && type === "choice" && value !== usual;
}

/** @param {State} state @param {Roll} roll @param {Taps} does @param {any} input @param {string} side */
export function inputControl(state, roll, does, input, side) {
  const asked = input.called || (roll.needs ?? []).some((need) => need.input === input.input);
  const unsaid = asked && !input.changed;
  const other = side === "defender" ? partName(state, roll, side) : characterName(state, roll.character);
  const whose = `${input.by === "gm" ? seatName(state, "") : other} says`;
  const works = (/** @type {any} */ value) =>
    worksWith(state, roll, { [input.input]: value === "none" ? null : value });
  const isGranted = roll.inputs?.[`${input.input}_from`] && !isSome(input.value) && !leads(state); // or says from what
  const differ = new Set((input.values ?? []).map(works).filter(Boolean)).size > 1;
  const isRead = !maySee(state, roll, input, side);
  const more = oneMore(state, roll, input);
  const isOpen = isRead && input.type === "yes_no" && !input.value;
  const still = isOpen ? `${more.split(":")[0]}, if ${whose} so` : "";
  const isCaused = input.by === "gm" && (input.set || isLeft(state, roll, input));
  const soFar = unsaid && isRead && input.type === "text" ? saidBefore(state, roll, input.input) : ""; // asked anew
  return control(
    { ...input, says: named(state, roll, input.says) },
    unsaid ? soFar || null : valueOf(state, roll, input.input),
    (value) => {
      placesOn(state).touched.add(placeOf(roll, input));
      if (input.type === "text") does.say(roll, input.input, value);
      else does.change(roll, input.input, value);
    },
    {
      id: `${roll.roll}-`,
      label: labelOf(input.input),
      term: (label) => glossed(state.game, begun(label)),
      locked: isRead ? whose : null,
      why: soFar ? "so far" : isCaused ? sceneSays(state, roll, input) : still,
      beside: sourceOf(state, roll, does, input),
      below: more || (isGranted ? `unless ${seatName(state, "")} says no` : ""),
      offered: offered(state, roll, input),
      unpaid: unpaid(state, roll, input),
      note:
        input.type === "choice" || input.type === "die"
          ? (value) => noteOf(state, roll, input, value, differ ? works(value) : "")
          : undefined,
    },
  );
}

/** @param {State} state @param {Roll} roll @param {Taps} does @param {string} side */
function decisions(state, roll, does, side) {
  return Object.entries(roll.decide ?? {})
    .filter(([name]) => belongs(name, side))
    .filter(([, { options, chosen }]) => !isOneSide(side) || maySet(state, roll, side) || chosen !== options[0])
    .map(([name, { options }]) => {
      const key = `decide.${name}`;
      const chosen = valueOf(state, roll, key);
      const may = maySet(state, roll, side);
      if (options.length === 2) return toggleRow(state, roll, does, name, options, chosen, may);
      return control(
        { input: name, type: "choice", values: options, says: "" },
        chosen,
        (value) => does.change(roll, key, value),
        {
          id: `${roll.roll}-decide-`,
          label: plain(bare(name)),
          locked: may ? null : "decided before the throw",
          note: (value) => worksWith(state, roll, { [key]: value }),
        },
      );
    });
}
