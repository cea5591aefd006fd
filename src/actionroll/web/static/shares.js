// A share of what an outcome brings: on whom it may fall, what it would change, in words; and an amount shared out.

import { settleButton, stepped } from "./controls.js";
import { h } from "./dom.js";
import { hasTrack } from "./face.js";
import { isMark } from "./game.js";
import { draftOf, keepDraft } from "./kept.js";
import { isInBoxes, partCharacter, whereName } from "./people.js";
import { leads, seatName } from "./table-state.js";
import { piecesOf, wornBy } from "./things.js";
import { IN_WORDS, begun, boxesMoved, boxesTold, counted, kindCalled, listed, plain } from "./words.js";

/**
 * An amount to share out: all of it on the first who can bear it, until someone says otherwise.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 */
export function shareOut(state, roll, due, does, id) {
  const cells = due.ways.flatMap((way) =>
    exposed(state, roll, due, way).flatMap((character) =>
      piecesOf(state, character, way).map((thing) => ({
        way,
        character,
        thing,
        key: keyOf(way, character.character, thing),
      })),
    ),
  );
  const own =
    cells.find((cell) => cell.character.character === (partCharacter(roll, due.on) || roll.character)) ?? cells[0];
  const single = due.ways.every((way) => !way.anyone);
  const shares = does.answers.get(id) ?? (own && !(single && due.ways.length > 1) ? { [own.key]: due.amount } : {});
  const left = due.amount - Object.values(shares).reduce((sum, each) => sum + Number(each), 0);
  const alone = cells.filter((cell) => cell.way.alone).map((cell) => cell.key);
  const put = (/** @type {string} */ key, /** @type {number} */ by) => {
    if (alone.includes(key)) {
      does.answer(id, shares[key] ? {} : { [key]: due.amount });
      return document.getElementById(`words-${id}`)?.focus();
    }
    return does.answer(id, alone.some((each) => shares[each]) ? { [key]: 1 } : shifted(shares, key, by, left));
  };
  const place = (/** @type {string} */ key) =>
    isAllElsewhere(shares, key, due.amount) ? does.answer(id, { [key]: due.amount }) : put(key, 1);
  const given = Object.keys(shares).filter((key) => shares[key]);
  const placed = new Map(given.map((key) => [key, asShare(key, alone.includes(key) ? undefined : shares[key])]));
  const answer = [...placed.values()];
  const words = `words.${state.view.table}.${id}`;
  const inWords = answer.some((share) => isInWords(due.ways, share));
  const wordless = inWords && !draftOf(words).trim();
  const asked = inWords ? withWords(due, answer, IN_WORDS) : answer;
  const { changes, refused } = does.foretold(roll, due, asked, due.amount - left);
  const still = left ? `${left} left to place` : wordless ? "Say it in words" : refused;
  const wordsIn = (/** @type {Cell} */ { key, way, character, thing }) => {
    const share = placed.get(key);
    const told = share ? toldWith(state, roll, due, answer, share, changes) : null;
    return cellWords(state, roll, character, way, share?.amount ?? 0, thing, told);
  };
  const waits = `Not yet applied: tap “${settlingDeed(state, due)}” below`;
  return h(
    "div.share",
    null,
    h("p.unassigned", { role: "status" }, left ? `${left} of ${due.amount} left: each tap puts 1` : waits),
    single ? sharesListed(wordsIn, cells, shares, put) : sharesGrid(wordsIn, due, cells, shares, put, place),
    due.ways.some((way) => !way.track)
      ? h("textarea", {
          key: "words",
          id: `words-${id}`,
          rows: 2,
          maxlength: 500,
          placeholder: wordless ? "In a few words" : "What happens, if you like",
          "aria-label": `${plain(due.kind)} in words`,
          value: draftOf(words),
          oninput: (event) => {
            keepDraft(words, event.target.value);
            does.draw();
          },
        })
      : null,
    settleButton(
      still || shareList(state, roll, due, answer, changes),
      !!still,
      () => does.settle(roll, due, withWords(due, answer, draftOf(words).trim())),
      due.seat && !due.proposed?.length && due.seat !== state.view.you.seat ? seatName(state, due.seat) : "",
      still ? "" : settlingDeed(state, due),
    ),
  );
}

/**
 * @typedef {{way: Way, character: Character, thing: string, key: string}} Cell where a part of it may lie
 * @typedef {(key: string, by: number) => void} Put
 * @typedef {(cell: Cell) => string} WordsIn what stands there, and what it would be
 */

/**
 * What only one can bear, in a list.
 * @param {WordsIn} wordsIn @param {Cell[]} cells @param {Record<string, number>} shares @param {Put} put
 */
function sharesListed(wordsIn, cells, shares, put) {
  return h(
    "div.targets",
    null,
    cells.map((cell) =>
      h(
        "div.target",
        { key: cell.key, class: `${shares[cell.key] ? "on" : ""} ${cell.way.alone ? "alone" : ""}` },
        h(
          "button",
          {
            type: "button",
            "aria-label": `${placeOf(cell)}, ${cell.way.alone ? "in place of all else" : "one more"}`,
            onclick: () => put(cell.key, 1),
          },
          h("span", null, cell.way.alone ? `Or: ${placeOf(cell)}` : placeOf(cell)),
          cell.way.alone
            ? h("small", null, cell.way.says)
            : h("b", null, standsAt(cell, Number(shares[cell.key] ?? 0), wordsIn(cell))),
        ),
        shares[cell.key] && !cell.way.alone
          ? h(
              "button.less",
              { type: "button", "aria-label": `less for ${placeOf(cell)}`, onclick: () => put(cell.key, -1) },
              "−",
            )
          : null,
      ),
    ),
  );
}

/**
 * What a part of it would change, and where nothing lies yet what stands there now.
 * @param {Cell} cell @param {number} amount @param {string} words
 */
function standsAt({ way }, amount, words) {
  return amount || !words ? words || (amount ? String(amount) : "") : `${begun(plain(way.track))}: ${words}`;
}

/**
 * Characters and tracks as a small grid, and below it how much lies where.
 * @param {WordsIn} wordsIn @param {Due} due @param {Cell[]} cells @param {Record<string, number>} shares
 * @param {Put} put @param {(key: string) => void} place
 */
function sharesGrid(wordsIn, due, cells, shares, put, place) {
  const who = [...new Set(cells.map((cell) => cell.character))];
  const one = (/** @type {Cell} */ cell) =>
    h(
      "button.cell",
      {
        key: cell.key,
        type: "button",
        "aria-label": `${placeOf(cell)}, ${isAllElsewhere(shares, cell.key, due.amount) ? "all of it" : "one more"}`,
        "aria-pressed": shares[cell.key] ? "true" : "false",
        onclick: () => place(cell.key),
      },
      cell.thing ? h("span", null, cell.thing) : null,
      h("b", null, wordsIn(cell) || "–"),
    );
  return h(
    "div.targets.of-several",
    { style: { "--ways": String(due.ways.length) } },
    h("span", { key: "corner" }),
    due.ways.map((way) => h("b.lab", { key: way.name }, begun(plain(way.name)))),
    who.map((character) => [
      h("b", { key: character.character }, character.name),
      due.ways.map((way) =>
        h(
          "span.heap",
          { key: `${character.character}-${way.name}` },
          cells.filter((cell) => cell.way === way && cell.character === character).map(one),
        ),
      ),
    ]),
    cells
      .filter((cell) => shares[cell.key])
      .map((cell) =>
        h(
          "div.placed",
          { key: `placed-${cell.key}` },
          h("span", null, placeOf(cell)),
          stepped(`for ${placeOf(cell)}`, shares[cell.key], (amount) => put(cell.key, amount - shares[cell.key])),
        ),
      ),
  );
}

/**
 * "Nyx: health".
 * @param {Cell} cell
 */
function placeOf({ way, character, thing }) {
  return `${way.anyone ? `${character.name}: ` : ""}${thing || plain(way.name)}`;
}

/**
 * Whether all of it lies on one other place: a tap here moves it over; it is split below.
 * @param {Record<string, number>} shares @param {string} key @param {number} all
 */
function isAllElsewhere(shares, key, all) {
  return !shares[key] && Object.values(shares).includes(all);
}

/**
 * One more here is one less where the most lies, once all is assigned.
 * @param {Record<string, number>} shares @param {string} key @param {number} by @param {number} left
 */
function shifted(shares, key, by, left) {
  const next = { ...shares, [key]: Math.max(0, (shares[key] ?? 0) + by) };
  if (by > 0 && !left) {
    const from = Object.keys(shares)
      .filter((each) => each !== key && shares[each] > 0)
      .sort((a, b) => shares[b] - shares[a])[0];
    if (!from) return shares;
    next[from] -= 1;
  }
  return next;
}

/**
 * Where a part of it lies: in which way, on whom, and on which of their things.
 * @param {Way} way @param {string} who @param {string} [thing]
 */
function keyOf(way, who, thing = "") {
  return `${way.name}|${way.anyone ? who : ""}|${thing}`;
}

/**
 * What someone said as the form that says it otherwise begins.
 * @param {Roll} roll @param {Due} due @param {Share[]} shares
 */
export function asAnswered(roll, due, shares) {
  if (due.amount < 2) return shares;
  const placed = shares.map((share) => {
    const way = /** @type {Way} */ (due.ways.find((each) => each.name === share.way));
    return [keyOf(way, fallsOn(roll, due, share), share.thing), amountOf(due, share)];
  });
  return Object.fromEntries(placed);
}

/** @param {string} key @param {number} [amount] all of it, if it is left out @returns {any} */
function asShare(key, amount) {
  const [way, who, thing] = key.split("|");
  return { way, amount, ...(who ? { who } : {}), ...(thing ? { thing } : {}) };
}

/**
 * Words belong to the first of what was named that is nothing but words, else to the first.
 * @param {Due} due @param {Share[]} shares @param {string|false} words
 */
export function withWords({ ways }, shares, words) {
  const first = Math.max(0, shares.findIndex((share) => isInWords(ways, share)));
  return shares.map(({ typed: _, ...share }, place) => (place === first && words !== "" ? { ...share, words } : share));
}

export const isInWords = (/** @type {Way[]} */ ways, /** @type {Share} */ share) =>
  ways.some((way) => way.name === share.way && isTold(way));

/** @param {Way} way */
export const isTold = (way) => kindCalled(way.name) === IN_WORDS || way.in_words;

/**
 * On whom a way may fall: the one it falls on, or whoever is exposed.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Way} way
 */
export function exposed(state, roll, due, way) {
  const among = (way.anyone ? due.among : [due.on]).map((part) => partCharacter(roll, part) || part);
  return state.view.characters
    .filter((each) => (way.anyone && !among.length) || among.includes(each.character))
    .filter((each) => !way.track || hasTrack(state.game, each, way.track))
    .filter((each) => (!way.needs || each.values[way.needs]) && !(way.unless && each.values[way.unless]));
}

/**
 * Where what a way counts stands, and where it goes as the table foretold it; or a thing that stands in for it.
 * @param {State} state @param {Roll} roll @param {Character} character @param {Way} way @param {number} amount
 * @param {string} [thing] @param {Change[]|null} [told] what of all that changes is told here
 */
export function cellWords(state, roll, character, way, amount, thing = "", told = null) {
  if (thing) return amount ? wornBy(character, thing, amount).join(" → ") : String(wornBy(character, thing, 0)[0]);
  const [where, name, now] = standing(state, roll, character, way);
  if (isMark(state.game, name) || typeof now !== "number") return amount && way.track && !told ? String(amount) : "";
  const stands = isInBoxes(state.game, name) ? boxesTold(now) : counted(now);
  if (!amount || !told) return stands;
  const moved = told.find((each) => each[0] === where && each[1] === name);
  const more = told.filter((each) => each !== moved).map((each) => changeTold(state, each)).join(", ");
  const isWiped = moved && way.each === 1 && moved[3] - now < amount && moved[3] !== character.bounds[name]?.[1];
  if (isWiped && more) // a row that was full begins anew
    return `full: ${more}${moved[3] ? `; then ${counted(moved[3])}` : ""}`;
  const own = moved ? movedWords(state, moved) : more ? "full" : `stays at ${stands}`;
  return [own, more].filter(Boolean).join(moved ? ", " : ": ");
}

/**
 * Where a way is counted, under which name, and as it stands.
 * @param {State} state @param {Roll} roll @param {Character} character @param {Way} way
 */
function standing({ game, view }, roll, character, way) {
  const on = view.undertakings.find((each) => each.undertaking === roll.undertaking);
  if (on && way.track && isInBoxes(game, way.track)) return [on.undertaking, "ticks", on.ticks];
  const name = roll.track_names?.[way.track] ?? way.track;
  return name in character.values
    ? [character.character, name, character.values[name]]
    : ["table", name, view.values[name]];
}

/** @type {(state: State, change: Change) => string} "1 → 0" */
function movedWords({ game }, [, name, before, after]) {
  return isInBoxes(game, name) ? boxesMoved(before, after) : `${counted(before)} → ${counted(after)}`;
}

/**
 * "scars 0 → 1", "incapacitated".
 * @param {State} state @param {Change} change
 */
export function changeTold(state, change) {
  const [, name, , after] = change;
  if (typeof after === "boolean") return after ? plain(name) : `no more ${plain(name)}`;
  return `${plain(name)} ${movedWords(state, change)}`;
}

/**
 * What of all that an answer changes is told with one of its shares: what that counts, and with the last that falls on
 * someone what follows from all of them, but for what a form asks for next.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Share[]} shares @param {Share} share
 * @param {Change[]|null|undefined} all
 */
export function toldWith(state, roll, due, shares, share, all) {
  const wayOf = (/** @type {Share} */ each) => /** @type {Way} */ (due.ways.find(({ name }) => name === each.way));
  const who = fallsOn(roll, due, share);
  const theirs = shares.filter((each) => fallsOn(roll, due, each) === who);
  const character = state.view.characters.find((each) => each.character === who);
  if (!all || !character) return null;
  const placed = (/** @type {Share} */ each) => standing(state, roll, character, wayOf(each)).slice(0, 2).join();
  const told = theirs.flatMap((each) => [placed(each), ...wayOf(each).brings.map(([, mark]) => `${who},${mark}`)]);
  const untold = ["things", ...Object.keys(state.game.face?.owed ?? {})];
  const follows = (/** @type {Change} */ [where, name]) =>
    where === who && !untold.includes(name) && !told.includes(`${where},${name}`);
  const marksLast = (/** @type {Change} */ [, , , after]) => Number(after === true);
  return [
    ...all.filter(([where, name]) => `${where},${name}` === placed(share)),
    ...(theirs.at(-1) === share ? all.filter(follows).sort((a, b) => marksLast(a) - marksLast(b)) : []),
  ];
}

/**
 * The character that a share falls on, who may be named by their part in the roll.
 * @param {Roll} roll @param {Due} due @param {Share} share
 */
export function fallsOn(roll, due, share) {
  return partCharacter(roll, share.who ?? due.on) || (share.who ?? "");
}

/**
 * How much of it a share is: all of it, where nobody said.
 * @param {Due} due @param {Share} share
 */
function amountOf(due, share) {
  return share.amount ?? (due.amount || 1);
}

/**
 * "Nyx: minor harm 0 → 1".
 * @param {State} state @param {Roll} roll @param {Due} due @param {Share[]} shares @param {Share} share
 * @param {Change[]|null|undefined} all what changes with all of them
 */
export function shareWords(state, roll, due, shares, share, all) {
  const way = due.ways.find((each) => each.name === share.way);
  const raised = all?.find(([where, name]) => where === roll.undertaking && name === "rank");
  if (raised && way?.track === "rank") return `${whereName(state, raised[0])}: ${plain(raised[3])}`;
  const amount = amountOf(due, share);
  const own = way?.track && (share.thing || !way.anyone);
  const on = share.who || own ? fallsOn(roll, due, share) : "";
  const who = state.view.characters.find((each) => each.character === on);
  const told = toldWith(state, roll, due, shares, share, all);
  const isMoved = way && who && way.track && (share.thing || (told && way.each && !isMark(state.game, way.track)));
  const moved = isMoved ? cellWords(state, roll, who, way, amount, share.thing, told) : "";
  const others = isMoved ? [] : (told ?? []).filter(([, name]) => name !== way?.track);
  const many = !way?.alone && (amount > 1 || (way && way.most > 1)) ? ` ${amount}` : "";
  const track = moved && way && !share.thing && plain(way.track) !== plain(share.way) ? `, ${plain(way.track)}` : "";
  const marked = way?.brings.filter(([least]) => amount >= least).at(-1)?.[1];
  const brings = marked ? ` (${plain(marked)})` : "";
  const what = share.thing || kindCalled(share.way);
  const said = `${who ? `${who.name}: ` : ""}${what}${track}${moved ? ` ${moved}` : many}${brings}`;
  return [said, ...others.map((each) => changeTold(state, each))].join(", ");
}

export const CONFIRM = "So it happens";
/**
 * What a tap does with an answer: a player proposes where the gm has the last word; who may answer it is asked first.
 * @param {State} state @param {Due} due
 */
export function settlingDeed(state, due) {
  return due.final && !leads(state) ? "Propose it" : due.answered_first ? "Put it to them" : CONFIRM;
}

/**
 * @param {State} state @param {Roll} roll @param {Due} due @param {Share[]} shares @param {Change[]|null|undefined} all
 */
export function shareList(state, roll, due, shares, all) {
  return begun(listed(shares.map((each) => shareWords(state, roll, due, shares, each, all))));
}
