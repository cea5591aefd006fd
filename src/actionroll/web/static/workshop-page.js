// The workshop: write a game as a file, with its faults beside the lines and its odds as one types.

import { control } from "./controls.js";
import { copyText, keepShell } from "./device.js";
import { h, painter, show } from "./dom.js";
import { averages, download, fileInAddress, houseRules, linkTo, newSheet, openFile } from "./editor.js";
import { Editor, exampleView, referenceFor, startCalled } from "./editor.js";
import { same } from "./game.js";
import { keepLinks, keepName } from "./kept.js";
import { oddsBar } from "./odds-bar.js";
import { difference } from "./odds-chart.js";
import { act, ask, get } from "./server.js";
import { decisionControl, openingAsked, openingFields } from "./trying.js";
import { worded } from "./words.js";

const PAUSE = 20;
const KEPT = "actionroll.workshop";
/**
 * @typedef {import("./editor.js").Fault} Fault
 * @typedef {{faults: Fault[], hints?: Fault[], game?: any, sheet?: any, move?: string, odds?: any,
 *   refused?: string}} Told
 */

const root = /** @type {HTMLElement} */ (document.getElementById("workshop-page"));
/**
 * `set` is what was set by hand, and of which game.
 * @type {{starts: any[], told: Told, set: {of: string, move: string, attempt: any, decide: any}, failure: string,
 *   opening: boolean, busy: boolean, base: {file: string, key: string, tiers: Tiers|null},
 *   replacing: {title: string, file: string}|null, example: any}}
 */
const page = {
  starts: [],
  told: { faults: [] },
  set: untouched(""),
  failure: "",
  opening: false,
  busy: false,
  base: based(""),
  replacing: null,
  example: null,
};
const editor = new Editor(typed);
const wrong = h("div.told");
const told = h("div.told");
const beside = h("div.beside", null, wrong, told);
const bar = h("div.workshop-bar");
const replacing = h("div.replacing");
const inSight = h("div.in-sight", { "aria-hidden": "true" });
const draw = painter(paint);
/** @type {AbortController|null} */
let asking = null;
let waiting = 0;

keepShell();
start();

async function start() {
  const starts = await get("/api/starts");
  page.starts = [...starts, ...houseRules(starts)];
  const first = page.starts.find((each) => each.start === "two-dice");
  editor.text.value = (await fileInAddress()) ?? localStorage.getItem(KEPT) ?? first?.file ?? "";
  page.base = based(editor.value);
  show(root, h("section.writing", { "aria-label": "The file" }, bar, replacing, inSight, editor.view()), beside);
  wrong.after(referenceFor(editor));
  await settle();
}

function barView() {
  const chosen = (/** @type {any} */ event) => {
    const found = page.starts.find((each) => each.start === event.target.value);
    event.target.value = "";
    if (found) startFrom(found);
  };
  const group = (/** @type {string} */ label, /** @type {boolean} */ games, whole = false) =>
    h(
      "optgroup",
      { key: label, label },
      page.starts.map(
        (each) =>
          each.of_game === games &&
          !!each.whole === whole &&
          h("option", { key: each.start, value: each.start }, startCalled(each)),
      ),
    );
  const refused = (/** @type {string} */ says) => {
    page.failure = says;
    draw();
  };
  return [
    h(
      "label",
      { key: "starts" },
      h("span", null, "Start from"),
      h(
        "select",
        { id: "starts", onchange: chosen },
        h("option", { key: "", value: "" }, "a game or a mechanic …"),
        group("Games, their action roll alone", true),
        group("Games, all of them with your rules", true, true),
        group("Mechanics", false),
      ),
    ),
    h("button", { key: "open", type: "button", onclick: () => openFile(startFrom, refused) }, "Open a file"),
    h("button", { key: "save", type: "button", onclick: () => download(editor.value) }, "Download"),
    h("button", { key: "share", type: "button", onclick: share }, "Copy a link"),
    h(
      "button.primary",
      {
        key: "table",
        type: "button",
        disabled: page.told.faults.length > 0,
        onclick: () => {
          page.opening = !page.opening;
          draw();
          document.getElementById("table-name")?.focus();
        },
      },
      "Open a table with it",
    ),
  ];
}

/**
 * Another start takes the file's place: at once where nothing of one's own is in it, else when that is confirmed.
 * @param {{title: string, file: string}} start
 */
function startFrom(start) {
  page.failure = "";
  const own = editor.value.trim() && !page.starts.some((each) => each.file === editor.value);
  page.replacing = own ? start : null;
  if (!own) write(start.file);
  draw();
}

function replacingView() {
  const start = page.replacing;
  if (!start) return null;
  const chosen = (/** @type {boolean} */ yes) => () => {
    page.replacing = null;
    if (yes) write(start.file);
    draw();
  };
  return h(
    "section.card",
    { key: "replacing", role: "alertdialog", "aria-label": "Replace your file?" },
    h("p", null, `“${start.title}” takes the place of your file, and what you changed is gone.`),
    h(
      "p.actions",
      null,
      h("button.primary", { type: "button", onclick: chosen(false) }, "Keep mine"),
      h("button", { type: "button", onclick: chosen(true) }, "Replace it"),
    ),
  );
}

/** @param {string} file */
function write(file) {
  page.base = based(file);
  editor.write(file);
  page.set = untouched(idNow());
}

/**
 * What odds are compared with: a file, and what it comes to once that is known.
 * @param {string} file @returns {{file: string, key: string, tiers: Tiers|null}}
 */
function based(file) {
  return { file, key: "", tiers: null };
}

/** @param {string} of the id of a game */
function untouched(of) {
  return { of, move: "", attempt: {}, decide: {} };
}

/** The id that the text gives its game, whether or not it can be read. */
function idNow() {
  return idOf(editor.value);
}

/** @param {string} file */
function idOf(file) {
  return /^id\s*=\s*["']([^"'\n]*)/m.exec(file)?.[1] ?? "";
}

function typed() {
  localStorage.setItem(KEPT, editor.value);
  clearTimeout(waiting);
  waiting = window.setTimeout(settle, PAUSE);
}

async function settle() {
  asking?.abort();
  asking = new AbortController();
  if (page.set.of !== idNow()) page.set = untouched(idNow());
  const { move, attempt, decide } = page.set;
  try {
    const told = await ask("/api/workshop", { file: editor.value, move, attempt, decide }, asking.signal);
    const sameGame = page.told.game?.game === idNow();
    page.told = told.faults.length ? { ...(sameGame ? page.told : {}), faults: told.faults } : told;
    page.failure = "";
    if (!told.faults.length && idOf(page.base.file) !== idNow()) page.base = based(editor.value);
  } catch (/** @type {any} */ refused) {
    if (refused.name === "AbortError") return;
    page.failure = refused.message;
  }
  editor.number(page.told.faults);
  draw();
  await askBase(asking.signal);
}

/**
 * The odds before the change, with the same roll set; a file that cannot be read or rolled so tells none.
 * @param {AbortSignal} signal
 */
async function askBase(signal) {
  const { base, set, told } = page;
  const key = JSON.stringify([set.move, set.attempt, set.decide]);
  if (told.faults.length || base.file === editor.value || base.key === key) return;
  try {
    const { odds: found } = await ask("/api/workshop", { ...set, of: undefined, file: base.file }, signal);
    Object.assign(base, { key, tiers: found?.tiers ?? null });
  } catch (/** @type {any} */ refused) {
    if (refused.name !== "AbortError") Object.assign(base, { key, tiers: null });
  }
  draw();
}

function paint() {
  show(bar, barView());
  show(replacing, replacingView(), page.opening ? opening() : null);
  const look = (/** @type {any} */ start) => {
    page.example = start;
    draw();
  };
  const example = exampleView(page.starts, page.example, look, startFrom);
  show(wrong, faults(), hints());
  show(told, example, stale(), odds(), inputs(), newSheet(page.told.sheet));
  show(inSight, page.told.odds ? oddsBar(page.told.odds.tiers, { compact: true }) : null);
  beside.classList.toggle("stale", isStale());
}

/** Whether what stands there is of the file before it was broken. */
function isStale() {
  return Boolean(page.told.game && (page.told.faults.length || page.failure));
}

function stale() {
  return isStale()
    ? h("p.hint.before", { key: "before" }, "Below: as it was before. Mend the file to see it anew.")
    : null;
}

function faults() {
  const found = page.told.faults;
  if (page.failure) return h("section.card", { key: "faults" }, h("p.refused", { role: "alert" }, page.failure));
  if (!found.length) return null;
  return h(
    "section.card.faults",
    { key: "faults", "aria-live": "polite" },
    h("h2", null, found.length === 1 ? "One thing is wrong" : `${found.length} things are wrong`),
    found.map(placed),
  );
}

function hints() {
  const found = page.told.faults.length ? [] : (page.told.hints ?? []);
  if (!found.length) return null;
  return h("section.card.faults.hints", { key: "hints" }, h("h2", null, "Perhaps not meant"), found.map(placed));
}

/** @param {Fault} fault @param {number} place */
function placed(fault, place) {
  return h(
    "button",
    { key: place, type: "button", onclick: () => editor.goTo(fault) },
    h("b", null, `line ${fault.line} `),
    fault.says,
    h("span.hint", null, " Go to it"),
  );
}

function odds() {
  const { game, odds: told, refused } = page.told;
  if (!game) return null;
  return h(
    "section.card",
    { key: "odds", "aria-label": "Odds" },
    h("h2", null, game.title),
    h("p", null, game.line),
    refused ? h("p.refused", { role: "alert" }, refused) : oddsBar(told?.tiers ?? null),
    before(told?.tiers),
    told?.says ? h("p.says", null, `First throw: ${worded(told.says)}`) : null,
    averages(told?.facts ?? {}),
  );
}

/**
 * What the change made of it, with the odds as they were.
 * @param {Tiers|undefined} tiers
 */
function before(tiers) {
  const was = page.base.tiers;
  if (!tiers || !was || page.base.file === editor.value || same(tiers, was)) return null;
  const again = () => {
    page.base = based(editor.value);
    draw();
  };
  return h(
    "div.was",
    { key: "was" },
    h("p.hint", null, `It works: ${difference(tiers, was)}. Before your changes:`),
    oddsBar(was, { compact: true }),
    h("button.quiet.small", { type: "button", onclick: again }, "Compare from here on"),
  );
}

function inputs() {
  const { game, odds: told, move } = page.told;
  const found = game?.moves.find((/** @type {any} */ each) => each.move === move);
  if (!found) return null;
  const { attempt, decide } = page.set;
  const value = (/** @type {any} */ input) => told?.attempt[input.input] ?? attempt[input.input] ?? null;
  const changed = (/** @type {any} */ input) => (/** @type {any} */ chosen) => {
    attempt[input.input] = chosen;
    settle();
  };
  const decided = (/** @type {any} */ decision) => (/** @type {string} */ picked) => {
    decide[decision.decision] = picked;
    settle();
  };
  return h(
    "section.card",
    { key: "inputs", "aria-label": "The roll" },
    game.moves.length > 1 ? moves(game.moves, found.move) : null,
    h("p.hint", null, found.says),
    found.inputs
      .filter((/** @type {any} */ input) => input.type !== "text")
      .map((/** @type {any} */ input) => control(input, value(input), changed(input))),
    found.decisions.map((/** @type {any} */ each) =>
      decisionControl(each, decide[each.decision], decided(each)),
    ),
  );
}

/** @param {any[]} found @param {string} now */
function moves(found, now) {
  return h(
    "label",
    { key: "moves" },
    h("span", null, "Move"),
    h(
      "select",
      {
        onchange: (/** @type {any} */ event) => {
          page.set = { ...untouched(idNow()), move: event.target.value };
          settle();
        },
      },
      found.map((each) => h("option", { value: each.move, selected: each.move === now }, each.move)),
    ),
  );
}

function opening() {
  return h(
    "form.card.open",
    { key: "open", onsubmit: open },
    h("h2", null, "Open a table with it"),
    openingFields(page.told.game?.title ?? "My game"),
    h("button.primary.big", { type: "submit", disabled: page.busy || page.told.faults.length > 0 }, "Start"),
  );
}

/** @param {any} event */
async function open(event) {
  event.preventDefault();
  const asked = openingAsked(event.target, page.told.game?.title ?? "My game");
  page.busy = true;
  draw();
  try {
    const made = await act("/api/tables", { file: editor.value, ...asked });
    keepLinks(made.table, made.links);
    keepName(asked.nickname);
    location.href = `/t/${made.table}`;
  } catch (/** @type {any} */ refused) {
    page.failure = refused.message;
  }
  page.busy = false;
  draw();
}

/** @param {any} event */
async function share(event) {
  const link = await linkTo(editor.value);
  history.replaceState(null, "", link);
  await copyText(link, event.target);
}
