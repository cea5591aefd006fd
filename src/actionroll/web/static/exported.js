// The odds page without a server: what is asked is looked up in the tables that stand beside the page.
// In an exported site this stands in the place of server.js, and gives what it gives.

import { percent, share } from "./words.js";

/** @type {Record<number, number[]>} */
const SHADES = { 1: [9], 2: [2, 9], 3: [1, 4, 9], 4: [1, 4, 7, 11], 5: [1, 3, 5, 8, 11], 6: [1, 3, 5, 7, 9, 11] };
const WIDTH = 720;
const LABEL = 120;
const BAR = 26;
const UNSET = JSON.stringify({ unset: true });

export class Refused extends Error {
  /** @param {number} status @param {string} detail */
  constructor(status, detail) {
    super(detail);
    this.status = status;
  }
}

/** @type {Record<string, Promise<any>>} */
const loaded = {};

/** @param {string} name of the game or of a move, as its file is called @returns {Promise<any>} */
function load(name) {
  loaded[name] ??= fetch(`${encodeURIComponent(name)}.json`).then((reply) => reply.json());
  return loaded[name];
}

/** @param {string} _path @returns {Promise<any>} */
export async function get(_path) {
  return load("game");
}

/** @param {string} path @param {any} body @returns {Promise<any>} */
export async function ask(path, body) {
  const [game, table] = await Promise.all([load("game"), load(body.move)]);
  if (path === "/api/odds") return answer(game, table, body);
  if (path === "/api/vary") return varied(game, table, body);
  throw new Refused(404, "Only the full program tells this: pip install actionroll.");
}

/** @returns {Promise<any>} */
export async function act() {
  throw new Refused(404, "A table takes the full program: pip install actionroll.");
}

/** @returns {string} */
export function freshKey() {
  return "";
}

/** @param {any} game @param {any} table @param {any} body */
function answer(game, table, body) {
  const number = cellOf(game, table, body);
  if (number === null)
    throw new Refused(422, `These tables hold no such set-up. The program does: ${commandFor(body)}`);
  const cell = table.cells[number];
  if (cell < 0) throw new Refused(422, table.refused[-1 - cell]);
  const [tiers, facts, says, costs, attempt] = table.answers[cell];
  const settled = Object.fromEntries(
    inputsOf(game, body).map((input) => [input.input, body.attempt[input.input] ?? input.default]),
  );
  /** @type {string[]} */
  const named = table.tiers[tiers[0]];
  return {
    ...body,
    attempt: { ...settled, ...body.attempt, ...attempt },
    tiers: Object.fromEntries(named.map((tier, place) => [tier, tiers[place + 1]])),
    facts,
    says: table.says[says],
    costs,
    near: null,
  };
}

/** @param {any} game @param {any} body @returns {any[]} */
function inputsOf(game, body) {
  return moveOf(game, body).inputs;
}

/** @param {any} game @param {any} body @returns {any} */
function moveOf(game, body) {
  return game.moves.find((/** @type {any} */ each) => each.move === body.move);
}

/**
 * The place of what is asked among the cells; null where the tables do not hold it.
 * @param {any} game @param {any} table @param {any} body @returns {number|null}
 */
function cellOf(game, table, body) {
  if (Object.entries(body.rulings ?? {}).some(([name, value]) => value !== rulingOf(game, name)?.default)) return null;
  const axes = Object.fromEntries(table.axes.map((/** @type {any} */ axis) => [axis.name, axis]));
  for (const input of inputsOf(game, body)) {
    const value = body.attempt[input.input];
    if (input.input in axes || value === undefined || input.type === "text") continue;
    if (JSON.stringify(value) !== JSON.stringify(input.default)) return null;
  }
  let number = 0;
  for (const axis of table.axes) {
    const asked = axis.decision ? body.decide?.[axis.name.slice(7)] : body.attempt[axis.name];
    const wanted = asked === undefined ? JSON.stringify(axis.unset) : JSON.stringify(asked);
    const place = axis.values.findIndex((/** @type {any} */ each) => JSON.stringify(each) === wanted);
    if (place < 0) return null;
    number = number * axis.values.length + place;
  }
  for (const [name, how] of Object.entries(body.decide ?? {}))
    if (!(`decide.${name}` in axes) && how !== firstOption(game, body, name)) return null;
  return number;
}

/** @param {any} game @param {string} name */
function rulingOf(game, name) {
  return game.rulings.find((/** @type {any} */ each) => each.ruling === name);
}

/** @param {any} game @param {any} body @param {string} name */
function firstOption(game, body, name) {
  const found = moveOf(game, body).decisions.find((/** @type {any} */ each) => each.decision === name);
  return Object.keys(found?.options ?? {})[0];
}

/** @param {any} body */
function commandFor(body) {
  const words = ["actionroll odds", body.game, ...(body.move === "action" ? [] : [body.move])];
  for (const [name, value] of Object.entries(body.attempt))
    for (const each of Array.isArray(value) ? value : [value])
      words.push(`--${name.replaceAll("_", "-")} ${each === true ? "yes" : each === false ? "no" : (each ?? "none")}`);
  for (const [name, value] of Object.entries(body.rulings ?? {})) words.push(`--ruling ${name}=${value}`);
  for (const [name, value] of Object.entries(body.decide ?? {})) words.push(`--decide ${name}=${value}`);
  return words.join(" ");
}

/**
 * The odds over the values of one input, as bars.
 * @param {any} game @param {any} table @param {any} body
 */
function varied(game, table, body) {
  const axis = table.axes.find((/** @type {any} */ each) => each.name === body.over);
  if (!axis) throw new Refused(422, `These tables do not go over ${body.over}; the full program draws any chart.`);
  const rows = [];
  for (const value of axis.values) {
    if (JSON.stringify(value) === UNSET) continue;
    try {
      const { tiers } = answer(game, table, { ...body, attempt: { ...body.attempt, [body.over]: value } });
      rows.push({ value, tiers });
    } catch (refused) {
      if (!(refused instanceof Refused)) throw refused;
    }
  }
  return { over: body.over, rows, more: false, svg: drawn(rows, body.over) };
}

/** @param {{value: any, tiers: Record<string, string>}[]} rows @param {string} over */
function drawn(rows, over) {
  const bars = rows.map(({ value, tiers }, place) => {
    const y = place * (BAR + 8);
    let x = LABEL;
    const shades = SHADES[Object.keys(tiers).length] ?? [];
    const parts = Object.entries(tiers).map(([tier, chance], level) => {
      const width = share(chance) * (WIDTH - LABEL);
      const box = `x="${x}" y="${y}" width="${width}" height="${BAR}" class="ar-f${shades[level] ?? level % 12}"`;
      x += width;
      return `<rect ${box}><title>${written(tier)} ${written(percent(chance))}</title></rect>`;
    });
    const at = `x="${LABEL - 10}" y="${y + 18}" text-anchor="end" class="ar-ink" font-size="13"`;
    return `<text ${at}>${written(String(value))}</text>${parts.join("")}`;
  });
  const size = `viewBox="0 0 ${WIDTH} ${rows.length * (BAR + 8)}" class="ar-chart"`;
  const said = `role="img" aria-label="odds by ${written(over)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${said}>${bars.join("")}</svg>`;
}

/** @param {string} plain */
function written(plain) {
  return plain.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
