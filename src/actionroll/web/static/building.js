// A roll before its dice fall: the dice, the odds as they change, all that changes them with its price, and the throw.

import { mayJoin, stillRolls } from "./allies.js";
import { asUsual, asking, mayStillSay, openToChange, unsaidPrice, waitsFor } from "./asking.js";
import { isAid } from "./attention.js";
import { diceBySide, diceNamed, glossed, nameOfThrower, otherSide, throwWords } from "./dice.js";
import { h } from "./dom.js";
import { asksFate } from "./face.js";
import { chanceOf, defends, isDice, isOpposed, joinsBeside, joinsOf, moveOf } from "./game.js";
import { helping } from "./helping.js";
import { icon } from "./icons.js";
import { backstage, dues, rounds, sworn } from "./later.js";
import { easing, mayRoll, moreAbout, sideControls, sides, wordsOfGm } from "./inputs.js";
import { chanceSaid, oddsBar, ofTrack, summed, watched } from "./odds-bar.js";
import { joinWords, named, partName } from "./people.js";
import { costWords, fullTrack, theOne } from "./prices.js";
import { hasAsked, lessOf } from "./stakes.js";
import { characterName, inputsOf, isChanged, isEarly, leads, myCharacters, standing } from "./table-state.js";
import { proposals, usableThings } from "./things.js";
import { isDeed, treated } from "./upkeep.js";
import { TAKE_BACK, begun, labelOf, listed, owedTold, plain, roughly, share, worded } from "./words.js";

/**
 * What there is to see, and what there is to say and do, with the throw at the thumb.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
export function building(state, roll, does) {
  if (isDeed(state.game, roll.move)) return [null, backstage.give(does, ({ deedForm }) => deedForm(state, roll, does))];
  const now = standing(state, roll);
  const missing = (roll.needs ?? []).filter((need) => !isChanged(state, roll, need.input));
  const blocked = missing.length > 0 || (!!roll.refusal && !now.waiting);
  const dice = [...(roll.dice ?? []), ...(roll.sketched ?? [])];
  const isIdle = blocked && !missing.length && !dice.length && !roll.leave; // no dice will come, whatever is said
  const refused = mayRoll(state, roll) && !leads(state) ? heldBack(roll, now.waiting) : "";
  const held = dice.length ? "" : tooEarly(state, roll, missing) || refused;
  const sight = held ? [h("p.held", { key: "held", role: "alert" }, held)] : isIdle ? [] : [
    h(
      "div.to-throw",
      { key: "dice", class: isChanged(state, roll) && now.waiting ? "waiting" : null },
      dice.length ? diceBySide(state, roll, dice, "building") : h("div.dice.building"), // which come into their room
    ),
    now.tiers ? oddsView(state, roll, now, does) : uncounted(state, roll, missing),
  ];
  const joining = helping(state, roll, does);
  const came = sideControls(state, roll, does, sides(roll, state)[0], true);
  const doing = [
    mayRoll(state, roll) ? null : [joining, aiding(state, roll, does)], // first, before what is not theirs to touch
    isOpposed(state.game, roll.move) && mayRoll(state, roll)
      ? backstage.give(does, ({ againstChoice }) => againstChoice(state, roll, does))
      : null,
    h(
      "div.mods",
      { key: "inputs" },
      inOrder(state, roll).map((side) => sideControls(state, roll, does, side)),
    ),
    joinsBeside(state.game, roll.move).some((name) => roll.inputs?.[name]) && roll.move !== state.game.moves[0].move
      ? h("p.hint", { key: "group" }, sentences(moveOf(state.game, roll.move).says, mayJoin(state, roll)))
      : null,
    roll.unasked ? h("p.hint", { key: "unasked" }, roll.unasked) : null,
    proposals(state, roll, does, (input) => (roll.inputs?.[input].by === "gm" ? leads(state) : mayRoll(state, roll))),
    state.game.undertakings?.length
      ? sworn.give(does, ({ madeOn }) => madeOn(state, roll, does, mayRoll(state, roll)))
      : null,
    asksFate(state.game, roll.move) || isOpposed(state.game, roll.move) ? null : usableThings(state, roll, does),
    leads(state) ? joining : null,
    asides(state, roll, does, blocked),
    came ? h("div.mods", { key: "came" }, came) : null,
    mayRoll(state, roll) && !leads(state) ? joining : null, // below all that they touch: who comes moves nothing
    mayChange(state, roll),
    owedBefore(state, roll, does),
    throwing(state, roll, does, missing, blocked, now.waiting),
  ];
  return [sight, doing];
}

/** @param {string[]} said each with its full stop */
const sentences = (...said) => said.filter(Boolean).map((each) => each.replace(/[.]?$/, ".")).join(" ");

/**
 * What is one's own first.
 * @param {State} state @param {Roll} roll
 */
function inOrder(state, roll) {
  const [all, own, other] = sides(roll, state);
  return defends(state.view, roll) ? [own, all, other] : [all, own, other].filter((side) => side !== undefined);
}

/**
 * Where nobody joins a roll, help is a roll of one's own: the move for it is chosen on the sheet.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function aiding(state, roll, does) {
  const { aids, means, stances } = state.game.face ?? {};
  const { move } = state.game.moves[0];
  const { kind = "" } = state.view.undertakings.find((each) => each.undertaking === roll.undertaking) ?? {};
  if (!aids || roll.move !== move || roll.seat === state.view.you.seat || leads(state)) return null;
  const aid = (/** @type {Character} */ ally) => () => {
    does.choose(ally, { move, against: "", members: [ally.character], named: aidOf(ally) });
    does.toSheet(ally.name);
  };
  const aidOf = (/** @type {Character} */ { values }) => {
    const [marked, calm] = stances?.[kind] ?? [];
    const stance = marked && values[marked.mark] ? marked : calm;
    return aids.split(" ").find((each) => stance?.moves.includes(each)) ?? aids.split(" ")[0];
  };
  return myCharacters(state).map((each) =>
    h(
      "button.mod.offer",
      { key: `aid-${each.character}`, type: "button", onclick: aid(each) },
      icon("go"),
      h(
        "span.what",
        null,
        h("b", null, `${each.name} helps: ${plain(aidOf(each))}`),
        h("small", null, `A roll of your own. ${means?.[aidOf(each)] ?? ""}`),
      ),
    ),
  );
}

/**
 * An ally's roll to aid goes on: who would throw may wait for it.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function aided(state, roll, does) {
  const aid = state.view.rolls.find((each) => each.character !== roll.character && isAid(state, each));
  if (!aid || isAid(state, roll)) return null;
  const says = `${characterName(state, aid.character)} is aiding: wait for it, or throw now`;
  return h(
    "button.due-line.aided",
    { key: "aided", type: "button", onclick: () => does.stage(aid.roll) },
    h("span", { role: "status" }, says),
    icon("go"),
  );
}

/**
 * Why no odds are shown: they take too long to count, or something has to be said first; in their room.
 * @param {State} state @param {Roll} roll @param {any[]} missing
 */
function uncounted(state, roll, missing) {
  const refused = state.near.get(roll.roll)?.near.refused;
  if (refused) return h("p.hint", { key: "odds" }, refused);
  const texts = inputsOf(state, roll).flatMap(({ input, type }) => (type === "text" ? [input] : []));
  const { tiers } = moveOf(state.game, roll.move);
  const first = missing.find(({ input }) => !texts.includes(input));
  const isOpposed = sides(roll, state).length > 1;
  const what = isOpposed ? "the other side’s dice are" : `${labelOf(first?.input ?? "")} is`;
  const says = first ? `The odds stand here, once ${what} said.` : "";
  return h("div.standing.uncounted", { key: "odds", class: isOpposed ? "of-two" : `of-${tiers.length}` }, says);
}

/**
 * What the roller still owes from before: banes to assign.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function owedBefore(state, roll, does) {
  const owed = asksFate(state.game, roll.move) ? [] : (roll.owed ?? []); // which is how it is answered
  return owed.map((due) =>
    h(
      "button.due-line",
      { key: `owed-${due.roll}-${due.due}`, type: "button", onclick: () => does.stage(due.roll) },
      h(
        "span",
        null,
        `First: ${characterName(state, roll.character)} still has `,
        `${due.amount > 1 ? `${owedTold(due)} to place` : `to say ${theOne(owedTold(due))}`} from before`,
      ),
      icon("go"),
    ),
  );
}

/**
 * What the odds are: how often it works, every tier, and what else people watch.
 * @param {State} state @param {Roll} roll @param {any} now @param {Taps} does
 */
function oddsView(state, roll, now, does) {
  if (isPriced(roll)) return dues.give(does, ({ priceOfAnswer }) => priceOfAnswer(state, roll, now.says));
  if (isDice(roll.move) && Object.keys(now.tiers).length < 2)
    return backstage.give(does, ({ plainOdds }) => plainOdds(state, roll, now));
  const [tier, ...others] = Object.keys(now.tiers);
  const sure = !others.length && !roll.dice?.length && !now.waiting; // nothing is rolled: what comes of it, and why
  const [says, whose] = [named(state, roll, now.says), characterName(state, roll.character)];
  const said = chanceSaid(state.game, roll.move, now.tiers);
  const forWhom = isOpposed(state.game, roll.move) ? chanceOf(state.view, roll) : "";
  const after = roll.dice?.[0]?.by?.startsWith("helper-") ? h("span.of-whom", null, `${whose}: `) : null;
  return h(
    "div.standing",
    { key: "odds", class: roll.members.length ? "of-several" : null },
    h(
      "p.works",
      null,
      sure
        ? h("b", null, begun(tier))
        : said
          ? [h("b", null, after, said.told), h("span", null, ` ${forWhom || said.words}`)]
          : null,
      summed(
        sure ? h("span.says", null, ` ${begun(says)}`) : sumOf(state, roll, says, now.besides),
        costWords(state, roll, now.costs),
      ),
    ),
    sure ? null : oddsBar(now.tiers, { waiting: now.waiting, named: (each) => named(state, roll, each) }),
    !now.facts && !others.length
      ? null
      : watched(
          state.game,
          Object.keys(moveOf(state.game, roll.move).facts),
          now.facts,
          undefined,
          (fact) => fullTrack(state, roll, fact),
          (words) => named(state, roll, ofTrack(roll, words)),
          (words) => glossed(state.game, words),
        ),
  );
}

/**
 * Whether the dice only tell the price of a choice.
 * @param {Roll} roll
 */
const isPriced = ({ dice, chosen_later: priced }) => !!dice?.length && Object.keys(priced ?? {}).length > 0;

/**
 * The sum of the dice: whole for who cannot see them, else what the dice that are drawn do not tell. Where a helper's
 * dice fall before the others, the chance is of the whole, the dice are theirs.
 * @param {State} state @param {Roll} roll @param {string} sum @param {string[]} besides
 */
function sumOf(state, roll, sum, besides) {
  const by = roll.dice?.[0]?.by ?? "";
  const [isFirst, whose] = [by.startsWith("helper-"), `${partName(state, roll, by)}’s`];
  const helped = isFirst ? `${whose} help counted in` : listed(helpOf(state, roll));
  const told = besides.map((each) => named(state, roll, each)).join("; ");
  const chance = roll.odds?.own ? `${roughly(share(roll.odds.own)).replace(" ", "\u00a0")}, ` : "";
  const own = `${whose} own roll: ${chance}`;
  const whole = isFirst ? `${helped}. ${own}${sum}` : [helped, sum].filter(Boolean).join(": ");
  return h(
    "span.says",
    null,
    h("span.visually-hidden", null, whole),
    h("span", { class: isFirst ? null : "lent", "aria-hidden": "true" }, helped && told ? `${helped}. ` : helped),
    h("span", { "aria-hidden": "true" }, isFirst && told ? `${own}${told}.` : begun(told)),
  );
}

/** @param {State} state @param {Roll} roll */
function helpOf(state, roll) {
  return roll.offers
    .filter(({ input }) => roll.inputs?.[joinsOf(state.game, roll.move, input)?.allowed ?? ""]?.value !== false)
    .map((each) => `${characterName(state, each.character)} ${joinWords(state, roll, roll.move, each.input)}`);
}

/**
 * What is seldom said of a roll, and what is done with it but the throw.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {boolean} blocked
 */
function asides(state, roll, does, blocked) {
  const more = moreAbout(state, roll, does);
  if (!mayRoll(state, roll) && roll.thrower !== state.view.you.seat) return more;
  const isEased = roll.inputs?.risk?.value === "none";
  const back = isEased ? "Take it back" : TAKE_BACK;
  const by = does.handFor === roll.roll ? "Let the page throw" : "I throw real dice";
  const hand = state.view.settings.hand_dice !== false && !isEased ? by : "";
  const quiet = (/** @type {string} */ words, /** @type {any} */ onclick, disabled = false) =>
    words ? h("button.quiet", { type: "button", disabled, onclick }, words) : null;
  return h(
    "footer.asides",
    { key: "asides" },
    more,
    quiet(hand, () => does.askHand(roll), blocked || !roll.dice?.length || isOfHelper(state, roll)),
    quiet(mayRoll(state, roll) ? back : "", () => does.send("withdraw", { roll: roll.roll })),
    wordsOfGm(state, roll).includes("stakes") ? null : easing(state, roll, does), // else beside them
  );
}

/**
 * Whether a helper's dice fall first, which are theirs to throw.
 * @param {State} state @param {Roll} roll
 */
function isOfHelper(state, { thrower, seat }) {
  return !!thrower && thrower !== seat && thrower !== state.view.you.seat && !leads(state);
}

/**
 * @param {State} state @param {Roll} roll @param {Taps} does @param {any[]} missing @param {boolean} blocked
 * @param {boolean} waits
 */
function throwing(state, roll, does, missing, blocked, waits) {
  const refused = roll.refusal && !waits ? worded(roll.refusal) : "";
  const [wants, first] = [waitsFor(state, roll, missing), stillRolls(state, roll)];
  const isHeld = !leads(state) && mayRoll(state, roll) && heldBack(roll, waits);
  const isAbove = !roll.dice?.length && !roll.sketched?.length && (isHeld || tooEarly(state, roll, missing));
  const told = isAbove ? "" : (roll.leave && refused) || wants || first || mayStillSay(state, roll) || refused;
  const thrower = roll.thrower ?? roll.seat;
  const mine = thrower === state.view.you.seat;
  if (isOfHelper(state, roll)) return helperFirst(state, roll, thrower);
  if (defends(state.view, roll)) return backstage.give(does, (given) => given.readying(state, roll, does, told));
  if (!mine && !mayRoll(state, roll)) return told ? h("p.needs", { key: "needs" }, told) : null;
  const whose = nameOfThrower(state, roll, thrower);
  const unheard = !blocked && (first || unsaidPrice(state, roll).length) ? " all the same" : "";
  const own = thrower === roll.seat ? unheard : " to help";
  const words = `${throwWords(roll)}${mine ? own : ` for ${whose}`}`;
  return h(
    "div.throwing",
    { key: "throw" },
    h(
      "div.still",
      { key: "still" },
      h("p.needs", { key: "needs", role: roll.refusal && !missing.length ? "alert" : null }, told),
      refused && mine && roll.moot?.length // it is of no use as it was picked, whatever else is said
        ? h("button.as-usual", { key: "other", type: "button", onclick: () => does.toSheet() }, "Pick another")
        : null,
      refused ? treated(state, roll, does) : null,
      mine && isOpposed(state.game, roll.move)
        ? backstage.give(does, ({ oneOfUs }) => oneOfUs(state, roll, missing))
        : null,
      leads(state) && isEarly(state, roll) ? rounds.here?.actionsNow(state, does) : null,
      leads(state) ? [given(roll, does), asUsual(state, roll, does, missing)] : null,
    ),
    asking(state, roll, does),
    aided(state, roll, does),
    does.handFor === roll.roll
      ? typedIn(state, roll, does, roll.dice ?? [], blocked)
      : h(
          "button.throw",
          {
            key: "throw",
            type: "button",
            class: mine ? null : "for-another",
            disabled: blocked,
            onclick: () => does.throw(roll),
          },
          otherSide(state, roll, words),
        ),
  );
}

/**
 * That nothing is rolled before the actions of a round begin, whatever is said of it.
 * @param {State} state @param {Roll} roll @param {any[]} missing
 */
function tooEarly(state, roll, missing) {
  return isEarly(state, roll) ? waitsFor(state, roll, missing) : "";
}

/**
 * Why nothing is rolled unless whoever leads allows it, however much is said of the roll.
 * @param {Roll} roll @param {boolean} waits
 */
function heldBack({ leave, refusal }, waits) {
  return leave && refusal && !waits ? worded(refusal) : "";
}

/**
 * Until the dice fall all of it is open: said to the roller, below all that the roll is made of.
 * @param {State} state @param {Roll} roll
 */
function mayChange(state, roll) {
  if (!openToChange(state, roll)) return null;
  const lower = !lessOf(state, roll).asks || hasAsked(state, roll) ? "" : ", or ask for lower stakes";
  const says = `Until you throw you may do it another way${lower}, at no cost: the gm is asked again.`;
  return h("p.hint", { key: "may-change" }, says);
}

/**
 * What only whoever leads may allow, with one tap where it is told.
 * @param {Roll} roll @param {Taps} does
 */
function given(roll, does) {
  const name = roll.leave ?? "";
  const allow = () => does.change(roll, name, true);
  return name ? h("button.as-usual", { key: name, type: "button", onclick: allow }, `Let them ${plain(name)}`) : null;
}

/**
 * Real dice, typed in, and the button that throws them.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {Die[]} dice @param {boolean} [blocked]
 */
export function typedIn(state, roll, does, dice, blocked = false) {
  return backstage.give(does, ({ handEntry, handButton }) => [
    handEntry(state, roll, does, diceNamed(state, roll, dice)),
    handButton(roll, blocked),
  ]);
}

/**
 * Whose dice fall first is waited for.
 * @param {State} state @param {Roll} roll @param {string} thrower
 */
function helperFirst(state, roll, thrower) {
  const usable = mayRoll(state, roll) && roll.things?.some((each) => !each.used && !each.refusal && each.fills.length);
  const first = usable ? " Choose what you use before they fall: afterwards it is too late." : "";
  const says = `Waiting for ${nameOfThrower(state, roll, thrower)}’s dice.${first}`;
  return h("div.throwing", { key: "throw" }, h("p.needs", { key: "needs" }, says));
}
