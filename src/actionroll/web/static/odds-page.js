// Odds without a table: a set-up to change, its exact odds, another beside it, a chart, advice in words, and a throw.

import { control, segments } from "./controls.js";
import { copyText, keepShell } from "./device.js";
import { h, painter, show } from "./dom.js";
import { moveCalled, wear } from "./face.js";
import { allowed, alternative, exampleAttempt, isOpposed, moveOf, same } from "./game.js";
import { adviceCard, askAdvice, barInSight, besideView, carried, chanceLine, costs } from "./odds-answer.js";
import { evenly, roomFor, tierTable, watchBar } from "./odds-answer.js";
import { chartCard, drawChart, factsCard, oddsView } from "./odds-chart.js";
import { rulingControl, underTopics } from "./rulings.js";
import { ask, get } from "./server.js";
import { Trying, andSaid, anyDice, decisionControl, firstQuestions, setBy, tryView } from "./trying.js";
import { begun, callAs, isShownFirst, plain } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("odds-page"));
const gameId = root?.dataset.game ?? "";
const BESIDE = "beside";
const draw = painter(paint);
const trying = new Trying(draw);
/** @type {any} */
const page = {
  game: null,
  move: "action",
  attempt: {},
  rulings: {},
  decide: {},
  answer: null,
  base: null,
  refused: "",
  waiting: false,
  vary: "",
  chart: null,
  advice: null,
  aim: "",
  beside: null,
  /** @type {Set<string>} inputs and decisions that stand at once: what is touched stays where it is */
  first: new Set(),
};

keepShell();
void (root ? start() : anyDice());

async function start() {
  page.game = await get(`/api/games/${gameId}`);
  callAs(page.game.labels);
  wear(page.game.face);
  const query = new URLSearchParams(location.search);
  fromAddress(query);
  const bare = !location.search;
  await Promise.all([settle(), askBeside(query.get(BESIDE))]);
  // Tables that stand beside an exported page may not hold the first question; they hold the filled sheet.
  if (!bare || !page.refused) return;
  page.attempt = exampleAttempt(page.game, move());
  group();
  await settle();
}

/** Which inputs stand at once is settled when a set-up begins: none moves under the finger afterwards. */
function group() {
  const at = move().inputs.filter((input) =>
    isShownFirst({ ...input, changed: input.input in page.attempt }, page.game.face?.first),
  );
  page.first = new Set(at.map((input) => input.input));
}

/** @param {URLSearchParams} query */
function fromAddress(query) {
  Object.assign(page, setupIn(query));
  group();
  page.vary = query.get("over") ?? "";
  page.aim = query.get("aim") ?? "";
}

/**
 * The set-up that an address tells.
 * @param {URLSearchParams} query
 */
function setupIn(query) {
  const wanted = query.get("move");
  const told = page.game.moves.find((/** @type {Move} */ each) => each.move === wanted) ?? page.game.moves[0];
  const first = page.game.face?.asked.find((/** @type {any} */ each) => each.move === told.move);
  const bare = !first || Object.keys(first.decide).length > 0;
  const usual = bare ? exampleAttempt(page.game, told) : setBy(page.game, first);
  /** @type {any} */
  const said = {};
  for (const input of told.inputs) {
    const given = query.getAll(input.input);
    if (!given.length) continue;
    const value =
      input.type === "list"
        ? given.map((each) => typed(input.of, each)).filter((each) => each !== undefined)
        : typed(input, given[0]);
    if (value !== undefined) said[input.input] = value;
  }
  const begins = (/** @type {string} */ start) => {
    const found = [...query].filter(([name]) => name.startsWith(start));
    return Object.fromEntries(found.map(([name, value]) => [name.slice(start.length), value]));
  };
  const attempt = andSaid(page.game, told, usual, said);
  return { move: told.move, attempt, rulings: begins("ruling."), decide: begins("decide.") };
}

/**
 * The set-up that a shared address compares with; where it cannot be asked, there is none.
 * @param {string|null} told
 */
async function askBeside(told) {
  if (told === null) return;
  try {
    const asked = setupIn(new URLSearchParams(told));
    const { move, tiers, facts, says, attempt } = await ask("/api/odds", { game: gameId, ...asked });
    const own = { ...asked.attempt, ...asked.decide };
    page.beside = { move, tiers, facts, says, set: { ...attempt, ...own }, own: Object.keys(own), told };
  } catch {
    page.beside = null;
  }
  toAddress();
  draw();
}

/**
 * What an address says of an input; undefined where it says nothing that can be meant.
 * @param {any} input @param {string} text
 */
function typed(input, text) {
  if (input.type === "whole") return text === "none" ? null : /^-?\d{1,6}$/.test(text) ? Number(text) : undefined;
  if (input.type === "yes_no") return text === "yes";
  if (input.values) return input.values.includes(text) ? text : text === "none" ? null : undefined;
  return text;
}

/** @returns {Move} */
function move() {
  return moveOf(page.game, page.move);
}

/** All that is set, as it is asked and as it is thrown. */
function setup() {
  return { game: gameId, move: page.move, attempt: page.attempt, rulings: page.rulings, decide: page.decide };
}

/** The set-up as an address tells it. */
function told() {
  const query = new URLSearchParams();
  if (page.move !== page.game.moves[0].move) query.set("move", page.move);
  for (const [name, value] of Object.entries(page.attempt)) {
    for (const each of Array.isArray(value) ? value : [value])
      query.append(name, typeof each === "boolean" ? (each ? "yes" : "no") : String(each ?? "none"));
  }
  for (const [name, value] of Object.entries(page.rulings)) query.set(`ruling.${name}`, String(value));
  for (const [name, value] of Object.entries(page.decide)) query.set(`decide.${name}`, String(value));
  if (page.vary) query.set("over", page.vary);
  if (page.aim) query.set("aim", page.aim);
  return query;
}

function toAddress() {
  const query = told();
  if (page.beside) query.set(BESIDE, page.beside.told);
  history.replaceState(null, "", `${location.pathname}?${query}`);
}

/** @type {AbortController|null} */
let asking = null;

/** Ask for the odds as all is set now, and draw what came. */
async function settle() {
  asking?.abort();
  asking = new AbortController();
  const { signal } = asking;
  page.waiting = !near();
  trying.forget();
  draw();
  toAddress();
  const set = setup();
  try {
    page.answer = await ask("/api/odds", { ...set, near: true }, signal);
    page.base = structuredClone(set);
    page.refused = "";
  } catch (/** @type {any} */ refused) {
    if (refused.name === "AbortError") return;
    page.refused = refused.message;
  }
  page.waiting = false;
  draw();
  const advised = move().decisions.length ? askAdvice(page, set, signal, drawAdvised) : null;
  await Promise.all([drawChart(page, set, signal, draw), advised]);
}

/** What came with the last answer for what is set now, if it did. */
function near() {
  if (!page.answer || !page.base || page.base.move !== page.move || !same(page.base.rulings, page.rulings)) return null;
  /** @type {Record<string, any>} */
  const changes = {};
  for (const { input } of move().inputs) {
    const now = page.attempt[input] ?? page.answer.attempt[input];
    const then = page.base.attempt[input] ?? page.answer.attempt[input];
    if (!same(now, then)) changes[input] = page.attempt[input];
  }
  for (const { decision } of move().decisions) {
    if (!same(page.decide[decision], page.base.decide[decision])) changes[`decide.${decision}`] = page.decide[decision];
  }
  return Object.keys(changes).length ? alternative(page.answer.near, changes) : page.answer;
}

function paint() {
  if (!page.game) return;
  show(
    root,
    resultCard(),
    inputsCard(),
    factsCard(page.answer?.facts ?? {}, move().facts ?? {}, page.answer?.attempt),
    chartCard(page, move(), value, settle, near()),
    move().decisions.length ? adviceCard(page, settle) : null,
    rulingsCard(),
    h("p.hint.credits", { key: "credits" }, page.game.credits),
  );
  watchBar(root);
}

function resultCard() {
  const shown = near() ?? page.answer;
  const dice = page.answer?.dice ?? [];
  const now = shown && { ...shown, move: page.move, set: setNow(), own: ownNow() };
  return h(
    "section.card.result",
    { key: "result", "aria-label": "Odds" },
    page.refused ? h("p.refused", { role: "alert" }, page.refused) : null,
    shown ? [chanceLine(page, now), oddsView(page.game, shown, page.waiting)] : roomFor(page, move()),
    h(
      "div.actions",
      { key: "shared" },
      h(
        "button",
        // What is kept beside is what stands there, not what stood before the last tap was counted.
        { type: "button", disabled: !shown || (page.waiting && !page.beside), onclick: () => compare(shown) },
        page.beside ? "Stop comparing" : "Compare with another",
      ),
      h("button.quiet", { type: "button", onclick: (event) => copyText(location.href, event.target) }, "Copy a link"),
    ),
    besideView(page.beside, now, page.game), // below what was tapped for it
    tierTable(shown?.tiers ?? evenly(page, move()), page.beside?.tiers, isOpposed(page.game, page.move)),
    costs(shown?.costs ?? []),
    tryView(page.game, page.move, dice, trying), // above what throws them: they fall where the finger is
    h(
      "div.actions",
      null,
      h(
        "button.primary",
        { type: "button", disabled: !!page.refused || !shown, onclick: () => trying.throw(setup(), dice) },
        trying.record ? "Throw again" : "Throw it",
      ),
    ),
  );
}

/** All that is said of the roll: inputs, and what is decided; and what of it somebody set. */
const setNow = () => ({ ...page.answer?.attempt, ...page.attempt, ...page.decide });
const ownNow = () => Object.keys({ ...page.attempt, ...page.decide });

/** @param {any} shown what is kept beside from now on, or no more; what is to be changed then comes into sight */
function compare(shown) {
  const now = String(told());
  page.beside = page.beside
    ? null
    : { ...shown, move: page.move, set: setNow(), own: ownNow(), told: now };
  toAddress();
  draw();
  const inputs = root.querySelector(".inputs");
  if (page.beside && inputs && inputs.getBoundingClientRect().top > innerHeight / 2) inputs.scrollIntoView();
}

function inputsCard() {
  const weighed = move().inputs.filter((input) => input.type !== "text" && input.weighs !== false);
  const inputs = weighed.map((input) => allowed({ rulings: { ...page.answer?.rulings, ...page.rulings } }, input));
  const first = inputs.filter((input) => page.first.has(input.input));
  const rest = inputs.filter((input) => !first.includes(input));
  const one = (/** @type {any} */ input) =>
    control(input, value(input), (chosen) => {
      page.attempt = andSaid(page.game, move(), page.attempt, { [input.input]: chosen });
      settle();
    });
  const rolled = page.game.moves.filter((/** @type {Move} */ each) => each.tiers.length > 1 || each.move === page.move);
  const asks = firstQuestions(page, askFirst, "Good first questions");
  const later = move().decisions.filter((each) => !isAtOnce(each));
  if (!asks && !inputs.length && !later.length && rolled.length < 2) return null; // dice take nothing
  return h(
    "section.card.inputs",
    { key: "inputs", "aria-label": "The roll", tabindex: 0 },
    barInSight(page, near() ?? page.answer),
    asks,
    rolled.length > 1
      ? h(
          "div.control.of-many.moves",
          { key: "move" },
          h("div.label", { id: "in-move" }, h("span", null, "kind of roll")),
          segments(
            rolled.map((/** @type {Move} */ each) => each.move),
            page.move,
            changeMove,
            "in-move",
            (name) => moveOf(page.game, name).says.split(". ")[0].replace(/\.$/, ""),
            (name) => begun(moveCalled(page.game, name) || plain(name)),
          ),
          h("p.hint", null, move().says.split(". ").slice(1).join(". ")), // the rest of what is said of it
        )
      : null,
    first.map(one),
    move().decisions.filter(isAtOnce).map(decided),
    rest.length || later.length
      ? h("details.more", { key: "more" }, h("summary", null, "What else may count"), rest.map(one), later.map(decided))
      : null,
  );
}

/** @param {any} input */
function value(input) {
  const usual = typeof input.default === "string" && input.type === "whole" ? null : input.default;
  return input.input in page.attempt ? page.attempt[input.input] : (page.answer?.attempt[input.input] ?? usual);
}

/** @param {any} question */
function askFirst(question) {
  page.move = question.move;
  page.attempt = structuredClone(setBy(page.game, question));
  page.decide = { ...question.decide };
  startAnew();
}

/** @param {string} name */
function changeMove(name) {
  const before = page.attempt;
  page.move = name;
  page.attempt = { ...exampleAttempt(page.game, move()), ...carried(before, move()) };
  page.decide = {};
  startAnew();
}

function startAnew() {
  group();
  page.last = page.answer ?? page.last;
  page.answer = page.advice = null;
  page.aim = "";
  settle();
}

/** @param {any} decision */
function decided(decision) {
  return decisionControl(decision, page.decide[decision.decision], (picked) => {
    page.decide[decision.decision] = picked;
    settle();
  });
}

/** @param {any} decision */
function isAtOnce({ decision }) {
  return page.first.has(`decide.${decision}`);
}

/** What comes up stands at once, and stays there; nothing moves while someone looks behind the tap. */
function drawAdvised() {
  if (!document.querySelector(".inputs details.more[open]"))
    for (const each of move().decisions.filter(comesUp)) page.first.add(`decide.${each.decision}`);
  draw();
}

/**
 * Whether a decision is asked for at all, as all is set now.
 * @param {any} decision
 */
function comesUp({ decision }) {
  return (
    !page.advice ||
    decision in page.decide ||
    page.advice.more ||
    page.advice.decisions.some((/** @type {any} */ each) => each.decision === decision)
  );
}

function rulingsCard() {
  return h(
    "details.card",
    { key: "rulings", open: Object.keys(page.rulings).length > 0 },
    h("summary", null, h("h2", null, "House rules")),
    underTopics(page.game, page.rulings, ruled),
  );
}

/** @param {any} ruling */
function ruled(ruling) {
  return rulingControl(page.game, ruling, page.rulings[ruling.ruling] ?? ruling.default, (chosen) => {
    if (chosen === ruling.default) delete page.rulings[ruling.ruling];
    else page.rulings[ruling.ruling] = chosen;
    settle();
  });
}
