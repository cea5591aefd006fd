// What was lost is said in ready words, and answered at a price: what that may come to, before its dice fall and while
// they wait.

import { h } from "./dom.js";
import { readyLines } from "./evenings.js";
import { moveCalled, phrasesOf, toneOfTier } from "./face.js";
import { isOpposed, moveOf } from "./game.js";
import { spread } from "./odds-bar.js";
import { answeredBy, named, partCharacter, textsOf } from "./people.js";
import { lastBoxWords } from "./prices.js";
import { fallsOn } from "./shares.js";
import { characterName } from "./table-state.js";
import { begun, many, plain, roughly, share, shareTold } from "./words.js";

/**
 * The way that words speak of which begin as a ready phrase, as its game declares it: who is hurt takes harm.
 * @param {State} state @param {Way[]} ways @param {string} words
 */
export function meantBy({ game }, ways, words) {
  return ways.find(({ name }) => phrasesOf(game, "way", name).some((each) => words.startsWith(each.slice(0, -1))));
}

/**
 * What was at stake, what the gm wrote down beforehand and what the game has ready, to tap into the words: nothing is
 * said before the button below says it.
 * @param {State} state @param {Roll} roll @param {Due} due @param {string} now @param {(line: string) => void} say
 */
export function readyWords(state, roll, due, now, say) {
  const phrases = phrasesOf(state.game, due.kind, roll.record?.outcome?.tier ?? "");
  const prepared = readyLines(state, ["complication", "consequence"]);
  const stake = stakesLost(state, roll, due);
  const lines = [...new Set([stake, ...prepared, ...phrases])].filter(Boolean);
  return lines.length
    ? h(
        "div.phrases",
        { key: "lines", role: "group", "aria-label": "ready words" },
        lines.map((line) => {
          const look = { class: line === stake ? "stake" : null, "aria-pressed": line === now ? "true" : null };
          return h("button", { key: line, type: "button", ...look, onclick: () => say(line) }, line);
        }),
      )
    : null;
}

/**
 * What was said to be at stake, where it was not won: it stands with what may hurt.
 * @param {State} state @param {Roll} roll @param {Due} due
 */
export function stakesLost(state, roll, due) {
  const { stakes: lost } = textsOf(state, roll);
  const isTheirs = !isOpposed(state.game, roll.move) || partCharacter(roll, due.on) === roll.character; // who rolled
  return lost && isTheirs && !wentWell(state, roll, due) && due.ways.some((way) => way.track) ? lost : "";
}

/** @param {State} state @param {Roll} roll @param {Due} due */
export function wentWell(state, roll, due) {
  if (isOpposed(state.game, roll.move)) return due.kind !== "consequence"; // won by the one is lost by the other
  const tone = toneOfTier(roll.tiers ?? moveOf(state.game, roll.move).tiers, roll.record?.outcome?.tier ?? "");
  return ["works", "great"].includes(tone);
}

/**
 * "2 dice, about 1.5 stress"; where not every throw can be paid, how often one can: "2 dice: 56 % that you can, for 0
 * to 1 stress". What those alone cost on average would make few dice look as good as many.
 * @param {AnswerWith} way @param {string} who
 */
export function costOf(way, who) {
  const [later] = Object.values(way.chosen_later);
  const [fact, odds] = Object.entries(later?.facts ?? {})[0] ?? [];
  const dice = [many(way.dice, "die", "dice"), ...way.besides.map((each) => `(${each})`)].join(" ");
  if (!fact || !odds) return dice;
  if (later.barred) return `${dice}: ${oftenPaid(later.barred, who)}, for ${priceTold(fact, odds)}`;
  const paid = Object.entries(odds).map(([value, chance]) => [Number(value), share(chance)]);
  const often = paid.reduce((sum, [, chance]) => sum + chance, 0);
  const mean = paid.reduce((sum, [value, chance]) => sum + value * chance, 0) / often;
  return `${dice}, about ${mean.toFixed(1)} ${plain(fact)}`;
}

/** @param {{chance: string}} barred @param {string} who */
function oftenPaid({ chance }, who) {
  return `${roughly(1 - share(chance)).replace(" ", "\u00a0")} that ${who} can`;
}

/**
 * "0 to 5 stress", "no stress".
 * @param {string} fact @param {Record<string, string>} [odds]
 */
function priceTold(fact, odds = {}) {
  const values = Object.keys(odds).map(Number);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return `${most > 0 ? (least < most ? `${least} to ${most}` : most) : "no"} ${plain(fact)}`;
}

/**
 * Where the dice of a roll only tell the price of a choice: what that could be, not odds of what nobody chose yet.
 * @param {State} state @param {Roll} roll @param {string} says the sum of its dice
 */
export function priceView(state, roll, says) {
  const asked = moveOf(state.game, roll.move).decisions.find((each) => state.game.face?.asks[each.decision]);
  const other = roll.chosen_later?.[asked?.decision ?? ""];
  const watchedFacts = Object.entries(state.game.face?.watched ?? {}).filter(([fact]) => other?.facts?.[fact]);
  if (!asked || !other || !watchedFacts.length || !roll.dice?.length) return null;
  const who = roll.seat === state.view.you.seat ? "you" : characterName(state, roll.character);
  const [[fact, look]] = watchedFacts;
  const odds = other.facts?.[fact] ?? {};
  const isPaid = Object.keys(odds).some((value) => Number(value) > 0);
  const open = isPaid ? `; after the throw, ${who} may still choose not to pay` : "";
  return h(
    "div.standing",
    { key: "odds" },
    h(
      "p.works",
      null,
      h("span", null, h("b", null, promised(state, roll, other, fact))), // in one piece, which wraps
      h("span.visually-hidden", null, named(state, roll, says)),
    ),
    answered(state, roll),
    h("p.lab", { key: `lab-${fact}` }, `${begun(plain(fact))} it would cost${open}`),
    spread(look, fact, odds, other.barred),
    dearest(state, roll, fact, odds),
  );
}

/**
 * "Against: severe harm": what of it falls on who rolls.
 * @param {State} state @param {Roll} roll
 */
function answered(state, roll) {
  const [other, due] = answeredBy(state, roll) ?? [];
  const shares = other && due ? (due.named ?? []).filter((each) => fallsOn(other, due, each) === roll.character) : [];
  const told = shares.map((each) => shareTold(each, "")).join(", ");
  return told ? h("p", { key: "resisted" }, `Against: ${told}`) : null;
}

/**
 * "You can always resist: it costs 0 to 5 stress"; or how often that can be paid.
 * @param {State} state @param {Roll} roll @param {PriceOdds} other @param {string} fact
 */
function promised(state, roll, { facts, barred }, fact) {
  const deed = (moveCalled(state.game, roll.move) || plain(roll.move)).toLowerCase();
  const who = roll.seat === state.view.you.seat ? "you" : characterName(state, roll.character);
  const often = barred ? oftenPaid(barred, who) : `${begun(who)} can always`;
  return `${often} ${deed}: it costs ${priceTold(fact, facts?.[fact])}`;
}

/**
 * "+2: It fills Nyx’s stress. Then Nyx is out of action …": what the dearest price would bring besides.
 * @param {State} state @param {Roll} roll @param {string} fact @param {Record<string, string>} odds
 */
function dearest(state, roll, fact, odds) {
  const by = Math.max(...Object.keys(odds).map(Number));
  const price = { who: "roller", character: roll.character, track: fact, by };
  const fills = by > 0 ? lastBoxWords(state, roll, [price]) : "";
  return fills ? h("p.hint", { key: "fills" }, `+${by}: ${fills[0].toLowerCase()}${fills.slice(1).trim()}`) : null;
}
