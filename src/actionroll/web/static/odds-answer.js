// What exact odds say, in tables: every tier exactly and at least, what it costs, and what else it brings.

import { segments } from "./controls.js";
import { h } from "./dom.js";
import { deedCalled } from "./face.js";
import { exampleAttempt, moveOf, same } from "./game.js";
import { chanceSaid, oddsBar } from "./odds-bar.js";
import { changed, inPicture, isAlike, oddsView, onAverage, saveBoth, wanted, worth } from "./odds-chart.js";
import { ask } from "./server.js";
import { unnamed } from "./trying.js";
import { counted, listed, percent, plain, roughly, share, signed, worded } from "./words.js";

const SAVE = "Save the comparison as a table";
const PLAIN_DICE = "dice";
const ATTACKER = "attacker_";

/**
 * A set-up, its odds and all said of it.
 * @typedef {{move: string, tiers: Tiers, facts?: Record<string, Record<string, string>>, says: string,
 *   set: Record<string, any>, own?: string[]}} Compared
 */

/**
 * Another set-up, kept to be compared with the odds above: what the change made of it; before any change, what to do.
 * @param {(Compared & {told: string})|null} beside @param {Compared|null} now @param {Game} game
 */
export function besideView(beside, now, game) {
  if (!beside) return null;
  const other = now ? differing(beside, now) : [];
  const told = (/** @type {Compared} */ each) => captionOf(game, each, [...ownOf(game, each), ...other]);
  const [then, since] = [told(beside), now ? told(now) : ""];
  const parts = (/** @type {any} */ of) => inPicture(game, of)?.[2] ?? of?.tiers;
  const save = () => saveBoth(game.game, [then, parts(beside)], [since, parts(now)]);
  return h(
    "div.beside",
    { key: "beside" },
    h("p.difference", { role: "status" }, now ? changed(game, now, beside) : "…"),
    h(
      "p.hint",
      null,
      `Compared with ${worth(game, beside)}: `,
      h("a", { href: `${location.pathname}?${beside.told}` }, then),
    ),
    oddsView(game, beside),
    h("button.quiet.small", { type: "button", disabled: !now || !isAlike(game, now, beside), onclick: save }, SAVE),
  );
}

/**
 * What of a set-up is not as it was; of another kind of roll all is.
 * @param {Compared} beside @param {Compared} now
 */
function differing(beside, now) {
  const names = now.move === beside.move ? Object.keys({ ...beside.set, ...now.set }) : [];
  return names.filter((name) => !same(beside.set[name], now.set[name]));
}

/**
 * What is told of a set-up by itself: what was decided, and with what.
 * @param {Game} game @param {Compared} setup
 */
function ownOf(game, { move, set, says, own = [] }) {
  const usual = exampleAttempt(game, moveOf(game, move));
  const decisions = moveOf(game, move).decisions.map((/** @type {any} */ each) => each.decision);
  const [decided, inputs] = [true, false].map((of) => own.filter((name) => decisions.includes(name) === of));
  const isUntold = (/** @type {string} */ name) => !same(set[name], usual[name]) && !says.includes(plain(name));
  return decided.length ? [...inputs.filter(isUntold), ...decided] : [];
}

/**
 * A set-up in words: its dice, and what is told of it beside them.
 * @param {Game} game @param {Compared} setup @param {string[]} told
 */
function captionOf(game, { says, set, own }, told) {
  const names = [...new Set(told)];
  const one = (/** @type {string} */ name) => {
    const value = set[name] ?? "none";
    if (typeof value === "boolean") return `${plain(name)} ${value ? "yes" : "no"}`;
    if (typeof value === "number") return `${plain(name)} ${counted(value)}`;
    const said = Array.isArray(value) ? value.join(", ") || "none" : String(value);
    const words = deedCalled(game, said, plain).toLowerCase() || plain(said);
    const none = /^one /.test(plain(name)) ? "without" : "no";
    return words === plain(name) ? words : said === "none" ? `${none} ${plain(name)}` : `${plain(name)} ${words}`;
  };
  const isTold = (/** @type {string} */ name) =>
    typeof set[name] === "number"
      ? says.includes(`${set[name]} ${plain(name)}`)
      : typeof set[name] === "string" && says.includes(plain(set[name]));
  const isUnset = (/** @type {string} */ name) => own?.includes(name) === false && set[name] > 0;
  const whole = (/** @type {string} */ name) => `${one(name)}${isUnset(name) ? ", which nobody set" : ""}`;
  return [unnamed(worded(says || "the other set-up")), ...names.filter((name) => !isTold(name)).map(whole)].join("; ");
}

/**
 * The chance, large, and below it all that makes it: the dice, and where something is decided, what and with what.
 * @param {any} page @param {any} shown
 */
export function chanceLine(page, shown) {
  const said = chanceSaid(page.game, page.move, shown.tiers);
  const own = shown.set ? ownOf(page.game, shown) : [];
  const names = [...own, ...(page.beside && shown.set ? differing(page.beside, shown) : [])];
  const dice = page.game.game === PLAIN_DICE ? page.game.title : shown.says; // with what is added, and against what
  const says = captionOf(page.game, { ...shown, says: dice, set: shown.set ?? {} }, names);
  const picture = inPicture(page.game, shown);
  if (!said && !picture) return h("p.says", null, says);
  const large = said ? [h("b", null, said.told), ` ${said.words}`] : onAverage(picture);
  const told = [large, h("span.says", null, says)];
  return h(page.waiting ? "p.works.waiting" : "p.works", null, told);
}

/**
 * While odds are counted: the last ones, dim; before the first, the room that they will take. What is refused has none.
 * @param {any} page @param {Move} move
 */
export function roomFor(page, move) {
  const shown = page.refused ? null : (page.last ?? { tiers: evenly(page, move), says: "…" });
  if (!shown) return null;
  return h(
    page.last ? "div.room.last" : "div.room",
    { key: "room" },
    h("p", { role: "status" }, "Counting the odds …"),
    h("div", { inert: true }, chanceLine(page, shown), oddsBar(shown.tiers)),
  );
}

/** @param {any} page @param {Move} move @returns {Tiers|undefined} what stands for odds that are counted, unseen */
export function evenly({ refused }, { tiers }) {
  return refused ? undefined : Object.fromEntries(tiers.map((tier) => [tier, `1/${tiers.length}`]));
}

/**
 * Exactly, and at least; of two sides neither is more than the other.
 * @param {Tiers|undefined} tiers @param {Tiers} [other] of the set-up that it is compared with @param {boolean} [sided]
 */
export function tierTable(tiers, other, sided) {
  const names = Object.keys(tiers ?? {});
  if (!tiers || names.length < 2 || names.length > 6) return null;
  const alike = other && names.every((name) => name in other) ? other : undefined;
  const least = (/** @type {number} */ place, /** @type {Tiers} */ of) =>
    percent(sum(names.slice(place, sided ? place + 1 : undefined).map((name) => of[name] ?? "0/1")));
  const [also, compared] = sided ? [[], "compared"] : [["at least"], "compared, at least"];
  return h(
    "details.exact",
    { key: "exact" },
    h("summary", null, sided ? "Exactly" : "Exactly, and at least"),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["outcome", "exactly", ...also, ...(alike ? [compared] : [])].map((each) =>
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
              also.map(() => h("td", null, least(place, tiers))),
              alike ? h("td", null, least(place, alike)) : null,
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

/**
 * What was set for a roll alone, kept for whoever attacks where two sides roll, and back again.
 * @param {Record<string, any>} attempt @param {Move} move that is asked about now @returns {Record<string, any>}
 */
export function carried(attempt, { inputs }) {
  const isThere = (/** @type {string} */ name) => inputs.some(({ input }) => input === name);
  const other = (/** @type {string} */ name) =>
    name.startsWith(ATTACKER) ? name.slice(ATTACKER.length) : `${ATTACKER}${name}`;
  return Object.fromEntries(
    Object.entries(attempt).map(([name, value]) => [other(name), value]).filter(([name]) => isThere(name)),
  );
}

/**
 * What is paid whatever comes of it.
 * @param {Effect[]} paid
 */
export function costs(paid) {
  if (!paid.length) return null;
  return h(
    "p.costs",
    null,
    "It takes ",
    listed(
      paid.map(
        ({ who, track, by }) =>
          `${plain(track)} ${signed(by)}${who === "roller" ? "" : ` for the ${unnamed(who)}`}`,
      ),
    ),
    ".",
  );
}

/**
 * The bar again, thin, above the inputs of a small screen: the card with the odds has scrolled away there. With it the
 * chance, and what the last change made of it where two set-ups are compared.
 * @param {any} page @param {any} shown
 */
export function barInSight(page, shown) {
  const said = shown?.tiers && chanceSaid(page.game, page.move, shown.tiers);
  if (!said && !inPicture(page.game, shown)) return null;
  const { beside } = page;
  const bar = (/** @type {Tiers} */ tiers, /** @type {string} */ when) => [
    beside ? h("span.when", { key: when }, when) : null,
    oddsBar(tiers, { compact: true }),
  ];
  return h(
    "div.in-sight",
    { key: "in-sight", class: beside ? "compared" : "", "aria-hidden": "true" },
    h("p", null, h("b", null, beside ? changed(page.game, shown, beside) : worth(page.game, shown))),
    said ? bar(shown.tiers, "now") : null,
    beside && said && isAlike(page.game, shown, beside) ? bar(beside.tiers, "before") : null,
  );
}

/**
 * While the odds are in sight, they need not stand above the inputs too.
 * @param {HTMLElement} root
 */
export function watchBar(root) {
  const bar = root.querySelector(".result > .odds");
  if (!bar || bar === watched) return;
  watched = bar;
  new IntersectionObserver((all) => {
    const last = all[all.length - 1];
    root.classList.toggle("away", !last.isIntersecting && last.boundingClientRect.top < 0);
  }).observe(bar);
}

/** @type {Element|null} */
let watched = null;

/** @param {any} page @param {any} set @param {AbortSignal} signal @param {() => void} draw */
export async function askAdvice(page, set, signal, draw) {
  try {
    page.advice = await ask("/api/advice", { ...set, decide: {}, aim: page.aim || wanted(page.answer?.tiers) }, signal);
    draw();
  } catch (/** @type {any} */ refused) {
    if (refused.name !== "AbortError") page.advice = null;
  }
}

/**
 * Advice in sentences: what is alike is said once, the commonest first.
 * @param {any} page @param {() => void} settle
 */
export function adviceCard(page, settle) {
  const decisions = page.advice?.decisions ?? [];
  if (!decisions.length) return noAdvice(page);
  return h(
    "section.card.advised",
    { key: "advice" },
    h("h2", null, "What to decide"),
    chooseAim(page, settle),
    h(
      "ul",
      null,
      sentences(page, decisions).map(([words, chance], place) =>
        h(
          "li",
          { key: place },
          words,
          chance < 1 ? h("span.hint", null, ` That comes up in ${roughly(chance)} of rolls.`) : null,
        ),
      ),
    ),
    h(
      "p.hint",
      null,
      page.advice.more ? "Only what comes up most often is told. " : "",
      "This looks only at how often you reach it, not at what it takes from you.",
    ),
  );
}

/**
 * Where nothing is decided as it is set up: that advice comes once something is.
 * @param {any} page
 */
function noAdvice({ advice, game, move }) {
  if (!advice) return null;
  const named = moveOf(game, move).decisions.map((/** @type {any} */ each) => plain(each.decision));
  const says = `Nothing can be decided as it is set up. Where it can (${named.join(" or ")}), advice stands here.`;
  return h("section.card.advised", { key: "advice" }, h("h2", null, "What to decide"), h("p.hint", null, says));
}

/**
 * What is best, a sentence each: before the throw, then from the worst outcome to the best.
 * @param {any} page @param {any[]} decisions @returns {[string, number][]}
 */
function sentences({ game, move }, decisions) {
  const tiers = ["", ...moveOf(game, move).tiers];
  const from = (/** @type {any} */ each) => tiers.indexOf(each.now?.tier ?? "");
  /** @type {Map<string, number>} */
  const said = new Map();
  const idle = new Set(); // sentences of decisions that make no difference
  for (const each of [...decisions].sort((a, b) => from(a) - from(b))) {
    const when = each.now ? `If it is a ${each.now.tier} that can still be changed` : "Before the throw";
    const differs = new Set(each.options.map((/** @type {any} */ option) => option.worth)).size > 1;
    const words = `${when}, ${differs ? bestOf(game, each) : `the ${plain(each.decision)} makes no difference`}.`;
    if (!differs) idle.add(words);
    said.set(words, (said.get(words) ?? 0) + share(each.chance));
  }
  const told = [...said];
  const useful = told.filter(([words]) => !idle.has(words));
  if (told.length > 1 && !useful.length) return [["Whatever you decide makes no difference to the result.", 1]];
  return (useful.length ? useful : told).slice(0, 8);
}

/**
 * What is best, by its deed; where it is to let things be, against what else could be done first.
 * @param {Game} game @param {any} advised
 */
function bestOf(game, { now, best, decision, options: [first, other] }) {
  const shown = (/** @type {string} */ name) => (name === "tier" ? (now?.tier ?? "result") : "die");
  const [deed, instead] = [best, other?.option].map((each) => deedCalled(game, each, shown).toLowerCase());
  if (now && instead && best === first.option) return `keep the ${now.tier} rather than ${instead}`;
  const about = plain(best) === plain(decision) ? "" : `, for the ${plain(decision)}`;
  return deed || `choose “${plain(best)}”${about}`;
}

/** @param {any} page @param {() => void} settle */
function chooseAim(page, settle) {
  const tiers = Object.keys(page.answer?.tiers ?? {}).slice(1);
  return h(
    "div.control",
    { key: "aim" },
    h("div.label", { id: "in-aim" }, h("span", null, "to reach, or better")),
    segments(
      tiers,
      page.aim || wanted(page.answer?.tiers),
      (chosen) => {
        page.aim = chosen;
        settle();
      },
      "in-aim",
    ),
  );
}
