// The live table: what everyone sees, kept current by the feed, and what a tap does.

import { announce, preferSpoken, spoken } from "./announce.js";
import { h, show } from "./dom.js";
import { entryWords } from "./entry-words.js";
import { follow } from "./feed.js";
import { gmView } from "./gm-view.js";
import { joinView } from "./join-view.js";
import { copyText, keepLinks } from "./links.js";
import { logAsText } from "./log-view.js";
import { isMyTurn, rollCard } from "./roll-card.js";
import { act, ask, freshKey, get } from "./server.js";
import { sheetView, trackView } from "./sheet-view.js";
import { statisticsView } from "./statistics-view.js";
import { change, heard, keepNear, leads, makeState, myCharacters, putRoll } from "./table-state.js";

const root = document.getElementById("table-page");
const table = root.dataset.table;
const base = `/api/tables/${table}`;
const WIDE = matchMedia("(min-width: 60rem)");

/** @type {any} */
let state = null;
let live = "live";
let failure = "";
let tab = "sheet";
let seatShown = "";
let statistics = null;
let sending = 0;

const does = {
  fresh: new Set(),
  shares: new Map(),
  amounts: new Map(),
  editing: "",
  handFor: 0,
  handDice: null,
  adviceFor: 0,
  adviceText: "",
  secret: { move: "", inputs: {} },
  madeLink: null,
  send, change: changeInput, throw: throwDice, askHand, throwByHand, decide, settle, share, amount, declare, advise, skip, edit, likely, confirm: confirmed, setSecret, rollSecretly, seatLink, renewLinks,
};

boot();

async function boot() {
  let view;
  try {
    view = await get(base);
  } catch (refused) {
    if (refused.status === 401 || refused.status === 403 || refused.status === 404) {
      await joinView(root, table, location.hash.slice(1), () => { history.replaceState(null, "", location.pathname); boot(); });
      return;
    }
    show(root, h("section.card.narrow", null, h("p.refused", { role: "alert" }, refused.message ?? "The table cannot be reached; this page tries again.")));
    setTimeout(boot, 2000);
    return;
  }
  const game = await get(`/api/games/${view.game}`);
  state = makeState(view, game);
  tab = leads(state) && state.view.you.role === "gm" ? "table" : "sheet";
  draw();
  askNear(state.view.rolls);
  if (!WIDE.matches) WIDE.addEventListener("change", draw);
  follow(`${base}/feed`, view.number, { entry: onEntry, secret: refresh, state: (now) => { live = now; draw(); }, gone });
}

function gone() {
  show(root, h("section.card.narrow", null, h("h1", null, "This phone no longer holds its seat"), h("p", null, "Ask the gm for a new link to it.")));
  state = null;
}

/** @type {Set<number>} */
const askingNear = new Set();

/** Ask for the alternatives around every open roll that changed, so that the next toggle need not wait. @param {any[]} rolls */
function askNear(rolls) {
  for (const { roll, status } of rolls) {
    if (status !== "open" || askingNear.has(roll) || state.view.you.role === "onlooker") continue;
    askingNear.add(roll);
    get(`${base}/rolls/${roll}`).then((told) => { keepNear(state, told); draw(); }).catch(() => {}).finally(() => askingNear.delete(roll));
  }
}

/** @param {any} told */
function onEntry(told) {
  const whole = heard(state, told);
  askNear(told.rolls ?? []);
  for (const entry of state.news.splice(0)) {
    if (entry.kind === "thrown") fall(entry.roll);
    speak(entry);
  }
  draw();
  if (whole) refresh();
}

/** @param {any} entry */
function speak(entry) {
  if (entry.by === state.view.you.seat && !["thrown", "decided"].includes(entry.kind)) return;
  const long = entry.record?.outcome?.words.long;
  announce(spoken() === "long" && long ? long.join(" ") : entryWords(state, entry));
}

async function refresh() {
  const view = await get(base);
  const log = state.log;
  state.view = view;
  for (const entry of view.log) log.set(entry.number, entry);
  draw();
}

/** @param {number} roll */
function fall(roll) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  does.fresh.add(roll);
  setTimeout(() => { if (does.fresh.delete(roll)) draw(); }, 700);
}

/** @param {any} roll */
function skip(roll) {
  if (does.fresh.delete(roll.roll)) draw();
}

/** @param {string} operation @param {any} body */
async function send(operation, body) {
  failure = "";
  sending += 1;
  draw();
  try {
    const told = await act(`${base}/${operation}`, body, (waiting) => { live = waiting ? "reconnecting" : "live"; draw(); });
    for (const roll of told.rolls ?? []) putRoll(state, roll);
    askNear(told.rolls ?? []);
    return told;
  } catch (refused) {
    failure = refused.message;
    return null;
  } finally {
    sending -= 1;
    draw();
  }
}

/** @type {Map<number, any>} */
const waitingChanges = new Map();

/** @param {any} roll @param {string} name @param {any} value */
function changeInput(roll, name, value) {
  change(state, roll, name, value);
  draw();
  const body = waitingChanges.get(roll.roll) ?? { roll: roll.roll, inputs: {}, decide: {} };
  if (name.startsWith("decide.")) body.decide[name.slice(7)] = value;
  else body.inputs[name] = value;
  if (waitingChanges.has(roll.roll)) return;
  waitingChanges.set(roll.roll, body);
  queueMicrotask(async () => {
    waitingChanges.delete(roll.roll);
    const told = await send("set", body);
    if (told === null) {
      state.overlay.delete(roll.roll);
      draw();
    }
  });
}

/** @param {any} roll */
function throwDice(roll) {
  send("throw", { roll: roll.roll, nonce: freshKey() });
}

/** @param {any} roll */
async function askHand(roll) {
  does.handFor = does.handFor === roll.roll ? 0 : roll.roll;
  does.handDice = roll.asks?.dice ?? roll.dice ?? [];
  draw();
  /** @type {any} */ (document.querySelector(".hand input"))?.focus();
}

/** @param {any} roll @param {number[]} dice */
async function throwByHand(roll, dice) {
  const told = await send("throw", { roll: roll.roll, dice });
  if (told) does.handFor = 0;
  draw();
}

/** @param {any} roll @param {string} option */
function decide(roll, option) {
  send("decide", { roll: roll.roll, option, nonce: freshKey() });
}

/** @param {any} roll @param {any} due @param {any[]} answer */
async function settle(roll, due, answer) {
  const told = await send("settle", { roll: roll.roll, due: due.due, answer });
  if (told) does.shares.delete(`${roll.roll}-${due.due}`);
}

/** @param {string} id @param {string} key @param {number} by */
function share(id, key, by) {
  const shares = does.shares.get(id) ?? {};
  shares[key] = Math.max(0, (shares[key] ?? 0) + by);
  does.shares.set(id, shares);
  draw();
}

/** @param {string} id @param {number} value */
function amount(id, value) {
  does.amounts.set(id, value);
  draw();
}

/** @param {any} character @param {any} trait */
async function declare(character, trait) {
  const told = await send("declare", { character: character.character, trait: trait.trait });
  if (told) scrollTo({ top: 0, behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth" });
}

/** @param {any} roll */
async function advise(roll) {
  does.adviceFor = roll.roll;
  does.adviceText = "Thinking …";
  draw();
  try {
    const thrown = [...state.log.values()].filter((entry) => entry.kind === "thrown" && entry.roll === roll.roll).at(-1);
    const told = await ask("/api/advice", { game: state.view.game, move: roll.move, attempt: thrown.attempt, rulings: thrown.rulings, answers: roll.record.answers });
    const first = told.decisions[0];
    does.adviceText = first ? `Best for ${told.aim}: ${first.best}` : "Nothing to decide.";
  } catch (refused) {
    does.adviceText = refused.message;
  }
  draw();
}

/** @param {string} character */
function edit(character) {
  does.editing = character;
  draw();
}

const LIKELY = new Set(["position", "difficulty", "extra", "bonus", "penalty", "adds", "drive_spent", "boosts", "talent", "stat", "rating"]);

/** @param {any} roll @param {any} input */
function likely(roll, input) {
  return LIKELY.has(input.input.replace(/^(attacker|defender)_/, ""));
}

/** @param {string} question @param {() => void} then */
function confirmed(question, then) {
  const dialog = /** @type {any} */ (h("dialog.card", { onclose: () => dialog.remove() }, h("p", null, question),
    h("div.actions", null, h("button.primary", { type: "button", onclick: () => { dialog.close(); then(); } }, "Yes"), h("button", { type: "button", onclick: () => dialog.close() }, "No"))));
  document.body.append(dialog);
  dialog.showModal();
}

/** @param {string} name @param {any} value */
function setSecret(name, value) {
  if (name === "move") does.secret = { move: value, inputs: {} };
  else does.secret.inputs[name] = value;
  draw();
}

async function rollSecretly() {
  await send("secret_roll", { move: does.secret.move || state.game.moves[0].move, inputs: does.secret.inputs });
  refresh();
}

/** @param {any} seat */
async function seatLink(seat) {
  const told = await send("links/seat", { seat: seat.seat });
  if (told) does.madeLink = { name: `Link for ${seat.name}`, link: told.links.seat };
  draw();
}

async function renewLinks() {
  const told = await send("links/renew", {});
  if (told) keepLinks(table, told.links);
  draw();
}

/** @param {string} name */
async function choose(name) {
  tab = name;
  if (name === "log") statistics = await get(`${base}/statistics`).catch(() => null);
  draw();
}

function draw() {
  if (!state) return;
  const wide = WIDE.matches;
  if (wide) show(root, banner(), h("div.columns", { key: "columns" }, panel("sheet"), h("div.middle", { key: "middle" }, rolls(), panel("table")), panel("log")));
  else show(root, banner(), rolls(), panel(tab), tabs());
  const log = /** @type {any} */ (root.querySelector("ar-log"));
  if (log) {
    log.onredraw ??= log.addEventListener("redraw", () => log.draw(state, seatShown, does));
    log.draw(state, seatShown, does);
  }
}

function banner() {
  const here = state.view.seats.filter((seat) => !seat.gone);
  return h("header.banner", { key: "banner" },
    h("div", null, h("h1", null, state.view.name), h("p.hint", null, state.game.title)),
    h("ul.here", { "aria-label": "At the table" }, here.map((seat) => h("li", { key: seat.seat, class: seat.here ? "here" : "away", title: `${seat.role}${seat.here ? "" : ", away"}` }, seat.name, seat.role === "gm" ? " (gm)" : ""))),
    live === "live" ? null : h("p.reconnecting", { role: "status" }, "Reconnecting … what you do is kept and sent once."),
    failure ? h("p.refused", { role: "alert" }, failure, h("button.quiet", { type: "button", "aria-label": "dismiss", onclick: () => { failure = ""; draw(); } }, "×")) : null);
}

function rolls() {
  const shown = state.view.rolls.filter((roll) => ["open", "waiting"].includes(roll.status) || roll.open_dues?.length || does.fresh.has(roll.roll) || roll.roll === newest());
  const ordered = [...shown].sort((a, b) => Number(isMyTurn(state, b)) - Number(isMyTurn(state, a)) || b.roll - a.roll);
  return h("section.rolls", { key: "rolls", "aria-label": "Rolls" }, ordered.map((roll) => rollCard(state, roll, does)));
}

function newest() {
  return state.view.rolls.filter((roll) => roll.status === "done" || roll.status === "undone").at(-1)?.roll;
}

/** @param {string} name */
function panel(name) {
  const inside = { sheet: sheets, table: tablePanel, log: logPanel, gm: () => gmView(state, does) }[name];
  return h("section.panel", { key: `panel-${name}`, id: `panel-${name}`, "aria-label": name }, inside());
}

function sheets() {
  const mine = myCharacters(state);
  const others = state.view.characters.filter((each) => !mine.includes(each));
  return [
    mine.map((each) => sheetView(state, each, does)),
    state.view.you.role === "onlooker" ? null : maker(),
    others.length ? h("details.others", { key: "others", open: leads(state) }, h("summary", null, "Other characters"), others.map((each) => sheetView(state, each, does))) : null,
  ];
}

function maker() {
  return h("form.card.maker", { key: "maker", onsubmit: (event) => { event.preventDefault(); send("make", { name: event.target.elements.name.value }); event.target.reset(); } },
    h("h2", null, myCharacters(state).length ? "Another character" : "Make your character"),
    h("p.hint", null, "A filled sheet to start from; change it as you like."),
    h("label", null, h("span", null, "Name"), h("input", { name: "name", maxlength: 40, required: true })),
    h("button", { class: myCharacters(state).length ? null : "primary", type: "submit" }, "Make it"));
}

function tablePanel() {
  const may = leads(state);
  const shared = (each) => each.owner === "table";
  const edit = (name, value) => send("edit", { where: "table", values: { [name]: value } });
  const tracks = state.game.sheet.tracks.filter(shared);
  const marks = state.game.sheet.marks.filter(shared);
  return [
    tracks.length || marks.length ? h("section.card", { key: "shared" }, h("h2", null, "Shared"),
      tracks.map((track) => trackView(track, state.view.values[track.track], state.view.bounds?.[track.track] ?? [track.low, track.high], may, (value) => edit(track.track, value))),
      h("div.marks", null, marks.map((mark) => h("button.mark", { key: mark.mark, type: "button", role: "switch", "aria-checked": state.view.values[mark.mark] ? "true" : "false", disabled: !may, onclick: () => edit(mark.mark, !state.view.values[mark.mark]) }, mark.mark.replaceAll("_", " "))))) : null,
    state.view.clocks.length ? h("section.card", { key: "clocks" }, h("h2", null, "Clocks"), state.view.clocks.map((clock) => h("div.clock", { key: clock.clock },
      trackView({ track: clock.name, says: "" }, clock.filled, [0, clock.size], state.view.you.role !== "onlooker", (value) => send("tick", { clock: clock.clock, by: value - clock.filled })),
      may ? h("button.quiet", { type: "button", "aria-label": `remove ${clock.name}`, onclick: () => send("remove_clock", { clock: clock.clock }) }, "remove") : null))) : null,
    WIDE.matches && may ? gmView(state, does) : null,
    h("section.card", { key: "you" }, h("h2", null, "This phone"), h("label.check", null, h("input", { type: "checkbox", checked: spoken() === "long", onchange: (event) => preferSpoken(event.target.checked ? "long" : "short") }), h("span", null, "Read results to me in full"))),
  ];
}

function logPanel() {
  return [
    h("div.filters.card", { key: "filters" },
      h("label", null, h("span", null, "Show"), h("select", { onchange: (event) => { seatShown = event.target.value; draw(); } }, h("option", { value: "" }, "everyone"), state.view.seats.map((seat) => h("option", { value: seat.seat, selected: seat.seat === seatShown }, seat.name)))),
      h("div.actions", null,
        h("button.quiet", { type: "button", onclick: (event) => copyText(logAsText(state, "text"), event.target) }, "Copy as text"),
        h("button.quiet", { type: "button", onclick: (event) => copyText(logAsText(state, "markdown"), event.target) }, "Copy as Markdown"),
        h("a.button.quiet", { href: `${base}/export`, download: `${state.view.name}.jsonl` }, "Export")),
      h("form.note", { onsubmit: (event) => { event.preventDefault(); send("note", { text: event.target.elements.text.value }); event.target.reset(); } }, h("input", { name: "text", maxlength: 2000, required: true, placeholder: "Write a note", "aria-label": "Note" }), h("button", { type: "submit" }, "Add"))),
    statistics ? statisticsView(state, statistics) : null,
    h("ar-log", { key: "log" }),
    state.log.size && !state.log.has(1) ? h("button", { key: "older", type: "button", onclick: older }, "Older entries") : null,
  ];
}

async function older() {
  const first = Math.min(...state.log.keys());
  const told = await get(`${base}/log?before=${first}&limit=500`);
  for (const entry of told.entries) state.log.set(entry.number, entry);
  draw();
}

function tabs() {
  const turn = state.view.rolls.some((roll) => isMyTurn(state, roll));
  const names = ["sheet", "table", "log", ...(leads(state) ? ["gm"] : [])];
  return h("nav.tabs", { key: "tabs", "aria-label": "Parts of the table" }, names.map((name) => h("button", {
    key: name, type: "button", "aria-current": tab === name ? "page" : null, onclick: () => choose(name),
  }, name === "gm" ? "Gm" : name[0].toUpperCase() + name.slice(1), turn && name === "sheet" ? h("span.visually-hidden", null, ", your turn") : null)));
}
