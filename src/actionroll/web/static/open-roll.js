// A roll before its dice fall: what everyone may set of it, its odds as they change, who helps, and the throw.

import { control } from "./controls.js";
import { diceRow } from "./dice.js";
import { h } from "./dom.js";
import { handEntry } from "./hand-entry.js";
import { worded } from "./labels.js";
import { plain } from "./numbers.js";
import { oddsBar } from "./odds-bar.js";
import { offersView } from "./offers-view.js";
import { costWords, diceNamed, named, partName } from "./parts.js";
import { picksOf } from "./roll-chooser.js";
import { bare, isShownFirst, labelOf } from "./shown-first.js";
import { alternativeTo, characterName, inputsOf, isChanged, leads, myCharacters, standing, valueOf } from "./table-state.js";

/** @param {any} state @param {any} roll @param {any} does */
export function openRoll(state, roll, does) {
  const now = standing(state, roll);
  const dice = diceNamed(state, roll, roll.dice ?? []);
  const missing = roll.needs.filter((need) => !isChanged(state, roll, need.input));
  return [
    missing.length ? h("p.needs", { key: "needs" }, `Waits for ${missing.map((need) => `${labelOf(need.input)}${need.input.startsWith("defender_") ? ` of ${partName(state, roll, "defender")}` : ""} (${need.by === "gm" ? "the gm says" : `${characterName(state, roll.character)} says`})`).join(", ")}`) : null,
    roll.refusal && !now.waiting ? h("p.refused", { key: "refusal", role: "alert" }, worded(roll.refusal)) : null,
    now.tiers ? h("div.standing", { key: "odds" }, oddsBar(now.tiers, { waiting: now.waiting, named: (tier) => named(state, roll, tier) }), h("p.says", null, named(state, roll, now.says)), costs(state, roll, now.costs)) : null,
    roll.dice?.length ? h("div.to-throw", { key: "dice", class: isChanged(state, roll) ? "waiting" : null }, diceRow(dice)) : null,
    h("div.settables", { key: "inputs" }, sides(roll, state).map((side) => sideControls(state, roll, does, side))),
    offersView(state, roll, does),
    throwing(state, roll, does, missing.length > 0 || (!!roll.refusal && !now.waiting)),
    does.handFor === roll.roll ? handEntry(roll, does, dice) : null,
  ];
}

/** @param {any} state @param {any} roll @param {any} does @param {boolean} blocked */
function throwing(state, roll, does, blocked) {
  if (!mayRoll(state, roll)) return null;
  return [h("div.throwing", { key: "throw" }, h("button.primary.big", { type: "button", disabled: blocked, onclick: () => does.throw(roll) }, roll.odds && !roll.dice?.length ? "Do it" : "Throw the dice")), h("footer", { key: "actions" },
    roll.dice?.length ? h("button.quiet", { type: "button", disabled: blocked, onclick: () => does.askHand(roll) }, "I rolled real dice") : null,
    h("button.quiet", { type: "button", onclick: () => does.send("withdraw", { roll: roll.roll }) }, "Withdraw"))];
}

/** @param {any} state @param {any} roll */
function mayRoll(state, roll) {
  return roll.seat === state.view.you.seat || leads(state);
}

/** The sides of a roll: one, or what both share and then each. @param {any} roll @param {any} state */
function sides(roll, state) {
  const opposed = inputsOf(state, roll).some((input) => input.input.startsWith("defender_"));
  return opposed ? ["", "attacker", "defender"] : ["all"];
}

/** @param {string} name @param {string} side */
function belongs(name, side) {
  const own = name.startsWith("attacker_") ? "attacker" : name.startsWith("defender_") ? "defender" : "";
  return side === "all" || own === side;
}

/** Who may set what is a side's own. @param {any} state @param {any} roll @param {string} side */
function maySet(state, roll, side) {
  if (side !== "defender") return mayRoll(state, roll);
  return leads(state) || (!!roll.against && myCharacters(state).some((each) => each.character === roll.against));
}

/** @param {any} state @param {any} roll @param {any} does @param {string} side */
function sideControls(state, roll, does, side) {
  const inputs = inputsOf(state, roll).filter((input) => !input.from_sheet && input.by !== "helper" && belongs(input.input, side))
    .map((input) => ({ ...input, changed: input.set || isChanged(state, roll, input.input) }));
  const shown = inputs.filter(isShownFirst);
  const rest = inputs.filter((input) => !shown.includes(input) && maySee(state, roll, input, side));
  const one = (input) => inputControl(state, roll, does, input, side);
  return h(side === "attacker" || side === "defender" ? "fieldset.side" : "div.side", { key: `side-${side}` },
    side === "attacker" || side === "defender" ? h("legend", null, partName(state, roll, side)) : null,
    side === "defender" && roll.against ? defenderTrait(state, roll, does) : null,
    decisions(state, roll, does, side), shown.map(one),
    rest.length || side !== "" ? more(state, roll, side, rest.map(one)) : null);
}

/** @param {any} state @param {any} roll @param {any} input @param {string} side */
function maySee(state, roll, input, side) {
  return input.by === "gm" ? leads(state) : maySet(state, roll, side);
}

/** @param {any} state @param {any} roll @param {string} side @param {any[]} controls */
function more(state, roll, side, controls) {
  const read = inputsOf(state, roll).filter((input) => input.from_sheet && belongs(input.input, side) && input.value !== null && input.value !== false && input.value !== 0);
  const sheet = read.map((input) => `${labelOf(input.input)} ${input.value === true ? "yes" : input.value}`).join(", ");
  if (!controls.length && !sheet) return null;
  return h("details.more", { key: "more" }, h("summary", null, "More about this roll"), controls, sheet ? h("p.hint", { key: "sheet" }, `From the sheet: ${sheet}`) : null);
}

/** @param {any} state @param {any} roll @param {any} does @param {any} input @param {string} side */
function inputControl(state, roll, does, input, side) {
  const unsaid = input.called && !input.changed;
  const whose = input.by === "gm" ? "the gm's" : side === "defender" ? `${partName(state, roll, side)}’s` : `${characterName(state, roll.character)}’s`;
  return control({ ...input, says: named(state, roll, input.says) }, unsaid ? null : valueOf(state, roll, input.input), (value) => does.change(roll, input.input, value), {
    id: `${roll.roll}-`, label: labelOf(input.input), locked: maySee(state, roll, input, side) ? null : whose, offered: offered(state, roll, input),
  });
}

/** What the rules allow beside what is set now, as the near alternatives tell. @param {any} state @param {any} roll @param {any} input */
function offered(state, roll, input) {
  if (input.type !== "choice" && input.type !== "whole") return undefined;
  return (value) => value === null || value === input.value || alternativeTo(state, roll, { [input.input]: value }) !== null;
}

/** @param {any} state @param {any} roll @param {any} does @param {string} side */
function decisions(state, roll, does, side) {
  return Object.entries(roll.decide ?? {}).filter(([name]) => belongs(name, side)).map(([name, { options }]) => control(
    { input: name, type: "choice", values: options, says: "" }, valueOf(state, roll, `decide.${name}`), (value) => does.change(roll, `decide.${name}`, value),
    { id: `${roll.roll}-decide-`, label: plain(bare(name)), locked: maySet(state, roll, side) ? null : "decided before the throw" }));
}

/** @param {any} state @param {any} roll @param {any} does */
function defenderTrait(state, roll, does) {
  const values = picksOf(state.game, roll.move);
  return control({ input: "defender_trait", type: "choice", values, says: "" }, roll.against_trait, (value) => does.change(roll, "defender_trait", value),
    { id: `${roll.roll}-`, label: "rolls with", locked: maySet(state, roll, "defender") ? null : `${partName(state, roll, "defender")}’s` });
}

/** @param {any} state @param {any} roll @param {any[]} paid */
function costs(state, roll, paid) {
  const told = costWords(state, roll, paid);
  return told ? h("p.costs", null, told) : null;
}
