// A roll before its dice fall: the dice, the odds as they change, all that changes them with its price, and the throw.

import { diceBySide } from "./dice.js";
import { h } from "./dom.js";
import { proposals } from "./evenings.js";
import { moveCalled } from "./face.js";
import { isDice, moveOf } from "./game.js";
import { plainOdds } from "./plain-dice.js";
import { handButton, handEntry } from "./hand.js";
import { helping } from "./helping.js";
import { icon } from "./icons.js";
import { calledFor, chosenWords, mayRoll, moreAbout, ownWords, sideControls, sides } from "./inputs.js";
import { oddsBar, spread, watched, works } from "./odds-bar.js";
import { costWords, diceNamed, named, partName } from "./people.js";
import { characterName, inputsOf, isChanged, leads, standing, valueOf } from "./table-state.js";
import { usableThings } from "./things.js";
import { bare, begun, labelOf, listed, plain, roughly, worded } from "./words.js";

const AS_USUAL = "as usual";

/** @param {State} state @param {Roll} roll @param {Taps} does */
export function building(state, roll, does) {
  const now = standing(state, roll);
  const missing = (roll.needs ?? []).filter((need) => !isChanged(state, roll, need.input));
  const blocked = missing.length > 0 || (!!roll.refusal && !now.waiting);
  return [
    calledFor(state, roll, does),
    roll.dice?.length
      ? h(
          "div.to-throw",
          { key: "dice", class: isChanged(state, roll) && now.waiting ? "waiting" : null },
          diceBySide(state, roll, roll.dice, "building"),
        )
      : null,
    now.tiers ? oddsView(state, roll, now) : null,
    h(
      "div.mods",
      { key: "inputs" },
      sides(roll, state).map((side) => sideControls(state, roll, does, side)),
    ),
    proposals(state, roll, does, (input) => (roll.inputs?.[input].by === "gm" ? leads(state) : mayRoll(state, roll))),
    usableThings(state, roll, does),
    helping(state, roll, does),
    moreAbout(state, roll, does),
    owedBefore(state, roll, does),
    throwing(state, roll, does, missing, blocked, now.waiting),
  ];
}

/**
 * What the roller still owes from before: banes to assign.
 * @param {State} state @param {Roll} roll @param {Taps} does
 */
function owedBefore(state, roll, does) {
  return (roll.owed ?? []).map((due) =>
    h(
      "button.due-line",
      { key: `owed-${due.roll}-${due.due}`, type: "button", onclick: () => does.stage(due.roll) },
      h(
        "span",
        null,
        `First: ${characterName(state, roll.character)} still has ${due.amount > 1 ? `${due.amount} ` : ""}`,
        `${plain(due.kind)} to place from before`,
      ),
      icon("go"),
    ),
  );
}

/**
 * What the odds are: how often it works, every tier, and what else people watch.
 * @param {State} state @param {Roll} roll @param {any} now
 */
function oddsView(state, roll, now) {
  const later = chosenLater(state, roll, now);
  if (later) return later;
  if (isDice(roll.move) && Object.keys(now.tiers).length < 2) return plainOdds(state, roll, now);
  const several = Object.keys(now.tiers).length > 1;
  return h(
    "div.standing",
    { key: "odds" },
    several
      ? h(
          "p.works",
          null,
          h("b", null, roughly(works(now.tiers))),
          ` ${roll.against || roll.parts.defender ? `for ${characterName(state, roll.character)}` : "that it works"}`,
          h("span.says", null, named(state, roll, now.says)),
        )
      : h("p.works", null, h("span.says", null, named(state, roll, now.says))),
    oddsBar(now.tiers, { waiting: now.waiting, named: (tier) => named(state, roll, tier) }),
    watched(state.game, Object.keys(moveOf(state.game, roll.move).facts), now.facts, undefined, (fact) =>
      fullTrack(state, roll, fact),
    ),
    h("p.costs", null, costWords(state, roll, now.costs)),
  );
}

/**
 * The track that a fact would raise, if it can take no more.
 * @param {State} state @param {Roll} roll @param {string} fact
 */
function fullTrack(state, roll, fact) {
  const track = roll.track_names?.[fact] ?? fact;
  const character = state.view.characters.find((each) => each.character === roll.character);
  const high = character?.bounds[track]?.[1];
  return typeof high === "number" && Number(character?.values[track]) >= high ? plain(track) : "";
}

/**
 * Where the dice only tell the price of a choice: what that could be, not odds of what nobody chose yet.
 * @param {State} state @param {Roll} roll @param {any} now
 */
function chosenLater(state, roll, now) {
  const asked = moveOf(state.game, roll.move).decisions.find((each) => state.game.face?.asks[each.decision]);
  const other = roll.chosen_later?.[asked?.decision ?? ""];
  const watchedFacts = Object.entries(state.game.face?.watched ?? {}).filter(([fact]) => other?.facts?.[fact]);
  if (!asked || !other || !watchedFacts.length) return null;
  return h(
    "div.standing",
    { key: "odds" },
    h(
      "p.works",
      null,
      h("b", null, promised(state, roll, other.facts ?? {})),
      h("span.says", null, named(state, roll, now.says)),
    ),
    watchedFacts.map(([fact, look]) => [
      h("p.lab", { key: `lab-${fact}` }, `${begun(plain(fact))} it would cost; you choose then`),
      spread(look, fact, other.facts?.[fact] ?? {}),
    ]),
  );
}

/**
 * "You can always resist: it costs 0 to 5 stress".
 * @param {State} state @param {Roll} roll @param {Record<string, Record<string, string>>} facts
 */
function promised(state, roll, facts) {
  const deed = (moveCalled(state.game, roll.move) || plain(roll.move)).toLowerCase();
  const [fact, odds] = Object.entries(facts)[0];
  const values = Object.keys(odds).map(Number);
  return `You can always ${deed}: it costs ${Math.min(...values)} to ${Math.max(...values)} ${plain(fact)}`;
}

/**
 * @param {State} state @param {Roll} roll @param {Taps} does @param {any[]} missing @param {boolean} blocked
 * @param {boolean} waits
 */
function throwing(state, roll, does, missing, blocked, waits) {
  const told =
    waitsFor(state, roll, missing) || mayStillSay(state, roll) || (roll.refusal && !waits ? worded(roll.refusal) : "");
  const thrower = roll.thrower ?? roll.seat;
  const mine = thrower === state.view.you.seat;
  if (thrower !== roll.seat && !mine && !leads(state)) return helperFirst(state, roll, does, thrower);
  if (!mine && !mayRoll(state, roll)) return told ? h("p.needs", { key: "needs" }, told) : null;
  const count = roll.dice?.length ?? 0;
  const byHand = does.handFor === roll.roll;
  return [
    byHand ? handEntry(roll, does, diceNamed(state, roll, roll.dice ?? [])) : null,
    h(
      "footer.asides",
      { key: "asides" },
      count && state.view.settings.hand_dice !== false
        ? h(
            "button.quiet",
            { type: "button", disabled: blocked, onclick: () => does.askHand(roll) },
            byHand ? "Let the page throw" : "I throw real dice",
          )
        : null,
      withdrawing(state, roll, does),
    ),
    h(
      "div.throwing",
      { key: "throw" },
      missing.length && leads(state)
        ? h("button.needs.ask", { key: "needs", type: "button", onclick: () => goTo(roll, missing[0].input) }, told)
        : h("p.needs", { key: "needs", role: roll.refusal ? "alert" : null }, told),
      leads(state) ? asUsual(state, roll, does, missing) : null,
      byHand
        ? handButton(roll, blocked)
        : h(
            "button.throw",
            {
              key: "throw",
              type: "button",
              class: mine ? null : "for-another",
              disabled: blocked,
              onclick: () => does.throw(roll),
            },
            mine ? throwWords(roll, count) : `${throwWords(roll, count)} for ${nameOfThrower(state, roll, thrower)}`,
          ),
    ),
  ];
}

/** @param {State} state @param {Roll} roll @param {Taps} does */
function withdrawing(state, roll, does) {
  if (!mayRoll(state, roll)) return null;
  return h("button.quiet", { type: "button", onclick: () => does.send("withdraw", { roll: roll.roll }) }, "Withdraw");
}

/**
 * Whose dice fall first is waited for.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} thrower
 */
function helperFirst(state, roll, does, thrower) {
  return [
    h("footer.asides", { key: "asides" }, withdrawing(state, roll, does)),
    h(
      "div.throwing",
      { key: "throw" },
      h("p.needs", { key: "needs" }, `${nameOfThrower(state, roll, thrower)} rolls first, to help.`),
    ),
  ];
}

/** @param {State} state @param {Roll} roll @param {string} thrower */
function nameOfThrower(state, roll, thrower) {
  const offer = roll.offers.find((each) => each.seat === thrower);
  return characterName(state, thrower === roll.seat || !offer ? roll.character : offer.character);
}

/**
 * Texts that the rules want and nobody has words for: left as usual, and said to be so.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {any[]} missing
 */
function asUsual(state, roll, does, missing) {
  const texts = missing.filter((need) => need.by === "gm" && isText(state, roll, need.input));
  if (!texts.length) return null;
  const own = ownWords(state, roll);
  const done = (own && valueOf(state, roll, own.input)) || begun(plain(roll.trait)) || AS_USUAL;
  const leave = () => {
    for (const { input } of texts) does.change(roll, input, input === "intent" ? done : AS_USUAL);
  };
  return h("button.quiet.as-usual", { key: "usual", type: "button", onclick: leave }, "The rest as usual");
}

/** @param {State} state @param {Roll} roll @param {string} name */
function isText(state, roll, name) {
  return inputsOf(state, roll).some((input) => input.input === name && input.type === "text");
}

/**
 * To the field that still has to be filled.
 * @param {Roll} roll @param {string} input
 */
function goTo(roll, input) {
  const found = document.getElementById(`in-${roll.roll}-${input}`);
  const place = found?.closest(".control") ?? found;
  place?.scrollIntoView({ block: "center" });
  /** @type {any} */ (
    place?.matches("input, textarea, select") ? place : place?.querySelector("button, input, textarea, select")
  )?.focus();
}

/**
 * What the gm has not said yet and need not: the roller knows whom to look at before throwing.
 * @param {State} state @param {Roll} roll
 */
function mayStillSay(state, roll) {
  const mine = roll.seat === state.view.you.seat && !leads(state);
  if (isDice(roll.move) || roll.refusal || !state.view.with_gm || !(mine || leads(state))) return "";
  const chosen = chosenWords(state, roll).filter((input) => input.by === "gm" && !input.set);
  const order = new Set(["stakes", ...(state.game.face?.first ?? [])]);
  const open = inputsOf(state, roll)
    .filter((input) => input.by === "gm" && !input.set && order.has(bare(input.input)))
    .filter((input) => ["choice", "die", "text"].includes(input.type) && !roll.moot?.includes(input.input));
  const told = [...chosen, ...(mine ? open : [])].map((input) => askedAs(state, roll, input.input));
  if (!told.length) return "";
  return mine ? `The gm may still say: ${listed(told)}` : `Say ${listed(told)}`;
}

/** @param {Roll} roll @param {number} count */
function throwWords(roll, count) {
  if (roll.odds && !count) return "Do it";
  return count > 1 ? `Throw ${count} dice` : count ? "Throw the die" : "Throw";
}

/**
 * What is asked for, as the field is called in which it is written.
 * @param {State} state @param {Roll} roll @param {string} name
 */
function askedAs(state, roll, name) {
  if (name === "intent") return `what ${characterName(state, roll.character)} does`;
  if (name === "stakes") return "what is at stake";
  return chosenWords(state, roll).some((input) => input.input === name)
    ? `what the ${labelOf(name)} costs`
    : labelOf(name);
}

/**
 * Who has to say what first.
 * @param {State} state @param {Roll} roll @param {any[]} missing
 */
function waitsFor(state, roll, missing) {
  if (!missing.length) return "";
  const one = (/** @type {any} */ need) => {
    const whose = need.input.startsWith("defender_") ? ` of ${partName(state, roll, "defender")}` : "";
    return `${askedAs(state, roll, need.input)}${whose}`;
  };
  const gms = missing.filter((need) => need.by === "gm").map(one);
  const own = missing.filter((need) => need.by !== "gm").map(one);
  return [
    gms.length ? `${leads(state) ? "Say" : "The gm says"} ${gms.join(", ")}` : "",
    own.length ? `${characterName(state, roll.character)} says ${own.join(", ")}` : "",
  ]
    .filter(Boolean)
    .join("; ");
}
