// A round: who intends what, then who acts in turn; for all to see, and in words.

import { h } from "./dom.js";
import { moveOf } from "./game.js";
import { icon } from "./icons.js";
import { inputsOf, intentionOf, isEarly, isLive, leads, myCharacters } from "./table-state.js";
import { UNSAID, listed } from "./words.js";

const BEGINS =
  "When it matters who acts when: everyone is asked what they are about to do, then each acts once. " +
  "The next round begins here too, and lets all act again.";
const AGAIN = "A new round: you may act again.";
const ACTIONS_NEXT = "The actions come next.";
const NARROW = matchMedia("(max-width: 43.74rem), (max-height: 30rem)"); // one moment fills it
const MAY_ACT = "The actions have begun, you may act: tap what you roll with";

/**
 * Where a game is played in rounds with phases: the round, what everyone intends, and who has acted.
 * @param {State} state @param {Taps} does
 */
function roundsView(state, does) {
  const rounds = state.game.rounds;
  if (!rounds) return null;
  const round = state.view.values[rounds.track] ?? 0;
  if (!round) return leads(state) ? beginning(does) : null;
  return h(
    "section.card.rounds",
    { key: "rounds" },
    h("h2", null, titleOf(state)),
    inRound(state, does),
    isMyTimeToAct(state) ? toAct(does) : null,
  );
}

/**
 * Above the stage: whole while nobody rolls or something is asked of me, one line that opens beside a roll.
 * @param {State} state @param {Taps} does @param {boolean} isBesideRoll
 */
export function roundAbove(state, does, isBesideRoll) {
  const rounds = state.game.rounds;
  if (!rounds || !isBesideRoll || isAskedToIntend(state)) return roundsView(state, does);
  if (!state.view.values[rounds.track]) return null; // begun below what is on stage
  const mine = isMyTimeToAct(state);
  const live = state.view.rolls.some(isLive);
  const fresh = !live && state.view.rolls.every((each) => isBeforeRound(state, each));
  const done = leads(state) && !!state.view.values[rounds.actions] && !left(state).length;
  const open = state.view.values[rounds.actions] ? fresh : !live || (leads(state) && !NARROW.matches);
  const whose = nowMine(state) || (mine ? "you may act" : done ? "all have acted" : "");
  return [
    h(
      "details.card.rounds",
      { key: `rounds-line-${open}`, open }, // what a person opened stays open, until another moment of the round
      h("summary", null, h("b", null, titleOf(state)), whose ? ` · ${whose}` : ""),
      inRound(state, does),
    ),
    inShort(state),
    mine && !live ? toAct(does) : null,
  ];
}

/**
 * A line for each, in sight while the round is folded: who, what they are about to do, and whether they have acted.
 * @param {State} state
 */
function inShort(state) {
  const acting = !!state.view.values[state.game.rounds?.actions ?? ""];
  return h(
    "ul.in-round",
    { key: "in-round", "aria-label": "The round in short" },
    state.view.characters
      .filter((each) => each.seat)
      .map((each) => {
        const intends = intentionOf(state, each.character);
        const waits = hasActed(state, each) ? "has acted" : isActing(state, each) ? "acts now" : "may act";
        return h(
          "li",
          { key: each.character, class: hasActed(state, each) ? "acted" : null },
          h("b", null, each.name),
          h("span", { title: intends }, intends || (acting ? "" : "has not said yet")),
          h("small", null, acting ? waits : ""),
        );
      }),
  );
}

/**
 * What a roll of mine that is under way means in the round: my action of it, one too many, or none at all.
 * @param {State} state
 */
function nowMine(state) {
  const own = myCharacters(state).filter((each) => rollOf(state, each));
  if (!own.length || isEarly(state)) return "";
  const spending = own.filter((each) => isActing(state, each));
  if (!spending.length) return "not your action";
  return spending.every((each) => hasActed(state, each)) ? "you have acted" : "you act now";
}

/** @param {State} state @param {Character} character */
function rollOf({ view }, { character }) {
  return view.rolls.find((roll) => roll.character === character && ["open", "waiting"].includes(roll.status));
}

/**
 * Whether someone rolls now and their action of the round is under way: such a roll asks whether they have acted.
 * @param {State} state @param {Character} character
 */
function isActing(state, character) {
  const roll = rollOf(state, character);
  const asks = (/** @type {any} */ each) => each.input === state.game.rounds?.acted;
  return !!roll && (roll.inputs ? inputsOf(state, roll) : moveOf(state.game, roll.move).inputs).some(asks);
}

/**
 * Where a roll is chosen while a round is played: whether this is the time to act, and what was said before.
 * @param {State} state @param {Character} character
 */
export function timeToAct(state, { character, name, values }) {
  const { track = "", actions = "" } = state.game.rounds ?? {};
  if (!state.view.values[track]) return null;
  const said = intentionOf(state, character);
  const intends = said ? `: “${said}”` : "";
  const early = said ? `${name} has said it${intends}. ${ACTIONS_NEXT}` : `Say first what ${name} is about to do.`;
  const acted = `${name} has acted; what else they do waits for the next round.`;
  const now = values[state.game.rounds?.acted ?? ""] ? acted : `${name} may act${intends}`;
  return h("p.hint", { key: "round" }, h("b", null, titleOf(state)), `. ${state.view.values[actions] ? now : early}`);
}

/**
 * Whether such a roll would wait for the actions of the round, however it is opened.
 * @param {State} state @param {string} move
 */
export function waitsForActions(state, move) {
  const asks = (/** @type {Input} */ { input, ruled }) => input === state.game.rounds?.actions && !ruled;
  return !leads(state) && isEarly(state) && moveOf(state.game, move).inputs.some(asks);
}

/**
 * Whether a roll was over before this round began.
 * @param {State} state @param {Roll} roll
 */
export function isBeforeRound(state, roll) {
  if (!state.view.values[state.game.rounds?.track ?? ""] || isLive(roll)) return false;
  return [...state.log.values()].some((entry) => entry.kind === "round_begun" && entry.number > roll.roll);
}

/**
 * Who may act does so on their sheet.
 * @param {Taps} does
 */
function toAct(does) {
  const act = { key: "act", type: "button", onclick: () => does.toSheet() };
  return h("button.primary.to-sheet", act, "Act: to your sheet", icon("go"));
}

/** @param {State} state */
export function titleOf(state) {
  const { track = "", actions = "" } = state.game.rounds ?? {};
  return `Round ${state.view.values[track]}: ${state.view.values[actions] ? "actions" : "intentions"}`;
}

/** @param {State} state @param {Taps} does */
function inRound(state, does) {
  const { actions = "", turn = "" } = state.game.rounds ?? {};
  const acting = !!state.view.values[actions];
  return [
    mayActAgain(state) ? h("p", { key: "again", role: "status" }, h("b", null, AGAIN)) : null,
    h("p.hint", null, acting ? turn : "Everyone says what they are about to do; then each acts once, in any order."),
    acting && leads(state) && state.view.with_gm
      ? h("p.hint", null, "Adversaries and bystanders need no turn: they act whenever you say.")
      : null,
    h(
      "ul",
      { "aria-label": "Who does what this round" },
      state.view.characters.filter((each) => each.seat).map((each) => rowOf(state, does, each, acting)),
    ),
    acting && !left(state).length ? h("p", null, h("b", null, "All have acted.")) : null,
    acting || leads(state) ? null : waitedFor(state),
    leads(state) ? leading(state, does, acting) : null,
  ];
}

/**
 * Whether one of mine acted in the round before, until the actions of this one begin.
 * @param {State} state
 */
function mayActAgain(state) {
  const { acted = "", actions = "" } = state.game.rounds ?? {};
  if (state.view.values[actions]) return false;
  const own = myCharacters(state).map((each) => each.character);
  const begun = [...state.log.values()].filter(({ kind }) => kind === "round_begun");
  const last = begun.reduce((one, other) => (one.number > other.number ? one : other), begun[0]);
  return !!last?.changes?.some(([where, name, before]) => own.includes(where) && name === acted && before);
}

/**
 * Who has still to say what they are about to do.
 * @param {State} state
 */
function waitedFor(state) {
  const names = silentOnes(state).map((each) => each.name);
  const says = names.length ? `Waiting for ${listed(names)}.` : `All have said it. ${ACTIONS_NEXT}`;
  return h("p", { role: "status" }, h("b", null, says));
}

/**
 * Below a roll that is over, for who leads: the first round, or the next once all have acted.
 * @param {State} state @param {Taps} does
 */
export function roundBelow(state, does) {
  const rounds = state.game.rounds;
  if (!rounds || !leads(state)) return null;
  if (!state.view.values[rounds.track]) return beginRound(does);
  return state.view.values[rounds.actions] && !left(state).length ? beginRound(does, "Next round") : null;
}

/** @param {Taps} does @param {string} [says] */
function beginRound(does, says = "Begin a round") {
  const begin = async () => {
    if (await does.send("begin_round", {})) inSight();
  };
  return h("button", { key: "begin", type: "button", onclick: begin }, says);
}

/** The round stands above what is looked at: it comes in sight once it is drawn. */
function inSight() {
  setTimeout(() => document.querySelector(".rounds")?.scrollIntoView({ block: "nearest" }));
}

/** @param {State} state @param {Character} character */
function hasActed({ game }, { values }) {
  return !!values[game.rounds?.acted ?? ""];
}

/**
 * Who has not acted yet.
 * @param {State} state
 */
function left(state) {
  return state.view.characters.filter((each) => each.seat && !hasActed(state, each));
}

/**
 * Beside a roll that waits for it, for who leads: the actions of this round, and that the silent ones wait and see.
 * @param {State} state @param {Taps} does
 */
export function actionsNow(state, does) {
  const many = silentOnes(state).length; // by name above
  const waits = many ? `, ${many} ${many > 1 ? "wait and see" : UNSAID}` : "";
  const begin = () => void does.send("begin_actions", waits ? { waits: true } : {});
  return h("button.as-usual", { key: "actions", type: "button", onclick: begin }, `Begin the actions${waits}`);
}

/** @param {Taps} does */
function beginning(does) {
  return h(
    "section.card.rounds",
    { key: "rounds" },
    h("h2", null, "Rounds"),
    h("p.hint", null, BEGINS),
    beginRound(does),
  );
}

/** @param {State} state @param {Taps} does @param {Character} character @param {boolean} acting */
function rowOf(state, does, character, acting) {
  const intends = intentionOf(state, character.character);
  const acted = hasActed(state, character);
  const mine = myCharacters(state).includes(character);
  const now = isActing(state, character);
  return h(
    "li",
    { key: character.character, class: acted ? "acted" : null },
    h("strong", null, character.name, acted || (intends && !acting) ? icon("check") : null),
    mine && !(acting && intends)
      ? saying(does, character, intends)
      : h("span", null, intends || (acting ? "has said nothing" : "has not said yet")),
    acting && mine && !acted ? h("b.may-act", null, now ? "You act now" : "You may act") : null,
    acting && (acted || !mine) ? h("span.hint", null, acted ? "has acted" : now ? "acts now" : "may act") : null,
  );
}

/** @param {Taps} does @param {Character} character @param {string} intends */
function saying(does, character, intends) {
  const say = (/** @type {any} */ event) => {
    event.preventDefault();
    const intention = event.target.elements.intention.value.trim();
    void does.send("intend", { character: character.character, intention });
  };
  return h(
    "form.joined",
    { onsubmit: say },
    h("input", {
      name: "intention",
      maxlength: 200,
      required: true,
      value: intends,
      placeholder: "is about to …",
      "aria-label": `What ${character.name} is about to do`,
    }),
    h("button", { type: "submit", class: intends ? null : "primary" }, intends ? "Say anew" : "Say it"),
  );
}

/**
 * Whether this seat is asked what a character of its own is about to do.
 * @param {State} state
 */
function isAskedToIntend(state) {
  const rounds = state.game.rounds;
  if (!rounds || !state.view.values[rounds.track] || state.view.values[rounds.actions]) return false;
  return myCharacters(state).some((each) => !intentionOf(state, each.character));
}

/**
 * Whether a character of this seat has not acted in a round whose actions have begun.
 * @param {State} state
 */
function isMyTimeToAct(state) {
  const rounds = state.game.rounds;
  if (!rounds || !state.view.values[rounds.track] || !state.view.values[rounds.actions]) return false;
  return myCharacters(state).some((each) => !hasActed(state, each));
}

/**
 * What a round asks of this seat, in a line that leads to it where the round is not in sight.
 * @param {Page} page
 */
export function callToRound(page) {
  const asked = isAskedToIntend(page.state);
  if (!asked && !isMyTimeToAct(page.state)) return null;
  const go = () => {
    page.show(asked ? "table" : "me"); // where one acts
    page.draw();
    scrollTo({ top: 0 });
  };
  return h(
    "button.call-back",
    { key: "call-back", type: "button", class: asked ? "mine" : null, onclick: go },
    icon("die"),
    h("span", null, asked ? "Your turn: say what you are about to do" : MAY_ACT),
    icon("go"),
  );
}

/** @param {State} state @param {Taps} does @param {boolean} acting */
function leading(state, does, acting) {
  const few = left(state);
  const waiting = few.length === 1 ? `${few[0].name} has not acted` : `${few.length} have not acted`;
  const silent = acting ? [] : silentOnes(state);
  const go = (/** @type {any} */ event) => {
    event.preventDefault();
    if (acting) void does.send("begin_round", {});
    else void does.send("begin_actions", silent.length ? saidFor(event.target.elements.unsaid.value) : {});
  };
  const next = few.length ? `Next round (${waiting})` : "Next round";
  return h(
    "form.actions",
    { onsubmit: go },
    silent.length ? unsaid(silent) : null,
    h(
      "button",
      { type: "submit", class: (acting && few.length) || silent.length ? null : "primary" },
      acting ? next : "Begin the actions",
    ),
    h("button", { type: "button", onclick: () => does.send("end_rounds", {}) }, "End the rounds"),
  );
}

/**
 * Players' characters of whom a round waits to hear what they are about to do.
 * @param {State} state
 */
function silentOnes(state) {
  const { game, view } = state;
  const [ruling = "", free] = game.rounds?.free ?? [];
  if (view.rulings[ruling] === free) return [];
  const players = view.seats.filter((each) => each.role === "player").map((each) => each.seat);
  return view.characters.filter((each) => players.includes(each.seat) && !intentionOf(state, each.character));
}

/**
 * What is said for the silent: that they wait and see, unless whoever leads wrote other words.
 * @param {string} unsaid
 */
function saidFor(unsaid) {
  return unsaid === UNSAID ? { waits: true } : { unsaid };
}

/**
 * Whoever says nothing waits and sees, so that nobody keeps the round waiting; who leads may say otherwise for them.
 * @param {Character[]} silent
 */
function unsaid(silent) {
  const names = listed(silent.map((each) => each.name));
  const input = h("input", { name: "unsaid", maxlength: 200, required: true, value: UNSAID });
  return h("label", null, h("span", null, `Not said yet: ${names}. In their place you say:`), input);
}
