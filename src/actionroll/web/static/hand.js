// Real dice, typed in.

import { h } from "./dom.js";
import { partName } from "./people.js";
import { faceTold } from "./words.js";

/**
 * Real dice, typed in: digits only, the focus jumps on, and 0 is 10 on a d10.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {Die[]} dice those to be entered
 */
export function handEntry(state, roll, does, dice) {
  const parts = new Set(dice.map((die) => die.by ?? "roller"));
  const whose = (/** @type {Die} */ die) => (parts.size > 1 ? `${partName(state, roll, die.by ?? "roller")}: ` : "");
  const said = document.querySelector(`#hand-${roll.roll} .wrong`)?.textContent;
  const faces = (/** @type {any} */ form) =>
    [...form.elements].filter((each) => each.name === "face").map((each) => Number(each.value));
  return h(
    "form.hand",
    {
      key: "hand",
      id: `hand-${roll.roll}`,
      onsubmit: (event) => {
        event.preventDefault();
        does.throwByHand(roll, faces(event.target));
      },
    },
    h("p.hint", null, `Type what each die shows${dice.some((die) => die.die === "d10") ? "; 0 is 10 on a d10" : ""}.`),
    h(
      "div.faces",
      null,
      dice.map((die, place) =>
        h(
          "label",
          { key: `${place}-${die.die}` },
          h("span", null, `${whose(die)}${die.called ?? die.from} ${die.die}`),
          die.die === "dF"
            ? h(
                "select",
                { name: "face", required: true },
                ["", "-1", "0", "1"].map((face) =>
                  h("option", { value: face }, face && faceTold({ ...die, face: Number(face) })),
                ),
              )
            : h("input", {
                name: "face",
                inputmode: "numeric",
                pattern: "[0-9]*",
                maxlength: die.die.slice(1).length + 1,
                "data-sides": die.die.slice(1),
                required: true,
                autocomplete: "off",
                oninput: typed,
              }),
        ),
      ),
    ),
    h("p.wrong", { key: "wrong", role: "alert" }, said ?? ""),
  );
}

/**
 * While real dice are typed this is the one button that throws.
 * @param {Roll} roll @param {boolean} [blocked]
 */
export function handButton(roll, blocked = false) {
  return h(
    "button.throw",
    { key: "fell", type: "submit", form: `hand-${roll.roll}`, disabled: blocked },
    "These dice fell",
  );
}

/**
 * Digits only. What the die cannot show is said at once; else the next die is due as soon as no digit can follow.
 * @param {any} event
 */
function typed({ target }) {
  const most = Number(target.dataset.sides);
  target.value = target.value.replace(/[^0-9]/g, "");
  const face = Number(target.value);
  const wrong = target.value !== "" && (face > most || (face === 0 && most !== 10));
  const told = wrong ? `A d${most} shows 1 to ${most}, not ${target.value}.` : "";
  target.setCustomValidity(told);
  target.form.querySelector(".wrong").textContent = told;
  if (wrong || target.value === "" || (face > 0 && face * 10 <= most)) return;
  const all = [...target.form.elements].filter((each) => each.name === "face");
  all[all.indexOf(target) + 1]?.focus();
}
