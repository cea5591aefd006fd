// What is done and not rolled: rest, marks, a scar; and what a character may grow by or recover between scenes.

import { rollCalled } from "./chooser.js";
import { h } from "./dom.js";
import { moveOf } from "./game.js";
import { folded } from "./later.js";
import { leads } from "./table-state.js";
import { plain } from "./words.js";

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
      tap(
        rollCalled(state.game, move),
        lacked(state, character, move) || says,
        () => void does.declare({ character: character.character, move }),
        !!lacked(state, character, move),
      ),
    ),
    between ? cures(state, character).map((each) => tap(each.name, each.says, curing(character, does, each))) : null,
  );
}

/**
 * What takes some of a track away and is paid for with another cannot be done while there is nothing of either.
 * @param {State} state @param {Character} character @param {string} move
 */
function lacked({ game }, { name, values }, move) {
  const found = Object.entries(game.face?.relieved ?? {}).find(([, [deed]]) => deed === move);
  const none = found && [found[1][1], found[0]].find((track) => !values[track]);
  return none ? `${name} has no ${plain(none)}.` : "";
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
export function tap(words, why, onclick, disabled = false) {
  const button = h("button.small", { type: "button", disabled, onclick }, words);
  return h("div", { key: words }, button, h("span.hint", null, why));
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
