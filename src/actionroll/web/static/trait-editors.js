// All traits of a sheet as fields, for changing it.

import { control } from "./controls.js";
import { h } from "./dom.js";
import { plain } from "./numbers.js";

/** @param {any} state @param {any} character @param {(name: string, value: any) => void} edit @param {(name: string) => void} rename */
export function traitEditors(state, character, edit, rename) {
  const { traits } = state.game.sheet;
  const renamer = h("form.joined", { key: "name", onsubmit: (event) => { event.preventDefault(); rename(event.target.elements.name.value); } },
    h("input", { name: "name", maxlength: 40, required: true, autocomplete: "off", "aria-label": `Name of ${character.name}`, value: character.name }), h("button", { type: "submit" }, "Rename"));
  const switches = traits.filter((trait) => trait.type === "yes_no");
  return h("div.editors", { key: "editors" }, renamer,
    traits.filter((trait) => trait.type !== "yes_no").map((trait) => control({ ...trait, input: trait.trait }, character.values[trait.trait], (value) => edit(trait.trait, value), { id: `${character.character}-` })),
    switches.length ? h("div.marks", { key: "switches" }, switches.map((trait) => h("button.mark", {
      key: trait.trait, type: "button", role: "switch", "aria-checked": character.values[trait.trait] ? "true" : "false", onclick: () => edit(trait.trait, !character.values[trait.trait]),
    }, plain(trait.trait)))) : null);
}
