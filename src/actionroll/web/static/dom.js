// Build and update the page without markup strings: text is always text, and what did not change stays in place.

const SVG = "http://www.w3.org/2000/svg";

/**
 * An element: h("button.primary", {onclick, disabled: true}, "Roll"). Children that are null or false are left out.
 * Names of SVG elements start with "svg:". `key` tells siblings apart when the page is updated.
 * @param {string} name @param {Properties|null} [properties] @param {...any} children
 * @returns {any}
 */
export function h(name, properties, ...children) {
  const svg = name.startsWith("svg:");
  const [tag, ...classes] = (svg ? name.slice(4) : name).split(".");
  const element = svg ? document.createElementNS(SVG, tag) : document.createElement(tag);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [key, value] of Object.entries(properties ?? {})) if (key !== "value") put(element, key, value);
  element.append(...nodes(children));
  if (properties?.value !== undefined) put(element, "value", properties.value);
  return element;
}

/**
 * What is shown of children; words of games and rules have apostrophes of the kind that all others have.
 * @param {any[]} children @returns {Node[]}
 */
function nodes(children) {
  const shown = children.flat(9).filter((child) => child !== null && child !== undefined && child !== false);
  return shown.map((child) =>
    child instanceof Node ? child : document.createTextNode(String(child).replace(/\b'\b|(?<=s)'(?= \w)/g, "’")),
  );
}

/**
 * A labelled list of which one is chosen.
 * @param {string} says @param {string} value @param {(value: string) => void} choose
 * @param {[value: string, words: string, disabled?: boolean][]} options @param {string} [key]
 */
export function oneOf(says, value, choose, options, key) {
  return h(
    "label.inline",
    { key },
    h("span", null, says),
    h(
      "select",
      { value, onchange: (event) => choose(event.target.value) },
      options.map(([each, words, disabled]) => h("option", { key: each, value: each, disabled }, words)),
    ),
  );
}

/** @param {any} element @param {string} key @param {any} value */
function put(element, key, value) {
  if (value === null || value === undefined || value === false) return;
  if (key.startsWith("on")) {
    element[key] = value;
    (element.heard ??= {})[key] = value;
  } else if (key === "key") element.key = value;
  else if (key === "class")
    element.setAttribute("class", [element.getAttribute("class"), value].filter(Boolean).join(" "));
  else if (key === "style") for (const [name, shown] of Object.entries(value)) element.style.setProperty(name, shown);
  else if (key === "value") {
    element.value = value;
    element.setAttribute("value", value);
  } else element.setAttribute(key, value === true ? "" : value);
}

/**
 * Let an element show these children, keeping every node that is still right.
 * @param {Element} parent @param {...any} children
 */
export function show(parent, ...children) {
  morphChildren(parent, nodes(children));
}

const LONGEST_TAP = 700;

/** @type {any} set while a finger is on something that is tapped: if that moves before it is lifted, the tap is lost */
let touched = 0;

/** @type {Set<() => void>} what was to be drawn meanwhile */
const held = new Set();

/** @param {number} soon */
function release(soon) {
  clearTimeout(touched);
  touched = setTimeout(() => {
    touched = 0;
    for (const draw of held) draw();
  }, soon);
}

/** @param {any} event */
function follow({ type, target }) {
  if (type === "pointerdown") return target.closest("input, textarea, select") || release(LONGEST_TAP);
  if (touched) release(50);
  if (type === "click") touched = 0; // what a tap does is drawn at once
}

/**
 * A way to draw that never starts within itself: removing a field may make the browser tell of a change at once. What
 * comes while a finger is down waits until it is lifted.
 * @param {() => void} paint
 */
export function painter(paint) {
  for (const kind of ["pointerdown", "pointerup", "pointercancel", "click"]) addEventListener(kind, follow, true);
  let drawing = false;
  let again = false;
  const draw = () => {
    again = true;
    if (drawing) return;
    if (touched) return void held.add(draw);
    held.delete(draw);
    drawing = true;
    try {
      while (again) {
        again = false;
        paint();
      }
    } finally {
      drawing = false;
    }
  };
  return draw;
}

const PAUSE = 400;

/** @type {Map<any, () => void>} what is typed and not told yet, by its field */
const typed = new Map();

/**
 * A field tells what is typed while it is typed, and at once when it is left: no word waits for a tap elsewhere.
 * @param {(words: string) => void} tell @param {() => boolean} [isReady] whether half of it may be told
 */
export function asTyped(tell, isReady = () => true) {
  const keep = (/** @type {any} */ field) => {
    clearTimeout(field.soon);
    const { value } = field;
    typed.set(field, () => {
      clearTimeout(field.soon);
      typed.delete(field);
      tell(value.trim());
    });
  };
  return {
    oninput: (/** @type {any} */ { target }) => {
      keep(target);
      target.soon = setTimeout(() => isReady() && typed.get(target)?.(), PAUSE);
    },
    onchange: (/** @type {any} */ { target }) => {
      keep(target);
      typed.get(target)?.();
    },
  };
}

/** Dice fall, or the page goes: what is typed is told now. */
export function tellTyped() {
  for (const tell of [...typed.values()]) tell();
}

/** @param {any} old @param {any} fresh */
function alike(old, fresh) {
  return old.nodeType === fresh.nodeType && old.nodeName === fresh.nodeName && old.key === fresh.key;
}

/** @param {any} parent @param {any[]} wanted */
function morphChildren(parent, wanted) {
  const keyed = keptByKey(parent, wanted);
  let place = parent.firstChild;
  for (const fresh of wanted) {
    let match = fresh.key !== undefined ? keyed?.get(fresh.key) : place;
    if (match && !alike(match, fresh)) match = undefined;
    if (match && fresh.key === undefined && match.key !== undefined) match = undefined;
    if (match) {
      if (match !== place && match.contains(document.activeElement)) place = cleared(parent, place, match);
      if (match !== place) parent.insertBefore(match, place);
      else place = place.nextSibling;
      morph(match, fresh);
    } else parent.insertBefore(fresh, place);
  }
  while (place) {
    const next = place.nextSibling;
    parent.removeChild(place);
    place = next;
  }
}

/**
 * The children that stay, by their keys; the others that have one go first of all, so that nothing need be moved around
 * them.
 * @param {any} parent @param {any[]} wanted
 */
function keptByKey(parent, wanted) {
  let keys, keyed;
  for (let child = parent.firstChild, next; child; child = next) {
    next = child.nextSibling;
    if (child.key === undefined) continue;
    keys ??= new Set(wanted.map(({ key }) => key));
    if (keys.has(child.key)) (keyed ??= new Map()).set(child.key, child);
    else child.remove();
  }
  return keyed;
}

/**
 * What holds the focus stays where it is, for a field that is moved loses it, and what is typed next with it: what
 * stands before it goes behind.
 * @param {any} parent @param {any} place @param {any} held
 */
function cleared(parent, place, held) {
  const behind = held.nextSibling;
  for (let next; place && place !== held; place = next) {
    next = place.nextSibling;
    parent.insertBefore(place, behind);
  }
  return held;
}

/**
 * Make a node like a fresh one; what a person opened stays open, and elements of our own keep what is inside. A field
 * that tells nobody what is typed keeps that until it is sent, or has another value to begin with.
 * @param {any} old @param {any} fresh
 */
function morph(old, fresh) {
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  const own = fresh.heard;
  const told = own || fresh.getAttribute("value") !== old.getAttribute("value");
  if (fresh.hasAttribute("checked") !== old.hasAttribute("checked")) old.checked = fresh.hasAttribute("checked");
  // By their names: an object for each attribute of each node took most of the time.
  for (const name of old.getAttributeNames())
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const name of fresh.getAttributeNames()) {
    const value = fresh.getAttribute(name);
    if (name === "open" || old.getAttribute(name) === value) continue;
    // The policy of this page forbids style attributes, not styles that a script sets.
    if (name === "style") old.style.cssText = fresh.style.cssText;
    else old.setAttribute(name, value);
  }
  for (const key in old.heard) if (!own?.[key]) old[key] = null;
  for (const key in own) old[key] = own[key];
  old.heard = own;
  if (!old.localName.includes("-")) morphChildren(old, [...fresh.childNodes]);
  if (told && "value" in fresh && fresh.hasAttribute("value") && old !== document.activeElement)
    old.value = fresh.value;
}
