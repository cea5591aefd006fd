// A throw without a table: the dice fall once, the outcome says why, and nothing is kept.

import { diceRow } from "./dice.js";
import { h } from "./dom.js";
import { toneOfTier } from "./face.js";
import { moveOf } from "./game.js";
import { sign } from "./icons.js";
import { oddsBar, spread, works } from "./odds-bar.js";
import { ask } from "./server.js";
import { begun, roughly, worded } from "./words.js";

const TUMBLE = 650;

/** @typedef {{game: string, move: string, attempt: any, rulings?: any, decide?: any}} Setup */

/** One throw after the other of the same set-up. */
export class Trying {
  /** @param {() => void} draw */
  constructor(draw) {
    this.draw = draw;
    /** @type {RollRecord|null} */
    this.record = null;
    /** @type {Die[]} */
    this.falling = [];
    this.refused = "";
    this.count = 0;
  }

  /** What was thrown says nothing about another set-up. */
  forget() {
    this.record = null;
    this.refused = "";
  }

  /** @param {Setup} setup @param {Die[]} dice those that are about to fall */
  async throw(setup, dice) {
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    this.falling = calm ? [] : dice;
    this.record = null;
    this.draw();
    const waited = calm ? null : new Promise((done) => setTimeout(done, TUMBLE));
    try {
      const told = await ask("/api/try", setup);
      await waited;
      this.record = told;
      this.refused = "";
      this.count += 1;
    } catch (/** @type {any} */ refused) {
      this.refused = refused.message;
    }
    this.falling = [];
    this.draw();
  }
}

/**
 * The dice before, while and after they fall, and what came of it.
 * @param {Game} game @param {string} move @param {Die[]} dice @param {Trying} trying
 */
export function tryView(game, move, dice, trying) {
  const throws = trying.record?.steps.filter((step) => step.do === "throw") ?? [];
  const outcome = trying.record?.outcome;
  const tone = outcome ? toneOfTier(moveOf(game, move).tiers, outcome.tier) : "works";
  return h(
    "div.tried",
    { key: "tried" },
    trying.falling.length
      ? h("div.tumble", { key: "falling", "aria-hidden": "true" }, diceRow(game, trying.falling, "falling"))
      : h(
          "div",
          { key: `lying-${trying.count}` },
          outcome ? diceRow(game, throws.at(-1)?.dice ?? [], "fallen") : diceRow(game, dice, "building"),
        ),
    h(
      "div.came",
      { key: "came", "aria-live": "polite" },
      outcome
        ? [
            h(
              "p.word",
              { class: `ink-${tone} ${outcome.tier.length > 12 ? "long" : ""}` },
              sign(tone),
              begun(outcome.tier),
            ),
            h("p", null, begun(worded(outcome.words.short.replace(/^[^:.]*: /, "")))),
          ]
        : trying.refused
          ? h("p.refused", null, trying.refused)
          : h("p.hint", null, "Throw, and what falls stands here."),
    ),
  );
}

/**
 * The odds of what is tried: how often it works, or what it costs where the dice tell only that.
 * @param {Game} game @param {any} odds
 */
export function oddsTried(game, odds) {
  if (Object.keys(odds.tiers).length > 1)
    return [
      h(
        "p.works",
        { key: "works" },
        h("b", null, roughly(works(odds.tiers))),
        " that it works",
        h("span.says", null, worded(odds.says ?? "")),
      ),
      oddsBar(odds.tiers),
    ];
  return Object.entries(game.face?.watched ?? {})
    .filter(([fact]) => odds.facts?.[fact])
    .map(([fact, look]) => [
      h("p.works", { key: fact }, h("b", null, `It costs ${fact}`)),
      spread(look, fact, odds.facts[fact]),
    ]);
}
