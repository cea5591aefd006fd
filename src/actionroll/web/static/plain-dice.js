// Plain dice: a move of every game, called by what is thrown; real ones, typed in; those of a contest's other side; and
// what someone takes for their dice, which counts until whoever leads takes it off; and what is done without any.

import { waitsFor, wordsField } from "./asking.js";
import { opponents, rollCalled } from "./chooser.js";
import { control, segments } from "./controls.js";
import { asTyped, h, oneOf, tellTyped } from "./dom.js";
import { PLAIN, groupOf, moveOf, picksOf } from "./game.js";
import { inputControl, inputsOn, mayRoll } from "./inputs.js";
import { named, partName } from "./people.js";
import { entriesOf, fromTo } from "./prices.js";
import { characterName, inputsOf, isChanged, leads, valueOf } from "./table-state.js";
import { ownSkills } from "./things.js";
import { begun, faceTold, labelOf, plain, roughly, share, signed, worded } from "./words.js";

const READY = ["d6", "2d6", "d20", "d100", "4dF"];

/**
 * Type what to throw, or tap what is thrown most.
 * @param {Character} character @param {Taps} does
 */
export function plainThrow(character, does) {
  const open = (/** @type {string} */ move) => does.declare({ character: character.character, move });
  return h(
    "form.plain-dice",
    {
      key: PLAIN,
      onsubmit: (event) => {
        event.preventDefault();
        const typed = event.target.elements.dice.value.trim();
        if (typed) open(/^\d*d/i.test(typed) ? typed : `d${typed}`);
      },
    },
    h(
      "div.ready",
      null,
      READY.map((dice) => h("button.chip", { key: dice, type: "button", onclick: () => open(dice) }, dice)),
    ),
    h(
      "div.typed",
      null,
      h("input", {
        name: "dice",
        "aria-label": "Dice to throw",
        placeholder: "3d6kh2+1",
        maxlength: 100,
        autocomplete: "off",
        autocapitalize: "off",
        spellcheck: "false",
      }),
      h("button", { type: "submit" }, "Take these"),
    ),
  );
}

/**
 * What the dice may come to: the ends, the middle, and the likeliest.
 * @param {State} state @param {Roll} roll @param {any} now
 */
export function plainOdds(state, roll, now) {
  const totals = Object.entries(now.facts?.total ?? {})
    .map(([total, chance]) => /** @type {[number, number]} */ ([Number(total), share(/** @type {string} */ (chance))]))
    .sort(([a], [b]) => a - b);
  if (!totals.length) return null;
  const mean = totals.reduce((sum, [total, chance]) => sum + total * chance, 0);
  const most = totals.reduce((best, each) => (each[1] > best[1] + 1e-9 ? each : best));
  const often = totals.every(([, chance]) => Math.abs(chance - most[1]) < 1e-9)
    ? `each ${roughly(most[1])}`
    : `most often ${most[0]} (${roughly(most[1])})`;
  const middle = Number(mean.toFixed(2));
  return h(
    "div.standing",
    { key: "odds" },
    h(
      "p.works",
      null,
      h("b", null, `${totals[0][0]} to ${totals.at(-1)?.[0]}`),
      ` ${middle} on average, ${often}`,
      h("span.says", null, named(state, roll, now.says)),
    ),
  );
}

/**
 * Real dice, typed in: digits only, the focus jumps on, and 0 is 10 on a d10.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {Die[]} dice those to be entered
 */
export function handEntry(state, roll, does, dice) {
  const parts = new Set(dice.map((die) => die.by ?? "roller"));
  const whose = (/** @type {Die} */ die) => (parts.size > 1 ? `${partName(state, roll, die.by ?? "roller")}: ` : "");
  const said = document.querySelector(`#hand-${roll.roll} .wrong`)?.textContent;
  const faces = (/** @type {any} */ form) =>
    [...form.elements].filter((each) => each.name === "face").map((each) => Number(each.value));
  return h(
    "form.hand",
    {
      key: "hand",
      id: `hand-${roll.roll}`,
      onsubmit: (event) => {
        event.preventDefault();
        does.throwByHand(roll, faces(event.target));
      },
    },
    h("p.hint", null, `Type what each die shows${dice.some((die) => die.die === "d10") ? "; 0 is 10 on a d10" : ""}.`),
    h(
      "div.faces",
      null,
      dice.map((die, place) =>
        h(
          "label",
          { key: `${place}-${die.die}` },
          h("span", null, `${whose(die)}${die.called ?? die.from} ${die.die}`),
          die.die === "dF"
            ? h(
                "select",
                { name: "face", required: true },
                ["", "-1", "0", "1"].map((face) =>
                  h("option", { value: face }, face && faceTold({ ...die, face: Number(face) })),
                ),
              )
            : h("input", {
                name: "face",
                inputmode: "numeric",
                pattern: "[0-9]*",
                maxlength: die.die.slice(1).length + 1,
                "data-sides": die.die.slice(1),
                required: true,
                autocomplete: "off",
                oninput: typed,
                oninvalid: unsaid,
              }),
        ),
      ),
    ),
    h("p.wrong", { key: "wrong", role: "alert" }, said ?? ""),
  );
}

/**
 * While real dice are typed this is the one button that throws.
 * @param {Roll} roll @param {boolean} [blocked]
 */
export function handButton(roll, blocked = false) {
  return h(
    "button.throw",
    { key: "fell", type: "submit", form: `hand-${roll.roll}`, disabled: blocked },
    "These dice fell",
  );
}

/**
 * What is missing or wrong is said once, on the page: a bubble of the browser's would cover it.
 * @param {any} event
 */
function unsaid(event) {
  const { form } = event.target;
  event.preventDefault();
  form.querySelector("input:invalid").focus();
  form.querySelector(".wrong").textContent = wrongIn(form) || "Type what each die shows.";
}

/**
 * What is wrong of a die that was typed before, and still stands.
 * @param {any} form
 */
function wrongIn(form) {
  return [...form.elements].find((each) => each.validity.customError)?.validationMessage ?? "";
}

/**
 * Digits only. What the die cannot show is said at once; else the next die is due as soon as no digit can follow.
 * @param {any} event
 */
function typed({ target }) {
  const most = Number(target.dataset.sides);
  target.value = target.value.replace(/[^0-9]/g, "");
  const face = Number(target.value);
  const wrong = target.value !== "" && (face > most || (face === 0 && most !== 10));
  const told = wrong ? `A d${most} shows 1 to ${most}, not ${target.value}.` : "";
  target.setCustomValidity(told);
  target.form.querySelector(".wrong").textContent = told || wrongIn(target.form);
  if (wrong || target.value === "" || (face > 0 && face * 10 <= most)) return;
  const all = [...target.form.elements].filter((each) => each.name === "face");
  const next = all[all.indexOf(target) + 1];
  next?.addEventListener("keydown", notTwice, { once: true });
  next?.focus();
}

/**
 * Who goes on by the keyboard to the die that was reached by itself stays there: none is passed over.
 * @param {any} event
 */
function notTwice(event) {
  if (event.key === "Tab" && !event.shiftKey && event.target.value === "") event.preventDefault();
}

/**
 * Who the other side of a contest is, until its dice fall; and what someone is called there whom the gm plays.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function againstChoice(state, roll, does) {
  const called = roll.texts?.defender_name ?? "";
  const put = (/** @type {string} */ against) => does.send("set", { roll: roll.roll, against });
  const name = (/** @type {string} */ words) =>
    words === called || does.send("set", { roll: roll.roll, inputs: { defender_name: words } });
  const taken = [roll.character, ...roll.offers.map((offer) => offer.character)];
  const isNamed = leads(state) && !roll.against;
  return h(
    "div.against",
    { key: "against", class: leads(state) ? "two" : null },
    oneOf("Against", roll.against, put, opponents(state, taken, leads(state) ? "" : called), "whom"),
    isNamed
      ? h("input", {
          key: "called",
          maxlength: 40,
          "aria-label": "What the other side is called",
          placeholder: "Their name",
          value: called,
          ...asTyped(name),
        })
      : null,
  );
}

/**
 * Who rolls against another player says so with the roll, one tap away: the gm need say nothing of the other side then.
 * @param {State} state @param {Roll} roll @param {any[]} missing
 */
export function oneOfUs(state, roll, missing) {
  const isTheirs = missing.some(({ input }) => input.startsWith("defender_"));
  const isPlayed = state.view.characters.some((each) => each.seat && each.character !== roll.character);
  if (!isTheirs || !isPlayed || leads(state)) return null;
  const onclick = () => /** @type {any} */ (document.querySelector(".against select"))?.focus();
  return h("button.as-usual", { key: "us", type: "button", onclick }, "Against one of us?");
}

const MOST_ANSWERS = 6;

/**
 * What the other side of a contest answers with: their best, each with its dice, under their thumb; the rest in a list.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {boolean} may
 */
export function answerChoice(state, roll, does, may) {
  const own = state.view.characters.find((each) => each.character === roll.against);
  const picks = picksOf(state.game, roll.move);
  if (!own || !picks.length) return null;
  const skills = ownSkills(own);
  const values = [...picks, ...Object.keys(skills)];
  const rated = (/** @type {string} */ trait) => skills[trait] ?? own.values[trait] ?? "0";
  const dice = (/** @type {string} */ trait) => [groupOf(state.game, trait), trait].filter(Boolean).map(rated);
  const size = (/** @type {any} */ worth) => parseInt(String(worth).replace(/^d/, "")) || 0;
  const sum = (/** @type {string} */ trait) => dice(trait).reduce((all, each) => all + size(each), 0);
  const best = values.filter((trait) => size(rated(trait))).sort((one, other) => sum(other) - sum(one));
  const chosen = valueOf(state, roll, "defender_trait");
  const first = [...new Set([...best.slice(0, MOST_ANSWERS), chosen])];
  const say = (/** @type {string} */ trait) => does.change(roll, "defender_trait", trait);
  const list = control({ input: "defender_trait", type: "choice", values, says: "" }, chosen, say, {
    id: `${roll.roll}-`,
    label: "rolls with",
    locked: may ? null : `${own.name} says`,
  });
  if (!may) return list;
  return h(
    "div.answers",
    { key: "answers" },
    h(
      "div.phrases",
      { role: "group", "aria-label": `${own.name} answers with` },
      first.map((trait) =>
        h(
          "button",
          { key: trait, type: "button", "aria-pressed": String(trait === chosen), onclick: () => say(trait) },
          h("b", null, begun(plain(trait))),
          h("small", null, dice(trait).filter(size).join(" + ")),
        ),
      ),
    ),
    h("details.more", null, h("summary", null, "Something else"), list),
  );
}

/**
 * The other side's own part in a contest, at the thumb; what they do not say holds up nobody.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} told
 */
export function readying(state, roll, does, told) {
  const count = roll.dice?.filter((die) => die.by === "defender").length ?? 0;
  const both = `${characterName(state, roll.character)} throws for both${roll.ready ? "; a change takes it back" : ""}`;
  const ready = () => does.send("set", { roll: roll.roll, inputs: { defender_ready: true } });
  return h(
    "div.throwing",
    { key: "throw" },
    h("div.still", { key: "still" }, h("p.needs", { key: "needs" }, told)),
    h(
      "button.throw",
      { key: "throw", type: "button", disabled: roll.ready || !count, onclick: ready },
      h("span", null, roll.ready ? "Ready" : "I am ready"),
      count ? h("small", null, both) : null,
    ),
  );
}

/**
 * Several dice to say of someone whom no sheet describes: one tap for all of them.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {any[]} dice
 */
export function allAlike(state, roll, does, dice) {
  const sizes = dice[0].values.filter((/** @type {string} */ size) => size !== "0");
  const alike = (/** @type {string} */ size) => dice.every(({ input }) => valueOf(state, roll, input) === size);
  const say = (/** @type {string} */ size) => dice.forEach(({ input }) => does.change(roll, input, size));
  return h(
    "div.control",
    { key: "alike" },
    h("div.label", { id: `in-${roll.roll}-alike` }, h("span", null, "Both dice")),
    segments(sizes, sizes.find(alike), say, `in-${roll.roll}-alike`),
  );
}

/**
 * What others took for a roll that is for whoever leads to grant: told to them, with one tap that takes it off.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function granted(state, roll, does) {
  const isTaken = (/** @type {any} */ { input, by, value }) =>
    by !== "gm" && !!roll.inputs?.[`${input}_from`] && Array.isArray(value) && value.length > 0;
  const setBy = (/** @type {string} */ input) =>
    entriesOf(state, roll).filter((entry) => entry.inputs?.[input] !== undefined).at(-1)?.by;
  return inputsOf(state, roll)
    .filter((each) => isTaken(each) && ![undefined, state.view.you.seat].includes(setBy(each.input)))
    .map(({ input, value }) => {
      const who = partName(state, roll, input.startsWith("defender_") ? "defender" : "roller");
      const from = valueOf(state, roll, `${input}_from`);
      const sum = value.reduce((/** @type {number} */ all, /** @type {number} */ each) => all + each, 0);
      return h(
        "p.wish",
        { key: `granted-${input}`, role: "status" },
        `${begun(who)} takes ${signed(sum)} ${labelOf(input)}${from ? ` (${from})` : ""}: it counts unless you say no`,
        h("button", { type: "button", onclick: () => does.change(roll, input, []) }, "Take it off"),
      );
    });
}

/**
 * What is to be said of what is done without dice, and the button that says what it changes, and does it.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function deedForm(state, roll, does) {
  const missing = (roll.needs ?? []).filter((need) => !isChanged(state, roll, need.input));
  const { shown, rest } = inputsOn(state, roll, "all");
  const asked = [...shown, ...rest].filter((input) => input.type !== "text" && !input.from_sheet);
  const placed = asked.find((input) => input.input === roll.refused_at);
  const waits = waitsFor(state, roll, missing);
  return [
    h("p.hint", { key: "says" }, moveOf(state.game, roll.move).says),
    asked.map((input) => [
      inputControl(state, roll, does, input, "all"),
      input === placed ? refused(roll.refusal?.replace(`${input.input} `, "it ") ?? "") : null,
    ]),
    mayRoll(state, roll)
      ? h(
          "div.field.deed-words",
          { key: "words" },
          wordsField(state, roll, does, "intent", "In your own words", "In your own words, if you like"),
        )
      : h("p", { key: "words" }, valueOf(state, roll, "intent")),
    roll.refusal && !placed && !missing.length ? refused(roll.refusal) : null,
    waits ? h("p.needs", { key: "needs" }, waits) : null,
    mayRoll(state, roll) ? doing(state, roll, does, missing.length > 0 || !!roll.refusal) : null,
  ];
}

/** @param {string} words */
function refused(words) {
  return h("p.needs", { key: "refused", role: "alert" }, begun(worded(words)));
}

/** @param {State} state @param {Roll} roll @param {Taps} does @param {boolean} blocked */
function doing(state, roll, does, blocked) {
  const changes = (roll.changing ?? []).map((effect) => fromTo(state, roll, effect)).filter(Boolean);
  const perform = () => (tellTyped(), void does.send("throw", { roll: roll.roll })); // nothing tumbles
  const told = blocked ? "" : `: ${changes.join(", ").replaceAll(" → ", "\u00a0→\u00a0") || "nothing changes"}`;
  return h(
    "div.throwing",
    { key: "throw" },
    h(
      "button.throw.deed",
      {
        key: "do",
        type: "button",
        class: roll.seat === state.view.you.seat ? null : "for-another",
        disabled: blocked,
        onclick: perform,
      },
      `${rollCalled(state.game, roll.move)}${told}`,
    ),
    h("button.quiet", { type: "button", onclick: () => does.send("withdraw", { roll: roll.roll }) }, "Not now"),
  );
}
