// Everyone's part in the dice: this device commits to its own in advance, reveals it when dice are called for, and
// checks for itself what then falls. Nothing here trusts the server that sent it more than it must.

import { act } from "./server.js";

const STOCK = 24;
const LEAST = 6;
const MOST_NONCES = 60;
const encoder = new TextEncoder();

/** @typedef {{parts: Record<string, string>, nonces: string[]}} Kept what this device alone knows of a seat */
/** @typedef {{seed: string, roll: number, place: number, nonces: string[], dice: [number, number][]}} Seen a throw */

/** @param {number} bytes */
function random(bytes) {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
function fromHex(text) {
  return new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

/** @param {Uint8Array[]} pieces */
function joined(pieces) {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/**
 * Each field after its length, so that no two lists of fields run together.
 * @param {string[]} fields
 */
function framed(fields) {
  return joined(
    fields.flatMap((field) => {
      const bytes = encoder.encode(field);
      const length = new Uint8Array(4);
      new DataView(length.buffer).setUint32(0, bytes.length);
      return [length, bytes];
    }),
  );
}

/** The first bits of the square and cube roots of primes, as SHA-256 takes them. */
const ROOTS = (() => {
  /** @type {number[]} */
  const primes = [];
  for (let n = 2; primes.length < 64; n++) if (primes.every((prime) => n % prime)) primes.push(n);
  const bits = (/** @type {number} */ root) => ((root - Math.floor(root)) * 2 ** 32) | 0;
  return {
    start: primes.slice(0, 8).map((prime) => bits(Math.sqrt(prime))),
    round: primes.map((prime) => bits(Math.cbrt(prime))),
  };
})();

/** @param {number} word @param {number} by */
const turned = (word, by) => (word >>> by) | (word << (32 - by));

/**
 * SHA-256 where the page has no Web Crypto: a server in the room is plain http.
 * @param {Uint8Array} bytes @returns {Uint8Array}
 */
export function sha256Plain(bytes) {
  const padded = new Uint8Array(((bytes.length + 72) >> 6) << 6);
  padded.set(bytes);
  padded[bytes.length] = 128;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length << 3);
  const sums = Int32Array.from(ROOTS.start);
  const words = new Int32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let place = 0; place < 64; place++)
      words[place] = place < 16 ? view.getInt32(at + 4 * place) : mixed(words, place);
    let [a, b, c, d, e, f, g, h] = sums;
    for (let place = 0; place < 64; place++) {
      const one = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + one + ((e & f) ^ (~e & g)) + ROOTS.round[place] + words[place]) | 0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    [a, b, c, d, e, f, g, h].forEach((each, place) => (sums[place] += each));
  }
  const found = new Uint8Array(32);
  sums.forEach((sum, place) => new DataView(found.buffer).setInt32(4 * place, sum));
  return found;
}

/** @param {Int32Array} words @param {number} place */
function mixed(words, place) {
  const [early, late] = [words[place - 15], words[place - 2]];
  const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
  const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
  return (words[place - 16] + low + words[place - 7] + high) | 0;
}

/**
 * @param {Uint8Array} bytes
 * @returns {Promise<Uint8Array>}
 */
export async function sha256(bytes) {
  if (!globalThis.crypto?.subtle) return sha256Plain(bytes);
  return new Uint8Array(await crypto.subtle.digest("SHA-256", /** @type {any} */ (bytes)));
}

/**
 * What a device commits to: the hash of its part, for one table and seat alone.
 * @param {string} table @param {string} seat @param {string} part
 */
export async function promiseOf(table, seat, part) {
  return hex(await sha256(framed(["actionroll/part/1", table, seat, part])));
}

/** @param {Uint8Array} key 32 bytes @param {Uint8Array} message */
async function hmac(key, message) {
  const inner = new Uint8Array(64).fill(0x36);
  const outer = new Uint8Array(64).fill(0x5c);
  key.forEach((byte, place) => {
    inner[place] ^= byte;
    outer[place] ^= byte;
  });
  return sha256(joined([outer, await sha256(joined([inner, message]))]));
}

/**
 * The faces that a revealed seed gives a throw; docs/fair-dice.md says it in words.
 * @param {string} table @param {Seen} seen @returns {Promise<number[]>}
 */
export async function facesOf(table, { seed, roll, place, nonces, dice }) {
  const message = framed(["actionroll/dice/2", table, String(roll), String(place), ...nonces]);
  /** @type {number[]} */
  let stream = [];
  let blocks = 0;
  const next = async () => {
    if (!stream.length) {
      const count = new Uint8Array(8);
      new DataView(count.buffer).setUint32(4, blocks++);
      stream = [...(await hmac(fromHex(seed), joined([message, count])))];
    }
    return /** @type {number} */ (stream.shift());
  };
  const faces = [];
  for (const [sides] of dice) faces.push(await face(next, sides));
  return faces;
}

/** @param {() => Promise<number>} next @param {number} sides */
async function face(next, sides) {
  for (; sides > 1;) {
    const value = sides > 256 ? (await next()) * 256 + (await next()) : await next();
    const values = sides > 256 ? 65536 : 256;
    if (value < values - (values % sides)) return (value % sides) + 1;
  }
  return 1;
}

/**
 * The commitment to a seed.
 * @param {string} seed
 */
async function commitmentOf(seed) {
  const fields = ["actionroll/commitment/1", ""].flatMap((text) => framed([text]));
  const length = new Uint8Array([0, 0, 0, 32]);
  return hex(await sha256(joined([...fields, length, fromHex(seed)])));
}

/** What one device does for the dice of a table, from its seat. */
export class Fairness {
  /** @param {string} table @param {string} seat @param {(words: string) => void} alarm */
  constructor(table, seat, alarm) {
    this.table = table;
    this.seat = seat;
    this.alarm = alarm;
    this.place = `actionroll.parts.${table}.${seat}`;
    this.stocking = false;
    /** @type {Map<number, {promise: string, told: boolean}>} */
    this.asked = new Map();
    /** @type {Map<number, Record<string, string>>} */
    this.given = new Map();
    /** @type {Map<number, number>} */
    this.throws = new Map();
    /** @type {Seen[]} */
    this.seen = [];
    this.commitment = "";
  }

  /** @returns {Kept} */
  kept() {
    return { parts: {}, nonces: [], ...JSON.parse(localStorage.getItem(this.place) ?? "{}") };
  }

  /** @param {Kept} kept */
  keep(kept) {
    localStorage.setItem(this.place, JSON.stringify(kept));
  }

  /**
   * Take up what the table says of this seat: what it promised, and what it is asked for right now.
   * @param {View} view
   */
  async begin(view) {
    this.commitment = view.commitment;
    for (const entry of view.log) this.follow(entry);
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
    if (this.stocking || !this.seat || (known === promised.length && known >= LEAST)) return;
    this.stocking = true;
    try {
      const parts = Array.from({ length: STOCK }, () => random(16));
      const commitments = await Promise.all(parts.map((part) => promiseOf(this.table, this.seat, part)));
      const kept = this.kept();
      this.keep({ ...kept, parts: { ...kept.parts, ...Object.fromEntries(commitments.map((c, i) => [c, parts[i]])) } });
      await act(`/api/tables/${this.table}/commit`, { commitments, afresh: known < promised.length });
      this.left = STOCK + (known < promised.length ? 0 : known);
    } catch {
      // Without promises the dice fall without this device, and the log says so.
    } finally {
      this.stocking = false;
    }
  }

  left = LEAST;

  /** What this device adds to its own throw; remembered, so that another one in the log is noticed. */
  nonce() {
    const made = random(16);
    const kept = this.kept();
    this.keep({ ...kept, nonces: [...kept.nonces, made].slice(-MOST_NONCES) });
    return made;
  }

  /**
   * Hear of an entry as it comes in: take part, and check.
   * @param {Entry} entry
   */
  async heard(entry) {
    this.follow(entry);
    if (entry.kind === "called") {
      this.checkNonce(entry);
      await this.reveal(/** @type {number} */ (entry.roll));
    }
    if (entry.kind === "contributed" && entry.by === this.seat) await this.checkPart(entry);
    if (entry.seed) await this.checkSeed(entry);
    if (entry.kind === "seed_changed") this.commitment = entry.commitment;
    if (entry.parts?.[this.seat] && --this.left < LEAST) await this.stock([]);
  }

  /** @param {Entry} entry */
  follow(entry) {
    const number = entry.kind === "declared" ? entry.number : (entry.roll ?? 0);
    if (entry.kind === "contributed") this.given.set(number, { ...this.given.get(number), [entry.by]: entry.part });
    if (entry.kind === "thrown") this.fell(number, entry);
    if (entry.kind !== "declared" && entry.kind !== "thrown") return;
    if (entry.kind === "declared") this.throws.set(number, 0);
    this.given.delete(number);
    const promise = entry.parts?.[this.seat];
    if (promise) this.asked.set(number, { promise, told: false });
    else this.asked.delete(number);
  }

  /** @param {number} number @param {Entry} entry */
  fell(number, entry) {
    const own = this.asked.get(number);
    if (own?.told && entry.missing?.includes(this.seat))
      this.alarm(`The dice of roll ${number} fell without this phone's part, although it gave it in time.`);
    const before = this.throws.get(number);
    if (before === undefined) return;
    this.throws.set(number, before + 1);
    if (entry.by_hand || !entry.dice) return;
    const parts = Object.entries(this.given.get(number) ?? {}).sort(([one], [other]) => (one < other ? -1 : 1));
    const nonces = [entry.nonce ?? "", ...parts.flat()];
    this.seen.push({ seed: this.commitment, roll: number, place: before + 1, nonces, dice: entry.dice });
  }

  /** @param {number} roll */
  async reveal(roll) {
    const own = this.asked.get(roll);
    const part = own && this.kept().parts[own.promise];
    if (!own || !part || own.told) return;
    await act(`/api/tables/${this.table}/contribute`, { roll, part })
      .then((told) => (own.told = told.entries?.length > 0)) // another tab was first, or the dice fell meanwhile
      .catch(() => {});
  }

  /** @param {Entry} entry */
  checkNonce(entry) {
    if (entry.by === this.seat && entry.nonce && !this.kept().nonces.includes(entry.nonce))
      this.alarm(`The throw of roll ${entry.roll} carries a number that this phone did not send.`);
  }

  /** @param {Entry} entry */
  async checkPart(entry) {
    if ((await promiseOf(this.table, this.seat, entry.part)) in this.kept().parts) return;
    this.alarm(`Roll ${entry.roll} has a part in this phone's name that it did not give.`);
  }

  /**
   * The seed is shown: every throw that this device saw must follow from it.
   * @param {Entry} entry
   */
  async checkSeed(entry) {
    if ((await commitmentOf(entry.seed)) !== this.commitment)
      return this.alarm("The seed that was shown is not the one that the table had committed to.");
    const mine = this.seen.filter((each) => each.seed === this.commitment);
    this.seen = this.seen.filter((each) => each.seed !== this.commitment);
    for (const each of mine) {
      const faces = await facesOf(this.table, { ...each, seed: entry.seed });
      if (faces.join() !== each.dice.map(([, shown]) => shown).join())
        this.alarm(`The dice of roll ${each.roll} do not follow from what everyone committed to.`);
    }
  }
}
