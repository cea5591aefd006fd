// The roll that the table builds together, from the declaration to its last due.

import { control } from "./controls.js";
import { diceRow } from "./dice.js";
import { h } from "./dom.js";
import { dueCard } from "./dues.js";
import { named } from "./entry-words.js";
import { handEntry } from "./hand-entry.js";
import { percent, plain, shade, signed } from "./numbers.js";
import { oddsBar } from "./odds-bar.js";
import { characterName, inputsOf, leads, myCharacters, seatName, standing, valueOf } from "./table-state.js";

/** @param {any} state @param {any} roll @param {any} does what taps do */
export function rollCard(state, roll, does) {
  const mine = roll.seat === state.view.you.seat;
  const turn = isMyTurn(state, roll);
  return h("article.card.roll", { key: `roll-${roll.roll}`, class: turn ? "your-turn" : null, "aria-label": `Roll ${roll.roll}` },
    turn ? h("p.turn", null, "Your turn") : null,
    h("header", null,
      h("h2", null, title(state, roll)),
      h("p.hint", null, mine ? "your roll" : `rolled by ${seatName(state, roll.seat)}`)),
    roll.status === "open" ? openBody(state, roll, does) : thrownBody(state, roll, does),
    roll.status === "done" ? roll.open_dues.map((due) => dueCard(state, roll, due, does)) : null);
}

/** @param {any} state @param {any} roll */
export function title(state, roll) {
  const what = [roll.trait ? plain(roll.trait) : null, roll.move !== "action" ? plain(roll.move) : null].filter(Boolean).join(", ");
  const against = roll.against ? ` against ${characterName(state, roll.against)}` : "";
  return `${characterName(state, roll.character)}${what ? `: ${what}` : ""}${against}`;
}

/** @param {any} state @param {any} roll */
export function isMyTurn(state, roll) {
  const me = state.view.you.seat;
  if (roll.status === "waiting") return roll.asks?.ask === "decision" ? roll.asks.seat === me || (!roll.asks.seat && leads(state)) : roll.seat === me;
  if (roll.status === "done") return roll.open_dues.some((due) => due.seat === me || (!due.seat && leads(state)));
  if (roll.status !== "open") return false;
  const needs = roll.needs ?? [];
  if (needs.some((need) => need.by === "gm")) return state.view.you.role === "gm" || (!state.view.with_gm && roll.seat === me);
  return roll.seat === me;
}

/** @param {any} state @param {any} roll @param {any} does */
function openBody(state, roll, does) {
  const now = standing(state, roll);
  const mine = roll.seat === state.view.you.seat || leads(state);
  const needed = roll.needs.filter((need) => !roll.inputs[need.input]?.set);
  return [
    needed.length ? h("p.needs", { key: "needs" }, `Waits for ${needed.map((need) => `${plain(need.input)} (${need.by === "gm" ? "the gm" : need.by})`).join(", ")}`) : null,
    roll.refusal && !now.waiting ? h("p.refused", { key: "refusal", role: "alert" }, roll.refusal) : null,
    now.tiers ? h("div.standing", { key: "odds" }, oddsBar(now.tiers, { waiting: now.waiting }), h("p.says", null, now.says), costLine(state, roll, now.costs)) : null,
    h("div.settables", { key: "inputs" }, settables(state, roll, does)),
    offers(state, roll, does),
    h("footer.actions", { key: "actions" },
      mine ? h("button.primary.big", { type: "button", disabled: needed.length > 0 || (!!roll.refusal && !now.waiting), onclick: () => does.throw(roll) }, "Throw the dice") : null,
      mine ? h("button", { type: "button", onclick: () => does.askHand(roll), disabled: needed.length > 0 }, "I rolled real dice") : null,
      mine ? h("button.quiet", { type: "button", onclick: () => does.send("withdraw", { roll: roll.roll }) }, "Withdraw") : null),
    does.handFor === roll.roll ? handEntry(state, roll, does) : null,
  ];
}

/** @param {any} state @param {any} roll @param {any} does */
function settables(state, roll, does) {
  const me = state.view.you;
  const mayRoller = roll.seat === me.seat || leads(state);
  const decisions = Object.entries(roll.decide ?? {}).map(([name, { options }]) => {
    const input = { input: name, type: "choice", values: options, says: "Decided before the dice fall." };
    return control(input, valueOf(state, roll, `decide.${name}`), (value) => does.change(roll, `decide.${name}`, value), { locked: mayRoller ? null : "the roller's" });
  });
  const inputs = inputsOf(state, roll).filter((input) => !input.from_sheet && input.by !== "helper");
  const numbers = inputs.filter((input) => input.type !== "text");
  const texts = inputs.filter((input) => input.type === "text");
  const one = (input) => {
    const may = input.by === "gm" ? leads(state) : mayRoller;
    if (!may && input.type === "text" && !input.value) return null;
    const unsaid = input.called && !input.set && !(input.input in (state.overlay.get(roll.roll) ?? {}));
    return control(input, unsaid ? null : valueOf(state, roll, input.input), (value) => does.change(roll, input.input, value), { locked: may ? null : input.by === "gm" ? "the gm's" : "the roller's" });
  };
  const likely = numbers.filter((input) => input.set || input.required || input.called || does.likely(roll, input));
  const rest = numbers.filter((input) => !likely.includes(input));
  const called = texts.filter((input) => input.called || input.value);
  return [
    decisions, likely.map(one), called.map(one),
    rest.length || texts.length > called.length ? h("details.more", { key: "more" }, h("summary", null, "More about this roll"), rest.map(one), texts.filter((input) => !called.includes(input)).map(one)) : null,
    fromSheet(state, roll),
  ];
}

/** @param {any} state @param {any} roll */
function fromSheet(state, roll) {
  const read = inputsOf(state, roll).filter((input) => input.from_sheet && input.value !== null && input.value !== false && input.value !== 0);
  return read.length ? h("p.hint", { key: "sheet" }, `From the sheet: ${read.map((input) => `${plain(input.input)} ${input.value === true ? "yes" : input.value}`).join(", ")}`) : null;
}

/** @param {any} state @param {any} roll @param {any} does */
function offers(state, roll, does) {
  const helpers = myCharacters(state).filter((each) => each.character !== roll.character && each.character !== roll.against);
  const helping = new Map(roll.offers.map((offer) => [offer.character, offer]));
  return h("div.help", { key: "help" },
    roll.offers.length ? h("ul.offers", null, roll.offers.map((offer) => h("li", { key: offer.character },
      h("span", null, `${characterName(state, offer.character)} helps${offer.how ? `: ${offer.how}` : ""}`),
      offer.seat === state.view.you.seat || leads(state) ? h("button.quiet", { type: "button", onclick: () => does.send("withdraw_offer", { roll: roll.roll, character: offer.character }) }, "take back") : null))) : null,
    helpers.filter((each) => !helping.has(each.character)).map((each) => roll.help.map((way) => h("button.offer", {
      key: `${each.character}-${way.input}`, type: "button",
      onclick: () => does.send("offer", { roll: roll.roll, character: each.character, input: way.input }),
    }, `${each.name}: ${way.input === roll.help[0].input ? "help" : plain(way.input)}`, h("small", null, way.says)))));
}

/** @param {any} state @param {any} roll @param {any[]} costs */
function costLine(state, roll, costs) {
  if (!costs.length) return null;
  return h("p.costs", null, "It costs ", costs.map((cost) => told(state, roll, cost)).join(", "));
}

/** @param {any} state @param {any} roll @param {any} cost */
function told(state, roll, cost) {
  const part = cost.character || partCharacter(roll, cost.who);
  const whose = part && part !== roll.character ? `${characterName(state, part)} ` : "";
  return `${whose}${plain(cost.track)} ${signed(cost.by)}`;
}

/** @param {any} roll @param {string} part */
function partCharacter(roll, part) {
  const place = Number(part.split("-")[1]) - 1;
  if (part.startsWith("helper-")) return roll.offers[place]?.character ?? "";
  if (part.startsWith("member-")) return roll.members[place] ?? "";
  return part === "defender" ? roll.against : roll.character;
}

/** @param {any} state @param {any} roll @param {any} does */
function thrownBody(state, roll, does) {
  const record = roll.record;
  const throws = record?.steps.filter((step) => step.do === "throw") ?? [];
  const last = throws.at(-1);
  const outcome = record?.outcome;
  return [
    outcome ? h("p.headline", { key: "headline", class: headlineShade(state, roll, outcome.tier) }, outcome.tier) : null,
    last ? h("div.fallen", { key: `dice-${throws.length}`, class: does.fresh.has(roll.roll) ? "falling" : null, onclick: () => does.skip(roll) }, diceRow(last.dice)) : null,
    last?.by_hand ? h("p.hint", { key: "hand" }, "entered by hand") : null,
    outcome ? h("p.why", { key: "why" }, named(state, roll, outcome.words.short)) : null,
    roll.asks?.ask === "decision" ? decision(state, roll, does) : null,
    roll.asks?.ask === "dice" ? waitingDice(state, roll, does) : null,
    outcome ? h("details.long", { key: "long" }, h("summary", null, "Step by step"), h("ol", null, outcome.words.long.map((line) => h("li", null, named(state, roll, line))))) : null,
    h("footer.actions", { key: "undo" }, undoButtons(state, roll, does)),
  ];
}

/** @param {any} state @param {any} roll @param {string} tier */
function headlineShade(state, roll, tier) {
  const tiers = state.game.moves.find((each) => each.move === roll.move)?.tiers ?? [];
  const place = tiers.indexOf(tier);
  return place < 0 ? "" : `t${shade(place, tiers.length)}`;
}

/** @param {any} state @param {any} roll @param {any} does */
function decision(state, roll, does) {
  const asks = roll.asks;
  const mine = asks.seat === state.view.you.seat || leads(state);
  const whose = asks.seat ? seatName(state, asks.seat) : "the gm";
  return h("section.decision", { key: "decision", "aria-label": `Decide: ${plain(asks.decision)}` },
    h("h3", null, mine && asks.seat === state.view.you.seat ? `Decide: ${plain(asks.decision)}` : `${whose} decides: ${plain(asks.decision)}`),
    asks.now ? h("p.now", null, `Now: ${asks.now.tier}`) : null,
    asks.options.map((option) => h(mine ? "button.option" : "div.option", { key: option.option, ...(mine ? { type: "button", onclick: () => does.decide(roll, option.option) } : {}) },
      h("strong", null, plain(option.option)), h("span", null, option.says),
      option.price.length ? h("span.price", null, option.price.map((each) => told(state, roll, each)).join(", ")) : null,
      oddsBar(option.odds.tiers, { compact: true }),
      h("span.chances", null, chances(option.odds.tiers)))),
    mine && state.view.settings.advice !== false ? h("button.quiet", { type: "button", onclick: () => does.advise(roll) }, does.adviceFor === roll.roll ? does.adviceText : "What is best?") : null);
}

/** @param {Record<string, string>} tiers */
function chances(tiers) {
  const possible = Object.entries(tiers).filter(([, chance]) => chance.split("/")[0] !== "0");
  if (possible.length === 1) return possible[0][0];
  return possible.reverse().map(([tier, chance]) => `${tier} ${percent(chance)}`).join(" · ");
}

/** @param {any} state @param {any} roll @param {any} does */
function waitingDice(state, roll, does) {
  const mine = roll.seat === state.view.you.seat || leads(state);
  if (!mine) return h("p.hint", { key: "waiting" }, "Waits for dice.");
  return h("div.actions", { key: "waiting" },
    h("button.primary", { type: "button", onclick: () => does.throw(roll) }, "Throw the dice"),
    h("button", { type: "button", onclick: () => does.askHand(roll) }, "I rolled real dice"),
    does.handFor === roll.roll ? handEntry(state, roll, does) : null);
}

/** @param {any} state @param {any} roll @param {any} does */
export function undoButtons(state, roll, does) {
  if (!["waiting", "done"].includes(roll.status)) return null;
  const me = state.view.you;
  const players = state.view.seats.filter((seat) => seat.role === "player" && !seat.gone);
  const may = me.role === "gm" || (!state.view.with_gm && me.role === "player" && (players.length === 1 || roll.seat !== me.seat));
  return [
    may ? h("button.quiet", { type: "button", onclick: () => does.send("undo", { entry: roll.roll }) }, roll.wished ? `Undo, as ${seatName(state, roll.wished)} wishes` : "Undo this roll") : null,
    !may && roll.seat === me.seat ? h("button.quiet", { type: "button", disabled: !!roll.wished, onclick: () => does.send("wish", { roll: roll.roll }) }, roll.wished ? "Wished to undo" : "Wish to undo") : null,
  ];
}
