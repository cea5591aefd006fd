// What someone swore or set out to do: a name, a rank and ten boxes; marked, rolled on, begun and ended.

import { h } from "./dom.js";
import { isAlone } from "./evenings.js";
import { deedCalled } from "./face.js";
import { moveOf, ownList } from "./game.js";
import { isStanding, textsOf } from "./people.js";
import { isLive, leads, valueOf } from "./table-state.js";
import { tenBoxes } from "./tracks.js";
import { begun, boxesTold, plain } from "./words.js";

/**
 * Named progress tracks with a rank: marked by rank with one tap, rolled on, begun and ended.
 * @param {State} state @param {Taps} does @param {boolean} ofAll only what all share
 */
export function undertakingsView(state, does, ofAll) {
  const kinds = state.game.undertakings ?? [];
  if (!kinds.length) return null;
  const plays = state.view.you.role !== "onlooker";
  const urgent = (/** @type {Undertaking} */ { kind, done }) =>
    done ? 0 : state.game.face?.stances[kind] ? 2 : Number(marks(state, kind).length > 0);
  const going = state.view.undertakings
    .filter((each) => !each.ended && !(ofAll && each.character))
    .sort((a, b) => urgent(b) - urgent(a));
  return h(
    ofAll ? "section.card.undertakings.of-all" : "section.card.undertakings",
    { key: "undertakings" },
    h("h3", null, ofAll ? "Undertaken together" : `${begun(plain(kinds[0].kind))}s and other undertakings`),
    going.map((each) => undertakingView(state, does, each, plays)),
    plays && !ofAll ? undertakingMaker(state, does, kinds) : null,
  );
}

/** @param {State} state @param {Taps} does @param {Undertaking} each @param {boolean} plays */
function undertakingView(state, does, each, plays) {
  const owner = state.view.characters.find((one) => one.character === each.character);
  const own = owner ?? state.view.characters.find((one) => one.seat === state.view.you.seat);
  const may = plays && (!owner || leads(state) || owner.seat === state.view.you.seat);
  const track = { undertaking: each.undertaking };
  const tap = (/** @type {string} */ words, /** @type {() => void} */ onclick) =>
    h("button.small", { type: "button", "aria-label": `${words}: ${each.name}`, onclick }, words);
  const end = () => does.send("change_undertaking", { ...track, ended: true });
  const { done } = each;
  return h(
    "div.undertaking",
    { key: each.undertaking },
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
          null,
          done ? null : tap("Mark progress", () => void does.send("mark_progress", track)),
          own && !done ? tap("Roll to finish it", () => void rollOn(state, does, each, own)) : null,
          done
            ? tap("Put it away", end)
            : tap("Give it up", () =>
                does.confirm(`Give up “${each.name}”? It leaves the list; the log keeps it.`, end),
              ),
        )
      : null,
    may // what comes and goes stands below what is tapped again and again
      ? h(
          "p.actions",
          { key: "passing" },
          own ? beginningMove(state, does, each, own, tap) : null,
          takingBack(state, does, each, tap),
        )
      : null,
    may && own && !done ? movesOn(state, does, each, own) : null,
  );
}

/**
 * The moves that bring it on: those that fit now are open to a tap, the others behind one more.
 * @param {State} state @param {Taps} does @param {Undertaking} each @param {Character} own
 */
function movesOn(state, does, each, own) {
  const [stands, otherwise] = stanceOf(state, each.kind, own);
  const first = state.game.face?.begins[each.kind] ?? "";
  const begins = !each.ticks && isRolledSeveralWays(state, first);
  const all = [...new Set([begins ? first : "", ...marks(state, each.kind)])].filter(Boolean);
  const later = all.filter((one) => isFor(state, one, otherwise) || (stands && one === first && !begins));
  const row = (/** @type {string} */ one) => moveRow(state, does, each, own, one);
  return [
    all.filter((one) => !later.includes(one)).map(row),
    later.length ? h("details", { key: "moves-on" }, h("summary", null, "Another move"), later.map(row)) : null,
  ];
}

/**
 * The moves that mark progress on such a one.
 * @param {State} state @param {string} kind
 */
function marks({ game }, kind) {
  const [of = {}] = Object.values(game.made_on ?? {});
  return Object.keys(of).filter((one) => of[one] === kind);
}

/** @param {State} state @param {string} move @param {string} stance */
function isFor({ game }, move, stance) {
  return !!stance && !!game.face?.means[move]?.toLowerCase().startsWith(`${stance},`);
}

/**
 * How someone stands in it now, and how they would otherwise: "in a bad spot", "in control".
 * @param {State} state @param {string} kind @param {Character} own
 */
function stanceOf(state, kind, own) {
  const [[mark, calm] = ["", ""]] = Object.entries(state.game.face?.stances[kind] ?? {});
  if (!mark) return ["", ""];
  const spot = `in a ${plain(mark)}`;
  return own.values[mark] ? [spot, calm] : [calm, spot];
}

/**
 * A move with what of the sheet it is rolled with: one tap opens the roll.
 * @param {State} state @param {Taps} does @param {Undertaking} on @param {Character} own @param {string} each
 */
function moveRow(state, does, { undertaking, name, kind }, own, each) {
  const { move } = state.game.moves[0];
  const [input = ""] = Object.keys(state.game.made_on ?? {});
  return h(
    "p.on-it",
    { key: each },
    h("span", { title: state.game.face?.means[each] }, begun(plain(each))),
    state.game.face?.stances[kind] ? h("small.hint", null, state.game.face.means[each]) : null,
    (state.game.face?.fits[each] ?? []).map((trait) =>
      h(
        "button.small",
        {
          type: "button",
          "aria-label": `${begun(plain(each))} with ${plain(trait)}: ${name}`,
          onclick: () =>
            does.declare({ character: own.character, move, trait, undertaking, inputs: { [input]: each } }),
        },
        `${begun(plain(trait))} ${own.values[trait] ?? ""}`,
      ),
    ),
  );
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
  const going = state.view.undertakings.filter(
    (each) => each.kind === kind && !each.ended && [null, "", roll.character].includes(each.character),
  );
  const put = (/** @type {string} */ undertaking) => does.send("set", { roll: roll.roll, undertaking });
  if (!going.length)
    return h(
      "details",
      { key: "made-on" },
      h("summary", null, `Which ${plain(kind)} is it? Write it down, and its progress is marked there`),
      writtenDown(state, kind, "", (asked) =>
        does.send("undertake", { ...asked, ...whose(state, kind, roll) }).then((told) => {
          if (told) void put(told.entries[0].entry.undertaking);
        }),
      ),
    );
  if (going.length < 2 && roll.undertaking) return null;
  const which = `On which ${plain(kind)}?`;
  return h(
    "div.kinds",
    { key: "made-on", role: "group", "aria-label": which },
    h("p.lab", null, which),
    going.map((each) =>
      h(
        "button.chip",
        {
          key: each.undertaking,
          type: "button",
          "aria-pressed": String(each.undertaking === roll.undertaking),
          onclick: () => void put(each.undertaking),
        },
        `${each.name}, ${boxesTold(each.ticks)}`,
      ),
    ),
  );
}

/**
 * What a move of the list began and nobody has written down: its name and rank make its track.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} [listed] the move of the game's own list
 */
export function begunBy(state, roll, does, listed) {
  const made = [...state.log.values()].find((each) => each.kind === "undertaken" && each.number > roll.roll);
  const isIts = made && [undefined, null, "", made.undertaking].includes(roll.undertaking);
  const told = isIts && h("p.hint", { key: "begun", role: "status" }, `“${made.name}”: its track stands on the sheet.`);
  if (roll.undertaking) return [told, fitsNow(state, roll, does)];
  const [kind] = Object.entries(state.game.face?.begins ?? {}).find(([, move]) => move === listed) ?? [];
  const own = state.view.characters.find((each) => each.character === roll.character);
  if (!kind || !own || !(leads(state) || own.seat === state.view.you.seat)) return null;
  if (told) return told;
  const missed = roll.record?.outcome?.tier === moveOf(state.game, roll.move).tiers[0];
  const isSworn = kind === state.game.undertakings?.[0].kind; // it is sworn whatever the dice show
  if (missed && !isSworn) return null;
  return writtenDown(state, kind, isSworn ? (textsOf(state, roll).intent ?? "") : "", (asked) =>
    does.send("undertake", { ...asked, ...whose(state, kind, roll), roll: roll.roll }),
  );
}

/**
 * Whose it is: what is sworn is one's own, all else is undertaken together.
 * @param {State} state @param {string} kind @param {Roll} roll
 */
function whose(state, kind, { character }) {
  return kind === state.game.undertakings?.[0].kind || isAlone(state) ? { character } : {};
}

/**
 * A small form: a name and a rank begin a track.
 * @param {State} state @param {string} kind @param {string} name
 * @param {(asked: {kind: string, name: string, rank: string}) => Promise<any>} undertake
 */
function writtenDown(state, kind, name, undertake) {
  const begin = (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, rank } = event.target.elements;
    void undertake({ kind, name: name.value, rank: rank.value });
  };
  const ranks = Object.keys(state.game.ranks ?? {});
  return h(
    "form.card.begun",
    { key: "begun", onsubmit: begin, "aria-label": `The ${plain(kind)}` },
    h("p.lab", null, `The ${plain(kind)}, and how hard it is: its track begins with it`),
    h("input", { name: "name", maxlength: 40, required: true, "aria-label": "Name", value: name.slice(0, 40) }),
    h(
      "select",
      { name: "rank", "aria-label": "Rank", value: ranks[1] },
      ranks.map((each) => h("option", { key: each, value: each }, begun(plain(each)))),
    ),
    h("button.primary", { type: "submit" }, "Write it down"),
  );
}

/**
 * What was marked last by hand is taken back where it was marked, as long as nothing else moved the track.
 * @param {State} state @param {Taps} does @param {Undertaking} each
 * @param {(words: string, onclick: () => void) => Element} tap
 */
function takingBack(state, does, { undertaking, ticks }, tap) {
  const moved = (/** @type {Entry} */ entry) =>
    entry.changes?.find(([where, name]) => where === undertaking && name === "ticks");
  const [last] = [...state.log.values()]
    .filter((entry) => moved(entry) && isStanding(state, entry))
    .sort((a, b) => b.number - a.number);
  const [, , before = 0, after = 0] = (last?.kind === "undertaking_changed" && moved(last)) || [];
  if (!last || after !== ticks || before >= after) return null;
  const back = () =>
    leads(state)
      ? does.send("undo", { entry: last.number })
      : does.send("change_undertaking", { undertaking, ticks: before });
  return tap("Take the mark back", () => void back());
}

/**
 * The move with which it begins, until something was rolled or marked on it.
 * @param {State} state @param {Taps} does @param {Undertaking} each @param {Character} own
 * @param {(words: string, onclick: () => void) => Element} tap
 */
function beginningMove(state, does, each, own, tap) {
  const named = state.game.face?.begins[each.kind] ?? "";
  if (isRolledSeveralWays(state, named)) return null;
  const { undertaking } = each;
  const standing = state.view.rolls.filter((roll) => !["undone", "withdrawn"].includes(roll.status));
  const since = [...state.log.values()].some((entry) => entry.kind === "set" && entry.undertaking === undertaking);
  if (!named || each.ticks || since || standing.some((roll) => roll.undertaking === undertaking)) return null;
  const { move } = state.game.moves[0];
  const trait = state.game.face?.fits[named][0] ?? "";
  const inputs = { [ownList(state.game, move).input]: named };
  return tap(`${begun(plain(named))}: roll ${plain(trait)}`, () =>
    does.declare({ character: own.character, move, trait, undertaking, inputs }),
  );
}

/** @param {State} state @param {Taps} does @param {Undertaking} each @param {Character} own */
export function rollOn(state, does, each, own) {
  const inputs = state.game.face?.finishing[each.kind] ?? {};
  return does.declare({ undertaking: each.undertaking, move: "progress", character: own.character, inputs });
}

/** @param {State} state @param {Taps} does @param {any[]} kinds */
function undertakingMaker(state, does, kinds) {
  const own = state.view.characters.find((one) => one.seat === state.view.you.seat);
  const begin = (/** @type {any} */ event) => {
    event.preventDefault();
    const { kind, name, rank, shared } = event.target.elements;
    const whose = own && !shared?.checked ? { character: own.character } : {};
    const form = event.target;
    const asked = { kind: kind.value, name: name.value, rank: rank.value, ...whose };
    void does.send("undertake", asked).then((told) => {
      if (!told) return;
      form.reset();
      form.closest("details").open = false;
      document.querySelector(".undertakings")?.scrollIntoView();
    });
  };
  const called = (/** @type {string} */ kind) => deedCalled(state.game, kind, plain) || begun(plain(kind));
  const choice = (
    /** @type {string} */ name,
    /** @type {string[]} */ values,
    /** @type {(value: string) => string} */ told,
  ) =>
    h(
      "label",
      null,
      h("span", null, begun(name)),
      h(
        "select",
        { name },
        values.map((each) => h("option", { value: each }, told(each))),
      ),
    );
  return h(
    "details",
    { key: "undertake" },
    h("summary", null, beginning(kinds.map((each) => plain(each.kind)), called(kinds[0].kind))),
    h(
      "form",
      { onsubmit: begin },
      choice(
        "kind",
        kinds.map((each) => each.kind),
        called,
      ),
      h(
        "label",
        null,
        h("span", null, "What it is called"),
        h("input", { name: "name", maxlength: 40, required: true }),
      ),
      choice("rank", Object.keys(state.game.ranks ?? {}), (rank) => begun(plain(rank))),
      own && !isAlone(state)
        ? h("label.check", null, h("input", { name: "shared", type: "checkbox" }), h("span", null, "Shared by all"))
        : null,
      h("button.primary", { type: "submit" }, "Begin"),
    ),
  );
}

/**
 * "Swear a vow, or begin a connection, expedition or fight": each of them is found by its name.
 * @param {string[]} kinds @param {string} first
 */
function beginning([, ...others], first) {
  const named = others.join(", ").replace(/, (\w+)$/, " or $1");
  return others.length ? `${first}, or begin a${/^[aeiou]/.test(named) ? "n" : ""} ${named}` : first;
}

/**
 * How someone stands after a roll on it, and the moves that are for that, to tap: in a bad spot one fights back.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function fitsNow(state, { character, undertaking }, does) {
  const found = state.view.undertakings.find((each) => each.undertaking === undertaking);
  const own = state.view.characters.find((each) => each.character === character);
  if (!found || found.done || found.ended || own?.seat !== state.view.you.seat) return null;
  const [stands] = stanceOf(state, found.kind, own);
  const fits = Object.keys(state.game.face?.means ?? {}).filter((each) => isFor(state, each, stands));
  return fits.length
    ? h(
        "div.fits-now",
        { key: "fits-now", role: "group", "aria-label": "What fits now" },
        h("p.hint", null, `You are ${stands}. What fits now:`),
        fits.map((each) => moveRow(state, does, found, own, each)),
      )
    : null;
}

/**
 * How someone stands in what is under way without the mark that says otherwise: in control of a fight.
 * @param {State} state @param {Character} character
 */
export function stances(state, { character, values }) {
  const takesPart = (/** @type {Undertaking} */ { undertaking }) =>
    state.view.rolls.some((roll) => roll.character === character && roll.undertaking === undertaking && !isLive(roll));
  const told = state.view.undertakings
    .filter((each) => !each.ended && takesPart(each) && !each.done)
    .flatMap(({ kind }) => Object.entries(state.game.face?.stances[kind] ?? {}))
    .filter(([mark]) => !values[mark]);
  return [...new Set(told.map(([, words]) => words))].map((each) => h("span.condition.calm", { key: each }, each));
}
