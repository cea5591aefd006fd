// Real dice, typed in: digits only, the focus jumps on, and 0 is 10 on a d10.

import { h } from "./dom.js";

/** @param {any} state @param {any} roll @param {any} does */
export function handEntry(state, roll, does) {
  const dice = does.handDice ?? [];
  return h("form.hand", { key: "hand", onsubmit: (event) => { event.preventDefault(); does.throwByHand(roll, [...event.target.elements].filter((each) => each.name === "face").map((each) => Number(each.value))); } },
    h("p.hint", null, "Type what each die shows; 0 is 10 on a d10."),
    h("div.faces", null, dice.map((die, place) => h("label", { key: place }, h("span", null, `${die.from} ${die.die}`),
      h("input", { name: "face", inputmode: "numeric", pattern: "[0-9]*", maxlength: String(die.die.slice(1)).length, required: true, autocomplete: "off", oninput: jump })))),
    h("button.primary", { type: "submit" }, "These dice fell"));
}

/** @param {any} event */
function jump(event) {
  const input = event.target;
  input.value = input.value.replace(/[^0-9]/g, "");
  const sides = Number(input.parentElement.textContent.match(/d(\d+)$/)?.[1] ?? 6);
  const full = input.value.length >= input.maxLength || (sides === 10 && input.value !== "" && input.value !== "1") || (sides < 10 && input.value);
  if (!full) return;
  const all = [...input.form.elements].filter((each) => each.name === "face");
  const next = all[all.indexOf(input) + 1] ?? input.form.querySelector("button");
  next.focus();
}
