// Where a game file is typed: lines with their numbers, faults marked at theirs, names that fit what one begins; and
// how a file begins, leaves the page and comes back to it.

import { h, show } from "./dom.js";
import { plain, share } from "./words.js";

const Streams = /** @type {any} */ (window);
const MOST_LETTERS = 65000;
const FEWEST_LETTERS = 2;
const MOST_OFFERED = 8;
const TAKES_LINES = /^(throw|end|decide\b.*)(\s*\[[^\]]*\])?$|^    [a-z]\w*( by [\w-]+)?( for each \w+)?( against)?:/;
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
   * Tab puts the first name that fits, or goes four to the right; after Escape it leaves the field. Enter keeps the
   * indent.
   * @param {KeyboardEvent} event
   */
  keyed(event) {
    const { dataset } = this.text;
    if (event.key === "Escape") dataset.leaves = "yes";
    if (event.key === "Enter" && !event.isComposing) return this.nextLine(event);
    if (event.key !== "Tab" || event.shiftKey || dataset.leaves) {
      if (event.key !== "Escape") delete dataset.leaves;
      return;
    }
    event.preventDefault();
    const first = this.fitting()[0];
    if (first) this.put(first);
    else this.insert("    ");
  }

  /**
   * As far to the right as the line before, and four further below what takes lines of its own.
   * @param {KeyboardEvent} event
   */
  nextLine(event) {
    event.preventDefault();
    const line = this.value.slice(0, this.text.selectionStart).split("\n").at(-1) ?? "";
    this.insert(`\n${/^\s*/.exec(line)?.[0]}${TAKES_LINES.test(line) ? "    " : ""}`);
  }

  /** @param {string} words @param {number} [back] letters before the caret that they replace */
  insert(words, back = 0) {
    const { text } = this;
    text.focus();
    text.setSelectionRange(text.selectionStart - back, text.selectionEnd);
    // The one way by which what is put can be taken back with the keyboard.
    if (document.execCommand("insertText", false, words)) return;
    text.setRangeText(words, text.selectionStart, text.selectionEnd, "end");
    this.typed();
  }

  /**
   * What was chosen from the reference: within the line, or as lines of its own below it.
   * @param {string} words @param {boolean} within
   */
  putLines(words, within) {
    const { text, value } = this;
    if (!within) {
      const end = (value.indexOf("\n", text.selectionEnd) + 1 || value.length + 1) - 1;
      text.setSelectionRange(end, end);
    }
    const fresh = within || !value.slice(0, text.selectionStart).split("\n").at(-1)?.trim();
    const back = fresh && !within ? (value.slice(0, text.selectionStart).split("\n").at(-1)?.length ?? 0) : 0;
    this.insert(fresh ? words : `\n${words}`, back);
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

/**
 * A file of one's own, brought back.
 * @param {(file: {title: string, file: string}) => void} found @param {(says: string) => void} refused
 */
export function openFile(found, refused) {
  const field = h("input", { type: "file", accept: ".toml,.txt,text/plain" });
  field.onchange = async () => {
    const [chosen] = field.files;
    if (chosen.size > MOST_LETTERS) return refused(`A game file has at most ${MOST_LETTERS} letters; this has more.`);
    found({ title: chosen.name, file: (await chosen.text()).replaceAll("\r\n", "\n") });
  };
  field.click();
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

/**
 * For each game a file that keeps all of it, vows and tracks and moves, and changes what one names.
 * @param {any[]} starts those of the server
 */
export function houseRules(starts) {
  return starts
    .filter((each) => each.of_game)
    .map(({ start, title }) => ({
      start: `${start}-house`,
      of_game: true,
      whole: true,
      title: `${title}, with house rules`,
      file: `# All of ${title}, and what you change of it: name only that.
id = "${start}-house"
changes = "${start}"
title = "${title}, our way"\n
# [rulings]    other answers to what the game leaves open
# [traits]     what a new character begins with
# [words]      what you call things
`,
    }));
}

/** @param {Record<string, Record<string, string>>} found */
export function averages(found) {
  const average = (/** @type {Record<string, string>} */ values) => {
    let mean = 0;
    for (const [value, chance] of Object.entries(values)) {
      mean += Number(value === "true" ? 1 : value === "false" ? 0 : value) * share(chance);
    }
    const many = Object.keys(values).length;
    return Number.isFinite(mean) ? `${mean.toFixed(2).replace("-", "−")} on average` : `${many} values`;
  };
  return h(
    "ul",
    null,
    Object.entries(found).map(([name, values]) => h("li.hint", { key: name }, `${plain(name)}: ${average(values)}`)),
  );
}

/** @param {Record<string, any>|undefined} sheet a new character's */
export function newSheet(sheet) {
  const values = Object.entries(sheet ?? {});
  if (!values.length) return null;
  const told = (/** @type {any} */ value) => (value === true ? "yes" : value === false ? "no" : String(value));
  return h(
    "section.card",
    { key: "sheet" },
    h("h2", null, "A new sheet"),
    h(
      "p.sheet-shown",
      null,
      values.map(([name, value]) => h("span", { key: name }, `${plain(name)} `, h("b", null, told(value)))),
    ),
  );
}

/**
 * An example to look at beside one's own file.
 * @param {any[]} starts @param {any} shown @param {(start: any) => void} choose @param {(start: any) => void} take
 */
export function exampleView(starts, shown, choose, take) {
  return h(
    "details.card.example",
    { key: "example" },
    h("summary", null, h("h2", null, "An example beside yours")),
    h(
      "select",
      {
        "aria-label": "Example to look at",
        value: shown?.start ?? "",
        onchange: (/** @type {any} */ event) => choose(starts.find((each) => each.start === event.target.value)),
      },
      h("option", { key: "", value: "" }, "Choose one; your file stays as it is"),
      starts.map((each) => !each.whole && h("option", { key: each.start, value: each.start }, startCalled(each))),
    ),
    shown
      ? [
          h("pre", { key: "text", tabindex: "0", "aria-label": `The file of ${titleOf(shown)}` }, shown.file),
          h("button", { key: "take", type: "button", onclick: () => take(shown) }, "Start from it"),
        ]
      : null,
  );
}

/** @param {{title: string, file: string}} start */
export function titleOf(start) {
  return /^title = "(.*)"/m.exec(start.file)?.[1] ?? start.title;
}

/**
 * What a start is called, with its line.
 * @param {{title: string, file: string, whole?: boolean}} start
 */
export function startCalled(start) {
  const line = /^line = "(.*)"/m.exec(start.file)?.[1];
  return line && !start.whole ? `${titleOf(start)}: ${line}` : start.title;
}

/**
 * What may be written, as the page brought it; a tap puts a line into the file.
 * @param {Editor} editor
 */
export function referenceFor(editor) {
  const text = /** @type {HTMLTemplateElement} */ (document.getElementById("reference-text"));
  for (const each of text.content.querySelectorAll("button")) {
    const blanks = " ".repeat(Number(each.dataset.indent ?? 0));
    const lines = (each.textContent ?? "").split("\n").map((line) => blanks + line);
    each.onclick = () => editor.putLines(lines.join("\n"), !!each.dataset.within);
  }
  return text.content;
}
