// Below a roll that fell: step by step with its rules, and the ways to take it back.

import { letStand } from "./cards.js";
import { h } from "./dom.js";
import { goingOn, playsAlone, read } from "./evenings.js";
import { asksFate, moveCalled } from "./face.js";
import { isMark, moveOf } from "./game.js";
import { icon } from "./icons.js";
import { backstage, dues, folded } from "./later.js";
import { answeredBy, isStanding, listedMove, partCharacter, stands } from "./people.js";
import { entriesOf } from "./prices.js";
import { leads, myCharacters, seatName } from "./table-state.js";
import { TAKE_BACK, plain } from "./words.js";

const ASK_BACK = `Ask to ${TAKE_BACK.toLowerCase()}`;
const ASK_IT_BACK = "Ask to take it back"; // nothing was rolled

/**
 * What stands below it all: step by step, and one tap that takes it back.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function afterwards(state, roll, does) {
  const outcome = roll.record?.outcome;
  return [
    wishedBack(state, roll, does),
    roll.status === "done" ? saidLate(state, roll, does) : null,
    h("footer.asides", { key: "after" }, undoing(state, roll, does), toSheet(state, roll, does)),
    outcome ? steps(state, roll, does, outcome) : null, // last, so that what opens hides nothing
  ];
}

/**
 * Step by step, each rule opening its sentence.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {Outcome} outcome
 */
function steps(state, roll, does, outcome) {
  return folded("details.long", "Step by step, with the rules", does, ({ stepsTold }) =>
    stepsTold(state, roll, does, outcome),
  );
}

/**
 * Someone asks to take it back: said where nobody can miss it.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function wishedBack(state, roll, does) {
  if (!roll.wished || !["waiting", "done"].includes(roll.status) || !mayUndo(state, roll)) return null;
  if (does.cards.some((each) => each.wish === roll.roll)) return null; // asked there
  return h(
    "div.landing.answers.wished",
    { key: "wished", role: "status" },
    h("p.deed", null, `${seatName(state, roll.wished)} asks to take this roll back`),
    h(
      "div.actions",
      null,
      h(
        "button.primary",
        { type: "button", onclick: () => does.send("undo", { entry: roll.roll }) },
        TAKE_BACK,
      ),
      h("button", { type: "button", onclick: () => letStand(does, roll.roll) }, "Let it stand"),
    ),
  );
}

/** @param {State} state @param {Roll} roll @param {Taps} does */
function undoing(state, roll, does) {
  if (!["waiting", "done"].includes(roll.status) || state.view.you.role === "onlooker") return null;
  const said = roll.status === "done" ? settledOf(state, roll).at(-1) : undefined;
  const last = said ? dues.give(does, ({ lastSaid }) => lastSaid(state, roll, said, does)) : null;
  return [last, wholeBack(state, roll, does)];
}

/** @param {State} state @param {Roll} roll @param {Taps} does */
function wholeBack(state, roll, does) {
  if (mayUndo(state, roll))
    return roll.wished ? null : h(
      "details.undo",
      { key: "undo" },
      h("summary", null, TAKE_BACK),
      h("p.hint", null, "All will be as it was before the roll. These dice cannot be brought back."),
      h("button", { type: "button", onclick: () => does.send("undo", { entry: roll.roll }) }, "Yes, take it back"),
    );
  if (roll.seat !== state.view.you.seat && state.view.settings.undo_alone !== false) return null;
  const wish = (/** @type {any} */ more) => does.send("wish", { roll: roll.roll, ...more });
  if (roll.wished === state.view.you.seat)
    return h(
      "div.undo.actions",
      { key: "undo", role: "status" },
      h("span", null, "You asked to take this back."),
      h("button.quiet", { type: "button", onclick: () => wish({ withdrawn: true }) }, "Let it stand after all"),
    );
  const answer = entriesOf(state, roll).filter((each) => each.kind === "wished").at(-1);
  return [
    answer?.withdrawn ? h("span", { key: "stands", role: "status" }, stands(state, answer)) : null,
    h(
      "button.quiet.undo",
      { key: "undo", type: "button", disabled: !!roll.wished, onclick: () => wish({}) },
      roll.wished ? "Someone asked to take it back" : moveOf(state.game, roll.move).diceless ? ASK_IT_BACK : ASK_BACK,
    ),
  ];
}

/**
 * Once all is said, the next roll begins on the sheet.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function toSheet(state, roll, does) {
  const over = ["done", "undone"].includes(roll.status) && !roll.open_dues.length;
  return over && state.view.you.role === "player" && !state.view.ended
    ? [
        playsAlone(state) ? toJournal(state, does) : null,
        h(
          "button.quiet.to-sheet",
          { key: "sheet", type: "button", onclick: () => does.toSheet() },
          "To your sheet",
          icon("go"),
        ),
        playsAlone(state) && asksFate(state.game, roll.move)
          ? backstage.give(does, ({ atHand }) => h("div.asked-again", { key: "at-hand" }, atHand(state, does)))
          : null,
      ]
    : null;
}

/**
 * Who plays alone says it in writing: what came of a roll goes on in the journal.
 * @param {State} state @param {Taps} does
 */
function toJournal(state, does) {
  const open = () => {
    read(does, "journal", goingOn(state)?.evening ?? "");
    writeOn();
  };
  return h("button.quiet", { key: "journal", type: "button", onclick: open }, "Write it in the journal");
}

/** @param {number} [frames] */
function writeOn(frames = 120) {
  const field = /** @type {HTMLElement | null} */ (document.querySelector(".writing textarea"));
  if (field) field.focus();
  else if (frames) requestAnimationFrame(() => writeOn(frames - 1));
}

/** @param {State} state @param {Roll} roll */
function mayUndo(state, roll) {
  const me = state.view.you;
  if (state.view.settings.undo_alone === false) return mayAgree(state, roll);
  if (state.view.with_gm || me.role !== "player") return me.role === "gm";
  const players = state.view.seats.filter((seat) => seat.role === "player" && !seat.gone);
  return players.length === 1 || roll.seat !== me.seat || (!!roll.wished && roll.wished !== me.seat);
}

/**
 * Where nobody takes a roll back alone, one asks and another agrees, and one of the two leads.
 * @param {State} state @param {Roll} roll
 */
function mayAgree(state, roll) {
  const asked = state.view.seats.find((seat) => seat.seat === roll.wished);
  const other = asked?.role === "gm" || (!state.view.with_gm && asked?.role === "player");
  return !!asked && asked.seat !== state.view.you.seat && (leads(state) || other);
}

/**
 * What was named of what a roll brings, and stands.
 * @param {State} state @param {Roll} roll
 */
export function settledOf(state, roll) {
  return standing(state, (entry) => entry.roll === roll.roll);
}

/**
 * That it brought nothing more is told where it brought nothing else, and nothing is left to say.
 * @param {Roll} roll @param {Entry[]} told
 */
export function withoutNothing(roll, told) {
  const isNothing = (/** @type {Share} */ share) => share.way === "nothing" && !share.words;
  const something = told.filter(({ answer }) => !answer.every(isNothing));
  return something.length || roll.open_dues.length ? something : told.slice(0, 1);
}

/**
 * What a roll answered, of another roll, as it fell with that.
 * @param {State} state @param {Roll} roll
 */
export function answeredWith(state, roll) {
  return standing(state, (entry) => entry.answers === roll.roll);
}

/** @param {State} state @param {(entry: Entry) => boolean} isIt */
function standing(state, isIt) {
  return [...state.log.values()]
    .filter((entry) => entry.kind === "settled" && isIt(entry) && isStanding(state, entry))
    .sort((a, b) => a.number - b.number);
}

/**
 * Whether a mark was really set or cleared by a roll: it may have stood so before, or have ended with what it was of.
 * @param {State} state @param {Roll} roll @param {Effect} effect
 */
export function isMade(state, roll, { track, who, by }) {
  const told = [...state.log.values()].filter((each) => each.roll === roll.roll && each.tier);
  const on = partCharacter(roll, who);
  const made = (/** @type {any[]} */ [where, name, , after]) => name === track && where === on && after === by > 0;
  return !isMark(state.game, track) || !told.length || told.some((each) => each.changes?.some(made));
}

/**
 * What may still be said once the dice lie, where there is anything: another gamble, or none.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function saidLate(state, roll, does) {
  const some = moveOf(state.game, roll.move).inputs.some((each) => each.late);
  return some ? backstage.give(does, ({ lastWord }) => lastWord(state, roll, does)) : null;
}

/**
 * What someone of mine took of a roll and can take away again at a price that they have: one tap away.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function relief(state, roll, does) {
  const took = settledOf(state, roll).flatMap((entry) => entry.changes ?? []);
  const rows = Object.entries(state.game.face?.relieved ?? {}).flatMap(([track, [move, price]]) =>
    myCharacters(state)
      .filter(({ values }) => values[track] > 0 && values[price] > 0)
      .filter((each) => took.some(([where, name, was, is]) => where === each.character && name === track && is > was))
      .map(({ character, name, values }) =>
        h(
          "button",
          { key: `${move}-${character}`, type: "button", onclick: () => does.declare({ character, move }) },
          `${name}: ${moveCalled(state.game, move).toLowerCase()} (${values[price]})`,
        ),
      ),
  );
  return rows.length ? h("div.actions", { key: "relief" }, rows) : null;
}

/**
 * What a roll that was taken back was made for: a consequence that is open again, or the roll that brought what it
 * endured.
 * @param {State} state @param {Roll} roll
 */
export function causeOf(state, roll) {
  const named = listedMove(state, roll);
  const brings = (/** @type {Entry} */ { kind, number, answer }) =>
    kind === "settled" && number < roll.roll && answer.some((/** @type {Share} */ { way }) => plain(way) === named);
  const [last] = [...state.log.values()].filter(brings).sort((a, b) => b.number - a.number);
  const cause = state.view.rolls.find((each) => each.roll === last?.roll && each.status === "done");
  return answeredBy(state, roll)?.[0] ?? cause;
}
