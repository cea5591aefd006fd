// Controls for inputs, made from what a game declares of them: steppers, choices, switches, lists and texts.

import { asTyped, h } from "./dom.js";
import { telling } from "./refusal.js";
import { WORDLESS, counted, plain, worded } from "./words.js";

const MOST_SEGMENTS = 6;
const FEW = 3;

/**
 * @param {any} input as the game declares it @param {any} value @param {(value: any) => void} onChange
 * @param {ControlWays} [how]
 *   `locked` says whose it is, and the control is shown without being usable; what is not `offered` cannot be chosen
 *   (dice are left out, other values keep their place), and a tap says why where it is `unpaid`;
 *   `note` is a word under each value, `called` what stands for it, `below` stands under its name
 */
export function control(input, value, onChange, how = {}) {
  const id = `in-${how.id ?? ""}${input.input}`;
  const label = how.label ?? plain(input.input);
  const offered = how.offered ?? (() => true);
  const asked = { ...input, label, id, offered, note: how.note ?? (() => ""), called: how.called, unpaid: how.unpaid };
  const below = how.locked || how.below;
  return h(
    "div.control",
    { key: id, class: `of-${input.type} ${how.locked ? (value ? "said-by" : "said-by unsaid") : ""}` },
    h("div.label", { id }, h("span", null, how.term?.(label) ?? label), below ? h("span.whose", null, below) : null),
    how.locked ? null : how.beside,
    how.locked
      ? h(
          "div.locked.room",
          null,
          h("span.clip", { tabindex: input.type === "text" && value ? 0 : null }, told(input, value)),
          how.why ? h("small", null, how.why) : null,
        )
      : body(asked, value, onChange),
    input.says ? h("p.hint", null, worded(input.says)) : null,
  );
}

/**
 * A value as a person reads it.
 * @param {any} input @param {any} value
 */
export function told(input, value) {
  if (value === null || value === undefined || value === "") return input.none ? "none" : "not said yet";
  if (input.type === "text" && value === WORDLESS) return "not said";
  if (typeof value === "boolean") return value ? "yes" : "no";
  const called = input.names?.[input.values?.indexOf(value)];
  if (called) return `${value}, ${called}`;
  if (Array.isArray(value)) return value.length ? value.join(", ") : "none";
  return plain(counted(value));
}

/** @param {any} asked @param {any} value @param {(value: any) => void} onChange */
function body(asked, value, onChange) {
  switch (asked.type) {
    case "whole":
      return stepper(asked, value, onChange);
    case "choice":
      return chosen(asked, asked.values, value, onChange);
    case "die": {
      const dice = asked.values.filter((/** @type {any} */ each) => each === value || asked.offered(each));
      return chosen(
        asked,
        asked.none ? ["none", ...dice] : dice,
        value ?? (asked.none ? "none" : null),
        (picked) => onChange(picked === "none" ? null : picked),
      );
    }
    case "yes_no":
      return toggle(value, onChange, asked.id);
    case "list":
      return list(asked, value ?? [], onChange);
    default:
      return text(asked, value, onChange);
  }
}

/**
 * Few values side by side, many in a list to pick from.
 * @param {any} asked @param {string[]} values @param {any} value @param {(value: any) => void} onChange
 */
function chosen(asked, values, value, onChange) {
  const offered = values.filter(
    (each) => each === value || asked.offered(each === "none" && asked.type === "die" ? null : each),
  );
  if (values.length <= MOST_SEGMENTS)
    return segments(values, value, onChange, asked.id, asked.note, asked.called, {
      may: (each) => offered.includes(each),
      why: asked.unpaid,
    });
  return h(
    "select",
    {
      "aria-labelledby": asked.id,
      value: value ?? "",
      onchange: (event) => onChange(event.target.value),
    },
    value === null || value === undefined ? h("option", { key: "", value: "" }, "choose") : null,
    offered.map((each) => h("option", { key: each, value: each }, each === "none" ? "none of these" : plain(each))),
  );
}

/**
 * The step from nothing is to what is nearest to nothing: 0 where it is allowed.
 * @param {any} asked
 */
function firstStep(asked) {
  return Math.min(asked.high, Math.max(asked.low, Math.min(1, asked.high)));
}

/** @param {any} asked @param {any} value */
function stepTold(asked, value) {
  if (asked.called) return asked.called(value);
  return value === null ? (asked.none ? "none" : "0") : counted(value);
}

/** @param {any} asked @param {any} value @param {(value: any) => void} onChange */
function stepper(asked, value, onChange) {
  const none = value === null || value === undefined;
  const start = none && asked.none ? Math.max(asked.low, Math.min(0, asked.high)) : firstStep(asked);
  const down = none ? (asked.low < 0 ? -1 : undefined) : value > asked.low ? value - 1 : asked.none ? null : undefined;
  const up = none ? start : value < asked.high ? value + 1 : undefined;
  const step = (/** @type {any} */ to, /** @type {string} */ mark, /** @type {string} */ word) =>
    h(
      "button",
      {
        type: "button",
        "aria-label": `${word} ${asked.label}`,
        disabled: to === undefined || !asked.offered(to),
        onclick: () => onChange(to),
      },
      mark,
    );
  return h(
    "div.stepper",
    { role: "group", "aria-labelledby": asked.id },
    step(down, "−", "less"),
    h("output", { "aria-live": "off" }, stepTold(asked, none ? null : value)),
    step(up, "+", "more"),
  );
}

const NOT_NOW = "not now";

/**
 * @param {string[]} values @param {any} value @param {(value: any) => void} onChange @param {string} id
 * @param {(value: any) => string} [note] @param {(value: any) => string} [called]
 * @param {{may?: (value: any) => boolean, why?: (value: any) => string}} [as] what is not possible as things stand
 *   keeps its place, and a tap on it says why
 */
export function segments(values, value, onChange, id, note = () => "", called = plain, as = {}) {
  const { may = () => true, why = () => "" } = as;
  const there = values.filter(may);
  const held = there.includes(value) ? value : there[0];
  const noted = (/** @type {any} */ each) => (may(each) ? note(each) : NOT_NOW);
  return h(
    "div.segments",
    {
      role: "radiogroup",
      "aria-labelledby": id,
      onkeydown: (event) => byArrow(event, there, value, onChange),
    },
    values.map((each) =>
      h(
        "button",
        {
          key: each,
          type: "button",
          role: "radio",
          "aria-checked": each === value ? "true" : "false",
          "aria-label": called(each),
          "aria-description": noted(each) || null,
          "aria-disabled": may(each) ? null : "true",
          disabled: !may(each) && !why(each),
          tabindex: each === held ? 0 : -1,
          onclick: may(each) ? () => onChange(each) : telling(why(each)),
        },
        called(each),
        noted(each) ? h("small.note", null, noted(each)) : null,
      ),
    ),
  );
}

const STEPS = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/**
 * Arrows go through a group of choices, as through any other.
 * @param {any} event @param {string[]} values @param {any} value @param {(value: any) => void} onChange
 */
export function byArrow(event, values, value, onChange) {
  const step = STEPS[event.key];
  if (!step) return;
  event.preventDefault();
  const buttons = [...event.currentTarget.querySelectorAll("[role=radio]:not([aria-disabled])")];
  const place = (Math.max(0, buttons.indexOf(document.activeElement)) + step + buttons.length) % buttons.length;
  buttons[place].focus();
  if (values[place] !== value) onChange(values[place]);
}

/** @param {boolean} value @param {(value: any) => void} onChange @param {string} id */
function toggle(value, onChange, id) {
  return h(
    "button.switch",
    {
      type: "button",
      role: "switch",
      "aria-checked": value ? "true" : "false",
      "aria-labelledby": id,
      onclick: () => onChange(!value),
    },
    h("span.knob"),
    h("span", null, value ? "yes" : "no"),
  );
}

/**
 * What is there stands before what can be added, in the room that is left: nothing that is tapped moves.
 * @param {any} asked @param {any[]} value @param {(value: any) => void} onChange
 */
function list(asked, value, onChange) {
  const lowest = Math.max(1, asked.of.low ?? 1);
  const options = asked.of.values ?? Array.from({ length: asked.of.high - lowest + 1 }, (_, place) => lowest + place);
  const few = asked.of.values ? options : options.slice(0, FEW);
  const told = (/** @type {any} */ each) =>
    typeof each === "number" ? `${asked.minus ? "−" : asked.required ? "" : "+"}${each}` : String(each);
  const full = value.length >= asked.most;
  const add = (/** @type {any} */ each) => onChange([...value, each]);
  return h(
    "div.list",
    { role: "group", "aria-labelledby": asked.id },
    value.map((each, place) =>
      h(
        "button.chip.has",
        {
          key: `has-${place}`,
          type: "button",
          "aria-label": `remove ${each} from ${asked.label}`,
          onclick: () => onChange(value.filter((_, other) => other !== place)),
        },
        told(each),
        h("b", { "aria-hidden": "true" }, "×"),
      ),
    ),
    value.length ? h("small", { key: "and" }, "and") : null, // what is tapped next takes the place of nothing
    few.map((/** @type {any} */ each) =>
      h(
        "button.chip.add",
        {
          key: each,
          type: "button",
          disabled: full,
          "aria-label": `add ${each} to ${asked.label}`,
          onclick: () => add(each),
        },
        typeof each === "number" ? told(each) : `+ ${each}`,
      ),
    ),
    few.length < options.length
      ? h(
          "select.chip.add",
          {
            key: "rest",
            disabled: full,
            "aria-label": `add more to ${asked.label}`,
            onchange: ({ target }) => {
              add(Number(target.value));
              target.value = "";
            },
          },
          ["", ...options.slice(few.length)].map((each) =>
            h("option", { key: each, value: each }, each ? told(each) : "…"),
          ),
        )
      : null,
  );
}

/** @param {any} asked @param {any} value @param {(value: any) => void} onChange */
function text(asked, value, onChange) {
  return h("textarea", {
    rows: 1,
    maxlength: asked.longest ?? 500,
    "aria-labelledby": asked.id,
    value: value ?? "",
    ...asTyped(onChange),
  });
}

/**
 * An amount, one less and one more.
 * @param {string} what @param {number} now @param {(amount: number) => void} put @param {number} [least]
 * @param {number} [most]
 */
export function stepped(what, now, put, least = 0, most = Infinity) {
  const by = (/** @type {string} */ says, /** @type {number} */ to, /** @type {string} */ sign) => {
    const disabled = to < least || to > most;
    return h("button", { type: "button", "aria-label": `${says} ${what}`, disabled, onclick: () => put(to) }, sign);
  };
  return h(
    "div.stepper",
    { role: "group", "aria-label": `amount ${what}` },
    by("less", now - 1, "−"),
    h("output", null, now),
    by("more", now + 1, "+"),
  );
}

/**
 * At the thumb, wherever the rest has scrolled to: what a tap does, and below it what will happen.
 * @param {string} says @param {boolean} waits @param {() => void} then @param {string} [other] who would say it
 * @param {string} [deed]
 */
export function settleButton(says, waits, then, other = "", deed = "") {
  const whose = other ? ` for ${other}` : "";
  return h(
    "div.throwing",
    { key: "settle" },
    h(
      "button.throw.settle",
      { type: "button", class: other ? "for-another" : null, disabled: waits, onclick: then },
      deed
        ? [h("b", { key: "deed" }, deed, whose && `, said${whose}`), h("small", { key: "says" }, says)]
        : `${says}${whose}`,
    ),
  );
}

/** What was chosen last is in sight, in the room for all that is chosen; at a desk that room above what stays below. */
export function uncover() {
  for (const room of document.querySelectorAll(".ways .grid")) {
    room.scrollTo({ top: room.scrollHeight });
    const chosen = room.closest(".desk") ? room : room.querySelector(":scope > * + :last-child");
    chosen?.scrollIntoView({ block: "nearest" });
  }
}

/**
 * What was opened is read above what stays at the thumb: where it would lie behind that, it goes up.
 * @param {any} event
 */
export function intoRoom({ target }) {
  const thumb = target.closest(".roll")?.querySelector(".throwing")?.getBoundingClientRect().top ?? Infinity;
  if (target.open && target.getBoundingClientRect().bottom > thumb) target.scrollIntoView({ block: "start" });
}

/** @param {any} event a wheel turns over a row that is cut, and moves it while there is more of it that way */
export function sideways(event) {
  const [row, before] = [event.currentTarget, event.currentTarget.scrollLeft];
  row.scrollLeft += event.deltaX || event.deltaY;
  if (row.scrollLeft !== before) event.preventDefault();
}
