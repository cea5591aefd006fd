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
            maxlength: die.die.slice(1).length,
            "data-sides": die.die.slice(1),
            required: true,
            autocomplete: "off",
            oninput: typed,
          }),
        ),
      ),
    ),
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
 * Keep digits only, and go on to the next die as soon as no further digit can follow.
 * @param {any} event
 */
function typed({ target }) {
  target.value = target.value.replace(/[^0-9]/g, "");
  const most = Number(target.dataset.sides);
  if (
    target.value === "" ||
    (target.value.length < target.maxLength && Number(`${target.value}0`) <= most && target.value !== "0")
  )
    return;
  const all = [...target.form.elements].filter((each) => each.name === "face");
  (all[all.indexOf(target) + 1] ?? [...target.form.elements].find((each) => each.type === "submit"))?.focus();
}
