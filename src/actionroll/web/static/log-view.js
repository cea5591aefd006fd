// The log: what everyone did, newest first, drawn only near where it is looked at.

import { diceRow } from "./dice.js";
import { h, show } from "./dom.js";
import { changes, entryWords } from "./entry-words.js";
import { plain } from "./numbers.js";

const CHUNK = 40;
const QUIET = new Set(["set", "offer_withdrawn"]);

/** A list of entries that draws only the chunks near the window. */
export class LogView extends HTMLElement {
  constructor() {
    super();
    this.heights = new Map();
    this.near = new Set([0, 1]);
    this.observer = new IntersectionObserver((seen) => this.seen(seen), { rootMargin: "800px 0px" });
  }

  /** @param {any} state @param {string} seat show only this seat's entries, all if empty @param {any} does */
  draw(state, seat, does) {
    this.state = state;
    this.does = does;
    const struck = new Set(state.view.undone);
    const entries = [...state.log.values()].filter((entry) => !QUIET.has(entry.kind) && (!seat || entry.by === seat)).sort((a, b) => b.number - a.number);
    const chunks = [];
    for (let from = 0; from < entries.length; from += CHUNK) chunks.push(entries.slice(from, from + CHUNK));
    show(this, chunks.map((chunk, place) => h("ol.chunk", { key: place, "data-chunk": place }, this.near.has(place) ? chunk.map((entry) => this.row(entry, struck)) : null)));
    for (const chunk of this.children) {
      const place = Number(chunk.dataset.chunk);
      chunk.style.minHeight = this.near.has(place) ? "" : `${this.heights.get(place) ?? CHUNK * 64}px`;
      this.observer.observe(chunk);
    }
  }

  /** @param {IntersectionObserverEntry[]} seen */
  seen(seen) {
    let changed = false;
    for (const { target, isIntersecting, boundingClientRect } of seen) {
      const place = Number(target.dataset.chunk);
      if (isIntersecting && !this.near.has(place)) { this.near.add(place); changed = true; }
      if (!isIntersecting && this.near.has(place)) { this.heights.set(place, boundingClientRect.height); this.near.delete(place); changed = true; }
    }
    if (changed) this.dispatchEvent(new CustomEvent("redraw"));
  }

  /** @param {any} entry @param {Set<number>} struck */
  row(entry, struck) {
    const undone = struck.has(entry.number) || this.state.view.rolls.some((roll) => roll.roll === (entry.roll ?? entry.number) && roll.status === "undone") || (entry.roll && struck.has(entry.number));
    const throws = entry.record?.steps?.filter((step) => step.do === "throw") ?? [];
    const words = entryWords(this.state, entry);
    return h("li.entry", { key: entry.number, class: `of-${entry.kind} ${undone ? "undone" : ""}` },
      h("span.number", null, `#${entry.number}`),
      h("div", null, undone ? h("del", null, words, h("span.visually-hidden", null, " (undone)")) : words,
        entry.kind === "thrown" && throws.length ? diceRow(throws.at(-1).dice) : null,
        entry.by_hand ? h("span.tag", null, "by hand") : null,
        entry.kind === "thrown" && (entry.changes ?? []).length ? h("p.hint", null, plain(changes(this.state, entry))) : null));
  }
}

customElements.define("ar-log", LogView);

/** The log as text to paste elsewhere. @param {any} state @param {"text"|"markdown"} form */
export function logAsText(state, form) {
  const struck = new Set(state.view.undone);
  return [...state.log.values()].sort((a, b) => a.number - b.number).filter((entry) => !QUIET.has(entry.kind)).map((entry) => {
    const words = entryWords(state, entry);
    if (form === "text") return `${struck.has(entry.number) ? "(undone) " : ""}${words}`;
    const safe = words.replace(/([\\`*_[\]<>#|~])/g, "\\$1");
    return `- ${struck.has(entry.number) ? `~~${safe}~~` : safe}`;
  }).join("\n");
}
