// What the page says where the finger is: a refusal, what a word means, or a question before what cannot be undone.

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

/** What was said where the finger was is over. */
export function takeAway() {
  shown?.remove();
  shown = null;
}

/**
 * What a tap on something that explains itself does.
 * @param {string} says
 */
export function telling(says) {
  return (/** @type {any} */ { currentTarget }) => {
    touched = currentTarget;
    tellAt(says, "status");
  };
}

/** @param {string} sentence */
export function refuseAt(sentence) {
  tellAt(sentence, "alert");
}

/** @param {string} sentence @param {"alert"|"status"} role */
function tellAt(sentence, role) {
  takeAway();
  const at = touched?.closest(".control, .change") ?? touched; // all of what it explains stays in sight
  const place = at?.isConnected ? at.getBoundingClientRect() : new DOMRect(16, 48, 0, 0);
  const width = Math.min(360, innerWidth - 24);
  const left = Math.max(12, Math.min(innerWidth - width - 12, place.left + place.width / 2 - width / 2));
  const told = h(
    "div.refusal",
    { role, style: { left: `${left}px`, width: `${width}px` } },
    h("p", null, sentence),
    h("button", { type: "button", "aria-label": "dismiss", onclick: takeAway }, "×"),
  );
  shown = told;
  document.body.append(told);
  const height = told.offsetHeight;
  const box = (/** @type {number} */ top) => new DOMRect(left, top, width, height);
  const high = at?.closest(".throwing")?.getBoundingClientRect().top ?? place.top; // above all that stands at the thumb
  const [top = 8] = [place.bottom + 2, place.top - height - 2, high - height - 2]
    .filter((each) => each > 8 && each + height < innerHeight - 8)
    .sort((a, b) => covered(box(a)) - covered(box(b)));
  told.style.top = `${top}px`;
  if (role === "status" && at) stayBy(at, place, told);
}

/**
 * What explains goes when its place does.
 * @param {Element} at @param {DOMRect} place @param {Element} told
 */
function stayBy(at, place, told) {
  requestAnimationFrame(() => {
    if (shown !== told) return;
    if (Math.abs(at.getBoundingClientRect().top - place.top) > 1) takeAway();
    else stayBy(at, place, told);
  });
}

/**
 * How much of what else can be touched a box would cover.
 * @param {DOMRect} box
 */
function covered({ left, right, top, bottom }) {
  const others = [...document.querySelectorAll("input, textarea, select, button, a")];
  return others.reduce((sum, each) => {
    const at = each.getBoundingClientRect();
    const isBeside = at.left >= right || at.right <= left || each === touched || shown?.contains(each);
    return sum + (isBeside ? 0 : Math.max(0, Math.min(at.bottom, bottom) - Math.max(at.top, top)));
  }, 0);
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
