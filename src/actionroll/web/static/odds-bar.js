// Odds as one bar: every tier with its sign and its chance inside, a key below it, exact numbers for who cannot see it.

import { h } from "./dom.js";
import { MOST_ON_A_BAR, asksFate, toneOf } from "./face.js";
import { isOpposed } from "./game.js";
import { icon, sign } from "./icons.js";
import { many, percent, plain, roughly, share } from "./words.js";

const MOST_ROWS = 8;
const ROOM = 0.115;
const ROOM_IN_SMALL = 0.125;
export const ROOM_FOR_BOTH = 0.205;
export const BAD = new Set(["ruin", "fail", "short"]);

/**
 * The chance that it works at all.
 * @param {Tiers} tiers from worst to best
 */
export function works(tiers) {
  const names = Object.keys(tiers);
  return names.reduce((sum, name, place) => (BAD.has(toneOf(place, names.length)) ? sum : sum + share(tiers[name])), 0);
}

/**
 * That chance as it is said beside a bar: rounded by itself, for it is what people work out.
 * @param {Tiers} tiers from worst to best
 */
export function worksTold(tiers) {
  return roughly(works(tiers));
}

/**
 * The one chance that is said large, and of what; null where outcomes are no ladder.
 * @param {Game} game @param {string} move @param {Tiers} tiers from worst to best
 */
export function chanceSaid(game, move, tiers) {
  const names = Object.keys(tiers);
  if (names.length < 2 || names.length > MOST_ON_A_BAR) return null;
  if (isOpposed(game, move)) {
    const words = names.length > 2 ? "that the attacker does not lose" : "that the attacker wins";
    return { told: worksTold(tiers), words };
  }
  if (!asksFate(game, move)) return { told: worksTold(tiers), words: "that it works" };
  return names.length === 2 ? { told: roughly(share(tiers[names[1]])), words: names[1] } : null;
}

/**
 * @param {Tiers|null} tiers from worst to best
 * @param {{waiting?: boolean, compact?: boolean, named?: (tier: string) => string}} [how]
 * @returns {Element}
 */
export function oddsBar(tiers, how = {}) {
  const told = how.named ?? ((tier) => tier);
  if (!tiers) return h("div.odds.empty", { role: "status" }, "Counting the odds …");
  const names = Object.keys(tiers);
  if (names.length > MOST_ON_A_BAR) return manyTiers(tiers, told);
  const keyed = inShort(names.map(told));
  const said = names.map((name) => `${told(name)} ${percent(tiers[name])}`).join(", ");
  const parts = names.map((name) => share(tiers[name]));
  const shown = parts.map(roughly);
  const sure = how.compact ? names.findIndex((name) => share(tiers[name]) === 1) : -1;
  if (sure >= 0) return sureBar(told(names[sure]), toneOf(sure, names.length));
  return h(
    "div.odds",
    {
      class: `${how.waiting ? "waiting" : ""} ${how.compact ? "compact" : ""}`,
      "aria-busy": how.waiting ? "true" : null,
    },
    h(
      "div.bar",
      { role: "img", "aria-label": said },
      names.map((name, place) => segment(name, parts[place], toneOf(place, names.length), shown[place], how.compact)),
    ),
    how.compact
      ? null
      : h(
          "ol.tiers",
          { "aria-hidden": "true" },
          names.map((name, place) =>
            h(
              "li",
              { key: name, class: `ink-${toneOf(place, names.length)}`, style: { "--part": String(parts[place]) } },
              sign(toneOf(place, names.length)),
              h("span.name", null, keyed[place]),
              isTight(parts[place]) ? h("b", null, shown[place]) : null,
            ),
          ),
        ),
  );
}

/**
 * Tiers as a key names them: "mixed success" is mixed, where no other tier is.
 * @param {string[]} names
 */
function inShort(names) {
  const short = names.map((name) => name.replace(/ (success|failure|hit)$/, ""));
  return new Set(short).size === names.length ? short : names;
}

/**
 * What is certain is said in words; a bar of one part tells nothing.
 * @param {string} words @param {"ruin"|"fail"|"short"|"half"|"works"|"great"} tone
 */
function sureBar(words, tone) {
  return h(
    "div.odds.compact",
    null,
    h("div.bar", null, h("span.segment.sure", { class: `of-${tone}` }, sign(tone), words)),
  );
}

/**
 * @param {string} name @param {number} part @param {"ruin"|"fail"|"short"|"half"|"works"|"great"} tone
 * @param {string} shown its percentage @param {boolean} [compact] sign and number side by side
 */
function segment(name, part, tone, shown, compact) {
  return h(
    "span.segment",
    { key: name, class: `of-${tone}`, style: { "flex-grow": String(part) }, "aria-hidden": "true" },
    part >= (compact ? ROOM_FOR_BOTH : ROOM) ? sign(tone) : null,
    h("span.chance", { class: part >= (compact ? ROOM_IN_SMALL : ROOM) ? "" : "tight" }, shown),
  );
}

/**
 * Whether a part is too thin for its number, which then stands in the key below.
 * @param {number} part
 */
function isTight(part) {
  return part < ROOM;
}

/**
 * Outcomes that are no ladder: a list, the likeliest first.
 * @param {Tiers} tiers @param {(tier: string) => string} told
 */
function manyTiers(tiers, told) {
  const possible = Object.entries(tiers)
    .filter(([, chance]) => share(chance) > 0)
    .sort((a, b) => share(b[1]) - share(a[1]));
  const likely = possible.slice(0, MOST_ROWS);
  const others = possible.slice(MOST_ROWS);
  return h(
    "div.odds",
    null,
    h(
      "ol.tiers.rows",
      null,
      likely.map(([name, chance]) =>
        h("li", { key: name }, h("span.name", null, told(name)), h("span.chance", null, roughly(share(chance)))),
      ),
      others.length
        ? h(
            "li",
            { key: "others" },
            h("span.name", null, `and ${many(others.length, "other")}`),
            h("span.chance", null, roughly(others.reduce((sum, [, chance]) => sum + share(chance), 0))),
          )
        : null,
    ),
  );
}

/**
 * What people watch besides the tier (banes, willpower, stress): always as tall, so that nothing below it moves.
 * @param {Game} game @param {string[]} names the facts of the move @param {any} facts their odds, as far as known
 * @param {Record<string, any>} [now] what stands already: then only more of it is news
 * @param {(fact: string) => string} [full] the track that it would raise, where that can take no more
 * @param {(words: string) => string} [said] words with the names of those they speak of
 * @param {(words: string) => any} [shown] these words on the page
 */
export function watched(game, names, facts, now, full = () => "", said = String, shown = String) {
  const looks = Object.entries(game.face?.watched ?? {}).filter(([fact]) => names.includes(fact));
  return looks.length
    ? h(
        "div.pills",
        { key: "watched" },
        looks.map(([fact, look]) =>
          pill(
            fact,
            { ...look, called: said(look.called) },
            facts && (facts[fact] ?? {}), // where it is counted, what is not there cannot come
            Number(now?.[fact]) || 0,
            look.tone === "good" ? full(fact) : "",
            shown,
          ),
        ),
      )
    : null;
}

/**
 * @param {string} fact @param {Watched} look @param {Record<string, string>|undefined} odds @param {number} now
 * @param {string} full @param {(words: string) => any} shown
 */
function pill(fact, look, odds, now, full, shown) {
  const stays = now > 0 && Object.keys(odds ?? {}).every((value) => Number(value) >= now); // else it is thrown again
  const some = someOf(odds, Math.max(look.least, stays ? now + 1 : 1));
  const any = anyOf(some);
  const called = look.called.includes("{n}") ? fact.replaceAll("_", " ") : look.called;
  const words = stays ? called.replace(/^(an? )?/, "another ") : called;
  const each = some.map(([value, chance]) => `${value}: ${percent(chance)}`).join(", ");
  const told = odds && !any ? without(full, words) : `${odds ? roughly(any) : "…"} ${words}`;
  const means = [look.means, any < 1 ? look.unless : ""].filter(Boolean).join("; ");
  const idle = odds && !any && !full && look.tone !== "hurt"; // keeps its place
  return h(
    "div.pill",
    { key: fact, class: any ? look.tone : idle ? "none idle" : "none", title: each },
    icon(look.tone === "hurt" ? "hurt" : "spark"),
    h("b", null, shown(told), means && (any || !odds) ? h("small", null, means) : null),
  );
}

/**
 * What people watch by the track of the sheet that it moves: "drive +1" is "intuition +1".
 * @param {Roll} roll @param {string} words
 */
export function ofTrack({ track_names: names }, words) {
  return words.replace(/^\w+/, (first) => plain(names?.[first] ?? first));
}

/**
 * "no bane", "willpower is full": what cannot come.
 * @param {string} full @param {string} words
 */
function without(full, words) {
  return full ? `${full} is full: no more to gain` : `no ${words.replace(/^an? | \+.*$/g, "")}`;
}

/**
 * How a fact that people watch would fall, as columns; and how often it does not come to that, in words.
 * @param {Watched} look @param {string} fact @param {Record<string, string>} odds
 * @param {{says: string, chance: string}} [barred]
 */
export function spread(look, fact, odds, barred) {
  const called = (/** @type {string} */ value) =>
    Number(value) > 0 ? `+${value}` : Number(value) < 0 ? value : "none";
  const parts = Object.entries(odds).sort(([a], [b]) => Number(a) - Number(b));
  const columns = parts.map(([value, chance]) => ({ key: value, part: share(chance), name: called(value) }));
  const all = barred ? [...columns, { key: "barred", part: share(barred.chance), name: barred.says }] : columns;
  const most = Math.max(...all.map(({ part }) => part));
  return h(
    "ol.spread",
    { key: fact, class: look.tone, "aria-label": fact.replaceAll("_", " ") },
    all.map(({ key, part, name }) =>
      h(
        "li",
        { key, class: key === "barred" ? key : null },
        h("span", null, roughly(part)),
        h("i", { "aria-hidden": "true", style: { height: `${Math.max(0.15, (2.5 * part) / most)}rem` } }),
        h("b", null, name),
      ),
    ),
  );
}

/** @param {Record<string, string>|undefined} odds @param {number} least */
function someOf(odds, least) {
  const isSome = (/** @type {string} */ value) =>
    value === "true" || value === "yes" || Number(value) >= Math.max(1, least);
  return Object.entries(odds ?? {}).filter(([value]) => isSome(value));
}

/** @param {[string, string][]} some values with their chances */
function anyOf(some) {
  return some.reduce((sum, [, chance]) => sum + share(chance), 0);
}

/**
 * "71 → 78 % works"; where that stays, of what people watch the first that does not: "0 → 29 % cunning +1".
 * @param {any} without @param {any} taken @param {string} [whose] of two sides @param {Roll} [roll]
 * @param {[string, Watched][]} [looks]
 */
export function effectOf(without, taken, whose, roll, looks = []) {
  if (!without || !taken) return h("span.effect");
  const [before, after] = [without, taken].map(({ tiers, facts }) => [
    worksTold(tiers),
    ...looks.map(([fact, { least }]) => roughly(anyOf(someOf(facts?.[fact], least)))),
  ]);
  const at = before.findIndex((each, place) => each !== after[place]);
  if (at < 0) return h("span.effect");
  const what = at && roll ? ofTrack(roll, looks[at - 1][1].called) : whose || "works";
  return h("span.effect", null, h("b", null, `${before[at].replace(" %", "")} → ${after[at]}`), ` ${what}`);
}

/**
 * The sum of the dice and what it costs, in two lines whatever others add to it; more of it opens with a tap.
 * @param {any} sum @param {string} costs
 */
export function summed(sum, costs) {
  return h("span.room", null, h("span.clip", { tabindex: 0 }, h("span.costs", null, costs && `${costs} `), sum));
}
