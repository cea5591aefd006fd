// What the game’s text leaves open, a question each, with what an answer makes of the odds; and what a table allows.

import { control } from "./controls.js";
import { h } from "./dom.js";
import { answerOf, explain, questionOf } from "./face.js";
import { exampleAttempt, moveOf } from "./game.js";
import { oddsBar } from "./odds-bar.js";
import { ask } from "./server.js";
import { named, partName } from "./people.js";
import { leads, seatName } from "./table-state.js";
import { bare, begun, labelOf, listed, percent, plain, share, worded } from "./words.js";

/**
 * What the game's text leaves open: a question each, with what an answer would make of the odds before it is given.
 * @param {State} state @param {Taps} does
 */
export function rulings(state, does) {
  return h(
    "details.card",
    { key: "rulings" },
    h("summary", null, h("h2", null, "House rules")),
    h("p.hint", null, "What the game’s text leaves open. Pick an answer to see its odds; nothing changes yet."),
    underTopics(state.game, state.view.rulings, (ruling) =>
      h(
        "div",
        { key: ruling.ruling },
        rulingControl(
          state.game,
          ruling,
          does.preview?.ruling === ruling.ruling
            ? does.preview.value
            : (state.view.rulings[ruling.ruling] ?? ruling.default),
          (value) => does.previewRuling(ruling.ruling, value),
        ),
        does.preview?.ruling === ruling.ruling ? preview(state.game, does) : null,
      ),
    ),
  );
}

/**
 * House rules that come and go in play, as switches.
 * @param {State} state @param {Taps} does
 */
export function ruledForNow({ game, view }, does) {
  return Object.entries(game.face?.switches ?? {}).map(([ruling, { named, answer, says }]) => {
    const usual = game.rulings.find((each) => each.ruling === ruling)?.default;
    const on = String(view.rulings[ruling] ?? usual) === answer;
    const onchange = () => does.rule(ruling, on ? String(usual) : answer);
    return h(
      "section.card",
      { key: ruling },
      h("h2", null, "For all rolls"),
      h("label.check", null, h("input", { type: "checkbox", checked: on, onchange }), h("span", null, named)),
      h("p.hint", null, `${on ? "Switched on." : "Switched off."} ${says}`),
    );
  });
}

/**
 * All questions under the headings of the game, folded; a heading says how many are ruled otherwise.
 * @param {Game} game @param {Record<string, any>} ruled @param {(ruling: any) => any} one
 */
export function underTopics(game, ruled, one) {
  const topics = Object.entries(game.face?.topics ?? {});
  if (!topics.length) return game.rulings.map(one);
  const isOther = (/** @type {any} */ { ruling, default: usual }) => String(ruled[ruling] ?? usual) !== String(usual);
  return topics.map(([title, names]) => {
    const asked = game.rulings.filter((each) => names.split(" ").includes(each.ruling));
    const others = asked.filter(isOther).length;
    return h(
      "details.more.topic",
      { key: title },
      h("summary", null, `${title} (${asked.length}${others ? `, ${others} of your own` : ""})`),
      asked.map(one),
    );
  });
}

/**
 * A question of the rules with its answers, the usual one marked; one that is a number is counted up and down.
 * @param {Game} game @param {any} ruling @param {any} value @param {(value: string) => void} onChange
 */
export function rulingControl(game, ruling, value, onChange) {
  const name = ruling.ruling;
  const answers = Object.keys(game.face?.questions[name]?.answers ?? {});
  const values = ruling.values ?? answers.filter((each) => each !== "none");
  const input = { ...ruling, input: name, says: ruling.reason, values };
  const called = (/** @type {any} */ each) => answerOf(game, name, each ?? "none");
  const ways = { label: questionOf(game, name), called };
  const drawn = values.length
    ? control({ ...input, type: "choice" }, String(value), onChange, {
        ...ways,
        note: (each) => (each === ruling.default ? "the usual answer" : ""),
      })
    : control(input, value === "none" ? null : Number(value), (each) => onChange(String(each ?? "none")), ways);
  return h("div.house-rule", { key: name }, drawn);
}

/** @param {Game} game @param {Taps} does */
function preview(game, does) {
  const { ruling, value, now, then, unknown, of: example, matters } = does.preview;
  return h(
    "div.preview",
    { role: "status" },
    unknown
      ? h("p.hint", null, "What it makes of the odds cannot be shown with a roll of this table.")
      : [
          matters === false
            ? h("p.hint", null, "It changes no odds of the usual rolls: it is about who may, or what follows.")
            : example
              ? h("p.hint", null, `For example, ${example}:`)
              : null,
          h("p.hint", null, "As it is"),
          oddsBar(now, { waiting: !now }),
          h("p.hint", null, `With “${answerOf(game, ruling, value)}”`),
          oddsBar(then, { waiting: !then }),
        ],
    h(
      "div.actions",
      null,
      h("button.primary", { type: "button", onclick: () => does.rule(ruling, value) }, "Rule so"),
      h("button.quiet", { type: "button", onclick: () => does.previewRuling("", "") }, "Leave it"),
    ),
  );
}

/**
 * The odds of the first roll in which the answer matters, as things are ruled and with one ruling changed; where it
 * matters in none, of the last one. A roll that cannot be counted shows nothing and stands in nobody's way.
 * @param {State} state @param {string} ruling @param {string} value
 */
export async function effectOnOdds(state, ruling, value) {
  const { rulings } = state.view;
  let shown = { unknown: true };
  for (const { asks, ...roll } of rollsAtHand(state, ruling)) {
    const question = { game: state.view.game, near: false, ...roll };
    const asked = [rulings, { ...rulings, [ruling]: value }].map((each) =>
      ask("/api/odds", { ...question, rulings: each }),
    );
    const [now, then] = await Promise.all(asked).catch(() => []);
    if (!now) continue;
    const matters = JSON.stringify(now.tiers) !== JSON.stringify(then.tiers);
    shown = /** @type {any} */ ({ now: now.tiers, then: then.tiers, of: asks ?? plain(roll.move), matters });
    if (matters) break;
  }
  return shown;
}

/** @param {Roll} roll */
function asAsked(roll) {
  const set = Object.entries(roll.inputs ?? {}).filter(([, input]) => input.set);
  return {
    move: roll.move,
    attempt: Object.fromEntries(set.map(([name, input]) => [name, input.value])),
    decide: Object.fromEntries(Object.entries(roll.decide ?? {}).map(([name, { chosen }]) => [name, chosen])),
  };
}

/**
 * Rolls in which a ruling may matter: those in the making, the game's own example, then a typical one of each move that
 * is rolled with a trait.
 * @param {State} state @param {string} ruling
 */
function rollsAtHand(state, ruling) {
  const example = state.game.face?.questions[ruling]?.example;
  const open = state.view.rolls.filter((roll) => roll.status === "open" && roll.odds).map(asAsked);
  const usual = state.game.moves
    .filter((move) => state.game.examples[move.move] && state.game.sheet.picks[move.move]?.length > 1)
    .map((move) => ({
      move: move.move,
      attempt: { ...exampleAttempt(state.game, move), ...state.game.examples[move.move] },
    }));
  const [first] = state.game.moves;
  const plainest = { move: first.move, attempt: exampleAttempt(state.game, first) };
  return /** @type {any[]} */ ([...open, ...(example ? [example] : []), ...usual, plainest]);
}

/**
 * What the table allows, a new round, and a new seed for its dice.
 * @param {State} state @param {Taps} does
 */
export function tableCard(state, does) {
  const eachRound = state.game.rounds ? [] : state.game.sheet.each_round;
  return h(
    "details.card",
    { key: "table" },
    h("summary", null, h("h2", null, "Settings of the table")),
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
  ["undo_alone", true, "{who} takes rolls back alone; if not, one asks and another agrees"],
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
      h("span", null, says.replace("{who}", state.view.with_gm ? "The gm" : "One person")),
    ),
  );
}

/**
 * Advice on a decision in plain words: for each level worth reaching, which option reaches it most often.
 * @param {State} state @param {Roll} roll
 * @param {(state: State, roll: Roll, asks: Asks, option: string) => string} optionCalled
 * @returns {Promise<string[]>}
 */
export async function adviceOn(state, roll, optionCalled) {
  if (!roll.asks?.options) return ["There is nothing to decide."];
  const question = {
    game: state.view.game,
    move: roll.move,
    attempt: roll.attempt,
    rulings: roll.rulings,
    answers: roll.record?.answers,
    most: 1,
  };
  const tiers = Object.keys(roll.asks.options[0].odds?.tiers ?? {}).slice(1).reverse();
  const asks = /** @type {Asks} */ (roll.asks);
  const called = (/** @type {string} */ option) => optionCalled(state, roll, asks, option);
  const told = await Promise.all(tiers.map((aim) => advisedOn(asks, { ...question, aim })));
  const lines = told
    .map(({ decisions }, place) => line(named(state, roll, tiers[place]), place === 0, decisions[0], called))
    .flatMap((each) => (each ? [each] : []));
  if (!lines.length) return ["It makes no difference to the result."];
  const further = told.some(({ decisions }, place) => looksFurther(asks, decisions[0], tiers[place]));
  const counted = further ? "What may still be decided after it is taken as best for that. " : "";
  return [...lines, `${counted}This looks only at the odds, not at the price.`];
}

/** @type {(asks: Asks, question: any) => Promise<any>} of what only leads to a further choice the options of that */
async function advisedOn({ options: shown = [] }, question) {
  const isShown = (/** @type {any} */ each) => shown.some(({ option }) => option === each.option);
  const [first] = (await ask("/api/advice", question)).decisions;
  const led = first?.options.filter((/** @type {any} */ each) => !isShown(each)) ?? [];
  const after = (/** @type {any} */ { option }) =>
    ask("/api/advice", { ...question, answers: [...(question.answers ?? []), option] });
  const told = await Promise.all(led.map(after));
  const further = told.map(({ decisions }) => decisions[0]).filter((each) => each?.options.some(isShown));
  if (!further.length) return { decisions: [first].filter(Boolean) };
  const options = [first, ...further].flatMap((each) => each.options.filter(isShown));
  const isLed = !first.options.some((/** @type {any} */ each) => each.option === first.best && isShown(each));
  return { decisions: [{ ...first, options, best: isLed ? further[0].best : first.best }] };
}

/**
 * Whether advice counts on choices that are still to come: then it promises more than an option's own bar, which stops.
 * @param {Asks} asks @param {any} advised @param {string} aim
 */
function looksFurther(asks, advised, aim) {
  return (asks.options ?? []).some(({ option, odds }) => {
    const worth = advised?.options.find((/** @type {any} */ each) => each.option === option)?.worth;
    const tiers = odds?.tiers ?? {};
    const reached = Object.entries(tiers).slice(Object.keys(tiers).indexOf(aim));
    return worth && Math.abs(share(worth) - reached.reduce((sum, [, chance]) => sum + share(chance), 0)) > 1e-9;
  });
}

/** @type {(tier: string, highest: boolean, advised: any, called: (option: string) => string) => string|null} */
function line(tier, highest, advised, called) {
  const worths = advised?.options.map((/** @type {any} */ option) => option.worth) ?? [];
  if (new Set(worths).size < 2) return null;
  const best = advised.options.find((/** @type {any} */ option) => option.option === advised.best);
  const others = advised.options
    .filter((/** @type {any} */ option) => option !== best && share(option.worth)) // what cannot reach it is not named
    .map((/** @type {any} */ option) => `; ${called(option.option)} ${percent(option.worth)}`)
    .join("");
  const [level, deed] = [`${tier}${highest ? "" : " or better"}`, called(best.option)];
  const says = others
    ? `For ${level}: ${deed} (${percent(best.worth)}${others}).`
    : `Only “${deed}” can still bring ${level}: ${percent(best.worth)}.`;
  return says.replaceAll(" %", "\u00a0%");
}

/**
 * What the words of the game mean, all of them in one place: its own, and what stands on a sheet.
 * @param {State} state
 */
export function wordsOfTheGame(state) {
  explain(state);
  const { face, sheet, ranks = {} } = state.game;
  const [least, ...more] = Object.keys(ranks).map(plain);
  const rank = more.length ? { rank: `How hard something is that goes on, from ${least} to ${more.at(-1)}.` } : {};
  const drawn = /** @type {any[]} */ ([...sheet.tracks, ...sheet.marks]).filter((each) => each.says);
  const ofSheet = drawn.map((each) => [plain(each.track ?? each.mark), worded(each.says)]);
  const words = { ...Object.fromEntries(ofSheet), ...rank, ...face?.glossary };
  const known = Object.entries(words).sort(([a], [b]) => (a < b ? -1 : 1));
  if (!known.length) return null;
  return h(
    "details.more.glossary",
    { key: "words" },
    h("summary", null, "Words of this game"),
    known.map(([word, says]) => h("p", { key: word }, h("b", null, `${begun(word)}: `), says)),
  );
}

/**
 * What the gm may still say once the dice lie: another gamble, or none.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function lastWord(state, roll, does) {
  const late = moveOf(state.game, roll.move).inputs.filter((each) => each.late && !isDeclined(roll, each));
  const open = roll.status === "waiting" || (roll.status === "done" && roll.open_dues.length > 0);
  if (!late.length || !open) return null;
  if (!leads(state)) return roll.status === "done" ? lateTold(state, roll, late) : null;
  return late.map((each) => {
    const now = Number(roll.attempt?.[each.input] ?? each.default ?? 0);
    const say = (/** @type {number} */ to) => does.send("say_late", { roll: roll.roll, inputs: { [each.input]: to } });
    const used = chosenOf(roll, each).filter((isTaken) => isTaken).length;
    const [name, left] = [`${used ? "more " : ""}${lateCalled(state, roll, each.input)}`, now - used];
    return h(
      "div.late",
      { key: `late-${each.input}`, role: "group", "aria-label": `The last word on ${name}` },
      h("b", null, begun(name)),
      h(
        "div.stepper",
        null,
        h("button", { type: "button", "aria-label": "one less", disabled: left < 1, onclick: () => say(now - 1) }, "−"),
        h("output", null, left),
        h("button", { type: "button", "aria-label": "one more", onclick: () => say(now + 1) }, "+"),
      ),
    );
  });
}

/**
 * Whether a further choice was there and was let be, also where the other side throws again since: nobody wonders.
 * @param {Roll} roll @param {Input} input
 */
function isDeclined(roll, input) {
  return chosenOf(roll, input).at(-1) === false;
}

/** @param {Roll} roll @param {Input} input of a further choice: whether it was taken, each time that it was there */
function chosenOf(roll, { input, late }) {
  const side = input.slice(0, -bare(input).length);
  const steps = (roll.record?.steps ?? []).filter(({ name }) => name === `${side}${late}`);
  return steps.map(({ chose, options }) => chose !== options?.[0]);
}

/**
 * What may still be said by its name, and in a contest of whom: "gambles allowed for Nyx".
 * @param {State} state @param {Roll} roll @param {string} input
 */
function lateCalled(state, roll, input) {
  const part = ["attacker", "defender"].find((each) => input.startsWith(`${each}_`));
  return `${labelOf(input)}${part ? ` for ${partName(state, roll, part)}` : ""}`;
}

/**
 * Why no choice came: what the gm allows of it, for whoever rolled; who has taken it knows that it is spent.
 * @param {State} state @param {Roll} roll @param {any[]} late
 */
function lateTold(state, roll, late) {
  if (roll.seat !== state.view.you.seat) return null;
  const never = late.filter((each) => !chosenOf(roll, each).length);
  return never.map(({ input, default: usual }) => {
    const now = roll.attempt?.[input] ?? usual ?? 0;
    const says = `${begun(lateCalled(state, roll, input))}: ${now}; ${seatName(state, "")} may say otherwise.`;
    return h("p.hint", { key: `late-${input}` }, says);
  });
}
