// What an outcome still brings: the usual answer first, nothing in one tap, and a button that says what will happen.

import { h } from "./dom.js";
import { moveCalled } from "./face.js";
import { picksOf } from "./game.js";
import { icon } from "./icons.js";
import { named, partCharacter } from "./people.js";
import { characterName, leads, myCharacters, seatName } from "./table-state.js";
import { nameWays, shareOut, shareWords } from "./ways.js";
import { begun, listed, plain, share } from "./words.js";

/** @param {State} state @param {Roll} roll @param {Taps} does */
export function settling(state, roll, does) {
  return roll.open_dues.length
    ? h(
        "div.dues",
        { key: "dues" },
        roll.open_dues.map((due) => dueCard(state, roll, due, does)),
      )
    : null;
}

/** @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does */
function dueCard(state, roll, due, does) {
  const may = due.seat ? due.seat === state.view.you.seat || leads(state) : leads(state);
  const id = `${roll.roll}-${due.due}`;
  const whose = due.seat ? seatName(state, due.seat) : "the gm";
  if (due.named?.length) return landing(state, roll, due, does, id, may);
  return h(
    "section.due",
    { key: `due-${id}`, "aria-label": plain(due.kind) },
    due.proposed?.length ? proposedCard(state, roll, due, does) : null,
    may || due.answered_as ? h("p.due-says", null, named(state, roll, due.says)) : null,
    may ? answering(state, roll, due, does, id) : h("p.hint.waits", null, `${begun(whose)} says what it brings.`),
    due.answered_as ? answerWith(state, roll, due, does, id) : null,
  );
}

/** @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id */
function answering(state, roll, due, does, id) {
  return due.amount > 1 ? shareOut(state, roll, due, does, id) : nameWays(state, roll, due, does, id);
}

/**
 * What the gm said and what has not fallen yet: whom it falls on takes it, or answers it with a roll, once.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id @param {boolean} may
 */
function landing(state, roll, due, does, id, may) {
  return h(
    "section.due",
    { key: `due-${id}`, "aria-label": plain(due.kind) },
    namedCard(state, roll, due),
    due.answers.map((each) => answerCard(state, roll, due, each, does)),
    due.answers.length ? null : letFall(state, roll, due, does),
    may
      ? h(
          "details.more",
          { key: "otherwise" },
          h("summary", null, "Say it otherwise"),
          answering(state, roll, due, does, id),
        )
      : null,
  );
}

/**
 * What the gm named and what has not landed yet.
 * @param {State} state @param {Roll} roll @param {Due} due
 */
function namedCard(state, roll, due) {
  const shares = due.named ?? [];
  const words = shares
    .map((each) => each.words)
    .filter(Boolean)
    .join(" ");
  return h(
    "div.landing",
    null,
    words ? h("p.said", null, `“${words}”`) : null,
    h("p", null, begun(listed(shares.map((each) => shareWords(state, roll, each, due))))),
  );
}

/**
 * Where nobody has to answer: it falls with one tap.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does
 */
function letFall(state, roll, due, does) {
  if (!leads(state)) return null;
  return h(
    "button.throw.settle",
    { type: "button", onclick: () => does.settle(roll, due, due.named ?? []) },
    "Let it happen",
  );
}

/**
 * Someone on whom it falls: they take it, or answer it with a roll, each way with its dice and what it may cost.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Answering} answer @param {Taps} does
 */
function answerCard(state, roll, due, answer, does) {
  const name = characterName(state, answer.character);
  const mine = answer.seat === state.view.you.seat;
  const move = due.answered_by;
  const rolls = state.view.rolls.some(
    (each) => each.move === move && each.character === answer.character && ["open", "waiting"].includes(each.status),
  );
  if (rolls) return h("p.hint.waits", { key: answer.character }, `${name} answers it with a roll.`);
  if (!mine && !leads(state)) return h("p.hint.waits", { key: answer.character }, `${name} answers next.`);
  const take = () => does.take(roll, due, answer.character);
  if (!mine)
    return h(
      "div.answers",
      { key: answer.character },
      h("p.hint.waits", null, `${name} takes it or answers it.`),
      h("button.quiet", { type: "button", onclick: take }, `${name} is away: they take it`),
    );
  const spread = answer.with[0]?.spread;
  const called = moveCalled(state.game, move) || `Roll ${plain(move)}`;
  return h(
    "div.answers",
    { key: answer.character, role: "group", "aria-label": `How ${name} answers` },
    spread ? h("p", null, spread.says) : null,
    answer.with.map((way) =>
      h(
        "button.option",
        {
          key: way.trait,
          type: "button",
          onclick: () => does.declare({ character: answer.character, move, trait: way.trait }),
        },
        h("strong", null, `${called} with ${plain(way.trait)}`),
        h("span.hint", null, spreadWords(way.spread)),
      ),
    ),
    h(
      "button.option",
      { key: "take", type: "button", onclick: take },
      h("strong", null, "Take it"),
      h("span.hint", null, "It falls as it was named, and costs no more."),
    ),
  );
}

/**
 * "2 dice, about 2.4 stress".
 * @param {Spread|null} spread
 */
function spreadWords(spread) {
  if (!spread) return "";
  const mean = Object.entries(spread.chances).reduce((sum, [value, chance]) => sum + Number(value) * share(chance), 0);
  const dice = spread.dice === 1 ? "1 die" : `${spread.dice} dice`;
  return `${dice}, about ${mean.toFixed(1)} ${plain(spread.fact)}`;
}

/**
 * What a player proposed, on which the gm has the last word.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does
 */
function proposedCard(state, roll, due, does) {
  const shares = due.proposed ?? [];
  return h(
    "div.landing",
    null,
    h("p", null, `Proposed: ${listed(shares.map((each) => shareWords(state, roll, each, due)))}`),
    leads(state)
      ? h(
          "button.option",
          { type: "button", onclick: () => does.settle(roll, due, shares) },
          h("strong", null, "As proposed"),
        )
      : h("p.hint.waits", null, "The gm has the last word."),
  );
}

/**
 * A roll that answers it, for those on whom it falls: resist it, or roll what it is.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 */
function answerWith(state, roll, due, does, id) {
  const who = partCharacter(roll, due.on) || roll.character;
  if (!leads(state) && !myCharacters(state).some((each) => each.character === who)) return null;
  const move = due.answered_by;
  const says = `${characterName(state, who)}: ${moveCalled(state.game, move).toLowerCase() || `roll ${plain(move)}`}`;
  const picks = picksOf(state.game, move);
  if (!picks.length)
    return h(
      "button.answer.secondary",
      { type: "button", onclick: () => does.declare({ character: who, move }) },
      icon("shield"),
      says,
    );
  const values = state.view.characters.find((each) => each.character === who)?.values ?? {};
  return h(
    "details.answer",
    { key: `answer-${id}` },
    h("summary", null, icon("shield"), says),
    h(
      "div.members",
      null,
      picks.map((trait) =>
        h(
          "button.trait",
          { key: trait, type: "button", onclick: () => does.declare({ character: who, move, trait }) },
          h("span", null, plain(trait)),
          h("strong", null, String(values[trait] ?? "")),
        ),
      ),
    ),
  );
}
