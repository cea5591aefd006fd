// The dice lie: the outcome in the largest words, the dice that made it, why in the game's terms, and what to decide.

import { owedNext } from "./cards.js";
import { diceBySide, glossed, inPlaces } from "./dice.js";
import { h } from "./dom.js";
import { deedDone, dieLook, toneOfChange, toneOfTier } from "./face.js";
import { isDice, isMark, isOpposed, isWaiting, moveOf, ownList } from "./game.js";
import { icon, sign } from "./icons.js";
import { oddsBar, worksTold } from "./odds-bar.js";
import { LEFT_TO_SAY, changesLeft, changesWords, effectWords, isInBoxes, pointsWords } from "./people.js";
import { joinWords, named, partName, toneOfEffect, trackOf, whose, whyWords } from "./people.js";
import { entriesOf, notOfRound } from "./prices.js";
import { settledWords } from "./story.js";
import { decisions, sworn } from "./later.js";
import { characterName, leads, myCharacters, seatName } from "./table-state.js";
import { answeredWith, isMade, relief, settledOf, saidLate, withoutNothing } from "./undoing.js";
import { begun, counted, doesTold, listed, plain } from "./words.js";

/**
 * What there is to see, and what there is to do.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function fallen(state, roll, does) {
  const throws = throwsOf(roll);
  const lying = diceLying(throws);
  const outcome = roll.record?.outcome;
  const now = outcome ?? roll.asks?.now;
  const changed = outcome ? notOfRound(state, paidAndGained(roll, outcome.effects)) : [];
  const sight = [
    lying.length ? h("div.fallen", { key: `dice-${throws.length}` }, diceBySide(state, roll, lying, "fallen")) : null,
    h(
      "div.result",
      { key: "result" },
      askedLine(state, roll) ?? (now ? headline(state, roll, now.tier, !outcome) : null),
      why(state, roll, now),
      badges(state, roll, now, outcome ? changed : (now?.effects ?? []), throws.at(-1)?.by_hand),
      statusLine(state, roll),
      roll.unasked ? h("p.hint", { key: "unasked" }, roll.unasked) : null,
      effects(state, roll, changed),
      meaning(state, roll),
      roll.status === "done" && roll.open_dues.length ? brought(state, roll) : null,
    ),
  ];
  const doing = [
    roll.asks?.ask === "decision" ? decisions.give(does, ({ deciding }) => deciding(state, roll, does)) : null,
    roll.status === "waiting" ? saidLate(state, roll, does) : null,
    roll.status === "done" ? following(state, roll, does) : null,
    roll.asks?.ask === "dice" ? helpedSoFar(state, roll) : null,
    roll.asks?.ask === "dice" ? decisions.give(does, ({ waitingDice }) => waitingDice(state, roll, does)) : null,
  ];
  return [sight, doing];
}

/** @param {Roll} roll what it came to, where nothing stands against it: the number is the outcome */
function totalOf(roll) {
  const outcome = roll.record?.outcome;
  return isDice(roll.move) && outcome?.tier === "rolled" ? String(outcome.facts.total) : "";
}

/** @param {Roll} roll @returns {any[]} */
function throwsOf(roll) {
  return roll.record?.steps.filter((step) => step.do === "throw") ?? [];
}

/**
 * The outcome as the largest words on the page, in the colour and with the sign of its tier.
 * @param {State} state @param {Roll} roll @param {string} tier @param {boolean} open
 */
function headline(state, roll, tier, open) {
  const { diceless, tiers } = moveOf(state.game, roll.move);
  const total = totalOf(roll);
  const tone = total || diceless ? "" : toneOfTier(roll.tiers ?? tiers, tier); // nothing was risked
  const words = total || begun(named(state, roll, tier));
  const most = isOpposed(state.game, roll.move) ? 8 : 11; // a name has wider letters
  return h(
    "p",
    {
      key: "headline",
      class: `${open ? "now" : "headline"} word ${tone && `ink-${tone}`} ${words.length > most ? "long" : ""}`,
      tabindex: -1,
    },
    tone ? sign(tone) : null,
    h(roll.status === "undone" ? "del" : "span", null, words),
  );
}

/**
 * In the place of an outcome: what the choice is about where nothing is settled before; what its dice are to fall for.
 * @param {State} state @param {Roll} roll
 */
function askedLine(state, roll) {
  const deed = doesTold(deedDone(state.game, roll).toLowerCase()); // of someone: it is no outcome
  const done = deed && `${characterName(state, roll.character)} ${deed}`;
  const words = state.game.face?.asks[roll.asks?.decision ?? ""] ?? done;
  if (!words) return null;
  const facts = roll.asks?.options?.at(-1)?.odds?.facts ?? {};
  const told = words.replace(/\{(\w+)\}/g, (_, fact) => Object.keys(facts[fact] ?? {})[0] ?? "some");
  return h("p.now.word", { key: "headline", tabindex: -1, class: told.length > 12 ? "long" : null }, told);
}

/**
 * Why it is so, in the game's own terms; what is not decided yet says it too.
 * @param {State} state @param {Roll} roll @param {any} now
 */
function why(state, roll, now) {
  const stands = now?.why ? `As it stands, ${named(state, roll, now.why).replace(/\.$/, "")}.` : "";
  const told = now?.words ? whyWords(state, roll, now) : stands;
  const words = roll.asks?.among ? "To choose from: the dice that stand out." : told;
  return words ? h("p.why", { key: "why" }, glossed(state.game, words + joined(state, roll, words))) : null;
}

/**
 * " Oda helps: “keeps watch”.": who joined, and how where that was said; of whom help came may be told before.
 * @param {State} state @param {Roll} roll @param {string} before
 */
function joined(state, roll, before) {
  const told = roll.offers.map(({ character, input, how }) => {
    const name = characterName(state, character);
    const isTold = before.includes(name);
    const does = isTold ? `What ${name} tried` : `${name} ${joinWords(state, roll, roll.move, input)}`;
    return isTold && !how ? "" : ` ${does}${how ? `: “${how}”` : ""}.`;
  });
  return told.join("");
}

/**
 * What is special about it: a match, banes, willpower; and that someone typed the dice in.
 * @param {State} state @param {Roll} roll @param {any} now @param {Effect[]} changed what tells of itself
 * @param {boolean} [byHand]
 */
function badges(state, roll, now, changed, byHand) {
  const shown = Object.entries(state.game.face?.watched ?? {})
    .map(([fact, look]) => [fact, look, now?.facts?.[fact]])
    .filter(([, look, value]) => value === true || (typeof value === "number" && value >= Math.max(1, look.least)))
    .filter(([fact]) => !changed.some((each) => each.track === fact));
  return shown.length || byHand
    ? h(
        "ul.badges",
        { key: "badges" },
        shown.map(([fact, look, value]) =>
          h(
            "li",
            { key: fact, class: look.tone },
            icon(look.tone === "hurt" ? "hurt" : "spark"),
            h("span", null, glossed(state.game, named(state, roll, badgeWords(look, value)))),
          ),
        ),
        byHand ? h("li.by-hand", { key: "hand" }, "entered by hand") : null,
      )
    : null;
}

/** @param {any} look @param {any} value */
function badgeWords(look, value) {
  if (value === true) return begun(look.called);
  const words = value > 1 && look.many ? look.many : look.called.replace(/^an? /, "1 ");
  return begun(words.replace("{n}", String(value)));
}

/** @param {State} state @param {Roll} roll */
function statusLine(state, roll) {
  const isBack = (/** @type {Entry} */ each) => each.kind === "undone" && each.roll === roll.roll;
  const back = [...state.log.values()].find(isBack);
  const whose = back ? ` by ${seatName(state, back.by)}` : "";
  if (roll.status === "undone")
    return h("p.hint", { key: "status" }, `Taken back${whose}; all stands as it did before.${callGone(state, roll)}`);
  if (roll.status === "closed") return h("p.hint", { key: "status" }, "Closed at no cost: the rules changed.");
  return null;
}

/**
 * That a roll which was called for went with its call: who called, calls again.
 * @param {State} state @param {Roll} roll
 */
function callGone(state, roll) {
  const by = state.log.get(roll.roll)?.by ?? roll.seat;
  const again = by === state.view.you.seat ? "you call" : `${seatName(state, by)} calls`;
  return by === roll.seat ? "" : ` If it is to be rolled after all, ${again} for it again.`;
}

/** @type {(one: Effect, other: Effect) => boolean} */
const isLike = (one, other) => one.who === other.who && one.track === other.track;

/** @typedef {Effect & {spent?: number}} Moved what moved one track, with what of it was paid where more came back */

/**
 * What a roll changed, each track once; also what was paid for the dice and came back with them.
 * @param {Roll} roll @param {Effect[]} all what is left of both @returns {Moved[]}
 */
function paidAndGained(roll, all) {
  const paid = throwsOf(roll).flatMap((each) => each.costs ?? []);
  const sum = (/** @type {Effect[]} */ some, /** @type {Effect} */ like) =>
    some.filter((each) => isLike(each, like)).reduce((total, each) => total + each.by, 0);
  return [...all, ...paid]
    .filter((each, place, some) => some.findIndex((other) => isLike(other, each)) === place)
    .map((each) => {
      const [by, spent] = [sum(all, each), sum(paid, each)];
      return { ...each, by, spent: (by - spent) * spent < 0 ? spent : 0 };
    })
    .filter(({ by, spent }) => by || spent);
}

/**
 * From where an effect moved what it moved, and by which steps to where, as the entries have it.
 * @param {State} state @param {Roll} roll @param {Effect} effect @returns {string[]}
 */
function stepsOf(state, roll, effect) {
  const [character, name] = [effect.character ?? roll.parts[effect.who], trackOf(roll, effect)];
  if (isInBoxes(state.game, name) || isWaiting(state.game, effect.track)) return [];
  return entriesOf(state, roll)
    .flatMap(({ kind, changes }) => (["thrown", "decided"].includes(kind) ? (changes ?? []) : []))
    .filter((each) => each[0] === character && each[1] === name && typeof each[3] === "number")
    .flatMap(([, , before, after], place) => (place ? [counted(after)] : [counted(before), counted(after)]));
}

/**
 * "Nyx spends 1 cunning (now 3)"; of what was paid and came back "Nyx: cunning 4 → 3 → 4 (spends 1, gains 1)".
 * @param {State} state @param {Roll} roll @param {Moved} effect @param {boolean} paid
 */
function changeWords(state, roll, effect, paid) {
  const { spent, by } = effect;
  const steps = stepsOf(state, roll, effect);
  if (!spent) return effectWords(state, roll, effect, paid) + (steps.length ? ` (now ${steps.at(-1)})` : "");
  const track = trackOf(roll, effect);
  const told = [spent, by - spent].map((each) => pointsWords(state.game, track, each, true).replace(/ \D+$/, ""));
  return `${begun(whose(state, roll, effect))}: ${plain(track)} ${steps.join(" → ")} (${told.join(", ")})`;
}

/** @param {State} state @param {Roll} roll @param {Moved[]} some */
function effects(state, roll, some) {
  const all = some.filter((each) => isMade(state, roll, each));
  if (!all.length) return null;
  const isGood = (/** @type {Effect} */ each) => toneOfEffect(state, roll, each) === "good";
  const buys = moveOf(state.game, roll.move).diceless && all.some(isGood); // what is lost is its price
  return h(
    "ul.effects",
    { key: "effects", "aria-label": "What it changed" },
    all.map((effect, place) => {
      const waited = isWaiting(state.game, effect.track); // it was there for this, and is used up
      const own = toneOfEffect(state, roll, { ...effect, by: effect.by - (effect.spent ?? 0) }); // what came of it
      const paid = waited || isPaid(roll, effect) || (own === "hurt" && effect.by < 0 && !!buys);
      const tone = paid ? "plain" : own;
      return h(
        "li",
        { key: place, class: `${tone} ${isMark(state.game, effect.track) ? "mark" : ""}` },
        icon(tone === "good" ? "gain" : tone === "hurt" ? "hurt" : "go"),
        changeWords(state, roll, effect, paid),
      );
    }),
  );
}

/**
 * Whether it was given for the dice, or for what was chosen last: what was spent is no harm.
 * @param {Roll} roll @param {Effect} effect
 */
function isPaid(roll, { who, track, by }) {
  const paid = throwsOf(roll).flatMap((each) => each.costs ?? []);
  const all = paid.filter((each) => each.who === who && each.track === track).reduce((sum, each) => sum + each.by, 0);
  return by < 0 && (all <= by || !!roll.record?.steps.slice(-1).some((last) => last.options?.indexOf(last.chose) > 0));
}

/**
 * What people said it brings, and what that changed.
 * @param {State} state @param {Roll} roll
 */
function brought(state, roll) {
  const inFull = roll.record?.outcome?.dues.length ? [] : answeredWith(state, roll);
  const told = withoutNothing(roll, [...settledOf(state, roll), ...inFull]).filter(
    (entry) => settledWords(state, entry) || changesLeft(state, entry)?.length !== 0,
  );
  return told.map((entry) =>
    h(
      "div.brought",
      { key: `brought-${entry.number}` },
      h("p", null, settledWords(state, entry), changesLeft(state, entry) ? "" : ` ${LEFT_TO_SAY}`),
      h(
        "ul.effects",
        null,
        (changesLeft(state, entry) ?? []).map(([where, name, before, after]) => {
          const tone = toneOfChange(state.game, name, typeof after === "number" ? after - before : after);
          const says = begun(changesWords(state, [[where, name, before, after]]));
          return h("li", { key: `${where}-${name}`, class: tone }, says);
        }),
      ),
    ),
  );
}

/**
 * The moves of the game's own list that are called as what it brought: stress that was named is now endured.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function following(state, roll, does) {
  const { move } = state.game.moves[0];
  const list = ownList(state.game, move)?.input;
  const mine = myCharacters(state).map((each) => each.character);
  const listed = (/** @type {Roll} */ each) => each.attempt?.[list ?? ""] ?? each.inputs?.[list ?? ""]?.value;
  const made = (/** @type {string} */ named) =>
    state.view.rolls.some((each) => each.roll > roll.roll && each.status !== "undone" && listed(each) === named);
  const named = settledOf(state, roll)
    .flatMap((entry) => entry.answer.map((/** @type {Share} */ { way, who }) => [way.replaceAll(" ", "_"), who]))
    .map(([way, who]) => [way, who ?? roll.character])
    .filter(([way, who]) => list && state.game.face?.fits[way]?.length && mine.includes(who) && !made(way));
  const next = sworn.give(does, ({ nextMove }) => named.map(([way, who]) => nextMove(state, does, way, who)));
  const swears = state.game.undertakings?.length && sworn.give(does, ({ begunBy }) => begunBy(state, roll, does));
  const told = roll.open_dues.length ? null : brought(state, roll); // on a turned phone, where there is room for it
  return [told, swears || null, next, owedNext(state, does), relief(state, roll, does)];
}

/**
 * Whether what the tier means is still to be told: until somebody says what it brings.
 * @param {State} state @param {Roll} roll
 */
function isToBeTold(state, roll) {
  return roll.status !== "undone" && !(roll.open_dues.length ? settledOf(state, roll) : brought(state, roll)).length;
}

/**
 * What the tier means in this game, and who speaks next.
 * @param {State} state @param {Roll} roll
 */
export function meaning(state, roll) {
  const outcome = roll.record?.outcome;
  if (!outcome || !isToBeTold(state, roll)) return null;
  const words = outcome.means || moveOf(state.game, roll.move).means?.[outcome.tier];
  const isMeant = roll.seat !== state.view.you.seat && /\b(you|say)\b/i.test(words ?? "");
  const whom = isMeant ? `To ${seatName(state, roll.seat)}: ` : "";
  return words ? h("p.means", { key: "means" }, whom, named(state, roll, words)) : null;
}

/**
 * The dice as they lie in the end: each part's last throw, and what stays of those before.
 * @param {any[]} throws @returns {Die[]}
 */
function diceLying(throws) {
  const lying = new Map();
  for (const { dice, kept } of throws) {
    for (const part of new Set(dice.map((/** @type {Die} */ die) => die.by ?? "roller"))) {
      const locked = (kept ?? []).map((/** @type {Die} */ die) => ({ ...die, kept: true, counted: true }));
      const before = kept
        ? locked
        : (lying.get(part) ?? [])
            .filter((/** @type {Die} */ die) => die.counted)
            .map((/** @type {Die} */ die) => ({ ...die, kept: true }));
      const own = dice.filter((/** @type {Die} */ die) => (die.by ?? "roller") === part);
      lying.set(part, inPlaces(lying.get(part) ?? [], own, before));
    }
  }
  return [...lying].flatMap(([part, dice]) => dice.map((/** @type {Die} */ die) => ({ ...die, by: part })));
}

/**
 * Dice that tumble: those about to be thrown, without a face, beside those that stay.
 * @param {State} state @param {Roll} roll
 */
export function fallingDice(state, roll) {
  const lying = diceLying(throwsOf(roll));
  const stay = (roll.asks?.kept ?? []).map((die) => ({ ...die, kept: true }));
  const again = roll.asks?.ask === "dice" ? inPlaces(lying, roll.asks.dice ?? [], stay) : null;
  const dice =
    roll.status === "open"
      ? (roll.dice ?? [])
      : (again ?? lying.map((die) => ({ ...die, face: undefined })));
  return h("div.fallen.tumble", { key: "falling", "aria-hidden": "true" }, diceBySide(state, roll, dice, "falling"));
}

/**
 * After the dice of others: whether they helped, what the chance is now, and the dice that fall next.
 * @param {State} state @param {Roll} roll
 */
function helpedSoFar(state, roll) {
  const { dice = [], odds, besides = [], seat } = /** @type {Asks} */ (roll.asks);
  const helpers = new Set(throwsOf(roll).flatMap(({ dice: thrown }) => thrown.map((/** @type {Die} */ die) => die.by)));
  const names = [...helpers].filter((part) => part?.startsWith("helper-")).map((part) => partName(state, roll, part));
  const isOfAll = !!dice[0]?.by?.startsWith("member-");
  const isTold = isOfAll && !leads(state) && seat !== state.view.you.seat; // who throws next is told it there
  if (names.length ? dice[0]?.by?.startsWith("helper-") : !isOfAll) return null;
  const lent = dice.filter((die) => dieLook(state.game, die.from).lent).length;
  const some = lent ? `${lent} of ${names.length} helped` : names.length ? "No help this time" : "";
  const verdict = lent && lent === names.length ? `${listed(names)} helped!` : some;
  return [
    h("p.works", { key: "helped", role: "status" }, [
      verdict ? h("b", null, verdict) : null,
      odds ? ` ${worksTold(odds.tiers)} that it works now` : null,
      isTold ? h("span.says", null, begun(named(state, roll, besides.join("; ")))) : null,
    ]),
    h("div.to-throw", { key: "next-dice" }, diceBySide(state, roll, dice, "building")),
    odds ? oddsBar(odds.tiers, { named: (tier) => named(state, roll, tier) }) : null,
  ];
}
