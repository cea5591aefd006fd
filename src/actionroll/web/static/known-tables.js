// The tables that this browser has sat down at, so that the start page leads back to them.

const PLACE = "actionroll.tables";
const MOST = 8;

/** @returns {{table: string, name: string, game: string}[]} the latest first */
export function knownTables() {
  return JSON.parse(localStorage.getItem(PLACE) ?? "[]");
}

/** @param {{table: string, name: string, game: string}} seen */
export function remember({ table, name, game }) {
  const others = knownTables().filter((each) => each.table !== table);
  localStorage.setItem(PLACE, JSON.stringify([{ table, name, game }, ...others].slice(0, MOST)));
}
