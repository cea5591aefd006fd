// Before there is a table: a throw of which nothing is kept, and what a table is opened with.

import { segments } from "./controls.js";
import { diceRow } from "./dice.js";
import { h } from "./dom.js";
import { toneOfTier } from "./face.js";
import { exampleAttempt, moveOf, same } from "./game.js";
import { sign } from "./icons.js";
import { ownName } from "./kept.js";
import { chanceSaid, oddsBar, spread } from "./odds-bar.js";
import { ask, get } from "./server.js";
import { begun, plain, worded } from "./words.js";

const TUMBLE = 650;
const PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"];

/** @typedef {{game: string, move: string, attempt: any, rulings?: any, decide?: any}} Setup */

/** One throw after the other of the same set-up. */
export class Trying {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {RollRecord|null} */
    this.record = null;
    /** @type {Die[]} */
    this.falling = [];
    this.refused = "";
    this.count = 0;
  }

  /** What was thrown says nothing about another set-up. */
  forget() {
    this.record = null;
    this.refused = "";
  }

  /** @param {Setup} setup @param {Die[]} dice those that are about to fall */
  async throw(setup, dice) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.falling = calm ? [] : dice;
    this.record = null;
    this.draw();
    const waited = calm ? null : new Promise((done) => setTimeout(done, TUMBLE));
    try {
      const told = await ask("/api/try", setup);
      await waited;
      this.record = told;
      this.refused = "";
      this.count += 1;
    } catch (/** @type {any} */ refused) {
      this.refused = refused.message;
    }
    this.falling = [];
    this.draw();
  }
}

/** Dice that someone types lead to their page; what cannot be thrown is refused where it was typed. */
export function anyDice() {
  const form = /** @type {any} */ (document.getElementById("any-dice"));
  form?.addEventListener("submit", async (/** @type {Event} */ event) => {
    event.preventDefault();
    const address = encodeURIComponent(form.elements.dice.value.trim());
    try {
      await get(`/api/games/${address}`);
      location.assign(`/odds/${address}`);
    } catch (/** @type {any} */ refused) {
      form.querySelector("[role=alert]").textContent = refused.message;
    }
  });
}

/**
 * Words about people whom nobody named: "member-1" is the first person.
 * @param {string} words
 */
export function unnamed(words) {
  const called = (/** @type {string} */ _, /** @type {string} */ kind, /** @type {string} */ place) =>
    `${PLACES[Number(place) - 1] ?? `${place}th`} ${/^h/i.test(kind) ? "helper" : "person"}`;
  return words.replace(/\b(helper|member|participant)[ -](\d+)/gi, called);
}

/**
 * Dice of people whom nobody named.
 * @param {Die[]} dice @returns {Die[]}
 */
const ofUnnamed = (dice) => dice.map((die) => ({ ...die, called: die.called || unnamed(plain(die.from)) }));

/**
 * Dice in a row for each side, with its name where there are several.
 * @param {Game} game @param {Die[]} dice @param {"building"|"falling"|"fallen"} moment
 */
function bySide(game, dice, moment) {
  const parts = [...new Set(dice.map((die) => die.by ?? ""))];
  if (parts.length < 2) return diceRow(game, dice, moment);
  const own = (/** @type {string} */ part) => dice.filter((die) => (die.by ?? "") === part);
  return h(
    "div.sides",
    null,
    parts.map((part) =>
      h(
        "div.of-side",
        { key: part },
        h("p.side-name", null, begun(unnamed(part))),
        diceRow(game, own(part), moment),
      )),
  );
}

/**
 * The dice before, while and after they fall, and what came of it.
 * @param {Game} game @param {string} move @param {Die[]} dice @param {Trying} trying
 */
export function tryView(game, move, dice, trying) {
  const throws = trying.record?.steps.filter((step) => step.do === "throw") ?? [];
  const outcome = trying.record?.outcome;
  const tone = outcome ? toneOfTier(moveOf(game, move).tiers, outcome.tier) : "works";
  return h(
    "div.tried",
    { key: "tried" },
    trying.falling.length
      ? h("div.tumble", { key: "falling", "aria-hidden": "true" }, bySide(game, ofUnnamed(trying.falling), "falling"))
      : h(
          "div",
          { key: `lying-${trying.count}` },
          outcome
            ? bySide(game, ofUnnamed(throws.at(-1)?.dice ?? []), "fallen")
            : bySide(game, ofUnnamed(dice), "building"),
        ),
    h(
      "div.came",
      { key: "came", "aria-live": "polite" },
      outcome
        ? [
            h(
              "p.word",
              { class: `ink-${tone} ${outcome.tier.length > 12 ? "long" : ""}` },
              sign(tone),
              begun(outcome.tier),
            ),
            h("p", null, begun(unnamed(worded(outcome.words.short.slice(outcome.why ? outcome.tier.length + 2 : 0))))),
          ]
        : trying.refused
          ? h("p.refused", null, trying.refused)
          : h("p.hint", null, "Throw the dice, and what comes of it stands here."),
    ),
  );
}

/**
 * The odds of what is tried: how often it works, or what it costs where the dice tell only that.
 * @param {Game} game @param {any} odds
 */
export function oddsTried(game, odds) {
  const said = chanceSaid(game, odds.move, odds.tiers);
  if (Object.keys(odds.tiers).length > 1)
    return [
      h(
        "p.works",
        { key: "works" },
        said ? [h("b", null, said.told), ` ${said.words}`] : null,
        h("span.says", null, worded(odds.besides?.join("; ") ?? "")),
      ),
      oddsBar(odds.tiers),
    ];
  return Object.entries(game.face?.watched ?? {})
    .filter(([fact]) => odds.facts?.[fact])
    .map(([fact, look]) => [
      h("p.works", { key: fact }, h("b", null, `It costs ${fact}`)),
      spread(look, fact, odds.facts[fact]),
    ]);
}

const LED = { gm: "I am the gm", all: "Nobody: we all speak for the world", alone: "I play alone" };
const LONGEST = 40;

/**
 * What a table is called that nobody named.
 * @param {string} title of its game
 */
function tonight(title) {
  const name = `${title.replace(/^.*: /, "")}, tonight`;
  return name.length > LONGEST ? "Tonight" : name; // rather than half of it
}

/** @param {string} title of the game */
export function openingFields(title) {
  return [
    h(
      "label",
      { key: "name" },
      h("span", null, "Name of the table"),
      h("input", { id: "table-name", name: "name", maxlength: LONGEST, placeholder: tonight(title) }),
    ),
    h("label", { key: "nickname" }, h("span", null, "Your name"), h("input", ownName())),
    h(
      "fieldset.led",
      { key: "led" },
      h("legend", null, "Who leads"),
      Object.entries(LED).map(([value, says]) =>
        h(
          "label.check",
          { key: value },
          h("input", { type: "radio", name: "led", value, checked: value === "gm" }),
          h("span", null, says),
        ),
      ),
    ),
  ];
}

/**
 * What the server is asked for, as it stands in the form.
 * @param {any} form @param {string} title of the game
 */
export function openingAsked(form, title) {
  const { name, nickname, led } = form.elements;
  return { name: name.value.trim() || tonight(title), nickname: nickname.value, with_gm: led.value === "gm" };
}

/**
 * An attempt in which these are said, one after the other: where one of several inputs is something, the others are
 * nothing, and where none is, another one is.
 * @param {Game} game @param {Move} move @param {any} attempt @param {Record<string, any>} said @returns {any}
 */
export function andSaid(game, move, attempt, said) {
  const { either = [] } = move;
  const usual = exampleAttempt(game, move);
  const nothing = (/** @type {string} */ name) => ({ list: [], yes_no: false })[typeOf(name)] ?? null;
  const typeOf = (/** @type {string} */ name) => move.inputs.find((input) => input.input === name)?.type ?? "";
  const told = { ...attempt };
  for (const [name, value] of Object.entries(said)) {
    told[name] = value;
    const others = either.includes(name) ? either.filter((each) => each !== name) : [];
    if (isSaid(value)) for (const other of others.filter((each) => isSaid(told[each]))) told[other] = nothing(other);
    else if (others.length && !others.some((each) => isSaid(told[each])))
      told[others[0]] = typeOf(others[0]) === "yes_no" || usual[others[0]];
  }
  return told;
}

/** @param {any} value */
const isSaid = (value) => (value ?? false) !== false && value.length !== 0;

/**
 * All that a first question sets.
 * @param {Game} game @param {any} question @returns {any}
 */
export function setBy(game, { move, attempt }) {
  return andSaid(game, moveOf(game, move), exampleAttempt(game, moveOf(game, move)), attempt);
}

/**
 * What is asked first of a game, a tap each; the one that is set now is marked.
 * @param {any} page @param {(question: any) => void} ask @param {string} called
 */
export function firstQuestions({ game, move, attempt, decide }, ask, called) {
  const isSet = (/** @type {any} */ each) =>
    move === each.move && same(attempt, setBy(game, each)) && same(decide, each.decide);
  const chips = (game.face?.asked ?? []).map((/** @type {any} */ each) =>
    h(
      "button.chip",
      { key: each.asks, type: "button", "aria-pressed": String(isSet(each)), onclick: () => ask(each) },
      each.asks,
    ),
  );
  if (!chips.length) return null;
  const asked = h("div.kinds", { key: "asked", role: "group", "aria-label": called }, chips);
  return [h("p.lab", { key: "asks" }, called), asked];
}

/**
 * How a decision is answered where nobody is asked: an option, a policy, or what is best; the first does nothing.
 * @param {any} decision @param {string|undefined} chosen @param {(picked: string) => void} onChange
 */
export function decisionControl(decision, chosen, onChange) {
  const name = decision.decision;
  const [first, second, ...further] = Object.keys(decision.options);
  const usual = [...new Set([first, second, ...decision.policies])].filter((way) => !further.includes(way));
  const held = chosen && [...usual, ...further].includes(chosen) ? chosen : first;
  const says = (/** @type {string} */ way) => decision.options[way] ?? decision.policies_say[way];
  const many = usual.length > 3 || further.length > 0;
  const pick = (/** @type {string[]} */ ways) =>
    segments(ways, held, onChange, `in-decide-${name}`, (way) => (many ? says(way) : ""));
  return h(
    "div.control",
    { key: `decide.${name}`, class: many ? "of-many" : null },
    h("div.label", { id: `in-decide-${name}` }, h("span", null, plain(name))),
    pick(usual),
    further.length
      ? h("details.more", { open: further.includes(held) }, h("summary", null, "Chosen less often"), pick(further))
      : null,
    many ? null : h("p.hint", null, says(held)),
  );
}
