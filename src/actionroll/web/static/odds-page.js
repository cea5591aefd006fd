// Odds without a table: every input and ruling of a game, the exact odds as they change, a chart and the advice.

import { control, segments } from "./controls.js";
import { copyText, keepShell } from "./device.js";
import { h, painter, show } from "./dom.js";
import { wear } from "./face.js";
import { alternative, exampleAttempt, same } from "./game.js";
import { picture } from "./links.js";
import { oddsBar } from "./odds-bar.js";
import { ask, get } from "./server.js";
import { callAs, isShownFirst, percent, plain, signed, worded } from "./words.js";

const root = document.getElementById("odds-page");
const gameId = root.dataset.game;
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
  advice: null,
  aim: "",
};

const draw = painter(paint);

keepShell();
start();

async function start() {
  page.game = await get(`/api/games/${gameId}`);
  callAs(page.game.labels);
  wear(page.game.face);
  fromAddress(new URLSearchParams(location.search));
  await settle();
}

/** @param {URLSearchParams} query */
function fromAddress(query) {
  page.move = query.get("move") ?? "action";
  if (!move()) page.move = page.game.moves[0].move;
  page.attempt = exampleAttempt(page.game, move());
  for (const input of move().inputs) {
    const given = query.getAll(input.input);
    if (given.length)
      page.attempt[input.input] =
        input.type === "list" ? given.map((each) => typed(input.of, each)) : typed(input, given[0]);
  }
  page.vary = query.get("over") ?? "";
  page.aim = query.get("aim") ?? "";
  for (const [name, value] of query) {
    if (name.startsWith("ruling.")) page.rulings[name.slice(7)] = value;
    if (name.startsWith("decide.")) page.decide[name.slice(7)] = value;
  }
}

/** @param {any} input @param {string} text */
function typed(input, text) {
  if (input.type === "whole") return text === "none" ? null : Number(text);
  if (input.type === "yes_no") return text === "yes";
  return text;
}

function move() {
  return page.game.moves.find((each) => each.move === page.move);
}

function toAddress() {
  const query = new URLSearchParams();
  if (page.move !== "action") query.set("move", page.move);
  for (const [name, value] of Object.entries(page.attempt)) {
    for (const each of Array.isArray(value) ? value : [value])
      query.append(name, typeof each === "boolean" ? (each ? "yes" : "no") : String(each ?? "none"));
  }
  for (const [name, value] of Object.entries(page.rulings)) query.set(`ruling.${name}`, value);
  for (const [name, value] of Object.entries(page.decide)) query.set(`decide.${name}`, value);
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
  draw();
  toAddress();
  const set = { game: gameId, move: page.move, attempt: page.attempt, rulings: page.rulings, decide: page.decide };
  try {
    page.answer = await ask("/api/odds", { ...set, near: true }, signal);
    page.base = structuredClone(set);
    page.refused = "";
  } catch (refused) {
    if (refused.name === "AbortError") return;
    page.refused = refused.message;
  }
  page.waiting = false;
  draw();
  await Promise.all([drawChart(set, signal), drawAdvice(set, signal)]);
}

/** What came with the last answer for what is set now, if it did. */
function near() {
  if (!page.answer || !page.base || page.base.move !== page.move || !same(page.base.rulings, page.rulings)) return null;
  const changes = {};
  for (const input of move().inputs) {
    const now = page.attempt[input.input] ?? page.answer.attempt[input.input];
    const then = page.base.attempt[input.input] ?? page.answer.attempt[input.input];
    if (!same(now, then)) changes[input.input] = page.attempt[input.input];
  }
  for (const decision of move().decisions) {
    const chosen = page.decide[decision.decision];
    if (!same(chosen, page.base.decide[decision.decision])) changes[`decide.${decision.decision}`] = chosen;
  }
  return Object.keys(changes).length ? alternative(page.answer.near, changes) : page.answer;
}

function paint() {
  const shown = near() ?? page.answer;
  const inputs = move().inputs.filter((input) => input.type !== "text");
  const first = inputs.filter((input) =>
    isShownFirst({ ...input, changed: input.input in page.attempt }, page.game.face?.first),
  );
  const rest = inputs.filter((input) => !first.includes(input));
  const one = (input) =>
    control(input, value(input), (chosen) => {
      page.attempt[input.input] = chosen;
      settle();
    });
  show(
    root,
    h(
      "section.card.result",
      { key: "result", "aria-label": "Odds" },
      page.refused ? h("p.refused", { role: "alert" }, page.refused) : null,
      oddsBar(shown?.tiers ?? null, { waiting: page.waiting }),
      shown?.says ? h("p.says", null, worded(shown.says)) : null,
      costs(shown?.costs ?? []),
      h(
        "div.actions",
        null,
        h(
          "button.quiet.small",
          { type: "button", onclick: (event) => copyText(location.href, event.target) },
          "Copy a link to this set-up",
        ),
      ),
    ),
    h(
      "section.card.inputs",
      { key: "inputs", "aria-label": "The roll", tabindex: 0 },
      page.game.moves.length > 1
        ? h(
            "div.control",
            { key: "move" },
            h("div.label", { id: "in-move" }, h("span", null, "move")),
            segments(
              page.game.moves.map((each) => each.move),
              page.move,
              changeMove,
              "in-move",
            ),
            h("p.hint", null, move().says),
          )
        : null,
      first.map(one),
      move().decisions.filter(comesUp).map(decisionControl),
      h(
        "details.more",
        { key: "more" },
        h("summary", null, "More inputs"),
        rest.map(one),
        move()
          .decisions.filter((each) => !comesUp(each))
          .map(decisionControl),
      ),
    ),
    h(
      "section.card",
      { key: "chart" },
      h("h2", null, "Over one input"),
      chooseVary(),
      h("ar-picture.chart", { key: "picture", id: "chart" }),
    ),
    adviceCard(),
    factsCard(),
    h(
      "details.card",
      { key: "rulings", open: Object.keys(page.rulings).length > 0 },
      h("summary", null, h("h2", null, "House rules and rulings")),
      page.game.rulings.map(rulingControl),
    ),
  );
}

/** @param {any} input */
function value(input) {
  return input.input in page.attempt
    ? page.attempt[input.input]
    : (page.answer?.attempt[input.input] ??
        (typeof input.default === "string" && input.type === "whole" ? null : input.default));
}

/** @param {string} name */
function changeMove(name) {
  page.move = name;
  page.attempt = exampleAttempt(page.game, move());
  page.decide = {};
  page.answer = null;
  page.advice = null;
  page.aim = "";
  settle();
}

/** @param {any} decision */
function decisionControl(decision) {
  const name = decision.decision;
  const options = [...Object.keys(decision.options), ...decision.policies];
  return h(
    "div.control",
    { key: `decide.${name}` },
    h("div.label", { id: `in-decide-${name}` }, h("span", null, plain(name))),
    segments(
      options,
      page.decide[name] ?? options[0],
      (chosen) => {
        page.decide[name] = chosen;
        settle();
      },
      `in-decide-${name}`,
    ),
    h(
      "p.hint",
      null,
      decision.options[page.decide[name] ?? options[0]] ??
        (page.decide[name] === "best"
          ? "Always what is best for the highest tier."
          : "A rule of thumb, applied every time."),
    ),
  );
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
    page.advice.decisions.some((each) => each.decision === decision)
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
  return control(input, page.rulings[ruling.ruling] ?? ruling.default, (chosen) => {
    if (chosen === ruling.default || chosen === "") delete page.rulings[ruling.ruling];
    else page.rulings[ruling.ruling] = chosen;
    settle();
  });
}

/** @param {any[]} paid */
function costs(paid) {
  if (!paid.length) return null;
  return h(
    "p.costs",
    null,
    "Costs: ",
    paid
      .map((each) => `${each.who === "roller" ? "" : `${plain(each.who)} `}${plain(each.track)} ${signed(each.by)}`)
      .join(", "),
  );
}

function chooseVary() {
  const inputs = move().inputs.filter(
    (input) => ["whole", "die", "choice"].includes(input.type) && input.type !== "text",
  );
  if (!inputs.some((input) => input.input === page.vary)) page.vary = inputs[0]?.input ?? "";
  return control(
    { input: "vary", type: "choice", values: inputs.map((input) => input.input), says: "" },
    page.vary,
    (chosen) => {
      page.vary = chosen;
      settle();
    },
    { label: "input" },
  );
}

/** @param {any} set @param {AbortSignal} signal */
async function drawChart(set, signal) {
  if (!page.vary) return;
  try {
    const told = await ask("/api/vary", { ...set, over: page.vary }, signal);
    document.getElementById("chart").replaceChildren(picture(told.svg));
  } catch (refused) {
    if (refused.name !== "AbortError") document.getElementById("chart").replaceChildren(refused.message);
  }
}

/** @param {any} set @param {AbortSignal} signal */
async function drawAdvice(set, signal) {
  if (!move().decisions.length) return;
  try {
    page.advice = await ask("/api/advice", { ...set, decide: {}, ...(page.aim ? { aim: page.aim } : {}) }, signal);
    draw();
  } catch (refused) {
    if (refused.name !== "AbortError") page.advice = null;
  }
}

function adviceCard() {
  const decisions = page.advice?.decisions ?? [];
  if (!decisions.length || !move().decisions.length) return null;
  return h(
    "details.card",
    { key: "advice" },
    h("summary", null, h("h2", null, "What to decide")),
    chooseAim(),
    h(
      "p.hint",
      null,
      "The chance of it with each option, when all that follows is done as well as can be.",
      page.advice.more ? " Only the decisions that come up most often." : "",
    ),
    h(
      "div.scroll",
      null,
      h(
        "table.advised",
        null,
        h(
          "thead",
          null,
          h(
            "tr",
            null,
            ["decision", "when it stands at", "best", "worth", "comes up"].map((each) =>
              h("th", { scope: "col" }, each),
            ),
          ),
        ),
        h(
          "tbody",
          null,
          decisions.map((each) =>
            h(
              "tr",
              null,
              h("th", { scope: "row" }, plain(each.decision)),
              h("td", null, each.now ? `${each.now.tier}${factsOf(each.now.facts)}` : "before the throw"),
              h("td", null, h("strong", null, plain(each.best))),
              h("td", null, each.options.map((option) => `${plain(option.option)} ${worth(option.worth)}`).join(", ")),
              h("td", null, percent(each.chance)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** What a roll settles besides its tier. */
function factsCard() {
  const facts = Object.entries(page.answer?.facts ?? {});
  return facts.length
    ? h(
        "details.card",
        { key: "facts" },
        h("summary", null, h("h2", null, "What else it settles")),
        h(
          "dl.facts",
          null,
          facts.map(([name, values]) =>
            h(
              "div",
              { key: name },
              h("dt", null, h("strong", null, plain(name)), h("span.hint", null, move().facts?.[name] ?? "")),
              h(
                "dd",
                null,
                Object.entries(values)
                  .map(([fact, chance]) => `${fact}: ${percent(chance)}`)
                  .join(" · "),
              ),
            ),
          ),
        ),
      )
    : null;
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

/** @param {Record<string, any>} facts */
function factsOf(facts) {
  const told = Object.entries(facts)
    .map(([name, fact]) => `${plain(name)} ${String(fact).replace("-", "−")}`)
    .join(", ");
  return told ? ` (${told})` : "";
}

/** @param {string} fraction */
function worth(fraction) {
  const [above, below] = fraction.split("/").map(BigInt);
  return above >= 0n && above <= below ? percent(fraction) : (Number(above) / Number(below)).toFixed(2);
}
