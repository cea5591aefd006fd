// Things that a character has: talents, gear, boosts, skills in one's own words. A tap uses one for the roll on stage,
// or says what the scene proposes to it.

import { h, oneOf } from "./dom.js";
import { alternative, chanceOf, defends, isOpposed, ownList } from "./game.js";
import { icon } from "./icons.js";
import { backstage } from "./later.js";
import { effectOf } from "./odds-bar.js";
import { alternativeTo, isEarly, leads, valueOf } from "./table-state.js";
import { begun, listed, plain, worded } from "./words.js";

/**
 * What the character has, with a way to add to it.
 * @param {State} state @param {Character} character @param {boolean} may @param {Taps} does
 */
export function thingsView(state, character, may, does) {
  const kinds = state.game.things ?? [];
  const things = character.values.things ?? [];
  if (!kinds.length || (!things.length && !may)) return null;
  const keep = (/** @type {Thing[]} */ list) =>
    does.send("edit", { where: character.character, values: { things: list } });
  const comes = () => void backstage.arrives().then(() => does.draw()); // the form, once someone looks for it
  const changing = (
    /** @type {string} */ says,
    /** @type {Thing} */ thing,
    /** @type {(thing: Thing) => Thing[]} */ into,
  ) =>
    h(
      "button.quiet.small",
      {
        type: "button",
        "aria-label": `${says} ${thing.name}`,
        onclick: () => keep(things.flatMap((/** @type {Thing} */ each) => (each === thing ? into(each) : [each]))),
      },
      says,
    );
  return h(
    "details.section.things",
    { key: "things", open: things.length > 0 },
    h(
      "summary",
      { onclick: comes },
      `${begun(kinds.map((each) => each.kind).join(", "))}${things.length ? ` (${things.length})` : ""}`,
    ),
    h(
      "ul.having",
      null,
      things.map((/** @type {Thing} */ thing) =>
        h(
          "li",
          { key: thing.name },
          h("span", null, h("b", null, thing.name), h("small", null, ` · ${thingWords(kinds, thing)}`)),
          may && thing.spent ? changing("restore", thing, (each) => [{ ...each, spent: 0 }]) : null,
          may ? changing("remove", thing, () => []) : null,
        ),
      ),
    ),
    may
      ? h(
          "details.more",
          { key: "add", open: !things.length },
          h("summary", { onclick: comes }, "Add one"),
          backstage.here?.adder(kinds, things, does, character, keep),
        )
      : null,
  );
}

/** @param {ThingKind[]} kinds @param {Thing} thing */
export function thingWords(kinds, thing) {
  const says = (/** @type {string} */ use) =>
    kinds.flatMap((each) => each.uses).find((each) => each.use === use)?.says.replace(/\.$/, "") ?? plain(use);
  const uses = (thing.does ?? []).map((each) => `${says(each.use)}${each.value ? `: ${each.value}` : ""}`);
  const isOnce = thing.most === 1 && !thing.spent;
  const ofMost = thing.most ? `${thing.most - (thing.spent ?? 0)} of ${thing.most} left` : "";
  const left = isOnce ? "to be used once" : ofMost;
  return [thing.kind, thing.worth ?? "", thing.text ?? "", ...uses, left].filter(Boolean).join(" · ");
}

/**
 * Things that fit the roll on stage: a tap uses one, or leaves it.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {"things"|"defender_things"} [whose]
 */
export function usableThings(state, roll, does, whose = "things") {
  const things = roll.moot?.includes("used") ? [] : (roll[whose] ?? []); // nothing is rolled, so none is of use
  const may = leads(state) || (whose === "things" ? roll.seat === state.view.you.seat : defends(state.view, roll));
  const used = things.filter((each) => each.used).map((each) => each.name);
  const shown = may ? things : things.filter((each) => each.used);
  if (!shown.length) return null;
  const isOfAll = (/** @type {any} */ { refusal }) => !refusal || refusal === roll.refusal || isEarly(state, roll);
  const toggled = (/** @type {string} */ name) =>
    used.includes(name) ? used.filter((each) => each !== name) : [...used, name];
  const row = (/** @type {any} */ each) =>
    h(
      "button.mod",
      {
        key: each.name,
        type: "button",
        role: "switch",
        "aria-checked": each.used ? "true" : "false",
        "aria-label": `Use ${each.name}`,
        class: each.refusal ? "vain" : null,
        disabled: !may || !!each.refusal,
        onclick: () => does.send("set", { roll: roll.roll, inputs: { [whose]: toggled(each.name) } }),
      },
      h("span.box", { "aria-hidden": "true" }, each.used ? icon("check") : null),
      h(
        "span.what",
        null,
        h("b", null, each.name),
        h("small", null, isOfAll(each) ? toldOfThing(each) : worded(each.refusal ?? "")),
      ),
      each.refusal ? null : effectOfThing(state, roll, each, whose.replace("things", "")),
    );
  const fitting = shown.filter((each) => each.used || fitsRoll(state, roll, each));
  const rest = shown.filter((each) => !fitting.includes(each));
  const named = `Others you have: ${listed(rest.map((each) => each.name))}`;
  return h(
    "div.using",
    { key: whose },
    fitting.map(row),
    rest.length ? h("details.more", { key: "rest" }, h("summary", null, named), rest.map(row)) : null,
  );
}

/**
 * Whether a thing is of use for what is done: not if its words name other moves, or it is there in words alone.
 * @param {State} state @param {Roll} roll @param {{text?: string, says: string, fills: string[]}} thing
 */
function fitsRoll(state, roll, { text, says, fills }) {
  const moves = ownList(state.game, roll.move);
  if (!moves) return true; // no move says what it is for
  const names = moves.values.slice(1).map(plain).filter((/** @type {string} */ each) =>
    `${text} ${says}`.toLowerCase().includes(each),
  );
  return fills.length > 0 && (!names.length || names.includes(plain(valueOf(state, roll, moves.input))));
}

/**
 * "talent: At home where no lamp burns. Adds its die: d8."
 * @param {{kind: string, text?: string, says: string}} thing
 */
function toldOfThing({ kind, text, says }) {
  return `${kind}: ${text ? `${text} ` : ""}${says}`;
}

/**
 * What using a thing makes of the odds, or makes already: "71 → 78 %"; or that others have done all that it does.
 * @param {State} state @param {Roll} roll @param {{name: string, used: boolean, fills: string[]}} thing
 * @param {string} side
 */
function effectOfThing(state, roll, { name, used, fills }, side) {
  const now = alternativeTo(state, roll, {});
  const near = state.near.get(roll.roll)?.near;
  const odds = (/** @type {any} */ each) => each && JSON.stringify([each.tiers, each.facts]);
  const isAsAsked = now && odds(now) === odds(alternative(near, {})); // else what is known of things is of another roll
  const other = isAsAsked ? near?.things?.[side + name] : undefined;
  const [so, otherwise] = [now, other].map(odds);
  const later = fills.map((each) => state.game.face?.vain[each]).find(Boolean); // what it does is chosen once dice lie
  const [without, taken] = used ? [other, now] : [now, other];
  if (so && so === otherwise && fills.length) {
    const lost = lostOf(taken);
    const says = lost || without.says === taken.says ? "changes nothing now" : "same odds"; // of other dice
    return h("span.effect", null, later ?? `${says}${lost}`);
  }
  if (!(so && otherwise) && later) return h("span.effect.to-come", { "aria-hidden": "true" }, later); // its room
  const whose = isOpposed(state.game, roll.move) ? chanceOf(state.view, roll) : "";
  return effectOf(without, taken, whose, roll, Object.entries(state.game.face?.watched ?? {}));
}

/**
 * ": −1 beyond the limit": why more brings no more, as the sum of the dice has it.
 * @param {{besides: string[]}} told
 */
function lostOf({ besides }) {
  const lost = besides.join(", ").split(/[,;] /).filter((each) => each.includes(" beyond "));
  return lost.length ? `: ${lost}` : "";
}

/** @param {Character} character @returns {any[]} */
function thingsOf({ values }) {
  return /** @type {any} */ (values.things ?? []);
}

/**
 * Skills in the player's own words, with the die of each.
 * @param {Character} character @returns {Record<string, string>}
 */
export function ownSkills(character) {
  return Object.fromEntries(thingsOf(character).filter((each) => each.worth).map((each) => [each.name, each.worth]));
}

/**
 * On which named things a way may fall in the place of a track: whole pieces of gear; or on the track itself.
 * @param {State} state @param {Character} character @param {Way} way
 */
export function piecesOf(state, character, way) {
  const worn = (state.game.things ?? []).filter((kind) => way.track && kind.wears === way.track);
  const things = thingsOf(character);
  const whole = things.filter((each) => worn.some((kind) => kind.kind === each.kind) && (each.spent ?? 0) < each.most);
  return whole.length ? whole.map((each) => String(each.name)) : [""];
}

/**
 * What is left of a thing, and what would be.
 * @param {Character} character @param {string} name @param {number} amount
 */
export function wornBy(character, name, amount) {
  const things = thingsOf(character);
  const left = things.filter((each) => each.name === name).map((each) => each.most - (each.spent ?? 0))[0] ?? 0;
  return [left, left - amount];
}

/**
 * The things of a character that help another's roll, and are not used up.
 * @param {State} state @param {Character} character
 */
export function helpingThings(state, character) {
  const uses = (state.game.things ?? []).flatMap((kind) => kind.uses.filter((use) => use.by === "helper"));
  const things = thingsOf(character);
  return things
    .filter((each) => each.most === undefined || (each.spent ?? 0) < each.most)
    .flatMap((each) => {
      const helps = uses.find((use) => each.does?.some((/** @type {any} */ one) => one.use === use.use));
      return helps ? [{ name: String(each.name), says: helps.says }] : [];
    });
}

/**
 * A thing of the ally's that helps another's roll: used with the offer, or not.
 * @param {Taps} does @param {string} key @param {any} draft @param {{name: string, says: string}} thing
 */
export function thingToHelp(does, key, draft, thing) {
  const used = (draft.inputs?.things ?? []).includes(thing.name);
  const things = used ? [] : [thing.name];
  return h(
    "button.chip",
    {
      key: thing.name,
      type: "button",
      title: thing.says,
      "aria-pressed": used ? "true" : "false",
      onclick: () => does.sayOffer(key, { inputs: { ...draft.inputs, things } }),
    },
    `With ${thing.name}`,
  );
}

/**
 * What an ally may help with, and its rating: what the way takes, and skills in their own words.
 * @param {Character} ally @param {Help} way @returns {Record<string, any>}
 */
function rated(ally, way) {
  return { ...Object.fromEntries(way.traits.map((trait) => [trait, ally.values[trait] ?? "0"])), ...ownSkills(ally) };
}

/**
 * What an ally helps with until they say otherwise: the same as the roller if they have it, else their best.
 * @param {Character} ally @param {Roll} roll @param {Help} way @param {any} draft
 */
export function traitFor(ally, roll, way, draft) {
  const known = rated(ally, way);
  const size = (/** @type {string} */ trait) => parseInt(String(known[trait] ?? "0").replace(/^d/, "")) || 0;
  const best = Object.keys(known).reduce((one, other) => (size(other) > size(one) ? other : one));
  return draft.trait ?? (size(roll.trait) ? roll.trait : best);
}

/**
 * @param {Character} ally @param {Roll} roll @param {Help} way @param {any} draft
 * @param {(trait: string) => void} onChange
 */
export function traitChoice(ally, roll, way, draft, onChange) {
  const known = Object.entries(rated(ally, way));
  return oneOf(
    `${ally.name} rolls`,
    traitFor(ally, roll, way, draft),
    onChange,
    known.map(([trait, worth]) => [trait, `${plain(trait)} ${worth === "0" ? "–" : worth}`]),
  );
}

/**
 * What the scene proposes to a roll and is not said of it yet: a tap says it.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {(input: string) => boolean} may
 */
export function proposals(state, roll, does, may) {
  const open = (state.view.scene?.conditions ?? []).filter(
    ([, input, value]) => input && roll.inputs?.[input] && may(input) && !isSaid(valueOf(state, roll, input), value),
  );
  return open.length
    ? h(
        "div.phrases",
        { key: "scene", role: "group", "aria-label": "what the scene proposes" },
        open.map((each, place) =>
          h(
            "button",
            {
              key: place,
              type: "button",
              onclick: () => does.change(roll, each[1], added(valueOf(state, roll, each[1]), each[2])),
            },
            `${begun(each[0])}: ${plain(each[1])} ${plain(String(each[2]))}`,
          ),
        ),
      )
    : null;
}

/**
 * Why something of the gm's is as it is: a thing does so, something of the scene proposes that, the gm said so, or it
 * stands on the sheet.
 * @param {State} state @param {Roll} roll @param {any} input as it is set
 */
export function sceneSays(state, roll, { input, value, type, set }) {
  if (type === "text") return "";
  const things = (roll.things ?? []).filter((each) => each.used && each.fills.includes(input));
  if (things.length) return listed(things.map((each) => each.name));
  const from = (state.view.scene?.conditions ?? []).filter((each) => each[1] === input && isSaid(value, each[2]));
  return from.length ? from.map(([name]) => begun(name)).join(", ") : set ? "the gm says so" : "left from before";
}

/** @param {any} now @param {any} value */
function isSaid(now, value) {
  if (Array.isArray(value)) return value.every((each) => (now ?? []).includes(each));
  return typeof value === "number" && typeof now === "number" ? now >= value : now === value;
}

/** @param {any} now @param {any} value */
function added(now, value) {
  return Array.isArray(value) ? [...(now ?? []), ...value] : value;
}

/**
 * What is another one's alone: nobody else acts in it, as in a fight.
 * @param {State} state @param {Undertaking} each
 */
export function isOthers({ game, view }, { character, kind }) {
  const owner = view.characters.find((one) => one.character === character);
  return !!owner && owner.seat !== view.you.seat && !game.face?.stances[kind];
}
