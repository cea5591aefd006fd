// A round: who intends what, then who acts in turn; for all to see, and in words.

import { h } from "./dom.js";
import { leads, myCharacters } from "./table-state.js";

/**
 * Where a game is played in rounds with phases: the round, what everyone intends, and who has acted.
 * @param {State} state @param {Taps} does
 */
export function roundsView(state, does) {
  const rounds = state.game.rounds;
  if (!rounds) return null;
  const round = state.view.values[rounds.track] ?? 0;
  if (!round) return leads(state) ? beginning(does) : null;
  const acting = !!state.view.values[rounds.actions];
  return h(
    "section.card.rounds",
    { key: "rounds" },
    h("h2", null, `Round ${round}: ${acting ? "actions" : "intentions"}`),
    h("p.hint", null, acting ? rounds.turn : "Everyone says what they are about to do; then all act in turn."),
    h(
      "ul",
      { "aria-label": "Who does what this round" },
      state.view.characters.filter((each) => each.seat).map((each) => rowOf(state, does, each, acting)),
    ),
    leads(state) ? leading(state, does, acting) : null,
  );
}

/** @param {Taps} does */
function beginning(does) {
  return h(
    "section.card.rounds",
    { key: "rounds" },
    h("h2", null, "Rounds"),
    h("p.hint", null, "When it matters who acts when: everyone says what they intend, then acts once."),
    h("button", { type: "button", onclick: () => does.send("begin_round", {}) }, "Begin a round"),
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
    acting ? h("span.hint", null, acted ? "has acted" : "may act") : null,
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
export function isAskedToIntend(state) {
  const rounds = state.game.rounds;
  if (!rounds || !state.view.values[rounds.track] || state.view.values[rounds.actions]) return false;
  return myCharacters(state).some((each) => !state.view.values.intentions?.[each.character]);
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
