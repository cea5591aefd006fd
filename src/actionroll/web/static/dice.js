// Dice drawn as dice: shape tells the size, colour the source; what counts stands forward, what hurts lies broken.

import { h } from "./dom.js";
import { dieLook } from "./face.js";
import { groupOf } from "./game.js";
import { icon } from "./icons.js";
import { named, partCharacter } from "./people.js";
import { telling } from "./refusal.js";
import { characterName, seatName } from "./table-state.js";
import { begun, faceTold, plain } from "./words.js";

const SHAPES = {
  4: ["M50 6 95 86 5 86Z", "M50 6 50 60M50 60 5 86M50 60 95 86"],
  6: [
    "M23 9H77Q91 9 91 23V77Q91 91 77 91H23Q9 91 9 77V23Q9 9 23 9Z",
    "M27 18H73Q82 18 82 27V73Q82 82 73 82H27Q18 82 18 73V27Q18 18 27 18Z",
  ],
  8: ["M50 5 90 28V72L50 95 10 72V28Z", "M50 5 90 72H10Z"],
  10: ["M50 4 94 40V60L50 96 6 60V40Z", "M50 4 80 60 50 74 20 60ZM20 60H6M80 60H94M50 74V96"],
  12: [
    "M50 4 79 13 97 38V62L79 87 50 96 21 87 3 62V38L21 13Z",
    "M50 20 79 41 68 75H32L21 41ZM50 20V4M79 41 97 38M68 75 79 87M32 75 21 87M21 41 3 38",
  ],
  20: [
    "M50 4 92 27V73L50 96 8 73V27Z",
    "M50 24 76 68H24ZM50 24V4M76 68 92 73M24 68 8 73M50 24 92 27M50 24 8 27M24 68 50 96 76 68",
  ],
  100: ["M50 5A45 45 0 1 1 49.900 5Z", "M50 16A34 34 0 1 1 49.900 16Z"],
};
const BROKEN = ["M22 10 47 13 40 34 52 50 42 70 48 90 18 88 12 22Z", "M58 9 90 16 88 84 57 91 50 70 60 50 49 33Z"];
const HATCH = "M12 36 36 12M64 88 88 64M12 52 22 42M78 58 88 48";

/**
 * @param {Game} game @param {Die} die @param {number} place
 * @param {{moment: "building"|"falling"|"fallen", stands: boolean}} how `stands`: whether the ones that count stand out
 */
function dieDrawn(game, die, place, how) {
  const look = dieLook(game, die.from);
  const ghost = !die.die; // what it is depends on what is still to be said
  const sides = die.die === "dF" ? 6 : Number(die.die.slice(1));
  const lies = how.moment === "fallen" && die.face !== undefined;
  const hurts = lies && look.hurts.includes(Number(die.face));
  const forward = lies && how.stands && die.counted && !hurts;
  const back = lies && how.stands && !die.counted && !hurts;
  const called = die.called || plain(die.from);
  const tag = hurts ? look.hurt_called || "harm" : die.kept ? "stays" : "";
  const more = [hurts ? `a ${look.hurt_called || "harm"}` : "", die.kept ? "stays" : "", forward ? "decides it" : ""];
  const size = ghost ? "not said yet" : `${die.die}${lies ? `: ${faceTold(die)}` : ""}`;
  const said = [`${called} ${size}`, ...more].filter(Boolean).join(", ");
  const looks = [forward ? "forward" : "", back ? "back" : "", hurts ? "broken" : "", die.kept ? "kept" : "thrown"];
  const classes = ghost ? ["back", "ghost"] : looks;
  const falls = how.moment === "falling";
  const shown = lies || (falls && die.kept) ? faceTold(die) : falls ? "" : die.die || "?";
  const letters = lies ? "face" : shown.length > 3 ? "size small" : "size";
  const says = how.moment === "building" ? game.face?.glossary?.[die.from] : "";
  return h(
    says ? "button.die.explains" : "span.die",
    {
      key: place,
      class: [`s-${look.shade}`, ...classes].filter(Boolean).join(" "),
      "aria-label": said,
      ...(says ? { type: "button", onclick: telling(says) } : { role: "img" }),
    },
    h(
      "svg:svg",
      { viewBox: "0 0 100 100", "aria-hidden": "true" },
      hurts
        ? BROKEN.map((d) => h("svg:path.shape", { d }))
        : [
            h("svg:path.shape", { d: (SHAPES[sides] ?? SHAPES[20])[0] }),
            h("svg:path.facet", { d: (SHAPES[sides] ?? SHAPES[20])[1] }),
          ],
      look.shade === "risk" && !hurts ? h("svg:path.hatch", { d: HATCH }) : null,
      hurts ? h("svg:path.cross", { d: "M68 40 80 54M80 40 68 54" }) : null,
      h("svg:text", { x: hurts ? 30 : 50, y: sides === 4 ? 64 : 52, class: letters }, shown),
    ),
    tag
      ? h(
          "span.tag",
          { class: hurts ? "bane" : "", "aria-hidden": "true" },
          die.kept && hurts ? [icon("lock"), tag] : tag,
        )
      : null,
    h("span.source", { "aria-hidden": "true" }, called),
  );
}

/**
 * Dice before they fall, while they do, or as they lie.
 * @param {Game} game @param {Die[]} dice @param {"building"|"falling"|"fallen"} moment
 */
export function diceRow(game, dice, moment) {
  const sided = dice.some((die) => dieLook(game, die.from).shade === "against");
  const all = sided && dice.every((die) => die.counted);
  return h(
    "div.dice",
    {
      class: `${moment} ${dice.length > 4 ? "many" : ""} ${dice.length > 8 ? "crowd" : ""}`,
      role: "group",
      "aria-label": "dice",
    },
    dice.map((die, place) => dieDrawn(game, die, place, { moment, stands: !all })),
    moment === "building" && dice.length > 1 && dice.every(({ lowest }) => lowest)
      ? h("b.reads", { key: "reads" }, "the lower one counts")
      : null,
  );
}

/**
 * The dice that will be thrown, in rows where there are sides.
 * @param {State} state @param {Roll} roll @param {Die[]} dice @param {"building"|"falling"|"fallen"} moment
 */
export function diceBySide(state, roll, dice, moment) {
  const sides = new Map();
  const inTurn = dice.some((die) => die.later);
  for (const die of dice) sides.set(die.by ?? "roller", [...(sides.get(die.by ?? "roller") ?? []), die]);
  return h(
    "div.sides",
    { key: "dice", class: roll.members.length > 1 ? "of-group" : sides.has("defender") ? "contest" : null },
    [...sides].map(([part, own]) =>
      h(
        "div.of-side",
        { key: part, class: own[0].later ? "later" : sides.size > 1 && part.startsWith("helper-") ? "helper" : null },
        sides.size > 1 || part.startsWith("helper-") || (moment === "building" && roll.status === "waiting")
          ? h(
              "p.side-name",
              null,
              `${begun(named(state, roll, part))}${inTurn ? (own[0].later ? ", then" : ", first") : ""}`,
            )
          : null,
        diceRow(state.game, diceNamed(state, roll, own, sides.size), moment),
      ),
    ),
  );
}

/**
 * What a helper rolls with.
 * @param {Roll} roll @param {string} part
 */
function helpsWith(roll, part) {
  const who = partCharacter(roll, part);
  return (who && roll.offers?.find((each) => each.character === who)?.trait) || "";
}

/**
 * Dice with the names of those whose they are in place of their parts.
 * @param {State} state @param {Roll} roll @param {Die[]} dice @param {number} [sides] that have names of their own
 * @returns {Die[]}
 */
export function diceNamed(state, roll, dice, sides = 1) {
  /** @type {Record<string, string>} */
  const picks = { roller: roll.trait, attacker: roll.trait, defender: roll.against_trait };
  return dice.map((die) => {
    const own = picks[die.by?.replace(/^member-\d+$/, "roller") ?? "roller"]; // who acts alike rolls with the same
    const picked = own ?? helpsWith(roll, die.by ?? "");
    const group = groupOf(state.game, picked) || picked;
    const look = picked ? (state.game.face?.dice[die.from]?.called ?? "") : "";
    const called = look.replace("{trait}", plain(picked)).replace("{group}", plain(own ? group : picked));
    const isTold = sides > 1 || die.from.startsWith("member-"); // whose it is stands above it
    const whose = die.from === die.by && isTold ? plain(roll.trait) : "";
    return { ...die, called: die.for ? plain(die.for) : called || whose || named(state, roll, die.from) };
  });
}

/**
 * What the throw of a contest says of the other side, where another plays it.
 * @param {State} state @param {Roll} roll @param {string} words what it says for itself
 */
export function otherSide(state, roll, words) {
  const seat = state.view.characters.find((each) => each.character === roll.against)?.seat ?? "";
  if (!seat || seat === roll.seat || seat === state.view.you.seat) return words;
  const says = `${seatName(state, seat)} ${roll.ready ? "is ready" : "still chooses"}`;
  const both = roll.seat === state.view.you.seat;
  return [h("span", null, both ? "Throw for both" : words), h("small", null, says)];
}

/**
 * Dice where they lay before: what stays, and what is thrown again in the place of what lay there; what is new follows.
 * @param {Die[]} before @param {Die[]} thrown @param {Die[]} stay @returns {Die[]}
 */
export function inPlaces(before, thrown, stay) {
  const left = { thrown: [...thrown], stay: [...stay] };
  const taken = (/** @type {Die[]} */ among, /** @type {Die} */ old, /** @type {(keyof Die)[]} */ alike) => {
    const place = among.findIndex((die) => alike.every((each) => die[each] === old[each]));
    return place < 0 ? null : among.splice(place, 1)[0];
  };
  const lying = before.flatMap(
    (old) => taken(left.stay, old, ["from", "die", "face"]) ?? taken(left.thrown, old, ["from"]) ?? [],
  );
  return [...lying, ...left.thrown, ...left.stay];
}

/**
 * What a tap on the throw does.
 * @param {Roll} roll
 */
export function throwWords(roll) {
  const count = roll.dice?.length ?? 0;
  if (roll.odds && !count) return "it cannot be done" in roll.odds.tiers ? "Leave it" : "Do it";
  return count > 1 ? `Throw ${count} dice` : count ? "Throw the die" : "Throw";
}

/** @param {State} state @param {Roll} roll @param {string} thrower */
export function nameOfThrower(state, roll, thrower) {
  const offer = roll.offers.find((each) => each.seat === thrower);
  return characterName(state, thrower === roll.seat || !offer ? roll.character : offer.character);
}

/** @type {WeakMap<any, RegExp>} */
const known = new WeakMap();

/**
 * Words in which those of the game say what they are, at a tap; each of them where it stands first.
 * @param {Game} game @param {string} words @returns {any}
 */
export function glossed({ face }, words) {
  const glossary = face?.glossary ?? {};
  const names = Object.keys(glossary);
  if (!names.length) return words;
  const found = known.get(glossary) ?? new RegExp(`\\b((?:${names.join("|")})s?)\\b`, "gi");
  known.set(glossary, found);
  const told = new Set();
  return words.split(found).map((part, place) => {
    const said = part.toLowerCase();
    const name = said in glossary ? said : said.slice(0, -1); // of several
    if (place % 2 === 0 || told.has(name)) return part;
    told.add(name);
    return h("button.rule.term", { type: "button", onclick: telling(glossary[name]) }, part);
  });
}
