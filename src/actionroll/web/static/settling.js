// What an outcome still brings: the usual answer first, nothing in one tap, and a button that says what will happen.

import { changeRow } from "./cards.js";
import { h } from "./dom.js";
import { moveCalled } from "./face.js";
import { picksOf } from "./game.js";
import { icon } from "./icons.js";
import { named, partCharacter } from "./people.js";
import { characterName, leads, myCharacters, seatName } from "./table-state.js";
import { changeOf, nameWays, shareOut, shareWords } from "./ways.js";
import { begun, listed, plain } from "./words.js";

/**
 * One thing at a time, my own first; the others are a line each that a tap opens.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function settling(state, roll, does) {
  if (!roll.open_dues.length) return null;
  const urgency = (/** @type {Due} */ due) => (concernsMe(state, roll, due) ? 0 : mayAnswer(state, due) ? 1 : 2);
  const dues = [...roll.open_dues].sort((a, b) => urgency(a) - urgency(b));
  const front = dues.find((due) => does.dueShown === `${roll.roll}-${due.due}`) ?? dues[0];
  return h(
    "div.dues",
    { key: "dues" },
    dues.map((due) => (due === front ? dueCard(state, roll, due, does) : dueLine(state, roll, due, does))),
  );
}

/** @param {State} state @param {Due} due */
function mayAnswer(state, due) {
  return leads(state) || (!!due.seat && due.seat === state.view.you.seat);
}

/**
 * Whether it is mine to say, to take or to answer.
 * @param {State} state @param {Roll} roll @param {Due} due
 */
function concernsMe(state, roll, due) {
  if (due.named?.length && isMine(state, roll, due)) return true;
  if (due.proposed?.length) return leads(state);
  return due.seat ? due.seat === state.view.you.seat : leads(state);
}

/**
 * Who settles it, and what: "The gm: consequence".
 * @param {State} state @param {Due} due
 */
function whoSettles(state, due) {
  const what = `${due.amount > 1 ? `${due.amount} ` : ""}${plain(due.kind)}`;
  return `${begun(due.seat ? seatName(state, due.seat) : "the gm")}: ${what}`;
}

/** @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does */
function dueLine(state, roll, due, does) {
  const id = `${roll.roll}-${due.due}`;
  if (!mayAnswer(state, due) && !concernsMe(state, roll, due))
    return h("p.hint.waits", { key: `line-${id}` }, `${whoSettles(state, due)}, still to be said.`);
  return h(
    "button.due-line",
    { key: `line-${id}`, type: "button", onclick: () => does.showDue(id) },
    h("span", null, "Then ", whoSettles(state, due)),
    icon("go"),
  );
}

/** @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does */
function dueCard(state, roll, due, does) {
  const may = mayAnswer(state, due);
  const id = `${roll.roll}-${due.due}`;
  if (due.named?.length) return landing(state, roll, due, does, id, may);
  return h(
    "section.due",
    { key: `due-${id}`, id: `due-${id}`, "aria-label": plain(due.kind) },
    due.proposed?.length ? proposedCard(state, roll, due, does) : null,
    may ? h("p.due-says", null, named(state, roll, due.says)) : null,
    may
      ? answering(state, roll, due, does, id)
      : h("p.hint.waits", null, `${whoSettles(state, due)}, still to be said.`),
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
  const answer = due.answered_by ? answeringRoll(state, roll, due) : undefined;
  return h(
    "section.due",
    { key: `due-${id}`, id: `due-${id}`, "aria-label": plain(due.kind) },
    namedCard(state, roll, due, does, !!answer),
    answer ? underWay(state, answer, does) : answerWith(state, roll, due, does, id),
    may && !answer
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
 * The roll that is answering it now.
 * @param {State} state @param {Roll} roll @param {Due} due
 */
function answeringRoll(state, roll, due) {
  const who = partCharacter(roll, due.on) || roll.character;
  return state.view.rolls.find(
    (each) => each.move === due.answered_by && each.character === who && ["open", "waiting"].includes(each.status),
  );
}

/** @param {State} state @param {Roll} answer @param {Taps} does */
function underWay(state, answer, does) {
  const deed = moveCalled(state.game, answer.move) || plain(answer.move);
  return h(
    "button.due-line",
    { key: "under-way", type: "button", onclick: () => does.stage(answer.roll) },
    h("span", null, `${characterName(state, answer.character)}: ${deed.toLowerCase()}, the dice have not fallen yet`),
    icon("go"),
  );
}

/**
 * What the gm named and what has not landed yet: it is taken, or answered by a roll.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {boolean} waits for that roll
 */
function namedCard(state, roll, due, does, waits) {
  const shares = due.named ?? [];
  const words = shares
    .map((each) => each.words)
    .filter(Boolean)
    .join(" ");
  const mine = !waits && (leads(state) || isMine(state, roll, due));
  return h(
    "div.landing",
    null,
    words ? h("p.said", null, `“${words}”`) : null,
    shares.map((share) => shareRow(state, roll, due, share)),
    mine
      ? h(
          "button.primary.wide",
          { type: "button", onclick: () => does.settle(roll, due, shares) },
          leads(state) && !isMine(state, roll, due) ? "So it happens" : "Take it",
        )
      : null,
  );
}

/**
 * What would change, drawn before it does.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Share} share
 */
function shareRow(state, roll, due, share) {
  const change = changeOf(state, roll, due, share);
  if (!change) return h("p", { key: share.way }, begun(shareWords(state, roll, share, due)));
  return changeRow(state, change, true);
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
  if (!due.answered_by) return null;
  const who = partCharacter(roll, due.on) || roll.character;
  const mine = myCharacters(state).some((each) => each.character === who);
  if (!leads(state) && !mine) return null;
  const move = due.answered_by;
  const deed = moveCalled(state.game, move) || `Roll ${plain(move)}`;
  const says = mine ? deed : `${characterName(state, who)}: ${deed.toLowerCase()}`;
  const picks = picksOf(state.game, move);
  if (!picks.length)
    return h(
      "button.answer.secondary",
      { key: `answer-${id}`, type: "button", onclick: () => does.declare({ character: who, move }) },
      icon("die"),
      says,
    );
  const values = state.view.characters.find((each) => each.character === who)?.values ?? {};
  return h(
    "div.answer.landing.answers",
    { key: `answer-${id}`, role: "group", "aria-label": says },
    h("p.deed", null, icon("shield"), `${says} with`),
    h(
      "div.members",
      null,
      picks.map((trait) =>
        h(
          "button.trait",
          { key: trait, type: "button", onclick: () => does.declare({ character: who, move, trait }) },
          h("span", null, begun(plain(trait))),
          h("strong", null, String(values[trait] ?? "")),
        ),
      ),
    ),
  );
}
