// What whoever leads says of a roll before its dice fall: asked at the thumb, in ready words or in their own.

import { mayJoin } from "./allies.js";
import { sideways } from "./controls.js";
import { asTyped, h } from "./dom.js";
import { readyLines } from "./evenings.js";
import { asksFate, fateCalled, isUnstaked } from "./face.js";
import { isDice, moveOf } from "./game.js";
import { backstage } from "./later.js";
import { easing, inputControl, inputsOn, isCalledFor } from "./inputs.js";
import { HINTS, ownWords, sides, wordsOfGm } from "./inputs.js";
import { answeredBy, deedOf, listedMove, partName } from "./people.js";
import { chosenWords, entriesOf, saidBefore, saidByPick } from "./prices.js";
import { earlyWords, leader } from "./stage.js";
import { answering, asksStill, lessOf } from "./stakes.js";
import { characterName, inputsOf, isEarly, leads, seatName, valueOf } from "./table-state.js";
import { ABOUT, WORDLESS, bare, begun, labelOf, listed, plain } from "./words.js";

/**
 * A line for each thing that whoever leads has to say, and for the stakes: none of them moves once it is said.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function asking(state, roll, does) {
  if (!leads(state) || answeredBy(state, roll)) return null; // of what is answered all was said
  const [side] = sides(roll, state);
  const asked = inputsOn(state, roll, side).shown.filter((input) => isCalledFor(state, roll, input, side));
  const head = ownWords(state, roll) ? "intent" : ""; // stands above, where it is written
  const words = wordsOfGm(state, roll);
  if (!asked.length && !words.length) return null;
  const taken = inputsOf(state, roll).some(({ input, value }) => value?.length && roll.inputs?.[`${input}_from`]);
  const line = (/** @type {any} */ input) =>
    input.type === "text"
      ? wordsAsked(state, roll, does, input.input)
      : inputControl(state, roll, does, input, side);
  const chosen = asked.filter((input) => isChosen(state, roll, input.input));
  const called = inputsOf(state, roll).filter((each) => each.called && each.type === "text");
  const isWaitedFor = (/** @type {any[]} */ [name]) => called.some((each) => each.input === name);
  const rows = [
    ...words.map((name) => [name, wordsAsked(state, roll, does, name)]),
    ...asked.filter((each) => !chosen.includes(each) && each.input !== head).map((each) => [each.input, line(each)]),
  ].sort((one, other) => Number(isWaitedFor(other)) - Number(isWaitedFor(one)));
  return h(
    "div.mods.called-for",
    { key: "called-for" },
    wish(state, roll),
    taken ? backstage.give(does, ({ granted }) => granted(state, roll, does)) : null,
    chosen.map(line), // come and go with what the roller chooses: above the others, which stay under the finger
    rows.map(([, row]) => row),
  );
}

/**
 * One text: a field and ready words beside it; what was said takes the place of both.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} name
 */
function wordsAsked(state, roll, does, name) {
  const left = valueOf(state, roll, name) === WORDLESS; // without words: they may still be said
  const said = !left && !!valueOf(state, roll, name);
  const proposed = said ? "" : proposedWords(state, roll, name);
  const wanted = !said && (roll.needs ?? []).some((need) => need.input === name);
  const more = name === "stakes" ? readyLines(state, ["stake"]) : [];
  const label = ["stakes", "intent"].includes(name) ? askedAs(state, roll, name) : labelOf(name);
  const usual = roll.inputs?.[name]?.usual ? "As usual" : "";
  const sure = name === "stakes" && isUnstaked(state.game, listedMove(state, roll)); // whose move says what a miss is
  const unwritten = left ? "Not said" : sure ? "As the move says, or more" : usual || HINTS[name] || "In a few words";
  const ready = sure ? null : phrasesFor(state, roll, does, name, more);
  return h(
    "div.asked",
    {
      key: `asked-${name}`,
      title: meaningOf(state, roll, name),
      class: said ? "answered" : `${wanted ? "wanted" : ""} ${proposed ? "proposed" : ""}`,
    },
    h(
      "div.writes",
      { key: "writes" },
      h("span.lab", { "aria-hidden": "true" }, begun(label)),
      wordsField(state, roll, does, name, labelOf(name), proposed || unwritten, proposed, left ? "" : undefined),
    ),
    said ? null : proposed ? agreeing(state, roll, does, name, proposed) : ready,
    name === "stakes" ? easing(state, roll, does) : null,
  );
}

/**
 * What stands in the box of whoever leads while they have not said it: their own words from before they were asked
 * again, which nobody's wish wipes out; or what the roller wrote that they do.
 * @param {State} state @param {Roll} roll @param {string} name
 */
function proposedWords(state, roll, name) {
  const own = name === "intent" ? ownWords(state, roll) : undefined;
  const last = entriesOf(state, roll)
    .filter((entry) => entry.inputs?.[name] !== undefined || entry.forgets?.includes(name))
    .at(-1);
  const before = name === "intent" && last?.trait ? "" : saidBefore(state, roll, name); // which was of another action
  const agreed = own && entriesOf(state, roll).some((entry) => entry.inputs?.[own.input] === before);
  const left = before === (name === "intent" ? begun(plain(roll.trait)) : WORDLESS); // so nobody wrote it
  return (agreed || left ? "" : before) || (own ? (valueOf(state, roll, own.input) ?? "") : "");
}

/**
 * Why whoever leads is asked again, beside what they had said; or what nothing waits for and is open all the same.
 * @param {State} state @param {Roll} roll
 */
function wish(state, roll) {
  const own = ownWords(state, roll)?.input ?? "";
  const { asks } = lessOf(state, roll);
  const asked = asksStill(state, roll) && entriesOf(state, roll).filter((entry) => entry.inputs?.[asks]).at(-1);
  const needed = (roll.needs ?? []).map((need) => need.input);
  const anew = forgotBy(state, roll);
  const isOpen = anew?.forgets?.some((/** @type {string} */ name) => needed.includes(name));
  const last = isOpen ? anew : asked;
  if (!last) return joined(state, roll);
  const said = last.inputs?.[own] ? `: “${valueOf(state, roll, own) ?? ""}”` : "";
  const who = characterName(state, roll.character);
  const wishes = valueOf(state, roll, asks) ? "asks to lower the stakes" : "leaves the stakes as they were";
  const does_ = last.inputs?.[asks] ? wishes : said ? "does it another way" : "changed something";
  const so = needed.filter((name) => last.forgets?.includes(name) && !isText(state, roll, name));
  const far = so.map((name) => `${labelOf(name)} ${saidBefore(state, roll, name)}`);
  const picks = `${who} picks ${plain(roll.trait) || "nothing"} instead${so.length ? `; so far ${listed(far)}` : ""}`;
  const also = asked && asked !== last ? ", and asks to lower the stakes" : "";
  const told = `${last.trait != null ? picks : `${who} ${does_}${said}`}${also}`;
  return h("p.wish", { key: "wish", role: "status" }, told);
}

/** @param {State} state @param {Roll} roll of which something has to be said again, after this entry */
function forgotBy(state, roll) {
  return entriesOf(state, roll).filter((entry) => entry.forgets?.length).at(-1);
}

/** @param {State} state @param {Roll} roll */
function joined(state, roll) {
  const { who, how, anew } = joinedSince(state, roll);
  const says = `${who} joins${how ? `: “${how.replace(/[.]$/, "")}”` : ""}. Say anew ${anew}, if that changes it.`;
  return who ? h("p.wish", { key: "wish", role: "status" }, says) : null;
}

/**
 * Who joined since whoever leads said what a group may change: nobody waits for their saying it anew.
 * @param {State} state @param {Roll} roll
 */
function joinedSince(state, roll) {
  const entries = entriesOf(state, roll);
  const last = (/** @type {(entry: Entry) => boolean} */ is) => entries.filter(is).at(-1)?.number ?? Infinity;
  for (const { input, joins } of moveOf(state.game, roll.move).inputs) {
    const offers = roll.offers.filter((offer) => offer.input === input);
    const anew = joins?.anew ?? "";
    const at = offers.at(-1);
    if (!at || !anew || offers.length < (joins?.group ?? 1) || !isSaid(state, roll, anew)) continue;
    const said = last((entry) => entry.inputs?.[anew] !== undefined);
    if (entries.some((entry) => entry.kind === "offered" && entry.input === input && entry.number > said))
      return { who: characterName(state, at.character), how: at.how, anew: askedAs(state, roll, anew) };
  }
  return { who: "", how: "", anew: "" };
}

/**
 * Whoever leads says one thing of a roll, and with it agrees to what is done: nobody is asked for that apart.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} name @param {string} words
 */
function saying(state, roll, does, name, words) {
  does.say(roll, name, words || (name === "intent" ? saidByPick(state, roll) : ""));
  const open = name !== "intent" && leads(state) && (roll.needs ?? []).some((need) => need.input === "intent");
  if (words && open) does.change(roll, "intent", usualWords(state, roll, "intent"));
}

/**
 * What stands for a text that whoever leads leaves as it is.
 * @param {State} state @param {Roll} roll @param {string} name
 */
function usualWords(state, roll, name) {
  return proposedWords(state, roll, name) || (name === "intent" && begun(plain(roll.trait))) || WORDLESS;
}

/** @param {State} state @param {Roll} roll @param {Taps} does @param {string} name @param {string} proposed */
function agreeing(state, roll, does, name, proposed) {
  if (forgotBy(state, roll)?.inputs?.[lessOf(state, roll).asks]) return null; // which is answered as a whole
  const agree = () => saying(state, roll, does, name, proposed);
  const words = proposed === saidBefore(state, roll, name) ? "Still so" : "So be it";
  const says = `${words}: ${proposed}`;
  return h("button", { key: "agree", type: "button", "aria-label": says, onclick: agree }, words);
}

/**
 * The line in which someone writes.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} name @param {string} label
 * @param {string} placeholder @param {string} [proposed] what another wrote for it @param {string} [value]
 */
export function wordsField(state, roll, does, name, label, placeholder, proposed = "", value) {
  return h("textarea", {
    rows: 1,
    maxlength: 500,
    id: `in-${roll.roll}-${name}`,
    "aria-label": label,
    placeholder,
    value: value ?? (valueOf(state, roll, name) || proposed),
    onkeydown: sendOnEnter,
    ...asTyped(
      (words) => saying(state, roll, does, name, words),
      () => !openToChange(state, roll),
    ),
  });
}

/**
 * The headline of whoever leads, where the action is theirs to name: the roller's words until they write others.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function headlineField(state, roll, does) {
  const said = deedOf(state, roll) || (isSaid(state, roll, "intent") ? "" : proposedWords(state, roll, "intent"));
  return wordsField(state, roll, does, "intent", labelOf("intent"), wordsWanted(state, roll), said, said);
}

/**
 * What an empty headline asks for.
 * @param {State} state @param {Roll} roll
 */
export function wordsWanted(state, roll) {
  if (fateCalled(state.game, roll.move)) return ABOUT;
  return asksFate(state.game, roll.move)
    ? "What do you ask?"
    : `What does ${characterName(state, roll.character)} do?`;
}

/** @param {any} event as in any chat, Enter sends what was typed */
function sendOnEnter(event) {
  if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
  event.preventDefault();
  event.target.blur();
}

/**
 * Ready phrases for one text: a tap says that text, and nothing else.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} name @param {string[]} [more]
 */
export function phrasesFor(state, roll, does, name, more = []) {
  const ready = [...more, ...(state.game.face?.phrases[bare(name)] ?? [])];
  if (!ready.length) return null;
  return h(
    "div.phrases",
    { key: `phrases-${name}`, role: "group", "aria-label": `ready phrases: ${labelOf(name)}`, onwheel: sideways },
    ready.map((words) =>
      h("button", { key: words, type: "button", onclick: () => saying(state, roll, does, name, words) }, words)),
  );
}

/**
 * Texts that the rules want and nobody has words for: left as usual, and said to be so; or all that was said before.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {any[]} missing
 */
export function asUsual(state, roll, does, missing) {
  const texts = missing.filter(
    ({ by, input }) => by === "gm" && (isText(state, roll, input) || saidBefore(state, roll, input)),
  );
  const said = texts.filter(({ input }) => saidBefore(state, roll, input) !== "");
  const leaving = (/** @type {any[]} */ open) => () =>
    open.forEach(({ input }) => does.change(roll, input, usualWords(state, roll, input)));
  if (asksStill(state, roll)) return answering(state, roll, does, leaving(said));
  if (!texts.length) return null;
  const before = said.length === texts.length;
  const rest = missing.filter((each) => each.by === "gm" && !texts.includes(each)).length; // which has to be said
  const which = rest ? listed(texts.map(({ input }) => askedAs(state, roll, input))) : "";
  const says = `Leave ${before ? "it so" : "it unsaid"}${which && `: ${which}`}`;
  return h("button.as-usual", { key: "usual", type: "button", onclick: leaving(texts) }, says);
}

/** @param {State} state @param {Roll} roll @param {string} name */
function isText(state, roll, name) {
  return inputsOf(state, roll).some((input) => input.input === name && input.type === "text");
}

/**
 * What the gm has not said yet and need not: the roller knows whom to look at before throwing.
 * @param {State} state @param {Roll} roll
 */
export function mayStillSay(state, roll) {
  const mine = roll.seat === state.view.you.seat && !leads(state);
  if (isDice(roll.move) || asksFate(state.game, roll.move) || answeredBy(state, roll)) return "";
  if (roll.refusal || !state.view.with_gm || !(mine || leads(state))) return "";
  const chosen = unsaidPrice(state, roll);
  if (mine && chosen.length)
    return `Wait for ${leader(state)} to say ${listed(chosen)}, or throw and hear it then`;
  const order = new Set(["stakes", ...(state.game.face?.first ?? [])]);
  const open = inputsOf(state, roll)
    .filter((input) => input.by === "gm" && !input.set && order.has(bare(input.input)))
    .filter((input) => ["choice", "die", "text"].includes(input.type) && !roll.moot?.includes(input.input))
    .filter((input) => input.input !== "stakes" || !isUnstaked(state.game, listedMove(state, roll))); // it says so
  const quiet = mine && !hasSpoken(state, roll); // who has spoken is content with the rest
  const told = [...chosen, ...(quiet ? open.map((input) => askedAs(state, roll, input.input)) : [])];
  const { who, anew } = mine ? joinedSince(state, roll) : { who: "", anew: "" };
  if (who) return `${who} joins: ${leader(state)} may say anew ${anew}`;
  const joins = mayJoin(state, roll);
  if (!told.length) return joins;
  const whose = mine ? `Throw now, or let ${leader(state)} say` : "Not said yet:";
  return `${joins ? `${joins}. ` : ""}${whose} ${listed(told)}`;
}

/**
 * What was chosen for a price in words that whoever leads has not said: "what the bargain costs".
 * @param {State} state @param {Roll} roll
 */
export function unsaidPrice(state, roll) {
  return chosenWords(state, roll)
    .filter((input) => input.by === "gm" && !input.set)
    .map((input) => askedAs(state, roll, input.input));
}

/**
 * Who of those who lead has said something of a roll that is another's.
 * @param {State} state @param {Roll} roll
 */
export function hasSpoken(state, roll) {
  const gms = state.view.seats.filter((seat) => seat.role === "gm" && seat.seat !== roll.seat).map((seat) => seat.seat);
  return entriesOf(state, roll).find((entry) => entry.kind === "set" && gms.includes(entry.by));
}

/**
 * Whether somebody said it, or left it without words.
 * @param {State} state @param {Roll} roll @param {string} name
 */
function isSaid(state, roll, name) {
  const value = valueOf(state, roll, name);
  return value === WORDLESS || !!value;
}

/**
 * The words of the roller's own that make whoever leads weigh the roll anew, once they have said what is at stake.
 * @param {State} state @param {Roll} roll
 */
export function openToChange(state, { roll: number }) {
  const roll = state.view.rolls.find((each) => each.roll === number);
  if (roll?.status !== "open" || roll.moot?.includes("stakes")) return undefined; // nothing is at stake
  const own = roll.seat === state.view.you.seat && !leads(state) ? ownWords(state, roll) : undefined;
  return own?.reopens?.length && isSaid(state, roll, "stakes") ? own : undefined;
}

/**
 * What is asked for, as the field is called in which it is written.
 * @param {State} state @param {Roll} roll @param {string} name
 */
function askedAs(state, roll, name) {
  if (name === "intent") return `what ${characterName(state, roll.character)} does`;
  if (name === "stakes") return "what is at stake";
  if (isChosen(state, roll, name)) return `what the ${labelOf(name)} costs`;
  return labelOf(name);
}

/**
 * What a text is for whose name alone does not tell it: "what a success and a failure would look like".
 * @param {State} state @param {Roll} roll @param {string} name
 */
function meaningOf(state, roll, name) {
  const declared = inputsOf(state, roll).find((input) => input.input === name);
  const told = declared?.type === "text" && declared.by === "gm" && !["intent", "stakes"].includes(name);
  return told ? declared.says : "";
}

/**
 * Who has to say what first.
 * @param {State} state @param {Roll} roll @param {any[]} needed
 */
export function waitsFor(state, roll, needed) {
  if (isEarly(state, roll)) return earlyWords(state, "Intentions are said first; the gm begins the actions.");
  if (!needed.length) return "";
  const others = needed.filter((need) => !(need.input === "intent" && ownWords(state, roll)));
  const missing = others.length ? others : needed; // what is done is said with anything else
  const of = (/** @type {any} */ need) =>
    need.input.startsWith("defender_") ? ` of ${partName(state, roll, "defender")}` : "";
  const one = (/** @type {any} */ need) => `${askedAs(state, roll, need.input)}${of(need)}`;
  const mine = roll.seat === state.view.you.seat;
  const theirs = missing.filter((need) => need.by === "gm" && need.input.startsWith("defender_"));
  const isAsked = asksStill(state, roll) && forgotBy(state, roll)?.inputs?.[lessOf(state, roll).asks];
  const asked = isAsked ? ["whether the stakes are lowered"] : null; // the rest may stay as it was said
  const gms = asked ?? [
    ...(theirs.length > 1 ? [`${theirs.map((need) => labelOf(need.input)).join(" and ")}${of(theirs[0])}`] : []),
    ...missing.filter((need) => need.by === "gm" && !(theirs.length > 1 && theirs.includes(need))).map(one),
  ];
  const own = missing.filter((need) => need.by !== "gm").map(one);
  const whose = mine ? "Still to say" : `Waiting for ${seatName(state, roll.seat)}`;
  return [
    gms.length && leads(state) ? `Still to say: ${gms.length > 2 ? `${gms.length} things` : listed(gms)}` : "",
    gms.length && !leads(state) ? `${mine ? "The throw waits" : "Waiting"} for ${leader(state)}: ${listed(gms)}` : "",
    own.length ? `${whose}: ${listed(own)}` : "",
  ].filter(Boolean).join(". ");
}

/** @param {State} state @param {Roll} roll @param {string} name */
function isChosen(state, roll, name) {
  return chosenWords(state, roll).some((input) => input.input === name);
}
