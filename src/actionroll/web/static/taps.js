// What taps on the table's page do. Everything that changes the table is sent once, however bad the network.

import { Attention } from "./attention.js";
import { rattle } from "./device.js";
import { tellTyped } from "./dom.js";
import { forgetMaking, keepDraft } from "./kept.js";
import { askBefore, refuseAt } from "./refusal.js";
import { brought } from "./roster.js";
import { backstage, decisions } from "./later.js";
import { act, get } from "./server.js";
import { entryWords } from "./story.js";
import { change, keepEntries, put, putRoll, valueOf } from "./table-state.js";
import { begun, worded } from "./words.js";

const OLDER = 200;

/** Everything that someone can do at a table. */
export class Taps extends Attention {
  /** @param {Page} page what is shown, and how to draw it again */
  constructor(page) {
    super(page);
    this.base = page.base;
    this.underway = new Set();
    this.waitingChanges = new Map();
    this.loading = false;
  }

  /**
   * Send a request once; returns what came of it, null if it was refused.
   * @template {keyof RequestBodies} K
   * @param {K} operation @param {RequestBodies[K]} body
   * @returns {Promise<any>}
   */
  async send(operation, body) {
    const tapped = JSON.stringify([operation, body]);
    if (this.underway.has(tapped)) return null;
    this.underway.add(tapped);
    const { page } = this;
    let told = /** @type {any} */ (null);
    try {
      told = await act(`${this.base}/${operation}`, body, (waiting) => {
        page.waits = waiting;
        page.draw();
      });
      page.falling.hold(() => {
        if (told.number < page.state.view.number) return; // the feed has told more since
        for (const roll of told.rolls ?? []) putRoll(page.state, roll);
        page.askNear(told.rolls ?? []);
      });
      return told;
    } catch (/** @type {any} */ refused) {
      if (operation === "set" && refused.status === 404) return null; // its dice fell meanwhile, as everyone sees
      page.falling.land();
      refuseAt(refused.entries?.length ? inTheWay(page.state, refused.entries) : begun(worded(refused.message)));
      return null;
    } finally {
      this.underway.delete(tapped);
      page.fairness?.sent(/** @type {any} */ (body).nonce, told);
      page.draw();
    }
  }

  /**
   * A value that stands at the table, changed for all to see at once; what is tapped while an earlier tap is on its
   * way goes with the next request, so that none is lost.
   * @param {string} where @param {string} name @param {any} value @param {any} known what it is now
   * @param {(value: any, before: any) => Promise<any>} [ask]
   */
  async put(where, name, value, known, ask = (to) => this.send("edit", { where, values: { [name]: to } })) {
    const { state } = this.page;
    const key = `${where} ${name}`;
    const tapped = state.tapped.get(key);
    if (tapped) tapped.value = value;
    else state.tapped.set(key, { where, name, value, known });
    put(state.view, where, name, value);
    this.draw();
    if (tapped) return;
    const asked = /** @type {{value: any, known: any}} */ (state.tapped.get(key));
    let before = known;
    while (asked.value !== before) {
      const to = asked.value;
      if (!(await ask(to, before))) {
        put(state.view, where, name, asked.known);
        break;
      }
      before = to;
    }
    state.tapped.delete(key);
    this.draw();
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

  /**
   * Words, also those that somebody's throw overtook: they are kept as the roll's.
   * @param {Roll} roll @param {string} name @param {string} words
   */
  say(roll, name, words) {
    const now = this.page.state.view.rolls.find((each) => each.roll === roll.roll);
    const open = now?.status === "open";
    const said = open ? valueOf(this.page.state, now, name) : now?.texts?.[name];
    if (!now || words === (said ?? "")) return;
    if (open) this.change(roll, name, words);
    else if (words) this.sendChanges(roll.roll, { roll: roll.roll, inputs: { [name]: words }, decide: {} });
  }

  /** @param {number} roll @param {any} body */
  async sendChanges(roll, body) {
    this.waitingChanges.delete(roll);
    if (await this.send("set", body)) return;
    this.page.state.overlay.delete(roll);
    this.draw();
  }

  /** @param {Roll} roll */
  throw(roll) {
    tellTyped();
    this.page.falling.start(roll.roll);
    this.toTop();
    rattle(roll.dice?.length ?? roll.asks?.dice?.length ?? 2);
    return this.send("throw", { roll: roll.roll, nonce: this.page.fairness.nonce(roll.roll) });
  }

  /** @param {Roll} roll @param {number[]} dice */
  async throwByHand(roll, dice) {
    tellTyped();
    if (!(await this.send("throw", { roll: roll.roll, dice }))) return;
    this.handFor = 0;
    this.draw();
    this.toTop();
  }

  /**
   * Decide; the throw that follows needs no tap of its own, unless real dice are thrown.
   * @param {Roll} roll @param {string} option
   */
  async decide(roll, option) {
    this.advice = { roll: 0, lines: [] };
    const told = await this.send("decide", { roll: roll.roll, option, nonce: this.page.fairness.nonce(roll.roll) });
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
    this.advice.lines = await Promise.all([decisions.arrives(), backstage.arrives()])
      .then(([{ optionCalled }, { adviceOn }]) => adviceOn(this.page.state, roll, optionCalled))
      .catch((refused) => [refused.message]);
    this.draw();
  }

  /** @param {Roll} roll @param {Due} due @param {any[]} answer */
  async settle(roll, due, answer) {
    const id = `${roll.roll}-${due.due}`;
    const trait = this.answers.get(`${id}-with`);
    const operation = due.answered_first && answer !== due.named ? "name_due" : "settle";
    const more = operation === "name_due" && trait ? { trait } : {};
    if (!(await this.send(operation, { roll: roll.roll, due: due.due, answer, ...more }))) return;
    this.answers.delete(id);
    this.answers.delete(`${id}-with`);
    keepDraft(`words.${this.page.table}.${id}`, "");
    this.draw();
  }

  /**
   * What was named for a character is taken as it is.
   * @param {Roll} roll @param {Due} due @param {string} character
   */
  async take(roll, due, character) {
    await this.send("settle", { roll: roll.roll, due: due.due, character });
  }

  /** @param {Roll} roll @param {string} key @param {any} body */
  async offer(roll, key, body) {
    if (await this.send("offer", { roll: roll.roll, ...body })) this.offers.delete(key);
  }

  /**
   * Open a roll; or let what is picked take the place of what an unthrown one was to be rolled with.
   * @param {any} body @param {Roll} [unthrown]
   */
  async declare(body, unthrown) {
    const { trait = "", inputs, against } = body;
    const isSame = unthrown?.trait === trait && !inputs && [undefined, unthrown?.against].includes(against);
    const told =
      isSame ||
      (await (unthrown
        ? this.send("set", { roll: unthrown.roll, trait, inputs, against })
        : this.send("declare", body)));
    if (!told) return;
    this.choices.delete(body.character);
    this.cards = this.cards.filter((each) => !each.changes.length); // whoever goes on has seen what changed
    this.stage(unthrown?.roll ?? told.number);
  }

  /**
   * Make a character, with what is said of them; what waited for a next roll elsewhere stays behind.
   * @param {any} body @param {{words?: Record<string, string>, picture?: string, own?: string}} [also]
   */
  async make(body, also = {}) {
    for (const { track, rolled } of this.page.state.game.sheet.tracks) if (rolled) delete body.values?.[track];
    const told = await this.send("make", body);
    if (!told) return false;
    const { character } = told.entries[0].entry;
    const words = Object.fromEntries(Object.entries(also.words ?? {}).filter(([, text]) => text));
    if (Object.keys(words).length) await this.send("describe", { character, words });
    if (also.picture) await this.send("portray", { character, picture: also.picture });
    if (also.own) await this.send("note_privately", { character, text: also.own });
    this.making = "";
    keepDraft(`name.${this.page.table}`, "");
    this.draw();
    /** @type {any} */ (document.querySelector(".sheet h2"))?.focus({ preventScroll: true });
    scrollTo({ top: 0 });
    return true;
  }

  /** @param {any} input */
  async importSheet(input) {
    try {
      await this.bring(JSON.parse(await input.files[0].text()));
    } catch {
      refuseAt("That file is no saved sheet; take one that “Save as a file” made.");
    }
    input.value = "";
    this.draw();
  }

  /**
   * Bring a character from elsewhere.
   * @param {any} file
   */
  async bring(file) {
    const brings = brought(file, this.page.state.view.game);
    if (!brings) throw new Error("not a character");
    await this.make(brings.body, brings);
  }

  /** @param {any} body @param {Record<string, string>} words */
  async makeByGuide(body, words) {
    if (!(await this.make(body, { words }))) return;
    forgetMaking(this.page.state);
    this.guide(false);
  }

  /**
   * What is said of a character, saved as far as it is another than now.
   * @param {Character} character @param {{words: Record<string, string>, own: string}} said
   */
  async sayWho({ character, words = {}, private: own }, said) {
    const kept = Object.fromEntries(Object.entries(said.words).filter(([, text]) => text));
    const otherWords = Object.keys({ ...words, ...kept }).some((name) => words[name] !== kept[name]);
    if (otherWords && !(await this.send("describe", { character, words: kept }))) return;
    if (said.own !== (own?.notes ?? "") && !(await this.send("note_privately", { character, text: said.own }))) return;
    this.describe("");
  }

  /** @param {string} character @param {any} input @param {(file: Blob) => Promise<string>} madeSmall */
  async portray(character, input, madeSmall) {
    try {
      await this.send("portray", { character, picture: await madeSmall(input.files[0]) });
    } catch {
      refuseAt("This device cannot read that file as a picture; take a photo or another file.");
    }
    input.value = "";
  }

  /** @param {string} character */
  async burn(character) {
    if (await this.send("burn", { character })) this.describe("");
  }

  /** @param {string} ruling @param {string} value */
  async previewRuling(ruling, value) {
    this.preview = ruling ? { ruling, value, now: null, then: null } : null;
    this.draw();
    if (!ruling) return;
    const asked = this.preview;
    Object.assign(
      asked,
      await backstage
        .arrives()
        .then(({ effectOnOdds }) => effectOnOdds(this.page.state, ruling, value))
        .catch(() => ({ unknown: true })),
    );
    this.draw();
  }

  /** @param {string} ruling @param {string} value */
  async rule(ruling, value) {
    if (await this.send("rule", { rulings: { [ruling]: value } })) this.preview = null;
    this.draw();
  }

  /** @param {string} question @param {() => void} then */
  confirm(question, then) {
    askBefore(question, then);
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

  async older() {
    if (this.loading || this.page.state.log.has(1)) return;
    this.loading = true;
    try {
      const first = Math.min(...this.page.state.log.keys());
      const told = await get(`${this.base}/log?before=${first}&limit=${OLDER}`);
      keepEntries(this.page.state.log, told.entries);
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

/**
 * What stands in the way of taking something back, in the words of the log.
 * @param {State} state @param {number[]} entries
 */
function inTheWay(state, entries) {
  const words = entries.map((number) => {
    const entry = state.log.get(number);
    return entry ? `“${entryWords(state, entry)}”` : "an older one";
  });
  return `Later entries build on it: ${words.join(", ")}; undo those first.`;
}
