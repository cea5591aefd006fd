// Odds without a table: a set-up to change, its exact odds, another beside it, a chart, advice in words, and a throw.

import { control, decisionControl, segments } from "./controls.js";
import { copyText, keepShell } from "./device.js";
import { h, painter, show } from "./dom.js";
import { questionOf, wear } from "./face.js";
import { alternative, exampleAttempt, moveOf, same } from "./game.js";
import { picture } from "./links.js";
import { oddsBar, works } from "./odds-bar.js";
import { ask, get } from "./server.js";
import { Trying, tryView } from "./trying.js";
import { callAs, isShownFirst, listed, percent, plain, roughly, signed, worded } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("odds-page"));
const gameId = root.dataset.game ?? "";
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
};

keepShell();
start();

async function start() {
  page.game = await get(`/api/games/${gameId}`);
  callAs(page.game.labels);
  wear(page.game.face);
  fromAddress(new URLSearchParams(location.search));
  const bare = !location.search;
  await settle();
  // Tables that stand beside an exported page may not hold the first question; they hold the filled sheet.
  if (!bare || !page.refused) return;
  page.attempt = exampleAttempt(page.game, move());
  await settle();
}

/** @param {URLSearchParams} query */
function fromAddress(query) {
  const wanted = query.get("move");
  page.move = page.game.moves.some((/** @type {Move} */ each) => each.move === wanted)
    ? wanted
    : page.game.moves[0].move;
  const first = page.game.face?.asked.find((/** @type {any} */ each) => each.move === page.move);
  page.attempt = {
    ...exampleAttempt(page.game, move()),
    ...(first && !Object.keys(first.decide).length ? first.attempt : {}),
  };
  for (const input of move().inputs) {
    const given = query.getAll(input.input);
    if (!given.length) continue;
    const value =
      input.type === "list"
        ? given.map((each) => typed(input.of, each)).filter((each) => each !== undefined)
        : typed(input, given[0]);
    if (value !== undefined) page.attempt[input.input] = value;
  }
  page.vary = query.get("over") ?? "";
  page.aim = query.get("aim") ?? "";
  for (const [name, value] of query) {
    if (name.startsWith("ruling.")) page.rulings[name.slice(7)] = value;
    if (name.startsWith("decide.")) page.decide[name.slice(7)] = value;
  }
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

function toAddress() {
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
  await Promise.all([drawChart(set, signal), askAdvice(set, signal)]);
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
    factsCard(),
    chartCard(),
    adviceCard(),
    rulingsCard(),
    h("p.hint.credits", { key: "credits" }, page.game.credits),
  );
}

function resultCard() {
  const shown = near() ?? page.answer;
  const dice = page.answer?.dice ?? [];
  return h(
    "section.card.result",
    { key: "result", "aria-label": "Odds" },
    page.refused ? h("p.refused", { role: "alert" }, page.refused) : null,
    tryView(page.game, page.move, dice, trying),
    shown?.tiers && Object.keys(shown.tiers).length > 1
      ? h(
          "p.works",
          null,
          h("b", null, roughly(works(shown.tiers))),
          " that it works",
          h("span.says", null, worded(shown.says ?? "")),
        )
      : h("p.says", null, worded(shown?.says ?? "")),
    oddsBar(shown?.tiers ?? null, { waiting: page.waiting }),
    beside(),
    tierTable(shown?.tiers),
    costs(shown?.costs ?? []),
    h(
      "div.actions",
      null,
      h(
        "button.primary",
        { type: "button", disabled: !!page.refused, onclick: () => trying.throw(setup(), dice) },
        trying.record ? "Throw again" : "Throw it",
      ),
      h(
        "button",
        {
          type: "button",
          disabled: !shown,
          onclick: () => {
            page.beside = page.beside ? null : { tiers: shown.tiers, says: shown.says, link: location.href };
            draw();
          },
        },
        page.beside ? "Stop comparing" : "Compare with another",
      ),
      h("button.quiet", { type: "button", onclick: (event) => copyText(location.href, event.target) }, "Copy a link"),
    ),
  );
}

/** Another set-up, kept to be compared. */
function beside() {
  return page.beside
    ? h(
        "div.beside",
        { key: "beside" },
        h(
          "p.hint",
          null,
          "Compared with ",
          h("a", { href: page.beside.link }, worded(page.beside.says || "the other set-up")),
        ),
        oddsBar(page.beside.tiers, { compact: true }),
      )
    : null;
}

/**
 * Exactly, and at least.
 * @param {Tiers|undefined} tiers
 */
function tierTable(tiers) {
  const names = Object.keys(tiers ?? {});
  if (!tiers || names.length < 2 || names.length > 6) return null;
  const least = (/** @type {number} */ place, /** @type {Tiers} */ of) =>
    percent(sum(names.slice(place).map((name) => of[name] ?? "0/1")));
  return h(
    "details.exact",
    { key: "exact" },
    h("summary", null, "Exactly, and at least"),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["outcome", "exactly", "at least", ...(page.beside ? ["the other, at least"] : [])].map((each) =>
            h("th", { scope: "col" }, each),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        names
          .map((name, place) =>
            h(
              "tr",
              { key: name },
              h("th", { scope: "row" }, name),
              h("td", null, percent(tiers[name])),
              h("td", null, least(place, tiers)),
              page.beside ? h("td", null, least(place, page.beside.tiers)) : null,
            ),
          )
          .reverse(),
      ),
    ),
  );
}

/**
 * Fractions added up, exactly.
 * @param {string[]} fractions
 */
function sum(fractions) {
  let [above, below] = [0n, 1n];
  for (const each of fractions) {
    const [a, b] = each.split("/").map(BigInt);
    [above, below] = [above * b + a * below, below * b];
  }
  return `${above}/${below}`;
}

function inputsCard() {
  const inputs = move().inputs.filter((input) => input.type !== "text");
  const first = inputs.filter((input) =>
    isShownFirst({ ...input, changed: input.input in page.attempt }, page.game.face?.first),
  );
  const rest = inputs.filter((input) => !first.includes(input));
  const one = (/** @type {any} */ input) =>
    control(input, value(input), (chosen) => {
      page.attempt[input.input] = chosen;
      settle();
    });
  const asks = (page.game.face?.asked ?? []).map((/** @type {any} */ each) =>
    h("button.chip", { key: each.asks, type: "button", onclick: () => askFirst(each) }, each.asks),
  );
  return h(
    "section.card.inputs",
    { key: "inputs", "aria-label": "The roll", tabindex: 0 },
    asks.length ? h("div.kinds", { role: "group", "aria-label": "First questions" }, asks) : null,
    page.game.moves.length > 1
      ? h(
          "div.control",
          { key: "move" },
          h("div.label", { id: "in-move" }, h("span", null, "kind of roll")),
          segments(
            page.game.moves.map((/** @type {Move} */ each) => each.move),
            page.move,
            changeMove,
            "in-move",
          ),
          h("p.hint", null, move().says),
        )
      : null,
    first.map(one),
    move().decisions.filter(comesUp).map(decided),
    h(
      "details.more",
      { key: "more" },
      h("summary", null, "More inputs"),
      rest.map(one),
      move()
        .decisions.filter((each) => !comesUp(each))
        .map(decided),
    ),
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
  page.attempt = { ...exampleAttempt(page.game, move()), ...structuredClone(question.attempt) };
  page.decide = { ...question.decide };
  startAnew();
}

/** @param {string} name */
function changeMove(name) {
  page.move = name;
  page.attempt = exampleAttempt(page.game, move());
  page.decide = {};
  startAnew();
}

function startAnew() {
  page.answer = null;
  page.advice = null;
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
    page.game.rulings.map(rulingControl),
  );
}

/** @param {any} ruling */
function rulingControl(ruling) {
  const input = {
    input: ruling.ruling,
    says: ruling.reason,
    type: ruling.values ? "choice" : "text",
    values: ruling.values,
    longest: 9,
  };
  return control(
    input,
    page.rulings[ruling.ruling] ?? ruling.default,
    (chosen) => {
      if (chosen === ruling.default || chosen === "") delete page.rulings[ruling.ruling];
      else page.rulings[ruling.ruling] = chosen;
      settle();
    },
    { label: questionOf(page.game, ruling) },
  );
}

/** @param {Effect[]} paid */
function costs(paid) {
  if (!paid.length) return null;
  return h(
    "p.costs",
    null,
    "It takes ",
    listed(
      paid.map(
        (each) => `${each.who === "roller" ? "" : `${plain(each.who)} `}${plain(each.track)} ${signed(each.by)}`,
      ),
    ),
    ".",
  );
}

function chartCard() {
  const inputs = move().inputs.filter((input) => ["whole", "die", "choice"].includes(input.type));
  if (!inputs.some((input) => input.input === page.vary))
    page.vary =
      (inputs.find((input) => input.required || page.game.face?.first.includes(input.input)) ?? inputs[0])?.input ?? "";
  const values = inputs.map((input) => input.input);
  return h(
    "section.card",
    { key: "chart" },
    h("h2", null, "Over one input"),
    control(
      { input: "vary", type: "choice", values, says: "" },
      page.vary,
      (chosen) => {
        page.vary = chosen;
        settle();
      },
      { label: "input" },
    ),
    page.chart
      ? h(
          "p.hint",
          null,
          `You are at ${plain(page.vary)} ${plain(String(value({ input: page.vary }) ?? "none"))}: `,
          `${roughly(works(page.answer?.tiers ?? {}))} works.`,
        )
      : null,
    h(
      "div.scroll.chart-scroll",
      { tabindex: 0, role: "region", "aria-label": "Chart" },
      h("ar-picture.chart", { key: "picture", id: "chart" }),
    ),
    page.chart
      ? h(
          "div.actions",
          null,
          h("span.hint", null, "Save it as"),
          ["SVG", "PNG", "CSV"].map((kind) =>
            h("button.quiet.small", { key: kind, type: "button", onclick: () => save(kind) }, kind),
          ),
        )
      : null,
  );
}

/** @param {any} set @param {AbortSignal} signal */
async function drawChart(set, signal) {
  if (!page.vary) return;
  const place = /** @type {HTMLElement} */ (document.getElementById("chart"));
  try {
    page.chart = await ask("/api/vary", { ...set, over: page.vary }, signal);
    place.replaceChildren(picture(page.chart.svg));
    draw();
  } catch (/** @type {any} */ refused) {
    if (refused.name !== "AbortError") place.replaceChildren(refused.message);
  }
}

/**
 * The chart or its numbers as a file.
 * @param {string} kind
 */
async function save(kind) {
  const name = `${gameId}-${page.move}-${page.vary}.${kind.toLowerCase()}`;
  if (kind === "SVG") return download(name, `data:image/svg+xml;charset=utf-8,${encodeURIComponent(page.chart.svg)}`);
  if (kind === "PNG") return download(name, await asPng(page.chart.svg));
  const tiers = Object.keys(page.chart.rows[0]?.tiers ?? {});
  const lines = page.chart.rows.map((/** @type {any} */ row) =>
    [row.value, ...tiers.map((tier) => row.tiers[tier] ?? "0/1")].join(","),
  );
  return download(
    name,
    `data:text/csv;charset=utf-8,${encodeURIComponent([[page.vary, ...tiers].join(","), ...lines].join("\n"))}`,
  );
}

/** @param {string} name @param {string} address */
function download(name, address) {
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

/** @param {string} svg @returns {Promise<string>} */
async function asPng(svg) {
  const drawn = new Image();
  drawn.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await drawn.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * (drawn.naturalWidth || 640);
  canvas.height = 2 * (drawn.naturalHeight || 400);
  canvas.getContext("2d")?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}

/** @param {any} set @param {AbortSignal} signal */
async function askAdvice(set, signal) {
  if (!move().decisions.length) return;
  try {
    page.advice = await ask("/api/advice", { ...set, decide: {}, ...(page.aim ? { aim: page.aim } : {}) }, signal);
    draw();
  } catch (/** @type {any} */ refused) {
    if (refused.name !== "AbortError") page.advice = null;
  }
}

/** Advice in sentences: what is alike is said once, the commonest first. */
function adviceCard() {
  const decisions = page.advice?.decisions ?? [];
  if (!decisions.length || !move().decisions.length) return null;
  return h(
    "section.card.advised",
    { key: "advice" },
    h("h2", null, "What to decide"),
    chooseAim(),
    h(
      "ul",
      null,
      sentences(decisions).map(([words, chance], place) =>
        h("li", { key: place }, words, h("span.hint", null, ` ${roughly(chance)} of the time`)),
      ),
    ),
    h(
      "p.hint",
      null,
      page.advice.more
        ? "Only what comes up most often; what it costs is not counted."
        : "What it costs is not counted.",
    ),
  );
}

/** @param {any[]} decisions @returns {[string, number][]} */
function sentences(decisions) {
  /** @type {Map<string, number>} */
  const said = new Map();
  for (const each of decisions) {
    const when = each.now ? `At ${each.now.tier}` : "Before the throw";
    const differs = new Set(each.options.map((/** @type {any} */ option) => option.worth)).size > 1;
    const words = differs
      ? `${when}: ${plain(each.best)} (${plain(each.decision)}).`
      : `${when}: ${plain(each.decision)} makes no difference.`;
    const [above, below] = each.chance.split("/").map(Number);
    said.set(words, (said.get(words) ?? 0) + above / below);
  }
  const told = [...said].sort((a, b) => b[1] - a[1]);
  const useful = told.filter(([words]) => !words.endsWith("no difference."));
  return (useful.length ? useful : told).slice(0, 8);
}

function chooseAim() {
  const tiers = Object.keys(page.answer?.tiers ?? {}).slice(1);
  return h(
    "div.control",
    { key: "aim" },
    h("div.label", { id: "in-aim" }, h("span", null, "to reach, or better")),
    segments(
      tiers,
      page.aim || tiers.at(-1),
      (chosen) => {
        page.aim = chosen;
        settle();
      },
      "in-aim",
    ),
  );
}

/** What a roll settles besides its tier. */
function factsCard() {
  const facts = Object.entries(page.answer?.facts ?? {});
  return facts.length
    ? h(
        "details.card",
        { key: "facts", open: true },
        h("summary", null, h("h2", null, "What else it brings")),
        h(
          "dl.facts",
          null,
          facts.map(([name, values]) =>
            h(
              "div",
              { key: name },
              h("dt", null, h("strong", null, plain(name)), h("span.hint", null, ` ${move().facts?.[name] ?? ""}`)),
              h(
                "dd",
                null,
                Object.entries(/** @type {Record<string, string>} */ (values))
                  .map(([fact, chance]) => `${told(fact)}: ${percent(chance)}`)
                  .join(" · "),
              ),
            ),
          ),
        ),
      )
    : null;
}

/** @param {string} fact */
function told(fact) {
  return { true: "yes", false: "no" }[fact] ?? fact.replace("-", "−");
}
