// One stage: the roll that everyone looks at, in one of its moments, and a strip of those that still want something.

import { h } from "./dom.js";
import { asksFate, headlineOf, moveCalled } from "./face.js";
import { readyLines } from "./evenings.js";
import { ownWords, phrasesFor } from "./inputs.js";
import { fromRest } from "./later.js";
import { icon } from "./icons.js";
import { textsOf } from "./people.js";
import { characterName, isLive, isMyTurn, leads, seatName, valueOf } from "./table-state.js";
import { begun, plain } from "./words.js";

/** @param {State} state @param {Taps} does */
export function stageView(state, does) {
  const { rolls } = state.view;
  const roll = does.onStage(rolls, (each) => isMyTurn(state, each));
  const waiting = rolls.filter((each) => isLive(each) && each !== roll);
  return h(
    "section.stage",
    { key: "stage", "aria-label": "Stage" },
    strip(state, does, waiting),
    roll ? rollOnStage(state, roll, does) : emptyStage(state),
  );
}

/**
 * Rolls off stage that still want something, one line each.
 * @param {State} state @param {Taps} does @param {Roll[]} waiting
 */
function strip(state, does, waiting) {
  return h(
    "div.strip",
    { key: "strip", role: "group", "aria-label": "Waiting" },
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
        `${characterName(state, roll.character)} · ${wanted(roll)}`,
      ),
    ),
  );
}

/**
 * What a roll waits for, in two or three words.
 * @param {Roll} roll
 */
export function wanted(roll) {
  if (roll.status === "waiting")
    return roll.asks?.ask === "dice" ? "to throw" : `decides: ${plain(roll.asks?.decision ?? "")}`;
  if (roll.status === "done") return listedDues(roll);
  const need = (roll.needs ?? []).find((each) => each.by === "gm");
  return need ? `the gm says: ${plain(need.input)}` : "to throw";
}

/** @param {Roll} roll */
function listedDues(roll) {
  return roll.open_dues.map((due) => `${due.amount > 1 ? `${due.amount} ` : ""}${plain(due.kind)}`).join(", ");
}

/** @param {State} state */
function emptyStage(state) {
  const player = state.view.you.role === "player";
  return h(
    "div.empty-stage",
    { key: "empty" },
    icon("die"),
    h(
      "p",
      null,
      player
        ? "Tap what you roll with on your sheet, and the roll opens here for all."
        : "Nobody rolls yet. A roll opens here for all as soon as someone taps something on their sheet.",
    ),
  );
}

/** @param {State} state @param {Roll} roll @param {Taps} does */
function rollOnStage(state, roll, does) {
  return fromRest(() => does.draw(), (rest) => momentOnStage(state, roll, does, rest));
}

/** @param {State} state @param {Roll} roll @param {Taps} does @param {any} rest */
function momentOnStage(state, roll, does, rest) {
  const falls = does.page.falling.roll === roll.roll || !!roll.falling;
  const moment = falls ? "falling" : momentOf(state, roll, rest);
  const turn = isMyTurn(state, roll);
  return h(
    "article.roll",
    {
      key: `roll-${roll.roll}`,
      class: `${moment} ${turn ? "your-turn" : ""}`,
      "data-moment": moment,
      "aria-label": `Roll ${roll.roll}: ${heading(state, roll)}`,
    },
    h(
      "header",
      { key: "head" },
      whoLine(state, roll, turn && !falls),
      askedFor(state, roll),
      headline(state, roll, does, moment),
      stakes(state, roll, does, moment),
    ),
    falls ? rest.fallingDice(state, roll) : null,
    !falls && roll.status === "open" ? rest.building(state, roll, does) : null,
    !falls && roll.status !== "open" ? rest.fallen(state, roll, does) : null,
    !falls && roll.status === "done" ? rest.settling(state, roll, does) : null,
    !falls && roll.status !== "open" ? rest.afterwards(state, roll, does) : null,
  );
}

/** @param {State} state @param {Roll} roll @param {any} rest */
function momentOf(state, roll, rest) {
  if (roll.status === "open") return "building";
  if (roll.status === "waiting") return "deciding";
  if (roll.status === "undone") return "undone";
  return roll.status === "done" && rest.isMineToSay(state, roll) ? "settling" : "fallen";
}

/**
 * Whose roll it is and with what.
 * @param {State} state @param {Roll} roll @param {boolean} turn
 */
function whoLine(state, roll, turn) {
  const what = whatRolled(state, roll);
  const whose = roll.seat === state.view.you.seat ? "your roll" : seatName(state, roll.seat);
  return h(
    "p.who",
    { tabindex: -1 },
    h("span", null, `${[characterName(state, roll.character), what].filter(Boolean).join(" · ")} · ${whose}`),
    turn ? h("span.turn", null, "Your turn") : null,
  );
}

/**
 * Who called for this roll says so where its roller looks.
 * @param {State} state @param {Roll} roll
 */
function askedFor(state, roll) {
  const by = state.log.get(roll.roll)?.by;
  if (!by || by === roll.seat || roll.status !== "open" || roll.seat !== state.view.you.seat) return null;
  const what = whatRolled(state, roll);
  return h("p.deed", { key: "asked-for" }, `${begun(seatName(state, by))} asks you to roll${what ? ` ${what}` : ""}`);
}

/** @param {State} state @param {Roll} roll */
export function whatRolled(state, roll) {
  const inGame = textsOf(state, roll).sf_move ?? roll.attempt?.sf_move ?? roll.inputs?.sf_move?.value;
  const move = roll.move === "action" ? "" : moveCalled(state.game, roll.move) || plain(roll.move);
  return [
    move,
    inGame && !["other", "none"].includes(String(inGame)) ? begun(plain(String(inGame))) : "",
    roll.trait ? begun(plain(roll.trait)) : "",
    undertakingCalled(state, roll),
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * What is rolled on, and how far it has come.
 * @param {State} state @param {Roll} roll
 */
function undertakingCalled(state, roll) {
  const found = state.view.undertakings.find((each) => each.undertaking === roll.undertaking);
  const boxes = found ? Math.floor(found.ticks / 4) : 0;
  return found ? `“${found.name}”, ${boxes === 1 ? "1 box" : `${boxes} boxes`}` : "";
}

/**
 * What a roll is called where nobody wrote what happens.
 * @param {State} state @param {Roll} roll
 */
export function heading(state, roll) {
  const against = roll.against ? ` against ${characterName(state, roll.against)}` : "";
  const what = whatRolled(state, roll);
  return `${characterName(state, roll.character)}${what ? `: ${what}` : ""}${against}`;
}

/**
 * The intent as the headline; who may write it writes it there.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} moment
 */
function headline(state, roll, does, moment) {
  const head = headlineOf(state.game, roll.move);
  const declared = roll.inputs?.[head];
  const own = moment === "building" ? ownWords(state, roll) : undefined;
  const text = declared ? valueOf(state, roll, head) : textsOf(state, roll)[head];
  const may =
    moment === "building" &&
    declared &&
    (declared.by === "gm" ? leads(state) : roll.seat === state.view.you.seat || leads(state));
  if (own && roll.seat === state.view.you.seat)
    return [
      writing(state, roll, does, own.input, "What I do"),
      text ? h("h2.told", { key: "title", tabindex: -1 }, text) : null,
    ];
  if (may) return [writing(state, roll, does, head, head), readyIntent(state, roll, does)];
  return h(
    moment === "building" ? "h2.intent" : "h2.told",
    { key: "title", tabindex: -1 },
    text || (own && valueOf(state, roll, own.input)) || heading(state, roll),
  );
}

/**
 * The line in which someone writes what is done.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} name @param {string} label
 */
function writing(state, roll, does, name, label) {
  return h(
    "div.intent.field",
    { key: name },
    h("textarea", {
      rows: 1,
      maxlength: 500,
      id: `in-${roll.roll}-${name}`,
      "aria-label": label,
      placeholder: asksFate(state.game, roll.move)
        ? "What do you ask?"
        : `What does ${characterName(state, roll.character)} do?`,
      value: valueOf(state, roll, name) ?? "",
      onkeydown: sendOnEnter,
      onchange: (event) => does.change(roll, name, event.target.value.trim()),
    }),
  );
}

/**
 * Ready words for an intent that the gm has to say.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function readyIntent(state, roll, does) {
  return roll.needs?.some((need) => need.input === "intent") && !valueOf(state, roll, "intent")
    ? phrasesFor(state, roll, does, "intent")
    : null;
}

/**
 * As in any chat, Enter sends what was typed.
 * @param {any} event
 */
function sendOnEnter(event) {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.target.blur();
}

/**
 * The stakes as the gm's quote, with ready phrases for the gm.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} moment
 */
function stakes(state, roll, does, moment) {
  if (asksFate(state.game, roll.move)) return null;
  const declared = roll.inputs?.stakes;
  const text = declared ? valueOf(state, roll, "stakes") : textsOf(state, roll).stakes;
  if (moment !== "building") return text ? h("blockquote.quote", { key: "stakes" }, `“${text}”`) : null;
  if (!declared) return null;
  if (!leads(state))
    return text ? h("blockquote.quote", { key: "stakes" }, `“${text}” `, h("cite", null, "at stake")) : null;
  return h(
    "div.quote.field",
    { key: "stakes" },
    h("textarea", {
      rows: 1,
      maxlength: 500,
      id: `in-${roll.roll}-stakes`,
      "aria-label": "stakes",
      placeholder: "What is at stake?",
      value: text ?? "",
      onkeydown: sendOnEnter,
      onchange: (event) => does.change(roll, "stakes", event.target.value.trim()),
    }),
    text ? null : phrasesFor(state, roll, does, "stakes", readyLines(state, ["stake"])),
  );
}
