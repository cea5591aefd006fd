// A character's sheet, laid out: what can be rolled, then what belongs together, what hurts apart from what protects.

import { atHand, chosenRoll, declare, isFitting, isTaken, rated, rollCalled, rollChooser } from "./chooser.js";
import { h, oneOf } from "./dom.js";
import { explain, hasTrack } from "./face.js";
import { isWithout, moveOf, ownList, picksOf } from "./game.js";
import { keepMaking } from "./kept.js";
import { backstage, rounds, undertakings } from "./later.js";
import { conditions } from "./party.js";
import { notesView, personaView } from "./persona.js";
import { isKept, keepOnPhone, saveAsFile } from "./roster.js";
import { leads, myCharacters } from "./table-state.js";
import { isOthers, ownSkills, thingsView } from "./things.js";
import { askedFor, markSwitches, meters, trackView } from "./tracks.js";
import { cures, curing, deedsView, tap, upkeepView } from "./upkeep.js";
import { begun, labelOf, plain, worded } from "./words.js";

const FEW = 2;
const EARLY = "Nobody rolls yet: the gm begins the actions";

/** What one is in leads the sheet; but the form below, in which someone writes what begins, stays where it is. */
const BEGINNING = ".traits ~ .undertakings [open] > form";

/** @param {State} state @param {Character} character @param {Taps} does */
export function sheetView(state, character, does) {
  const may = (character.seat === state.view.you.seat && !!character.seat) || leads(state);
  const edit = (/** @type {string} */ name, /** @type {any} */ value) =>
    void does.put(character.character, name, value, character.values[name]);
  const editing = does.editing === character.character;
  const isMine = (/** @type {Undertaking} */ each) => !each.ended && !isOthers(state, each);
  const isIn = state.view.undertakings.some(isMine) && !document.querySelector(BEGINNING);
  const leading = isPlayed(state, character) && isIn;
  const asked = askedFor(state.game, character.name, does, edit, treating(state, character, does));
  return h(
    "section.card.sheet",
    { key: character.character, "aria-label": character.name },
    personaView(state, character, does),
    may && character.seat === state.view.you.seat
      ? [
          h("div.meters", null, meters(state, character), meters(state, state.view, true)),
          conditions(state, character),
        ]
      : null,
    may ? owed(state, character, does) : null,
    leading && !editing ? undertakings(state, does) : null,
    editing
      ? backstage.give(does, ({ editors }) => editors(state, character, edit, does))
      : [may ? rollChooser(state, character, does) : null, traits(state, character, may, does)],
    sections(state, character, may, edit, asked),
    isPlayed(state, character) && (!leading || editing) ? undertakings(state, does) : null,
    thingsView(state, character, may, does),
    notesView(character),
    may ? deedsView(state, character, does) : null,
    upkeepView(state, character, may, does),
    backstage.here?.wordsOfTheGame(state) ?? null,
    fileRow(state, character, may, editing, does),
  );
}

/**
 * Whether it is the first of this player's own, below whose traits stands what they swore.
 * @param {State} state @param {Character} character
 */
function isPlayed(state, character) {
  return state.view.you.role === "player" && myCharacters(state)[0] === character;
}

/**
 * What someone who may not change it still may do: save it.
 * @param {State} state @param {Character} character @param {boolean} may @param {boolean} editing @param {Taps} does
 */
function fileRow(state, character, may, editing, does) {
  if (state.view.you.role === "onlooker" && !state.view.ended) return null;
  return h(
    "div.section.foot",
    { key: "actions" },
    may
      ? tap(editing ? "Done" : "Change this sheet", "numbers and name", () =>
          does.edit(editing ? "" : character.character),
        )
      : null,
    travelling(state, character, does),
    leads(state) && state.view.seats.length > 1 ? giveTo(state, character, does) : null,
  );
}

/**
 * Ways out of this table: onto the phone, into a file, and as a start for another.
 * @param {State} state @param {Character} character @param {Taps} does
 */
function travelling(state, character, does) {
  const copy = () => {
    keepMaking(state.view.table, { values: { ...character.values } });
    does.guide(true);
  };
  return [
    tap(
      isKept({ name: character.name, game: state.view.game }) ? "Keep on this phone anew" : "Keep on this phone",
      "to bring them to another table",
      () => void keepOnPhone(does.base, character).then(() => does.draw()),
    ),
    tap("Save as a file", "for another device", () => void saveAsFile(does.base, character)),
    state.view.you.role === "onlooker" ? null : tap("Make another like this", "a new one, with these numbers", copy),
  ];
}

/**
 * What is to be done because a mark is set, and is no roll: taking a scar. It is asked for here, and done.
 * @param {State} state @param {Character} character @param {Taps} does
 */
function owed(state, character, does) {
  return Object.entries(state.game.face?.owed ?? {})
    .filter(([mark]) => character.values[mark])
    .map(([mark, move]) => {
      const { inputs } = moveOf(state.game, move);
      const wanted = inputs.filter((each) => each.required);
      const words = inputs.some((each) => each.input === "intent");
      const done = (/** @type {any} */ event) => {
        event.preventDefault();
        const said = Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value));
        const body = { character: character.character, move, inputs: said, nonce: does.page.fairness.nonce() };
        void does.send("roll_at_once", body).then((told) => told && does.stage(told.rolls[0].roll));
      };
      return h(
        "form.owed",
        { key: mark, onsubmit: done, "aria-label": rollCalled(state.game, move) },
        h("p", null, state.game.sheet.marks.find((each) => each.mark === mark)?.says),
        words
          ? h("input", { name: "intent", maxlength: 200, autocomplete: "off", placeholder: "What is it, in words?" })
          : null,
        h("div.pair", null, wanted.map((input) => shifted(state, character, input))),
        h("button.primary", { type: "submit" }, wanted.length ? "So it is" : rollCalled(state.game, move)),
      );
    });
}

/**
 * Which trait takes a point more or less: each that can, from where to where.
 * @param {State} state @param {Character} character @param {Input} input
 */
function shifted(state, character, input) {
  const by = state.game.face?.shifts[input.input] ?? 0;
  const moved = (/** @type {string} */ name) => Number(character.values[name]) + by;
  const fits = (/** @type {string} */ name) => {
    const { low, high } = state.game.sheet.traits.find((each) => each.trait === name) ?? {};
    return !by || (moved(name) >= (low ?? -Infinity) && moved(name) <= (high ?? Infinity));
  };
  const told = (/** @type {string} */ name) => (by ? ` ${character.values[name]} → ${moved(name)}` : "");
  return h(
    "label",
    { key: input.input },
    h("span", null, begun(labelOf(input.input))),
    h(
      "select",
      { name: input.input, required: true },
      h("option", { key: "", value: "" }, "choose …"),
      (input.values ?? [])
        .filter(fits)
        .map((/** @type {string} */ name) =>
          h("option", { key: name, value: name }, `${begun(plain(name))}${told(name)}`),
        ),
    ),
  );
}

/**
 * What treats a mark that hurts, where the game knows of something.
 * @param {State} state @param {Character} character @param {Taps} does @returns {(name: string) => any}
 */
function treating(state, character, does) {
  return (name) => {
    const cure = cures(state, character).find(({ changes }) => name in changes);
    return cure ? { says: cure.name.toLowerCase(), clear: curing(character, does, cure) } : null;
  };
}

/**
 * Sections as the game's face lays them out, then whatever it left out.
 * @param {State} state @param {Character} character @param {boolean} may
 * @param {(name: string, value: any) => void} edit @param {(name: string, value: any) => void} mark
 */
function sections(state, character, may, edit, mark) {
  const { tracks, marks } = state.game.sheet;
  const own = (/** @type {any} */ each) => each.owner !== "table";
  const laid = state.game.face?.sections ?? [];
  const placed = new Set(laid.flatMap((each) => each.names));
  const left = [...tracks.map((each) => each.track), ...marks.map((each) => each.mark)].filter(
    (name) => !placed.has(name),
  );
  explain(state);
  const all = left.length ? [...laid, { title: laid.length ? "Else" : "", names: left, folded: false }] : laid;
  const live = (/** @type {any} */ track) =>
    own(track) && character.bounds[track.track]?.[1] !== 0 && hasTrack(state.game, character, track.track);
  return all.map((section) => {
    const shown = section.names
      .map((name) => tracks.find((each) => each.track === name && live(each)))
      .flatMap((each) => (each ? [each] : []));
    const switches = section.names
      .map((name) => marks.find((each) => each.mark === name && own(each)))
      .flatMap((each) => (each ? [each] : []));
    if (!shown.length && !switches.length) return null;
    const body = [
      h(
        "div.tracks",
        { key: "tracks" },
        shown.map((track) =>
          trackView(
            state.game,
            track,
            character.values[track.track],
            character.bounds[track.track] ?? [0, null],
            may && (!track.rolled || leads(state)),
            (value) => edit(track.track, value),
          ),
        ),
      ),
      markSwitches(state.game, switches, character.values, may, mark),
      may && switches.length && switches.length <= FEW
        ? h("p.hint", null, switches.map((each) => `${begun(plain(each.mark))}: ${worded(each.says)}`).join(" "))
        : null,
    ];
    const used =
      switches.some((mark) => character.values[mark.mark]) || shown.some((track) => character.values[track.track] > 0);
    return section.folded
      ? h("details.section", { key: section.title, open: used }, h("summary", null, section.title), body)
      : h("section.section", { key: section.title }, heading(section.title, shown), body);
  });
}

/**
 * A heading, where it says more than the first name below it does.
 * @param {string} title @param {{track: string}[]} shown
 */
function heading(title, shown) {
  return title && title.toLowerCase() !== plain(shown[0]?.track ?? "") ? h("h3", null, title) : null;
}

/**
 * What can be rolled with, in groups; a yes or no about another trait stands on that trait.
 * @param {State} state @param {Character} character @param {boolean} may @param {Taps} does
 */
function traits(state, character, may, does) {
  const all = state.game.sheet.traits;
  const own = ownSkills(character);
  const declared = picksOf(state.game, chosenRoll(does, character).move);
  const picks = declared.length ? [...declared, ...Object.keys(own)] : [];
  const seldom = state.game.face?.seldom.filter((each) => !isTaken(state, character, does, each)) ?? [];
  const groups = new Map();
  const put = (/** @type {string} */ group, /** @type {string} */ name) =>
    groups.set(group, [...(groups.get(group) ?? []), name]);
  const fits = (/** @type {string} */ name) => isFitting(state, character, does, name);
  const early = !!rounds.here?.waitsForActions(state, chosenRoll(does, character).move);
  for (const { trait, group } of all.filter((each) => each.rolls && !seldom.includes(each.trait)))
    if (fits(trait)) put(group, trait);
  const others = declared.filter((each) => fits(each) && !all.some((trait) => trait.trait === each));
  for (const pick of others.filter((each) => hasTrack(state.game, character, each))) put("or with", pick);
  for (const name of Object.keys(own)) put("in your own words", name);
  const shown = (/** @type {string} */ name) => rated(own[name] ?? character.values[name] ?? state.view.values[name]);
  const said = (/** @type {string} */ trait) =>
    all
      .filter((each) => each.type === "yes_no" && each.trait.startsWith(`${trait}_`) && character.values[each.trait])
      .map((each) => each.trait.slice(trait.length + 1));
  const tile = (/** @type {string} */ trait) =>
    h(
      "button.trait",
      {
        key: trait,
        type: "button",
        class: shown(trait) === "–" ? "untrained" : null,
        disabled: !may || early || !picks.includes(trait),
        onclick: () => declare(state, character, does, trait),
      },
      h(
        "span",
        null,
        begun(plain(trait)),
        said(trait).map((word) => h("small.badge", { key: word }, word)),
      ),
      h("strong", null, shown(trait)),
    );
  const shownGroups = [...groups].filter(
    ([, members]) => members.some((/** @type {string} */ each) => picks.includes(each)) || !may,
  );
  if (!shownGroups.length) return null;
  return h(
    "div.traits",
    { key: "traits" },
    may ? h("p.lab", null, early ? EARLY : tapTo(state, chosenRoll(does, character))) : null,
    shownGroups.map(([group, members]) =>
      h(
        "div.group",
        { key: group },
        h("h3", null, begun(plain(group))),
        h("div.members", { class: members.length % 3 === 0 ? "thirds" : "halves" }, members.map(tile)),
      ),
    ),
    may ? h("div.actions", null, withNothing(state, character, does, early), atHand(state, character, does)) : null,
  );
}

/**
 * Where a game has moves of its own, one is chosen first; a tap opens the roll, and throws nothing yet.
 * @param {State} state @param {{move: string, named?: string}} chosen
 */
function tapTo({ game }, { move, named }) {
  return ownList(game, move) && !named ? "Choose the move above, then tap what it is rolled with" : "Tap to roll";
}

/**
 * Below all that can be picked: the roll with none of it.
 * @param {State} state @param {Character} character @param {Taps} does @param {boolean} disabled
 */
function withNothing(state, character, does, disabled) {
  const { move } = chosenRoll(does, character);
  if (!isWithout(state.game, move) || move === state.game.sheet.finished_by) return null;
  return h(
    "button.small",
    { key: "nothing", type: "button", disabled, onclick: () => declare(state, character, does, "") },
    state.game.face?.without || "With something else",
  );
}

/** @param {State} state @param {Character} character @param {Taps} does */
function giveTo(state, character, does) {
  const seats = state.view.seats.filter((seat) => !seat.gone && seat.role !== "onlooker");
  return oneOf("played by", character.seat, (seat) => does.send("give", { character: character.character, seat }), [
    ["", "nobody"],
    ...seats.map(({ seat, name }) => /** @type {[string, string]} */ ([seat, name])),
  ]);
}
