// What this browser keeps: tables it sat down at, their links, the last entry it saw, and what someone began to type.

const TABLES = "actionroll.tables";
const RECEIPTS = "actionroll.receipts";
const MOST_TABLES = 12;
const MOST_RECEIPTS = 50;

/**
 * @typedef {{table: string, name: string, game: string, title?: string, seen?: number, ended?: boolean,
 *   role?: string}} KnownTable
 */

/** @returns {KnownTable[]} the latest first */
export function knownTables() {
  return JSON.parse(localStorage.getItem(TABLES) ?? "[]");
}

/** @param {KnownTable} seen */
export function remember(seen) {
  const others = knownTables().filter((each) => each.table !== seen.table);
  localStorage.setItem(TABLES, JSON.stringify([seen, ...others].slice(0, MOST_TABLES)));
}

/** @param {string} table */
export function forget(table) {
  localStorage.setItem(TABLES, JSON.stringify(knownTables().filter((each) => each.table !== table)));
}

const NAME = "actionroll.name";

/** Properties of a field for one's own name: what is being typed, or what this person was called the last time. */
export function ownName() {
  const field = { name: "nickname", maxlength: 40, required: true, autocomplete: "nickname" };
  const drafting = drafted("nickname", field);
  return { ...drafting, value: drafting.value || (localStorage.getItem(NAME) ?? "") };
}

/** @param {string} name */
export function keepName(name) {
  localStorage.setItem(NAME, name);
  keepDraft("nickname", "");
}

/** @param {string} table */
const linksPlace = (table) => `actionroll.links.${table}`;

/** @param {string} table @param {Record<string, string>} links */
export function keepLinks(table, links) {
  localStorage.setItem(linksPlace(table), JSON.stringify(links));
}

/** @param {string} table @returns {Record<string, string>} */
export function keptLinks(table) {
  return JSON.parse(localStorage.getItem(linksPlace(table)) ?? "{}");
}

/** @returns {Record<string, {number: number, hash: string}>} */
function receipts() {
  return JSON.parse(localStorage.getItem(RECEIPTS) ?? "{}");
}

/** @param {string} table @param {number} number @param {string} hash */
export function keepReceipt(table, number, hash) {
  const { [table]: known, ...others } = receipts();
  const last = known && known.number > number ? known : { number, hash };
  localStorage.setItem(
    RECEIPTS,
    JSON.stringify(Object.fromEntries([...Object.entries(others), [table, last]].slice(-MOST_RECEIPTS))),
  );
}

/**
 * The last entry that this browser saw of a table.
 * @param {KnownTable} table
 */
export function lastSeen({ table, seen = 0 }) {
  return Math.max(seen, receipts()[table]?.number ?? 0);
}

/**
 * As `actionroll verify --receipt` takes it.
 * @param {{number: number, hash: string}} receipt
 */
export function receiptWords({ number, hash }) {
  return `${number}:${hash}`;
}

/**
 * What this device saw of a table and does not find in its log; null if all is as it was.
 * @param {string} table @param {number} last where the log ends now
 * @param {(number: number) => Promise<string | undefined>} hashOf the hash of an entry
 */
export async function contradicted(table, last, hashOf) {
  const receipt = receipts()[table];
  if (!receipt) return null;
  return receipt.number <= last && (await hashOf(receipt.number)) === receipt.hash ? null : receipt;
}

/** @param {string} key */
const draftPlace = (key) => `actionroll.draft.${key}`;

/**
 * What was typed and not sent.
 * @param {string} key
 */
export function draftOf(key) {
  return sessionStorage.getItem(draftPlace(key)) ?? "";
}

/** @param {string} key @param {string} text */
export function keepDraft(key, text) {
  if (text) sessionStorage.setItem(draftPlace(key), text);
  else sessionStorage.removeItem(draftPlace(key));
}

/**
 * Properties of a field that keeps what is typed into it until it is sent.
 * @param {string} key @param {Record<string, any>} [properties]
 */
export function drafted(key, properties = {}) {
  return {
    ...properties,
    value: draftOf(key),
    oninput: (/** @type {any} */ event) => keepDraft(key, event.target.value),
  };
}

/** @param {string} table @param {any} made */
export function keepMaking(table, made) {
  keepDraft(`making.${table}`, made ? JSON.stringify(made) : "");
}

/** @param {State} state */
export function forgetMaking(state) {
  const { table } = state.view;
  keepMaking(table, null);
  const asks = (state.game.face?.making ?? []).flatMap((guide) => guide.asks);
  for (const name of ["name", "pronouns", "line", "look", ...asks.map((_, place) => `ask-${place}`)])
    keepDraft(`making.${table}.${name}`, "");
}

/**
 * Whether the recap of an evening is offered here for the first time; from now on it was.
 * @param {string} table @param {string} evening
 */
export function isFirstOffer(table, evening) {
  const place = `actionroll.recap.${table}`;
  const isFirst = localStorage.getItem(place) !== evening;
  localStorage.setItem(place, evening);
  return isFirst;
}
