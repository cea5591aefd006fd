// The gm's side: first steps, a call for a roll, clocks, secret rolls, rulings, seats, links, the seed and the round.

import { byName, chosenRoll, declare, pickTold, rollCalled, rollChooser } from "./chooser.js";
import { eveningCard } from "./chronicle.js";
import { control } from "./controls.js";
import { diceRow } from "./dice.js";
import { h, oneOf } from "./dom.js";
import { asksFate, headlineOf, toneOfTier } from "./face.js";
import { exampleAttempt, picksOf, tableMarks } from "./game.js";
import { icon, sign } from "./icons.js";
import { afterwards, seats } from "./join.js";
import { keptLinks } from "./kept.js";
import { playersCard, showCode, televisionCard, typedCode } from "./links.js";
import { picksFor, preparing } from "./preparing.js";
import { ruledForNow, rulings, tableCard } from "./rulings.js";
import { ask } from "./server.js";
import { entryWords } from "./story.js";
import { markSwitches } from "./tracks.js";
import { oddsTried } from "./trying.js";
import { ABOUT, begun, isShownFirst, many, plain, worded } from "./words.js";

/** @param {State} state @param {Taps} does */
export function gmPanel(state, does) {
  const gm = state.view.you.role === "gm";
  return [
    firstSteps(state, does),
    eveningCard(state, does),
    ofAllRolls(state, does),
    ruledForNow(state, does),
    callFor(state, does),
    preparing(state, does),
    clockMaker(does),
    gm ? secretRolls(state, does) : null,
    ofTheTable(state, does),
  ];
}

/** @param {State} state @param {Taps} does */
function ofTheTable(state, does) {
  return [
    televisionCard(keptLinks(state.view.table).onlooker, state.view.table, () => void showCode(does, true)),
    seats(state, does),
    rulings(state, does),
    tableCard(state, does),
    afterwards(state, does),
  ];
}

/**
 * Who plays alone is no gm: the evening stands by the journal, clocks and what is prepared on the table, all else below
 * the sheet.
 * @param {State} state @param {Taps} does @param {string} where
 */
export function aloneAt(state, does, where) {
  if (where === "log") return [eveningCard(state, does)];
  return where === "table" ? [clockMaker(does), preparing(state, does)] : ofTheTable(state, does);
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
        ? `${many(characters.length, "character")} ${characters.length === 1 ? "is" : "are"} made`
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
    link && !steps[1][1] // who comes later finds it under the invitations
      ? playersCard("Scan to join", link, typedCode(state.view.table, () => void showCode(does)))
      : null,
  );
}

/**
 * What changes every roll of the table, with what it does.
 * @param {State} state @param {Taps} does
 */
function ofAllRolls({ game, view }, does) {
  const marks = tableMarks(game, game.moves[0].move);
  const edit = (/** @type {string} */ name, /** @type {any} */ value) =>
    void does.put("table", name, value, view.values[name]);
  return marks.map((mark) =>
    h(
      "section.card",
      { key: mark.mark },
      h("h2", null, "For all rolls"),
      markSwitches(game, [mark], view.values, true, edit),
      h("p.hint", null, `${view.values[mark.mark] ? "Switched on." : "Switched off."} ${worded(mark.says)}`),
    ),
  );
}

/** @param {State} state @param {Taps} does */
function callFor(state, does) {
  const { characters } = state.view;
  const from = characters.find((each) => each.character === does.called) ?? characters[0];
  if (!from) return null;
  const { move, named = "" } = chosenRoll(does, from);
  const picks = picksFor(state, from, does);
  const head = asksFate(state.game, move) ? headlineOf(state.game, move) : "";
  const call = (/** @type {any} */ event) => {
    event.preventDefault();
    const { trait, about } = event.target.elements;
    declare(state, from, does, trait?.value ?? "", about?.value ? { [head]: about.value } : undefined);
    if (about) about.value = "";
  };
  return h(
    "form.card.call",
    { key: "call", onsubmit: call },
    h("h2", null, "Call for a roll"),
    oneOf("Who", from.character, (who) => does.callFrom(who), byName(characters)),
    rollChooser(state, from, does, true),
    picksOf(state.game, move).length
      ? h(
          "label.inline",
          { key: `${from.character}-${move}-${named}` },
          h("span", null, "With"),
          h(
            "select",
            { name: "trait" },
            picks.map((pick) => h("option", { key: pick, value: pick }, pickTold(state, from, pick))),
          ),
        )
      : null,
    head
      ? h("textarea", { key: "about", name: "about", rows: 1, maxlength: 500, "aria-label": ABOUT, placeholder: ABOUT })
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

/**
 * Rolls for the world, for all to see or, until they are revealed, for the gm alone; built with dice and odds as any.
 * @param {State} state @param {Taps} does
 */
function secretRolls(state, does) {
  const moves = state.game.moves.filter((each) => !each.players_only && !each.diceless);
  const move = moves.find((each) => each.move === does.secret.move) ?? moves[0];
  if (!move) return null;
  const inputs = { ...exampleAttempt(state.game, move), ...does.secret.inputs };
  return h(
    "details.card.secret",
    { key: "secret", ontoggle: (event) => event.target.open && !does.secret.odds && count(state, does, move, inputs) },
    h("summary", null, h("h2", null, "Roll for the world")),
    h("p.hint", null, "In the open, or in secret: then nobody sees that there was one until you reveal it."),
    h(
      "div.field",
      { key: "about" },
      h("textarea", { name: "secret-note", rows: 1, maxlength: 500, "aria-label": ABOUT, placeholder: ABOUT }),
    ),
    oneOf(
      "Kind of roll",
      move.move,
      (name) => {
        const chosen = moves.find((each) => each.move === name) ?? moves[0];
        count(state, does, chosen, exampleAttempt(state.game, chosen));
      },
      moves.map((each) => [each.move, rollCalled(state.game, each.move)]),
      "move",
    ),
    sight(state, does),
    said(state, does, move, inputs),
    throwing(does, move, inputs),
    lastRolled(state, does),
    rolledBefore(state, does),
  );
}

/**
 * The dice and the odds of what is set, as the stage shows them.
 * @param {State} state @param {Taps} does
 */
function sight(state, does) {
  const { odds } = does.secret;
  if (odds?.refused) return h("p.refused", { key: "sight", role: "alert" }, odds.refused);
  if (!odds) return null;
  return h("div.standing", { key: "sight" }, diceRow(state.game, odds.dice, "building"), oddsTried(state.game, odds));
}

/**
 * What changes the roll: the usual first, the rest behind a tap.
 * @param {State} state @param {Taps} does @param {Move} move @param {any} inputs
 */
function said(state, does, move, inputs) {
  const numbers = move.inputs.filter((input) => input.type !== "text");
  const shown = numbers.filter((input) => isShownFirst(input, state.game.face?.first));
  const one = (/** @type {any} */ input) =>
    control(
      input,
      inputs[input.input] ?? usual(input),
      (value) => count(state, does, move, { ...inputs, [input.input]: value }),
      { id: "secret-" },
    );
  const rest = numbers.filter((input) => !shown.includes(input));
  return [
    h("div.mods", { key: "mods" }, h("div.side", null, shown.map(one))),
    rest.length
      ? h("details.more", { key: `more-${move.move}` }, h("summary", null, "More about this roll"), rest.map(one))
      : null,
  ];
}

/**
 * What an input is if nothing is said; nothing where that follows from others.
 * @param {any} input
 */
function usual(input) {
  return input.type === "whole" && typeof input.default === "string" ? null : (input.default ?? null);
}

/**
 * The odds of what is set now; what is asked later is not overtaken by what was asked before.
 * @param {State} state @param {Taps} does @param {Move} move @param {any} inputs
 */
function count(state, does, move, inputs) {
  const odds = does.secret.move === move.move ? does.secret.odds : undefined;
  const now = { ...does.secret, move: move.move, inputs, odds };
  does.setSecret(now);
  const told = (/** @type {any} */ odds) =>
    does.secret.inputs === inputs && does.setSecret({ ...does.secret, odds });
  const { game, rulings: ruled } = state.view;
  const question = { game, move: move.move, attempt: inputs, rulings: ruled, near: false };
  ask("/api/odds", question).then(told, (refused) => told({ refused: refused.message }));
}

/** @param {Taps} does @param {Move} move @param {any} inputs */
function throwing(does, move, inputs) {
  const roll = (/** @type {any} */ event, /** @type {string} */ openly) => {
    const field = event.target.closest("details").querySelector("[name=secret-note]");
    const note = field.value || undefined;
    field.value = "";
    const inSight = () => document.querySelector(".secret .fallen")?.scrollIntoView({ block: "nearest" });
    if (!openly) return void does.send("secret_roll", { move: move.move, inputs, note }).then(inSight);
    const head = (move.inputs.find((each) => each.heads) ?? move.inputs.find((each) => each.input === "intent"))?.input;
    const said = head && note ? { [head]: note } : {};
    void does.declare({ npc: openly, move: move.move, inputs: { ...inputs, ...said } });
  };
  const many = does.secret.odds?.dice?.length ?? 0;
  const dice = many > 1 ? `: ${many} dice` : "";
  const disabled = !!does.secret.odds?.refused;
  const button = (/** @type {string} */ tag, /** @type {string} */ says, /** @type {string} */ openly) =>
    h(tag, { key: tag, type: "button", disabled, onclick: (event) => roll(event, openly) }, says);
  return [
    button("button.throw", `Roll in secret${dice}`, ""),
    button("button", "Roll in the open", "The world"),
  ];
}

/**
 * What fell last, as large as on the stage.
 * @param {State} state @param {Taps} does
 */
function lastRolled(state, does) {
  const { entry, number, name } = state.view.secrets.at(-1) ?? {};
  const outcome = entry?.record?.outcome;
  if (!entry || !outcome) return null;
  const move = state.game.moves.find((each) => each.move === (entry.move ?? "action"));
  const tone = toneOfTier(move?.tiers ?? [outcome.tier], outcome.tier);
  const dice = entry.record.steps.filter((/** @type {any} */ step) => step.do === "throw").at(-1)?.dice ?? [];
  return h(
    "div.fallen",
    { key: "last", role: "status" },
    entry.note ? h("p.told", null, entry.note) : null,
    dice.length ? diceRow(state.game, dice, "fallen") : null,
    h(
      "p.word",
      { class: `ink-${tone} ${outcome.tier.length > 11 ? "long" : ""}` },
      sign(tone),
      h("span", null, begun(plain(outcome.tier))),
    ),
    revealed(state).has(name)
      ? null
      : h("button", { type: "button", onclick: () => does.send("reveal", { secret: number }) }, "Show it to all"),
  );
}

/**
 * The secret rolls that everyone has seen.
 * @param {State} state
 */
function revealed(state) {
  return new Set([...state.log.values()].filter(({ kind }) => kind === "revealed").map(({ secret }) => secret));
}

/** @param {State} state @param {Taps} does */
function rolledBefore(state, does) {
  const seen = revealed(state);
  return h(
    "ol.secrets",
    { key: "secrets" },
    [...state.view.secrets].reverse().map((each) =>
      h(
        "li",
        { key: each.number },
        h("span", null, entryWords(state, each.entry)),
        seen.has(each.name)
          ? h("span.tag.line", null, "revealed")
          : h(
              "button.quiet",
              { type: "button", onclick: () => does.send("reveal", { secret: each.number }) },
              "Reveal",
            ),
      ),
    ),
  );
}

/**
 * Who else plays a character.
 * @param {State} state @param {Character} character
 */
export function played({ view }, { seat, name }) {
  const player = view.seats.find((each) => each.seat === seat && seat !== view.you.seat)?.name ?? "";
  return player && player !== name ? h("small", null, ` ${player}`) : null;
}
