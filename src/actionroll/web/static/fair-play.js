// The evening in numbers: was it a bad night, were the dice fair, and what this phone knows of that by itself; which
// faces a seed gives, once it is shown.

import { h } from "./dom.js";
import { MOST_ON_A_BAR, toneOf, toneOfTier } from "./face.js";
import { framed, fromHex, hex, joined, sha256 } from "./hashes.js";
import { receiptWords } from "./kept.js";
import { OTHER_SIDE, sided } from "./people.js";
import { seatName } from "./table-state.js";
import { many } from "./words.js";

/** @typedef {import("./fairness.js").Fairness} Fairness */
/** @typedef {import("./hashes.js").Seen} Seen */

const BARS =
  "Bars are what was rolled, strokes what was to be expected. A throw counts that tells how a roll comes out, for " +
  "whoever made the roll; what others throw along with it does not.";

/** @param {State} state @param {Taps} does */
export function fairPlay(state, does) {
  const ask = () => does.askStatistics();
  return [statistics(state, does.statistics, ask), fairness(state, does, ask)];
}

/**
 * Were the dice fair? What was done that someone who chooses among dice would do, and what this phone checks itself.
 * @param {State} state @param {Taps} does @param {() => void} onOpen
 */
function fairness(state, does, onOpen) {
  const traces = does.statistics?.traces ?? [];
  const { fairness } = does.page;
  return h(
    "details.card.fairness",
    { key: "fairness", ontoggle: (event) => event.target.open && onOpen() },
    h("summary", null, h("h2", null, "Were the dice fair?")),
    h(
      "p.hint",
      null,
      traces.length
        ? "All of this happens at honest tables now and then. Someone who cheats would have to do it often:"
        : "Nothing was done that someone who chooses among dice would do.",
    ),
    h(
      "ul.traces",
      null,
      traces.map((/** @type {any} */ trace) => h("li", { key: trace.trace }, traceWords(state, trace))),
    ),
    fairness?.leftOut
      ? h("p", null, `${fairness.leftOut} rolls were declared without this phone’s contribution since it was opened.`)
      : null,
    fairness?.elsewhere
      ? h("p", null, `${fairness.elsewhere} throws came from your seat and not from this phone since it was opened.`)
      : null,
    checking(state, fairness),
  );
}

/**
 * What only those read who check it themselves.
 * @param {State} state @param {Fairness|null|undefined} fairness
 */
function checking(state, fairness) {
  return h(
    "details.more",
    { key: "checking" },
    h("summary", null, "Check it yourself"),
    h("h3", null, "Do all see the same?"),
    fairness?.mark
      ? [
          h("p", null, "Hold phones side by side: after the last throw every one shows"),
          h("p.mark", null, h("code", null, markWords(fairness.mark))),
        ]
      : h("p.hint", null, "After the first throw there is something to compare here."),
    h("h3", null, "For a checker of your own"),
    h("p", null, "With this receipt “actionroll verify” tells whether an export was cut or changed since:"),
    h("p.receipt", null, h("code", null, receiptWords(state.view))),
    state.view.you.seat && fairness
      ? h(
          "button.quiet.small",
          { type: "button", onclick: () => save(state, savedBy(fairness)) },
          "Save what this phone promised and saw",
        )
      : null,
  );
}

/** @param {State} state @param {{says: string, count: number, seats: Record<string, number>}} trace */
function traceWords(state, { says, count, seats }) {
  const by = Object.entries(seats)
    .sort(([, one], [, other]) => other - one)
    .map(([seat, times]) => `${seat ? seatName(state, seat) : "the host"} ${times}`);
  return [h("b", null, `${count} ×`), ` ${says} `, h("span.hint", null, `(${by.join(", ")})`)];
}

/**
 * A number and forty signs, as people compare them and `actionroll verify --receipt` takes them: fewer could be made to
 * agree in two logs.
 * @param {{number: number, hash: string}} mark
 */
function markWords({ number, hash }) {
  const [one, other] = [hash.slice(0, 20), hash.slice(20, 40)].map((line) => line.match(/.{4}/g)?.join(" "));
  return `${number}:\n${one}\n${other}`;
}

/** @param {State} state @param {any} saved */
function save(state, saved) {
  const href = URL.createObjectURL(new Blob([JSON.stringify(saved)], { type: "application/json" }));
  const link = h("a", { href, download: `${state.view.name}.phone.json` });
  /** @type {any} */ (link).click();
  setTimeout(() => URL.revokeObjectURL(href), 1000);
}

/**
 * Was it a bad night? Each seat's results as bars, with a stroke where exact expectation stands.
 * @param {State} state @param {any} told @param {() => void} onOpen
 */
function statistics(state, told, onOpen) {
  const seats = told?.seats.filter((/** @type {any} */ seat) => seat.throws > 0) ?? [];
  return h(
    "details.card.statistics",
    { key: "statistics", ontoggle: (event) => event.target.open && onOpen() },
    h("summary", null, h("h2", null, "Was it a bad night?")),
    h(
      "p.hint",
      null,
      seats.length ? BARS : "Nothing was rolled yet.",
    ),
    seats.map((/** @type {any} */ seat) =>
      h(
        "section",
        { key: seat.seat },
        h("h3", null, `${seatName(state, seat.seat)}, ${many(seat.throws, "throw")}`),
        h("p", null, seat.words),
        chart(state, seat.tiers.filter((/** @type {any} */ each) => isTold(state, each)), seatName(state, seat.seat)),
      ),
    ),
  );
}

/**
 * Of a table of many rows, such as a price that is rolled, only what came more than once says anything of an evening.
 * @param {State} state @param {{tier: string, actual: number}} each
 */
function isTold({ game }, { tier, actual }) {
  const of = game.moves.find((move) => move.tiers.includes(tier));
  return actual > 1 || !of || of.tiers.length <= MOST_ON_A_BAR;
}

/**
 * Each tier in the colour that it has in its own move: those of several moves stand here in one list.
 * @param {State} state @param {{tier: string, actual: number, expected: string}[]} tiers @param {string} seat
 */
function chart({ game }, tiers, seat) {
  const fromSeat = (/** @type {string} */ words) => sided(words, (part) => (part === "attacker" ? seat : OTHER_SIDE));
  const most = Math.max(...tiers.flatMap((each) => [each.actual, Number(each.expected)]), 1);
  return h(
    "div.bars",
    { role: "table", "aria-label": "rolled against expected" },
    tiers.map((each, place) => {
      const expected = Number(each.expected);
      const of = game.moves.find((move) => move.tiers.includes(each.tier));
      const tone = of ? toneOfTier(of.tiers, each.tier) : toneOf(place, tiers.length);
      return h(
        "div.row",
        { key: each.tier, role: "row" },
        h("span", { role: "rowheader" }, fromSeat(each.tier)),
        h(
          "svg:svg",
          { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
          h("svg:rect", {
            class: `fill-${tone}`,
            x: 0,
            y: 1,
            width: (100 * each.actual) / most,
            height: 8,
          }),
          h("svg:rect.expected", { x: Math.min(99, (100 * expected) / most), y: 0, width: 1, height: 10 }),
        ),
        h("span", { role: "cell" }, `${each.actual}`, h("span.hint", null, ` of ${expected.toFixed(1)} expected`)),
      );
    }),
  );
}

/**
 * What a device alone knows, for a checker that the host did not serve.
 * @param {Fairness} fairness @returns {any}
 */
export function savedBy(fairness) {
  const { since, contributions, nonces, given, receipts } = fairness.kept();
  return {
    form: "actionroll phone 1",
    table: fairness.table,
    seat: fairness.seat,
    since,
    promises: Object.keys(contributions),
    nonces,
    given: Object.fromEntries(Object.entries(given).filter(([, roll]) => roll > 0)),
    receipts: { ...receipts, [fairness.head.number]: fairness.head.hash },
  };
}

/**
 * The seed is shown: every throw that a device saw must follow from it.
 * @param {Fairness} fairness @param {string} seed @param {string} commitment @param {Seen[]} seen
 */
export async function checkSeed(fairness, seed, commitment, seen) {
  if ((await commitmentOf(seed)) !== commitment)
    return fairness.alarm("The seed that was shown is not the one that the table had committed to.");
  for (const each of seen) {
    const faces = await facesOf(fairness.table, { ...each, seed });
    if (faces.join() !== each.dice.map(([, shown]) => shown).join())
      fairness.alarm(`The dice of roll ${each.roll} do not follow from what everyone committed to.`);
  }
}

/** @param {Uint8Array} key 32 bytes @param {Uint8Array} message */
async function hmac(key, message) {
  const inner = new Uint8Array(64).fill(0x36);
  const outer = new Uint8Array(64).fill(0x5c);
  key.forEach((byte, place) => {
    inner[place] ^= byte;
    outer[place] ^= byte;
  });
  return sha256(joined([outer, await sha256(joined([inner, message]))]));
}

/**
 * The faces that a revealed seed gives a throw; docs/fair-dice.md says it in words.
 * @param {string} table @param {Seen & {seed: string}} seen @returns {Promise<number[]>}
 */
export async function facesOf(table, { seed, roll, place, nonces, dice }) {
  const message = framed(["actionroll/dice/2", table, String(roll), String(place), ...nonces]);
  /** @type {number[]} */
  let stream = [];
  let blocks = 0;
  const next = async () => {
    if (!stream.length) {
      const count = new Uint8Array(8);
      new DataView(count.buffer).setUint32(4, blocks++);
      stream = [...(await hmac(fromHex(seed), joined([message, count])))];
    }
    return /** @type {number} */ (stream.shift());
  };
  const faces = [];
  for (const [sides] of dice) faces.push(await face(next, sides));
  return faces;
}

const FUDGE = -3;
const MOST_SIDES = 1000;

/** @param {() => Promise<number>} next @param {number} sides @returns {Promise<number>} */
async function face(next, sides) {
  if (sides === FUDGE) return (await face(next, 3)) - 2;
  for (; sides > 1 && sides <= MOST_SIDES;) {
    const value = sides > 256 ? (await next()) * 256 + (await next()) : await next();
    const values = sides > 256 ? 65536 : 256;
    if (value < values - (values % sides)) return (value % sides) + 1;
  }
  return sides === 1 ? 1 : NaN;
}

/**
 * The commitment to a seed.
 * @param {string} seed
 */
export async function commitmentOf(seed) {
  const fields = ["actionroll/commitment/1", ""].flatMap((text) => framed([text]));
  const length = new Uint8Array([0, 0, 0, 32]);
  return hex(await sha256(joined([...fields, length, fromHex(seed)])));
}
