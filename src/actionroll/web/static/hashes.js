// Hashes and what is hashed: SHA-256 with or without Web Crypto, framed fields, the chain of a log,
// and what a device commits to.

const encoder = new TextEncoder();

/** @param {number} bytes */
export function random(bytes) {
  return hex(crypto.getRandomValues(new Uint8Array(bytes)));
}

/** @param {Uint8Array} bytes */
export function hex(bytes) {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {string} text */
export function fromHex(text) {
  return new Uint8Array((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)));
}

/** @param {Uint8Array[]} pieces */
export function joined(pieces) {
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
export function framed(fields) {
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
 * A value as the log writes it: keys sorted, no spaces, one text for one value.
 * @param {any} value @returns {string}
 */
export function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const names = Object.keys(value).sort(byLetters);
  return `{${names.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(",")}}`;
}

/**
 * Names in the order of their letters, which is not that of a browser where letters take two places.
 * @param {string} one @param {string} other
 */
function byLetters(one, other) {
  const [these, those] = [one, other].map((name) => [...name].map((letter) => letter.codePointAt(0) ?? 0));
  const place = these.findIndex((letter, at) => letter !== those[at]);
  return place < 0 ? these.length - those.length : these[place] - (those[place] ?? -1);
}

/** @param {number} value */
function eightBytes(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setUint32(0, Math.floor(value / 2 ** 32));
  new DataView(bytes.buffer).setUint32(4, value >>> 0);
  return bytes;
}

/**
 * The hash of an entry, which follows from all before it; docs/fair-dice.md says it in words.
 * @param {string} table @param {number} number @param {string} before the hash of the entry before @param {any} entry
 */
export async function entryHash(table, number, before, entry) {
  const body = encoder.encode(canonical(entry));
  const length = new Uint8Array([0, 0, 0, 32]);
  const head = [encoder.encode("actionroll entry 1"), framed([table]), eightBytes(number), length, fromHex(before)];
  return hex(await sha256(joined([...head, eightBytes(body.length), body])));
}

/**
 * The hash of the last of some entries, if each follows from the one before it.
 * @param {string} table @param {string} before the hash of the entry before them @param {any[]} entries
 */
export async function endOf(table, before, entries) {
  for (const { number, hash, ...told } of entries)
    before = before && hash && (await entryHash(table, number, before, told)) === hash ? hash : "";
  return before;
}

/** @typedef {{roll: number, place: number, nonces: string[], dice: [number, number][]}} Seen a throw */

/**
 * What a device commits to: the hash of its contribution, for one table and seat alone.
 * @param {string} table @param {string} seat @param {string} contribution
 */
export async function promiseOf(table, seat, contribution) {
  return hex(await sha256(framed(["actionroll/contribution/1", table, seat, contribution])));
}
