// A character's sheet: tracks as pips or steppers, marks as switches, traits to roll with.

import { h } from "./dom.js";
import { plain } from "./numbers.js";
import { leads } from "./table-state.js";

const MOST_PIPS = 12;

/** @param {any} state @param {any} character @param {any} does */
export function sheetView(state, character, does) {
  const may = character.seat === state.view.you.seat || leads(state);
  const sheet = state.game.sheet;
  const own = (each) => each.owner !== "table";
  const edit = (name, value) => does.send("edit", { where: character.character, values: { [name]: value } });
  return h("section.card.sheet", { key: character.character, "aria-label": character.name },
    h("header", null, h("h2", null, character.name), character.seat ? null : h("p.hint", null, "played by nobody yet")),
    h("div.tracks", null, sheet.tracks.filter(own).map((track) => trackView(track, character.values[track.track], character.bounds[track.track] ?? [track.low, track.high], may, (value) => edit(track.track, value)))),
    sheet.marks.some(own) ? h("div.marks", null, sheet.marks.filter(own).map((mark) => h("button.mark", {
      key: mark.mark, type: "button", role: "switch", "aria-checked": character.values[mark.mark] ? "true" : "false", disabled: !may, title: mark.says,
      onclick: () => edit(mark.mark, !character.values[mark.mark]),
    }, plain(mark.mark)))) : null,
    traits(state, character, may, does));
}

/** @param {any} track @param {number} value @param {any[]} bounds @param {boolean} may @param {(value: number) => void} onChange */
export function trackView(track, value, bounds, may, onChange) {
  const [low, high] = bounds;
  const name = plain(track.track);
  const said = high === null ? String(value) : `${value} of ${high}`;
  const less = low === null || value > low;
  const more = high === null || value < high;
  return h("div.track", { key: track.track },
    h("div.label", { title: track.says }, h("span", null, name), h("span.value", null, said)),
    low === 0 && high !== null && high > 0 && high <= MOST_PIPS ? h("div.pips", { role: "group", "aria-label": `${name}: ${said}` },
      Array.from({ length: high }, (_, place) => h("button.pip", {
        key: place, type: "button", class: place < value ? "full" : null, disabled: !may,
        "aria-label": `${name} ${place + 1 === value ? place : place + 1}`, "aria-pressed": place < value ? "true" : "false",
        onclick: () => onChange(place + 1 === value ? place : place + 1),
      }))) : h("div.stepper", { role: "group", "aria-label": name },
      h("button", { type: "button", "aria-label": `less ${name}`, disabled: !may || !less, onclick: () => onChange(value - 1) }, "−"),
      h("output", null, value),
      h("button", { type: "button", "aria-label": `more ${name}`, disabled: !may || !more, onclick: () => onChange(value + 1) }, "+")));
}

/** @param {any} state @param {any} character @param {boolean} may @param {any} does */
function traits(state, character, may, does) {
  const groups = new Map();
  for (const trait of state.game.sheet.traits) groups.set(trait.group, [...(groups.get(trait.group) ?? []), trait]);
  const editing = does.editing === character.character;
  return h("div.traits", null,
    [...groups].map(([group, members]) => h("div.group", { key: group },
      h("h3", null, plain(group)),
      h("div.members", null, members.map((trait) => editing ? traitEditor(trait, character, does) : h("button.trait", {
        key: trait.trait, type: "button", disabled: !may || trait.rolls === false,
        onclick: () => does.declare(character, trait),
      }, h("span", null, plain(trait.trait)), h("strong", null, shown(character.values[trait.trait]))))))),
    may ? h("button.quiet", { type: "button", onclick: () => does.edit(editing ? "" : character.character) }, editing ? "Done" : "Change this sheet") : null);
}

/** @param {any} value */
function shown(value) {
  if (value === true) return "yes";
  if (value === false || value === null || value === undefined) return "–";
  return Array.isArray(value) ? value.join(" ") || "–" : String(value);
}

/** @param {any} trait @param {any} character @param {any} does */
function traitEditor(trait, character, does) {
  const value = character.values[trait.trait];
  const put = (next) => does.send("edit", { where: character.character, values: { [trait.trait]: next } });
  const options = trait.type === "whole" ? Array.from({ length: trait.high - trait.low + 1 }, (_, place) => trait.low + place) : trait.type === "yes_no" ? ["yes", "no"] : trait.values;
  if (!options) return h("label.trait", { key: trait.trait }, plain(trait.trait), h("input", { value: shown(value), onchange: (event) => put(event.target.value) }));
  return h("label.trait", { key: trait.trait }, h("span", null, plain(trait.trait)),
    h("select", { onchange: (event) => put(trait.type === "whole" ? Number(event.target.value) : trait.type === "yes_no" ? event.target.value === "yes" : event.target.value) },
      options.map((each) => h("option", { value: each, selected: String(each) === String(value === true ? "yes" : value === false ? "no" : value) }, String(each)))));
}
