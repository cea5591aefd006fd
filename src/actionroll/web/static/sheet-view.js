// A character's sheet: tracks as pips or steppers, marks as switches, and traits to roll with.

import { h } from "./dom.js";
import { worded } from "./labels.js";
import { plain } from "./numbers.js";
import { chosenRoll, picksOf, rollChooser } from "./roll-chooser.js";
import { leads, seatName } from "./table-state.js";
import { traitEditors } from "./trait-editors.js";

const MOST_PIPS = 12;
const FEW_PIPS = 5;
const LONG_NAME = 15;

/** @param {any} state @param {any} character @param {any} does */
export function sheetView(state, character, does) {
  const may = character.seat === state.view.you.seat || leads(state);
  const own = (each) => each.owner !== "table";
  const edit = (name, value) => does.send("edit", { where: character.character, values: { [name]: value } });
  const editing = does.editing === character.character;
  return h("section.card.sheet", { key: character.character, "aria-label": character.name },
    h("header", null, h("h2", null, character.name), character.seat === state.view.you.seat ? null : h("p.hint", null, character.seat ? `played by ${seatName(state, character.seat)}` : "played by nobody yet")),
    editing ? traitEditors(state, character, edit, (name) => does.send("rename_character", { character: character.character, name })) : [may ? rollChooser(state, character, does) : null, traits(state, character, may, does)],
    h("div.tracks", { key: "tracks" }, state.game.sheet.tracks.filter((track) => own(track) && character.bounds[track.track]?.[1] !== 0).map((track) => trackView(track, character.values[track.track], character.bounds[track.track] ?? [0, null], may, (value) => edit(track.track, value)))),
    markSwitches(state.game.sheet.marks.filter(own), character.values, may, edit),
    may ? h("div.actions", { key: "actions" },
      h("button.quiet", { type: "button", onclick: () => does.edit(editing ? "" : character.character) }, editing ? "Done" : "Change this sheet"),
      h("a.button.quiet", { href: `${does.base}/sheets/${character.character}`, download: `${character.name}.json` }, "Save as a file"),
      leads(state) ? giveTo(state, character, does) : null) : null);
}

/** @param {any} track @param {number} value @param {any[]} bounds @param {boolean} may @param {(value: number) => void} onChange */
export function trackView(track, value, bounds, may, onChange) {
  const [low, high] = bounds;
  const name = plain(track.track);
  const said = high === null ? String(value) : `${value} of ${high}`;
  const asPips = low === 0 && high !== null && high > 0 && high <= MOST_PIPS;
  return h("div.track", { key: track.track, class: asPips && (high > FEW_PIPS || name.length > LONG_NAME) ? "long" : null },
    h("div.label", { title: worded(track.says) }, h("span", null, name), asPips ? h("span.value", null, said) : null),
    asPips ? pips(name, said, value, high, may, onChange) : steps(name, said, value, low, high, may, onChange));
}

/** @param {string} name @param {string} said @param {number} value @param {number} high @param {boolean} may @param {(value: number) => void} onChange */
function pips(name, said, value, high, may, onChange) {
  return h("div.pips", { role: "group", "aria-label": `${name}: ${said}` }, Array.from({ length: high }, (_, place) => {
    const becomes = place + 1 === value ? place : place + 1;
    return h("button.pip", { key: place, type: "button", class: place < value ? "full" : null, disabled: !may, "aria-label": `${name} ${becomes}`, "aria-pressed": place < value ? "true" : "false", onclick: () => onChange(becomes) });
  }));
}

/** @param {string} name @param {string} said @param {number} value @param {number|null} low @param {number|null} high @param {boolean} may @param {(value: number) => void} onChange */
function steps(name, said, value, low, high, may, onChange) {
  return h("div.stepper", { role: "group", "aria-label": name },
    h("button", { type: "button", "aria-label": `less ${name}`, disabled: !may || (low !== null && value <= low), onclick: () => onChange(value - 1) }, "−"),
    h("output", null, high !== null && high <= 40 ? said : value),
    h("button", { type: "button", "aria-label": `more ${name}`, disabled: !may || (high !== null && value >= high), onclick: () => onChange(value + 1) }, "+"));
}

/** @param {any[]} marks @param {Record<string, any>} values @param {boolean} may @param {(name: string, value: boolean) => void} edit */
export function markSwitches(marks, values, may, edit) {
  return marks.length ? h("div.marks", { key: "marks" }, marks.map((mark) => h("button.mark", {
    key: mark.mark, type: "button", role: "switch", "aria-checked": values[mark.mark] ? "true" : "false", disabled: !may, title: worded(mark.says), onclick: () => edit(mark.mark, !values[mark.mark]),
  }, plain(mark.mark)))) : null;
}

/** What can be rolled with, in groups; a yes or no about another trait stands on that trait. @param {any} state @param {any} character @param {boolean} may @param {any} does */
function traits(state, character, may, does) {
  const all = state.game.sheet.traits;
  const picks = picksOf(state.game, chosenRoll(does, character).move);
  const groups = new Map();
  const put = (group, name) => groups.set(group, [...(groups.get(group) ?? []), name]);
  for (const trait of all.filter((each) => each.rolls)) put(trait.group, trait.trait);
  for (const pick of picks.filter((each) => !all.some((trait) => trait.trait === each))) put("or with", pick);
  const said = (trait) => all.filter((each) => each.type === "yes_no" && each.trait.startsWith(`${trait}_`) && character.values[each.trait]).map((each) => each.trait.slice(trait.length + 1));
  return h("div.traits", { key: "traits" }, [...groups].map(([group, members]) => h("div.group", { key: group }, h("h3", null, plain(group)),
    h("div.members", null, members.map((trait) => h("button.trait", { key: trait, type: "button", disabled: !may || !picks.includes(trait), onclick: () => does.declare(character, trait) },
      h("span", null, plain(trait), said(trait).map((word) => h("small.badge", { key: word }, word))), h("strong", null, shown(character.values[trait] ?? state.view.values[trait]))))))));
}

/** @param {any} value */
function shown(value) {
  return value === null || value === undefined || value === "0" ? "–" : String(value);
}

/** @param {any} state @param {any} character @param {any} does */
function giveTo(state, character, does) {
  const seats = state.view.seats.filter((seat) => !seat.gone && seat.role !== "onlooker");
  return h("label.inline", null, h("span", null, "played by"), h("select", { value: character.seat, onchange: (event) => does.send("give", { character: character.character, seat: event.target.value }) },
    h("option", { key: "", value: "" }, "nobody"), seats.map((seat) => h("option", { key: seat.seat, value: seat.seat }, seat.name))));
}
