// Controls for inputs, made from what a game declares of them: steppers, choices, switches, lists and texts.

import { h } from "./dom.js";
import { plain } from "./numbers.js";

/**
 * @param {any} input as the game declares it @param {any} value @param {(value: any) => void} onChange
 * @param {{locked?: string|null}} [how] `locked` says whose it is, and the control is shown without being usable
 */
export function control(input, value, onChange, how = {}) {
  const id = `in-${input.input}`;
  return h("div.control", { key: input.input, class: `of-${input.type}` },
    h("div.label", { id }, h("span", null, plain(input.input)), how.locked ? h("span.whose", null, how.locked) : null),
    how.locked ? h("div.locked", { "aria-labelledby": id }, told(input, value)) : body(input, value, onChange, id),
    h("p.hint", null, input.says));
}

/** A value as a person reads it. @param {any} input @param {any} value */
export function told(input, value) {
  if (value === null || value === undefined || value === "") return input.none ? "none" : "not said yet";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.length ? value.join(", ") : "none";
  return plain(String(value));
}

/** @param {any} input @param {any} value @param {(value: any) => void} onChange @param {string} id */
function body(input, value, onChange, id) {
  switch (input.type) {
    case "whole": return stepper(input, value, onChange, id);
    case "choice": return segments(input.values, value, onChange, id);
    case "die": return segments(input.none ? ["none", ...input.values] : input.values, value ?? "none", (chosen) => onChange(chosen === "none" ? null : chosen), id);
    case "yes_no": return toggle(value, onChange, id);
    case "list": return list(input, value ?? [], onChange, id);
    default: return text(input, value, onChange, id);
  }
}

/** @param {any} input @param {any} value @param {(value: any) => void} onChange @param {string} id */
function stepper(input, value, onChange, id) {
  const none = value === null || value === undefined;
  const down = none ? null : value > input.low ? value - 1 : input.none ? null : undefined;
  const up = none ? input.low : value < input.high ? value + 1 : undefined;
  return h("div.stepper", { role: "group", "aria-labelledby": id },
    h("button", { type: "button", "aria-label": `less ${plain(input.input)}`, disabled: none || down === undefined, onclick: () => onChange(down) }, "−"),
    h("output", { "aria-live": "off" }, none ? (input.none ? "none" : "–") : value),
    h("button", { type: "button", "aria-label": `more ${plain(input.input)}`, disabled: up === undefined, onclick: () => onChange(up) }, "+"));
}

/** @param {string[]} values @param {any} value @param {(value: any) => void} onChange @param {string} id */
export function segments(values, value, onChange, id) {
  return h("div.segments", { role: "radiogroup", "aria-labelledby": id }, values.map((each) => h("button", {
    key: each, type: "button", role: "radio", "aria-checked": each === value ? "true" : "false", onclick: () => onChange(each),
  }, plain(each))));
}

/** @param {boolean} value @param {(value: any) => void} onChange @param {string} id */
function toggle(value, onChange, id) {
  return h("button.switch", { type: "button", role: "switch", "aria-checked": value ? "true" : "false", "aria-labelledby": id, onclick: () => onChange(!value) },
    h("span.knob"), h("span", null, value ? "yes" : "no"));
}

const FEW = 3;

/** @param {any} input @param {any[]} value @param {(value: any) => void} onChange @param {string} id */
function list(input, value, onChange, id) {
  const options = input.of.values ?? Array.from({ length: input.of.high - Math.max(1, input.of.low) + 1 }, (_, place) => Math.max(1, input.of.low) + place);
  const few = input.of.values ? options : options.slice(0, FEW);
  const adder = (each) => h("button.chip.add", { key: each, type: "button", "aria-label": `add ${each}`, onclick: () => onChange([...value, each]) }, `+ ${each}`);
  return h("div.list", { role: "group", "aria-labelledby": id },
    h("ul.chips", null, value.map((each, place) => h("li", { key: `${place}-${each}` },
      h("button.chip", { type: "button", "aria-label": `remove ${each}`, onclick: () => onChange(value.filter((_, other) => other !== place)) }, String(each), h("span", { "aria-hidden": "true" }, " ×"))))),
    value.length < input.most ? h("div.adders", null, few.map(adder)) : null,
    value.length < input.most && few.length < options.length ? h("details", { key: "rest" }, h("summary", null, "more"), h("div.adders", null, options.slice(few.length).map(adder))) : null);
}

/** @param {any} input @param {any} value @param {(value: any) => void} onChange @param {string} id */
function text(input, value, onChange, id) {
  return h("textarea", { rows: 1, maxlength: input.longest ?? 500, "aria-labelledby": id, value: value ?? "",
    onchange: (event) => onChange(event.target.value) }, value ?? "");
}
