// Talk to the server: every request that changes something carries a key and is sent until it is answered, once.

const PAUSE = 400;
const LONGEST_PAUSE = 5000;
const AGAIN = new Set([429, 502, 503, 504]);

export class Refused extends Error {
  /** @param {number} status @param {string} detail @param {number[]} [entries] that stand in the way */
  constructor(status, detail, entries = []) {
    super(detail);
    this.status = status;
    this.entries = entries;
  }
}

/** @returns {string} */
export function freshKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** @param {Response} reply */
async function read(reply) {
  const told = await reply.json().catch(() => ({}));
  if (!reply.ok)
    throw new Refused(
      reply.status,
      told.detail ?? told.title ?? "The server did not understand; reload the page.",
      told.entries,
    );
  return told;
}

/** @param {string} path */
export async function get(path) {
  return read(await fetch(path, { headers: { Accept: "application/json" } }));
}

/**
 * A question that changes nothing.
 * @param {string} path @param {any} body @param {AbortSignal} [signal]
 */
export async function ask(path, body, signal) {
  return read(
    await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      signal,
    }),
  );
}

/**
 * Do something once: where the network fails it is sent again with the same key, so it never happens twice.
 * @param {string} path @param {any} body @param {(waiting: boolean) => void} [onWaiting]
 */
export async function act(path, body, onWaiting = () => {}) {
  const key = freshKey();
  const sent = JSON.stringify(body);
  for (let pause = PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 2)) {
    try {
      const reply = await fetch(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", "Idempotency-Key": key },
        body: sent,
        keepalive: sent.length < 9000, // what was typed last is sent though the page goes
      });
      if (!AGAIN.has(reply.status)) {
        onWaiting(false);
        return read(reply);
      }
    } catch (failed) {
      if (!(failed instanceof TypeError)) throw failed;
    }
    onWaiting(true);
    await new Promise((resume) => setTimeout(resume, pause));
  }
}
