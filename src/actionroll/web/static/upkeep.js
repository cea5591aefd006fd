// What is done and not rolled: rest, marks, a scar; and what a character may grow by or recover between scenes.

import { waitsFor, wordsField } from "./asking.js";
import { rollCalled } from "./chooser.js";
import { h, tellTyped } from "./dom.js";
import { moveOf } from "./game.js";
import { inputControl, inputsOn, mayRoll } from "./inputs.js";
import { folded } from "./later.js";
import { fromTo } from "./people.js";
import { isChanged, leads, valueOf } from "./table-state.js";
import { begun, worded } from "./words.js";

/**
 * Whether it is done and not rolled: no dice ever fall for it.
 * @param {Game} game @param {string} move
 */
export function isDeed(game, move) {
  return !!moveOf(game, move).diceless;
}

/**
 * What is done and not rolled; what only whoever leads can say is theirs to begin, and what is owed stands above.
 * @param {State} state @param {Character} character @param {Taps} does
 */
export function deedsView(state, character, does) {
  const owes = Object.values(state.game.face?.owed ?? {});
  const gms = (/** @type {Move} */ { inputs }) => inputs.some((each) => each.required && each.by === "gm");
  const offered = state.game.moves.filter(
    (each) => each.diceless && !owes.includes(each.move) && (leads(state) || !gms(each)),
  );
  if (!offered.length) return null;
  const { between } = state.game.face ?? {};
  const title = between || "Without a roll";
  return h(
    "section.section.foot.deeds",
    { key: "deeds", "aria-label": title },
    h("h3", null, title),
    offered.map(({ move, says }) =>
      tap(rollCalled(state.game, move), says, () => void does.declare({ character: character.character, move })),
    ),
    between ? cures(state, character).map((each) => tap(each.name, each.says, curing(character, does, each))) : null,
  );
}

/**
 * What ends a mark that is set, does nothing else and has no price: that it was treated.
 * @param {State} state @param {Character} character
 */
export function cures(state, { values }) {
  return (state.game.face?.upkeep ?? []).filter(({ changes, price }) => {
    const [[mark, by], ...more] = [...Object.entries(changes), ["", 1]];
    return !by && more.length === 1 && values[mark] && !Object.keys(price).length;
  });
}

/** @param {Character} character @param {Taps} does @param {Upkeep} upkeep */
export function curing({ character }, does, { name }) {
  return () => void does.send("tend", { character, what: name });
}

/**
 * What keeps someone from acting until it is treated may have been: it is asked, and told.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function treated(state, roll, does) {
  const who = state.view.characters.find((each) => each.character === roll.character);
  const found = who && cures(state, who).find(({ changes }) => (roll.refused_at ?? "") in changes);
  if (!who || !found) return null;
  const ask = () => does.confirm(`${who.name}: ${found.name.toLowerCase()}?`, curing(who, does, found));
  return h("button.as-usual", { key: "treated", type: "button", onclick: ask }, found.name);
}

/** @param {string} words @param {string} why @param {() => void} onclick */
export function tap(words, why, onclick) {
  return h("div", { key: words }, h("button.small", { type: "button", onclick }, words), h("span.hint", null, why));
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
  const changes = (roll.changing ?? []).map((effect) => fromTo(state, roll, effect));
  const perform = () => {
    tellTyped();
    void does.send("throw", { roll: roll.roll }); // nothing tumbles
  };
  const told = blocked ? "" : `: ${changes.join(", ").replaceAll(" → ", "\u00a0→\u00a0") || "nothing changes"}`;
  return h(
    "div.throwing",
    { key: "throw" },
    h(
      "button.throw.deed",
      { key: "do", type: "button", disabled: blocked, onclick: perform },
      `${rollCalled(state.game, roll.move)}${told}`,
    ),
    h("button.quiet", { type: "button", onclick: () => does.send("withdraw", { roll: roll.roll }) }, "Not now"),
  );
}

/**
 * All that the game offers a character between scenes; folded, for it is seldom wanted.
 * @param {State} state @param {Character} character @param {boolean} may @param {Taps} does
 */
export function upkeepView(state, character, may, does) {
  const between = state.game.face?.between;
  const above = between ? cures(state, character) : [];
  const all = state.game.face?.upkeep ?? [];
  const offered = all.filter((each) => !above.includes(each) && fits(state, character, each));
  if (!may || !offered.length) return null;
  const says = between ? `More in ${between.toLowerCase()}` : "Between scenes";
  return folded("details.section.upkeep", says, does, ({ tending }) =>
    offered.map((each) => tending(state, character, each, does)),
  );
}

/**
 * Whether there is anything to heal, where it heals something.
 * @param {State} state @param {Character} character @param {Upkeep} upkeep
 */
function fits(state, character, upkeep) {
  const changes = Object.entries(upkeep.changes);
  const marks = changes.filter(([name]) => state.game.sheet.marks.some((mark) => mark.mark === name));
  const healed = marks.filter(([, by]) => !by);
  return marks.length < changes.length || !healed.length || healed.some(([name]) => character.values[name]);
}
