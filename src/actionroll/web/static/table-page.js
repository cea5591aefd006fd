// The live table: what everyone sees, kept current by the feed.

import { announce, spoken } from "./announce.js";
import { h, painter, show } from "./dom.js";
import { entryWords, rollOf } from "./entry-words.js";
import { follow } from "./feed.js";
import { gmView } from "./gm-view.js";
import "./install.js";
import { joinView } from "./join-view.js";
import { remember } from "./known-tables.js";
import { callAs } from "./labels.js";
import { logPanel, sheetsPanel, tablePanel } from "./panels.js";
import { named } from "./parts.js";
import { contradicted, keepReceipt, receiptWords } from "./receipts.js";
import { isMyTurn, rollCard } from "./roll-card.js";
import { get } from "./server.js";
import { heard, keepNear, leads, makeState, putRoll, takeView } from "./table-state.js";
import { makeTaps } from "./taps.js";

const FALL = 900;
const TABS = { sheet: "Sheet", table: "Table", log: "Log", gm: "GM" };
const root = document.getElementById("table-page");
const table = root.dataset.table;
const base = `/api/tables/${table}`;
const wide = matchMedia("(min-width: 60rem)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");

const draw = painter(paint);
/** @type {any} */
const page = { state: null, table, base, live: "live", failure: "", trusted: false, tab: "sheet", side: "log", onlyRolls: false, draw, askNear, isCalm: () => calm.matches };
const does = makeTaps(page);

wide.addEventListener("change", draw);
for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, landed);
boot();

async function boot() {
  try {
    const view = await get(base);
    await open(view);
  } catch (refused) {
    if ([401, 403, 404].includes(refused.status)) {
      await joinView(root, table, location.hash.slice(1), () => { history.replaceState(null, "", location.pathname); boot(); });
      return;
    }
    show(root, h("section.card.narrow", null, h("h1", null, "The table cannot be reached"), h("p", { role: "status" }, "This page tries again by itself.")));
    setTimeout(boot, 2000);
  }
}

/** @param {any} view */
async function open(view) {
  page.state = makeState(view, await get(`/api/games/${view.game}`));
  callAs(page.state.game.labels);
  page.tab = view.you.role === "player" ? "sheet" : "table";
  remember({ table, name: view.name, game: page.state.game.title });
  draw();
  compare(view);
  askNear(view.rolls);
  lastRoll(view);
  follow(`${base}/feed`, view.number, { entry: onEntry, secret: onSecret, here: onHere, state: (now) => { page.live = now; draw(); }, gone, refused });
}

/** Whether the log is still the one that this device knew; from then on every entry is a receipt. @param {any} view */
async function compare(view) {
  const hashOf = async (number) => (await get(`${base}/log?before=${number + 1}&limit=1`)).entries[0]?.hash;
  const missing = await contradicted(table, view.number, hashOf).catch(() => undefined);
  if (missing === undefined) return;
  page.trusted = missing === null;
  if (page.trusted) keepReceipt(table, view.number, view.hash);
  else page.failure = `The log is not the one that this device knew: it was set back or changed. Compare exports; your receipt is ${receiptWords(missing)}`;
  draw();
}

/** The feed was refused: the seat is lost, or the log ends before what is known. Returns whether it is over. */
async function refused() {
  try {
    const view = await get(base);
    if (page.state && view.number < page.state.view.number) location.reload();
    return false;
  } catch (told) {
    if (told.status === 401) gone();
    return told.status === 401;
  }
}

/** The roll that was made last stays in sight, also after a reload. @param {any} view */
async function lastRoll(view) {
  const thrown = view.log.filter((entry) => entry.kind === "thrown").at(-1);
  if (!thrown || view.rolls.some((roll) => roll.roll === thrown.roll)) return;
  putRoll(page.state, await get(`${base}/rolls/${thrown.roll}`));
  draw();
}

function gone() {
  page.state = null;
  show(root, h("section.card.narrow", null, h("h1", null, "This phone no longer holds its seat"), h("p", null, "Ask the gm for a new link to it.")));
}

/** @type {Set<number>} */
const askingNear = new Set();

/** Ask for the alternatives around every open roll that changed, so that the next toggle need not wait. @param {any[]} rolls */
function askNear(rolls) {
  for (const { roll, status, odds } of rolls) {
    if (status !== "open" || !odds || askingNear.has(roll) || page.state.view.you.role === "onlooker") continue;
    askingNear.add(roll);
    nearOf(roll).catch(() => {}).finally(() => askingNear.delete(roll));
  }
}

/** Ask until what came fits the roll as it is known by then. @param {number} roll */
async function nearOf(roll) {
  for (let known = -1; page.state && known !== page.state.versions.get(roll);) {
    known = page.state.versions.get(roll);
    const told = await get(`${base}/rolls/${roll}`);
    if (known === page.state?.versions.get(roll)) keepNear(page.state, told);
  }
  draw();
}

/** @param {any} told */
function onEntry(told) {
  const whole = heard(page.state, told);
  if (page.trusted) keepReceipt(table, told.number, told.hash);
  askNear(told.rolls ?? []);
  for (const entry of page.state.news.splice(0)) {
    if (entry.kind === "thrown") fall(entry.roll);
    speak(entry);
  }
  draw();
  if (whole) refresh();
}

/** @param {any} told */
function onSecret(told) {
  const { secrets } = page.state.view;
  if (!secrets.some((each) => each.number === told.number)) secrets.push(told);
  draw();
}

/** @param {{seats: string[]}} told */
function onHere({ seats }) {
  for (const seat of page.state.view.seats) seat.here = seats.includes(seat.seat);
  draw();
}

/** @param {any} entry */
function speak(entry) {
  if (entry.by === page.state.view.you.seat && !["thrown", "decided"].includes(entry.kind)) return;
  const long = entry.tier ? rollOf(page.state, entry)?.record?.outcome?.words.long : null;
  const said = (line) => named(page.state, rollOf(page.state, entry), line);
  announce(spoken() === "long" && long ? long.map(said).join(" ") : entryWords(page.state, entry));
}

async function refresh() {
  const view = await get(base).catch(() => null);
  if (!view || !page.state) return;
  if (view.number < page.state.view.number) return void refresh();
  takeView(page.state, view);
  draw();
}

/** The dice fall for a moment; what they show is settled already. @param {number} roll */
function fall(roll) {
  if (calm.matches) return;
  does.fresh.add(roll);
  setTimeout(() => { if (does.fresh.delete(roll)) draw(); }, FALL);
}

/** Any tap or key lets the dice lie at once. */
function landed() {
  if (!does.fresh.size) return;
  does.fresh.clear();
  draw();
}

function paint() {
  if (!page.state) return;
  if (!leads(page.state)) leaveGmView();
  if (page.onlyRolls) return paintRolls();
  const turn = page.state.view.rolls.some((roll) => isMyTurn(page.state, roll));
  document.title = `${turn ? "Your turn · " : ""}${page.state.view.name}`;
  if (wide.matches) show(root, banner(), h("div.columns", { key: "columns" }, panel("sheet"), h("div.middle", { key: "middle" }, rolls(), panel("table")), h("div.side-panel", { key: "side" }, sideTabs(), panel(page.side))));
  else show(root, banner(), rolls(), panel(page.tab), tabs(Object.keys(TABS), page.tab, (name) => { page.tab = name; }));
  /** @type {any} */ (root.querySelector("ar-log"))?.draw(page.state, does.seatShown, does);
}

/** Who hands over, or ends the table, has no gm's side any more. */
function leaveGmView() {
  if (page.tab === "gm") page.tab = "table";
  if (page.side === "gm") page.side = "log";
}

/** A toggle of a roll changes nothing else, and is to show within a frame. */
function paintRolls() {
  page.onlyRolls = false;
  const place = root.querySelector("section.rolls");
  if (place) show(place, [...rolls().childNodes]);
}

function banner() {
  const { view, game } = page.state;
  return h("header.banner", { key: "banner" },
    h("div", null, h("h1", null, view.name), h("p.hint", null, game.title, view.ended ? ": ended, to be read only" : "")),
    h("ul.here", { "aria-label": "At the table" }, view.seats.filter((seat) => !seat.gone).map((seat) => h("li", { key: seat.seat, class: seat.here ? "here" : "away" },
      seat.name, seat.role === "player" ? "" : ` (${seat.role})`, h("span.visually-hidden", null, seat.here ? ", here" : ", away")))),
    page.live === "live" ? null : h("p.reconnecting", { role: "status" }, "Reconnecting … what you do is kept and sent once."),
    page.failure ? h("p.refused", { role: "alert" }, page.failure, h("button.quiet", { type: "button", "aria-label": "dismiss", onclick: () => { page.failure = ""; draw(); } }, "×")) : null);
}

/** Rolls that want something first, then the one made last; where the log is read, only a word that they wait. */
function rolls() {
  if (!wide.matches && page.tab === "log") return waiting();
  const all = page.state.view.rolls;
  const last = all.filter((roll) => ["done", "undone"].includes(roll.status)).at(-1);
  const shown = all.filter((roll) => ["open", "waiting"].includes(roll.status) || roll.open_dues?.length || roll === last);
  const ordered = shown.sort((a, b) => Number(isMyTurn(page.state, b)) - Number(isMyTurn(page.state, a)) || b.roll - a.roll);
  return h("section.rolls", { key: "rolls", "aria-label": "Rolls" }, ordered.length || !wide.matches ? ordered.map((roll) => rollCard(page.state, roll, does)) : h("p.card.empty", { key: "empty" }, "Pick a trait on a sheet, and the roll opens here for all."));
}

function waiting() {
  const turn = page.state.view.rolls.some((roll) => isMyTurn(page.state, roll));
  return turn ? h("button.turn", { key: "turn", type: "button", onclick: () => { page.tab = "table"; draw(); } }, "Your turn: go to the roll") : null;
}

/** @param {string} name */
function panel(name) {
  const inside = { sheet: sheetsPanel, table: tablePanel, log: logPanel, gm: gmView }[name];
  return h("section.panel", { key: `panel-${name}`, id: `panel-${name}`, "aria-label": TABS[name] }, inside(page.state, does));
}

function sideTabs() {
  return leads(page.state) ? tabs(["log", "gm"], page.side, (name) => { page.side = name; }) : null;
}

/** @param {string[]} names @param {string} now @param {(name: string) => void} choose */
function tabs(names, now, choose) {
  return h("nav.tabs", { key: "tabs", "aria-label": "Parts of the table" }, names.filter((name) => name !== "gm" || leads(page.state)).map((name) => h("button", {
    key: name, type: "button", "aria-current": now === name ? "page" : null, onclick: () => { choose(name); draw(); },
  }, TABS[name])));
}
