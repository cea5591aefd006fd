// What the page says where the finger is: a refusal, or a question before what cannot be undone.

import { h } from "./dom.js";

/** @type {Element|null} */
let touched = null;

/** @type {Element|null} */
let shown = null;

/** From now on remember what is touched. */
export function watchFinger() {
  for (const kind of ["pointerdown", "keydown"]) {
    addEventListener(
      kind,
      (event) => {
        const target = /** @type {Element|null} */ (event.target instanceof Element ? event.target : null);
        if (shown && !shown.contains(target) && !(event.type === "keydown" && isFull(target))) takeAway();
        touched = target?.closest("button, input, textarea, select, a, [role=radio]") ?? target;
      },
      true,
    );
  }
  addEventListener("input", tellTooLong);
}

/**
 * A field that is full says so where it stands: nothing is cut without a word.
 * @param {any} event
 */
function tellTooLong({ target }) {
  if (!isFull(target)) return;
  touched = target;
  refuseAt(`That is as long as it may be: ${target.maxLength} letters.`);
}

/** @param {Element|null} field */
function isFull(field) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return false;
  return field.maxLength >= 10 && field.value.length >= field.maxLength;
}

function takeAway() {
  shown?.remove();
  shown = null;
}

/** @param {string} sentence */
export function refuseAt(sentence) {
  takeAway();
  const place = touched?.isConnected ? touched.getBoundingClientRect() : new DOMRect(16, 48, 0, 0);
  const width = Math.min(360, innerWidth - 24);
  const left = Math.max(12, Math.min(innerWidth - width - 12, place.left + place.width / 2 - width / 2));
  const below = place.bottom + 130 < innerHeight;
  shown = h(
    "div.refusal",
    {
      role: "alert",
      style: {
        left: `${left}px`,
        width: `${width}px`,
        ...(below
          ? { top: `${Math.max(8, place.bottom + 8)}px` }
          : { bottom: `${Math.max(8, innerHeight - place.top + 8)}px` }),
      },
    },
    h("p", null, sentence),
    h("button", { type: "button", "aria-label": "dismiss", onclick: takeAway }, "×"),
  );
  if (shown) document.body.append(shown);
}

/**
 * Ask before what cannot be undone.
 * @param {string} question @param {() => void} then
 */
export function askBefore(question, then) {
  const dialog = h(
    "dialog.card",
    { onclose: () => dialog.remove(), "aria-label": question },
    h("p", null, question),
    h(
      "div.actions",
      null,
      h(
        "button.primary",
        {
          type: "button",
          onclick: () => {
            dialog.close();
            then();
          },
        },
        "Yes",
      ),
      h("button", { type: "button", onclick: () => dialog.close() }, "No"),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
}
