// The party, one line a character: what the game plays for, conditions as chips, and the sheet a tap away.

import { h } from "./dom.js";
import { handoutsView, sceneView } from "./evenings.js";
import { trackLook } from "./face.js";
import { tableMarks } from "./game.js";
import { backstage, sheets, sworn, undertakings } from "./later.js";
import { isLive, leads, myCharacters } from "./table-state.js";
import { askedFor, clockFace, markSwitches, meters, trackView } from "./tracks.js";
import { plain } from "./words.js";

/**
 * A face, or the first letter of a name.
 * @param {Character} character @param {string} base
 */
export function portrait(character, base) {
  return h(
    "span.portrait",
    { "aria-hidden": "true", key: "portrait" },
    character.portrait
      ? h("img", { src: `${base}/pictures/${character.portrait}`, alt: "", decoding: "async", loading: "lazy" })
      : ([...character.name][0]?.toUpperCase() ?? "?"),
  );
}

/** @param {State} state @param {Taps} does */
export function partyView(state, does) {
  const { characters } = state.view;
  return h(
    "section.party",
    { key: "party", "aria-label": "Party" },
    h("h2", null, "Party"),
    characters.length
      ? characters.map((each) => partyLine(state, each, does))
      : h("p.hint", null, "No characters yet."),
  );
}

/** @param {State} state @param {Character} character @param {Taps} does */
function partyLine(state, character, does) {
  const rolling = state.view.rolls.some((roll) => isLive(roll) && roll.character === character.character);
  const open = does.opened === character.character;
  return h(
    "div.pc",
    { key: character.character, class: rolling ? "live" : null },
    h(
      "button.pc-line",
      { type: "button", "aria-expanded": open ? "true" : "false", onclick: () => does.open(character.character) },
      h(
        "span.row",
        null,
        character.portrait ? portrait(character, does.base) : null,
        h("span.name", null, character.name, backstage.here?.played(state, character)),
        conditions(state, character),
      ),
      meters(state, character),
    ),
    open ? sheets.give(does, ({ sheetView }) => sheetView(state, character, does)) : null,
  );
}

/**
 * Marks that are set, what hurts apart from what does not.
 * @param {State} state @param {Character} character
 */
export function conditions(state, character) {
  return h(
    "span.conditions",
    null,
    state.game.sheet.marks
      .filter((mark) => mark.owner !== "table" && character.values[mark.mark])
      .map((mark) =>
        h(
          "span.condition",
          { key: mark.mark, class: state.game.face?.good_marks.includes(mark.mark) ? "calm" : null },
          plain(mark.mark),
        ),
      ),
    sworn.here?.stances(state, character),
  );
}

/**
 * What the table shares: tracks, marks and clocks.
 * @param {State} state @param {Taps} does
 */
export function sharedView(state, does) {
  const may = leads(state);
  const rounds = state.game.rounds; // which have a card of their own
  const rest = state.view.you.role === "gm" ? tableMarks(state.game, state.game.moves[0].move) : []; // in their tab
  const isApart = (/** @type {any} */ each) =>
    each.track === (rounds?.track ?? "") || each.mark === (rounds?.actions ?? "") || rest.includes(each);
  const shared = (/** @type {any} */ each) => each.owner === "table" && !isApart(each);
  const edit = (/** @type {string} */ name, /** @type {any} */ value) =>
    void does.put("table", name, value, state.view.values[name]);
  const { marks } = state.game.sheet;
  const mine = myCharacters(state).length;
  const nameless = (/** @type {any} */ each) =>
    state.game.undertakings?.length && trackLook(state.game, each.track).drawn === "progress";
  const tracks = state.game.sheet.tracks.filter((each) => !nameless(each) || state.view.values[each.track]);
  return [
    sceneView(state, does, may),
    handoutsView(state, does, may),
    tracks.some(shared) || marks.some(shared)
      ? h(
          "section.card.shared",
          { key: "shared" },
          h("h2", null, "Shared"),
          h(
            "div.tracks",
            null,
            tracks
              .filter(shared)
              .map((track) =>
                trackView(
                  state.game,
                  track,
                  state.view.values[track.track],
                  state.view.bounds[track.track],
                  may,
                  (value) => edit(track.track, value),
                ),
              ),
          ),
          markSwitches(
            state.game,
            marks.filter(shared),
            state.view.values,
            may,
            askedFor(state.game, "Shared", does, edit),
          ),
        )
      : null,
    state.view.clocks.length
      ? h(
          "section.card.clocks",
          { key: "clocks" },
          h("h2", null, "Clocks"),
          state.view.clocks.map((clock) => clockView(state, does, clock, may)),
        )
      : null,
    undertakings(state, does, state.view.you.role === "player" && mine > 0), // the own ones stand on the own sheet
    state.view.led ? backstage.give(does, ({ afterwards }) => afterwards(state, does)) : null,
  ];
}

/**
 * A clock, moved by who leads; what it brings is told once it is full, and before that to who wrote it alone.
 * @param {State} state @param {Taps} does @param {Clock} clock @param {boolean} may
 */
function clockView(state, does, clock, may) {
  const { clock: id, name, filled, size } = clock;
  const full = filled >= size;
  const own = state.view.cards.find((each) => each.what === "clock" && each.fields.clock === id);
  const told = [...state.log.values()].filter((each) => each.kind === "clock_filled" && each.clock === id).at(-1);
  const brings = full ? (told?.text ?? "") : (own?.fields.text ?? "");
  const remove = () =>
    does.confirm(`Remove the clock “${name}”, and what it brings?`, () => does.send("remove_clock", { clock: id }));
  return h(
    "div.clock",
    { key: id, class: full ? "full" : null },
    clockFace(clock, may, (value) =>
      does.put(id, "filled", value, filled, (to, before) => does.send("tick", { clock: id, by: to - before })),
    ),
    full || brings ? h("p", null, h("b", null, full ? "Full. " : "When it is full: "), brings) : null,
    may
      ? h("button.quiet.small", { type: "button", "aria-label": `remove ${name}`, onclick: remove }, "Remove it")
      : null,
  );
}
