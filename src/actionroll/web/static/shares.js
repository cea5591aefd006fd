// An amount to share out among people and tracks: all of it on the first who can bear it, until someone says otherwise.

import { h } from "./dom.js";
import { partCharacter } from "./people.js";
import { seatName } from "./table-state.js";
import { piecesOf } from "./things.js";
import { cellWords, exposed, proposing, settleButton, shareList } from "./ways.js";
import { begun, plain } from "./words.js";

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
        key: `${way.name}|${way.anyone ? character.character : ""}|${thing}`,
      })),
    ),
  );
  const own =
    cells.find((cell) => cell.character.character === (partCharacter(roll, due.on) || roll.character)) ?? cells[0];
  const single = due.ways.every((way) => !way.anyone);
  const shares = does.answers.get(id) ?? (own && !(single && due.ways.length > 1) ? { [own.key]: due.amount } : {});
  const left = due.amount - Object.values(shares).reduce((sum, each) => sum + Number(each), 0);
  const put = (/** @type {string} */ key, /** @type {number} */ by) => does.answer(id, shifted(shares, key, by, left));
  const answer = Object.entries(shares)
    .filter(([, amount]) => amount)
    .map(([key, amount]) => asShare(key, Number(amount)));
  return h(
    "div.share",
    null,
    h("p.unassigned", { role: "status" }, left ? `${left} of ${due.amount} left to assign` : "All assigned"),
    single ? sharesListed(state, cells, shares, put) : sharesGrid(state, due, cells, shares, put),
    settleButton(
      left ? "Assign all of it" : `${proposing(state, due)}${shareList(state, roll, due, answer)}`,
      left !== 0,
      () => does.settle(roll, due, answer),
      due.seat && due.seat !== state.view.you.seat ? seatName(state, due.seat) : "",
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
        { key: cell.key, class: shares[cell.key] ? "on" : null },
        h(
          "button",
          { type: "button", "aria-label": `${placeOf(cell)}, one more`, onclick: () => put(cell.key, 1) },
          h("span", null, placeOf(cell)),
          h("b", null, cellWords(state, cell.character, cell.way, Number(shares[cell.key] ?? 0), cell.thing)),
        ),
        shares[cell.key]
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
 * Characters and tracks as a small grid, and below it how much lies where.
 * @param {State} state @param {Due} due @param {Cell[]} cells @param {Record<string, number>} shares @param {Put} put
 */
function sharesGrid(state, due, cells, shares, put) {
  const who = [...new Set(cells.map((cell) => cell.character))];
  const one = (/** @type {Cell} */ cell) =>
    h(
      "button.cell",
      {
        key: cell.key,
        type: "button",
        "aria-label": `${placeOf(cell)}, one more`,
        "aria-pressed": shares[cell.key] ? "true" : "false",
        onclick: () => put(cell.key, 1),
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
          h(
            "span.stepper",
            null,
            h(
              "button",
              { type: "button", "aria-label": `less for ${placeOf(cell)}`, onclick: () => put(cell.key, -1) },
              "−",
            ),
            h("output", null, shares[cell.key]),
            h(
              "button",
              { type: "button", "aria-label": `more for ${placeOf(cell)}`, onclick: () => put(cell.key, 1) },
              "+",
            ),
          ),
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

/** @param {string} key @param {number} amount */
function asShare(key, amount) {
  const [way, who, thing] = key.split("|");
  return { way, amount, ...(who ? { who } : {}), ...(thing ? { thing } : {}) };
}
