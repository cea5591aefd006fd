// The log: rolls as stories and everything else as a line, newest first, drawn only near where it is looked at.

import { copyText } from "./device.js";
import { fairPlay } from "./fair-play.js";
import { h, oneOf, show } from "./dom.js";
import { deedCalled } from "./face.js";
import { sign } from "./icons.js";
import { drafted } from "./kept.js";
import { isStanding, named, partName } from "./people.js";
import { chronicleView, readingTabs, sendDraft } from "./chronicle.js";
import { get } from "./server.js";
import { entryWords, isSilent, rollNumber, rollOf } from "./story.js";
import { leads } from "./table-state.js";
import { storyOf, storyText } from "./tale.js";
import { TAKE_BACK, begun, dayOf, worded } from "./words.js";

const CHUNK = 40;
const ROW = 48;

/**
 * @typedef {{number: number, entries: Entry[], roll: number, day?: string}} Item a line of the log: one entry, or all
 *   of a roll; the first of a day names it
 */

/**
 * What the log shows, oldest first.
 * @param {State} state @param {string} seat only this seat's, all if empty @returns {Item[]}
 */
function itemsOf(state, seat) {
  const mine = (/** @type {Entry} */ entry) => !seat || entry.by === seat || rollOf(state, entry)?.seat === seat;
  const items = new Map();
  for (const entry of [...state.log.values()].sort((a, b) => a.number - b.number)) {
    if (isSilent(entry) || !mine(entry)) continue;
    const roll = rollNumber(entry);
    const number = roll || entry.number;
    if (items.has(number)) items.get(number).entries.push(entry);
    else items.set(number, { number, roll, entries: [entry] });
  }
  return [...items.values()].sort((a, b) => placeOf(a) - placeOf(b));
}

/**
 * Rolls in secret, each where it was made, for those who may see them; what is copied to others leaves them out.
 * @param {State} state @param {string} seat @returns {Item[]}
 */
function secretsOf({ view, log }, seat) {
  const oldest = Math.min(...log.keys());
  return view.secrets
    .filter(({ entry }) => entry.after >= oldest - 1 && (!seat || entry.by === seat))
    .map(({ entry, number: place }) => {
      const number = entry.after + place / (place + 1); // after that entry and before the next, in their order
      return { number, roll: 0, entries: [{ ...entry, number }] };
    });
}

/**
 * Where a line stands among the others: a roll where its dice fell, so that what was done before stands before it; an
 * evening that was played before anyone said so, before its first roll.
 * @param {Item} item
 */
function placeOf({ entries, number }) {
  return entries[0].first ? entries[0].first - 0.5 : entries.find(({ kind }) => kind === "thrown")?.number ?? number;
}

const FIRST = "If something later builds on it, that has to be taken back first.";
const WHOLE = `${TAKE_BACK}, dice and all? It cannot be brought back. ${FIRST}`;
const takenBack = () => h("span.visually-hidden", null, " (taken back)");
const CODES = "Codes in round brackets name rules of this game; a tap on one shows what it says.";
const BROUGHT = `Take back only what it brought? The dice stay as they fell. ${FIRST}`;

/**
 * One tap that takes something back; what cannot be done again is asked before.
 * @param {{number: number}} entry @param {string} says @param {string} question @param {Taps} does
 */
function undoing({ number }, says, question, does) {
  const take = () => void does.send("undo", { entry: number });
  const undo = question ? () => does.confirm(question, take) : take;
  const button = { key: number, type: "button", "aria-label": `${says} #${number}`, onclick: undo };
  return h("button.quiet.small", button, says);
}

/** @param {Entry} entry */
function endsEvening({ kind, changes }) {
  return kind === "evening_changed" && changes?.[0][1] === "ended";
}

/**
 * What was said last of what a roll brings, where that can be taken back by itself.
 * @param {State} state @param {Entry[]} entries
 */
function lastSaid(state, entries) {
  const said = entries.filter((each) => each.kind === "settled" && isStanding(state, each)).at(-1);
  return said && !said.answers ? said : null;
}

/** A list that draws only the chunks near the window; older ones are fetched as they come near. */
export class LogView extends HTMLElement {
  constructor() {
    super();
    this.heights = new Map();
    this.near = new Set();
    this.newest = 0;
    this.oldest = 0;
    /** @type {any} */
    this.shown = null;
    this.observer = new IntersectionObserver((seen) => this.seen(seen), { rootMargin: "800px 0px" });
  }

  /** @param {State} state @param {string} seat @param {Taps} does */
  draw(state, seat, does) {
    this.shown = { state, seat, does };
    const struck = new Set(state.view.undone);
    const chunks = new Map();
    let day = "";
    const items = [...itemsOf(state, seat), ...secretsOf(state, seat)].sort((a, b) => placeOf(b) - placeOf(a));
    for (const item of items) {
      const its = dayOf((state.log.get(item.entries[0].first) ?? item.entries[0]).at ?? 0);
      item.day = its === day ? "" : its;
      day = its;
      const place = Math.floor(placeOf(item) / CHUNK);
      chunks.set(place, [...(chunks.get(place) ?? []), item]);
    }
    this.newest = Math.max(...chunks.keys());
    this.oldest = Math.min(...chunks.keys());
    show(
      this,
      [...chunks].map(([place, items]) =>
        h(
          "ol.chunk",
          { key: place, "data-chunk": place },
          this.isNear(place)
            ? items.map((/** @type {Item} */ item) => [
                item.day ? h("li.day", { key: `day-${item.number}` }, item.day) : null,
                this.row(item, struck),
              ])
            : null,
        ),
      ),
    );
    for (const chunk of /** @type {any} */ (this.children)) {
      const place = Number(chunk.dataset.chunk);
      chunk.style.minHeight = this.isNear(place) ? "" : `${this.heights.get(place) ?? CHUNK * ROW}px`;
      this.observer.observe(chunk);
    }
  }

  /**
   * The newest chunk is always drawn, so that there is something to see at once.
   * @param {number} place
   */
  isNear(place) {
    return place === this.newest || this.near.has(place);
  }

  /** @param {IntersectionObserverEntry[]} seen */
  seen(seen) {
    if (!this.isConnected) return;
    let changed = false;
    for (const { target, isIntersecting, boundingClientRect } of seen) {
      const place = Number(/** @type {HTMLElement} */ (target).dataset.chunk);
      if (isIntersecting === this.near.has(place)) continue;
      changed = true;
      if (isIntersecting) this.near.add(place);
      else if (this.near.delete(place)) this.heights.set(place, boundingClientRect.height);
    }
    if (!changed) return;
    const { state, seat, does } = this.shown;
    this.draw(state, seat, does);
    if (this.near.has(this.oldest)) does.older();
  }

  /** @param {Item} item @param {Set<number>} struck */
  row(item, struck) {
    return item.roll ? this.story(item, struck) : this.line(item.entries[0], struck);
  }

  /** @param {Entry} entry @param {Set<number>} struck */
  line(entry, struck) {
    const { state, does } = this.shown;
    const undone = struck.has(entry.number);
    const words = entryWords(state, entry);
    const changes = entry.changes ?? [];
    const theirs = changes.some(([, name]) => name === "paper:private");
    // An edit (in table/log.py), and no other line, has changes and no entries that it takes back.
    const may = changes.length > 0 && !entry.entries && !theirs && leads(state) && !undone;
    return h(
      "li.entry",
      { key: entry.number, class: `of-${entry.kind} ${undone ? "undone" : ""}` },
      h("div", null, undone ? h("del", null, words, takenBack()) : words),
      may ? undoing(entry, endsEvening(entry) ? "Go on with it" : "Take back", "", does) : null,
    );
  }

  /** @param {Item} item @param {Set<number>} struck */
  story(item, struck) {
    const { state, does } = this.shown;
    const undone = item.entries.some((entry) => entry.kind === "thrown" && struck.has(entry.number));
    const told = storyOf(state, item.roll, item.entries);
    const may = !undone && told.over && state.view.you.role === "gm";
    const said = may ? lastSaid(state, item.entries) : null;
    return h(
      "li.entry.story",
      { key: `roll-${item.roll}`, class: undone ? "undone" : null },
      h(
        "div",
        null,
        h("h3", null, undone ? h("del", null, told.title, takenBack()) : told.title),
        told.subtitle ? h("p.hint", null, told.subtitle) : null,
        told.before.map((line, place) => h("p", { key: `before-${place}` }, line)),
        told.tier
          ? h(
              "p.told-tier",
              null,
              h("span", { class: `ink-${told.tone}` }, sign(told.tone), h("b", null, ` ${told.tier}`)),
              h("span.faces-line", null, ` ${told.faces}`),
              told.byHand ? h("span.hint", null, "by hand") : null,
            )
          : null,
        told.why ? h("p", null, told.why) : null,
        told.lines.map((line, place) => h("p", { key: place }, line)),
        told.over ? this.steps(item.roll) : null,
        may
          ? h(
              "div.undoing",
              null,
              undoing({ number: item.roll }, TAKE_BACK, WHOLE, does),
              said ? undoing(said, "Take back what it brought", BROUGHT, does) : null,
            )
          : null,
      ),
    );
  }

  /**
   * Step by step with the rules, fetched when someone asks.
   * @param {number} number
   */
  steps(number) {
    const { state, does } = this.shown;
    const known = does.stories.get(number);
    const lines = known?.refused ? [known.refused] : (known?.record?.outcome?.words.long ?? []);
    const told = (/** @type {string} */ line) => (known.refused ? worded(line) : stepTold(state, known, line));
    return [
      h(
        "button.quiet.small.tell",
        { type: "button", "aria-expanded": known ? "true" : "false", onclick: () => does.tell(number) },
        "Step by step",
      ),
      known && !known.refused ? h("p.hint", { key: "codes" }, CODES) : null,
      known
        ? h(
            "ol.steps",
            null,
            lines.map((/** @type {string} */ line, /** @type {number} */ place) =>
              h("li", { key: place }, lineWithRules(state, told(line), does)),
            ),
          )
        : null,
    ];
  }
}

customElements.define("ar-log", LogView);

/**
 * The log as text to paste elsewhere.
 * @param {State} state @param {string} seat @param {"text"|"markdown"} form
 */
function logAsText(state, seat, form) {
  const struck = new Set(state.view.undone);
  return itemsOf(state, seat)
    .map((item) => {
      const undone = item.entries.some(
        (entry) => (item.roll ? entry.kind === "thrown" : true) && struck.has(entry.number),
      );
      const words = item.roll ? storyText(storyOf(state, item.roll, item.entries)) : entryWords(state, item.entries[0]);
      if (form === "text") return `${undone ? "(taken back) " : ""}${words}`;
      const safe = words.replace(/([\\`*_[\]<>#|~])/g, "\\$1");
      return `- ${undone ? `~~${safe}~~` : safe}`;
    })
    .join("\n");
}

/** @param {State} state @param {Taps} does */
export function logPanel(state, does) {
  const key = `note.${state.view.table}`;
  const add = (/** @type {any} */ event) => sendDraft(key, event, (text) => does.send("note", { text }));
  const copy = (/** @type {"text"|"markdown"} */ form) => async (/** @type {any} */ event) =>
    copyText(logAsText(await does.wholeLog(), does.seatShown, form), event.target);
  if (does.reading.what !== "log") return [readingTabs(does), ...chronicleView(state, does)];
  return [
    readingTabs(does),
    state.view.you.role === "onlooker"
      ? null
      : h(
          "form.joined.noting",
          { key: "note", onsubmit: add },
          h(
            "input",
            drafted(key, {
              name: "text",
              maxlength: 2000,
              required: true,
              placeholder: "Write a note",
              "aria-label": "Note",
            }),
          ),
          h("button", { type: "submit" }, "Add"),
        ),
    h("ar-log", { key: "log" }),
    state.log.has(1)
      ? null
      : h("button", { key: "older", type: "button", onclick: () => does.older() }, "Older entries"),
    h(
      "details.card.filters",
      { key: "filters" },
      h("summary", null, h("h2", null, "Copy, filter, export")),
      h(
        "div.actions",
        null,
        oneOf("Show", does.seatShown, (seat) => does.showSeat(seat), [
          ["", "everyone"],
          ...state.view.seats.map(({ seat, name }) => /** @type {[string, string]} */ ([seat, name])),
        ]),
        h("button.quiet.small", { type: "button", onclick: copy("text") }, "Copy as text"),
        h("button.quiet.small", { type: "button", onclick: copy("markdown") }, "Copy as Markdown"),
        h("a.button.quiet.small", { href: `${does.base}/export`, download: `${state.view.name}.jsonl` }, "Export"),
      ),
    ),
    ...fairPlay(state, does),
  ];
}

/**
 * How a roll came about, step by step, each rule opening its sentence; what was demanded, until it is said.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {Outcome} outcome
 */
export function stepsTold(state, roll, does, outcome) {
  const { dues, words } = outcome; // which end the story, one line each
  const before = Math.max(1, words.long.length - dues.length); // by rules that have changed since none is told
  const isOpen = (/** @type {number} */ place) => roll.open_dues.some(({ due }) => due === place);
  const lines = words.long.filter((_, place) => place < before || isOpen(place - before));
  const told = lines.map((line) => lineWithRules(state, stepTold(state, roll, line), does));
  return [
    h("p.hint", { key: "codes" }, CODES),
    h("ol", { key: "steps" }, told.map((line, place) => h("li", { key: place }, line))),
  ];
}

/**
 * A step in words; a decision by the deed that was chosen, not the rules' own name of it.
 * @param {State} state @param {Roll} roll @param {string} line
 */
function stepTold(state, roll, line) {
  const place = roll.record?.outcome?.words.choices?.indexOf(line) ?? -1; // in the order of the steps
  const step = roll.record?.steps.filter((each) => each.do === "decide")[place];
  const deed = step && deedCalled(state.game, step.chose, (name) => (name === "tier" ? "result" : "die"));
  return deed ? `${begun(partName(state, roll, step.by))} chose “${deed}” (${step.rule}).` : named(state, roll, line);
}

const RULE = /(\(?\b[A-Z]{2,3}-[A-Z]?\d+[a-z]?\b\)?)/; // with its brackets: no line ends between them

/**
 * A line of the rules whose rules open their sentences.
 * @param {State} state @param {string} line @param {Taps} does
 */
function lineWithRules(state, line, does) {
  return line.split(RULE).map((part, place) => {
    if (place % 2 === 0) return part;
    const [code] = part.match(/[^()]+/) ?? [""];
    const open = does.ruleShown === code;
    const opens = { type: "button", "aria-expanded": String(open), onclick: () => void openRule(state, code, does) };
    const [before, after] = part.split(code);
    return [
      h("span", { key: code, style: { "white-space": "nowrap" } }, before, h("button.rule", opens, code), after),
      open ? h("span.rule-says", null, ` ${state.game.rules?.[code] ?? "…"} `) : null,
    ];
  });
}

/**
 * Show what a rule says, or hide it; the sentences of a game's rules come with the first that is opened.
 * @param {State} state @param {string} rule @param {Taps} does
 */
async function openRule(state, rule, does) {
  does.showRule(rule);
  if (state.game.rules) return;
  state.game.rules = (await get(`/api/games/${state.view.game}`).catch(() => ({}))).rules;
  does.draw();
}
