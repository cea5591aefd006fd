// A round: who intends what, then who acts in turn; for all to see, and in words.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { leads, myCharacters } from "./table-state.js";

/**
 * Where a game is played in rounds with phases: the round, what everyone intends, and who has acted.
 * @param {State} state @param {Taps} does
 */
function roundsView(state, does) {
  const rounds = state.game.rounds;
  if (!rounds) return null;
  const round = state.view.values[rounds.track] ?? 0;
  if (!round) return leads(state) ? beginning(does) : null;
  return h("section.card.rounds", { key: "rounds" }, h("h2", null, titleOf(state)), inRound(state, does));
}

/**
 * Above the stage: whole while nobody rolls or something is asked of me, one line that opens beside a roll.
 * @param {State} state @param {Taps} does @param {boolean} isBesideRoll
 */
export function roundAbove(state, does, isBesideRoll) {
  const rounds = state.game.rounds;
  if (!rounds || !isBesideRoll || isAskedToIntend(state)) return roundsView(state, does);
  if (!state.view.values[rounds.track]) return null; // begun below what is on stage
  const said = isMyTimeToAct(state) ? "you may act" : "";
  return h(
    "details.card.rounds",
    { key: "rounds-line", open: leads(state) && !state.view.values[rounds.actions] },
    h("summary", null, h("b", null, titleOf(state)), said ? ` · ${said}` : ""),
    inRound(state, does),
  );
}

/** @param {State} state */
function titleOf(state) {
  const { track = "", actions = "" } = state.game.rounds ?? {};
  return `Round ${state.view.values[track]}: ${state.view.values[actions] ? "actions" : "intentions"}`;
}

/** @param {State} state @param {Taps} does */
function inRound(state, does) {
  const { actions = "", turn = "" } = state.game.rounds ?? {};
  const acting = !!state.view.values[actions];
  return [
    h("p.hint", null, acting ? turn : "Everyone says what they are about to do; then all act in turn."),
    h(
      "ul",
      { "aria-label": "Who does what this round" },
      state.view.characters.filter((each) => each.seat).map((each) => rowOf(state, does, each, acting)),
    ),
    leads(state) ? leading(state, does, acting) : null,
  ];
}

/**
 * Whether this seat could begin a first round.
 * @param {State} state
 */
export function mayBeginRound(state) {
  const rounds = state.game.rounds;
  return !!rounds && !state.view.values[rounds.track] && leads(state);
}

/** @param {Taps} does */
export function beginRound(does) {
  return h("button", { type: "button", onclick: () => does.send("begin_round", {}) }, "Begin a round");
}

/** @param {Taps} does */
function beginning(does) {
  return h(
    "section.card.rounds",
    { key: "rounds" },
    h("h2", null, "Rounds"),
    h("p.hint", null, "When it matters who acts when: everyone says what they intend, then acts once."),
    beginRound(does),
  );
}

/** @param {State} state @param {Taps} does @param {Character} character @param {boolean} acting */
function rowOf(state, does, character, acting) {
  const intends = state.view.values.intentions?.[character.character] ?? "";
  const acted = !!character.values.acted;
  const mine = myCharacters(state).includes(character);
  return h(
    "li",
    { key: character.character, class: acted ? "acted" : null },
    h("strong", null, character.name),
    acting || !mine
      ? h("span", null, intends || (acting ? "has said nothing" : "has not said yet"))
      : saying(does, character, intends),
    acting && mine && !acted ? h("b.may-act", null, "You may act") : null,
    acting && (acted || !mine) ? h("span.hint", null, acted ? "has acted" : "may act") : null,
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
  return myCharacters(state).some((each) => !state.view.values.intentions?.[each.character]);
}

/**
 * Whether a character of this seat has not acted in a round whose actions have begun.
 * @param {State} state
 */
function isMyTimeToAct(state) {
  const rounds = state.game.rounds;
  if (!rounds || !state.view.values[rounds.track] || !state.view.values[rounds.actions]) return false;
  return myCharacters(state).some((each) => !each.values.acted);
}

/**
 * What a round asks of this seat, in a line that leads to it where the round is not in sight.
 * @param {Page} page
 */
export function callToRound(page) {
  const asked = isAskedToIntend(page.state);
  if (!asked && !isMyTimeToAct(page.state)) return null;
  const go = () => {
    page.show("table");
    page.draw();
    scrollTo({ top: 0 });
  };
  return h(
    "button.call-back",
    { key: "call-back", type: "button", class: asked ? "mine" : null, onclick: go },
    icon("die"),
    h("span", null, asked ? "Your turn: say what you are about to do" : "The actions have begun: you may act"),
    icon("go"),
  );
}

/** @param {State} state @param {Taps} does @param {boolean} acting */
function leading(state, does, acting) {
  const left = state.view.characters.filter((each) => each.seat && !each.values.acted).length;
  /** @type {{request: "begin_round"|"begin_actions", says: string}} */
  const next = acting
    ? { request: "begin_round", says: left ? `Next round (${left} have not acted)` : "Next round" }
    : { request: "begin_actions", says: "Begin the actions" };
  return h(
    "p.actions",
    null,
    h("button", { type: "button", onclick: () => does.send(next.request, {}) }, next.says),
    h("button.small", { type: "button", onclick: () => does.send("end_rounds", {}) }, "End the rounds"),
  );
}
