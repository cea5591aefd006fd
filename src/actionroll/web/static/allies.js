// Who may take part in another's roll: of whom a roll is asked first, what it costs them, and who is out of it.

import { h } from "./dom.js";
import { joinsBeside } from "./game.js";
import { entriesOf } from "./prices.js";
import { alternativeTo, characterName, isLive, leads, myCharacters } from "./table-state.js";
import { listed, plain } from "./words.js";

/**
 * Whom a roll is to help, where the gm asked for it: the first since.
 * @param {State} state @param {Roll} roll
 */
export function toHelp({ view }, { roll: number, character, move }) {
  const isOwn = (/** @type {Roll} */ each) => each.character === character && each.move === move;
  const asked = view.rolls.filter((each) => each.roll < number && isLive(each) && each.demanded?.includes(character));
  const helped = asked.find(({ roll: since }) =>
    view.rolls.every((each) => !isOwn(each) || each.roll <= since || each.roll >= number || each.status !== "done"),
  );
  const { name = "" } = view.characters.find((each) => each.character === helped?.character) ?? {};
  return name && `to help ${name}`;
}

/**
 * Those of whom a roll is asked before they help, and who have not rolled yet.
 * @param {Roll} roll
 */
export function rollsFirst({ demanded = [], help = [] }) {
  return demanded.filter((each) => help.some((way) => way.proven) && !help.some((way) => each in (way.rolled ?? {})));
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

/** @param {Roll} roll @param {Character} each */
function isIn(roll, { character }) {
  const { character: roller, members, offers } = roll;
  return roller === character || members.includes(character) || offers.some((each) => each.character === character);
}

/**
 * Whether help is wanted of someone here: by a roll first, or now that it succeeded; and whether they may join.
 * @param {State} state @param {Roll} roll
 */
export function helpWanted(state, roll) {
  const others = myCharacters(state).filter((each) => !isIn(roll, each) && !outWords(state, each));
  const first = rollsFirst(roll);
  const joins = others.length && roll.help?.some((way) => way.input === "members");
  const helps = others.some(({ character }) => roll.help?.some((way) => way.rolled?.[character]));
  const asked = others.some(({ character }) => first.includes(character)) ? "you roll first, to help" : "";
  return { now: helps ? "you may help now" : asked, joins };
}

/**
 * Whose help is still on its way, told to who would throw without it.
 * @param {State} state @param {Roll} roll
 */
export function stillRolls(state, roll) {
  const [late, joined] = [rollsFirst(roll), roll.offers.map((each) => each.character)];
  const helps = (/** @type {string} */ each) => roll.help?.some((way) => way.rolled?.[each]) && !joined.includes(each);
  const all = (roll.demanded ?? []).filter((each) => late.includes(each) || helps(each));
  if (!all.length || !(leads(state) || roll.seat === state.view.you.seat)) return "";
  const who = listed(all.map((each) => characterName(state, each)));
  const how = late.length ? `still ${all.length > 1 ? "roll" : "rolls"} to help` : "may help now";
  return `${who} ${how}: wait, or throw without`;
}

/**
 * What a roll would be with the help of someone; null where the rules do not allow it, undefined where it is not known.
 * @param {State} state @param {Roll} roll @param {Character} ally @param {Help} way
 */
export function helpedBy(state, roll, ally, way) {
  const counted = roll.inputs?.[way.input]?.value;
  if (typeof counted === "number") return alternativeTo(state, roll, { [way.input]: counted + 1 });
  return state.near.get(roll.roll)?.near.things?.[`members ${ally.character}`];
}

/**
 * What taking part costs someone: of several who roll together each pays what the first of them does.
 * @param {State} state @param {Roll} roll @param {Character} ally @param {Help} way @returns {Effect[]}
 */
export function priceOf(state, roll, ally, way) {
  const together = way.input === "members";
  const place = Object.keys(roll.parts).filter((part) => part.startsWith("helper-")).length + 1;
  const costs = together ? roll.costs : helpedBy(state, roll, ally, way)?.costs;
  return (costs ?? [])
    .filter((/** @type {Effect} */ cost) => cost.who === (together ? "member-1" : `helper-${place}`))
    .map((/** @type {Effect} */ cost) => ({ ...cost, character: ally.character }));
}

/**
 * That someone bears a mark with which one takes no part in anything: "Nyx is out of action".
 * @param {State} state @param {Character} ally
 */
export function outWords(state, { name, values }) {
  const mark = state.game.face?.out.find((each) => values[each]);
  return mark ? `${name} is ${plain(mark)}` : "";
}

/**
 * That someone is down, in the words of the game: what they can still do is the gm's to say.
 * @param {State} state @param {Character} ally
 */
export function downWords(state, { name, values }) {
  const [, says] = Object.entries(state.game.face?.down ?? {}).find(([mark]) => values[mark]) ?? [];
  return says ? `${name} ${says}` : "";
}

/**
 * Said in the place of what they could do.
 * @param {Character} ally @param {string} why
 */
export function noPart({ character }, why) {
  return h("p.hint", { key: `apart-${character}` }, `${why}: no part in this.`);
}

/**
 * Who could still roll along, where several roll as one.
 * @param {State} state @param {Roll} roll
 */
export function mayJoin(state, roll) {
  const ways = roll.move === state.game.moves[0].move ? ["members"] : joinsBeside(state.game, roll.move);
  const open = (roll.help ?? []).filter((way) => ways.includes(way.input));
  const others = state.view.characters
    .filter((each) => each.seat && !isIn(roll, each))
    .filter((each) => open.length && !outWords(state, each) && !downWords(state, each));
  return others.length ? `${listed(others.map((each) => each.name))} may still join` : "";
}
