// What an outcome still brings: the usual answer first, nothing in one tap, and a button that says what will happen.

import { h } from "./dom.js";
import { moveCalled } from "./face.js";
import { picksOf } from "./game.js";
import { icon } from "./icons.js";
import { named, partCharacter } from "./people.js";
import { characterName, leads, myCharacters, seatName } from "./table-state.js";
import { nameWays, shareOut, shareWords } from "./ways.js";
import { begun, listed, plain } from "./words.js";

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
    h("p.due-says", null, named(state, roll, due.says)),
    may ? answering(state, roll, due, does, id) : h("p.hint.waits", null, `${begun(whose)} says what it brings.`),
    due.answered_by ? answerWith(state, roll, due, does, id) : null,
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
    namedCard(state, roll, due, does),
    due.answered_by ? answerWith(state, roll, due, does, id) : null,
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
 * What the gm named and what has not landed yet: it is taken, or answered by a roll.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does
 */
function namedCard(state, roll, due, does) {
  const shares = due.named ?? [];
  const words = shares
    .map((each) => each.words)
    .filter(Boolean)
    .join(" ");
  const mine = leads(state) || isMine(state, roll, due);
  return h(
    "div.landing",
    null,
    words ? h("p.said", null, `“${words}”`) : null,
    h("p", null, begun(listed(shares.map((each) => shareWords(state, roll, each, due))))),
    mine
      ? h(
          "button.option",
          { type: "button", onclick: () => does.settle(roll, due, shares) },
          h("strong", null, leads(state) && !isMine(state, roll, due) ? "It falls" : "Take it"),
        )
      : null,
  );
}

/**
 * Whether it falls on a character of mine.
 * @param {State} state @param {Roll} roll @param {Due} due
 */
function isMine(state, roll, due) {
  return myCharacters(state).some((each) => each.character === (partCharacter(roll, due.on) || roll.character));
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
