// What an empty table does not show: asked for with the first touch, or when it is first wanted.

/** @type {any} */
let rest = null;
/** @type {Promise<any> | null} */
let underway = null;

/** All that the rest of the page knows, once it is here. */
export function whole() {
  underway ??= import("./rest.js").then(
    (found) => (rest = found.rest),
    (failed) => {
      underway = null;
      throw failed;
    },
  );
  return underway;
}

/**
 * Something of the rest; nothing while that is on its way, and drawn again as soon as it is here.
 * @template T
 * @param {() => void} draw @param {(rest: any) => T} use
 * @returns {T | null}
 */
export function fromRest(draw, use) {
  if (rest) return use(rest);
  whole().then(draw, () => setTimeout(draw, 2000));
  return null;
}
