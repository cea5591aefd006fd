// One stage: the roll that everyone looks at, in one of its moments, and a strip of those that still want something.

import { h } from "./dom.js";
import { playsAlone } from "./evenings.js";
import { moveCalled } from "./face.js";
import { defends, moveOf } from "./game.js";
import { emblem, icon } from "./icons.js";
import { backstage, decisions, moments, rounds } from "./later.js";
import { dockedCards } from "./news.js";
import { answeredBy, partCharacter, partName } from "./people.js";
import { entryWords } from "./story.js";
import {
  characterName,
  inputsOf,
  intentionOf,
  isEarly,
  isLive,
  isMyTurn,
  leads,
  seatName,
} from "./table-state.js";
import { begun, isUntilSaid, labelOf, listed, owedTold, plain } from "./words.js";

/** @param {State} state @param {Taps} does @returns {any} */
export function stageView(state, does) {
  const { rolls } = state.view;
  const roll = does.onStage(rolls, (each) => isMyTurn(state, each));
  const answered = roll && isLive(roll) ? answeredBy(state, roll)?.[0] : undefined; // what is answered here is no other
  const waiting = rolls.filter((each) => isLive(each) && each !== roll && each !== answered);
  const next = roll && !isLive(roll) ? waiting.find((each) => isMyTurn(state, each)) : undefined;
  return h(
    "section.stage",
    { key: "stage", "aria-label": "Stage" },
    strip(
      state,
      does,
      waiting.filter((each) => each !== next),
    ),
    withdrawn(state, roll),
    roll?.status === "withdrawn"
      ? null
      : roll
        ? moments.give(does, ({ rollOnStage }) => rollOnStage(state, roll, does))
        : emptyStage(state, does),
    roll && !isLive(roll) ? moments.give(does, ({ goingOn }) => goingOn(state, does, next)) : null,
  );
}

/**
 * The last that happened to a roll is that it was withdrawn: said, for it is gone, and an older one stands there.
 * @param {State} state @param {Roll} [shown]
 */
function withdrawn(state, shown) {
  if (shown && isLive(shown)) return null;
  const last = state.view.rolls.reduce((one, other) => (one && one.roll > other.roll ? one : other), shown);
  if (last?.status !== "withdrawn" || moveOf(state.game, last.move).diceless || rounds.here?.isBeforeRound(state, last))
    return null;
  const { roll, seat: by } = last;
  const entry = [...state.log.values()].find((each) => each.kind === "withdrawn" && each.roll === roll);
  const says = entryWords(state, entry ?? /** @type {any} */ ({ kind: "withdrawn", roll, by }));
  return h("p.hint", { key: "withdrawn", role: "status" }, says);
}

/**
 * Who leads, by name where that is one person.
 * @param {State} state
 */
export function leader(state) {
  const [gm, ...others] = state.view.seats.filter((seat) => seat.role === "gm" && !seat.gone);
  return gm && !others.length ? gm.name : seatName(state, "");
}

/**
 * Whom a roll waits for whose dice lie: "Maro says what it brings"; on a screen for all, "Maro decides".
 * @param {State} state @param {Roll} roll
 */
export function saysNext(state, { status, open_dues, asks, seat }) {
  if (asks?.ask === "decision" && document.body.matches(".tv"))
    return `${begun(seatName(state, asks.seat ?? seat))} decides`;
  if (status !== "done" || !open_dues.length || open_dues[0].named?.length) return "";
  const who = open_dues.map((due) => (due.seat && !due.proposed?.length ? seatName(state, due.seat) : leader(state)));
  const all = [...new Set(who)];
  const s = all.length > 1 ? "" : "s";
  const does = open_dues.every(isPlaced) ? `place${s} the ${plain(open_dues[0].kind)}` : `say${s} what it brings`;
  return `${begun(listed(all))} ${does}`;
}

/** @param {Due} due */
const isPlaced = ({ amount, several }) => amount > 1 && !several;

/**
 * Whose roll waits, and for what.
 * @param {State} state @param {Roll} roll @param {string} [first] what is told before that
 */
export function waitsWith(state, roll, first = "") {
  const by = roll.asks?.ask === "decision" && roll.asks.by; // in a contest, of either side
  const answers = answersTo(roll);
  if (answers.some(({ seat }) => seat === state.view.you.seat)) return whatWaits(state, roll);
  if (answers.length) return `${listed(answers.map((each) => characterName(state, each.character)))} · to answer`;
  const who = by ? partName(state, roll, by) : characterName(state, whoseDice(roll));
  if (who && who === roll.character && roll.status === "open" && !leads(state))
    return `${leader(state)} rolls for ${who.replace("The", "the")}`;
  return `${begun(who)} · ${[first, wanted(state, roll)].filter(Boolean).join(", ")}`;
}

/** @param {Roll} roll */
function answersTo({ status, open_dues }) {
  return status === "done" ? open_dues.flatMap((due) => due.answers) : [];
}

/**
 * "Your answer waits", "Nyx waits"; beside a roll of the same character, what whoever leads still says of it.
 * @param {State} state @param {Roll} roll @param {Roll} [beside]
 */
export function whatWaits(state, roll, beside) {
  const { seat: own } = state.view.you;
  if (beside?.character === roll.character && leads(state)) return `Also: ${wanted(state, roll)}`;
  if (answersTo(roll).some(({ seat }) => seat === own)) return "Your answer waits";
  return `${roll.seat === own ? "Your other roll" : characterName(state, roll.character)} waits`;
}

/**
 * Whose dice fall next: those of who helps, where they throw first, or of whose turn it is.
 * @param {Roll} roll
 */
function whoseDice(roll) {
  const { status, asks, dice, needs } = roll;
  const next = status === "waiting" ? asks?.ask === "dice" && asks.dice : !needs?.length && dice;
  return partCharacter(roll, (next && next[0]?.by) || "roller") || roll.character;
}

/**
 * Rolls off stage that still want something, one line each.
 * @param {State} state @param {Taps} does @param {Roll[]} waiting
 */
function strip(state, does, waiting) {
  return h(
    "div.strip",
    { key: "strip", role: "group", "aria-label": "Waiting" },
    dockedCards(state, does).map((card) => moments.give(does, ({ dockedButton }) => dockedButton(does, card))),
    waiting.length ? h("b", null, "Waiting:") : null,
    waiting.map((roll) =>
      h(
        "button",
        {
          key: roll.roll,
          type: "button",
          class: isMyTurn(state, roll) ? "mine" : null,
          onclick: () => does.stage(roll.roll),
        },
        icon(roll.status === "done" ? "hurt" : "die"),
        waitsWith(state, roll),
      ),
    ),
  );
}

/** @type {Record<string, string>} */
const ASKED = { intent: "what is done", stakes: "what is at stake" };

/**
 * What a roll waits for, in two or three words.
 * @param {State} state @param {Roll} roll
 */
export function wanted(state, roll) {
  if (roll.status === "waiting")
    return roll.asks?.ask === "dice" ? "to throw" : `to decide: ${decisions.here?.choices(state, roll) ?? "…"}`;
  if (roll.status === "done") return (!isMyTurn(state, roll) && saysNext(state, roll)) || listedDues(roll).join(", ");
  if (defends(state.view, roll) && !roll.ready) return "with what do you answer?";
  const needs = (roll.needs ?? []).filter((each) => each.by === "gm").map((each) => each.input);
  const more = needs.filter((input) => input !== "intent"); // what is done is said with anything else
  const asked = roll.leave ? [roll.leave] : more.length ? more : needs;
  const help = moments.here?.helpWanted(state, roll);
  if (help?.now) return help.now;
  const things = ASKED[asked[0]] ?? listed(asked.map(needed));
  if (things) return `${leads(state) ? "to say" : `waits for ${seatName(state, "")}`}: ${things}`;
  const held = leads(state) ? inputsOf(state, roll).filter((input) => heldUntilSaid(state, roll, input)) : [];
  const told = held.some(({ set }) => !set) ? held.map(({ input, value }) => `${labelOf(input)} ${plain(value)}`) : [];
  const { move, diceless } = moveOf(state.game, roll.move);
  const does = !roll.odds || roll.dice?.length ? "throw" : "do, without dice";
  const deed = `to ${diceless ? moveCalled(state.game, move).toLowerCase() : does}`;
  return [deed, ...(help?.joins ? ["you may join"] : []), ...told].join(", ");
}

/** @param {string} need */
function needed(need) {
  return `${need.startsWith("defender_") ? "the other side’s " : ""}${labelOf(need)}`;
}

/** @param {State} state @param {Roll} roll @param {any} input */
function heldUntilSaid(state, roll, input) {
  const isPicked = input.type === "choice" && !roll.moot?.includes(input.input);
  return isPicked && isUntilSaid(input, state.game.face?.first);
}

/**
 * What is owed, by what it is or the words that answer it.
 * @param {Pick<Due, "kind"|"ways"|"amount"|"says">} due
 */
function owedCalled({ kind, ways, amount, says }) {
  const [{ name = "told", track = "" } = {}, other] = ways;
  return owedTold({ kind: other || track || name === "told" ? kind : name, amount, says });
}

/**
 * What is still to be said of a roll, by what it is.
 * @param {Roll} roll
 */
export function listedDues({ open_dues }) {
  const unsaid = open_dues.filter((due) => !due.named?.length);
  return (unsaid.length ? unsaid : open_dues).map(owedCalled);
}

/** @param {State} state @param {Taps} does */
function emptyStage(state, does) {
  const player = state.view.you.role === "player";
  const alone = playsAlone(state);
  const asks = alone && state.game.face?.at_hand.length;
  return h(
    "div.empty-stage",
    { key: "empty" },
    emblem(state.game.face),
    h(
      "p",
      null,
      isEarly(state)
        ? earlyWords(
            state,
            `Intentions first: ${player ? "say what you are about to do" : "everyone says what they are about to do"}.`,
          )
        : player
          ? `Tap what you roll with on your sheet, and the roll opens here${alone ? "" : " for all"}.`
          : "Nobody rolls now. A roll opens here for all once someone taps their sheet.",
    ),
    player && !isEarly(state)
      ? h("button.quiet.to-sheet", { type: "button", onclick: () => does.toSheet() }, "To your sheet", icon("go"))
      : null,
    asks ? backstage.give(does, ({ atHand }) => atHand(state, does)) : null,
  );
}

/**
 * What is told while nobody acts yet; once all have said what they are about to do, what comes next.
 * @param {State} state @param {string} first
 */
export function earlyWords(state, first) {
  const { view } = state;
  const players = view.seats.filter((each) => each.role === "player").map((each) => each.seat);
  const all = view.characters.filter((each) => players.includes(each.seat));
  return all.every((each) => intentionOf(state, each.character))
    ? "All have said what they are about to do: the gm begins the actions."
    : first;
}
