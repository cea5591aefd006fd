// A roll before its dice fall: the dice, the odds as they change, all that changes them with its price, and the throw.

import { control } from "./controls.js";
import { diceBySide } from "./dice.js";
import { h } from "./dom.js";
import { trackLook } from "./face.js";
import { moveOf, picksOf } from "./game.js";
import { helping } from "./helping.js";
import { icon } from "./icons.js";
import { effectOf, oddsBar, watched, works } from "./odds-bar.js";
import { costWords, diceNamed, fromTo, named, partName, trackOf } from "./people.js";
import {
  alternativeTo,
  characterName,
  inputsOf,
  isChanged,
  leads,
  myCharacters,
  standing,
  valueOf,
} from "./table-state.js";
import { usableThings } from "./things.js";
import { bare, begun, isShownFirst, labelOf, plain, roughly, signed, worded } from "./words.js";

const HEADLINES = new Set(["intent", "stakes"]);

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

/** @param {State} state @param {Roll} roll */
function mayRoll(state, roll) {
  return roll.seat === state.view.you.seat || leads(state);
}

/**
 * The sides of a roll: one, or what both share and then each.
 * @param {Roll} roll @param {State} state
 */
function sides(roll, state) {
  const opposed = inputsOf(state, roll).some((input) => input.input.startsWith("defender_"));
  return opposed ? ["", "attacker", "defender"] : ["all"];
}

/** @param {string} name @param {string} side */
function belongs(name, side) {
  const own = name.startsWith("attacker_") ? "attacker" : name.startsWith("defender_") ? "defender" : "";
  return side === "all" || own === side;
}

/**
 * Who may set what is a side's own.
 * @param {State} state @param {Roll} roll @param {string} side
 */
function maySet(state, roll, side) {
  if (side !== "defender") return mayRoll(state, roll);
  return leads(state) || (!!roll.against && myCharacters(state).some((each) => each.character === roll.against));
}

/** @param {State} state @param {Roll} roll @param {Taps} does @param {string} side */
function sideControls(state, roll, does, side) {
  const order = state.game.face?.first ?? [];
  const place = (/** @type {any} */ input) =>
    order.includes(bare(input.input)) ? order.indexOf(bare(input.input)) : order.length;
  const moot = mootInputs(state, roll);
  const inputs = inputsOf(state, roll)
    .filter((input) => !input.from_sheet && input.by !== "helper" && belongs(input.input, side))
    .filter((input) => !HEADLINES.has(input.input) && !moot.has(input.input))
    .map((input) => ({ ...input, changed: input.set || isChanged(state, roll, input.input) }));
  const shown = inputs
    .filter(
      (input) =>
        isShownFirst(input, state.game.face?.first) &&
        (input.called ||
          input.required ||
          maySee(state, roll, input, side) ||
          (input.changed && isTold(state, input))) &&
        hasChoice(state, roll, input),
    )
    .sort((a, b) => place(a) - place(b));
  const rest = inputs.filter((input) => !shown.includes(input) && maySee(state, roll, input, side));
  const one = (/** @type {any} */ input) => inputControl(state, roll, does, input, side);
  const named_ = side === "attacker" || side === "defender";
  return h(
    named_ ? "fieldset.side" : "div.side",
    { key: `side-${side}` },
    named_ ? h("legend", null, partName(state, roll, side)) : null,
    side === "defender" && roll.against ? defenderTrait(state, roll, does) : null,
    decisions(state, roll, does, side),
    shown.map(one),
    rest.length || side !== "" ? more(state, roll, side, rest.map(one)) : null,
  );
}

/**
 * Whether what another has said of it belongs on the stage.
 * @param {State} state @param {any} input
 */
function isTold(state, input) {
  const first = state.game.face?.first ?? [];
  return input.type === "text" || !first.length || first.includes(bare(input.input));
}

/**
 * What has no effect as things are set: off the job nobody asks for a position.
 * @param {State} state @param {Roll} roll
 */
function mootInputs(state, roll) {
  const declared = moveOf(state.game, roll.move);
  const numbers = declared.inputs.filter((input) => input.type !== "text").map((input) => input.input);
  const set = (declared.moot ?? []).filter((each) => each.values.includes(valueOf(state, roll, each.input)));
  return new Set(set.flatMap((each) => numbers.filter((name) => name !== each.input && !each.but.includes(name))));
}

/**
 * Whether the rules leave anything to choose; what they settle already is not asked.
 * @param {State} state @param {Roll} roll @param {any} input
 */
function hasChoice(state, roll, input) {
  if (input.required || input.type !== "choice" || input.changed) return true;
  const others = input.values
    .filter((/** @type {string} */ value) => value !== input.value)
    .map((/** @type {string} */ value) => alternativeTo(state, roll, { [input.input]: value }));
  if (others.some((/** @type {any} */ each) => each === undefined)) return true;
  const differs = (/** @type {any} */ each) =>
    each &&
    (JSON.stringify(each.tiers) !== JSON.stringify(roll.odds?.tiers) ||
      JSON.stringify(each.costs) !== JSON.stringify(roll.costs) ||
      each.says !== roll.says);
  return others.some(differs);
}

/** @param {State} state @param {Roll} roll @param {any} input @param {string} side */
function maySee(state, roll, input, side) {
  return input.by === "gm" ? leads(state) : maySet(state, roll, side);
}

/** @param {State} state @param {Roll} roll @param {string} side @param {any[]} controls */
function more(state, roll, side, controls) {
  const read = inputsOf(state, roll).filter(
    (input) =>
      input.from_sheet &&
      belongs(input.input, side) &&
      input.value !== null &&
      input.value !== false &&
      input.value !== 0 &&
      input.value !== "",
  );
  const sheet = read
    .map((input) => `${labelOf(input.input)} ${input.value === true ? "yes" : plain(String(input.value))}`)
    .join(", ");
  if (!controls.length && !sheet) return null;
  return h(
    "details.more",
    { key: "more" },
    h("summary", null, "More about this roll"),
    controls,
    sheet ? h("p.hint", { key: "sheet" }, `From the sheet: ${sheet}`) : null,
  );
}

/** @param {State} state @param {Roll} roll @param {Taps} does @param {any} input @param {string} side */
function inputControl(state, roll, does, input, side) {
  const unsaid = input.called && !input.changed;
  const whose =
    input.by === "gm"
      ? "the gm says"
      : side === "defender"
        ? `${partName(state, roll, side)} says`
        : `${characterName(state, roll.character)} says`;
  const chance = (/** @type {any} */ value) => worksWith(state, roll, { [input.input]: value });
  return control(
    { ...input, says: named(state, roll, input.says) },
    unsaid ? null : valueOf(state, roll, input.input),
    (value) => does.change(roll, input.input, value),
    {
      id: `${roll.roll}-`,
      label: labelOf(input.input),
      locked: maySee(state, roll, input, side) ? null : whose,
      offered: offered(state, roll, input),
      note:
        input.type === "choice" || input.type === "die"
          ? (value) => noteOf(state, roll, input, value, chance(value === "none" ? null : value))
          : undefined,
    },
  );
}

/**
 * A word under a value: how often it works with it, and what it costs.
 * @param {State} state @param {Roll} roll @param {any} input @param {any} value @param {string} chance
 */
function noteOf(state, roll, input, value, chance) {
  const called = input.names?.[input.values?.indexOf(value)];
  if (called) return [called, chance].filter(Boolean).join(" · ");
  const found = alternativeTo(state, roll, { [input.input]: value });
  const price = found ? priceOnly(state, roll, found.costs) : "";
  return [chance, price].filter(Boolean).join(" · ");
}

/**
 * What a change costs beyond what the roll costs anyway.
 * @param {State} state @param {Roll} roll @param {Effect[]} costs
 */
export function priceOnly(state, roll, costs) {
  const known = new Set((roll.costs ?? []).map((each) => JSON.stringify(each)));
  return costs
    .filter((each) => ["roller", "attacker"].includes(each.who) && !known.has(JSON.stringify(each)))
    .map(
      (each) => `${trackLook(state.game, trackOf(roll, each)).short || plain(trackOf(roll, each))} ${signed(each.by)}`,
    )
    .join(", ");
}

/**
 * How often it works with a change, where that is known.
 * @param {State} state @param {Roll} roll @param {Record<string, any>} changes
 */
export function worksWith(state, roll, changes) {
  const found = alternativeTo(state, roll, changes);
  return found && Object.keys(found.tiers).length > 1 ? roughly(works(found.tiers)) : "";
}

/**
 * What the rules allow beside what is set now, as the near alternatives tell.
 * @param {State} state @param {Roll} roll @param {any} input
 */
function offered(state, roll, input) {
  if (input.type !== "choice" && input.type !== "whole") return undefined;
  return (/** @type {any} */ value) =>
    value === null || value === input.value || alternativeTo(state, roll, { [input.input]: value }) !== null;
}

/** @param {State} state @param {Roll} roll @param {Taps} does @param {string} side */
function decisions(state, roll, does, side) {
  return Object.entries(roll.decide ?? {})
    .filter(([name]) => belongs(name, side))
    .map(([name, { options }]) => {
      const key = `decide.${name}`;
      const chosen = valueOf(state, roll, key);
      const may = maySet(state, roll, side);
      if (options.length === 2) return toggleRow(state, roll, does, name, options, chosen, may);
      return control(
        { input: name, type: "choice", values: options, says: "" },
        chosen,
        (value) => does.change(roll, key, value),
        {
          id: `${roll.roll}-decide-`,
          label: plain(bare(name)),
          locked: may ? null : "decided before the throw",
          note: (value) => worksWith(state, roll, { [key]: value }),
        },
      );
    });
}

/**
 * Something to do or leave: what it is, its price, and what it makes of the odds.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} name @param {string[]} options
 * @param {any} chosen @param {boolean} may
 */
function toggleRow(state, roll, does, name, options, chosen, may) {
  const [off, on] = options;
  const key = `decide.${name}`;
  const declared = state.game.moves
    .find((each) => each.move === roll.move)
    ?.decisions.find((each) => each.decision === name);
  const without = alternativeTo(state, roll, { [key]: off });
  const taken = alternativeTo(state, roll, { [key]: on });
  const price = taken
    ? taken.costs.filter(
        (/** @type {Effect} */ each) =>
          !without?.costs.some((/** @type {Effect} */ other) => JSON.stringify(other) === JSON.stringify(each)),
      )
    : [];
  return h(
    "button.mod",
    {
      key: `in-${roll.roll}-decide-${name}`,
      type: "button",
      role: "switch",
      "aria-checked": chosen === on ? "true" : "false",
      "aria-label": begun(plain(on)),
      disabled: !may,
      title: declared?.options[on] ?? "",
      onclick: () => does.change(roll, key, chosen === on ? off : on),
    },
    h("span.box", { "aria-hidden": "true" }, chosen === on ? icon("check") : null),
    h(
      "span.what",
      null,
      h("b", null, begun(plain(on))),
      h(
        "small",
        null,
        price.length
          ? price.map((/** @type {Effect} */ each) => fromTo(state, roll, each)).join(", ")
          : (declared?.options[on] ?? ""),
      ),
    ),
    effectOf(without, taken),
  );
}

/** @param {State} state @param {Roll} roll @param {Taps} does */
function defenderTrait(state, roll, does) {
  const values = picksOf(state.game, roll.move);
  return control(
    { input: "defender_trait", type: "choice", values, says: "" },
    roll.against_trait,
    (value) => does.change(roll, "defender_trait", value),
    {
      id: `${roll.roll}-`,
      label: "rolls with",
      locked: maySet(state, roll, "defender") ? null : `${partName(state, roll, "defender")} says`,
    },
  );
}

/**
 * Real dice, typed in: digits only, the focus jumps on, and 0 is 10 on a d10.
 * @param {Roll} roll @param {Taps} does @param {Die[]} dice those to be entered
 */
export function handEntry(roll, does, dice) {
  const faces = (/** @type {any} */ form) =>
    [...form.elements].filter((each) => each.name === "face").map((each) => Number(each.value));
  return h(
    "form.hand",
    {
      key: "hand",
      onsubmit: (event) => {
        event.preventDefault();
        does.throwByHand(roll, faces(event.target));
      },
    },
    h("p.hint", null, "Type what each die shows; 0 is 10 on a d10."),
    h(
      "div.faces",
      null,
      dice.map((die, place) =>
        h(
          "label",
          { key: `${place}-${die.die}` },
          h("span", null, `${die.called ?? die.from} ${die.die}`),
          h("input", {
            name: "face",
            inputmode: "numeric",
            pattern: "[0-9]*",
            maxlength: die.die.slice(1).length,
            "data-sides": die.die.slice(1),
            required: true,
            autocomplete: "off",
            oninput: typed,
          }),
        ),
      ),
    ),
    h("button.primary", { type: "submit" }, "These dice fell"),
  );
}

/**
 * Keep digits only, and go on to the next die as soon as no further digit can follow.
 * @param {any} event
 */
function typed({ target }) {
  target.value = target.value.replace(/[^0-9]/g, "");
  const most = Number(target.dataset.sides);
  if (
    target.value === "" ||
    (target.value.length < target.maxLength && Number(`${target.value}0`) <= most && target.value !== "0")
  )
    return;
  const all = [...target.form.elements].filter((each) => each.name === "face");
  (all[all.indexOf(target) + 1] ?? target.form.querySelector("button")).focus();
}
