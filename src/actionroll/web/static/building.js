// A roll before its dice fall: the dice, the odds as they change, all that changes them with its price, and the throw.

import { diceBySide } from "./dice.js";
import { h } from "./dom.js";
import { proposals } from "./evenings.js";
import { moveOf } from "./game.js";
import { handEntry } from "./hand.js";
import { helping } from "./helping.js";
import { mayRoll, sideControls, sides } from "./inputs.js";
import { oddsBar, watched, works } from "./odds-bar.js";
import { costWords, diceNamed, named, partName } from "./people.js";
import { characterName, isChanged, leads, standing } from "./table-state.js";
import { usableThings } from "./things.js";
import { labelOf, roughly, worded } from "./words.js";

/** @param {State} state @param {Roll} roll @param {Taps} does */
export function building(state, roll, does) {
  const now = standing(state, roll);
  const missing = (roll.needs ?? []).filter((need) => !isChanged(state, roll, need.input));
  const blocked = missing.length > 0 || (!!roll.refusal && !now.waiting);
  return [
    roll.dice?.length
      ? h(
          "div.to-throw",
          { key: "dice", class: isChanged(state, roll) && now.waiting ? "waiting" : null },
          diceBySide(state, roll, roll.dice, "building"),
        )
      : null,
    now.tiers ? oddsView(state, roll, now) : null,
    h(
      "div.mods",
      { key: "inputs" },
      sides(roll, state).map((side) => sideControls(state, roll, does, side)),
    ),
    proposals(state, roll, does, (input) => (roll.inputs?.[input].by === "gm" ? leads(state) : mayRoll(state, roll))),
    usableThings(state, roll, does),
    helping(state, roll, does),
    throwing(state, roll, does, missing, blocked, now.waiting),
  ];
}

/**
 * What the odds are: how often it works, every tier, and what else people watch.
 * @param {State} state @param {Roll} roll @param {any} now
 */
function oddsView(state, roll, now) {
  const several = Object.keys(now.tiers).length > 1;
  return h(
    "div.standing",
    { key: "odds" },
    several
      ? h(
          "p.works",
          null,
          h("b", null, roughly(works(now.tiers))),
          ` ${roll.against || roll.parts.defender ? `for ${characterName(state, roll.character)}` : "that it works"}`,
          h("span.says", null, named(state, roll, now.says)),
        )
      : h("p.works", null, h("span.says", null, named(state, roll, now.says))),
    oddsBar(now.tiers, { waiting: now.waiting, named: (tier) => named(state, roll, tier) }),
    watched(state.game, Object.keys(moveOf(state.game, roll.move).facts), now.facts),
    h("p.costs", null, costWords(state, roll, now.costs)),
  );
}

/**
 * @param {State} state @param {Roll} roll @param {Taps} does @param {any[]} missing @param {boolean} blocked
 * @param {boolean} waits
 */
function throwing(state, roll, does, missing, blocked, waits) {
  const told = waitsFor(state, roll, missing) || (roll.refusal && !waits ? worded(roll.refusal) : "");
  if (!mayRoll(state, roll)) return told ? h("p.needs", { key: "needs" }, told) : null;
  const count = roll.dice?.length ?? 0;
  return [
    does.handFor === roll.roll ? handEntry(roll, does, diceNamed(state, roll, roll.dice ?? [])) : null,
    h(
      "footer.asides",
      { key: "asides" },
      count
        ? h(
            "button.quiet",
            { type: "button", disabled: blocked, onclick: () => does.askHand(roll) },
            "I throw real dice",
          )
        : null,
      h("button.quiet", { type: "button", onclick: () => does.send("withdraw", { roll: roll.roll }) }, "Withdraw"),
    ),
    h(
      "div.throwing",
      { key: "throw" },
      h("p.needs", { role: roll.refusal ? "alert" : null }, told),
      h(
        "button.throw",
        { type: "button", disabled: blocked, onclick: () => does.throw(roll) },
        throwWords(roll, count),
      ),
    ),
  ];
}

/** @param {Roll} roll @param {number} count */
function throwWords(roll, count) {
  if (roll.odds && !count) return "Do it";
  return count > 1 ? `Throw ${count} dice` : count ? "Throw the die" : "Throw";
}

/**
 * Who has to say what first.
 * @param {State} state @param {Roll} roll @param {any[]} missing
 */
function waitsFor(state, roll, missing) {
  if (!missing.length) return "";
  const one = (/** @type {any} */ need) =>
    `${labelOf(need.input)}${need.input.startsWith("defender_") ? ` of ${partName(state, roll, "defender")}` : ""}`;
  const gms = missing.filter((need) => need.by === "gm").map(one);
  const own = missing.filter((need) => need.by !== "gm").map(one);
  return [
    gms.length ? `${leads(state) ? "Say" : "The gm says"} ${gms.join(", ")}` : "",
    own.length ? `${characterName(state, roll.character)} says ${own.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}
