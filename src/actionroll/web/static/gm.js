// The gm's side: first steps, a call for a roll, clocks, secret rolls, rulings, seats, links, the seed and the round.

import { chosenRoll, declare, rollChooser } from "./chooser.js";
import { eveningCard } from "./chronicle.js";
import { control } from "./controls.js";
import { h } from "./dom.js";
import { afterwards } from "./evenings.js";
import { exampleAttempt, picksOf } from "./game.js";
import { icon } from "./icons.js";
import { keptLinks } from "./kept.js";
import { linkCard, linkCards, typedCode, unreachable } from "./links.js";
import { preparing } from "./preparing.js";
import { rulings } from "./rulings.js";
import { entryWords } from "./story.js";
import { isShownFirst, listed, plain } from "./words.js";

/** @param {State} state @param {Taps} does */
export function gmPanel(state, does) {
  const gm = state.view.you.role === "gm";
  return [
    firstSteps(state, does),
    eveningCard(state, does),
    callFor(state, does),
    preparing(state, does),
    clockMaker(does),
    gm ? secretRolls(state, does) : null,
    seats(state, does),
    rulings(state, does),
    tableCard(state, does),
    afterwards(state, does),
  ];
}

/**
 * Three steps that tick themselves off; gone once they are done.
 * @param {State} state @param {Taps} does
 */
function firstSteps(state, does) {
  const { seats, characters } = state.view;
  const players = seats.filter((seat) => seat.role === "player" && !seat.gone && !seat.waits);
  const rolled = [...state.log.values()].some((entry) => entry.kind === "thrown");
  const steps = /** @type {[string, boolean][]} */ ([
    [
      players.length ? `${players.map((each) => each.name).join(", ")} joined` : "Players scan the code and join",
      players.length > 0,
    ],
    [
      characters.length
        ? `${characters.length} ${characters.length === 1 ? "character is" : "characters are"} made`
        : "Each picks or makes a character",
      characters.length > 0 && players.every((seat) => characters.some((each) => each.seat === seat.seat)),
    ],
    ["Someone taps what they roll with, and throws", rolled],
  ]);
  if (rolled || steps.every(([, done]) => done)) return null;
  const link = keptLinks(state.view.table).player;
  return h(
    "section.card.first-steps",
    { key: "first" },
    h("h2", null, "Three steps to the first roll"),
    h(
      "ol",
      null,
      steps.map(([says, done], place) =>
        h(
          "li",
          { key: place, class: done ? "done" : null },
          h("span.box", { "aria-hidden": "true" }, done ? icon("check") : String(place + 1)),
          says,
          done ? h("span.visually-hidden", null, ", done") : null,
        ),
      ),
    ),
    link && !players.length
      ? linkCard(
          "Scan to join",
          link,
          [typedCode(does.typedCode, () => void does.showCode()), unreachable()],
        )
      : null,
  );
}

/** @param {State} state @param {Taps} does */
function callFor(state, does) {
  const { characters } = state.view;
  const from = characters.find((each) => each.character === does.called) ?? characters[0];
  if (!from) return null;
  const { move } = chosenRoll(does, from);
  const picks = state.game.sheet.picks[move] ?? [];
  const call = (/** @type {any} */ event) => {
    event.preventDefault();
    declare(state, from, does, event.target.elements.trait?.value ?? "");
  };
  return h(
    "form.card.call",
    { key: "call", onsubmit: call },
    h("h2", null, "Call for a roll"),
    h(
      "label.inline",
      null,
      h("span", null, "from"),
      h(
        "select",
        { value: from.character, onchange: (event) => does.callFrom(event.target.value) },
        characters.map((each) => h("option", { key: each.character, value: each.character }, each.name)),
      ),
    ),
    rollChooser(state, from, does, true),
    picksOf(state.game, move).length
      ? h(
          "label.inline",
          { key: move },
          h("span", null, "with"),
          h(
            "select",
            { name: "trait" },
            picks.map((pick) => h("option", { key: pick, value: pick }, plain(pick) || "something else")),
          ),
        )
      : null,
    h("button.primary", { type: "submit" }, "Call for it"),
  );
}

/** @param {Taps} does */
function clockMaker(does) {
  const start = (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, size, full } = event.target.elements;
    does.send("make_clock", {
      name: name.value,
      size: Number(size.value),
      ...(full.value ? { full: full.value } : {}),
    });
    event.target.reset();
  };
  return h(
    "details.card",
    { key: "clock" },
    h("summary", null, h("h2", null, "Start a clock")),
    h(
      "form",
      { onsubmit: start },
      h(
        "label",
        null,
        h("span", null, "Name of the clock"),
        h("input", { name: "name", maxlength: 40, required: true }),
      ),
      h(
        "label",
        null,
        h("span", null, "Segments"),
        h("input", { name: "size", type: "number", min: 1, max: 100, required: true, value: 6 }),
      ),
      h(
        "label",
        null,
        h("span", null, "What happens when it is full"),
        h("textarea", { name: "full", rows: 2, maxlength: 2000, placeholder: "Yours alone, until it fills" }),
      ),
      h("button.primary", { type: "submit" }, "Start the clock"),
    ),
  );
}

/** @param {State} state @param {Taps} does */
function tableCard(state, does) {
  const eachRound = state.game.rounds ? [] : state.game.sheet.each_round;
  return h(
    "details.card",
    { key: "table" },
    h("summary", null, h("h2", null, "Settings and end of the table")),
    settings(state, does),
    h(
      "div.actions",
      null,
      eachRound.length
        ? h(
            "button",
            { type: "button", onclick: () => does.send("begin_round", {}) },
            `New round: clears ${listed(eachRound.map(plain))}`,
          )
        : null,
      h("button", { type: "button", onclick: () => does.send("rotate_seed", {}) }, "New seed for the dice"),
      h(
        "button.danger",
        {
          type: "button",
          onclick: () => does.confirm("End this table for good? The log stays readable.", () => does.send("end", {})),
        },
        "End the table",
      ),
    ),
    h(
      "p.hint",
      null,
      `The dice are committed to ${state.view.commitment.slice(0, 16)}…; a new seed reveals the old one, `,
      "and anyone can check every throw.",
    ),
  );
}

const SETTINGS = /** @type {[string, boolean, string][]} */ ([
  ["advice", true, "Advice at decisions"],
  ["hand_dice", true, "Real dice may be typed in"],
  ["undo_alone", true, "The gm takes rolls back alone; if not, one asks and another agrees"],
  ["knock", false, "Who joins waits until they are let in"],
]);

/**
 * What a table allows; each change stands in the log.
 * @param {State} state @param {Taps} does
 */
function settings(state, does) {
  return SETTINGS.map(([name, usual, says]) =>
    h(
      "label.check",
      { key: name },
      h("input", {
        type: "checkbox",
        name,
        checked: state.view.settings[name] ?? usual,
        onchange: (event) => does.send("set_up", { [name]: event.target.checked }),
      }),
      h("span", null, state.view.with_gm ? says : says.replace("The gm takes", "One person takes")),
    ),
  );
}

/** @param {State} state @param {Taps} does */
function seats(state, does) {
  const links = linkCards(
    keptLinks(state.view.table),
    typedCode(does.typedCode, () => void does.showCode()),
  );
  return h(
    "details.card",
    { key: "seats" },
    h("summary", null, h("h2", null, "Invite, seats and links")),
    h(
      "ul.seats",
      null,
      state.view.seats.filter((seat) => seat.seat !== state.view.you.seat).map((seat) => seatRow(state, does, seat)),
    ),
    h("p.hint", null, "Whoever has a link sits down with it, until all that it seats are taken:"),
    Object.entries(ROOMS).map(([role, called]) => room(state, does, role, called)),
    does.madeLink ? linkCard(does.madeLink.name, does.madeLink.link) : null,
    links,
    h(
      "button",
      {
        type: "button",
        onclick: () =>
          does.confirm("Make new links? The old ones stop working; everyone keeps their seat.", () =>
            does.renewLinks(),
          ),
      },
      "Renew the links",
    ),
  );
}

const ROOMS = { player: "Players", onlooker: "Onlookers", gm: "Gms" };

/**
 * How many one link seats, and how many of them are taken; each change stands in the log.
 * @param {State} state @param {Taps} does @param {string} role @param {string} called
 */
function room(state, does, role, called) {
  const name = `${role}_seats`;
  const taken = state.view.seats.filter((seat) => seat.role === role && !seat.gone).length;
  return h(
    "label.room",
    { key: name },
    `${called}: `,
    h("input", {
      type: "number",
      name,
      min: 1,
      max: 40,
      value: state.view.settings[name],
      onchange: (event) => does.send("set_up", { [name]: Number(event.target.value) }),
    }),
    h("span.hint", null, ` seats, ${taken} taken`),
  );
}

/** @param {State} state @param {Taps} does @param {Seat} seat */
function seatRow(state, does, seat) {
  const button = (/** @type {string} */ says, /** @type {() => void} */ then, more = "") =>
    h(`button.quiet${more}`, { type: "button", "aria-label": `${says}: ${seat.name}`, onclick: then }, says);
  return h(
    "li",
    { key: seat.seat },
    h("span", null, `${seat.name}, ${seat.role}${seat.gone ? ", gone" : seat.waits ? ", waits to be let in" : ""}`),
    seat.waits && !seat.gone ? button("let in", () => does.send("let_in", { seat: seat.seat })) : null,
    seat.gone
      ? button("bring back", () => does.send("bring_back", { seat: seat.seat }))
      : [
          button("new link", () => does.seatLink(seat)),
          state.view.you.role === "gm" && seat.role === "player"
            ? button("make gm", () =>
                does.confirm(`Make ${seat.name} the gm?`, () => does.send("hand_over", { to: seat.seat })),
              )
            : null,
          button(
            "free the seat",
            () => does.confirm(`Free the seat of ${seat.name}?`, () => does.send("leave", { seat: seat.seat })),
            ".danger",
          ),
        ],
  );
}

/**
 * What an input is if nothing is said; nothing where that follows from others.
 * @param {any} input
 */
function usual(input) {
  return input.type === "whole" && typeof input.default === "string" ? null : (input.default ?? null);
}

/**
 * Rolls that only the gm sees, until they are revealed.
 * @param {State} state @param {Taps} does
 */
function secretRolls(state, does) {
  const moves = state.game.moves.filter((each) => !each.players_only);
  const move = moves.find((each) => each.move === does.secret.move) ?? moves[0];
  if (!move) return null;
  const inputs = { ...exampleAttempt(state.game, move), ...does.secret.inputs };
  const numbers = move.inputs.filter((input) => input.type !== "text");
  const shown = numbers.filter((input) => isShownFirst(input, undefined));
  const rest = numbers.filter((input) => !shown.includes(input));
  const one = (/** @type {any} */ input) =>
    control(
      input,
      inputs[input.input] ?? usual(input),
      (value) => does.setSecret({ move: move.move, inputs: { ...inputs, [input.input]: value } }),
      { id: "secret-" },
    );
  const roll = (/** @type {any} */ event) => {
    const note = event.target.closest("details").querySelector("[name=secret-note]");
    does.send("secret_roll", { move: move.move, inputs, ...(note.value ? { note: note.value } : {}) });
    note.value = "";
  };
  const revealed = new Set(
    [...state.log.values()].filter((entry) => entry.kind === "revealed").map((entry) => entry.secret),
  );
  return h(
    "details.card",
    { key: "secret" },
    h("summary", null, h("h2", null, "Roll in secret")),
    h("p.hint", null, "Nobody else sees it, or that there was one, until you reveal it."),
    control(
      { input: "move", type: "choice", values: moves.map((each) => each.move), says: move.says },
      move.move,
      (value) => does.setSecret({ move: value, inputs: {} }),
      { id: "secret-" },
    ),
    shown.map(one),
    rest.length
      ? h("details.more", { key: `more-${move.move}` }, h("summary", null, "More about this roll"), rest.map(one))
      : null,
    h(
      "label",
      null,
      h("span", null, "Note for yourself"),
      h("input", { name: "secret-note", maxlength: 500, autocomplete: "off" }),
    ),
    h("button.primary", { type: "button", onclick: roll }, "Roll in secret"),
    h(
      "ol.secrets",
      null,
      state.view.secrets.map((each) =>
        h(
          "li",
          { key: each.number },
          h("span", null, entryWords(state, each.entry)),
          revealed.has(each.name)
            ? h("span.tag.line", null, "revealed")
            : h(
                "button.quiet",
                { type: "button", onclick: () => does.send("reveal", { secret: each.number }) },
                "Reveal",
              ),
        ),
      ),
    ),
  );
}
