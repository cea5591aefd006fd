// What devices add to the dice: this one commits to it in advance, reveals it when dice are called for, and
// checks for itself what then falls. Nothing here trusts the server that sent it more than it must.

import { endOf, promiseOf, random } from "./hashes.js";
import { act } from "./server.js";

const STOCK = 24;
const LEAST = 6;
const MOST_KEPT = 2000;
const MOST_HASHES = 2000;
const MOST_DRAWN = 60;
const RECEIPT_EVERY = 25;
const DICE = ["called", "thrown"];

/**
 * What this device alone knows of a seat: from which entry on, contributions by their promises, the nonces it sent (for
 * which roll, 0 for one that it declared with it; or less than 0, the entry in which its dice fell), which nonce it
 * drew for which throw, for which roll it showed which promised contribution (less than 0, unless it was in time),
 * hashes of entries now and then, and whether another device of the same person sits there, too, unless they said that
 * none does.
 * @typedef {{since: number, contributions: Record<string, string>, nonces: Record<string, number>,
 *   drawn: Record<string, string>, given: Record<string, number>, receipts: Record<string, string>, several: boolean,
 *   alone: boolean}} Kept
 */
const KEPT = { contributions: {}, nonces: {}, drawn: {}, given: {}, receipts: {} };
const NOTHING = { since: 0, ...KEPT, several: false, alone: false };

/**
 * With one more, and without what is too long ago.
 * @template T
 * @param {Record<string, T>} kept @param {string} name @param {T} value @returns {Record<string, T>}
 */
const withOne = (kept, name, value, most = MOST_KEPT) =>
  Object.fromEntries(Object.entries({ ...kept, [name]: value }).slice(-most));

/**
 * @typedef {{phones: Record<string, string>, given: Record<string, string>, nonce: string|null,
 *   throws: number}} Falling
 */
/** @typedef {import("./hashes.js").Seen} Seen */

/** What one device does for the dice of a table, from its seat. */
export class Fairness {
  /**
   * @param {string} table @param {string} seat @param {(words: string) => void} alarm
   * @param {(seat: string) => string} called the name of a seat
   * @param {(words: string) => void} ask what only the person can know
   */
  constructor(table, seat, alarm, called = (seat) => seat, ask = alarm) {
    this.table = table;
    this.base = `/api/tables/${table}`;
    this.seat = seat;
    this.alarm = alarm;
    this.called = called;
    this.ask = ask;
    this.askedOnce = false;
    this.place = `actionroll.contributions.${table}.${seat}`;
    this.written = "";
    /** @type {Kept} what was read from there last */
    this.read = { ...NOTHING };
    this.stocking = false;
    this.left = 0;
    this.took = false;
    this.leftOut = 0;
    this.elsewhere = 0;
    /** @type {Map<number, {promise: string, told: boolean}>} */
    this.asked = new Map();
    /** @type {Map<number, Falling>} what is known of each roll whose declaration this device heard */
    this.rolls = new Map();
    /** @type {Seen[]} */
    this.seen = [];
    this.commitment = "";
    /** @type {Map<number, string>} */
    this.hashes = new Map();
    this.head = { number: 0, hash: "" };
    /** @type {{number: number, hash: string}|null} the last throw, at which people may compare what they see */
    this.mark = null;
  }

  /** @returns {Kept} */
  kept() {
    const written = localStorage.getItem(this.place) ?? "{}"; // another tab may have written since
    if (written !== this.written) {
      this.read = { ...NOTHING, ...JSON.parse(written) };
      this.written = written;
    }
    return this.read;
  }

  /** @param {Partial<Kept>} changed */
  keep(changed) {
    this.read = { ...this.kept(), ...changed };
    this.written = JSON.stringify(this.read);
    localStorage.setItem(this.place, this.written);
  }

  /**
   * Take up what the table says of this seat: what it promised, and what it is asked for right now.
   * @param {View} view
   */
  async begin(view) {
    this.commitment = view.commitment;
    this.head = { number: view.number, hash: view.hash };
    if (!this.kept().since) this.keep({ since: view.number + 1 });
    for (const entry of view.log) {
      this.note(entry, entry.hash);
      this.follow(entry);
      const own = entry.kind === "thrown" && entry.by === this.seat && entry.nonce in this.kept().nonces;
      if (own) this.checkNonce(entry);
    }
    for (const { roll, phones, given } of view.rolls)
      if (phones?.[this.seat]) this.asked.set(roll, { promise: phones[this.seat], told: !!given?.includes(this.seat) });
    for (const { roll, falling } of view.rolls)
      if (falling && (await this.isCalled(view, roll))) await this.reveal(roll);
    await this.stock(view.promises ?? []);
  }

  /**
   * Whether the log that is shown has the call for the dice of a roll: to a call that stands in none, nothing is shown.
   * @param {View} view @param {number} roll
   */
  async isCalled({ log, hash }, roll) {
    const place = log.map((entry) => entry.kind === "called" && entry.roll === roll).lastIndexOf(true);
    return place > 0 && (await endOf(this.table, log[place - 1].hash, log.slice(place))) === hash;
  }

  /**
   * See that enough is promised for throws to come; what another device of this seat promised is put aside.
   * @param {string[]} promised
   */
  async stock(promised) {
    const known = promised.filter((each) => each in this.kept().contributions).length;
    this.left = Math.max(this.left, known);
    this.took ||= known > 0;
    if (this.stocking || !this.seat || (known === promised.length && known >= LEAST)) return;
    const afresh = known < promised.length;
    const before = Object.keys(this.kept().contributions).length;
    if (afresh) this.another();
    if (afresh && before) this.notMine("While this phone was away, something was promised in its name.");
    await this.promise(afresh, known);
  }

  /**
   * Promise contributions for throws to come; afresh, all that was promised before is put aside.
   * @param {boolean} afresh @param {number} known
   */
  async promise(afresh, known) {
    this.stocking = true;
    try {
      const contributions = Array.from({ length: STOCK }, () => random(16));
      const commitments = await Promise.all(contributions.map((each) => promiseOf(this.table, this.seat, each)));
      this.keepContributions(Object.fromEntries(commitments.map((each, place) => [each, contributions[place]])));
      await act(`${this.base}/commit`, { commitments, afresh });
      this.left = STOCK + (afresh ? 0 : known);
      this.took = true;
    } catch {
      // Without promises the dice fall without this device, and the log says so.
    } finally {
      this.stocking = false;
    }
  }

  /** @param {Record<string, string>} made what is too long ago is forgotten: a saved file speaks of what came since */
  keepContributions(made) {
    const { contributions, since } = this.kept();
    const all = Object.entries({ ...contributions, ...made });
    const kept = Object.fromEntries(all.slice(-MOST_KEPT));
    this.keep({ contributions: kept, since: all.length > MOST_KEPT ? this.head.number + 1 : since });
  }

  /**
   * What this device adds to its own throw of a roll; remembered, so that another one in the log is noticed. Each throw
   * has one under each seed, however often it is asked for: a host who refuses or loses it is sent the same again.
   */
  nonce(roll = 0) {
    const { nonces, drawn } = this.kept();
    const known = roll && drawn[this.drawnFor(roll)];
    const made = known && !(nonces[known] < 0) ? known : random(16);
    this.keep({
      nonces: withOne(nonces, made, roll),
      drawn: withOne(drawn, this.drawnFor(roll), made, MOST_DRAWN),
    });
    return made;
  }

  /** @param {number} roll */
  drawnFor(roll) {
    return `${roll} ${this.commitment}`;
  }

  /**
   * What came of a request with a nonce: where it called for no dice, the nonce was not needed yet.
   * @param {string|undefined} nonce @param {any} told null, if it was refused
   */
  sent(nonce, told) {
    const dice = told?.entries?.find((/** @type {any} */ { entry }) => DICE.includes(entry.kind));
    if (!nonce || dice?.entry.kind === "called" || this.kept().nonces[nonce] < 0) return;
    const { [nonce]: _, ...nonces } = this.kept().nonces;
    this.keep({ nonces: dice ? { ...nonces, [nonce]: -dice.number } : nonces });
  }

  /**
   * Hear of an entry as it comes in: take part, and check.
   * @param {Entry} entry @param {string} [hash]
   */
  async heard(entry, hash) {
    // What is compared is taken as it stands now: while hashes are worked out, further entries come in.
    const { head, commitment } = this;
    const roll = /** @type {number} */ (entry.roll);
    const promised = this.rolls.get(roll)?.phones[entry.by];
    const asked = entry.kind === "called" ? this.asked.get(roll) : undefined;
    const mine = entry.seed ? this.seen : [];
    if (hash) this.note(entry, hash);
    const next = entry.kind === "declared" || (entry.kind === "thrown" && !entry.tier && this.rolls.has(roll));
    if (next && this.took && !entry.phones?.[this.seat]) this.leftOut += 1;
    this.follow(entry);
    if (entry.kind === "seed_changed") this.commitment = entry.commitment;
    this.checkOwn(entry);
    if (!(await this.follows(head, entry, hash))) return;
    if (asked && this.asked.get(roll) === asked) await this.reveal(roll);
    if (entry.kind === "contributed") await this.checkContribution(entry, promised);
    if (entry.seed)
      await import("./fair-play.js").then(({ checkSeed }) => checkSeed(this, entry.seed, commitment, mine));
    if (entry.phones?.[this.seat] && --this.left < LEAST) await this.stock([]);
  }

  /**
   * Remember what stands where, now and then for good.
   * @param {Entry} entry @param {string} hash
   */
  note(entry, hash) {
    this.head = { number: entry.number, hash };
    this.hashes.set(entry.number, hash);
    this.hashes.delete(entry.number - MOST_HASHES);
    if (entry.kind === "thrown") this.mark = { number: entry.number, hash };
    if (this.seat && entry.number % RECEIPT_EVERY === 0)
      this.keep({ receipts: { ...this.kept().receipts, [entry.number]: hash } });
  }

  /**
   * Whatever names an entry of this log by its hash must name the one that this device heard.
   * @param {number} number @param {string} hash @param {string} who
   */
  compare(number, hash, who) {
    const known = this.hashes.get(number);
    if (known === undefined || !hash || known === hash) return;
    this.alarm(`${who} another log than this phone: entry ${number} is not the same.`);
  }

  /**
   * Whether an entry follows from the last one; to one that does not, nothing is shown.
   * @param {{number: number, hash: string}} before @param {Entry} entry @param {string} [hash]
   */
  async follows(before, entry, hash) {
    const next = entry.number === before.number + 1;
    if (next && hash && (await endOf(this.table, before.hash, [{ ...entry, hash }])) === hash) return true;
    this.alarm(`Entry ${entry.number} does not follow from the log that this phone knew.`);
    return false;
  }

  /** @param {Entry} entry */
  follow(entry) {
    const number = entry.kind === "declared" ? entry.number : (entry.roll ?? 0);
    const roll = this.rolls.get(number);
    if (roll && entry.kind === "called") this.calls(roll, entry);
    if (roll && entry.kind === "contributed") roll.given = { ...roll.given, [entry.by]: entry.contribution };
    if (entry.kind === "thrown") this.fell(number, entry, roll);
    if (["withdrawn", "undone", "closed"].includes(entry.kind)) this.rolls.delete(number);
    if (entry.kind === "seed_changed") this.reseeded();
    if (entry.kind !== "declared" && entry.kind !== "thrown") return;
    const throws = entry.kind === "declared" ? 0 : (roll?.throws ?? 0) + 1;
    if (entry.kind === "declared" || roll)
      this.rolls.set(number, { phones: entry.phones ?? {}, given: {}, nonce: null, throws });
    const promise = entry.phones?.[this.seat];
    if (promise) this.asked.set(number, { promise, told: false });
    else this.asked.delete(number);
  }

  /** @param {Falling} roll @param {Entry} entry */
  calls(roll, entry) {
    if (roll.nonce !== null) this.alarm(`The dice of roll ${entry.roll} were called for twice.`);
    roll.nonce = entry.nonce ?? "";
  }

  /** Throws from before follow from another seed. */
  reseeded() {
    this.seen = [];
    if ([...this.rolls.values()].some((each) => each.nonce !== null))
      this.alarm("The seed was changed while dice were falling.");
  }

  /** @param {number} number @param {Entry} entry @param {Falling} [roll] */
  fell(number, entry, roll) {
    const own = this.asked.get(number);
    if (own?.told && entry.missing?.includes(this.seat))
      this.alarm(`The dice of roll ${number} fell without this phone’s contribution, although it gave it in time.`);
    if (!roll || entry.by_hand || !entry.dice) return;
    const contributions = Object.entries(roll.given).sort(([one], [other]) => (one < other ? -1 : 1));
    const missing = Object.keys(roll.phones).filter((seat) => !(seat in roll.given));
    if (missing.length + contributions.length && roll.nonce !== (entry.nonce ?? ""))
      this.alarm(`The dice of roll ${number} fell otherwise than they were called for.`);
    if (missing.sort().join() !== (entry.missing ?? []).join())
      this.alarm(`Roll ${number} does not say rightly whose contributions are missing in its dice.`);
    const nonces = [entry.nonce ?? "", ...contributions.flat()];
    this.seen.push({ roll: number, place: roll.throws + 1, nonces, dice: entry.dice });
  }

  /** @param {number} roll */
  async reveal(roll) {
    const own = this.asked.get(roll);
    const contribution = own && this.kept().contributions[own.promise];
    if (!own || !contribution || own.told) return;
    const seen = `${this.head.number}:${this.head.hash}`;
    // It is shown with this, whatever is answered.
    if (!(own.promise in this.kept().given)) this.keep({ given: withOne(this.kept().given, own.promise, -roll) });
    await act(`${this.base}/contribute`, { roll, contribution, seen })
      .then((told) => {
        own.told = told.entries?.length > 0; // another tab was first, or the dice fell meanwhile
        if (own.told) this.keep({ given: withOne(this.kept().given, own.promise, roll) });
      })
      .catch(() => {});
  }

  /**
   * What stands in this phone's name must be what it sent.
   * @param {Entry} entry
   */
  checkOwn(entry) {
    const number = entry.roll ?? entry.number;
    const promise = entry.phones?.[this.seat];
    if (promise && ![number, -number].includes(this.kept().given[promise] ?? number))
      this.alarm(`Roll ${number} asks for a contribution that this phone showed before.`);
    if (entry.by !== this.seat) return;
    if (DICE.includes(entry.kind) && !entry.by_hand) this.checkNonce(entry);
    if (entry.kind !== "committed") return;
    const foreign = entry.commitments.some((/** @type {string} */ each) => !this.kept().contributions[each]);
    if (foreign && entry.afresh) this.another();
    if (foreign) this.notMine("Something is promised in this phone’s name that it did not promise.");
  }

  /** @param {any} entry a throw of this seat, maybe from Discord or a program: it carries what this phone sent, once */
  checkNonce({ kind, number, roll, nonce = "" }) {
    const { nonces, drawn } = this.kept();
    const sent = nonces[nonce] ?? (nonce && drawn[this.drawnFor(roll)] === nonce ? roll : undefined);
    if (!nonce && !Object.values(nonces).some((each) => each === 0 || each === roll)) {
      if (kind === "thrown") this.elsewhere += 1;
    } else if (sent !== 0 && sent !== roll && !(-sent >= number))
      this.notMine(`The throw of roll ${roll} carries a number, or none, that this phone did not send for it.`);
    else {
      const fell = Math.max(-sent, kind === "thrown" ? number : 0);
      this.keep({ nonces: { ...nonces, [nonce]: fell > 0 ? -fell : roll } });
    }
  }

  /** Someone openly contributes for this seat elsewhere; who said that nobody does is believed. */
  another() {
    this.keep({ several: !this.kept().alone });
  }

  /**
   * Something stands in the name of this seat that this device did not send. Where another device has openly taken up
   * promising for the seat, it may be that one: only the person knows, and is asked once.
   * @param {string} words
   */
  notMine(words) {
    if (!this.kept().several) return this.alarm(words);
    if (!this.askedOnce) this.ask(words);
    this.askedOnce = true;
  }

  /**
   * The person says that it was not them: all hear of it, this device promises again, and whatever comes in its name
   * is an alarm at once.
   * @param {string} words
   */
  async disown(words) {
    this.alarm(words);
    this.keep({ several: false, alone: true });
    this.askedOnce = false;
    await this.promise(true, 0);
  }

  /** @param {Entry} entry @param {string} [asked] what the roll names as promised */
  async checkContribution(entry, asked) {
    const { roll, by, contribution, seen } = /** @type {any} */ (entry);
    const promise = await promiseOf(this.table, by, contribution);
    if (by === this.seat && !(promise in this.kept().contributions))
      this.notMine(`Roll ${roll} has a contribution in this phone’s name that it did not give.`);
    else if (asked && asked !== promise)
      this.alarm(`Roll ${roll} has a contribution of ${this.called(by)} that is not the one promised.`);
    const [number, hash] = (seen ?? "").split(":");
    if (by !== this.seat) this.compare(Number(number), hash, `The phone of ${this.called(by)} knows`);
  }
}
