// What an outcome brings, named: kinds as chips, on whom it falls as a small grid, words beside it all.

import { h } from "./dom.js";
import { hasTrack, moveCalled, toneOfChange, toneOfTier } from "./face.js";
import { isMark, moveOf, picksOf } from "./game.js";
import { icon } from "./icons.js";
import { readyLines } from "./evenings.js";
import { draftOf, keepDraft } from "./kept.js";
import { partCharacter, textsOf } from "./people.js";
import { leads, seatName } from "./table-state.js";
import { wornBy } from "./things.js";
import { AS_USUAL, IN_WORDS, begun, counted, kindCalled, listed, plain } from "./words.js";

/**
 * On whom a way may fall: the one it falls on, or whoever is exposed.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Way} way
 */
export function exposed(state, roll, due, way) {
  const among = (way.anyone ? due.among : [due.on]).map((part) => partCharacter(roll, part) || part);
  return state.view.characters
    .filter((each) => (way.anyone && !among.length) || among.includes(each.character))
    .filter((each) => !way.track || hasTrack(state.game, each, way.track));
}

/**
 * A track as it would move, or a thing that stands in for it.
 * @param {State} state @param {Character} character @param {Way} way @param {number} amount @param {string} [thing]
 */
export function cellWords(state, character, way, amount, thing) {
  const moved = thing ? wornBy(character, thing, amount) : movedBy(state, character, way, amount);
  if (!moved) return amount ? String(amount) : "";
  return amount ? `${counted(moved[0])} → ${counted(moved[1])}` : counted(moved[0]);
}

/**
 * Where a track stands and would stand; null where it is not counted.
 * @param {State} state @param {Character} character @param {Way} way @param {number} amount
 */
function movedBy(state, character, way, amount) {
  const before = character.values[way.track] ?? state.view.values[way.track];
  if (!way.track || isMark(state.game, way.track) || typeof before !== "number") return null;
  const [low, high] = character.bounds[way.track] ?? state.view.bounds[way.track] ?? [null, null];
  return [before, Math.max(low ?? -Infinity, Math.min(high ?? Infinity, before + way.each * amount))];
}

/**
 * What a share would change on someone's sheet, as a card shows it; null where that is no number.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Share} share
 */
export function changeOf(state, roll, due, share) {
  const way = due.ways.find((each) => each.name === share.way);
  const on = share.who ?? partCharacter(roll, due.on);
  const who = state.view.characters.find((each) => each.character === on);
  const moved = way && who && !share.thing ? movedBy(state, who, way, share.amount) : null;
  if (!way || !who || !moved) return null;
  const tone = toneOfChange(state.game, way.track, moved[1] - moved[0]);
  return { where: who.character, name: way.track, before: moved[0], after: moved[1], tone };
}

/**
 * Kinds as chips, characters and tracks as a small grid, words beside it all.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 */
export function nameWays(state, roll, due, does, id) {
  const nothing = due.ways.find((way) => way.alone);
  const others = due.ways
    .filter((way) => way !== nothing && way.name !== due.answered_as)
    .filter((way) => !way.track || exposed(state, roll, due, way).length);
  const wordsAlone = others.length === 1 && !nothing && !others[0].track;
  /** @type {Share[]} */
  const picked = does.answers.get(id) ?? (wordsAlone ? [{ way: others[0].name, amount: 1 }] : []);
  const key = `words.${state.view.table}.${id}`;
  const said = wordsAlone ? (textsOf(state, roll)[due.kind] ?? "") : "";
  const settle = (/** @type {Share[]} */ shares) => does.settle(roll, due, withWords(shares, draftOf(key) || said));
  const few = isFew(others);
  const lost = stakesLost(state, roll);
  const atStake = lost && !wordsAlone ? `At stake: ${lost}` : "";
  const wordless = picked.some((share) => kindCalled(share.way) === IN_WORDS) && !draftOf(key).trim();
  return h(
    "div.ways",
    null,
    nothing
      ? h(
          "button.nothing.way",
          { key: "nothing", type: "button", onclick: () => settle([{ way: nothing.name, amount: 1 }]) },
          h(
            "span",
            null,
            h("b", null, begun(plain(nothing.name) === "nothing" ? "Nothing more" : plain(nothing.name))),
            h("small", null, nothing.says),
          ),
          icon("go"),
        )
      : null,
    wordsAlone
      ? null
      : h(
          few ? "div.kinds.told-kinds" : "div.kinds",
          { key: "kinds", role: "group", "aria-label": "What it brings" },
          kindChips(state, roll, due, does, id, picked, others, few),
        ),
    picked.length && !wordsAlone && !few
      ? h(
          "div.grid",
          { key: "grid" },
          picked.map((share) => pickedRow(state, roll, due, does, id, picked, share)),
        )
      : null,
    due.answered_first && picked.length ? answeredWith(state, due, does, id) : null,
    readyWords(state, due, key, does),
    h("textarea", {
      key: "words",
      id: `words-${id}`,
      rows: 2,
      maxlength: 500,
      placeholder: wordless ? "Say what it is" : atStake || said || "In words, if you like",
      "aria-label": `${plain(due.kind)} in words`,
      value: draftOf(key),
      oninput: (event) => {
        keepDraft(key, event.target.value);
        does.answer(id, pickedByWords(others, picked, event.target.value.trim()));
      },
    }),
    settleButton(
      wordsAlone ? "Go on" : wordless ? "Say it in words" : namedList(state, roll, due, picked),
      !picked.length || (wordless && !wordsAlone),
      () => settle(picked),
      due.seat && due.seat !== state.view.you.seat ? seatName(state, due.seat) : "",
    ),
  );
}

/**
 * Few ways without a question of whom or how much: what each means is read before one is chosen.
 * @param {Way[]} ways
 */
function isFew(ways) {
  return ways.length > 1 && ways.length < 4 && ways.every((way) => !way.anyone && way.most < 2);
}

/**
 * Words alone are enough: typing chooses the way that is told in words, and taking them back leaves it.
 * @param {Way[]} ways @param {Share[]} picked @param {string} words
 */
function pickedByWords(ways, picked, words) {
  const way = ways.find((each) => kindCalled(each.name) === IN_WORDS);
  if (!way || (words && picked.length)) return picked;
  return words ? [{ way: way.name, amount: 1 }] : picked.filter((share) => share.way !== way.name);
}

/**
 * What it is answered with, if the gm says so; else whoever answers chooses.
 * @param {State} state @param {Due} due @param {Taps} does @param {string} id
 */
function answeredWith(state, due, does, id) {
  const chosen = does.answers.get(`${id}-with`) ?? "";
  const says = `${moveCalled(state.game, due.answered_by) || plain(due.answered_by)} with`;
  return h(
    "div.kinds.answered",
    { key: "with", role: "group", "aria-label": says },
    h("span.hint", null, `${says}:`),
    ["", ...picksOf(state.game, due.answered_by)].map((trait) =>
      h(
        "button.chip",
        {
          key: trait,
          type: "button",
          "aria-pressed": chosen === trait ? "true" : "false",
          onclick: () => does.answer(`${id}-with`, trait),
        },
        trait ? plain(trait) : "their choice",
      ),
    ),
  );
}

/**
 * What the gm wrote down beforehand and what the game has ready, to tap into the words.
 * @param {State} state @param {Due} due @param {string} key @param {Taps} does
 */
function readyWords(state, due, key, does) {
  const lines = [...readyLines(state, ["complication", "consequence"]), ...(state.game.face?.phrases[due.kind] ?? [])];
  const say = (/** @type {string} */ line) => {
    keepDraft(key, line);
    does.draw();
  };
  return lines.length
    ? h(
        "div.phrases",
        { key: "lines", role: "group", "aria-label": "ready words" },
        lines.map((line) => h("button", { key: line, type: "button", onclick: () => say(line) }, line)),
      )
    : null;
}

/**
 * What was said to be at stake, where it was not won.
 * @param {State} state @param {Roll} roll
 */
function stakesLost(state, roll) {
  const { stakes } = textsOf(state, roll);
  const tone = toneOfTier(roll.tiers ?? moveOf(state.game, roll.move).tiers, roll.record?.outcome?.tier ?? "");
  return stakes && stakes !== AS_USUAL && !["works", "great"].includes(tone) ? stakes : "";
}

/**
 * Words belong to the first of what was named.
 * @param {Share[]} shares @param {string} words
 */
function withWords(shares, words) {
  return shares.map((share, place) => (place === 0 && words ? { ...share, words } : share));
}

/**
 * What hurts and what is told, side by side; several good things are one chip that opens them.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 * @param {Share[]} picked @param {Way[]} ways @param {boolean} told with what each means
 */
function kindChips(state, roll, due, does, id, picked, ways, told) {
  const one = (/** @type {Way} */ way) => kindChip(state, roll, due, does, id, picked, way, told);
  const good = ways.filter((way) => isGood(state, way));
  const open = does.answers.get(`${id}-good`) ?? good.some((way) => picked.some((share) => share.way === way.name));
  if (good.length < 2 || good.length === ways.length) return ways.map(one);
  return [
    ways.filter((way) => !good.includes(way)).map(one),
    h(
      "button.chip.good",
      {
        key: "good",
        type: "button",
        "aria-expanded": open ? "true" : "false",
        onclick: () => does.answer(`${id}-good`, !open),
      },
      icon("gain"),
      "Something good",
    ),
    open ? good.map(one) : null,
  ];
}

/** @param {State} state @param {Way} way */
function isGood(state, way) {
  const gains = !!way.track && toneOfChange(state.game, way.track, way.each || 1) === "good";
  return gains || !!state.game.face?.good_ways.includes(way.name);
}

/**
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 * @param {Share[]} picked @param {Way} way @param {boolean} told with what it means
 */
function kindChip(state, roll, due, does, id, picked, way, told) {
  const on = picked.some((share) => share.way === way.name);
  const tone = isGood(state, way) ? "good" : "plain";
  const toggle = () => {
    if (on)
      return does.answer(
        id,
        picked.filter((share) => share.way !== way.name),
      );
    const who = partCharacter(roll, due.on) || roll.character;
    const on_ = exposed(state, roll, due, way);
    const first = on_.find((each) => each.character === who) ?? on_[0];
    const share = { way: way.name, amount: 1, ...(way.anyone && first ? { who: first.character } : {}) };
    const key = `words.${state.view.table}.${id}`;
    if (kindCalled(way.name) === IN_WORDS && !draftOf(key)) keepDraft(key, stakesLost(state, roll));
    does.answer(id, due.several ? [...picked, share] : [share]);
    const field = document.getElementById(`words-${id}`);
    field?.scrollIntoView({ block: "nearest" });
    if (kindCalled(way.name) === IN_WORDS && !draftOf(key)) field?.focus();
  };
  return h(
    "button.chip.way",
    {
      key: way.name,
      type: "button",
      "aria-pressed": on ? "true" : "false",
      class: tone,
      title: way.says,
      onclick: toggle,
    },
    tone === "good" ? icon("gain") : null,
    told
      ? h("span", null, h("b", null, begun(kindCalled(way.name))), h("small", null, way.says))
      : begun(kindCalled(way.name)),
  );
}

/**
 * On whom, and how much of it.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 * @param {Share[]} picked @param {Share} share
 */
function pickedRow(state, roll, due, does, id, picked, share) {
  const way = /** @type {Way} */ (due.ways.find((each) => each.name === share.way));
  const put = (/** @type {Partial<Share>} */ change) =>
    does.answer(
      id,
      picked.map((each) => (each === share ? { ...share, ...change } : each)),
    );
  const on = exposed(state, roll, due, way);
  if (!way.anyone && way.most < 2)
    return h("p.kind-says", { key: way.name }, h("b", null, `${begun(kindCalled(way.name))}: `), way.says);
  return h(
    "div.grid-row",
    { key: way.name, role: "group", "aria-label": plain(way.name) },
    h("p", null, h("b", null, begun(plain(way.name))), h("small", null, ` ${way.says}`)),
    way.anyone
      ? h(
          "div.cells",
          null,
          on.map((character) =>
            h(
              "button.cell",
              {
                key: character.character,
                type: "button",
                "aria-pressed": share.who === character.character ? "true" : "false",
                onclick: () => put({ who: character.character }),
              },
              h("span", null, character.name),
              h("b", null, cellWords(state, character, way, share.who === character.character ? share.amount : 0)),
            ),
          ),
        )
      : null,
    way.most > 1 ? amountOf(way, share.amount, (amount) => put({ amount })) : null,
  );
}

/** @param {Way} way @param {number} amount @param {(amount: number) => void} put */
function amountOf(way, amount, put) {
  return h(
    "div.stepper",
    { role: "group", "aria-label": `amount of ${plain(way.name)}` },
    h("button", { type: "button", "aria-label": "less", disabled: amount <= 1, onclick: () => put(amount - 1) }, "−"),
    h("output", null, amount),
    h(
      "button",
      { type: "button", "aria-label": "more", disabled: amount >= way.most, onclick: () => put(amount + 1) },
      "+",
    ),
  );
}

/**
 * "Nyx: minor harm 0 → 1".
 * @param {State} state @param {Roll} roll @param {Share} share @param {Due} due
 */
export function shareWords(state, roll, share, due) {
  const way = due.ways.find((each) => each.name === share.way);
  const on = share.who ?? (way?.track && !way.anyone ? partCharacter(roll, due.on) : "");
  const who = state.view.characters.find((each) => each.character === on);
  const told = way && who ? cellWords(state, who, way, share.amount, share.thing) : "";
  const moved = way && !way.each && way.track && !share.thing && !isMark(state.game, way.track) ? "" : told;
  const many = share.amount > 1 || (way && way.most > 1) ? ` ${share.amount}` : "";
  const track = moved && way && !share.thing && plain(way.track) !== plain(share.way) ? `, ${plain(way.track)}` : "";
  const marked = way?.brings.filter(([least]) => share.amount >= least).at(-1)?.[1];
  const brings = marked ? ` (${plain(marked)})` : "";
  const what = share.thing || kindCalled(share.way);
  return `${who ? `${who.name}: ` : ""}${what}${track}${moved ? ` ${moved}` : many}${brings}`;
}

/** @param {State} state @param {Roll} roll @param {Due} due @param {Share[]} picked */
function namedList(state, roll, due, picked) {
  if (!picked.length) return "Choose what it brings";
  if (picked.length === 1 && kindCalled(picked[0].way) === IN_WORDS) return "So it is";
  return `${due.answered_first ? "Say it: " : proposing(state, due)}${shareList(state, roll, due, picked)}`;
}

/**
 * Where the gm has the last word, a player's answer is a proposal and says so.
 * @param {State} state @param {Due} due
 */
export function proposing(state, due) {
  return due.final && !leads(state) ? "Propose: " : "";
}

/** @param {State} state @param {Roll} roll @param {Due} due @param {Share[]} shares */
export function shareList(state, roll, due, shares) {
  return begun(listed(shares.map((each) => shareWords(state, roll, each, due))));
}

/**
 * At the thumb, wherever the rest has scrolled to: what will happen.
 * @param {string} says @param {boolean} waits @param {() => void} then @param {string} [other] who would say it
 */
export function settleButton(says, waits, then, other = "") {
  return h(
    "div.throwing",
    { key: "settle" },
    h(
      "button.throw.settle",
      { type: "button", class: other ? "for-another" : null, disabled: waits, onclick: then },
      other ? `${says} for ${other}` : says,
    ),
  );
}
