// What this device looks at and has begun: the roll on stage, the sheet that is open, an answer before it is sent.

import { backstage, moments } from "./later.js";
import { answeredBy, listedMove } from "./people.js";
import { isSilent } from "./story.js";
import { get } from "./server.js";
import { isLive } from "./table-state.js";
import { plain } from "./words.js";

/** @type {Foretold} */
const UNTOLD = { changes: null, refused: "" };
const isScreen = () => document.body.matches(".tv"); // for all, where nobody taps what is to be seen

/**
 * Whether a roll aids an ally, and what it gives them is not said yet.
 * @param {State} state @param {Roll} roll
 */
export function isAid(state, roll) {
  const listed = listedMove(state, roll);
  if (!listed || !plain(state.game.face?.aids ?? "").includes(listed)) return false;
  return isLive(roll) && (roll.status !== "done" || roll.open_dues.some((due) => due.seat === roll.seat));
}

/**
 * The last entry that changed a roll: what was opened since is newer, whenever this device looks.
 * @param {State} state @param {Roll} roll
 */
function endOf({ log }, { roll }) {
  const of = [...log.values()].filter((entry) => entry.roll === roll && entry.kind !== "wished");
  return of.reduce((last, { number }) => Math.max(last, number), roll);
}

/**
 * Whether someone else took a roll back, so that nobody here expects another in its place.
 * @param {State} state @param {Roll} roll
 */
function isTakenAway({ log, view }, { roll }) {
  return [...log.values()].some((each) => each.kind === "withdrawn" && each.roll === roll && each.by !== view.you.seat);
}

/**
 * Whether a roll may stay in sight: it is done, or nothing happened since it was taken back.
 * @param {State} state @param {Roll} roll
 */
function isSeen(state, roll) {
  const says = (/** @type {Entry} */ each) => each.kind !== "wished" && !isSilent(each);
  const since = () => [...state.log.values()].some((each) => each.number > endOf(state, roll) && says(each));
  return roll.status === "done" || (roll.status === "undone" && !since());
}

/** Whether someone writes on this device. */
export function isWriting() {
  return !!document.activeElement?.matches("textarea, input");
}

/** All that changes nothing at the table: it is this device's alone. */
export class Attention {
  /** @param {Page} page what is shown, and how to draw it again */
  constructor(page) {
    this.page = page;
    this.staged = 0;
    this.finished = 0;
    this.aided = 0;
    this.kept = 0;
    this.keptSince = 0; // the entry after which it was brought there: an evening that ends later takes it away
    /** @type {Set<number>} rolls that wait for this seat, and those that did when what is on stage was over */
    this.mine = new Set();
    /** @type {Set<number>} */
    this.waited = new Set();
    /** @type {string[]} moves that answer what the roll on stage brings */
    this.answering = [];
    this.answered = 0;
    /** @type {Map<string, any>} */
    this.answers = new Map();
    /** @type {Map<string, {at: number, told: Foretold}>} by due and shares, what was last foretold */
    this.known = new Map();
    /** @type {Map<string, any>} */
    this.choices = new Map();
    /** @type {Map<string, any>} */
    this.offers = new Map();
    this.called = "";
    this.editing = "";
    this.describing = "";
    this.guided = false;
    this.opened = "";
    this.making = "";
    this.handFor = 0;
    this.advice = { roll: 0, lines: /** @type {string[]} */ ([]) };
    /** @type {any} */
    this.preview = null;
    /** @type {{move: string, inputs: any, odds?: any}} */
    this.secret = { move: "", inputs: {} };
    /** @type {{name: string, link: string, says: string}|null} */
    this.madeLink = null;
    this.seatShown = "";
    /** @type {any} */
    this.statistics = null;
    /** @type {Map<number, any>} */
    this.stories = new Map();
    /** @type {any[]} */
    this.cards = [];
    this.cardShown = 0;
    this.fell = { roll: 0, number: 0 };
    this.ruleShown = "";
    this.dueShown = "";
    this.dueKept = "";
    /** @type {{what: string, evening: string, over?: boolean, told: any}} */
    this.reading = { what: "log", evening: "", told: null };
    /** @type {{what: string, editing: string, gone: string, kept?: string, open: boolean,
     *   draft: {of: string, fields: any, picture?: string}|null}} what of what is prepared is looked at, and written */
    this.prepared = { what: "note", editing: "", gone: "", draft: null, open: false };
  }

  draw() {
    this.page.draw();
  }

  /** @param {Roll} roll */
  async askHand(roll) {
    this.handFor = this.handFor === roll.roll ? 0 : roll.roll;
    await backstage.arrives().catch(() => {});
    this.draw();
    /** @type {any} */ (document.querySelector(".hand input"))?.focus();
  }

  /** @param {string} [name] whose, to roll with what is on it: that is in view then */
  toSheet(name = "") {
    this.page.show("me");
    this.draw();
    scrollTo({ top: 0 });
    document.querySelector(`.sheet[aria-label="${CSS.escape(name)}"] .traits`)?.scrollIntoView();
  }

  /**
   * Which of the things that a roll still brings is looked at.
   * @param {string} id
   */
  showDue(id) {
    this.dueShown = id;
    this.draw();
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

  /**
   * What an answer would change, as the table itself works it out: asked anew once anything has happened since.
   * @param {Roll} roll @param {Due} due @param {Share[]} shares @param {number} [placed] how much, while it is not all
   * @returns {Foretold}
   */
  foretold({ roll }, { due }, shares, placed = 0) {
    if (!shares.length) return UNTOLD;
    const said = shares.map(({ typed: _, words, ...share }) => ({ ...share, words: words && "so" }));
    const asked = new URLSearchParams({ due: `${due}`, placed: `${placed}`, answer: JSON.stringify(said) });
    const key = `${roll}/foretold?${asked}`;
    const at = this.page.state.view.number;
    const known = this.known.get(key);
    if (known?.at === at) return known.told;
    this.known.set(key, { at, told: known?.told ?? UNTOLD });
    get(`${this.page.base}/rolls/${key}`)
      .then((told) => {
        this.known.set(key, { at, told });
        this.page.onlyStage = true;
        this.draw();
      })
      .catch(() => {}); // what will happen stays unsaid
    return known?.told ?? UNTOLD;
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
    this.page.onlyStage = key.startsWith(`${this.staged}-`);
    this.draw();
  }

  /**
   * Whose words and portrait are being written.
   * @param {string} character
   */
  describe(character) {
    this.describing = character;
    this.draw();
  }

  /**
   * Whether a character is being made step by step.
   * @param {boolean} on
   */
  guide(on) {
    this.guided = on;
    this.draw();
    if (on) document.querySelector(".making")?.scrollIntoView({ block: "start" });
    else scrollTo({ top: 0 });
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
    this.staged = this.kept = roll;
    this.keptSince = this.page.state.view.number;
    this.finished = this.aided = 0;
    this.page.show("table");
    this.draw();
    this.toTop();
  }

  /** The stage from its top: what is new on it is in view. */
  toTop() {
    scrollTo({ top: 0 });
    document.querySelector(".middle")?.scrollTo({ top: 0 });
  }

  /**
   * Dice fell: they are looked at, by whoever taps unless what is on stage still wants something.
   * @param {number} roll @param {number} number of the entry
   */
  letFall(roll, number) {
    this.fell = { roll, number };
    const staged = this.page.state.view.rolls.find((each) => each.roll === this.staged);
    if ((staged && !isLive(staged)) || isScreen()) this.staged = roll;
  }

  /**
   * The dice of an ally's aid fall for all, before the roll that it is for; nobody who writes is taken from it. On a
   * screen for all, so do all dice.
   * @param {number} roll
   */
  letAidFall(roll) {
    const { rolls } = this.page.state.view;
    const [staged, aid] = [this.staged, roll].map((number) => rolls.find((each) => each.roll === number));
    const aids = staged?.status === "open" && staged !== aid && !!aid && isAid(this.page.state, aid) && !isWriting();
    if (aids) this.aided = this.staged;
    if (aids || isScreen()) this.staged = roll;
  }

  /**
   * Which roll is on stage: what is over stays in sight until something newer wants to be seen; what waits from before
   * is a tap away, and never takes the place of what a finger is about to touch.
   * @param {Roll[]} rolls @param {(roll: Roll) => boolean} isMine
   */
  onStage(rolls, isMine) {
    const aided = rolls.find((roll) => roll.roll === this.aided);
    const on = rolls.find((roll) => roll.roll === this.staged);
    if (this.aided && !(on && isLive(on))) {
      if (aided && isLive(aided)) this.staged = this.aided;
      this.aided = 0;
    }
    const before = this.page.state.view.evenings.filter((each) => each.ended).at(-1)?.ended ?? 0;
    const isNow = (/** @type {Roll} */ each) =>
      isLive(each) ||
      (each.roll === this.kept && this.keptSince >= before) ||
      endOf(this.page.state, each) > before;
    const staged = rolls.find((roll) => roll.roll === this.staged && isNow(roll)); // none of an evening that is over
    const live = rolls.filter(isLive);
    if (staged && !isLive(staged) && !this.finished) {
      this.finished = endOf(this.page.state, staged);
      this.waited = this.mine;
    }
    this.mine = new Set(live.filter(isMine).map((roll) => roll.roll));
    if (staged && isLive(staged)) {
      this.mine.add(answeredBy(this.page.state, staged)?.[0].roll ?? 0); // which takes nobody away once it is answered
      this.answering = staged.open_dues.map((due) => due.answered_by).filter(Boolean);
      return this.answerTo(staged, live) ?? this.nextOf(staged, live.filter(isMine), live) ?? staged;
    }
    const isBack = staged?.status === "undone" && isSeen(this.page.state, staged);
    const cause = isBack && moments.here?.causeOf(this.page.state, staged);
    if (cause) {
      this.staged = cause.roll;
      this.finished = this.page.state.view.number; // only what begins from now on takes its place
      return cause;
    }
    const newer = live.filter((roll) => !staged || roll.roll > this.finished || this.comesToMe(roll));
    const next = newer.find(isMine) ?? newer.at(-1);
    if (staged && !next && isSeen(this.page.state, staged)) return staged;
    if (staged && !next && live.length && isTakenAway(this.page.state, staged)) return staged;
    const shown = next ?? live.at(-1) ?? rolls.filter((roll) => roll.status === "done" && isNow(roll)).at(-1);
    this.staged = shown?.roll ?? 0;
    this.finished = 0;
    return shown;
  }

  /**
   * A roll that answers what is on stage. Its dice fall for all: everyone is brought there once, but nobody who writes.
   * @param {Roll} staged @param {Roll[]} live
   */
  answerTo(staged, live) {
    const since = Math.max(staged.roll, this.answered);
    const answer = live.find((roll) => roll.roll > since && this.answering.includes(roll.move));
    if (!answer || isWriting()) return null;
    this.staged = this.answered = answer.roll;
    return answer;
  }

  /**
   * What whoever rolled went on with, and what waits for this seat: the older one, which waits for them, gives way to
   * it once, unless it was called for. On a screen for all it gives way to whatever anyone goes on with.
   * @param {Roll} staged @param {Roll[]} mine @param {Roll[]} live
   */
  nextOf(staged, mine, live) {
    const then = isScreen() ? live : mine.filter((roll) => roll.seat === staged.seat);
    const next = then.find((roll) => roll.roll > staged.roll);
    if (!next || staged.status !== "done" || mine.includes(staged) || this.kept === staged.roll || isWriting())
      return null;
    this.staged = next.roll;
    return next;
  }

  /**
   * Whether a roll waits for this seat now and did not when what is on stage was over, or answers what that brought.
   * @param {Roll} roll
   */
  comesToMe(roll) {
    const answers = roll.roll > this.staged && this.answering.includes(roll.move);
    return this.mine.has(roll.roll) && (answers || !this.waited.has(roll.roll));
  }

  /** @param {string} character */
  edit(character) {
    this.editing = character;
    this.draw();
    document.querySelector(".sheet .editors, .sheet h2")?.scrollIntoView({ block: "center" });
  }

  /** @param {string} character */
  open(character) {
    this.opened = this.opened === character ? "" : character;
    this.draw();
  }

  /** @param {{move: string, inputs: any, odds?: any}} secret */
  setSecret(secret) {
    this.secret = secret;
    this.draw();
  }

  /** @param {string} seat */
  showSeat(seat) {
    this.seatShown = seat;
    this.draw();
  }

  /** @param {string} rule */
  showRule(rule) {
    this.ruleShown = this.ruleShown === rule ? "" : rule;
    this.draw();
  }

  /**
   * A card that waits in the strip comes over the page.
   * @param {number} number
   */
  showCard(number) {
    this.cardShown = number;
    this.draw();
  }

  /** @param {any} card */
  dismiss(card) {
    this.cards = this.cards.filter((each) => each !== card);
    if (card.roll) this.stage(card.roll);
    this.draw();
  }

  /**
   * What a card tells of, brought into view where it stands.
   * @param {any} card
   */
  goTo(card) {
    this.page.show("table");
    this.dismiss(card);
    const place = document.querySelector(`[data-undertaking="${card.entry.undertaking}"]`);
    place?.scrollIntoView({ block: "center" });
    place?.animate({ outline: ["3px solid currentcolor", "3px solid transparent"] }, 2000);
  }
}
