// Tracks drawn as what they are: boxes, a ladder with a zero on it, ten boxes of four ticks, a bar, a clock, a number.

import { h } from "./dom.js";
import { trackLook } from "./face.js";
import { telling } from "./refusal.js";
import { begun, boxesTold, counted, plain, worded } from "./words.js";

const MOST_BOXES = 12;

/**
 * @param {Game} game @param {{track: string, says: string}} track @param {number} value @param {any[]} bounds
 * @param {boolean} may @param {(value: number) => void} onChange
 */
export function trackView(game, track, value, bounds, may, onChange) {
  const [low, high] = bounds;
  const look = trackLook(game, track.track);
  const name = plain(track.track);
  const said = high === null ? counted(value) : `${counted(value)} of ${high}`;
  const drawn =
    look.drawn === "ladder" && low < 0
      ? "ladder"
      : look.drawn === "progress" && high >= 40
        ? "progress"
        : look.drawn !== "count" && look.drawn !== "bar" && low === 0 && high !== null && high > 0 && high <= MOST_BOXES
          ? "boxes"
          : high !== null && high > MOST_BOXES && high <= 60 && look.drawn !== "count"
            ? "bar"
            : "count";
  const says = game.face?.ruled?.[name] ?? track.says;
  const by = may && drawn === "boxes" ? " Tap a box to change it." : "";
  const body = { boxes, ladder, progress, bar, count }[drawn];
  return h(
    "div.track",
    { key: track.track, class: `as-${drawn} ${look.tone} ${drawn === "boxes" && high > 5 ? "wide" : ""}` },
    h(
      "div.label",
      null,
      says ? explained(name, `${says}${by}`) : h("span", null, begun(name)),
      drawn === "boxes" || drawn === "bar" ? h("span.value", null, said) : null,
    ),
    body({ name, said, value, low, high, may, onChange }),
    track.says && tells(look, value, high) ? h("p.hint.tells", { key: "tells" }, worded(track.says)) : null,
  );
}

/**
 * Whether what is said of a track matters now: what hurts is full, or what protects is gone.
 * @param {TrackLook} look @param {number} value @param {number|null} high
 */
function tells({ tone, tells_at_end }, value, high) {
  return tone === "hurt" ? high !== null && value >= high : value === 0 && tells_at_end;
}

/**
 * A name that says what it is at a tap, over the page as any word of the game does.
 * @param {string} name @param {string} says
 */
function explained(name, says) {
  return h("button.rule.term.explained", { type: "button", onclick: telling(worded(says)) }, begun(name));
}

/**
 * @typedef {{name: string, said: string, value: number, low: number, high: number, may: boolean,
 *   onChange: (value: number) => void}} Drawn
 */

/** @param {Drawn} track */
function boxes({ name, said, value, high, may, onChange }) {
  return h(
    "div.pips",
    { role: "group", "aria-label": `${name}: ${said}` },
    Array.from({ length: high }, (_, place) => {
      const becomes = place + 1 === value ? place : place + 1;
      return h("button.pip", {
        key: place,
        type: "button",
        class: place < value ? "full" : null,
        disabled: !may,
        "aria-label": `${name} ${becomes}`,
        "aria-pressed": place < value ? "true" : "false",
        onclick: () => onChange(becomes),
      });
    }),
  );
}

/** @param {Drawn} track */
function ladder(track) {
  return h("div.laddered", null, rungsOf(track), track.may ? count({ ...track, said: counted(track.value) }) : null);
}

/** @param {Drawn} track */
function rungsOf({ name, value, low, high, may, onChange }) {
  const rungs = Array.from({ length: high - low + 1 }, (_, place) => low + place);
  return h(
    "div.ladder",
    { role: "group", "aria-label": `${name}: ${counted(value)}` },
    rungs.map((rung) =>
      h(
        "button.rung",
        {
          key: rung,
          type: "button",
          disabled: !may,
          class: `${rungKind(rung, value)} ${rung === 0 ? "zero" : ""}`,
          "aria-label": `${name} ${counted(rung)}`,
          "aria-pressed": rung === value ? "true" : "false",
          onclick: () => onChange(rung),
        },
        [low, 0, 5, high, value].includes(rung) ? counted(rung) : "",
      ),
    ),
  );
}

/** @param {number} rung @param {number} value */
function rungKind(rung, value) {
  if (rung === value) return "here";
  if (rung > 0 && rung < value) return "full";
  return rung < 0 && rung > value ? "low" : "";
}

/**
 * Ten boxes of four ticks each.
 * @param {Drawn} track
 */
function progress({ name, value, high, may, onChange }) {
  return h(
    "div.progress",
    null,
    tenBoxes(name, value),
    count({ name, said: boxesTold(value), value, low: 0, high, may, onChange }),
  );
}

const TICKS = ["M6 18 18 6", "M6 6 18 18", "M12 4V20", "M4 12H20"];

/** @param {Drawn} track */
function bar({ name, said, value, low, high, may, onChange }) {
  return h(
    "div.gauge",
    null,
    meter(name, said, high > 0 ? value / high : 0),
    may ? count({ name, said: counted(value), value, low, high, may, onChange }) : null,
  );
}

/** @param {string} name @param {string} said @param {number} part */
export function meter(name, said, part) {
  return h(
    "span.meter",
    { role: "img", "aria-label": `${name}: ${said}` },
    h("span.fill", { style: { width: `${Math.max(0, Math.min(1, part)) * 100}%` } }),
  );
}

/** @param {Drawn} track */
function count({ name, said, value, low, high, may, onChange }) {
  if (!may) return h("b", null, high !== null && high <= 60 ? said : counted(value)); // nothing to tap
  return h(
    "div.stepper",
    { role: "group", "aria-label": name },
    h(
      "button",
      {
        type: "button",
        "aria-label": `less ${name}`,
        disabled: low !== null && value <= low,
        onclick: () => onChange(value - 1),
      },
      "−",
    ),
    h("output", null, high !== null && high <= 60 ? said : counted(value)),
    h(
      "button",
      {
        type: "button",
        "aria-label": `more ${name}`,
        disabled: high !== null && value >= high,
        onclick: () => onChange(value + 1),
      },
      "+",
    ),
  );
}

/**
 * A clock as a clock, with its steps beside it.
 * @param {Clock} clock @param {boolean} may @param {(value: number) => void} onChange
 */
export function clockFace(clock, may, onChange) {
  const { size, filled, name } = clock;
  return h(
    "div.clock-face",
    null,
    size > 24
      ? meter(name, `${filled} of ${size}`, filled / size)
      : h(
          "svg:svg",
          { viewBox: "0 0 50 50", role: "img", "aria-label": `${name}: ${filled} of ${size}` },
          Array.from({ length: size }, (_, place) =>
            h("svg:path", { key: place, class: place < filled ? "on" : "off", d: slice(place, size) }),
          ),
        ),
    h("div", null, h("b", null, name), may ? null : h("span.hint", null, `${filled} of ${size}`)),
    may ? count({ name, said: `${filled} of ${size}`, value: filled, low: 0, high: size, may, onChange }) : null,
  );
}

/** @param {number} place @param {number} size */
function slice(place, size) {
  if (size === 1) return "M25 3A22 22 0 1 1 24.990 3Z";
  const at = (/** @type {number} */ part) =>
    `${(25 + 22 * Math.sin(2 * Math.PI * part)).toFixed(2)} ${(25 - 22 * Math.cos(2 * Math.PI * part)).toFixed(2)}`;
  return `M25 25L${at(place / size)}A22 22 0 ${size === 1 ? 1 : 0} 1 ${at((place + 1) / size)}Z`;
}

/**
 * A mark that hurts is not gone with one touch by mistake: it is asked for, and what treats it is told as that.
 * @param {Game} game @param {string} whose @param {Taps} does @param {(name: string, value: any) => void} edit
 * @param {(name: string) => {says: string, clear: () => void}|null} [treating]
 * @returns {(name: string, value: any) => void}
 */
export function askedFor(game, whose, does, edit, treating) {
  return (name, value) => {
    if (value || game.face?.good_marks.includes(name)) return edit(name, value);
    const { says, clear } = treating?.(name) ?? { says: `clear ${plain(name)}`, clear: () => edit(name, value) };
    const means = worded(game.sheet.marks.find((each) => each.mark === name)?.says ?? "");
    does.confirm(`${whose}: ${says}? ${means}`, clear);
  };
}

/**
 * @param {Game} game @param {any[]} marks @param {Record<string, any>} values @param {boolean} may
 * @param {(name: string, value: boolean) => void} edit
 */
export function markSwitches(game, marks, values, may, edit) {
  return marks.length
    ? h(
        "div.marks",
        { key: `marks-${marks[0].mark}` },
        marks.map((mark) =>
          h(
            "button.mark",
            {
              key: mark.mark,
              type: "button",
              role: "switch",
              "aria-checked": values[mark.mark] ? "true" : "false",
              disabled: !may,
              title: worded(mark.says),
              class: game.face?.good_marks.includes(mark.mark) ? "calm" : "hurts",
              onclick: () => edit(mark.mark, !values[mark.mark]),
            },
            begun(plain(mark.mark)),
          ),
        ),
      )
    : null;
}

/**
 * Ten boxes, each of four ticks.
 * @param {string} name @param {number} value
 */
export function tenBoxes(name, value) {
  return h(
    "div.ten",
    { role: "img", "aria-label": `${name}: ${boxesTold(value)}` },
    Array.from({ length: 10 }, (_, place) => {
      const ticks = Math.max(0, Math.min(4, value - place * 4));
      return h(
        "svg:svg.tick-box",
        { key: place, viewBox: "0 0 24 24" },
        h("svg:path.frame", { d: "M2 2H22V22H2Z" }),
        TICKS.slice(0, ticks).map((d) => h("svg:path.tick", { d })),
      );
    }),
  );
}

/**
 * What the game plays for, in small: of a character, or what all share.
 * @param {State} state @param {Pick<Character, "values"|"bounds">} character @param {boolean} [ofAll]
 */
export function meters(state, character, ofAll = false) {
  const shown = state.game.sheet.tracks
    .filter(
      (track) =>
        (track.owner === "table") === ofAll &&
        (trackLook(state.game, track.track).short || !state.game.face) &&
        character.bounds[track.track]?.[1] !== 0,
    )
    .slice(0, 6);
  if (!shown.length) return null;
  const tones = shown.map((track) => trackLook(state.game, track.track).tone).join(" ");
  return h(
    tones === "good good good hurt hurt hurt" ? "span.meters.halves" : "span.meters", // each has a column of its own
    null,
    shown.map((track) => {
      const value = character.values[track.track];
      const [low, high] = character.bounds[track.track] ?? [0, null];
      const look = trackLook(state.game, track.track);
      const name = look.short || plain(track.track);
      const pips = low === 0 && high !== null && high <= MOST_BOXES && look.drawn === "boxes";
      return h(
        "span.small-track",
        { key: track.track, class: look.tone },
        `${name} `,
        h("b", null, counted(value)),
        pips
          ? h(
              "span.dots",
              { "aria-hidden": "true" },
              Array.from({ length: high }, (_, place) => h("i", { key: place, class: place < value ? "on" : "" })),
            )
          : low === 0 && high
            ? meter(name, `${value} of ${high}`, value / high)
            : null,
      );
    }),
  );
}
