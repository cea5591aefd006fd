// Who someone is in a roll, and what it costs, brings or changes, in words.

import { toneOfChange, trackLook, waitedWords } from "./face.js";
import { isMark, isOpposed, isUnwritten, isWaiting, joinsOf, moveOf, ownList, ownText } from "./game.js";
import { characterName, seatName } from "./table-state.js";
import { begun, boxesMoved, boxesTold, counted, many, plain, signed, worded } from "./words.js";

export const OTHER_SIDE = "the other side";

/**
 * The character behind a part of a roll; empty for the gm and for parts that no character plays.
 * @param {any} roll @param {string} part
 */
export function partCharacter(roll, part) {
  if (roll.parts) return roll.parts[part] ?? "";
  const place = Number(part.split("-")[1]) - 1;
  if (part.startsWith("helper-")) return roll.offers?.[place]?.character ?? "";
  if (part.startsWith("member-")) return roll.members?.[place] ?? "";
  if (part === "defender") return roll.against;
  return part === "roller" || part === "attacker" ? roll.character : "";
}

/**
 * A part by the name of its character.
 * @param {State} state @param {any} roll @param {string} part
 */
export function partName(state, roll, part) {
  const character = partCharacter(roll, part);
  if (character) return characterName(state, character);
  if (part === "defender") return textsOf(state, roll).defender_name || OTHER_SIDE;
  return part === "gm" ? seatName(state, "") : plain(part);
}

/**
 * What someone does who joins a roll through an input: "helps", "takes part", "helps Nyx" where there are sides.
 * @param {State} state @param {any} roll @param {string} move @param {string} input
 */
export function joinWords(state, roll, move, input) {
  if (input === "members") return "takes part";
  const side = ["attacker", "defender"].find((each) => input.startsWith(`${each}_`));
  const told = joinsOf(state.game, move, input)?.told ?? "helps";
  return side && roll ? told.replace(/^\S+/, (verb) => `${verb} ${partName(state, roll, side)}`) : told;
}

/**
 * A mark is set or cleared: "marks wounded", "clears wounded", "is out of action", "is no longer in a bad spot".
 * @param {Game} game @param {string} mark @param {boolean} set
 */
export function markWords({ sheet }, mark, set) {
  const known = sheet.marks.find((each) => each.mark === mark);
  const [is, ...how] = (known ? (known.verb ?? "is") : "has").split(" "); // else it is a trait: "has hide gilded"
  return [set ? is : is === "is" ? "is no longer" : `no longer ${is}`, ...how, plain(mark)].join(" ");
}

/**
 * What it is called that points come or go: "takes 2 stress", "loses 1 willpower"; what was paid is spent.
 * @param {Game} game @param {string} track @param {number} by @param {boolean} [paid]
 */
export function pointsWords(game, track, by, paid) {
  const tone = toneOfChange(game, track, by);
  const less = tone === "good" ? "sheds" : paid ? "spends" : "loses";
  const deed = by < 0 ? less : tone === "hurt" ? "takes" : "gains";
  const [name, { used }] = [plain(track), trackLook(game, track)];
  if (used && name.includes(used)) return `${deed} a ${name.replace(used, `${used} of ${Math.abs(by)}`)}`;
  if (isInBoxes(game, track)) return `${deed} ${boxesTold(Math.abs(by))} of ${name}`;
  return `${deed} ${many(Math.abs(by), name, name)}`;
}

/**
 * Whether a track is ten boxes of four ticks.
 * @param {Game} game @param {string} track
 */
export function isInBoxes(game, track) {
  return track === "ticks" || trackLook(game, track).drawn === "progress";
}

/** @param {State} state @param {Roll|null} roll @param {Effect} effect */
export function whose(state, roll, effect) {
  return effect.character ? characterName(state, effect.character) : partName(state, roll, effect.who);
}

/**
 * "Moth takes 1 stress", "Moth is wounded".
 * @param {State} state @param {Roll|null} roll @param {Effect} effect @param {boolean} [paid]
 */
export function effectWords(state, roll, effect, paid) {
  const ranks = Object.keys(state.game.ranks ?? {});
  if (effect.track === "rank" && ranks.length)
    return `The rank rises to ${plain(ranks[ranks.indexOf(String(roll?.attempt?.rank)) + 1])}`;
  const name = whose(state, roll, effect);
  if (isMark(state.game, effect.track)) return `${name} ${markWords(state.game, effect.track, effect.by > 0)}`;
  const track = trackOf(roll, effect);
  const told = roll && effect.by < 0 && isWaiting(state.game, track) ? waitedWords : pointsWords;
  return `${name} ${told(state.game, track, effect.by, paid)}`;
}

/**
 * The track of a sheet that an effect moves.
 * @param {Roll|null} roll @param {Effect} effect
 */
export function trackOf(roll, effect) {
  return roll?.track_names?.[effect.track] ?? effect.track;
}

/**
 * Whether an effect is a gain, harm, or neither.
 * @param {State} state @param {Roll|null} roll @param {Effect} effect
 */
export function toneOfEffect(state, roll, effect) {
  return toneOfChange(state.game, trackOf(roll, effect), effect.by);
}

/**
 * " Used Rope: from above only.": the named things that were used, and how they were invoked where that was said.
 * @param {State} state @param {Roll} roll
 */
function usedWords(state, roll) {
  const texts = textsOf(state, roll);
  const { inputs } = moveOf(state.game, roll.move);
  const invoked = inputs.find((each) => each.type === "text" && each.beside && texts[each.input]);
  const said = invoked ? texts[invoked.input] : texts.used;
  return said ? ` Used ${said}`.replace(/([^.!?…])$/, "$1.") : "";
}

/**
 * One line of why an outcome is what it is.
 * @param {State} state @param {Roll} roll @param {Outcome} outcome
 */
export function whyWords(state, roll, outcome) {
  const why = outcome.why ? `${begun(named(state, roll, outcome.why))}.` : "";
  return why + usedWords(state, roll) + freeOfCharge(state, roll, outcome);
}

/**
 * What had a price, and cost nothing this time.
 * @param {State} state @param {Roll} roll @param {Outcome} outcome
 */
function freeOfCharge(state, roll, outcome) {
  const priced = moveOf(state.game, roll.move).decisions.some(({ decision }) => state.game.face?.asks[decision]);
  const free = state.game.sheet.tracks.filter(({ track }) => outcome.facts?.[track] === 0);
  return priced && free.length ? ` It costs no ${free.map(({ track }) => plain(track)).join(" and no ")}.` : "";
}

/**
 * The texts that people wrote of a roll, whether it is open or over.
 * @param {State} state @param {Roll} roll @returns {Record<string, string>}
 */
export function textsOf(state, roll) {
  if (roll.texts) return roll.texts;
  if (roll.inputs) return Object.fromEntries(Object.entries(roll.inputs).map(([name, input]) => [name, input.value]));
  const told = [...state.log.values()].filter((entry) => entry.number === roll.roll || entry.roll === roll.roll);
  return Object.assign({}, ...told.map((entry) => ({ ...entry.inputs, ...entry.attempt })));
}

/**
 * What is done, in people's words and no others; an intent that says what is rolled with gives way to the roller's own.
 * @param {State} state @param {Roll} roll @param {Record<string, string>} [texts]
 */
export function deedOf(state, roll, texts = textsOf(state, roll)) {
  const { intent = "" } = texts;
  if (isUnwritten(state.game, roll.trait, intent)) return "";
  const own = ownText(state.game, roll.move);
  return own && intent === begun(plain(roll.trait)) ? (texts[own.input] ?? "") : intent;
}

/**
 * Which of the game's own list a roll is, as people call it; empty where none is named.
 * @param {State} state @param {any} roll
 */
export function listedMove(state, roll) {
  const { input = "", default: none } = ownList(state.game, roll.move) ?? {};
  const named = textsOf(state, roll)[input] ?? roll.attempt?.[input] ?? roll.inputs?.[input]?.value;
  return named && named !== none ? plain(named) : "";
}

/**
 * Words of the rules about a roll, with the names of those who take part.
 * @param {State} state @param {any} roll @param {string} words
 */
export function named(state, roll, words) {
  if (!roll) return worded(words);
  const helped = worded(words).replace(/\b(helper|member|participant)[ -](\d+)/gi, (whole, kind, place) => {
    const part = `${kind.toLowerCase()}-${place}`;
    return partCharacter(roll, part) ? partName(state, roll, part) : whole;
  });
  const told = isOpposed(state.game, roll.move) ? sided(helped, (part) => partName(state, roll, part)) : helped;
  return told
    .replace(/\b(the )?roller\b/gi, () => characterName(state, roll.character))
    .replace(/\bfrom before\b/, () => waited(state, roll));
}

/**
 * Where a bonus comes from that waited for this roll: the help of another, or something before.
 * @param {State} state @param {any} roll
 */
function waited(state, { character, roll }) {
  const rose = (/** @type {Change} */ [where, name, from, to]) =>
    where === character && to > from && isWaiting(state.game, name) && toneOfChange(state.game, name, 1) === "good";
  const [given] = [...state.log.values()]
    .filter((entry) => (!roll || entry.number < roll) && entry.changes?.some(rose) && isStanding(state, entry))
    .sort((a, b) => b.number - a.number);
  const by = state.log.get(given?.roll ?? 0)?.character;
  return by && by !== character ? `help from ${characterName(state, by)}` : "from before";
}

/** @param {string} words @param {(part: string) => string} nameOf */
export function sided(words, nameOf) {
  return words.replace(/\b(?:the )?(attacker|defender)\b/gi, (whole, part) => {
    const name = nameOf(part.toLowerCase());
    return whole[0] === whole[0].toLowerCase() ? name.replace(/^The /, "the ") : begun(name);
  });
}

/**
 * Who rolls, and against whom where there are two sides.
 * @param {State} state @param {any} roll
 */
export function rollersName(state, roll) {
  const who = characterName(state, roll?.character ?? "");
  return roll && isOpposed(state.game, roll.move) ? `${who} against ${partName(state, roll, "defender")}` : who;
}

/**
 * Whether something is another than it was.
 * @param {Change} change
 */
export function isMoved([, , before, after]) {
  return JSON.stringify(before) !== JSON.stringify(after);
}

/**
 * Whether what an entry brought still stands: neither it was taken back, nor the roll that answered it.
 * @param {State} state @param {Entry} entry
 */
export function isStanding(state, entry) {
  if (state.view.undone.includes(entry.number)) return false;
  const entries = [...state.log.values()];
  return !entry.answers || !entries.some(({ kind, roll }) => kind === "undone" && roll === entry.answers);
}

/**
 * Whether it was settled by a roll with a story of its own, as a price that is rolled, which tells it.
 * @param {State} state @param {Entry} entry
 */
export function isToldApart({ game, log }, { answers }) {
  const roll = log.get(answers ?? 0);
  return !!roll && !moveOf(game, roll.move ?? "action").only_answers;
}

export const LEFT_TO_SAY = "It is not taken in full: what is left is still to be said.";

/**
 * What an entry changed, together with what was made of it by the roll that answered it; null while that is open.
 * @param {State} state @param {Entry} entry @returns {Change[]|null}
 */
export function changesLeft(state, entry) {
  const own = entry.changes ?? [];
  if (!entry.answers) return own;
  const answer = state.view.rolls.find((each) => each.roll === entry.answers);
  if (answer?.open_dues.some((due) => due.is_remainder)) return null;
  const later = [...state.log.values()]
    .filter((each) => each.kind === "settled" && each.roll === entry.answers && isStanding(state, each))
    .flatMap((each) => each.changes ?? []);
  const after = (/** @type {Change} */ [where, name, , to]) =>
    later.filter((each) => each[0] === where && each[1] === name).at(-1)?.[3] ?? to;
  const isNew = (/** @type {Change} */ change) => !own.some((each) => each[0] === change[0] && each[1] === change[1]);
  return [
    ...own.map((change) => /** @type {Change} */ ([change[0], change[1], change[2], after(change)])),
    ...later.filter(isNew),
  ].filter(isMoved);
}

/**
 * "Nyx takes 2 stress (now 5), Moth gained Lockpicks".
 * @param {State} state @param {Change[]|undefined} changes @param {boolean} [rolled] whether dice changed it
 */
export function changesWords(state, changes, rolled = false) {
  return (changes ?? [])
    .filter(isMoved)
    .map(([where, name, before, after]) => {
      if (name === "name") return `${before} is called ${after} again`;
      const all = state.game.sheet.tracks.some((each) => each.track === name) ? "the party " : "";
      const whose = where === "table" ? all : `${whereName(state, where)} `;
      if (name === "ended") return after ? `“${whose.trim()}” is over` : `“${whose.trim()}” goes on`;
      if (name === "intentions") return ""; // told where they are said
      if (typeof after === "boolean") return `${whose}${markWords(state.game, name, after)}`;
      if (name === "things") return `${whose}${thingsChanged(state, before ?? [], after ?? [])}`;
      if (name.startsWith("paper:")) return `${whose}is described as before`;
      if (name === "filled" && isFull(state, where, after)) return `${whose}is full (${after} of ${after})`;
      const used = rolled && after < before && isWaiting(state.game, name);
      if (used) return `${whose}${waitedWords(state.game, name, after - before)}`;
      return `${whose}${changed(state, name, before, after, rolled)}`;
    })
    .filter(Boolean)
    .join(", ");
}

/**
 * "gained Lockpicks", "left Rope behind", "used Ghost step", "loses 2 of Rope (1 of 3 left)".
 * @param {State} state @param {Thing[]} before @param {Thing[]} after
 */
export function thingsChanged(state, before, after) {
  const names = (/** @type {Thing[]} */ list) => list.map((each) => each.name).join(", ");
  const was = (/** @type {Thing} */ thing) => before.find((each) => each.name === thing.name);
  const gained = after.filter((each) => !was(each));
  const left = before.filter((each) => !after.some((other) => other.name === each.name));
  const used = after.filter((each) => was(each) && was(each)?.spent !== each.spent);
  const worn = used.filter((each) => each.spent && isWorn(state, each));
  const others = used.filter((each) => !worn.includes(each));
  const told = [
    gained.length ? `gained ${names(gained)}` : "",
    left.length ? `left ${names(left)} behind` : "",
    others.length ? `${others.some((each) => each.spent) ? "used" : "restored"} ${names(others)}` : "",
    ...worn.map((each) => wornWords(each, was(each)?.spent ?? 0)),
  ];
  return told.filter(Boolean).join(", ") || "has other words for a thing";
}

/** @param {State} state @param {Thing} thing */
function isWorn(state, thing) {
  return !!state.game.things?.some((kind) => kind.kind === thing.kind && kind.wears);
}

/** @param {Thing} thing @param {number} before what was worn of it before */
function wornWords({ name, spent = 0, most }, before) {
  const left = (most ?? 0) - spent;
  const by = spent - before;
  return `${by > 0 ? `loses ${by} of` : `has ${-by} back of`} ${name} (${left ? `${left} of ${most} left` : "broken"})`;
}

/**
 * The due that a roll answers, of another roll: what was named and is resisted.
 * @param {State} state @param {{move: string, character: string}} roll @returns {[Roll, Due]|null}
 */
export function answeredBy(state, roll) {
  for (const other of state.view.rolls)
    for (const due of other.open_dues)
      if (due.answered_by === roll.move && due.answers.some((each) => each.character === roll.character))
        return [other, due];
  return null;
}

/**
 * Whose it is that changed: a character, a clock, an undertaking.
 * @param {State} state @param {string} where
 */
export function whereName(state, where) {
  const found =
    state.view.clocks.find((each) => each.clock === where) ??
    state.view.undertakings.find((each) => each.undertaking === where);
  return found?.name ?? characterName(state, where);
}

/** @param {State} state @param {string} where @param {any} filled */
function isFull(state, where, filled) {
  return state.view.clocks.some((each) => each.clock === where && each.size === filled);
}

/** @param {State} state @param {string} name @param {any} before @param {any} after @param {boolean} rolled */
function changed(state, name, before, after, rolled) {
  const called = name === "filled" ? "" : `${plain(name)} `;
  if (isInBoxes(state.game, name))
    return `${name === "ticks" ? "progress" : plain(name)} ${boxesMoved(before, after)}`;
  if (typeof before !== "number" || typeof after !== "number") return `${called}is now ${after ?? "none"}`;
  const isTrack = state.game.tracks?.some((/** @type {any} */ each) => each.track === name);
  const by = after - before;
  return `${isTrack ? pointsWords(state.game, name, by, rolled) : `${called}${signed(by)}`} (now ${counted(after)})`;
}

/**
 * Who asked to take a roll back, where another than they ended it: the roll stands.
 * @param {State} state @param {Entry} entry
 */
export function askedInVain(state, entry) {
  const asked = [...state.log.values()].filter((each) => each.kind === "wished" && each.roll === entry.roll);
  const last = asked.filter((each) => each.number < entry.number).sort((a, b) => b.number - a.number)[0];
  return entry.withdrawn && last && last.by !== entry.by ? last.by : "";
}

/** @param {State} state @param {Entry} entry */
export function stands(state, entry) {
  return askedInVain(state, entry) ? `${begun(seatName(state, entry.by))} lets the roll stand.` : "";
}
