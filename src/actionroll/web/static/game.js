// What the page reads from a game's declaration: moves, picks, sides, and a roll to show where nobody has set one up.

/** What plain dice are called until it is known which. */
export const PLAIN = "plain dice";
const LOOKS_SO = /^\s*[+-]?\s*\d*d(\d|f|%)/i;

/** @param {string} name */
export function isDice(name) {
  return name === PLAIN || LOOKS_SO.test(name);
}

/** @param {string} name @returns {Move} */
function plainMove(name) {
  return {
    move: name,
    says: "Dice in the usual notation: 2d6+1, 3d6kh2, d8 vs 2d6kh1.",
    inputs: [],
    decisions: [],
    tiers: /\bvs\b/i.test(name) ? ["below", "equal", "above"] : ["rolled"],
    facts: { total: "What the dice come to." },
  };
}

/** @param {Game} game @param {string} name @returns {Move} */
export function moveOf(game, name) {
  return game.moves.find((each) => each.move === name) ?? (isDice(name) ? plainMove(name) : game.moves[0]);
}

/**
 * Where the intent is the gm's to say: the text in which the roller says what they do.
 * @param {Game} game @param {string} move @returns {any}
 */
export function ownText(game, move) {
  const { inputs } = moveOf(game, move);
  if (inputs.find((each) => each.input === "intent")?.by !== "gm") return undefined;
  return inputs.find((each) => each.type === "text" && each.by === "roller" && each.input !== "used");
}

/**
 * Whether nobody wrote words for a roll: what is picked says them, or whoever leads left it so.
 * @param {Game} game @param {string} trait @param {string|false} words
 */
export function isUnwritten(game, trait, words) {
  return !words || words === readyWords(game, trait);
}

/**
 * What is done by whoever picks this on their sheet, and says nothing else.
 * @param {Game} game @param {string} trait
 */
export function readyWords(game, trait) {
  return game.sheet.traits.find((each) => each.trait === trait)?.deed ?? "";
}

/**
 * The list of the game's own moves, where a roll may be one of many: it is chosen before what is rolled with.
 * @param {Game} game @param {string} move @returns {any}
 */
export function ownList(game, move) {
  return moveOf(game, move).inputs.find((each) => each.own_moves);
}

/**
 * How one joins a roll through an input, as it is declared.
 * @param {Game} game @param {string} move @param {string} input
 */
export function joinsOf(game, move, input) {
  return moveOf(game, move).inputs.find((each) => each.input === input)?.joins;
}

/**
 * The inputs through which one takes part in a roll and lends it nothing.
 * @param {Game} game @param {string} move
 */
export function joinsBeside(game, move) {
  const beside = moveOf(game, move).inputs.filter((each) => each.joins?.lends === false);
  return ["members", ...beside.map((each) => each.input)];
}

/**
 * What can be picked on a sheet for a move.
 * @param {Game} game @param {string} move @returns {string[]}
 */
export function picksOf(game, move) {
  return (game.sheet.picks[move] ?? []).filter((pick) => pick !== "");
}

/**
 * What else is rolled beside a trait: the attribute that its skill belongs to.
 * @param {Game} game @param {string} trait
 */
export function groupOf({ sheet: { traits } }, trait) {
  const { group = "" } = traits.find((each) => each.trait === trait) ?? {};
  return traits.some((each) => each.trait === group) ? group : "";
}

/**
 * Whether a move can be rolled without anything picked.
 * @param {Game} game @param {string} move
 */
export function isWithout(game, move) {
  return (game.sheet.picks[move] ?? []).includes("");
}

/**
 * What a roll is rolled with: what was picked, or what the game calls a roll that could have a pick and has none.
 * @param {Game} game @param {{move: string, trait?: string|null}} roll
 */
export function pickCalled(game, { move, trait }) {
  return trait || (picksOf(game, move).length ? (game.face?.without ?? "").toLowerCase() : "");
}

/**
 * Whether two sides roll against each other.
 * @param {Game} game @param {string} move
 */
export function isOpposed(game, move) {
  return moveOf(game, move).inputs.some((input) => input.input.startsWith("defender_"));
}

/**
 * Whether this seat plays the other side of a contest, and sees it from there.
 * @param {View} view @param {any} roll
 */
export function defends({ you, characters }, roll) {
  if (you.role !== "player" || roll.seat === you.seat) return false;
  return characters.some((each) => each.character === roll.against && each.seat === you.seat);
}

/**
 * Of what the chance of a contest is, as its own side says it.
 * @param {View} view @param {any} roll
 */
export function chanceOf(view, roll) {
  if (defends(view, roll)) return "that you hold";
  if (view.you.role === "player" && roll.seat === view.you.seat) return "that you win";
  const whose = isOfOtherSide(view, roll) ? roll.against : roll.character;
  return `for ${view.characters.find((each) => each.character === whose)?.name ?? whose}`;
}

/**
 * Whether a contest is seen from its other side: by whoever plays that, and by all where somebody without a sheet rolls
 * against a character. What is good for a player looks good on every screen.
 * @param {View} view @param {any} roll
 */
function isOfOtherSide(view, roll) {
  const hasSheet = (/** @type {string} */ id) => view.characters.some((each) => each.character === id);
  return defends(view, roll) || (hasSheet(roll.against) && !hasSheet(roll.character));
}

/** @type {WeakSet<any>} */
const turned = new WeakSet();

/**
 * A roll as this seat sees it: what is best for the other side of a contest stands last where it is seen from there.
 * @param {View} view @param {any} roll
 */
export function fromOwnSide(view, roll) {
  if (turned.has(roll) || !isOfOtherSide(view, roll)) return;
  turned.add(roll);
  const { odds, asks, near } = roll;
  const options = (asks?.options ?? []).map((/** @type {Option} */ each) => each.odds);
  for (const each of [odds, asks?.odds, ...options, ...(near?.grid ?? []), ...Object.values(near?.things ?? {})])
    if (each?.tiers) each.tiers = Object.fromEntries(Object.entries(each.tiers).reverse());
  roll.tiers?.reverse();
}

/**
 * The outcomes of a contest from worst to best, for whom it is seen.
 * @param {View} view @param {any} roll @param {string[]} tiers
 */
export function tiersSeen(view, roll, tiers) {
  return isOfOtherSide(view, { seat: roll.by, ...roll }) ? [...tiers].reverse() : tiers;
}

/**
 * Whether a track holds what waits for a next roll, and is used up by it.
 * @param {Game} game @param {string} name
 */
export function isWaiting(game, name) {
  return game.sheet.tracks.some((each) => each.track === name && each.rolled);
}

/**
 * Marks of the whole table that change what a move is: off the job it is left to fortune.
 * @param {Game} game @param {string} move
 */
export function tableMarks(game, move) {
  const weighs = new Set((moveOf(game, move).moot ?? []).map((each) => each.input));
  return game.sheet.marks.filter((each) => each.owner === "table" && weighs.has(each.mark));
}

/** @param {Game} game @param {string} name */
export function isMark(game, name) {
  return game.sheet.marks.some((each) => each.mark === name);
}

/**
 * What the game's filled sheet brings to a move, else something middling.
 * @param {Game} game @param {Move} move
 */
export function exampleAttempt(game, move) {
  const filled = game.examples[move.move] ?? {};
  const asked = move.inputs.filter(
    ({ input, required, type }) =>
      required || input === move.either?.[0] || (type === "list" && filled[input]?.length),
  );
  return Object.fromEntries(asked.map((input) => [input.input, filled[input.input] ?? middling(input)]));
}

/** @param {any} input @returns {any} */
function middling(input) {
  if (input.type === "whole") return Math.max(input.low, Math.min(2, input.high));
  if (input.type === "list") return [middling(input.of)];
  return input.values?.[Math.min(2, input.values.length - 1)] ?? "";
}

/**
 * Whether two values of inputs are the same.
 * @param {any} a @param {any} b
 */
export function same(a, b) {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}

/** @type {WeakMap<any, Map<string, any>>} */
const byChange = new WeakMap();

/** @param {Record<string, any>} changes */
function keyOf(changes) {
  return Object.keys(changes)
    .sort()
    .map((name) => `${name}=${JSON.stringify(changes[name] ?? null)}`)
    .join("&");
}

/**
 * The odds of every near alternative came with the last answer, so a toggle shows its odds before the network is asked.
 * @param {any} near as the server sent it @param {Record<string, any>} changes by input; decisions as "decide.NAME"
 */
export function alternative(near, changes) {
  if (!near) return null;
  let known = byChange.get(near);
  if (!known) {
    known = new Map(near.grid.map((/** @type {any} */ each) => [keyOf(each.change), each]));
    byChange.set(near, known);
  }
  return known.get(keyOf(changes)) ?? null;
}

/**
 * A choice without the value that only another ruling would allow.
 * @param {{rulings: Record<string, any>}} under @param {Input} input
 */
export function allowed({ rulings }, input) {
  const [value, ruling, ruled] = input.only ?? [];
  if (!ruling || rulings[ruling] === ruled) return input;
  return { ...input, values: input.values?.filter((each) => each !== value) };
}
