// A decision: each option named by its deed, with what it costs, what it brings, what it risks, and its odds.

import { h } from "./dom.js";
import { deedCalled } from "./face.js";
import { icon } from "./icons.js";
import { oddsBar, watched } from "./odds-bar.js";
import { fromTo, named, partName, toneOfEffect } from "./people.js";
import { ask } from "./server.js";
import { leads, seatName } from "./table-state.js";
import { bare, begun, percent, plain } from "./words.js";

/** @param {State} state @param {Roll} roll @param {Taps} does */
export function deciding(state, roll, does) {
  const asks = /** @type {Asks} */ (roll.asks);
  const about = plain(bare(asks.decision ?? ""));
  const own = asks.seat ? asks.seat === state.view.you.seat : leads(state);
  const may = own || leads(state);
  const whose = asks.seat ? seatName(state, asks.seat) : "the gm";
  return h(
    "section.decision",
    { key: `decision-${roll.record?.steps.length}`, "aria-label": `Decide: ${about}` },
    own ? null : h("p.hint", null, `${begun(whose)} decides.`, may ? ` You may answer for ${whose}.` : ""),
    own && asks.by === "defender" ? h("p.hint", null, `Now for ${partName(state, roll, "defender")}:`) : null,
    (asks.options ?? []).map((option) => optionCard(state, roll, asks, option, may, does)),
    may && !asks.says && mayBeAdvised(state) ? advice(roll, does) : null,
  );
}

/** @param {State} state */
function mayBeAdvised(state) {
  return state.view.settings.advice !== false || state.view.you.role === "gm";
}

/**
 * @param {State} state @param {Roll} roll @param {Asks} asks @param {Option} option @param {boolean} may
 * @param {Taps} does
 */
function optionCard(state, roll, asks, option, may, does) {
  const tierNamed = (/** @type {string} */ tier) => named(state, roll, tier);
  const deed =
    deedCalled(state.game, option.option, asks.now ? tierNamed(asks.now.tier) : "") || begun(plain(option.option));
  return h(
    may ? "button.option" : "div.option",
    { key: option.option, ...(may ? { type: "button", onclick: () => does.decide(roll, option.option) } : {}) },
    h("strong", null, deed),
    h(
      "span.points",
      null,
      points(state, roll, asks, option).map(([kind, words], place) =>
        h(
          "span.point",
          { key: place, class: kind },
          icon(kind === "good" ? "gain" : kind === "hurt" ? "hurt" : kind === "lock" ? "lock" : "cost"),
          h("span", null, words),
        ),
      ),
    ),
    asks.says
      ? null
      : option.odds
        ? outcomeBar(option.odds, tierNamed)
        : h("span.hint", null, "Too many ways to count."),
    option.odds?.facts ? watched(state.game, uncertain(option.odds.facts), option.odds.facts) : null,
  );
}

/**
 * What an option costs, brings and leaves.
 * @param {State} state @param {Roll} roll @param {Asks} asks @param {Option} option @returns {[string, string][]}
 */
function points(state, roll, asks, option) {
  const price = option.price.map(
    (each) =>
      /** @type {[string, string]} */ ([
        toneOfEffect(state, roll, each) === "good" ? "good" : "cost",
        fromTo(state, roll, each),
      ]),
  );
  const locked = Object.entries(state.game.face?.watched ?? {})
    .filter(([fact, look]) => look.tone === "hurt" && Number(asks.now?.facts?.[fact]) >= 1)
    .map(
      ([fact, look]) =>
        /** @type {[string, string]} */ ([
          "lock",
          `${badge(look, Number(asks.now?.facts[fact]))} ${Number(asks.now?.facts[fact]) > 1 ? "stay" : "stays"}`,
        ]),
    );
  const nothing =
    !price.length && !locked.length ? [/** @type {[string, string]} */ (["plain", "It costs nothing."])] : [];
  return [...price, ...locked, ...nothing, ["plain", named(state, roll, option.says)]];
}

/** @param {any} look @param {number} value */
function badge(look, value) {
  return (value > 1 && look.many ? look.many : look.called.replace(/^an? /, "1 ")).replace("{n}", String(value));
}

/**
 * The bar of what follows, or the one thing that does.
 * @param {Odds} odds @param {(tier: string) => string} tierNamed
 */
function outcomeBar(odds, tierNamed) {
  const possible = Object.entries(odds.tiers).filter(([, chance]) => chance.split("/")[0] !== "0");
  const words =
    possible.length === 1
      ? `Then ${tierNamed(possible[0][0])}`
      : `Then ${possible
          .reverse()
          .map(([tier, chance]) => `${tierNamed(tier)} ${percent(chance)}`)
          .join(" · ")}`;
  return [oddsBar(odds.tiers, { compact: true, named: tierNamed }), h("span.chances.visually-hidden", null, words)];
}

/** @param {Roll} roll @param {Taps} does */
function advice(roll, does) {
  if (does.advice.roll !== roll.roll)
    return h("button.quiet", { key: "advice", type: "button", onclick: () => does.advise(roll) }, "What is best?");
  return h(
    "ul.advice",
    { key: "advice", role: "status" },
    does.advice.lines.map((line, place) => h("li", { key: place }, line)),
  );
}

/**
 * Advice on a decision in plain words: for each level worth reaching, which option reaches it most often.
 * @param {State} state @param {Roll} roll @returns {Promise<string[]>}
 */
export async function adviceOn(state, roll) {
  if (!roll.asks?.options) return ["There is nothing to decide."];
  const question = {
    game: state.view.game,
    move: roll.move,
    attempt: roll.attempt,
    rulings: roll.rulings,
    answers: roll.record?.answers,
    most: 1,
  };
  const tiers = Object.keys(roll.asks.options[0].odds?.tiers ?? {})
    .slice(1)
    .reverse();
  const told = await Promise.all(tiers.map((aim) => ask("/api/advice", { ...question, aim })));
  const lines = told
    .map(({ decisions }, place) => line(named(state, roll, tiers[place]), place === 0, decisions[0]))
    .flatMap((each) => (each ? [each] : []));
  return lines.length
    ? [...lines, "What the options cost is not counted here."]
    : ["It makes no difference to the result."];
}

/** @param {string} tier @param {boolean} highest @param {any} advised @returns {string|null} */
function line(tier, highest, advised) {
  const worths = advised?.options.map((/** @type {any} */ option) => option.worth) ?? [];
  if (new Set(worths).size < 2) return null;
  const best = advised.options.find((/** @type {any} */ option) => option.option === advised.best);
  const others = advised.options
    .filter((/** @type {any} */ option) => option !== best)
    .map((/** @type {any} */ option) => `${plain(option.option)} ${percent(option.worth)}`)
    .join(", ");
  return `For ${tier}${highest ? "" : " or better"}: ${plain(best.option)} (${percent(best.worth)}; ${others}).`;
}

/**
 * Facts that are not settled yet: what is certain is said in words already.
 * @param {Record<string, Record<string, string>>} facts
 */
function uncertain(facts) {
  return Object.keys(facts).filter((name) => Object.keys(facts[name]).length > 1);
}
