// What an empty table does not show: asked for with the first touch, or when it is first wanted.

/** @typedef {typeof import("./rest.js").rest} Rest */

/** @type {Rest | null} */
let rest = null;
/** @type {Promise<Rest> | null} */
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
 * @param {{draw: () => void}} does @param {(rest: Rest) => T} use
 * @returns {T | null}
 */
export function fromRest(does, use) {
  if (rest) return use(rest);
  const draw = () => does.draw();
  whole().then(draw, () => setTimeout(draw, 2000));
  return null;
}
