// A decision: each option named by its deed, with what it costs, what it brings, what it risks, and its odds.

import { typedIn } from "./building.js";
import { h } from "./dom.js";
import { MOST_ON_A_BAR, deedCalled, moveCalled, toneOf } from "./face.js";
import { isOpposed, isWaiting, moveOf, picksOf } from "./game.js";
import { icon, sign } from "./icons.js";
import { ROOM_FOR_BOTH, oddsBar, ofTrack, watched } from "./odds-bar.js";
import { answeredBy, named, partName, toneOfEffect, trackOf } from "./people.js";
import { fromTo } from "./prices.js";
import { changeTold, fallsOn, shareWords } from "./shares.js";
import { leads, seatName } from "./table-state.js";
import { bare, begun, listed, owedTold, percent, plain, roughly, share } from "./words.js";

/** @param {State} state @param {Roll} roll @param {Taps} does */
export function deciding(state, roll, does) {
  const asks = /** @type {Asks} */ (roll.asks);
  const deeds = (asks.options ?? []).map(({ option }) => optionCalled(state, roll, asks, option));
  const own = asks.seat ? asks.seat === state.view.you.seat : leads(state);
  const may = own || leads(state);
  const whose = seatName(state, asks.seat ?? "");
  const [lesser, worth] = [true, false].map((is) => weighed(state, roll, asks, is));
  const one = (/** @type {Option} */ option) => optionCard(state, roll, asks, option, may, does);
  return h(
    "section.decision",
    { key: `decision-${roll.record?.steps.length}`, "aria-label": `${deeds.join(", or ")}?` },
    own && asks.seat ? null : h("p.deed", { role: "status" }, decider(state, roll, asks, own)),
    !own && may ? h("p.hint", null, `You may answer for ${whose}.`) : null,
    worth.map(one),
    lesser.length ? allTheSame(state, roll, asks, lesser.map(({ option }) => option), lesser.map(one)) : null,
    may && isOpen(asks) && (state.view.settings.advice !== false || state.view.you.role === "gm")
      ? advice(roll, does)
      : null,
  );
}

/**
 * The options that are never better than to let it be; or those that may be.
 * @param {State} state @param {Roll} roll @param {Asks} asks @param {boolean} lesser
 */
function weighed(state, roll, { options: [first, ...others] = [], content }, lesser) {
  if (!first) return [];
  const found = others.filter((each) => (content || isVain(state, roll, first, each)) === lesser);
  return lesser ? found : [first, ...found];
}

/**
 * What is chosen from, by its deeds.
 * @param {State} state @param {Roll} roll
 */
export function choices(state, roll) {
  const asks = /** @type {Asks} */ (roll.asks);
  const { length } = asks.options ?? [];
  const options = length > 2 ? weighed(state, roll, asks, false) : (asks.options ?? []);
  const deeds = options.map(({ option }) => optionCalled(state, roll, asks, option));
  return listed(deeds.map((deed) => deed[0].toLowerCase() + deed.slice(1)), "or");
}

/**
 * Whether an option could bring nothing: no better result, nothing of what people watch, and no way to go on.
 * @param {State} state @param {Roll} roll @param {Option} first @param {Option} each
 */
function isVain(state, roll, first, each) {
  const tiers = roll.tiers ?? moveOf(state.game, roll.move).tiers;
  const looks = Object.entries(state.game.face?.watched ?? {});
  const [good, facts] = [true, false].map((is) => looks.filter(([, { tone }]) => (tone === "good") === is));
  const level = (/** @type {Option} */ { odds }) => tiers.findIndex((tier) => odds?.tiers[tier] === "1/1");
  const brings = (/** @type {Option} */ { odds, price }) =>
    JSON.stringify([price, facts.map(([name]) => odds?.facts?.[name])]);
  const earns = (/** @type {Option} */ { odds }, /** @type {string} */ name) =>
    Number(Object.keys(odds?.facts?.[name] ?? { 0: "1/1" })[0]);
  if (!each.ends || level(each) < 0 || level(each) > level(first) || brings(each) !== brings(first)) return false;
  return good.every(([name]) => earns(each, name) <= earns(first, name));
}

/**
 * Who is well off as it stands needs nothing else: that is there behind a tap, for others may still act.
 * @param {State} state @param {Roll} roll @param {Asks} asks @param {string[]} options @param {any[]} cards
 */
function allTheSame(state, roll, asks, options, cards) {
  const deeds = listed(options.map((option) => optionCalled(state, roll, asks, option).toLowerCase()));
  return h("details.more", { key: "others" }, h("summary", null, `Also possible: ${deeds}`), cards);
}

/**
 * Who decides, and for whom: "Bo decides for Moth", "You decide for the other side".
 * @param {State} state @param {Roll} roll @param {Asks} asks @param {boolean} own
 */
function decider(state, roll, asks, own) {
  const part = partName(state, roll, asks.by ?? "gm");
  if (own) return `You decide for ${part}`;
  const whose = seatName(state, asks.seat ?? "");
  return part === whose ? `${begun(whose)} decides` : `${begun(whose)} decides for ${part}`;
}

/** @type {Record<string, "gain"|"hurt"|"lock"|"cost">} what is neither is what comes of it */
const POINTS = { good: "gain", hurt: "hurt", lock: "lock", cost: "cost" };

/**
 * @param {State} state @param {Roll} roll @param {Asks} asks @param {Option} option @param {boolean} may
 * @param {Taps} does
 */
function optionCard(state, roll, asks, option, may, does) {
  const tierNamed = (/** @type {string} */ tier) => named(state, roll, tier);
  const sided = isOpposed(state.game, roll.move);
  return h(
    may ? "button.option" : "div.option.of-another",
    { key: option.option, ...(may ? { type: "button", onclick: () => does.decide(roll, option.option) } : {}) },
    h("strong", null, optionCalled(state, roll, asks, option.option)),
    h(
      "span.points",
      null,
      points(state, roll, asks, option).map(([kind, words], place) =>
        h(
          "span.point",
          { key: place, class: kind },
          icon(POINTS[kind] ?? "go"),
          h("span", null, words),
        ),
      ),
    ),
    option.odds ? outcomeBar(option.odds, tierNamed, sided) : h("span.hint", null, "Too many ways to count."),
    option.odds?.facts
      ? watched(state.game, uncertain(option.odds.facts), option.odds.facts, asks.now?.facts, undefined, (words) =>
          named(state, roll, ofTrack(roll, words)),
        )
      : null,
  );
}

/**
 * Whether chance has a say in any of it; where all is certain, there is nothing to advise.
 * @param {Asks} asks
 */
function isOpen(asks) {
  return (asks.options ?? []).some(({ odds }) => odds && !Object.values(odds.tiers).includes("1/1"));
}

/**
 * An option by its deed.
 * @param {State} state @param {Roll} roll @param {Asks} asks @param {string} option
 */
export function optionCalled(state, roll, asks, option) {
  const tier = asks.now && !isOpposed(state.game, roll.move) ? named(state, roll, asks.now.tier) : "result";
  const shown = (/** @type {string} */ name) => (name === "tier" ? tier : shownOf(roll, asks, name));
  return deedCalled(state.game, option, shown) || begun(plain(option));
}

/**
 * A fact as it stands now, or the best face of the dice of that source.
 * @param {Roll} roll @param {Asks} asks @param {string} name
 */
function shownOf(roll, asks, name) {
  const fact = asks.now?.facts?.[name];
  if (typeof fact === "number") return String(fact);
  const thrown = roll.record?.steps.filter((step) => step.do === "throw").at(-1)?.dice ?? [];
  const faces = thrown.filter((/** @type {Die} */ die) => die.from === name).map((/** @type {Die} */ die) => die.face);
  return faces.length ? String(Math.max(...faces)) : "die";
}

/**
 * What an option costs, brings and leaves.
 * @param {State} state @param {Roll} roll @param {Asks} asks @param {Option} option @returns {[string, string][]}
 */
function points(state, roll, asks, option) {
  const first = option === asks.options?.[0];
  const ends = first && option.ends ? (asks.now?.effects ?? []) : option.price;
  const sided = isOpposed(state.game, roll.move);
  const befalls = (/** @type {Effect} */ { who, track }) =>
    (!sided || who === asks.by) && !isWaiting(state.game, trackOf(roll, { who, track, by: 0 })); // used up in any case
  const price = ends.filter(befalls).flatMap((each) => {
    const told = fromTo(state, roll, each); // empty of what it would leave as it is
    const tone = toneOfEffect(state, roll, each) === "good" ? "good" : "cost";
    return told ? [/** @type {[string, string]} */ ([tone, told])] : [];
  });
  const locked = Object.entries(state.game.face?.watched ?? {})
    .filter(([fact, look]) => look.tone === "hurt" && Number(asks.now?.facts?.[fact]) >= 1)
    .map(
      ([fact, look]) =>
        /** @type {[string, string]} */ ([
          "lock",
          `${badge(look, Number(asks.now?.facts[fact]))} ${Number(asks.now?.facts[fact]) > 1 ? "stay" : "stays"}`,
        ]),
    );
  const brought = surely(state, roll, asks, option);
  const says = /** @type {[string, string]} */ (["plain", named(state, roll, option.says)]);
  const isPriced = !!state.game.face?.asks[asks.decision ?? ""];
  if (isPriced && first) return [...price, ...answeredShares(state, roll), says];
  if (first && !option.ends) return [...price, ...locked, says, ...leftTo(state, roll, option)];
  const later = stillToCome(state, roll, asks.now?.brings ?? []);
  if (first) return [...price, ...locked, ...standing(later, price.length + locked.length)];
  const then = stillToCome(state, roll, option.brings ?? []); // a better result may have its price all the same
  const several = option.ends && (asks.options?.length ?? 0) > 2; // are told by deed, price and bar
  const told = several && price.length ? [] : [says];
  return [...(isPriced && !price.length ? [FREE] : price), ...brought, ...told, ...then, ...ifLeft(state, roll, asks)];
}

/**
 * What somebody else may still do.
 * @param {State} state @param {Roll} roll @param {Option} option @returns {[string, string][]}
 */
function leftTo(state, roll, { leaves }) {
  const deed = (/** @type {string} */ name) => (deedCalled(state.game, name, () => "") || plain(name)).toLowerCase();
  if (!leaves) return [];
  return [["plain", `${begun(partName(state, roll, leaves.by))} may still ${listed(leaves.options.map(deed), "or")}.`]];
}

/**
 * In a contest, whose choice may still come is taken to let it stand.
 * @param {State} state @param {Roll} roll @param {Asks} asks @returns {[string, string][]}
 */
function ifLeft(state, roll, { by, decision = "" }) {
  const other = by === "attacker" ? "defender" : "attacker";
  const chose = roll.record?.steps.some((each) => each.by === other && bare(each.name ?? "") === bare(decision));
  if (chose || !isOpposed(state.game, roll.move)) return [];
  return [["plain", `These chances hold if ${partName(state, roll, other)} lets it stand.`]];
}

/** @type {[string, string]} */
const FREE = ["good", "It costs nothing."];

/**
 * What falls if it is not answered: named elsewhere, and answered with this roll.
 * @param {State} state @param {Roll} roll @returns {[string, string][]}
 */
function answeredShares(state, roll) {
  const [other, due] = answeredBy(state, roll) ?? [];
  if (!other || !due) return [];
  const shares = (due.named ?? []).filter((share) => fallsOn(other, due, share) === roll.character);
  const changes = (due.foretold ?? []).filter(([where]) => where === roll.character);
  const told = changes.length
    ? changes.map((change) => changeTold(state, change))
    : shares.map((share) => shareWords(state, other, due, shares, share, null));
  return told.map((words) => ["hurt", begun(words)]);
}

/**
 * What an option is sure to change of what people watch.
 * @param {State} state @param {Roll} roll @param {Asks} asks @param {Option} option @returns {[string, string][]}
 */
function surely(state, roll, asks, option) {
  const watchedFacts = Object.entries(state.game.face?.watched ?? {});
  const unpriced = watchedFacts.filter(([fact]) => !option.price.some((each) => each.track === fact));
  return unpriced.flatMap(([fact, look]) => {
    const [value, ...others] = Object.keys(option.odds?.facts?.[fact] ?? {});
    const least = look.tone === "good" && !option.ends ? 0 : Number(asks.now?.facts?.[fact]) || 0; // it is earned anew
    const more = !others.length && Number(value) > least;
    return more ? [/** @type {[string, string]} */ ([look.tone, ofTrack(roll, badge(look, Number(value)))])] : [];
  });
}

/**
 * What comes of it if it stays as it is.
 * @param {[string, string][]} later @param {number} costs how much it costs beside that @returns {[string, string][]}
 */
function standing(later, costs) {
  return later.length || costs ? later : [["plain", "It costs nothing."]];
}

/**
 * What is still to be said, and in a contest on whom it falls.
 * @param {State} state @param {Roll} roll @param {{kind: string, amount: number, on?: string}[]} brings
 * @returns {[string, string][]}
 */
function stillToCome(state, roll, brings) {
  const brought = brings.map(({ kind, amount, on }) => {
    const whom = on && isOpposed(state.game, roll.move) ? ` for ${partName(state, roll, on)}` : "";
    return (amount > 1 ? "" : "the ") + owedTold({ kind, amount }) + whom;
  });
  return brought.length ? [["plain", `Still to come: ${listed(brought)}`]] : [];
}

/** @param {any} look @param {number} value */
function badge(look, value) {
  return (value > 1 && look.many ? look.many : look.called.replace(/^an? /, "1 ")).replace("{n}", String(value));
}

/**
 * The bar of what follows, or the one thing that does.
 * @param {Odds} odds @param {(tier: string) => string} tierNamed @param {boolean} sided
 */
function outcomeBar(odds, tierNamed, sided) {
  const possible = Object.entries(odds.tiers).filter(([, chance]) => chance.split("/")[0] !== "0");
  const words =
    possible.length === 1
      ? `Then ${tierNamed(possible[0][0])}`
      : `Then ${possible
          .reverse()
          .map(([tier, chance]) => `${tierNamed(tier)} ${percent(chance)}`)
          .join(" · ")}`;
  return [
    oddsBar(odds.tiers, { compact: true, named: tierNamed }),
    possible.length === 1 ? null : figures(odds.tiers, sided ? tierNamed : null),
    h("span.chances.visually-hidden", null, words),
  ];
}

/**
 * Every chance in one line below the bar, where a part of it is too thin for its sign and number; of two sides, each
 * with its name.
 * @param {Tiers} tiers @param {((tier: string) => string)|null} called
 */
function figures(tiers, called) {
  const names = Object.keys(tiers);
  const tones = names.map((name, place) => ({ name, tone: toneOf(place, names.length), part: share(tiers[name]) }));
  const possible = tones.filter(({ part }) => part > 0);
  if (names.length > MOST_ON_A_BAR || (!called && possible.every(({ part }) => part >= ROOM_FOR_BOTH))) return null;
  return h(
    "span.figures",
    { key: "figures", "aria-hidden": "true" },
    possible.map(({ name, tone, part }) => {
      const told = [called ? `${called(name)} ` : null, h("b", null, roughly(part))];
      return h("span", { key: name, class: `ink-${tone}` }, sign(tone), told);
    }),
  );
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
 * Facts that are not settled yet: what is certain is said in words already.
 * @param {Record<string, Record<string, string>>} facts
 */
function uncertain(facts) {
  return Object.keys(facts).filter((name) => Object.keys(facts[name]).length > 1);
}

/**
 * What it is answered with, if the gm says so; else whoever answers chooses.
 * @param {State} state @param {Due} due @param {Taps} does @param {string} id
 */
export function answerTraits(state, due, does, id) {
  const chosen = does.answers.get(`${id}-with`) ?? "";
  const says = `${moveCalled(state.game, due.answered_by) || plain(due.answered_by)} with`;
  return h(
    "div.kinds.answered",
    { key: "with", role: "group", "aria-label": says },
    h("span.hint", null, `${says}:`),
    ["", ...picksOf(state.game, due.answered_by)].map((trait) =>
      h(
        "button.chip",
        {
          key: trait,
          type: "button",
          "aria-pressed": chosen === trait ? "true" : "false",
          onclick: () => does.answer(`${id}-with`, trait),
        },
        trait ? plain(trait) : "any",
      ),
    ),
  );
}

/**
 * Dice that fall once something was decided, or after another’s.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function waitingDice(state, roll, does) {
  const { seat, dice = [], besides = [] } = /** @type {Asks} */ (roll.asks);
  const [whose, byHand] = [partName(state, roll, dice[0]?.by ?? "roller"), does.handFor === roll.roll];
  const mine = (seat || roll.seat) === state.view.you.seat;
  if (!mine && !leads(state)) return h("p.hint", { key: "waiting" }, `Waiting for ${whose}’s dice.`);
  const told = besides.length ? `roll: ${named(state, roll, besides.join("; "))}` : "dice";
  return h(
    "div.throwing",
    { key: "waiting" },
    h("p.hint", null, `${begun(whose)}’s ${told}`),
    byHand
      ? typedIn(state, roll, does, dice)
      : h(
          "button.throw",
          { key: "throw", type: "button", class: mine ? null : "for-another", onclick: () => does.throw(roll) },
          `${dice.length > 1 ? `Throw ${dice.length} dice` : "Throw the die"}${mine ? "" : ` for ${whose}`}`,
        ),
    state.view.settings.hand_dice === false
      ? null
      : h(
          "button.quiet",
          { type: "button", onclick: () => does.askHand(roll) },
          byHand ? "Let the page throw" : "I throw real dice",
        ),
  );
}
