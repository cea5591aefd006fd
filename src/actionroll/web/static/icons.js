// Small drawings of our own: signs of tiers, marks of gain and harm, the tabs, and a game's emblem.

import { h } from "./dom.js";

const LINES = {
  me: "M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 21c.5-4.5 3.5-7 7.5-7s7 2.5 7.5 7",
  table: "M12 3l8 4.5v9L12 21l-8-4.5v-9zM4 7.5l8 4.5 8-4.5M12 12v9",
  log: "M5 4h14v16H5zM9 9h6M9 13h6",
  gm: "M4 18h16M4 18L3 8l5 4 4-7 4 7 5-4-1 10",
  check: "M5 12.5l4.5 4.5L19 7.5",
  go: "M4 12h15M13 6l6 6-6 6",
  gain: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 1 0 0-19M7.5 12h9M12 7.5v9",
  cost: "M12 2.5a9.5 9.5 0 1 0 0 19 9.5 9.5 0 1 0 0-19M7.5 12h9",
  hurt: "M11 3H6a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h4l-1-5 3-4-3-4zM15 3h3a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2h-4l-1-5 3-4-3-4z",
  lock: "M6 11h12v10H6zM8 11V7a4 4 0 0 1 8 0v4",
  shield: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  die: "M12 2l9 5v10l-9 5-9-5V7zM12 7.5l5 8.5H7z",
  spark: "M12 3v4M12 17v4M3 12h4M17 12h4M5.5 5.5l3 3M15.5 15.5l3 3M18.5 5.5l-3 3M8.5 15.5l-3 3",
};

/** @param {keyof typeof LINES} name */
export function icon(name) {
  return h("svg:svg.i", { viewBox: "0 0 24 24", "aria-hidden": "true" }, h("svg:path", { d: LINES[name] }));
}

const RING = "M12 2a10 10 0 1 0 0 20 10 10 0 1 0 0-20";
const SIGNS = {
  ruin: ["M12 1l11 11-11 11L1 12z", "M9 9l6 6M15 9l-6 6"],
  fail: [RING, "M8 8l8 8M16 8l-8 8"],
  short: [RING, "M7.5 12h9"],
  half: [RING],
  works: [],
  great: [],
};

/**
 * The sign of a tone: shape tells what colour tells.
 * @param {keyof typeof SIGNS} tone
 */
export function sign(tone) {
  return h(
    "svg:svg.sign",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    SIGNS[tone].map((d) => h("svg:path.stroke", { d })),
    tone === "half" ? h("svg:path.fill", { d: "M12 2a10 10 0 0 0 0 20z" }) : null,
    tone === "works"
      ? [h("svg:circle.fill", { cx: 12, cy: 12, r: 11 }), h("svg:path.cut", { d: "M7 12.5l3.5 3.5L17.5 9" })]
      : null,
    tone === "great"
      ? h("svg:path.fill", {
          d: "M12 .8l3.4 7.3 7.9 1-5.8 5.5 1.5 7.9-7-3.9-7 3.9 1.5-7.9L.7 9.1l7.9-1z",
        })
      : null,
  );
}

const PLAIN_EMBLEM = "M12 3 20 7.5V16.5L12 21 4 16.5V7.5Z M4 7.5 12 12 20 7.5 M12 12V21";

/**
 * A game's emblem, or a die for one that has none.
 * @param {{emblem?: string}|null|undefined} face
 */
export function emblem(face) {
  return h(
    "svg:svg.emblem",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("svg:path", { d: face?.emblem || PLAIN_EMBLEM }),
  );
}
