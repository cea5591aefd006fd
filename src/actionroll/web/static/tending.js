// What a character does between scenes, one by one: its price, what it asks, and the thing that is gained by it.

import { h } from "./dom.js";
import { adder } from "./adding.js";
import { begun, listed, plain } from "./words.js";

/**
 * Something that a character may do between scenes: what it is, and doing it, or what is still lacking.
 * @param {State} state @param {Character} character @param {Upkeep} upkeep @param {Taps} does
 */
export function tending(state, character, upkeep, does) {
  const prices = Object.entries(upkeep.price);
  const lacking = prices.filter(([track, price]) => (character.values[track] ?? 0) < price);
  const body = { character: character.character, what: upkeep.name };
  const tend = (/** @type {any} */ more) => void does.send("tend", { ...body, ...more });
  return h(
    "div.upkeep-one",
    { key: upkeep.name },
    h("b", null, upkeep.name),
    h("p.hint", null, upkeep.says),
    lacking.length
      ? h("p.hint", null, `Not yet: it takes ${listed(lacking.map(([track, price]) => `${price} ${plain(track)}`))}.`)
      : upkeep.things
        ? gaining(state, character, upkeep, does, tend)
        : asking(character, upkeep, tend),
  );
}

/**
 * @param {State} state @param {Character} character @param {Upkeep} upkeep @param {Taps} does
 * @param {(more: any) => void} tend
 */
function gaining(state, character, upkeep, does, tend) {
  const kinds = (state.game.things ?? []).filter((each) => each.kind === upkeep.things);
  const key = { character: `upkeep-${character.character}` };
  return adder(kinds, character.values.things ?? [], does, key, (list) => tend({ thing: list.at(-1) }));
}

/** @param {Character} character @param {Upkeep} upkeep @param {(more: any) => void} tend */
function asking(character, upkeep, tend) {
  const send = (/** @type {any} */ event) => {
    event.preventDefault();
    const { value, amount } = event.target.elements;
    tend({ ...(value ? { value: value.value } : {}), ...(amount ? { amount: Number(amount.value) } : {}) });
  };
  return h(
    "form.joined",
    { onsubmit: send },
    upkeep.names.length
      ? h(
          "select",
          { name: "value", "aria-label": `${upkeep.name}: which` },
          upkeep.names
            .filter((name) => character.values[name] !== true)
            .map((name) =>
              h("option", { key: name, value: name }, `${begun(plain(name))} ${told(character.values[name])}`),
            ),
        )
      : null,
    upkeep.amount
      ? h("input", { name: "amount", type: "number", min: 1, max: 100, required: true, "aria-label": upkeep.amount })
      : null,
    h("button", { type: "submit", "aria-label": `Do it: ${upkeep.name}` }, "Do it"),
  );
}

/** @param {any} value */
function told(value) {
  return typeof value === "boolean" ? "" : String(value ?? "");
}
