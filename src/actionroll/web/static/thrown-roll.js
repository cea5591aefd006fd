// A roll whose dice lie on the table: the outcome, the dice, why, and what is to be decided.

import { diceRow } from "./dice.js";
import { h } from "./dom.js";
import { handEntry } from "./hand-entry.js";
import { begun, percent, plain, shade } from "./numbers.js";
import { oddsBar } from "./odds-bar.js";
import { costWords, diceNamed, effectWords, named, partName, whyWords } from "./parts.js";
import { bare } from "./shown-first.js";
import { leads, seatName } from "./table-state.js";

/** @param {any} state @param {any} roll @param {any} does */
export function thrownRoll(state, roll, does) {
  const throws = roll.record?.steps.filter((step) => step.do === "throw") ?? [];
  const lying = diceLying(throws);
  const outcome = roll.record?.outcome;
  return [
    roll.status === "undone" || roll.status === "closed" ? h("p.hint", { key: "status" }, roll.status === "undone" ? "Taken back; every track stands as before." : "Closed at no cost, because the rules changed.") : null,
    outcome ? headline(state, roll, outcome) : null,
    lying.length ? h("div.fallen", { key: `dice-${throws.length}` }, lying.map(([part, dice]) => h("div", { key: part }, lying.length > 1 || part !== "roller" ? h("p.hint", null, partName(state, roll, part)) : null, diceRow(diceNamed(state, roll, dice))))) : null,
    throws.at(-1)?.by_hand ? h("p.tag", { key: "hand" }, "entered by hand") : null,
    outcome ? h("p.why", { key: "why" }, whyWords(state, roll, outcome)) : null,
    outcome?.effects.length ? h("ul.effects", { key: "effects", "aria-label": "What it changed" }, outcome.effects.map((effect, place) => h("li", { key: place }, effectWords(state, roll, effect)))) : null,
    roll.asks?.ask === "decision" ? decision(state, roll, does) : null,
    roll.asks?.ask === "dice" ? waitingDice(state, roll, does) : null,
    outcome ? h("details.long", { key: "long" }, h("summary", null, "Step by step, with the rules"), h("ol", null, outcome.words.long.map((line, place) => h("li", { key: place }, named(state, roll, line))))) : null,
    undoing(state, roll, does),
  ];
}

/** @param {any} state @param {any} roll @param {any} outcome */
function headline(state, roll, outcome) {
  const tiers = state.game.moves.find((each) => each.move === roll.move)?.tiers ?? [];
  const place = tiers.indexOf(outcome.tier);
  return h("p.headline", { key: "headline" }, place < 0 ? null : h("span.swatch", { class: `b${shade(place, tiers.length)}`, "aria-hidden": "true" }), h(roll.status === "undone" ? "del" : "span", null, begun(named(state, roll, outcome.tier))));
}

/** The dice as they lie in the end, by whose they are: each part's last throw, and what still counts of those before. @param {any[]} throws @returns {[string, any[]][]} */
function diceLying(throws) {
  const lying = new Map();
  for (const { dice } of throws) {
    for (const part of new Set(dice.map((die) => die.by ?? "roller"))) {
      const before = (lying.get(part) ?? []).filter((die) => die.counted);
      lying.set(part, [...before, ...dice.filter((die) => (die.by ?? "roller") === part)]);
    }
  }
  return [...lying];
}

/** @param {any} state @param {any} roll @param {any} does */
function decision(state, roll, does) {
  const { asks } = roll;
  const about = plain(bare(asks.decision));
  const own = asks.seat ? asks.seat === state.view.you.seat : leads(state);
  const may = own || leads(state);
  const whose = asks.seat ? seatName(state, asks.seat) : "the gm";
  const tierNamed = (tier) => named(state, roll, tier);
  return h("section.decision", { key: `decision-${roll.record.steps.length}`, "aria-label": `Decide: ${about}` },
    h("h3", null, own ? `Decide: ${about}` : `${whose} decides: ${about}`),
    !own && may ? h("p.hint", null, `You may answer for ${whose}.`) : null,
    asks.now ? h("p.now", null, `Now: ${tierNamed(asks.now.tier)}.`) : null,
    asks.options.map((option) => h(may ? "button.option" : "div.option", { key: option.option, ...(may ? { type: "button", onclick: () => does.decide(roll, option.option) } : {}) },
      h("strong", null, plain(option.option)), h("span", null, option.says),
      h("span.price", null, costWords(state, roll, option.price) || "It costs nothing."),
      oddsBar(option.odds.tiers, { compact: true, named: tierNamed }),
      h("span.chances", null, chances(option.odds.tiers, tierNamed)))),
    may && (state.view.settings.advice !== false || state.view.you.role === "gm") ? advice(roll, does) : null);
}

/** @param {any} roll @param {any} does */
function advice(roll, does) {
  if (does.advice.roll !== roll.roll) return h("button.quiet", { key: "advice", type: "button", onclick: () => does.advise(roll) }, "What is best?");
  return h("ul.advice", { key: "advice", role: "status" }, does.advice.lines.map((line, place) => h("li", { key: place }, line)));
}

/** @param {Record<string, string>} tiers @param {(tier: string) => string} tierNamed */
function chances(tiers, tierNamed) {
  const possible = Object.entries(tiers).filter(([, chance]) => chance.split("/")[0] !== "0");
  if (possible.length === 1) return `Then ${tierNamed(possible[0][0])}`;
  return `Then ${possible.reverse().map(([tier, chance]) => `${tierNamed(tier)} ${percent(chance)}`).join(" · ")}`;
}

/** @param {any} state @param {any} roll @param {any} does */
function waitingDice(state, roll, does) {
  const { seat, dice } = roll.asks;
  const whose = partName(state, roll, dice[0]?.by ?? "roller");
  if (![seat, roll.seat].includes(state.view.you.seat) && !leads(state)) return h("p.hint", { key: "waiting" }, `Waits for the dice of ${whose}.`);
  return h("div.actions", { key: "waiting" },
    h("p.hint", null, named(state, roll, `The dice of ${whose}: ${roll.says}`)),
    h("button.primary", { type: "button", onclick: () => does.throw(roll) }, "Throw the dice"),
    h("button", { type: "button", onclick: () => does.askHand(roll) }, "I rolled real dice"),
    does.handFor === roll.roll ? handEntry(roll, does, diceNamed(state, roll, dice)) : null);
}

/** @param {any} state @param {any} roll @param {any} does */
function undoing(state, roll, does) {
  if (!["waiting", "done"].includes(roll.status) || state.view.you.role === "onlooker") return null;
  if (mayUndo(state, roll)) {
    const says = roll.wished ? `Undo, as ${seatName(state, roll.wished)} wishes` : "Undo this roll";
    return h("footer.actions", { key: "undo" }, h("button.quiet", { type: "button", onclick: () => does.send("undo", { entry: roll.roll }) }, says));
  }
  return roll.seat !== state.view.you.seat ? null : h("footer.actions", { key: "undo" },
    h("button.quiet", { type: "button", disabled: !!roll.wished, onclick: () => does.send("wish", { roll: roll.roll }) }, roll.wished ? "You wish to undo this roll" : "Wish to undo this roll"));
}

/** @param {any} state @param {any} roll */
function mayUndo(state, roll) {
  const me = state.view.you;
  if (state.view.with_gm || me.role !== "player") return me.role === "gm";
  const players = state.view.seats.filter((seat) => seat.role === "player" && !seat.gone);
  return players.length === 1 || roll.seat !== me.seat || (!!roll.wished && roll.wished !== me.seat);
}
