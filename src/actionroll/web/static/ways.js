// What an outcome brings, named: kinds as chips, on whom it falls as a small grid, words beside it all.

import { settleButton, stepped, uncover } from "./controls.js";
import { h } from "./dom.js";
import { unwritten } from "./evenings.js";
import { asksFate, moveCalled, toneOfChange } from "./face.js";
import { isOpposed } from "./game.js";
import { icon } from "./icons.js";
import { draftOf, keepDraft } from "./kept.js";
import { partCharacter, partName, textsOf } from "./people.js";
import { meantBy, readyWords, stakesLost, wentWell } from "./answers.js";
import { cellWords, exposed, fallsOn, isInWords, isTold } from "./shares.js";
import { settlingDeed, shareList, toldWith, withWords } from "./shares.js";
import { seatName } from "./table-state.js";
import { IN_WORDS, WORDLESS, begun, kindCalled, newIn, plain } from "./words.js";

/**
 * Kinds as chips, characters and tracks as a small grid, words beside it all.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 * @param {Node|null} answered what it is answered with, where the gm says so
 */
export function nameWays(state, roll, due, does, id, answered) {
  const nothing = due.ways.find((way) => way.alone && kindCalled(way.name) !== IN_WORDS);
  const sheetless = isOpposed(state.game, roll.move) && !hasSheet(state, partCharacter(roll, due.on));
  const others = due.ways
    .filter((way) => way !== nothing && way.name !== due.answered_as)
    .filter((way) => !way.track || (!sheetless && exposed(state, roll, due, way).length));
  const forAlly = due.among.includes("ally");
  const given = others.filter((way) => way.track);
  const likely = forAlly && given.length ? given : others;
  const single = likely.length === 1 && (!nothing || forAlly) ? likely[0] : null;
  const wordsAlone = !!single && !single.track;
  takeAnswer(state, does, id);
  const said = textsOf(state, roll)[due.kind] ?? ""; // before the throw
  const usual = single ?? (said ? wordWay(state, roll, due, others) : undefined);
  const first = usual ? [shareAt(state, roll, due, usual)] : [];
  const key = `words.${state.view.table}.${id}`;
  const told = wordWay(state, roll, due, others);
  const draft = draftOf(key).trim();
  const isMeant = draft && draft !== does.answers.get(`${id}-again`); // words of what was taken back choose nothing
  const meant = isMeant ? (meantBy(state, others, draft) ?? told) : undefined;
  const typed = meant ? [{ ...shareAt(state, roll, due, meant), typed: true }] : []; // is enough
  const chosen = /** @type {Share[]} */ (does.answers.get(id) ?? first);
  const picked = wordsAlone ? first : chosen.length ? chosen : typed;
  const written = draft || said;
  const aloud = wordsAlone && !written;
  const words = aloud ? WORDLESS : written;
  const settle = (/** @type {Share[]} */ shares) => does.settle(roll, due, withWords(due, shares, words));
  const say = (/** @type {string} */ words) => {
    keepDraft(key, words);
    does.answer(id, words.trim() ? chosen : chosen.filter((share) => share.way !== told?.name));
  };
  const falling = picked.filter((share) => !isAstray(state, roll, due, share));
  const { changes, refused } = does.foretold(roll, due, withWords(due, falling, words));
  const few = isFew(others);
  const wordless = picked.some((share) => kindCalled(share.way) === IN_WORDS) && !draftOf(key).trim();
  const free = told && !picked.length && kindCalled(told.name) === IN_WORDS ? "words alone will do" : "if you like";
  const wanted = picked.some((share) => isInWords(due.ways, share)) ? "Say it in a few words" : `What happens, ${free}`;
  const fewer = picked.length < due.amount && !due.ways.some((way) => way.alone && way.name === picked[0]?.way);
  const astray = falling.length < picked.length;
  const missing = astray ? "Choose on whom it falls" : stillToChoose(picked, fewer ? due.amount : 0);
  const still = wordsAlone ? "" : wordless ? "Say it in words" : missing;
  const inWords = picked.length === 1 && (wordsAlone || kindCalled(picked[0].way) === IN_WORDS);
  const brings = inWords ? words || unwritten(state) : shareList(state, roll, due, picked, changes);
  const quiet = nothing && !few; // hardly the first thing that it brings
  const none = nothing
    ? h(
        "button.nothing.way",
        { key: "nothing", type: "button", onclick: () => settle([{ way: nothing.name, amount: 1 }]) },
        h(
          "span",
          null,
          h("b", null, begun(plain(nothing.name) === "nothing" ? "Nothing more" : plain(nothing.name))),
          quiet ? null : h("small", null, nothing.says),
        ),
        icon("go"),
      )
    : null;
  return h(
    "div.ways",
    null,
    quiet ? null : none,
    readyWords(state, roll, due, draftOf(key), say),
    h("textarea", {
      key: "words",
      id: `words-${id}`,
      rows: 2,
      maxlength: 500,
      placeholder: wordless || wordsAlone ? "In a few words" : wanted,
      "aria-label": `${plain(due.kind)} in words`,
      value: draftOf(key) || said,
      oninput: (event) => say(event.target.value),
    }),
    wordsAlone
      ? null
      : h(
          few ? "div.kinds.told-kinds" : "div.kinds",
          { key: "kinds", role: "group", "aria-label": "What it brings" },
          kindChips(state, roll, due, does, id, picked, others, few),
          quiet ? none : null,
        ),
    wordsAlone || few
      ? null
      : h(
          "div.grid", // a room that is there before: what is tapped above it stays under the finger
          { key: "grid" },
          picked.length
            ? null
            : h(
                "p.hint",
                { key: "none" },
                sheetless ? noSheet(state, roll, due) : `${due.several ? "Several may be chosen. " : ""}${TAP_IT}`,
              ),
          picked.map((share) => pickedRow(state, roll, due, does, id, picked, share, changes)),
        ),
    answered,
    settleButton(
      still || refused || brings,
      !picked.length || fewer || astray || !!(still ? "" : refused) || (wordless && !wordsAlone),
      () => settle(picked),
      due.seat && due.seat !== state.view.you.seat ? seatName(state, due.seat) : "",
      still || refused ? "" : settlingDeed(state, due),
    ),
  );
}

/**
 * What a roll brings is asked of fate first, by a roll of its own; its answer comes back as the words.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} id @param {string} move
 */
async function askFate(state, roll, does, id, move) {
  const who = roll.seat === state.view.you.seat ? { character: roll.character } : { npc: "Fate" };
  const told = await does.send("declare", { ...who, move });
  if (!told) return;
  does.answers.set(`${id}-asked`, told.number);
  does.stage(told.number);
}

/**
 * What fate answered for this stands in its words, once its dice lie.
 * @param {State} state @param {Taps} does @param {string} id
 */
function takeAnswer(state, does, id) {
  const answer = state.view.rolls.find((each) => each.roll === does.answers.get(`${id}-asked`));
  if (answer?.status !== "done") return;
  const { question = "" } = textsOf(state, answer);
  keepDraft(`words.${state.view.table}.${id}`, `${question} ${begun(answer.record?.outcome?.tier ?? "")}.`.trim());
  does.answers.delete(`${id}-asked`);
  does.answers.set(`${id}-bare`, question.trim() ? "" : answer.move);
  does.answers.set(id, [{ way: answer.move, amount: 1 }]);
}

/**
 * Few ways without a question of whom or how much: what each means is read before one is chosen.
 * @param {Way[]} ways
 */
function isFew(ways) {
  return ways.length > 1 && ways.length < 4 && ways.every((way) => !way.anyone && way.most < 2);
}

/**
 * The way that words alone say: the one that is nothing but words, or what is told and no track moves for.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Way[]} ways
 */
function wordWay(state, roll, due, ways) {
  const told = ways.filter((each) => !each.track && isGood(state, each) === wentWell(state, roll, due));
  const fitting = ways.filter((each) => each.in_words);
  return ways.find((each) => kindCalled(each.name) === IN_WORDS) ?? (fitting.length === 1 ? fitting[0] : told[0]);
}

/**
 * What hurts and what is told, side by side; several good things are one chip that opens them. Where it went well it is
 * the other way round.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 * @param {Share[]} picked @param {Way[]} ways @param {boolean} told with what each means
 */
function kindChips(state, roll, due, does, id, picked, ways, told) {
  const one = (/** @type {Way} */ way) => kindChip(state, roll, due, does, id, picked, way, told);
  const good = ways.filter((way) => isGood(state, way));
  const others = ways.filter((way) => !good.includes(way));
  const bad = others.filter((way) => kindCalled(way.name) !== IN_WORDS);
  const isMeantWell = wentWell(state, roll, due) || !bad.length;
  if (good.length < 2) return ways.map(one);
  if (isMeantWell && bad.length < 2) return [...good, ...others].map(one);
  const rest = isMeantWell ? bad : good;
  const open = !!(does.answers.get(`${id}-rest`) ?? rest.some((way) => picked.some((share) => share.way === way.name)));
  const unfold = () => does.answer(`${id}-rest`, !open);
  return [
    ways.filter((way) => !rest.includes(way)).map(one),
    h(
      isMeantWell ? "button.chip" : "button.chip.good",
      { key: "rest", type: "button", "aria-expanded": String(open), onclick: unfold },
      icon(isMeantWell ? "hurt" : "gain"),
      `Something ${isMeantWell ? "bad" : "good"}${open ? ":" : ""}`,
    ),
    open ? rest.map(one) : null,
  ];
}

/**
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 * @param {Share[]} picked @param {Way} way @param {boolean} told with what it means
 */
function kindChip(state, roll, due, does, id, picked, way, told) {
  const on = picked.some((share) => share.way === way.name);
  const tone = isGood(state, way) ? "good" : "plain";
  const asked = asksFate(state.game, way.name);
  const toggle = () => {
    if (asked && !on) return void askFate(state, roll, does, id, way.name);
    const meant = picked.map((share) => (share.way === way.name ? { ...share, typed: false } : share));
    if (picked.some((share) => share.way === way.name && share.typed)) return does.answer(id, meant);
    const others = picked.filter((share) => share.way !== way.name);
    const key = `words.${state.view.table}.${id}`;
    if (on && draftOf(key) === stakesLost(state, roll, due)) keepDraft(key, ""); // which came with it
    if (on) return does.answer(id, others);
    const share = shareAt(state, roll, due, way);
    if (picked.some((each) => each.way === does.answers.get(`${id}-bare`))) keepDraft(key, ""); // an answer to nothing
    if (isTold(way) && !draftOf(key)) keepDraft(key, stakesLost(state, roll, due));
    const kept = due.ways.filter((each) => !each.alone && !way.alone).map((each) => each.name);
    const beside = picked.filter(
      (each) => due.several && !each.typed && kept.includes(each.way) && !isWorse(state, due, each, share),
    );
    does.answer(id, [...(due.amount ? beside.slice(-due.amount + 1) : beside), share]);
    if (kindCalled(way.name) === IN_WORDS && !draftOf(key)) document.getElementById(`words-${id}`)?.focus();
    setTimeout(uncover);
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
    tone === "good" ? icon("gain") : asked ? icon("die") : null,
    told
      ? h("span", null, h("b", null, begun(kindCalled(way.name))), h("small", null, way.says))
      : asked
        ? moveCalled(state.game, way.name)
        : begun(kindCalled(way.name)).replace(/^In words$/, "Only in words"), // more than what may be said of any
  );
}

/**
 * Whether two shares are one thing, worse and less so, on one person: what runs over from one track into the other.
 * @param {State} state @param {Due} due @param {Share} one @param {Share} other
 */
function isWorse({ game }, { ways }, one, other) {
  const [a, b] = [one, other].map((each) => ways.find((way) => way.name === each.way)?.track);
  const end = (/** @type {any} */ name) => game.sheet.tracks.find(({ track }) => track === name)?.overflow ?? name;
  return !!a && a !== b && one.who === other.who && end(a) === end(b);
}

/** @param {State} state @param {Way} way */
function isGood(state, way) {
  const gains = !!way.track && toneOfChange(state.game, way.track, way.each || 1) === "good";
  return gains || !!state.game.face?.good_ways.includes(way.name);
}

/**
 * A way as it is first meant: on the one it is about, where it may fall on them; on nobody, where they have no sheet.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Way} way @returns {Share}
 */
function shareAt(state, roll, due, way) {
  const who = partCharacter(roll, due.on) || (isOpposed(state.game, roll.move) ? "" : roll.character);
  const on = way.anyone ? exposed(state, roll, due, way) : [];
  const first = on.find((each) => each.character === who) ?? (hasSheet(state, who) ? on[0] : undefined);
  return { way: way.name, amount: way.usual, ...(first ? { who: first.character } : {}) };
}

/**
 * Whether a share still falls on nobody: the one it is about has no sheet, and no other was chosen.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Share} share
 */
function isAstray(state, roll, due, share) {
  const way = due.ways.find((each) => each.name === share.way);
  const who = fallsOn(roll, due, share);
  return !!way?.anyone && !!way.track && !hasSheet(state, who);
}

const hasSheet = (/** @type {State} */ { view }, /** @type {string} */ who) =>
  view.characters.some((each) => each.character === who);

const TAP_IT = "Tap what it brings. Its words or numbers are asked for here.";

/**
 * "Toll sergeant has no sheet: what it brings is said in words".
 * @param {State} state @param {Roll} roll @param {Due} due
 */
function noSheet(state, roll, due) {
  return `${begun(partName(state, roll, due.on))} has no sheet: what it brings is said in words`;
}

const SHORT = 12;

/**
 * On whom, and how much of it.
 * @param {State} state @param {Roll} roll @param {Due} due @param {Taps} does @param {string} id
 * @param {Share[]} picked @param {Share} share @param {Change[]|null} changes
 */
function pickedRow(state, roll, due, does, id, picked, share, changes) {
  const way = /** @type {Way} */ (due.ways.find((each) => each.name === share.way));
  const put = (/** @type {Partial<Share>} */ change) =>
    does.answer(id, picked.map((each) => (each === share ? { ...share, ...change } : each)));
  const leave = () => does.answer(id, picked.filter((each) => each !== share));
  const on = exposed(state, roll, due, way);
  const alike = picked.filter((each) => each.way === share.way);
  const free = on.filter(({ character }) => !alike.some((each) => each.who === character));
  const astray = isAstray(state, roll, due, share);
  const says = astray ? ` ${noSheet(state, roll, due)}, or falls on another` : alike[0] === share ? newIn(way) : " too";
  const more = due.several && !due.amount && alike.at(-1) === share && !astray ? free[0] : undefined;
  const too = (/** @type {string} */ who) => {
    does.answer(id, [...picked, { way: share.way, amount: 1, who }]);
    setTimeout(uncover);
  };
  const most = due.amount && !due.several ? Math.min(due.amount, way.most) : way.most; // no more than the cost
  const toldAs = kindCalled(way.name) === IN_WORDS ? "" : begun(kindCalled(way.name)); // the chip says so already
  if (!way.anyone && way.most < 2)
    return h("p.kind-says", { key: way.name }, toldAs ? h("b", null, `${toldAs}: `) : null, way.says);
  return h(
    "div.grid-row",
    { key: `${way.name}-${alike.indexOf(share)}`, role: "group", "aria-label": plain(way.name) },
    h("p", null, h("b", null, begun(plain(way.name))), h("small", null, says)),
    way.anyone
      ? h(
          "div.cells",
          null,
          on.map((character) => {
            const chosen = share.who === character.character;
            const told = chosen ? toldWith(state, roll, due, picked, share, changes) : null;
            const words = cellWords(state, roll, character, way, chosen ? share.amount : 0, "", told);
            return h(
              "button.cell",
              {
                key: character.character,
                type: "button",
                class: isGood(state, way) ? "good" : words.length > SHORT ? "wordy" : null,
                "aria-pressed": chosen ? "true" : "false",
                disabled: !chosen && !free.includes(character),
                onclick: () => (chosen && alike.length > 1 ? leave() : put({ who: character.character })),
              },
              h("span", null, character.name, chosen && alike.length > 1 ? " ×" : null),
              h("b", null, words),
            );
          }),
          more
            ? h(
                "button.cell.quiet",
                { key: "too", type: "button", onclick: () => too(more.character) },
                "+ another person",
              )
            : null,
        )
      : null,
    most > 1 ? stepped(`of ${plain(way.name)}`, share.amount, (amount) => put({ amount }), 1, most) : null,
    way.brings.length ? h("p.hint", null, howBad(state, way, share.amount)) : null,
  );
}

/**
 * What so much of it is called and does, and from where on it is worse: "Minor harm: −1; from 4: severe harm".
 * @param {State} state @param {Way} way @param {number} amount
 */
function howBad(state, way, amount) {
  const [, mark = ""] = way.brings.filter(([least]) => amount >= least).at(-1) ?? [];
  const says = state.game.sheet.marks.find((each) => each.mark === mark)?.says.replace(/^.*?: /, "") ?? "";
  const worse = way.brings
    .filter(([least]) => least > amount)
    .map(([least, name]) => `from ${least}: ${plain(name)}`);
  return [mark ? `${begun(plain(mark))}: ${says.replace(/\.$/, "")}` : "", ...worse].filter(Boolean).join("; ");
}

/**
 * What stands on the button in place of what is chosen; nothing where there is something to tell.
 * @param {Share[]} picked @param {number} many
 */
function stillToChoose(picked, many) {
  if (many > 1) return `Choose ${many}`;
  return picked.length ? "" : "Choose what it brings";
}
