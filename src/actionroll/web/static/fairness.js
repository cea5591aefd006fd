// Everyone's part in the dice: this device commits to its own in advance, reveals it when dice are called for, and
// checks for itself what then falls. Nothing here trusts the server that sent it more than it must.

import { commitmentOf, entryHash, facesOf, promiseOf, random } from "./hashes.js";
import { act } from "./server.js";

const STOCK = 24;
const LEAST = 6;
const MOST_KEPT = 2000;
const MOST_HASHES = 2000;
const RECEIPT_EVERY = 25;

/**
 * What this device alone knows of a seat: from which entry on, parts by their promises, the nonces it sent, for which
 * roll it showed which promised part in time, hashes of entries now and then, and whether another device of the same
 * person sits there, too, unless they said that none does.
 * @typedef {{since: number, parts: Record<string, string>, nonces: string[], given: Record<string, number>,
 *   receipts: Record<string, string>, several: boolean, alone: boolean}} Kept
 */
const NOTHING = { since: 0, parts: {}, nonces: [], given: {}, receipts: {}, several: false, alone: false };

/**
 * @typedef {{parts: Record<string, string>, given: Record<string, string>, nonce: string|null, throws: number}} Falling
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
    this.place = `actionroll.parts.${table}.${seat}`;
    this.written = "";
    /** @type {Kept} what was read from there last */
    this.read = { ...NOTHING };
    this.stocking = false;
    this.left = 0;
    this.leftOut = 0;
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
    }
    for (const { roll, phones, given } of view.rolls)
      if (phones?.[this.seat]) this.asked.set(roll, { promise: phones[this.seat], told: !!given?.includes(this.seat) });
    for (const roll of view.rolls) if (roll.falling) await this.reveal(roll.roll);
    await this.stock(view.promises ?? []);
  }

  /**
   * See that enough is promised for throws to come; what another device of this seat promised is put aside.
   * @param {string[]} promised
   */
  async stock(promised) {
    const known = promised.filter((each) => each in this.kept().parts).length;
    this.left = Math.max(this.left, known);
    if (this.stocking || !this.seat || (known === promised.length && known >= LEAST)) return;
    const afresh = known < promised.length;
    const before = Object.keys(this.kept().parts).length;
    if (afresh) this.another();
    if (afresh && before) this.notMine("While this phone was away, something was promised in its name.");
    await this.promise(afresh, known);
  }

  /**
   * Promise parts for throws to come; afresh, all that was promised before is put aside.
   * @param {boolean} afresh @param {number} known
   */
  async promise(afresh, known) {
    this.stocking = true;
    try {
      const parts = Array.from({ length: STOCK }, () => random(16));
      const commitments = await Promise.all(parts.map((part) => promiseOf(this.table, this.seat, part)));
      this.keepParts(Object.fromEntries(commitments.map((commitment, place) => [commitment, parts[place]])));
      await act(`${this.base}/commit`, { commitments, afresh });
      this.left = STOCK + (afresh ? 0 : known);
    } catch {
      // Without promises the dice fall without this device, and the log says so.
    } finally {
      this.stocking = false;
    }
  }

  /**
   * What is too long ago is forgotten; a saved file then speaks only of what came since.
   * @param {Record<string, string>} made
   */
  keepParts(made) {
    const { parts, since } = this.kept();
    const all = Object.entries({ ...parts, ...made });
    const kept = Object.fromEntries(all.slice(-MOST_KEPT));
    this.keep({ parts: kept, since: all.length > MOST_KEPT ? this.head.number + 1 : since });
  }

  /** What this device adds to its own throw; remembered, so that another one in the log is noticed. */
  nonce() {
    const made = random(16);
    this.keep({ nonces: [...this.kept().nonces, made].slice(-MOST_KEPT) });
    return made;
  }

  /**
   * What this device alone knows, for a checker that the host did not serve.
   * @returns {any}
   */
  saved() {
    const { since, parts, nonces, given, receipts } = this.kept();
    const last = this.head.hash ? { [this.head.number]: this.head.hash } : {};
    return {
      form: "actionroll phone 1",
      table: this.table,
      seat: this.seat,
      since,
      promises: Object.keys(parts),
      nonces,
      given,
      receipts: { ...receipts, ...last },
    };
  }

  /**
   * Hear of an entry as it comes in: take part, and check.
   * @param {Entry} entry @param {string} [hash]
   */
  async heard(entry, hash) {
    // What is compared is taken as it stands now: while hashes are worked out, further entries come in.
    const { head, commitment } = this;
    const roll = /** @type {number} */ (entry.roll);
    const promised = this.rolls.get(roll)?.parts[entry.by];
    const asked = entry.kind === "called" ? this.asked.get(roll) : undefined;
    const mine = entry.seed ? this.seen : [];
    if (hash) this.note(entry, hash);
    if (hash) this.head = { number: entry.number, hash };
    if (entry.kind === "declared" && this.left > 0 && !entry.parts?.[this.seat]) this.leftOut += 1;
    this.follow(entry);
    if (entry.kind === "seed_changed") this.commitment = entry.commitment;
    this.checkOwn(entry);
    if (!(await this.follows(head, entry, hash))) return;
    if (asked && this.asked.get(roll) === asked) await this.reveal(roll);
    if (entry.kind === "contributed") await this.checkPart(entry, promised);
    if (entry.seed) await this.checkSeed(entry.seed, commitment, mine);
    if (entry.parts?.[this.seat] && --this.left < LEAST) await this.stock([]);
  }

  /**
   * Remember what stands where, now and then for good.
   * @param {Entry} entry @param {string} hash
   */
  note(entry, hash) {
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
    if (!hash || !before.hash) return true;
    const { number, ...told } = entry;
    if (number === before.number + 1 && (await entryHash(this.table, number, before.hash, told)) === hash) return true;
    this.alarm(`Entry ${number} does not follow from the log that this phone knew.`);
    return false;
  }

  /** @param {Entry} entry */
  follow(entry) {
    const number = entry.kind === "declared" ? entry.number : (entry.roll ?? 0);
    const roll = this.rolls.get(number);
    if (roll && entry.kind === "called") roll.nonce = entry.nonce ?? "";
    if (roll && entry.kind === "contributed") roll.given = { ...roll.given, [entry.by]: entry.part };
    if (entry.kind === "thrown") this.fell(number, entry, roll);
    if (["withdrawn", "undone", "closed"].includes(entry.kind)) this.rolls.delete(number);
    if (entry.kind === "seed_changed") this.reseeded();
    if (entry.kind !== "declared" && entry.kind !== "thrown") return;
    const throws = entry.kind === "declared" ? 0 : (roll?.throws ?? 0) + 1;
    if (entry.kind === "declared" || roll)
      this.rolls.set(number, { parts: entry.parts ?? {}, given: {}, nonce: null, throws });
    const promise = entry.parts?.[this.seat];
    if (promise) this.asked.set(number, { promise, told: false });
    else this.asked.delete(number);
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
      this.alarm(`The dice of roll ${number} fell without this phone's part, although it gave it in time.`);
    if (!roll || entry.by_hand || !entry.dice) return;
    const parts = Object.entries(roll.given).sort(([one], [other]) => (one < other ? -1 : 1));
    const missing = Object.keys(roll.parts).filter((seat) => !(seat in roll.given));
    if (missing.length + parts.length && roll.nonce !== (entry.nonce ?? ""))
      this.alarm(`The dice of roll ${number} fell otherwise than they were called for.`);
    if (missing.sort().join() !== (entry.missing ?? []).join())
      this.alarm(`Roll ${number} does not say rightly whose parts are missing in its dice.`);
    const nonces = [entry.nonce ?? "", ...parts.flat()];
    this.seen.push({ roll: number, place: roll.throws + 1, nonces, dice: entry.dice });
  }

  /** @param {number} roll */
  async reveal(roll) {
    const own = this.asked.get(roll);
    const part = own && this.kept().parts[own.promise];
    if (!own || !part || own.told) return;
    const seen = this.head.hash ? `${this.head.number}:${this.head.hash}` : "";
    await act(`${this.base}/contribute`, { roll, part, ...(seen ? { seen } : {}) })
      .then((told) => {
        own.told = told.entries?.length > 0; // another tab was first, or the dice fell meanwhile
        const given = [...Object.entries(this.kept().given), [own.promise, roll]];
        if (own.told) this.keep({ given: Object.fromEntries(given.slice(-MOST_KEPT)) });
      })
      .catch(() => {});
  }

  /**
   * What stands in this phone's name must be what it sent.
   * @param {Entry} entry
   */
  checkOwn(entry) {
    const number = entry.roll ?? entry.number;
    const promise = entry.parts?.[this.seat];
    if (promise && ![undefined, number].includes(this.kept().given[promise]))
      this.alarm(`Roll ${number} asks for a part that this phone showed before.`);
    if (entry.by !== this.seat) return;
    if (["called", "thrown"].includes(entry.kind) && entry.nonce && !this.kept().nonces.includes(entry.nonce))
      this.notMine(`The throw of roll ${entry.roll} carries a number that this phone did not send.`);
    if (entry.kind !== "committed") return;
    const foreign = entry.commitments.some((/** @type {string} */ each) => !this.kept().parts[each]);
    if (foreign && entry.afresh) this.another();
    if (foreign) this.notMine("Something is promised in this phone's name that it did not promise.");
  }

  /** Someone openly takes up this seat's part in the dice elsewhere; who said that nobody does is believed. */
  another() {
    this.keep({ several: !this.kept().alone });
  }

  /**
   * Something stands in the name of this seat that this device did not send. Where another device has openly taken up
   * the seat's part in the dice, it may be that one: only the person knows, and is asked once.
   * @param {string} words
   */
  notMine(words) {
    if (!this.kept().several) return this.alarm(words);
    if (!this.askedOnce) this.ask(words);
    this.askedOnce = true;
  }

  /**
   * The person says that it was not them: all hear of it, this device takes its part again, and whatever else comes in
   * its name is an alarm at once.
   * @param {string} words
   */
  async disown(words) {
    this.alarm(words);
    this.keep({ several: false, alone: true });
    this.askedOnce = false;
    await this.promise(true, 0);
  }

  /** @param {Entry} entry @param {string} [asked] what the roll names as promised */
  async checkPart(entry, asked) {
    const { roll, by, part, seen } = /** @type {any} */ (entry);
    const promise = await promiseOf(this.table, by, part);
    if (by === this.seat && !(promise in this.kept().parts))
      this.notMine(`Roll ${roll} has a part in this phone's name that it did not give.`);
    else if (asked && asked !== promise)
      this.alarm(`Roll ${roll} has a part of ${this.called(by)} that is not the one promised.`);
    const [number, hash] = (seen ?? "").split(":");
    if (by !== this.seat) this.compare(Number(number), hash, `The phone of ${this.called(by)} knows`);
  }

  /**
   * The seed is shown: every throw that this device saw must follow from it.
   * @param {string} seed @param {string} commitment @param {Seen[]} seen
   */
  async checkSeed(seed, commitment, seen) {
    if ((await commitmentOf(seed)) !== commitment)
      return this.alarm("The seed that was shown is not the one that the table had committed to.");
    for (const each of seen) {
      const faces = await facesOf(this.table, { ...each, seed });
      if (faces.join() !== each.dice.map(([, shown]) => shown).join())
        this.alarm(`The dice of roll ${each.roll} do not follow from what everyone committed to.`);
    }
  }
}
