// Names and numbers as people read them: exact fractions as percentages, joined names as the game calls them.

let labels = new Map();

/**
 * What people call that whose name is short or joined, as the game at hand declares it.
 * @param {Record<string, string>} declared
 */
export function callAs(declared) {
  labels = new Map(Object.entries(declared));
}

/**
 * What is called by this name.
 * @param {string} name
 */
function label(name) {
  return labels.get(name) ?? name;
}

/**
 * A name as people read it.
 * @param {string} name
 */
export function plain(name) {
  return label(name).replaceAll("_", " ").replaceAll("-", " ");
}

export const IN_WORDS = "in words";
export const OWN_WORDS = "Or how in your own words"; // below ready ones
/** What is asked of whoever rolls for something that nobody does. */
export const ABOUT = "What is it about?";
export const UNSAID = "waits and sees"; // whoever says nothing in a round

/**
 * "Face danger with edge"; what is rolled with alone, where no move is named.
 * @param {string} which @param {string} trait
 */
export function rolledWith(which, trait) {
  if (!which || !trait) return which || begun(plain(trait));
  return `${which} with ${plain(trait)}`;
}

/** What it is called, before its dice fell and after. */
export const TAKE_BACK = "Take the roll back";

/** What stands where words would, once it is settled that none are written: left as usual, said aloud, not spoken. */
export const WORDLESS = false;

/**
 * What a way of settling is called; one that is words alone is called so.
 * @param {string} name
 */
export function kindCalled(name) {
  return name === "told" ? IN_WORDS : plain(name);
}

/**
 * What was named of what a roll brings.
 * @param {Share} share @param {string} whose on whom it falls, where no change that follows tells it
 */
export function shareTold(share, whose) {
  const { way, amount, thing, words } = share;
  if (way === "nothing") return words ? `“${words}”` : "It brought nothing more";
  const many = amount > 1 || (whose && amount) ? ` ${amount}` : "";
  const what = thing || plain(way);
  const kind = kindCalled(way) === IN_WORDS ? "" : `${whose}${whose ? what : begun(what)}${many}`;
  return [kind, words ? `“${words}”` : ""].filter(Boolean).join(whose ? ", " : ": ");
}

/**
 * Whether something that is told of many is not told by another of them already, as it is or with more words.
 * @param {string} told @param {number} place @param {string[]} all
 */
export function isNews(told, place, all) {
  const says = (/** @type {string} */ each, /** @type {number} */ at) => each === told && at < place;
  return !!told && !all.some((each, at) => each.startsWith(`${told}: `) || says(each, at));
}

const RULING = /\bthe rulings? [a-z]+(?:_[a-z]+)+(?:=\w+)?(?: and \w+(?:=\w+)?)?/g;

/**
 * A sentence of the rules with the names in it as people call them: those that are joined, and of tracks that change.
 * @param {string} sentence
 */
export function worded(sentence) {
  const plainly = sentence.replace(RULING, "a house rule");
  const names = /\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+(?= [+−]\d| takes )/g;
  return plainly.replace(names, (name) => label(name).replaceAll("_", " "));
}

/**
 * An input or decision without the side it belongs to.
 * @param {string} name
 */
export function bare(name) {
  return name.replace(/^(attacker|defender)_/, "");
}

/**
 * What an input is called on the page.
 * @param {string} name
 */
export function labelOf(name) {
  return plain(bare(name));
}

/**
 * Words as the start of a sentence.
 * @param {string} words
 */
export function begun(words) {
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}

/** @param {string} deed "take a scar", as it is told of someone */
export function doesTold(deed) {
  return deed.replace(/^\w+|(?<=^\w+ and )\w+$/g, (verb) => verb + (/(s|h|x)$/.test(verb) ? "es" : "s"));
}

/** @param {number} by */
export function signed(by) {
  return by < 0 ? `−${-by}` : `+${by}`;
}

/**
 * A number with a sign of its own below zero.
 * @param {any} value
 */
export function counted(value) {
  return typeof value === "number" && value < 0 ? `−${-value}` : String(value);
}

/**
 * "1 choice", "2 choices", "1 dot": what is counted, in the number that it has; "4 damage" is measured.
 * @param {number} count @param {string} name @param {string} [more] what several are called
 */
export function many(count, name, more) {
  const one = name.replace(/([^su])s$/, "$1");
  const all = /(s|damage|harm|overflow)$/.test(name) ? name : `${name}s`.replace(/([^aeiou])ys$/, "$1ies");
  return `${counted(count)} ${Math.abs(count) === 1 ? one : (more ?? all)}`;
}

/**
 * What a roll still brings: "choice", "2 choices", "how it goes".
 * @param {{kind: string, amount: number, says?: string}} due
 */
export function owedTold({ kind, amount, says = "" }) {
  return /^\w+ (how [^,.]+)/.exec(says)?.[1] ?? (amount > 1 ? many(amount, plain(kind)) : plain(kind));
}

/**
 * How far a progress track has come, in its own measure: four ticks are a box.
 * @param {number} ticks
 */
export function boxesTold(ticks) {
  const left = ticks % 4;
  const boxes = (ticks - left) / 4;
  const told = [boxes || !left ? many(boxes, "box", "boxes") : "", left ? many(left, "tick") : ""];
  return told.filter(Boolean).join(" and ");
}

/**
 * "0 → 2 boxes", "2 ticks → 1 box".
 * @param {number} before @param {number} after
 */
export function boxesMoved(before, after) {
  return `${before % 4 || after % 4 ? boxesTold(before) : before / 4} → ${boxesTold(after)}`;
}

/** @param {string[]} parts @param {string} [and] */
export function listed(parts, and = "and") {
  return parts.length < 2 ? parts.join("") : `${parts.slice(0, -1).join(", ")} ${and} ${parts.at(-1)}`;
}

/**
 * Chances arrive as exact fractions, "5/12"; they become numbers only where a person reads them.
 * @param {string} fraction @returns {number}
 */
export function share(fraction) {
  const [above, below] = fraction.split("/").map(BigInt);
  return Number((above * 1000000000000n) / below) / 1e12;
}

/**
 * A percentage as people read it; what is possible never shows as 0 %.
 * @param {string} fraction
 */
export function percent(fraction) {
  const [above, below] = fraction.split("/").map(BigInt);
  if (above === 0n) return "0 %";
  if (above === below) return "100 %";
  const tenths = (above * 2000n + below) / (below * 2n);
  if (tenths < 1n) return "<0.1 %";
  if (tenths > 999n) return ">99.9 %";
  return `${tenths / 10n}.${tenths % 10n} %`;
}

/**
 * The nearest whole percentage; of two as near the even one, so that what is equal is told as equal and 37.5 and 62.5
 * make a hundred. Parts of one bar may make 99 or 101, and another sum than the total beside them: each is rounded by
 * itself, and one that was bent is wrong to whoever works it out.
 * @param {number} part
 */
export function inWhole(part) {
  const below = Math.floor(100 * part + 1e-9);
  const isHalf = Math.abs(100 * part - below - 0.5) < 1e-9;
  return isHalf ? below + (below % 2) : Math.round(100 * part);
}

/**
 * A percentage at a glance, without tenths.
 * @param {number} part
 */
export function roughly(part) {
  if (part <= 0) return "0 %";
  if (part > 1 - 1e-9) return "100 %"; // sums of what was rounded down
  const whole = inWhole(part);
  return whole < 1 ? "<1 %" : whole > 99 ? ">99 %" : `${whole} %`;
}

/**
 * Whether an input is shown at once; the others wait behind a tap. A game that names none has few.
 * @param {any} input as declared, with what is set of it
 * @param {string[]|undefined} first as the game's face names them
 */
export function isShownFirst(input, first) {
  if (input.type === "text") return input.called || !!input.value;
  return (
    input.required ||
    input.called ||
    input.changed ||
    !first?.length ||
    first.includes(bare(input.input))
  );
}

/**
 * Whether the gm may still say it and it holds already: a position is normal as long as nobody says otherwise, and
 * what is marked on the sheet does not hinder.
 * @param {any} input @param {string[]|undefined} first as the game's face names them
 */
export function isUntilSaid(input, first) {
  const holds = input.type === "choice" ? !!input.value : input.type === "yes_no" && !!input.beside;
  return input.by === "gm" && holds && !!first?.includes(bare(input.input));
}

/**
 * A day as it is written here; today and yesterday by name.
 * @param {number} at in seconds
 */
export function dayOf(at) {
  const day = new Date(at * 1000);
  const ago = Math.round((new Date().setHours(0, 0, 0, 0) - new Date(day).setHours(0, 0, 0, 0)) / 86_400_000);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  const year = day.getFullYear() === new Date().getFullYear() ? undefined : "numeric";
  return day.toLocaleDateString(undefined, { weekday: "long", day: "numeric", month: "long", year });
}

/** @param {number} at in seconds */
export function timeOf(at) {
  return new Date(at * 1000).toLocaleTimeString(undefined, { timeStyle: "short" });
}

/**
 * What a die shows: fudge dice with their sign.
 * @param {Die} die
 */
export function faceTold(die) {
  return die.die === "dF" ? (["−1", "0", "+1"][Number(die.face) + 1] ?? "") : String(die.face);
}

/**
 * Faces in a line, for a log.
 * @param {Die[]} dice
 */
export function facesLine(dice) {
  return dice.map(faceTold).join(" ");
}

/**
 * What a way is, where its name does not say all of it.
 * @param {Way} way
 */
export function newIn({ name, says }) {
  return (says.match(/[a-z]{3,}/gi) ?? []).every((word) => name.includes(word.toLowerCase())) ? "" : `. ${says}`;
}
