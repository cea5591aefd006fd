// Where a game file is typed: lines with their numbers, faults marked at theirs, names that fit what one begins; and
// how a file leaves the page and comes back to it.

import { h, show } from "./dom.js";

const Streams = /** @type {any} */ (window);
const MOST_LETTERS = 65000;
const FEWEST_LETTERS = 2;
const MOST_OFFERED = 8;
const WORDS = [
  ..."throw decide end go label refuse when change mark clear due why policy keep explode reroll upto".split(" "),
  ..."highest lowest sum count faces top bottom beyond face size each tier roller helper member".split(" "),
  ..."kind number choice says default reads words sizes called none_is follows required members".split(" "),
  ..."tiers facts roll inputs moves tracks traits marks rules rulings dues start reason values title".split(" "),
  ..."length nth above below equal alike repeat step spread".split(" "),
];

/** @typedef {{line: number, column: number, says: string}} Fault */

/** A text that tells when it was changed. */
export class Editor {
  /** @param {() => void} onTyped */
  constructor(onTyped) {
    this.onTyped = onTyped;
    /** @type {Fault[]} */
    this.faults = [];
    this.numbers = h("pre", { "aria-hidden": "true" });
    this.offered = h("div.offered", { "aria-label": "Names that fit" });
    /** @type {HTMLTextAreaElement} */
    this.text = h("textarea", {
      id: "game-file",
      spellcheck: "false",
      autocapitalize: "off",
      autocomplete: "off",
      "aria-label": "The game file",
      maxlength: MOST_LETTERS,
      wrap: "off",
    });
    this.text.oninput = () => this.typed();
    this.text.onkeydown = (event) => this.keyed(event);
    this.text.onscroll = () => (this.numbers.scrollTop = this.text.scrollTop);
    this.text.onclick = this.text.onkeyup = () => this.offer();
  }

  view() {
    return [h("div.editor", null, this.numbers, this.text), this.offered];
  }

  get value() {
    return this.text.value;
  }

  /** @param {string} file */
  write(file) {
    this.text.value = file;
    this.typed();
  }

  typed() {
    this.number();
    this.onTyped();
    this.offer();
  }

  /**
   * Tab puts the first name that fits, or goes four to the right; after Escape it leaves the field.
   * @param {KeyboardEvent} event
   */
  keyed(event) {
    const { dataset } = this.text;
    if (event.key === "Escape") dataset.leaves = "yes";
    if (event.key !== "Tab" || event.shiftKey || dataset.leaves) {
      if (event.key !== "Escape") delete dataset.leaves;
      return;
    }
    event.preventDefault();
    const first = this.fitting()[0];
    if (first) this.put(first);
    else this.insert("    ");
  }

  /** @param {string} words @param {number} [back] letters before the caret that they replace */
  insert(words, back = 0) {
    this.text.setRangeText(words, this.text.selectionStart - back, this.text.selectionEnd, "end");
    this.typed();
  }

  /** The word before the caret. */
  begun() {
    return /[A-Za-z_][A-Za-z0-9_]*$/.exec(this.value.slice(0, this.text.selectionStart))?.[0] ?? "";
  }

  fitting() {
    const word = this.begun();
    if (word.length < FEWEST_LETTERS) return [];
    const own = this.value.match(/[a-z_][a-z0-9_]+/g) ?? [];
    const names = new Set([...WORDS, ...own]);
    return [...names]
      .filter((each) => each.startsWith(word) && each !== word)
      .sort()
      .slice(0, MOST_OFFERED);
  }

  /** @param {string} name */
  put(name) {
    this.insert(name, this.begun().length);
    this.text.focus();
  }

  offer() {
    const one = (/** @type {string} */ name) =>
      h("button.quiet", { key: name, type: "button", onclick: () => this.put(name) }, name);
    show(this.offered, this.fitting().map(one));
  }

  /**
   * Numbers beside the lines, marked where a fault is.
   * @param {Fault[]} [faults] those that were found; without them, those that were known
   */
  number(faults = this.faults) {
    this.faults = faults;
    const wrong = new Map(faults.map((fault) => [fault.line, fault.says]));
    const lines = this.value.split("\n").length;
    const shown = [];
    for (let line = 1; line <= lines; line++)
      shown.push(wrong.has(line) ? h("span.wrong", { title: wrong.get(line) }, line) : String(line), "\n");
    show(this.numbers, shown);
    this.mark([...wrong.keys()]);
    this.numbers.scrollTop = this.text.scrollTop;
  }

  /**
   * A stripe behind each line with a fault; it scrolls with the text.
   * @param {number[]} lines
   */
  mark(lines) {
    const { lineHeight, paddingTop } = getComputedStyle(this.text);
    const [high, above] = [parseFloat(lineHeight), parseFloat(paddingTop)];
    const stripe = "linear-gradient(color-mix(in srgb, var(--hurt) 25%, transparent) 0 0)";
    this.text.style.background = lines
      .map((line) => `${stripe} 0 ${above + (line - 1) * high}px / 100% ${high}px no-repeat local`)
      .join(", ");
  }

  /**
   * The line of a fault comes into sight, with what stands from the fault on selected.
   * @param {Fault} fault
   */
  goTo(fault) {
    const lines = this.value.split("\n");
    const start = lines.slice(0, fault.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
    this.text.focus();
    this.text.setSelectionRange(start + fault.column - 1, start + (lines[fault.line - 1] ?? "").length);
    this.text.scrollIntoView({ block: "nearest" });
    this.text.scrollTop = (fault.line - 8) * parseFloat(getComputedStyle(this.text).lineHeight);
  }
}

/** @param {string} file */
export function download(file) {
  const name = /^id\s*=\s*"([a-z0-9-]+)"/m.exec(file)?.[1] ?? "game";
  const link = h("a", { href: URL.createObjectURL(new Blob([file])), download: `${name}.toml` });
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * A link that carries the whole file behind its #, which no server sees.
 * @param {string} file
 */
export async function linkTo(file) {
  const packed = new Blob([file]).stream().pipeThrough(new Streams.CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return `${location.origin}/workshop#${letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** @returns {Promise<string|null>} the file that the address carries */
export async function fileInAddress() {
  if (location.hash.length < 2) return null;
  try {
    const letters = atob(location.hash.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const open = new Blob([bytes]).stream().pipeThrough(new Streams.DecompressionStream("deflate-raw"));
    return (await new Response(open).text()).slice(0, MOST_LETTERS);
  } catch {
    return null;
  }
}
