// A share of what an outcome brings: on whom it may fall, what it would change, in words; and an amount shared out.

import { settleButton, stepped } from "./controls.js";
import { h } from "./dom.js";
import { hasTrack, toneOfChange } from "./face.js";
import { isMark } from "./game.js";
import { draftOf, keepDraft } from "./kept.js";
import { isInBoxes, partCharacter } from "./people.js";
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
  const answer = Object.entries(shares)
    .filter(([, amount]) => amount)
    .map(([key, amount]) => asShare(key, alone.includes(key) ? undefined : Number(amount)));
  const words = `words.${state.view.table}.${id}`;
  const wordless = answer.some((share) => isInWords(due.ways, share)) && !draftOf(words).trim();
  const still = left ? "Assign all of it" : wordless ? "Say it in words" : "";
  return h(
    "div.share",
    null,
    h("p.unassigned", { role: "status" }, left ? `${left} of ${due.amount} left: each tap puts 1` : "All assigned"),
    single ? sharesListed(state, cells, shares, put) : sharesGrid(state, due, cells, shares, put, place),
    due.ways.some((way) => !way.track)
      ? h("textarea", {
          key: "words",
          id: `words-${id}`,
          rows: 2,
          maxlength: 500,
          placeholder: wordless ? "In a few words" : "In words, if you like",
          "aria-label": `${plain(due.kind)} in words`,
          value: draftOf(words),
          oninput: (event) => {
            keepDraft(words, event.target.value);
            does.draw();
          },
        })
      : null,
    settleButton(
      still || shareList(state, roll, due, answer),
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
 */

/**
 * What only one can bear, in a list.
 * @param {State} state @param {Cell[]} cells @param {Record<string, number>} shares @param {Put} put
 */
function sharesListed(state, cells, shares, put) {
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
            : h("b", null, standsAt(state, cell, Number(shares[cell.key] ?? 0))),
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
 * @param {State} state @param {Cell} cell @param {number} amount
 */
function standsAt(state, { character, way, thing }, amount) {
  const words = cellWords(state, character, way, amount, thing);
  return amount || !words ? words || (amount ? String(amount) : "") : `${begun(plain(way.track))}: ${words}`;
}

/**
 * Characters and tracks as a small grid, and below it how much lies where.
 * @param {State} state @param {Due} due @param {Cell[]} cells @param {Record<string, number>} shares @param {Put} put
 * @param {(key: string) => void} place
 */
function sharesGrid(state, due, cells, shares, put, place) {
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
      h("b", null, cellWords(state, cell.character, cell.way, Number(shares[cell.key] ?? 0), cell.thing) || "–"),
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
 * @param {Due} due @param {Share[]} shares @param {string} words
 */
export function withWords({ ways }, shares, words) {
  const first = Math.max(0, shares.findIndex((share) => isInWords(ways, share)));
  return shares.map(({ typed: _, ...share }, place) => (place === first && words ? { ...share, words } : share));
}

export const isInWords = (/** @type {Way[]} */ ways, /** @type {Share} */ share) =>
  ways.some((way) => way.name === share.way && isTold(way));

/** @param {Way} way */
export const isTold = (way) => kindCalled(way.name) === IN_WORDS || (!way.track && way.says.endsWith("in words."));

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
 * A track as it would move, or a thing that stands in for it.
 * @param {State} state @param {Character} character @param {Way} way @param {number} amount @param {string} [thing]
 */
export function cellWords(state, character, way, amount, thing) {
  const moved = thing ? wornBy(character, thing, amount) : movedBy(state, character, way, amount);
  if (!moved) return amount && way.track ? String(amount) : "";
  const more = thing ? "" : followingWords(state, character, way, amount || 1);
  if (more && !amount) return `${counted(moved[0])}; one more: ${more}`;
  if (more) return moved[0] === moved[1] ? `full: ${more}` : `${counted(moved[0])} → ${counted(moved[1])}, ${more}`;
  if (!thing && isInBoxes(state.game, way.track))
    return amount ? boxesMoved(moved[0], moved[1]) : boxesTold(moved[0]);
  return amount ? `${counted(moved[0])} → ${counted(moved[1])}` : counted(moved[0]);
}

/**
 * Where a track stands and would stand; null where it is not counted.
 * @param {State} state @param {Character} character @param {Way} way @param {number} amount
 */
function movedBy(state, character, way, amount) {
  const before = character.values[way.track] ?? state.view.values[way.track];
  if (!way.track || isMark(state.game, way.track) || typeof before !== "number") return null;
  const [low, high] = character.bounds[way.track] ?? state.view.bounds[way.track] ?? [null, null];
  return [before, Math.max(low ?? -Infinity, Math.min(high ?? Infinity, before + way.each * amount))];
}

/**
 * What follows from so many points of a way beside what it counts: a fourth mark is a scar, the ninth box too many.
 * @param {State} state @param {Character} character @param {Way} way @param {number} amount
 */
function followingWords(state, character, way, amount) {
  const found = followed(state, character, way.track, way.each * amount);
  return found
    .filter(([name]) => !(name in (state.game.face?.owed ?? {})))
    .sort(([, , one], [, , other]) => Number(one === true) - Number(other === true))
    .map(([name, before, after]) => (after === true ? plain(name) : `${plain(name)} ${before} → ${after}`))
    .join(", ");
}

/**
 * What else changes when a track takes points: the mark of a full one, and what flows over.
 * @param {State} state @param {Character} character @param {string} track @param {number} by @returns {any[][]}
 */
function followed(state, character, track, by) {
  const look = state.game.sheet.tracks.find((each) => each.track === track);
  const before = Number(character.values[track]);
  const high = character.bounds[track]?.[1];
  if (!look || typeof high !== "number" || by < 1 || before + by < high) return [];
  const full = look.when_full && before < high ? [[look.when_full, false, true]] : [];
  const over = before + by > high ? Object.entries(look.beyond ?? {}).filter(([name]) => name !== track) : [];
  const further = over.flatMap(([name, more]) => {
    if (more === true) return character.values[name] ? [] : [[name, false, true]];
    const now = Number(character.values[name]);
    const room = now + more <= (character.bounds[name]?.[1] ?? Infinity);
    return [...(room ? [[name, now, now + more]] : []), ...followed(state, character, name, more)];
  });
  return [...full, ...further];
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
 * What a share would change on someone's sheet, as a card shows it; null where that is no number.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Share} share
 */
export function changeOf(state, roll, due, share) {
  const way = due.ways.find((each) => each.name === share.way);
  const who = state.view.characters.find((each) => each.character === fallsOn(roll, due, share));
  const moved = way && who && !share.thing ? movedBy(state, who, way, amountOf(due, share)) : null;
  if (!way || !who || !moved || moved[0] === moved[1]) return null;
  const tone = toneOfChange(state.game, way.track, moved[1] - moved[0]);
  return { where: who.character, name: way.track, before: moved[0], after: moved[1], tone };
}

/**
 * "Nyx: minor harm 0 → 1".
 * @param {State} state @param {Roll} roll @param {Share} share @param {Due} due
 */
export function shareWords(state, roll, share, due) {
  const way = due.ways.find((each) => each.name === share.way);
  const amount = amountOf(due, share);
  const own = way?.track && (share.thing || !way.anyone);
  const on = share.who || own ? fallsOn(roll, due, share) : "";
  const who = state.view.characters.find((each) => each.character === on);
  const isMarked = !!way && !share.thing && isMark(state.game, way.track);
  const told = way && who && !isMarked ? cellWords(state, who, way, amount, share.thing) : "";
  const moved = way && !way.each && way.track && !share.thing ? "" : told;
  const many = !way?.alone && (amount > 1 || (way && way.most > 1)) ? ` ${amount}` : "";
  const track = moved && way && !share.thing && plain(way.track) !== plain(share.way) ? `, ${plain(way.track)}` : "";
  const marked = way?.brings.filter(([least]) => amount >= least).at(-1)?.[1];
  const brings = marked ? ` (${plain(marked)})` : "";
  const what = share.thing || kindCalled(share.way);
  return `${who ? `${who.name}: ` : ""}${what}${track}${moved ? ` ${moved}` : many}${brings}`;
}

/**
 * What a tap does with an answer: a player proposes where the gm has the last word; what may be answered is said first.
 * @param {State} state @param {Due} due
 */
export function settlingDeed(state, due) {
  if (due.final && !leads(state)) return "Propose it";
  return due.answered_first ? "Say it" : "So it happens";
}

/** @param {State} state @param {Roll} roll @param {Due} due @param {Share[]} shares */
export function shareList(state, roll, due, shares) {
  return begun(listed(shares.map((each) => shareWords(state, roll, each, due))));
}
