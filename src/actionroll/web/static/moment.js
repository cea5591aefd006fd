// A roll on stage: whose it is, what is done, what is at stake, and one of its five moments.

import { downWords, helpWanted, rollsFirst, toHelp } from "./allies.js";
import { hasSpoken, headlineField, openToChange, phrasesFor, wordsField, wordsWanted } from "./asking.js";
import { building } from "./building.js";
import { afterFall, cardsView, dockedButton, withoutTakenBack } from "./cards.js";

import { h } from "./dom.js";
import { asksFate, explain, fateCalled, fateFor, headlineOf, moveCalled } from "./face.js";
import { fallen, fallingDice } from "./fallen.js";
import { defends, isOpposed, moveOf, pickCalled, picksOf } from "./game.js";
import { icon } from "./icons.js";
import { decisions, dues, rounds, sworn } from "./later.js";
import { mayRoll, ownWords, saidSo } from "./inputs.js";
import { answeredBy, listedMove, rollersName, textsOf } from "./people.js";
import { entriesOf, headText } from "./prices.js";
import { saysNext, waitsWith, whatWaits } from "./stage.js";
import { hasAsked, lessOf, levelTold, lowered, quoted } from "./stakes.js";
import { characterName, declaredMove, inputsOf, isEarly, isLive, isMyTurn } from "./table-state.js";
import { leads, seatName, valueOf } from "./table-state.js";
import { afterwards, causeOf } from "./undoing.js";
import { isDeed } from "./upkeep.js";
import { WORDLESS, begun, boxesTold, doesTold, plain, rolledWith } from "./words.js";

/** @param {State} state @param {Roll} roll @param {Taps} does */
function rollOnStage(state, roll, does) {
  const falls = does.page.falling.roll === roll.roll || !!roll.falling;
  const moment = falls ? "falling" : momentOf(state, roll);
  if (falls) for (const part of [dues, decisions]) part.give(does, () => null); // to stand there with the dice
  const [turn, led] = [isMyTurn(state, roll), leads(state) && roll.seat !== state.view.you.seat];
  explain(state);
  const added = moment === "building" && !asksFate(state.game, roll.move) && !document.body.matches(".tv");
  const how = `${led ? "led" : ""} ${added ? "steady" : ""}`; // what others add to it moves nothing
  const shown = h(
    "article.roll",
    {
      key: `roll-${roll.roll}`,
      class: `${moment} ${turn ? "your-turn" : ""} ${how}`,
      "data-moment": moment,
      "aria-label": `Roll ${roll.roll}: ${heading(state, roll)}`,
    },
    h(
      "header",
      { key: "head" },
      whoLine(state, roll, does, turn && !falls, moment),
      askedFor(state, roll),
      headline(state, roll, does, moment),
      moment === "building" ? inTheirRoom(state, roll, does) : stakes(state, roll),
    ),
    falls ? h("div.sight", { key: "sight" }, fallingDice(state, roll)) : parts(state, roll, does),
  );
  if (falls || !rounds.here?.isBeforeRound(state, roll)) return shown;
  const says = `Before this round: ${heading(state, roll)}`;
  return h("details.more", { key: `before-${roll.roll}` }, h("summary", null, says), shown);
}

/**
 * What is on stage is over and stays: what waits for me is one tap away, and so is a round.
 * @param {State} state @param {Taps} does @param {Roll} [next]
 */
function goingOn(state, does, next) {
  const begins = rounds.here?.roundBelow(state, does) ?? null;
  if (!next && !begins) return null;
  return h(
    "div.next",
    { key: "next" },
    next
      ? h(
          "button.due-line.mine",
          { type: "button", onclick: () => does.stage(next.roll) },
          h("span", null, `Next: ${waitsWith(state, next)}`),
          icon("go"),
        )
      : null,
    begins,
  );
}

/**
 * What there is to see of a roll, and what can be done about it; a turned phone has them side by side.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function parts(state, roll, does) {
  const [sight, doing] = roll.status === "open" ? building(state, roll, does) : fallen(state, roll, does);
  const owes = roll.status === "done" && roll.open_dues.length > 0 && !sworn.here?.isToSwear(state, roll);
  const settled = owes ? dues.give(does, ({ settling }) => settling(state, roll, does)) : null;
  const then = roll.status === "done" ? sworn.here?.fitsNow(state, roll, does) : null; // below what is still owed
  const over = sworn.here?.overNow(state, roll);
  const [before, after] = roll.status === "open" ? [takenOver(state, roll)] : [null, afterwards(state, roll, does)];
  const below = [before, doing, over, settled, then, after];
  return [h("div.sight", { key: "sight" }, sight), h("div.doing", { key: "doing" }, below)];
}

/**
 * Said to all in the words of the game: that who rolls is down, and what makes another roll of this one.
 * @param {State} state @param {Roll} roll
 */
function takenOver(state, roll) {
  const who = state.view.characters.find((each) => each.character === roll.character);
  const marked = who ? downWords(state, who) : "";
  const marks = (moveOf(state.game, roll.move).moot ?? []).filter(({ values }) => values.includes(true));
  const over = inputsOf(state, roll).filter(({ input, value }) => value && marks.some((each) => each.input === input));
  return [...(marked ? [["down", marked]] : []), ...over.map(({ input, says }) => [input, says])].map(([key, says]) =>
    h("p.wish", { key: `over-${key}`, role: "status" }, says),
  );
}

/** @param {State} state @param {Roll} roll */
function momentOf(state, roll) {
  if (roll.status === "open") return "building";
  if (roll.status === "waiting") return "deciding";
  if (roll.status === "undone") return "undone";
  return roll.status === "done" && dues.here?.isMineToSay(state, roll) ? "settling" : "fallen";
}

/** Letters of a line on a small phone, beside whose turn it is. */
const MOST_ON_A_LINE = 30;

/**
 * Whose roll it is and with what.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {boolean} turn @param {string} moment
 */
function whoLine(state, roll, does, turn, moment) {
  const alone = state.view.seats.length < 2;
  const own = isDeed(state.game, roll.move) || isOfAnother(state, roll) ? "" : "your roll";
  const whose = roll.seat === state.view.you.seat ? own : seatName(state, roll.seat);
  const isWritten = moment === "building" && !answeredBy(state, roll) && (mayRoll(state, roll) || saidSo(state, roll));
  const untold = !headText(state, roll) && !isWritten;
  const isTitle = untold || (moment === "building" && isDeed(state.game, roll.move)); // which says it all
  const [who, what] = [characterName(state, roll.character), begun(whatRolled(state, roll))];
  const also = alsoWaits(state, roll, does);
  const both = also ? [who, h("span.with", null, ` · ${what}`)] : `${who} · ${what}`; // one piece, to be cut as one
  const named = who && what ? both : who || what;
  const ready = moment === "building" && !roll.needs?.length && !roll.leave;
  const next = turn ? "Your turn" : moment === "falling" ? "" : saysNext(state, roll);
  const [turned, spoken] = alone || isEarly(state, roll) ? [] : ready ? turnWords(state, roll) : [next];
  const isSaid = alone || spoken || turned === turnOf(whose) || !whose;
  return h(
    "p.who",
    { tabindex: -1, class: `${who} · ${what}`.length > MOST_ON_A_LINE ? "long" : null },
    h("span", null, isTitle ? null : [named, isSaid ? null : h("span.own", null, ` · ${whose}`)]),
    also,
    turned
      ? h("span.turn", { class: turn ? null : "theirs" }, spoken ? h("span.spoken", null, spoken) : null, turned)
      : null,
  );
}

/** @param {State} state @param {Roll} roll */
function isOfAnother({ view }, { thrower, seat }) {
  return (thrower ?? seat) !== view.you.seat;
}

/** @param {string} who */
const turnOf = (who) => `${who}’s turn`;

/**
 * Nothing is missing any more: whose turn it is, and where there is room for it, that whoever leads has spoken.
 * @param {State} state @param {Roll} roll
 */
function turnWords(state, roll) {
  if (defends(state.view, roll) && !roll.ready) return ["Your turn"];
  if (isOfAnother(state, roll)) return [turnOf(seatName(state, roll.thrower ?? roll.seat))];
  const [first] = rollsFirst(roll);
  if (first) return [`${characterName(state, first)} rolls first`];
  const me = state.view.you.seat;
  const spoke = entriesOf(state, roll).at(-1)?.by === me ? undefined : hasSpoken(state, roll); // I was the last to
  return spoke ? ["your turn", `${seatName(state, spoke.by)} has spoken: `] : ["Your turn"];
}

/**
 * While a roll is on stage that goes on: whose other roll waits for me, one tap away, at the top where I look.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function alsoWaits(state, roll, does) {
  const isOwed = (/** @type {Roll} */ { roll: id }) => roll.owed?.some((due) => due.roll === id);
  const [next, ...more] = isLive(roll)
    ? state.view.rolls.filter((each) => each !== roll && isLive(each) && isMyTurn(state, each) && !isOwed(each))
    : [];
  if (!next) return null;
  const says = whatWaits(state, next, roll);
  return h(
    "button.also",
    {
      key: "also",
      type: "button",
      "aria-label": `Waits for you too: ${waitsWith(state, next)}`,
      onclick: () => does.stage(next.roll),
    },
    h("span", null, `${says}${more.length ? `, ${more.length} more` : ""}`),
    icon("go"),
  );
}

/**
 * Who called for this roll says so where its roller looks.
 * @param {State} state @param {Roll} roll
 */
function askedFor(state, roll) {
  const by = state.log.get(roll.roll)?.by;
  const isEased = roll.inputs?.risk?.value === "none"; // nothing is rolled, though it was asked for
  if (!by || isEased || by === roll.seat || roll.status !== "open" || roll.seat !== state.view.you.seat) return null;
  const what = whatRolled(state, roll);
  return h("p.deed", { key: "asked-for" }, `${begun(seatName(state, by))} asks you to roll${what ? ` ${what}` : ""}`);
}

/** @param {State} state @param {Roll} roll */
export function whatRolled(state, roll) {
  if (isOpposed(state.game, roll.move))
    return [roll.trait, roll.against_trait].filter(Boolean).map(plain).join(" against ");
  const declared = declaredMove(state, roll);
  const called = fateCalled(state.game, declared) || moveCalled(state.game, declared) || plain(declared);
  const { kind = "" } = state.view.undertakings.find((each) => each.undertaking === roll.undertaking) ?? {};
  const move = declared === "action" ? "" : (state.game.face?.ends[kind] ?? called);
  const which = [move, begun(listedMove(state, roll))].filter(Boolean).join(", ");
  const on = undertakingCalled(state, roll);
  const what = [rolledWith(which, pickCalled(state.game, roll)), on].filter(Boolean).join(roll.trait ? " " : ", ");
  return [what, toHelp(state, roll)].filter(Boolean).join(", ");
}

/**
 * What is rolled on, and how far it has come where that is what counts.
 * @param {State} state @param {Roll} roll
 */
function undertakingCalled(state, roll) {
  const found = state.view.undertakings.find((each) => each.undertaking === roll.undertaking);
  if (!found) return "";
  return roll.trait ? `on “${found.name}”` : `“${found.name}”, ${boxesTold(roll.attempt?.ticks ?? found.ticks)}`;
}

/**
 * What a roll is called where nobody wrote what happens.
 * @param {State} state @param {Roll} roll
 */
export function heading(state, roll) {
  if (isOpposed(state.game, roll.move))
    return [rollersName(state, roll), whatRolled(state, roll)].filter(Boolean).join(": ");
  const who = characterName(state, roll.character);
  const what = whatRolled(state, roll);
  return fateFor(state.game, roll, who) || `${who}${what ? `: ${what}` : ""}`;
}

/**
 * The intent as the headline; the roller writes it there.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} moment
 */
function headline(state, roll, does, moment) {
  const head = headlineOf(state.game, roll.move);
  const declared = roll.inputs?.[head];
  const own = moment === "building" ? ownWords(state, roll) : undefined;
  const text = headText(state, roll);
  const writes = moment === "building" && declared && declared.by !== "gm" && mayRoll(state, roll);
  const may = writes && !answeredBy(state, roll);
  if (moment === "building" && defends(state.view, roll)) return titleRoom(opposed(state, roll));
  if (moment === "building" && isDeed(state.game, roll.move))
    return h("h2.intent", { key: "title", tabindex: -1 }, heading(state, roll));
  const placeholder = wordsWanted(state, roll);
  if (own && leads(state) && !roll.moot?.includes(head))
    return intentField(head, headlineField(state, roll, does));
  if (own && roll.seat === state.view.you.seat && !roll.moot?.includes(own.input)) {
    const field = wordsField(state, roll, does, own.input, "What I do", placeholder, text);
    return intentField(own.input, field);
  }
  if (may && !roll.moot?.includes(head))
    return intentField(head, wordsField(state, roll, does, head, head, placeholder, "", text));
  const title = titled(state, roll, text) || (own && saidSo(state, roll)) || heading(state, roll);
  if (moment === "building") return titleRoom(title);
  const whose = moment === "settling" ? whoseWords(state, roll, text) : null;
  return h("h2.told", { key: "title", tabindex: -1 }, whose, title);
}

/**
 * A headline that is only read.
 * @param {string} title
 */
function titleRoom(title) {
  return h(
    "h2.intent.room",
    { key: "title", tabindex: -1, class: isLong(title) },
    h("span.clip", { tabindex: isLong(title) ? 0 : null }, title),
  );
}

/**
 * A headline has room for one large line, or for two smaller ones.
 * @param {string} words
 */
function isLong(words) {
  return words.length > 17 ? "long" : null; // in the widest letters
}

/** @param {string} key @param {any} field */
function intentField(key, field) {
  return h("div.intent.field", { key, class: isLong(field.value || field.placeholder) }, field);
}

/**
 * "Tamsin opposes you: with what do you answer?"
 * @param {State} state @param {Roll} roll
 */
function opposed(state, roll) {
  const deed = doesTold((moveCalled(state.game, roll.move) || "roll against someone").toLowerCase());
  const asks = picksOf(state.game, roll.move).length ? ": with what do you answer?" : "";
  return `${characterName(state, roll.character)} ${deed.replace("someone", "you")}${asks}`;
}

/**
 * Whose deed it is, where a small screen has no line above for it.
 * @param {State} state @param {Roll} roll @param {string} text
 */
function whoseWords(state, { character, move }, text) {
  const name = characterName(state, character);
  const isTold = !text || text.startsWith(name) || fateCalled(state.game, move);
  return isTold ? null : h("span.of", null, `${name}: `);
}

/**
 * "Fortune: will the guards come?"
 * @param {State} state @param {Roll} roll @param {string} text
 */
function titled({ game }, { move }, text) {
  return text && [fateCalled(game, move), text].filter(Boolean).join(": ");
}

/**
 * What the gm said of it before the dice fell, a line each: how it could end as long as it has not.
 * @param {State} state @param {Roll} roll
 */
function stakes(state, roll) {
  const { stakes: lost = "", expectations: ends = "" } = isStaked(state, roll) ? textsOf(state, roll) : {};
  const isOpen = roll.status === "waiting" || roll.open_dues.length > 0;
  const line = (/** @type {string} */ what, /** @type {string} */ words) =>
    words ? h("p", { key: what }, h("cite", null, what), ` “${words}”`) : null;
  const told = [line(`At stake${levelTold(state, roll)}`, lost), isOpen ? line("Could end", ends) : null];
  return told.some(Boolean) ? h("blockquote.quote", { key: "stakes" }, told) : null;
}

/** @param {State} state @param {Roll} roll */
function isStaked({ game }, roll) {
  return !asksFate(game, roll.move) && !isDeed(game, roll.move) && !roll.moot?.includes("stakes");
}

/**
 * What is at stake, how it could end, and what the gm calls the deed, in a room that is there before they speak and as
 * tall afterwards: nothing below moves. What is longer opens with a tap, over it. Who leads reads it in their fields.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function inTheirRoom(state, roll, does) {
  const own = roll.seat === state.view.you.seat ? ownWords(state, roll) : undefined;
  if (leads(state) || asksFate(state.game, roll.move) || isDeed(state.game, roll.move)) return null;
  if (!roll.inputs?.stakes) return null;
  const [deed, text] = [own && valueOf(state, roll, own.input), headText(state, roll)];
  const answers = defends(state.view, roll) && text; // their headline asks, and what the other does stands below it
  const apart = answers ? `“${text}”` : deed && text !== deed ? text : "";
  const told = apart ? h("h2.told", { key: "title", tabindex: -1 }, apart, " ") : null;
  const wish = own && hasAsked(state, roll) ? lowered(state, roll) || "You asked for lower stakes" : "";
  const asked = wish ? h("cite", { key: "asked", role: "status" }, `${wish}. `) : null;
  const quote = isStaked(state, roll) ? quoted(state, roll) : null;
  const left = own && isStaked(state, roll) && valueOf(state, roll, "stakes") === WORDLESS;
  const unsaid = left && !quote ? h("cite", { key: "unsaid" }, "What is at stake was left unsaid.") : null;
  return h(
    "div.room",
    { key: "room" },
    told || quote || asked || unsaid
      ? h("div.clip", { key: "clip", tabindex: 0 }, told, asked, quote, unsaid)
      : own && !text && !deed && phrasesFor(state, roll, does, own.input),
    isStaked(state, roll) ? lowering(state, roll, does) : null,
  );
}

/**
 * Lower stakes are asked for with a tap beside them, and until they are answered another takes it back.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function lowering(state, roll, does) {
  const mine = roll.status === "open" && roll.seat === state.view.you.seat && !leads(state);
  const { asks } = lessOf(state, roll);
  if (mine && hasAsked(state, roll))
    return lowered(state, roll) ? null : tapped("Take it back", () => does.change(roll, asks, false));
  return roll.inputs?.[asks] && openToChange(state, roll)
    ? tapped("Ask for lower stakes", () => does.change(roll, asks, true))
    : null;
}

/** @param {string} words @param {() => void} onclick */
function tapped(words, onclick) {
  return h("button.quiet.small", { key: words, type: "button", onclick }, words);
}

/** All that a roll on the stage needs. */
export const moments = {
  afterFall,
  cardsView,
  causeOf,
  dockedButton,
  goingOn,
  helpWanted,
  rollOnStage,
  withoutTakenBack,
};
