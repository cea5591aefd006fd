// What is prepared in private: notes, people, handouts, scenes and lines, each a card that only its owner sees.

import { editor, prepare } from "./card-editor.js";
import { chosenRoll } from "./chooser.js";
import { h } from "./dom.js";
import { conditionWords, drawing } from "./evenings.js";
import { hasTrack } from "./face.js";
import { exampleAttempt, moveOf } from "./game.js";
import { rollersName } from "./people.js";
import { listed, plain } from "./words.js";

/** @type {Record<string, {many: string, one: string, hint: string}>} */
const KINDS = {
  note: { many: "Notes", one: "note", hint: "What only you should know." },
  npc: { many: "People", one: "person or opponent", hint: "They roll in the open, in secret, or oppose." },
  handout: { many: "Handouts", one: "handout", hint: "Shown to all or to one, when you say so." },
  scene: { many: "Scenes", one: "scene", hint: "While it lasts, its conditions are proposed to every roll." },
  line: { many: "Phrases", one: "phrase", hint: "A complication, stake or consequence to tap into a roll." },
};

const OPPOSES = "They oppose a roll with what you write down here.";

/**
 * All of it for the gm, one kind at a time; closed, it takes one line.
 * @param {State} state @param {Taps} does
 */
export function preparing(state, does) {
  const own = ownCards(state);
  const { what } = does.prepared;
  const count = (/** @type {string} */ kind) => own.filter((each) => each.what === kind).length;
  return h(
    "details.card.prepared",
    {
      key: "prepared",
      open: does.prepared.open,
      ontoggle: (event) => {
        does.prepared.open = event.target.open;
      },
    },
    h(
      "summary",
      null,
      h("h2", null, "What you prepared"),
      own.length ? h("span.tag.line", null, String(own.length)) : null,
    ),
    h(
      "div.kinds",
      { role: "group", "aria-label": "What is prepared" },
      Object.entries(KINDS).map(([kind, { many }]) =>
        h(
          "button.chip",
          {
            key: kind,
            type: "button",
            "aria-pressed": kind === what ? "true" : "false",
            onclick: () => prepare(does, kind),
          },
          count(kind) ? `${many} ${count(kind)}` : many,
        ),
      ),
    ),
    cardList(state, does, what),
  );
}

/** @param {State} state */
function ownCards(state) {
  return state.view.cards.filter(
    (each) => each.what in KINDS && (state.view.with_gm || each.by === state.view.you.seat),
  );
}

/** @param {State} state @param {Taps} does @param {string} what */
function cardList(state, does, what) {
  const { editing } = does.prepared;
  const { rolls } = state.game.face?.opponents ?? {};
  const cards = ownCards(state).filter((each) => each.what === what);
  return [
    h("p.hint", { key: "hint" }, what === "npc" && !rolls ? OPPOSES : KINDS[what].hint),
    h(
      "ul.cards",
      { key: `cards-${what}` },
      cards.map((card) =>
        h(
          "li",
          { key: card.card, class: does.prepared.kept === card.card ? "kept" : null },
          editing === card.card ? editor(state, does, what, card) : shown(state, does, card),
          does.prepared.kept === card.card ? h("p.hint", { role: "status" }, "Kept.") : null,
        ),
      ),
    ),
    does.prepared.gone && !editing
      ? h(
          "p.hint",
          { key: "gone", role: "status" },
          "Deleted. ",
          h("button.quiet.small", { type: "button", onclick: () => bringBack(does) }, "Bring it back"),
        )
      : null,
    editing
      ? null
      : h(
          "details.more",
          { key: `new-${what}-${does.prepared.kept}` },
          h("summary", null, `A new ${KINDS[what].one}`),
          editor(state, does, what, null),
        ),
  ];
}

/** @param {State} state @param {Taps} does @param {Card} card */
function shown(state, does, card) {
  const { fields, what } = card;
  const title = what === "line" ? fields.text : (fields.title ?? fields.name ?? "");
  const button = (/** @type {string} */ says, /** @type {() => void} */ then) =>
    h("button.quiet.small", { type: "button", "aria-label": `${says}: ${title || fields.text}`, onclick: then }, says);
  return [
    h(
      "div.card-head",
      null,
      title ? h("b", null, title) : null,
      what === "line" ? h("span.tag.line", null, fields.for ?? "complication") : null,
      what === "npc" ? numbersWords(fields) : null,
    ),
    drawing(does.base, fields),
    fields.text && what !== "line" ? h("p.prose", null, fields.text) : null,
    what === "scene"
      ? (fields.conditions ?? []).map((/** @type {any} */ each, /** @type {number} */ place) =>
          h("span.tag.line", { key: place }, conditionWords([each.words, each.input, each.value])),
        )
      : null,
    what === "npc" ? npcTracks(does, card) : null,
    h(
      "div.actions",
      null,
      what === "npc" ? npcActions(state, does, card) : null,
      what === "handout" ? handingOut(state, does, card) : null,
      what === "scene" ? sceneActions(state, does, card) : null,
      button("Change", () => prepare(does, what, card.card)),
      button("Delete", () => takeAway(does, card)),
    ),
  ];
}

/**
 * One scene lasts at a time: which one does says so.
 * @param {State} state @param {Taps} does @param {Card} card
 */
function sceneActions(state, does, { fields: { name, conditions = [] } }) {
  const lasts = state.view.scene?.name === name;
  const tap = lasts ? () => does.send("end_scene", {}) : () => does.send("begin_scene", { name, conditions });
  const says = lasts ? "End it" : "Begin it";
  return [
    lasts ? h("b", { key: "lasts", role: "status" }, "It lasts now: all see it.") : null,
    h("button.small", { key: "tap", type: "button", "aria-label": `${says}: ${name}`, onclick: tap }, says),
  ];
}

/** @param {Record<string, any>} fields */
function numbersWords(fields) {
  const numbers = Object.entries(fields.numbers ?? {}).map(([name, value]) => `${plain(name)} ${value}`);
  return numbers.length ? h("span.hint", null, numbers.join(" · ")) : null;
}

/** @param {Taps} does @param {Card} card */
function npcTracks(does, card) {
  const put = (/** @type {number} */ place, /** @type {number} */ filled) =>
    does.send("keep", {
      what: "npc",
      card: card.card,
      fields: {
        ...card.fields,
        tracks: card.fields.tracks.map((/** @type {any} */ each, /** @type {number} */ at) =>
          at === place ? { ...each, filled } : each,
        ),
      },
    });
  return (card.fields.tracks ?? []).map((/** @type {any} */ track, /** @type {number} */ place) =>
    h(
      "div.track",
      { key: place },
      h("div.label", null, track.name, h("span.value", null, `${track.filled} of ${track.size}`)),
      h(
        "div.pips",
        null,
        Array.from({ length: track.size }, (_, at) =>
          h("button.pip", {
            key: at,
            type: "button",
            class: at < track.filled ? "full" : null,
            "aria-label": `${track.name} ${at + 1}`,
            onclick: () => put(place, at + 1 === track.filled ? at : at + 1),
          }),
        ),
      ),
    ),
  );
}

/**
 * What someone without a sheet does: roll in the open, in secret, stand against the roll on stage, or help with it.
 * @param {State} state @param {Taps} does @param {Card} card
 */
function npcActions(state, does, card) {
  const { rolls = {}, opposes = {}, helps = {} } = state.game.face?.opponents ?? {};
  const { name, numbers = {} } = card.fields;
  const onStage = state.view.rolls.filter((roll) => roll.status === "open");
  const open = onStage.filter((roll) => opposes[roll.move]).at(-1);
  const helped = onStage.filter((roll) => helps[roll.move]).at(-1);
  const filled = (/** @type {Record<string, string>} */ inputs) =>
    Object.fromEntries(
      Object.entries(inputs)
        .filter(([, number]) => number in numbers)
        .map(([input, number]) => [input, numbers[number]]),
    );
  const ready = Object.keys(rolls).find((move) => Object.values(rolls[move]).every((number) => number in numbers));
  const against = open ? filled(opposes[open.move]) : {};
  return [
    ready
      ? [
          h(
            "button.small",
            {
              key: "open",
              type: "button",
              onclick: () => does.declare({ npc: name, move: ready, inputs: filled(rolls[ready]) }),
            },
            "Roll in the open",
          ),
          state.view.you.role === "gm"
            ? h(
                "button.small",
                {
                  key: "secret",
                  type: "button",
                  onclick: () =>
                    does.send("secret_roll", {
                      move: ready,
                      inputs: { ...exampleAttempt(state.game, moveOf(state.game, ready)), ...filled(rolls[ready]) },
                      note: name,
                    }),
                },
                "Roll in secret",
              )
            : null,
        ]
      : null,
    open && Object.keys(against).length
      ? h(
          "button.small",
          { key: "oppose", type: "button", onclick: () => oppose(does, open, against, name) },
          `Oppose with ${listed(Object.entries(against).map(([input, value]) => `${plain(input)} ${value}`))}`,
        )
      : null,
    helped
      ? h(
          "button.small",
          { key: "help", type: "button", onclick: () => help(does, helped, helps[helped.move], name) },
          `Help ${rollersName(state, helped)}: +1`,
        )
      : null,
  ];
}

/** @param {State} state @param {Taps} does @param {Card} card */
function handingOut(state, does, card) {
  const out = state.view.handouts.some((each) => each.handout === card.card);
  const others = state.view.seats.filter((seat) => !seat.gone && seat.seat !== state.view.you.seat);
  const to = (/** @type {any} */ event) => {
    const seat = event.target.value;
    event.target.value = "";
    if (seat) does.send("hand_out", { card: card.card, ...(seat === "all" ? {} : { seat }) });
  };
  return h(
    "select.small.whole",
    { "aria-label": `Hand out ${card.fields.title}`, value: "", onchange: to },
    h(
      "option",
      { key: "", value: "" },
      out
        ? "Shown to all"
        : card.to
          ? `Handed to ${others.find((each) => each.seat === card.to)?.name ?? "someone"}`
          : "Hand out to …",
    ),
    out ? null : h("option", { key: "all", value: "all" }, "everyone"),
    others.map((seat) => h("option", { key: seat.seat, value: seat.seat }, `${seat.name} alone`)),
  );
}

/** @param {Taps} does @param {Card} card */
async function takeAway(does, card) {
  if (await does.send("discard", { card: card.card })) does.prepared.gone = card.card;
  does.draw();
}

/** @param {Taps} does */
async function bringBack(does) {
  if (await does.send("take_back_card", { card: does.prepared.gone })) does.prepared.gone = "";
  does.draw();
}

/**
 * Someone without a sheet helps: one more in a list of bonuses, and the words that say from whom.
 * @param {Taps} does @param {Roll} roll @param {Record<string, string>} through @param {string} name
 */
function help(does, roll, through, name) {
  for (const [list, from] of Object.entries(through)) {
    does.change(roll, list, [...(roll.inputs?.[list]?.value ?? []), 1]);
    does.change(roll, from, [roll.inputs?.[from]?.value, `${name} helps`].filter(Boolean).join(", "));
  }
  does.stage(roll.roll);
}

/**
 * Someone's numbers stand against a roll; in a contest, with their name.
 * @param {Taps} does @param {Roll} roll @param {Record<string, any>} inputs @param {string} name
 */
function oppose(does, roll, inputs, name) {
  if (Object.keys(inputs).some((input) => input.startsWith("defender_")))
    does.send("set", { roll: roll.roll, inputs: { defender_name: name } });
  for (const [input, value] of Object.entries(inputs)) does.change(roll, input, value);
  does.stage(roll.roll);
}

/**
 * What it may be rolled with: of what a move takes, the best of this character first, else as the sheet has it.
 * @param {State} state @param {Character} from @param {Taps} does
 */
export function picksFor({ game }, from, does) {
  const { move, named = "" } = chosenRoll(does, from);
  const has = (/** @type {string} */ pick) => hasTrack(game, from, pick) && !game.face?.seldom.includes(pick);
  const every = game.sheet.picks[move] ?? [];
  const all = named ? every : every.filter(has); // what nobody has is found with its move
  const taken = (game.face?.fits[named] ?? []).filter((pick) => all.includes(pick));
  const best = (/** @type {string} */ pick) => Number(from.values[pick]) || 0;
  return taken.length ? taken.sort((a, b) => best(b) - best(a)) : all;
}
