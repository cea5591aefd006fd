// What taps on the table's page do. Everything that changes the table is sent once, however bad the network.

import { adviceOn } from "./deciding.js";
import { rattle } from "./device.js";
import { keepDraft, keepLinks } from "./kept.js";
import { askBefore, refuseAt } from "./refusal.js";
import { effectOnOdds } from "./rulings.js";
import { act, get } from "./server.js";
import { change, isLive, putRoll } from "./table-state.js";
import { bare } from "./words.js";

const OLDER = 200;

/** Everything that someone can do at a table, and what they have begun and not sent yet. */
export class Taps {
  /** @param {Page} page what is shown, and how to draw it again */
  constructor(page) {
    this.page = page;
    this.base = page.base;
    this.underway = new Set();
    this.waitingChanges = new Map();
    this.loading = false;
    this.staged = 0;
    this.finished = 0;
    /** @type {Map<string, any>} */
    this.answers = new Map();
    /** @type {Map<string, any>} */
    this.choices = new Map();
    /** @type {Map<string, any>} */
    this.offers = new Map();
    this.called = "";
    this.editing = "";
    this.opened = "";
    this.making = "";
    this.handFor = 0;
    this.advice = { roll: 0, lines: /** @type {string[]} */ ([]) };
    /** @type {any} */
    this.preview = null;
    this.secret = { move: "", inputs: {} };
    /** @type {{name: string, link: string}|null} */
    this.madeLink = null;
    this.seatShown = "";
    /** @type {any} */
    this.statistics = null;
    /** @type {Map<number, any>} */
    this.stories = new Map();
    /** @type {any[]} */
    this.cards = [];
    this.ruleShown = "";
    /** @type {{what: string, evening: string, told: any}} */
    this.reading = { what: "log", evening: "", told: null };
    /** @type {{what: string, editing: string, gone: string, draft: {of: string, fields: any}|null}} */
    this.prepared = { what: "note", editing: "", gone: "", draft: null };
  }

  draw() {
    this.page.draw();
  }

  /**
   * Send a request once; returns what came of it, null if it was refused.
   * @param {string} operation @param {any} body
   */
  async send(operation, body) {
    const tapped = JSON.stringify([operation, body]);
    if (this.underway.has(tapped)) return null;
    this.underway.add(tapped);
    const { page } = this;
    try {
      const told = await act(`${this.base}/${operation}`, body, (waiting) => {
        page.live = waiting ? "reconnecting" : "live";
        page.draw();
      });
      page.falling.hold(() => {
        if (told.number < page.state.view.number) return; // the feed has told more since
        for (const roll of told.rolls ?? []) putRoll(page.state, roll);
        page.askNear(told.rolls ?? []);
      });
      return told;
    } catch (/** @type {any} */ refused) {
      page.falling.land();
      refuseAt(refused.message);
      return null;
    } finally {
      this.underway.delete(tapped);
      page.draw();
    }
  }

  /** @param {Roll} roll @param {string} name @param {any} value */
  change(roll, name, value) {
    const { page } = this;
    if (page.state.view.rolls.find((each) => each.roll === roll.roll)?.status !== "open") return;
    change(page.state, roll, name, value);
    page.onlyStage = true;
    page.draw();
    const body = this.waitingChanges.get(roll.roll) ?? { roll: roll.roll, inputs: {}, decide: {} };
    if (name.startsWith("decide.")) body.decide[name.slice(7)] = value;
    else body.inputs[name] = value;
    if (this.waitingChanges.has(roll.roll)) return;
    this.waitingChanges.set(roll.roll, body);
    queueMicrotask(() => this.sendChanges(roll.roll, body));
  }

  /** @param {number} roll @param {any} body */
  async sendChanges(roll, body) {
    this.waitingChanges.delete(roll);
    if (await this.send("set", body)) return;
    this.page.state.overlay.delete(roll);
    this.draw();
  }

  /**
   * Say a ready phrase; whatever else still has to be written first is written with it, in the usual words.
   * @param {Roll} roll @param {string} name @param {string} phrase
   */
  say(roll, name, phrase) {
    const ready = this.page.state.game.face?.phrases ?? {};
    for (const need of roll.needs ?? []) {
      const usual = ready[bare(need.input)]?.[0];
      if (need.by === "gm" && need.input !== name && usual) this.change(roll, need.input, usual);
    }
    this.change(roll, name, phrase);
  }

  /** @param {Roll} roll */
  throw(roll) {
    this.page.falling.start(roll.roll);
    rattle(roll.dice?.length ?? roll.asks?.dice?.length ?? 2);
    return this.send("throw", { roll: roll.roll, nonce: this.page.fairness.nonce() });
  }

  /** @param {Roll} roll */
  askHand(roll) {
    this.handFor = this.handFor === roll.roll ? 0 : roll.roll;
    this.draw();
    /** @type {any} */ (document.querySelector(".hand input"))?.focus();
  }

  /** @param {Roll} roll @param {number[]} dice */
  async throwByHand(roll, dice) {
    if (await this.send("throw", { roll: roll.roll, dice })) this.handFor = 0;
    this.draw();
  }

  /**
   * Decide; the throw that follows needs no tap of its own, unless real dice are thrown.
   * @param {Roll} roll @param {string} option
   */
  async decide(roll, option) {
    this.advice = { roll: 0, lines: [] };
    const told = await this.send("decide", { roll: roll.roll, option, nonce: this.page.fairness.nonce() });
    const after = told?.rolls?.find((/** @type {Roll} */ each) => each.roll === roll.roll);
    if (
      after?.asks?.ask === "dice" &&
      !after.falling &&
      !roll.by_hand &&
      [after.asks.seat, after.seat].includes(this.page.state.view.you.seat)
    )
      await this.throw(after);
  }

  /** @param {Roll} roll */
  async advise(roll) {
    this.advice = { roll: roll.roll, lines: ["Working it out …"] };
    this.draw();
    this.advice.lines = await adviceOn(this.page.state, roll).catch((refused) => [refused.message]);
    this.draw();
  }

  /** @param {Roll} roll @param {Due} due @param {any[]} answer */
  async settle(roll, due, answer) {
    const mayBeAnswered = due.answered_by && !due.answered_as && !due.named?.length;
    const operation = mayBeAnswered ? "name_due" : "settle";
    if (!(await this.send(operation, { roll: roll.roll, due: due.due, answer }))) return;
    const id = `${roll.roll}-${due.due}`;
    this.answers.delete(id);
    keepDraft(`words.${this.page.table}.${id}`, "");
  }

  /**
   * What someone is about to answer.
   * @param {string} id @param {any} answer
   */
  answer(id, answer) {
    this.answers.set(id, answer);
    this.page.onlyStage = true;
    this.draw();
  }

  /** @param {Character} character @param {any} chosen */
  choose(character, chosen) {
    this.choices.set(character.character, chosen);
    this.draw();
  }

  /**
   * What is said of help before it is offered.
   * @param {string} key @param {any} said
   */
  sayOffer(key, said) {
    this.offers.set(key, { ...this.offers.get(key), ...said });
    this.draw();
  }

  /** @param {Roll} roll @param {string} key @param {any} body */
  async offer(roll, key, body) {
    if (await this.send("offer", { roll: roll.roll, ...body })) this.offers.delete(key);
  }

  /** @param {string} character */
  callFrom(character) {
    this.called = character;
    this.draw();
  }

  /**
   * Bring a roll on stage, and the stage into view.
   * @param {number} roll
   */
  stage(roll) {
    this.staged = roll;
    this.finished = 0;
    this.page.show("table");
    this.draw();
    scrollTo({ top: 0 });
    document.querySelector(".middle")?.scrollTo({ top: 0 });
  }

  /**
   * Which roll is on stage: what someone brought there stays until it is over and something newer wants to be seen.
   * @param {Roll[]} rolls @param {(roll: Roll) => boolean} isMine
   */
  onStage(rolls, isMine) {
    const staged = rolls.find((roll) => roll.roll === this.staged);
    if (staged && isLive(staged)) return staged;
    const live = rolls.filter(isLive);
    if (staged && !this.finished) this.finished = this.page.state.view.number;
    const next = live.find(isMine) ?? live.filter((roll) => !staged || roll.roll > this.finished).at(-1);
    if (staged && !next && ["done", "undone"].includes(staged.status)) return staged;
    const shown = next ?? live.at(-1) ?? rolls.filter((roll) => ["done", "undone"].includes(roll.status)).at(-1);
    this.staged = shown?.roll ?? 0;
    this.finished = 0;
    return shown;
  }

  /** @param {any} body */
  async declare(body) {
    const told = await this.send("declare", body);
    if (!told) return;
    this.choices.delete(body.character);
    this.stage(told.number);
  }

  /** @param {string} character */
  edit(character) {
    this.editing = character;
    this.draw();
  }

  /** @param {string} character */
  open(character) {
    this.opened = this.opened === character ? "" : character;
    this.draw();
  }

  /** @param {any} body */
  async make(body) {
    if (!(await this.send("make", body))) return;
    this.making = "";
    keepDraft(`name.${this.page.table}`, "");
    this.draw();
    /** @type {any} */ (document.querySelector(".sheet h2"))?.focus({ preventScroll: true });
  }

  /** @param {any} input */
  async importSheet(input) {
    try {
      const { name, values } = JSON.parse(await input.files[0].text());
      await this.send("make", { name, values });
    } catch {
      refuseAt("That file is not a saved sheet; take one that “Save as a file” made.");
    }
    input.value = "";
    this.draw();
  }

  /** @param {{move: string, inputs: any}} secret */
  setSecret(secret) {
    this.secret = secret;
    this.draw();
  }

  /** @param {string} ruling @param {string} value */
  async previewRuling(ruling, value) {
    this.preview = ruling ? { ruling, value, now: null, then: null, refused: "" } : null;
    this.draw();
    if (!ruling) return;
    const asked = this.preview;
    Object.assign(
      asked,
      await effectOnOdds(this.page.state, ruling, value).catch((refused) => ({ refused: refused.message })),
    );
    this.draw();
  }

  /** @param {string} ruling @param {string} value */
  async rule(ruling, value) {
    if (await this.send("rule", { rulings: { [ruling]: value } })) this.preview = null;
    this.draw();
  }

  /** @param {Seat} seat */
  async seatLink(seat) {
    const told = await this.send("links/seat", { seat: seat.seat });
    if (told) this.madeLink = { name: `Link for ${seat.name}`, link: told.links.seat };
    this.draw();
  }

  async renewLinks() {
    const told = await this.send("links/renew", {});
    if (told) {
      keepLinks(this.page.table, told.links);
      this.madeLink = null;
    }
    this.draw();
  }

  /** @param {string} question @param {() => void} then */
  confirm(question, then) {
    askBefore(question, then);
  }

  /** @param {string} seat */
  showSeat(seat) {
    this.seatShown = seat;
    this.draw();
  }

  async askStatistics() {
    this.statistics = await get(`${this.base}/statistics`).catch(() => this.statistics);
    this.draw();
  }

  /**
   * The whole story of a roll that is over, with its rules.
   * @param {number} roll
   */
  async tell(roll) {
    if (this.stories.has(roll)) this.stories.delete(roll);
    else
      this.stories.set(
        roll,
        await get(`${this.base}/rolls/${roll}`).catch((refused) => ({ refused: refused.message })),
      );
    this.draw();
  }

  /** @param {string} rule */
  showRule(rule) {
    this.ruleShown = this.ruleShown === rule ? "" : rule;
    this.draw();
  }

  /** @param {any} card */
  dismiss(card) {
    this.cards = this.cards.filter((each) => each !== card);
    this.draw();
  }

  async older() {
    if (this.loading || this.page.state.log.has(1)) return;
    this.loading = true;
    try {
      const first = Math.min(...this.page.state.log.keys());
      const told = await get(`${this.base}/log?before=${first}&limit=${OLDER}`);
      for (const entry of told.entries) this.page.state.log.set(entry.number, entry);
    } finally {
      this.loading = false;
    }
    this.draw();
  }

  async wholeLog() {
    while (!this.page.state.log.has(1)) await this.older();
    return this.page.state;
  }
}
