// The live table: what everyone sees, kept current by the feed, laid out for a phone, a desk or a television.

import { isWriting } from "./attention.js";
import { announce, keepShell, rattle, spoken } from "./device.js";
import { h, painter, show, tellTyped } from "./dom.js";
import { firstReading, offerLastTime } from "./evenings.js";
import { wear } from "./face.js";
import { Fairness } from "./fairness.js";
import { Falling } from "./falling.js";
import { follow } from "./feed.js";
import { backstage, decisions, dues, moments, rounds, sheets, sworn, whole } from "./later.js";
import { contradicted, keepReceipt, receiptWords, remember } from "./kept.js";
import { cardOf, withCard } from "./news.js";
import { named } from "./people.js";
import { takeAway, watchFinger } from "./refusal.js";
import { room } from "./room.js";
import { act, get } from "./server.js";
import { stageView } from "./stage.js";
import { entryWords, isSilent, rollOf } from "./story.js";
import { heard, heardSecret, isMyTurn, keepNear, leads, makeState, putRoll } from "./table-state.js";
import { seatName, takeView } from "./table-state.js";
import { Taps } from "./taps.js";
import { callAs } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("table-page"));
const table = root.dataset.table ?? "";
const base = `/api/tables/${table}`;
const desk = matchMedia("(min-width: 62rem) and (min-height: 30.010rem)");
const wide = matchMedia("(min-width: 43.750rem) and (min-height: 30.010rem)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const television = new URLSearchParams(location.search).has("stage");

const draw = painter(paint);
/** @type {any} */
const page = {
  state: null,
  table,
  base,
  live: "live",
  failure: "",
  disowned: null,
  trusted: false,
  tab: "me",
  side: "log",
  onlyStage: false,
  fell: 0,
  peopleShown: false,
  draw,
  askNear,
  show: showTab,
  falling: new Falling(() => calm.matches, draw),
};
const does = new Taps(page);

keepShell();
watchFinger();
for (const media of [desk, wide]) media.addEventListener("change", draw);
if (television) addEventListener("resize", () => backstage.here?.fitted(root));
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => page.falling.hurry());
  addEventListener(kind, () => whole().then(draw, () => {}), { once: true });
}
boot();

async function boot() {
  try {
    const view = await get(base);
    await open(view);
  } catch (/** @type {any} */ refused) {
    if (refused.status === 403) return (await backstage.arrives()).waitView(root, boot);
    if ([401, 404].includes(refused.status)) {
      const { joinView } = await backstage.arrives();
      await joinView(root, table, location.hash.slice(1), () => {
        history.replaceState(null, "", location.pathname + location.search);
        boot();
      });
      return;
    }
    show(
      root,
      h(
        "section.card.narrow",
        null,
        h("h1", null, "The table cannot be reached"),
        h("p", { role: "status" }, "This page tries again by itself."),
      ),
    );
    setTimeout(boot, 2000);
  }
}

/** @param {View} view */
async function open(view) {
  const [game] = await Promise.all([
    get(`/api/games/${view.game}?rules=false`),
    wide.matches ? whole() : view.rolls.length ? moments.arrives() : null,
    view.rolls.some((/** @type {Roll} */ roll) => roll.open_dues.length) ? dues.arrives() : null,
    view.rolls.some((/** @type {Roll} */ roll) => roll.asks) ? decisions.arrives() : null,
    view.characters.some((/** @type {Character} */ each) => each.seat === view.you.seat) ? sheets.arrives() : null,
    view.undertakings.length ? sworn.arrives() : null,
  ]);
  if (game.rounds) await rounds.arrives();
  page.state = makeState(view, game);
  callAs(page.state.game.labels);
  wear(page.state.game.face);
  does.reading = firstReading(page.state);
  page.tab = view.you.role === "player" && !view.rolls.some((roll) => isMyTurn(page.state, roll)) ? "me" : "table";
  if (view.you.role === "gm" && !view.rolls.length && !view.characters.length) page.tab = page.side = "gm";
  keepSeen();
  addEventListener("pagehide", keepSeen);
  addEventListener("pagehide", tellTyped);
  draw();
  compare(view);
  askNear(view.rolls);
  lastRoll(view);
  const named = (/** @type {string} */ seat) => seatName(page.state, seat);
  page.fairness = new Fairness(table, view.ended ? "" : (view.you.seat ?? ""), alarm, named, ask);
  follow(`${base}/feed`, [view.number, view.secrets_number], {
    entry: onEntry,
    again: ({ number, hash }) => page.fairness.compare(number, hash, "The server tells of"),
    secret: onSecret,
    here: onHere,
    state: (now) => {
      if (page.live === now) return;
      page.live = now;
      draw();
    },
    gone,
    refused,
  });
  page.fairness.begin(view);
  offerLastTime(page.state, does, entryWords);
}

/** What was seen here is no news at the front door. */
function keepSeen() {
  if (!page.state) return;
  const { view, game } = page.state;
  const role = view.you.role ?? "";
  const { name, number: seen } = view;
  remember({ table, name, game: view.game, title: game.title, seen, ended: !!view.ended, role });
}

/** @type {Set<string>} */
const alarmed = new Set();

/**
 * Something is wrong with the dice; it stays in sight until someone looked into it, and the others hear of it once.
 * @param {string} words
 */
function alarm(words) {
  if (!alarmed.has(words) && alarmed.size < 10) act(`${base}/alarm`, { text: words }).catch(() => {});
  alarmed.add(words);
  page.disowned = null;
  page.failure = `${words} Export the log, let \`actionroll verify\` look at it, and tell the others.`;
  draw();
}

/**
 * Something that is right if this person did it elsewhere, and an alarm for all if they say that they did not.
 * @param {string} words
 */
function ask(words) {
  page.failure = `${words} If you did that on another device, all is well; if not, someone acts in your name.`;
  page.disowned = () => page.fairness.disown(words);
  draw();
}

/**
 * Whether the log is still the one that this device knew; from then on every entry is a receipt.
 * @param {View} view
 */
async function compare(view) {
  const hashOf = async (/** @type {number} */ number) =>
    (await get(`${base}/log?before=${number + 1}&limit=1`)).entries[0]?.hash;
  const missing = await contradicted(table, view.number, hashOf).catch(() => undefined);
  if (missing === undefined) return;
  page.trusted = missing === null;
  if (missing === null) return keepReceipt(table, view.number, view.hash);
  page.failure =
    "The log is not the one that this device knew: it was set back or changed. Compare exports; " +
    `your receipt is ${receiptWords(missing)}`;
  draw();
}

/** The feed was refused: the seat is lost, or the log ends before what is known. Returns whether it is over. */
async function refused() {
  try {
    const view = await get(base);
    if (page.state && view.number < page.state.view.number) location.reload();
    return false;
  } catch (/** @type {any} */ told) {
    if (told.status === 401) gone();
    return told.status === 401;
  }
}

/**
 * The roll that was made last stays in sight after a reload, unless another wants something.
 * @param {View} view
 */
async function lastRoll(view) {
  const thrown = view.log.filter((entry) => entry.kind === "thrown").at(-1);
  if (!thrown || view.rolls.some((roll) => roll.roll === thrown.roll)) return;
  putRoll(page.state, await get(`${base}/rolls/${thrown.roll}`));
  page.state.view.rolls.sort((/** @type {Roll} */ a, /** @type {Roll} */ b) => a.roll - b.roll);
  draw();
}

function gone() {
  page.state = null;
  show(
    root,
    h(
      "section.card.narrow",
      null,
      h("h1", null, "This device no longer holds its seat"),
      h("p", null, "Ask the gm for a new link to it."),
    ),
  );
}

/** @type {Set<number>} */
const askingNear = new Set();

/**
 * Ask for the alternatives around every open roll that changed, so that the next toggle need not wait.
 * @param {Roll[]} rolls
 */
function askNear(rolls) {
  for (const { roll, status, dice } of rolls) {
    if (status !== "open" || !dice || askingNear.has(roll) || page.state.view.you.role === "onlooker") continue;
    askingNear.add(roll);
    nearOf(roll)
      .catch(() => {})
      .finally(() => askingNear.delete(roll));
  }
}

/**
 * Ask until what came fits the roll as it is known by then.
 * @param {number} roll
 */
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
  page.fairness.heard({ ...told.entry, number: told.number }, told.hash);
  if (["called", "thrown"].includes(told.entry.kind)) tellTyped();
  if (told.entry.kind === "thrown") takeAway(); // nothing of before lies over dice
  if (told.entry.kind === "thrown" && page.state && !page.falling.roll) does.letAidFall(told.entry.roll);
  if (told.entry.kind === "thrown" && told.entry.by !== page.state.view.you.seat && !page.falling.roll) {
    page.falling.start(told.entry.roll);
    if (told.entry.roll === does.staged && page.tab === "table") does.toTop();
    if (page.falling.roll) rattle(3);
  }
  page.falling.hold(() => takeIn(told));
}

/** @param {any} told */
function takeIn(told) {
  if (!page.state) return;
  const { staged } = does;
  if (told.entry.kind === "thrown") does.letFall((page.fell = told.entry.roll), told.number);
  const whole = heard(page.state, told);
  if (page.trusted) keepReceipt(table, told.number, told.hash);
  askNear(told.rolls ?? []);
  for (const entry of page.state.news.splice(0)) {
    speak(entry);
    if (entry.kind === "evening_begun" && (does.reading.what !== "recap" || entry.by === page.state.view.you.seat))
      does.reading = { ...does.reading, evening: entry.evening, told: null };
    const card = cardOf(page.state, entry);
    if (entry.kind === "wished" || entry.kind === "undone")
      does.cards = does.cards.filter((each) => !each.wish || each.wish !== entry.roll); // the question is answered
    if (entry.kind === "thrown") does.cards = moments.here?.afterFall(does.cards, entry.roll) ?? does.cards;
    if (entry.kind === "undone" && moments.here) does.cards = moments.here.withoutTakenBack(does.cards, entry, card);
    else if (card && !isOnStage(entry)) does.cards = withCard(page.state, does.cards, card);
  }
  draw();
  const { kind, roll } = told.entry;
  const opens = kind === "withdrawn" ? roll === staged : kind === "declared" && told.number === does.staged;
  if (opens && page.tab === "table" && !isWriting()) does.toTop();
  if (whole) refresh();
  backstage.here?.readAgain(does);
}

/**
 * What a throw cost me is told beside its dice, where I look at them; a card would cover them.
 * @param {Entry} entry
 */
function isOnStage(entry) {
  const number = entry.kind === "declared" ? entry.number : entry.roll;
  return (
    (["thrown", "declared"].includes(entry.kind) || entry.withdrawn) &&
    number === does.staged &&
    (wide.matches || page.tab === "table")
  );
}

/** @param {any} told */
function onSecret(told) {
  if (!page.state) return;
  heardSecret(page.state, told);
  const { card, fields, to, what } = told.entry;
  if (what === "handout" && to && to === page.state.view.you.seat && !does.cards.some((each) => each.number === card))
    does.cards.push({
      number: card,
      title: "For you alone",
      words: fields.title,
      text: fields.text ?? "",
      picture: fields.picture,
      changes: [],
    });
  draw();
}

/** @param {{seats: string[]}} told */
function onHere({ seats }) {
  const moved = page.state.view.seats.filter((/** @type {Seat} */ seat) => seat.here !== seats.includes(seat.seat));
  for (const seat of moved) seat.here = seats.includes(seat.seat);
  if (moved.length) draw();
}

/** @param {Entry} entry */
function speak(entry) {
  if (isSilent(entry)) return;
  if (entry.by === page.state.view.you.seat && !["thrown", "decided"].includes(entry.kind)) return;
  const known = page.state.view.rolls.find((/** @type {Roll} */ each) => each.roll === entry.roll);
  const long = entry.tier ? known?.record?.outcome?.words.long : null;
  const said = (/** @type {string} */ line) => named(page.state, rollOf(page.state, entry), line);
  const chooses = entry.kind === "decided" && known?.asks ? " More is to be chosen." : "";
  announce((spoken() === "long" && long ? long.map(said).join(" ") : entryWords(page.state, entry)) + chooses);
}

/** @returns {Promise<void>} */
async function refresh() {
  const view = await get(base).catch(() => null);
  if (!view || !page.state) return;
  if (view.number < page.state.view.number) return void refresh();
  page.fairness.compare(view.number, view.hash, "The server shows");
  takeView(page.state, view);
  draw();
}

function paint() {
  if (!page.state) return;
  const held = root.contains(document.activeElement) ? document.activeElement : null;
  if (page.onlyStage) paintStage();
  else paintAll();
  if (television) backstage.here?.fitted(root);
  if (held && !held.isConnected) focusStage();
}

/** What held the focus is gone: it goes to what comes next, never to nothing. */
function focusStage() {
  const next = ["button.option", ".word", ".told", ".who", "h2[tabindex]"];
  for (const wanted of next) {
    const found = /** @type {HTMLElement|null} */ (root.querySelector(`.stage ${wanted}, .panel ${wanted}`));
    if (found) return found.focus({ preventScroll: true });
  }
}

/** A toggle of a roll changes nothing else, and is to show within a frame. */
function paintStage() {
  page.onlyStage = false;
  const place = root.querySelector("section.stage");
  if (place) show(place, [...stageView(page.state, does).childNodes]);
}

function paintAll() {
  if (!leads(page.state)) leaveGmView();
  const turn = page.state.view.rolls.some((/** @type {Roll} */ roll) => isMyTurn(page.state, roll));
  document.title = `${turn && !page.falling.roll ? "Your turn · " : ""}${page.state.view.name}`;
  document.body.classList.toggle("tv", television);
  show(root, room(page, does, television ? "television" : desk.matches ? "desk" : wide.matches ? "two" : "phone"));
  const unseen = does.cards.filter((each) => !each.roll || each.roll !== does.staged);
  if ((wide.matches || page.tab === "table") && unseen.length < does.cards.length) {
    does.cards = unseen; // who looks at the very roll that is called for needs no card over it
    draw();
  }
  /** @type {any} */ (root.querySelector("ar-log"))?.draw(page.state, does.seatShown, does);
}

/** Who hands over, or ends the table, has no gm's side any more. */
function leaveGmView() {
  if (page.tab === "gm") page.tab = "table";
  if (page.side === "gm") page.side = "log";
}

/** @param {string} name */
function showTab(name) {
  page.tab = name;
}
