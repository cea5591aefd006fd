// What an outcome still brings: the usual answer first, nothing in one tap, and a button that says what will happen.

import { changeRow } from "./cards.js";
import { intoRoom } from "./controls.js";
import { answerTraits } from "./deciding.js";
import { glossed } from "./dice.js";
import { h } from "./dom.js";
import { moveCalled, toneOfChange } from "./face.js";
import { moveOf } from "./game.js";
import { icon } from "./icons.js";
import { keepDraft } from "./kept.js";
import { costOf, priceView } from "./answers.js";
import { named, partCharacter } from "./people.js";
import { theOne } from "./prices.js";
import { answeringRoll, characterName, leads, myCharacters, seatName } from "./table-state.js";
import { CONFIRM, asAnswered, shareList, shareOut, shareWords } from "./shares.js";
import { nameWays } from "./ways.js";
import { IN_WORDS, begun, kindCalled, listed, many, owedTold, plain } from "./words.js";

/**
 * One thing at a time, my own first; the others are a line each that a tap opens.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function settling(state, roll, does) {
  if (!roll.open_dues.length) return null;
  const urgency = (/** @type {Due} */ due) => (concernsMe(state, due) ? 0 : mayAnswer(state, due) ? 1 : 2);
  const dues = [...roll.open_dues].sort((a, b) => urgency(a) - urgency(b));
  const shown = dues.find((due) => does.dueShown === `${roll.roll}-${due.due}`);
  const workedOn = dues.find((due) => does.dueKept === `${roll.roll}-${due.due}` && !due.named?.length);
  const front = shown ?? workedOn ?? dues[0];
  does.dueKept = leads(state) ? `${roll.roll}-${front.due}` : "";
  const card = dueCard(state, roll, front, does);
  const alike = saidTogether(state, front, roll).slice(card ? 1 : 2); // told with the first that is told
  return h(
    "div.dues",
    { key: "dues" },
    dues.filter((due) => !alike.includes(due)).map((due) => (due === front ? card : dueLine(state, roll, due, does))),
  );
}

/**
 * Whether anything of what a roll still brings is mine to say or to answer; for all others it has fallen.
 * @param {State} state @param {Roll} roll
 */
export function isMineToSay(state, roll) {
  return roll.open_dues.some((due) => mayAnswer(state, due) || concernsMe(state, due));
}

/** @param {State} state @param {Due} due */
function mayAnswer(state, due) {
  return leads(state) || (!!due.seat && due.seat === state.view.you.seat);
}

/**
 * Whether it is mine to say, to take or to answer.
 * @param {State} state @param {Due} due
 */
function concernsMe(state, due) {
  if (due.answers.some((each) => each.seat === state.view.you.seat)) return true;
  if (due.proposed?.length) return leads(state);
  if (due.answers.length) return false; // it was named, and another takes or answers it
  return due.seat ? due.seat === state.view.you.seat : leads(state);
}

/**
 * What someone else says, with all else that is theirs to say then; only itself, where more than words are asked.
 * @param {State} state @param {Due} due @param {Roll} roll
 */
function saidTogether(state, due, roll) {
  const isSaid = (/** @type {Due} */ each) =>
    each.seat === due.seat && each.amount < 2 && !each.answers.length && !mayAnswer(state, each);
  return isSaid(due) ? [due, ...roll.open_dues.filter((each) => each !== due && isSaid(each))] : [due];
}

/**
 * What it is that is said: its kind, or what alone it can be.
 * @param {Due} due
 */
function saidOf({ kind, ways, says }) {
  const isOne = kind === "cost" && ways.length === 1 && !ways[0].track;
  return isOne ? plain(ways[0].name) : owedTold({ kind, amount: 1, says });
}

/**
 * Whose turn it is to speak, and of what: "Next, the gm says the consequence"; nobody waits for another there.
 * @param {State} state @param {Due} due @param {Roll} roll
 */
function saidNext(state, due, roll) {
  if (due.answers.length)
    return `${listed(due.answers.map((each) => characterName(state, each.character)))}: to take it or to answer it`;
  const [who, s] = concernsMe(state, due) ? ["you", ""] : [seatName(state, due.seat), "s"];
  const first = roll.open_dues.find((each) => concernsMe(state, each)) ?? roll.open_dues[0];
  const next = first.seat === due.seat ? "Next" : "At the same time";
  const kinds = saidTogether(state, due, roll).map(saidOf);
  const alike = kinds.length > 1 && new Set(kinds).size < 2;
  const kind = alike ? many(kinds.length, kinds[0]) : listed(kinds).replace(/ and /, " and the ");
  if (due.amount > 1 && due.several) return `${next}, ${who} choose${s} ${due.amount} of ${due.ways.length}`;
  if (due.amount > 1) return `${next}, ${who} place${s} the ${owedTold(due)}`;
  return `${next}, ${who} say${s} ${/[^s]s$/.test(kind) ? `what the ${kind} bring` : theOne(kind)}`;
}

/** @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does */
function dueLine(state, roll, due, does) {
  const id = `${roll.roll}-${due.due}`;
  if (!mayAnswer(state, due) && !concernsMe(state, due))
    return h("p.hint.waits", { key: `line-${id}` }, `${saidNext(state, due, roll)}.`);
  if (due.proposed?.length && leads(state))
    return h("div", { key: `line-${id}` }, proposal(state, roll, due, does, id));
  return h(
    "button.due-line",
    { key: `line-${id}`, type: "button", onclick: () => does.showDue(id) },
    h("span", null, saidNext(state, due, roll)),
    icon("go"),
  );
}

/** @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does */
function dueCard(state, roll, due, does) {
  const may = mayAnswer(state, due);
  const id = `${roll.roll}-${due.due}`;
  if (due.named?.length) return landing(state, roll, due, does, id, may);
  const isProposed = !!due.proposed?.length;
  const isTold = state.view.with_gm && !due.seat && due.amount < 2;
  if (isTold && !may && !isProposed && !due.answered_as) return null; // above stands who speaks next
  return h(
    "section.due",
    { key: `due-${id}`, id: `due-${id}`, "aria-label": plain(due.kind) },
    isProposed ? proposal(state, roll, due, does, id) : null,
    may && !isProposed ? h("p.due-says", null, glossed(state.game, named(state, roll, due.says))) : null,
    may && (!isProposed || does.answers.has(id))
      ? answering(state, roll, due, does, id)
      : isProposed
        ? null
        : h("p.hint.waits", null, `${saidNext(state, due, roll)}.`),
    due.answered_as ? answerWith(state, roll, due, does, id) : null,
  );
}

/** @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id */
function answering(state, roll, due, does, id) {
  if (due.amount > 1 && !due.several) return shareOut(state, roll, due, does, id);
  return nameWays(state, roll, due, does, id, due.answered_first ? answerTraits(state, due, does, id) : null);
}

/**
 * What the gm said and what has not fallen yet: each on whom it falls takes it, or answers it with a roll, once.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id @param {boolean} may
 */
function landing(state, roll, due, does, id, may) {
  const open = due.answers.every((each) => !answeringRoll(state, due, each));
  return h(
    "section.due",
    { key: `due-${id}`, id: `due-${id}`, "aria-label": plain(due.kind) },
    namedCard(state, roll, due, does),
    ownFirst(state, due.answers, (each) => each.character).map((each) => answerCard(state, roll, due, each, does)),
    may && open
      ? h(
          "details.more",
          { key: "otherwise", ontoggle: (event) => otherwise(state, roll, due, does, id, event.currentTarget) },
          h("summary", null, "Say it otherwise"),
          answering(state, roll, due, does, id),
        )
      : null,
  );
}

/**
 * What was named fills the form that says it otherwise, unless something stands there; what was opened comes into view.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id @param {Element} form
 */
function otherwise(state, roll, due, does, id, form) {
  setTimeout(() => intoRoom({ target: form }));
  if (does.answers.has(id)) return;
  const [named, [answer]] = [due.named ?? [], due.answers];
  keepDraft(`words.${state.view.table}.${id}`, listedWords(named));
  if (answer?.with.length === 1) does.answers.set(`${id}-with`, answer.with[0].trait);
  does.answer(id, asAnswered(roll, due, named));
}

/** @param {Share[]} shares */
function listedWords(shares) {
  return [...new Set(shares.flatMap(({ words }) => words || []))].join(" ");
}

/** @param {State} state @param {Roll} answer @param {Taps} does */
function underWay(state, answer, does) {
  const deed = moveCalled(state.game, answer.move) || plain(answer.move);
  const who = characterName(state, answer.character);
  const how = answer.status === "open" ? "the dice have not fallen yet" : `the dice have fallen, and ${who} decides`;
  return h(
    "button.due-line",
    { key: "under-way", type: "button", onclick: () => does.stage(answer.roll) },
    h("span", null, `${who}: ${deed.toLowerCase()}, ${how}`),
    icon("go"),
  );
}

/**
 * What the gm named and what has not landed yet; where nobody has to answer, it lands with one tap.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does
 */
function namedCard(state, roll, due, does) {
  const shares = due.named ?? [];
  const words = listedWords(shares);
  return h(
    "div.landing",
    null,
    words ? h("p.said", null, `“${words}”`) : null,
    due.answers.length ? h("p.lab", null, "If it is taken") : null,
    foretoldRows(state, roll, due, shares),
    leads(state) && !due.answers.length
      ? h("button.primary.wide", { type: "button", onclick: () => does.settle(roll, due, shares) }, CONFIRM)
      : null,
  );
}

/**
 * Someone on whom it falls: they take it, or answer it with a roll, each way with its dice and what it may cost.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Answering} answer @param {Taps} does
 */
function answerCard(state, roll, due, answer, does) {
  const name = characterName(state, answer.character);
  const under = answeringRoll(state, due, answer);
  if (under) return underWay(state, under, does);
  const mine = answer.seat === state.view.you.seat;
  const nextOrToo = due.answers.length > 1 ? "too" : "next";
  if (!mine && !leads(state)) return h("p.hint.waits", { key: answer.character }, `${name} answers ${nextOrToo}.`);
  const move = due.answered_by;
  const deed = moveCalled(state.game, move) || `Roll ${plain(move)}`;
  const { tiers, means } = moveOf(state.game, move);
  const brings = means?.[tiers.at(-1) ?? ""];
  const take = () => does.take(roll, due, answer.character);
  return h(
    "div.answer.landing.answers",
    { key: answer.character, role: "group", "aria-label": `${name} answers` },
    mine ? null : h("p.hint.waits", null, `${name} takes it or answers it; you may answer for them.`),
    mine
      ? h("button.primary.wide", { type: "button", onclick: take }, isShared(due) ? "Take yours" : "Take it")
      : h("button", { type: "button", onclick: take }, `${name} takes it`),
    h("p.deed", null, icon("shield"), `${mine ? deed : `${name}: ${deed.toLowerCase()}`} with`),
    mine && brings ? h("p.hint", null, brings) : null,
    h(
      "div.members.thirds",
      null,
      answer.with.map((way) =>
        h(
          "button.trait",
          {
            key: way.trait,
            type: "button",
            onclick: () => does.declare({ character: answer.character, move, trait: way.trait }),
          },
          h("span", null, costOf(way, mine ? "you" : "they")),
          h("strong", null, begun(plain(way.trait))),
        ),
      ),
    ),
  );
}

/**
 * Whether others have their own part of it, which is theirs to take or to answer.
 * @param {Due} due
 */
const isShared = ({ foretold }) => new Set(foretold?.map(([where]) => where)).size > 1;

/**
 * What is one's own before what is others', each in its order.
 * @template T
 * @param {State} state @param {T[]} all @param {(each: T) => string} whose @returns {T[]}
 */
function ownFirst(state, all, whose) {
  const own = myCharacters(state).map((each) => each.character);
  const isOwn = (/** @type {T} */ each) => own.includes(whose(each));
  return [...all.filter(isOwn), ...all.filter((each) => !isOwn(each))];
}

/**
 * What would change, drawn before it does; what moves nothing is said.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Share[]} shares
 */
function foretoldRows(state, roll, due, shares) {
  const still = shares.filter((share) => !due.ways.some((way) => way.name === share.way && way.track));
  const rows = ownFirst(state, due.foretold ?? [], ([where]) => where);
  const changed = rows.map(([where, name, before, after]) => {
    const tone = toneOfChange(state.game, name, typeof after === "number" ? after - before : after);
    return changeRow(state, { where, name, before, after, tone }, true);
  });
  const words = (/** @type {Share} */ share) => begun(shareWords(state, roll, due, shares, share, null));
  return [...changed, ...still.map((share) => h("p", { key: share.way }, words(share)))];
}

/**
 * What a player proposed, on which the gm has the last word: one tap agrees, another fills the form with it.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 */
function proposal(state, roll, due, does, id) {
  const open = does.answers.has(id);
  const otherwise = () => {
    if (open) does.answers.delete(id);
    else does.answers.set(id, asAnswered(roll, due, due.proposed ?? []));
    does.showDue(id);
  };
  const agree = () => does.settle(roll, due, due.proposed ?? []);
  const who = due.seat === state.view.you.seat ? "You propose" : `${begun(seatName(state, due.seat))} proposes`;
  return h(
    "div.due-line.proposal",
    { key: "proposal", class: leads(state) ? "mine" : null, role: "group", "aria-label": "What is proposed" },
    h("span", { role: "status" }, `${who}: ${shareList(state, roll, due, due.proposed ?? [], due.foretold)}`),
    leads(state)
      ? h("button.primary", { key: "agree", type: "button", onclick: agree }, "Agree")
      : h("p.hint.waits", { key: "waits" }, "Waiting for the gm, who has the last word."),
    mayAnswer(state, due)
      ? h(
          "button",
          { key: "otherwise", type: "button", "aria-expanded": open ? "true" : "false", onclick: otherwise },
          open ? "Cancel" : leads(state) ? "Otherwise" : "Change it",
        )
      : null,
  );
}

/**
 * A roll that settles it: the price, on its table.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 */
function answerWith(state, roll, due, does, id) {
  const who = partCharacter(roll, due.on) || roll.character;
  const mine = myCharacters(state).some((each) => each.character === who);
  if (!leads(state) && !mine) return null;
  const move = due.answered_by;
  const again = roll.move === move ? " again" : "";
  const deed = `${moveCalled(state.game, move) || `Roll ${plain(move)}`}${again}`;
  return h(
    "button.answer.secondary",
    { key: `answer-${id}`, type: "button", onclick: () => does.declare({ character: who, move }) },
    icon("die"),
    mine ? deed : `${characterName(state, who)}: ${deed.toLowerCase()}`,
  );
}

/** It comes with what is answered, and is asked for before its dice fall. */
export const priceOfAnswer = priceView;

/**
 * One tap that takes back the last that was said of what it brings, and leaves the dice.
 * @param {State} state @param {Roll} roll @param {Entry} said @param {Taps} does
 */
export function lastSaid(state, roll, said, does) {
  const may = leads(state) || (said.by === state.view.you.seat && !wasNamed(state, said));
  if (said.answers || !may) return null;
  const take = () => {
    sayAgain(state, roll, said, does);
    void does.send("undo", { entry: said.number });
  };
  const called = (/** @type {Share} */ { way, words }) =>
    (way === "nothing" && words ? IN_WORDS : plain(kindCalled(way))).replace(/^in words$/, "what was said");
  const what = listed([...new Set(said.answer.map(called))]);
  const told = what === "nothing" ? "that it brought nothing more" : what;
  return h("button.quiet", { key: "said", type: "button", onclick: take }, `Take back only what was chosen: ${told}`);
}

/**
 * The words of what is taken back stand in the form again; what it brings is chosen anew.
 * @param {State} state @param {Roll} roll @param {Entry} said @param {Taps} does
 */
function sayAgain(state, roll, { due = 0, answer }, does) {
  const said = answer.map((/** @type {Share} */ { words }) => words).filter(Boolean);
  keepDraft(`words.${state.view.table}.${roll.roll}-${due}`, said.join(" "));
  does.answers.set(`${roll.roll}-${due}-again`, said.join(" "));
}

/**
 * Whether the gm had named it: who takes what was named cannot take it back alone.
 * @param {State} state @param {Entry} said
 */
function wasNamed(state, said) {
  const ofIt = (/** @type {Entry} */ each) => each.roll === said.roll && (each.due ?? 0) === (said.due ?? 0);
  return [...state.log.values()].some((each) => each.kind === "named" && ofIt(each));
}
