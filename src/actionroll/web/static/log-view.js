// The log: what everyone did, newest first, drawn only near where it is looked at.

import { diceRow } from "./dice.js";
import { h, show } from "./dom.js";
import { diceThrown, entryWords, rollOf } from "./entry-words.js";
import { diceNamed } from "./parts.js";
import { leads } from "./table-state.js";

const CHUNK = 40;
const ROW = 48;
const QUIET = new Set(["set", "offer_withdrawn"]);

/** The entries that are shown, oldest first. @param {any} state @param {string} seat only this seat's, all if empty */
function shownEntries(state, seat) {
  const mine = (entry) => entry.by === seat || rollOf(state, entry)?.seat === seat;
  return [...state.log.values()].filter((entry) => !QUIET.has(entry.kind) && (!seat || mine(entry))).sort((a, b) => a.number - b.number);
}

/** A list of entries that draws only the chunks near the window; older ones are fetched as they come near. */
export class LogView extends HTMLElement {
  constructor() {
    super();
    this.heights = new Map();
    this.near = new Set();
    this.observer = new IntersectionObserver((seen) => this.seen(seen), { rootMargin: "800px 0px" });
  }

  /** @param {any} state @param {string} seat @param {any} does */
  draw(state, seat, does) {
    Object.assign(this, { state, seat, does });
    const struck = new Set(state.view.undone);
    const chunks = new Map();
    for (const entry of shownEntries(state, seat).reverse()) {
      const place = Math.floor(entry.number / CHUNK);
      chunks.set(place, [...(chunks.get(place) ?? []), entry]);
    }
    this.newest = Math.max(...chunks.keys());
    this.oldest = Math.min(...chunks.keys());
    show(this, [...chunks].map(([place, entries]) => h("ol.chunk", { key: place, "data-chunk": place }, this.isNear(place) ? entries.map((entry) => this.row(entry, struck)) : null)));
    for (const chunk of this.children) {
      const place = Number(chunk.dataset.chunk);
      chunk.style.minHeight = this.isNear(place) ? "" : `${this.heights.get(place) ?? CHUNK * ROW}px`;
      this.observer.observe(chunk);
    }
  }

  /** The newest chunk is always drawn, so that there is something to see at once. @param {number} place */
  isNear(place) {
    return place === this.newest || this.near.has(place);
  }

  /** @param {IntersectionObserverEntry[]} seen */
  seen(seen) {
    if (!this.isConnected) return;
    let changed = false;
    for (const { target, isIntersecting, boundingClientRect } of seen) {
      const place = Number(target.dataset.chunk);
      if (isIntersecting === this.near.has(place)) continue;
      changed = true;
      if (isIntersecting) this.near.add(place);
      else if (this.near.delete(place)) this.heights.set(place, boundingClientRect.height);
    }
    if (!changed) return;
    this.draw(this.state, this.seat, this.does);
    if (this.near.has(this.oldest)) this.does.older();
  }

  /** @param {any} entry @param {Set<number>} struck */
  row(entry, struck) {
    const undone = struck.has(entry.number);
    const words = entryWords(this.state, entry);
    const fell = entry.kind === "thrown" ? fallen(rollOf(this.state, entry), entry) : null;
    return h("li.entry", { key: entry.number, class: `of-${entry.kind} ${undone ? "undone" : ""}` },
      h("span.number", null, `#${entry.number}`),
      h("div", null, undone ? h("del", null, words, h("span.visually-hidden", null, " (undone)")) : words,
        fell ? diceRow(diceNamed(this.state, rollOf(this.state, entry), fell)) : null,
        entry.by_hand ? h("span.tag", null, "by hand") : null),
      undone ? null : this.undoButton(entry));
  }

  /** @param {any} entry */
  undoButton(entry) {
    const rolled = entry.kind === "thrown" && this.state.view.you.role === "gm";
    const edited = ["edited", "character_renamed", "round_begun"].includes(entry.kind) && entry.changes.length > 0 && leads(this.state);
    return rolled || edited ? h("button.quiet.small", { type: "button", "aria-label": `undo #${entry.number}`, onclick: () => this.does.send("undo", { entry: rolled ? entry.roll : entry.number }) }, "undo") : null;
  }
}

/** The dice of a throw with what they counted for, as far as that is known here. @param {any} roll @param {any} entry @returns {any[]} */
function fallen(roll, entry) {
  const own = diceThrown(entry).map((die) => die.face).join(" ");
  const known = roll?.record?.steps.filter((step) => step.do === "throw").find((step) => step.dice.map((die) => die.face).join(" ") === own);
  return known?.dice ?? diceThrown(entry);
}

customElements.define("ar-log", LogView);

/** The log as text to paste elsewhere. @param {any} state @param {string} seat @param {"text"|"markdown"} form */
export function logAsText(state, seat, form) {
  const struck = new Set(state.view.undone);
  return shownEntries(state, seat).map((entry) => {
    const words = entryWords(state, entry);
    if (form === "text") return `${struck.has(entry.number) ? "(undone) " : ""}${words}`;
    const safe = words.replace(/([\\`*_[\]<>#|~])/g, "\\$1");
    return `- ${struck.has(entry.number) ? `~~${safe}~~` : safe}`;
  }).join("\n");
}
