// What someone swore or set out to do: a name, a rank and ten boxes; marked, rolled on, begun and ended.

import { chipOf, isSworn, newOne, takingBack, undertakingMaker, whose, writtenDown } from "./adding.js";
import { h } from "./dom.js";
import { isUnstaked } from "./face.js";
import { moveOf, ownList } from "./game.js";
import { changesWords, listedMove, textsOf } from "./people.js";
import { leads, valueOf } from "./table-state.js";
import { isOthers } from "./things.js";
import { tenBoxes } from "./tracks.js";
import { begun, boxesTold, plain } from "./words.js";

const A_BOX = 4;

/**
 * Named progress tracks with a rank: marked by rank with one tap, rolled on, begun and ended.
 * @param {State} state @param {Taps} does @param {boolean} ofAll only what all share
 */
export function undertakingsView(state, does, ofAll) {
  const kinds = state.game.undertakings ?? [];
  const plays = state.view.you.role !== "onlooker";
  const urgent = (/** @type {Undertaking} */ { kind, done }) =>
    done ? 0 : state.game.face?.stances[kind] ? 2 : Number(marks(state, kind).length > 0);
  const going = state.view.undertakings
    .filter((each) => !each.ended && !(ofAll && each.character))
    .sort((a, b) => urgent(b) - urgent(a));
  const others = leads(state) || !plays ? [] : going.filter((each) => isOthers(state, each));
  const one = (/** @type {Undertaking} */ each) => undertakingView(state, does, each, plays);
  return h(
    ofAll ? "section.card.undertakings.of-all" : "section.card.undertakings",
    { key: "undertakings" },
    h("h3", null, ofAll ? "Undertaken together" : `${begun(plain(kinds[0].kind))}s and other undertakings`),
    going.filter((each) => !others.includes(each)).map(one),
    plays && !ofAll ? undertakingMaker(state, does, kinds) : null,
    others.length ? h("details", { key: "others" }, h("summary", null, "What others are at"), others.map(one)) : null,
  );
}

/** @param {State} state @param {Taps} does @param {Undertaking} each @param {boolean} plays */
function undertakingView(state, does, each, plays) {
  const owner = state.view.characters.find((one) => one.character === each.character);
  const mine = state.view.characters.find((one) => one.seat === state.view.you.seat);
  const may = plays && (!owner || leads(state) || owner.seat === state.view.you.seat);
  const own = may ? (owner ?? mine) : mine;
  const joins = may || (plays && !isSworn(state, each.kind)); // in the fight of another one acts too
  const track = { undertaking: each.undertaking };
  const tap = (/** @type {string} */ words, /** @type {() => void} */ onclick) => tapped(words, each, onclick);
  const end = () => does.send("change_undertaking", { ...track, ended: true });
  const { done } = each;
  const giveUp = `Give up “${each.name}”? It leaves the list; the log keeps it.`;
  const finishes = own && !done && !state.game.face?.stances[each.kind]; // a fight has a move for it, below
  return h(
    "div.undertaking",
    { key: each.undertaking, "data-undertaking": each.undertaking },
    h("strong", null, each.name),
    h(
      "p.hint",
      null,
      `${begun(plain(each.kind))}, ${plain(each.rank)}, ${boxesTold(each.ticks)}`,
      owner?.seat === state.view.you.seat ? "" : `, ${owner ? owner.name : "shared by all"}`,
    ),
    done ? h("p", null, h("b", null, "It is done.")) : null,
    tenBoxes(each.name, each.ticks),
    may
      ? h(
          "p.actions",
          { key: "often" },
          done ? tap("Put it away", end) : marking(does, each, tap),
          finishes ? tap("Roll to finish it", () => void rollOn(state, does, each, own)) : null,
        )
      : null,
    may && own && !done ? beginningMove(state, does, each, own) : null,
    joins && own && !done ? movesOn(state, does, each, own) : null,
    may // what comes and goes stands in a row that is there before, below all that is tapped again and again
      ? h(
          "p.actions",
          { key: "passing" },
          done ? null : tap("Give it up", () => does.confirm(giveUp, end)),
          takingBack(state, does, each, tap),
        )
      : null,
  );
}

/**
 * @param {Taps} does @param {Undertaking} each
 * @param {(words: string, onclick: () => void) => Element} tap
 */
function marking(does, { undertaking, ticks }, tap) {
  const mark = tap("Mark progress", () => void does.send("mark_progress", { undertaking }));
  return ticks < 10 * A_BOX ? mark : h("button.small", { type: "button", disabled: true }, "All boxes are full");
}

/** @param {string} words @param {Undertaking} on @param {() => void} onclick @param {string} [shown] */
function tapped(words, { name }, onclick, shown = words) {
  return h("button.small", { type: "button", "aria-label": `${words}: ${name}`, onclick }, shown);
}

/**
 * The moves that bring it on: those that fit now are open to a tap, the others behind one more.
 * @param {State} state @param {Taps} does @param {Undertaking} each @param {Character} own
 */
function movesOn(state, does, each, own) {
  const stands = stanceOf(state, each, own);
  const first = state.game.face?.begins[each.kind] ?? "";
  const begins = isRolledSeveralWays(state, first) && isNew(state, each, own);
  const all = [...new Set([begins ? first : "", ...marks(state, each.kind)])].filter(Boolean);
  const isStance = !!state.game.face?.stances[each.kind];
  const now = all.filter((one) => !isStance || (one === first ? begins : stands?.moves.includes(one)));
  const later = all.filter((one) => !now.includes(one));
  const [last, others] = isToBeFinished(state, each, own) ? [true, false] : [false, isStance];
  return [
    moveRows(state, does, each, own, now, last, begins ? first : ""),
    later.length || others
      ? h(
          "details",
          { key: "moves-on" },
          h("summary", null, "Another move"),
          moveRows(state, does, each, own, [], others),
          moveRows(state, does, each, own, later),
        )
      : null,
  ];
}

/**
 * Whether nothing was rolled on it by whom it is about, nor marked.
 * @param {State} state @param {Undertaking} on @param {Character} own
 */
function isNew(state, on, { character }) {
  const { undertaking, rolled } = on;
  const isOn = (/** @type {Roll} */ roll) => roll.undertaking === undertaking && roll.character === character;
  const stands = (/** @type {Roll} */ roll) => isOn(roll) && !["undone", "withdrawn"].includes(roll.status);
  return !ticksOf(state, on) && !rolled.includes(character) && !state.view.rolls.some(stands);
}

/**
 * What was marked tells that someone is in it; in a fight of all it may have been another.
 * @param {State} state @param {Undertaking} on
 */
function ticksOf({ game }, { kind, ticks, character }) {
  return game.face?.stances[kind] && !character ? 0 : ticks;
}

/**
 * The moves that mark progress on such a one.
 * @param {State} state @param {string} kind
 */
function marks({ game }, kind) {
  const [of = {}] = Object.values(game.made_on ?? {});
  return Object.keys(of).filter((one) => of[one] === kind);
}

/**
 * How someone stands in it now: "in a bad spot", "in control"; nothing before a roll and what was chosen then said it.
 * @param {State} state @param {Undertaking} on @param {Character} own
 */
function stanceOf(state, on, own) {
  const [marked, calm] = state.game.face?.stances[on.kind] ?? [];
  if (!marked || own.values[marked.mark]) return marked;
  const isSaid = (/** @type {Roll} */ roll) =>
    roll.undertaking === on.undertaking &&
    roll.character === own.character &&
    roll.status === "done" &&
    !roll.open_dues.some((due) => due.on === "roller" && due.ways.some(({ track }) => track === marked.mark));
  return ticksOf(state, on) || on.rolled.includes(own.character) || state.view.rolls.some(isSaid) ? calm : undefined;
}

/**
 * Moves, a line each, under what of the sheet they are rolled with, which stands once: one tap opens the roll.
 * @param {State} state @param {Taps} does @param {Undertaking} on @param {Character} own @param {string[]} moves
 * @param {boolean} [last] with the move that ends it @param {string} [first] the one that begins it
 */
function moveRows(state, does, on, own, moves, last = false, first = "") {
  const fits = state.game.face?.fits ?? {};
  const taken = new Set(moves.flatMap((each) => fits[each] ?? []));
  const traits = [...taken].sort((a, b) => Object.keys(own.values).indexOf(a) - Object.keys(own.values).indexOf(b));
  const head = traits.map((trait) => h("b", { key: trait }, begun(plain(trait))));
  if (!moves.length && !last) return null;
  return h(
    "div.moves-on-it",
    { key: `moves-${moves.length}`, class: `of-${traits.length}` },
    traits.length ? h("p.on-it-head", { key: "head", "aria-hidden": "true" }, h("i"), head) : null,
    moves.map((each) => moveRow(state, does, on, own, each, traits, each === first)),
    last ? lastMove(state, does, on, own) : null,
  );
}

/**
 * @param {State} state @param {Taps} does @param {Undertaking} on @param {Character} own @param {string} each
 * @param {string[]} traits @param {boolean} first
 */
function moveRow(state, does, on, own, each, traits, first) {
  const { move } = state.game.moves[0];
  const [input = ""] = Object.keys(state.game.made_on ?? {});
  const one = (/** @type {string} */ trait) => {
    if (!state.game.face?.fits[each]?.includes(trait)) return h("i", { key: trait });
    const inputs = { [input]: each };
    const body = { character: own.character, move, trait, undertaking: on.undertaking, inputs };
    const says = `${begun(plain(each))} with ${plain(trait)}`;
    return tapped(says, on, () => void does.declare(body), String(own.values[trait] ?? ""));
  };
  return h(
    first ? "p.on-it.first" : "p.on-it",
    { key: each },
    h("span", { title: state.game.face?.means[each] }, begun(plain(each))),
    traits.map(one),
    state.game.face?.stances[on.kind] ? h("small.hint", null, state.game.face.means[each]) : null,
  );
}

/**
 * Whether the move that ends a fight is one of those that fit now: in control, with something to roll.
 * @param {State} state @param {Undertaking} on @param {Character} own
 */
function isToBeFinished(state, on, own) {
  return stanceOf(state, on, own)?.mark === "" && on.ticks >= A_BOX;
}

/**
 * The move that ends what one stands in, by its name, beside those that bring it on: it is rolled with its boxes.
 * @param {State} state @param {Taps} does @param {Undertaking} on @param {Character} own
 */
function lastMove(state, does, on, own) {
  const called = state.game.face?.stances[on.kind] && state.game.face.ends[on.kind];
  if (!called) return null;
  const finish = tapped(called, on, () => void rollOn(state, does, on, own), boxesTold(on.ticks - (on.ticks % A_BOX)));
  const says = [h("span", null, called), finish, h("small.hint", null, "Roll to finish it.")];
  return h("p.on-it.last", { key: "last-move" }, says);
}

/** @param {State} state @param {string} named */
function isRolledSeveralWays(state, named) {
  return (state.game.face?.fits[named]?.length ?? 0) > 1;
}

/**
 * Before a roll whose move is for an undertaking: on which of several, or one that is written down now.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {boolean} may
 */
export function madeOn(state, roll, does, may) {
  const kinds = Object.entries(state.game.made_on ?? {});
  const [kind] = kinds.map(([input, of]) => of[String(valueOf(state, roll, input))]).filter(Boolean);
  if (!kind || !may) return null;
  const under = state.view.undertakings.filter((each) => each.kind === kind && !each.ended && !each.done);
  const own = under.filter((each) => [null, "", roll.character].includes(each.character));
  const going = own.length || isSworn(state, kind) ? own : under; // a fight of another is one to act in, too
  if (going.length && own.length < 2 && own.some((each) => each.undertaking === roll.undertaking)) return null;
  const put = (/** @type {string} */ undertaking) => void does.send("set", { roll: roll.roll, undertaking });
  const which = `On which ${plain(kind)}?`;
  const chips = [h("p.lab", null, which), going.map((each) => chipOf(state, roll, each, put))];
  return [
    going.length ? h("div.kinds", { key: "made-on", role: "group", "aria-label": which }, chips) : null,
    own.length ? null : newOne(state, roll, does, kind, going.length ? "Another?" : `Which ${plain(kind)} is it?`),
  ];
}

/**
 * What a move of the list began and nobody has written down: its name and rank make its track.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function begunBy(state, roll, does) {
  const made = [...state.log.values()].find((each) => each.kind === "undertaken" && isBegunBy(state, roll, each));
  if (made) return h("p.hint", { key: "begun", role: "status" }, `“${made.name}”: its track stands on the sheet.`);
  const kind = unwritten(state, roll);
  const own = state.view.characters.find((each) => each.character === roll.character);
  if (!kind || !own || !(leads(state) || own.seat === state.view.you.seat)) return null;
  return writtenDown(state, kind, isSworn(state, kind) ? (textsOf(state, roll).intent ?? "") : "", (asked) =>
    does.send("undertake", { ...asked, ...whose(state, kind, roll), roll: roll.roll }),
  );
}

/** @param {State} state @param {Roll} roll @param {Entry} made */
function isBegunBy(state, roll, { number, undertaking, what, character = "" }) {
  const isIts = what === beginningOf(state, roll) && character === (whose(state, what, roll).character ?? "");
  return number > roll.roll && (roll.undertaking ? undertaking === roll.undertaking : isIts);
}

/**
 * The kind that the move of a roll begins; what is sworn is so whatever the dice show, and a fight one did not want.
 * @param {State} state @param {Roll} roll
 */
function beginningOf(state, roll) {
  const listed = listedMove(state, roll);
  const missed = roll.record?.outcome?.tier === moveOf(state.game, roll.move).tiers[0];
  const [kind = ""] = Object.entries(state.game.face?.begins ?? {}).find(([, move]) => plain(move) === listed) ?? [];
  return missed && !isUnstaked(state.game, listed) ? "" : kind;
}

/**
 * The kind that a roll began and nobody has written down yet.
 * @param {State} state @param {Roll} roll
 */
function unwritten(state, roll) {
  return roll.undertaking ? "" : beginningOf(state, roll);
}

/**
 * Whether whoever swore has still to say what: all else that it brings is asked of them after that.
 * @param {State} state @param {Roll} roll
 */
export function isToSwear(state, roll) {
  const mine = roll.seat === state.view.you.seat && roll.status === "done";
  const made = (/** @type {Entry} */ each) => each.kind === "undertaken" && isBegunBy(state, roll, each);
  return mine && isSworn(state, unwritten(state, roll)) && ![...state.log.values()].some(made);
}

/**
 * The move with which it begins, until something was rolled or marked on it: the one to tap next.
 * @param {State} state @param {Taps} does @param {Undertaking} each @param {Character} own
 */
function beginningMove(state, does, each, own) {
  const { undertaking, kind } = each;
  const named = state.game.face?.begins[kind] ?? "";
  const since = [...state.log.values()].some((entry) => entry.kind === "set" && entry.undertaking === undertaking);
  const sworn = state.view.characters.some((one) => !isNew(state, each, one)); // what all share is sworn once
  if (!named || isRolledSeveralWays(state, named) || since || sworn) return null;
  const { move } = state.game.moves[0];
  const trait = state.game.face?.fits[named][0] ?? "";
  const inputs = { [ownList(state.game, move).input]: named };
  const says = `${begun(plain(named))}: roll ${plain(trait)}`;
  const onclick = () => void does.declare({ character: own.character, move, trait, undertaking, inputs });
  return h("button.small.primary.first", { key: "first", type: "button", onclick }, says);
}

/** @param {State} state @param {Taps} does @param {Undertaking} each @param {Character} own */
export function rollOn(state, does, each, own) {
  const inputs = state.game.face?.finishing[each.kind] ?? {};
  const move = state.game.sheet.finished_by ?? "";
  return does.declare({ undertaking: each.undertaking, move, character: own.character, inputs });
}

/**
 * How someone stands after a roll on it, and the moves that are for that, to tap: in a bad spot one fights back.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function fitsNow(state, { character, undertaking, open_dues }, does) {
  const found = state.view.undertakings.find((each) => each.undertaking === undertaking);
  const own = state.view.characters.find((each) => each.character === character);
  const { seat } = state.view.you;
  const owes = open_dues.some((due) => due.seat === seat);
  if (!found || found.done || found.ended || own?.seat !== seat || owes) return null;
  const stands = stanceOf(state, found, own);
  if (!stands) return null;
  return h(
    "div.fits-now",
    { key: "fits-now", role: "group", "aria-label": "What fits now" },
    h("p.hint", null, `You are ${stands.called}. What fits now:`),
    moveRows(state, does, found, own, stands.moves, isToBeFinished(state, found, own)),
  );
}

/**
 * That what a roll was to finish is over, and what others have no more with it: its track goes, and marks go with it.
 * @param {State} state @param {Roll} roll
 */
export function overNow(state, roll) {
  const found = state.view.undertakings.find((each) => each.undertaking === roll.undertaking);
  const thrown = [...state.log.values()].find((each) => each.roll === roll.roll && each.tier);
  const isIts = roll.move === state.game.sheet.finished_by && roll.status === "done";
  const isOver = found?.ended || (found?.done && !!state.game.face?.stances[found.kind]); // else it may be put away
  if (!found || !thrown || !isIts || !isOver) return null;
  const others = thrown.changes?.filter(([where, , , after]) => where !== roll.character && after === false);
  const told = changesWords(state, others);
  return h("p.over", { key: "over", role: "status" }, `The ${plain(found.kind)} is over. ${told ? `${told}.` : ""}`);
}

/**
 * How someone stands in what is under way without the mark that says otherwise: in control of a fight.
 * @param {State} state @param {Character} character
 */
export function stances(state, character) {
  const told = state.view.undertakings
    .filter((each) => !each.ended && !each.done && !isNew(state, each, character))
    .map((each) => stanceOf(state, each, character))
    .flatMap((stands) => (stands && !stands.mark ? [stands.called] : []));
  return [...new Set(told)].map((each) => h("span.condition.calm", { key: each }, each));
}

/**
 * A move of the game's own list that is called as what a roll brought, one tap away; of two stats the higher counts.
 * @param {State} state @param {Taps} does @param {string} named @param {string} character
 */
export function nextMove(state, does, named, character) {
  const { fits = {}, means = {} } = state.game.face ?? {};
  const values = state.view.characters.find((each) => each.character === character)?.values ?? {};
  const value = (/** @type {string} */ pick) => Number(values[pick] ?? state.view.values[pick]);
  const [trait = ""] = [...(fits[named] ?? [])].sort((one, other) => value(other) - value(one));
  const { move } = state.game.moves[0];
  const body = { character, move, trait, inputs: { [ownList(state.game, move).input]: named } };
  const says = `${begun(plain(named))}: roll ${plain(trait)} ${value(trait)}`;
  return h(
    "div.actions",
    { key: `then-${named}`, role: "group", "aria-label": `Next: ${plain(named)}` },
    h("button.primary", { type: "button", onclick: () => does.declare(body) }, says),
    h("p.hint", null, means[named]),
  );
}
