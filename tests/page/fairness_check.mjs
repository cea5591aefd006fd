// Runs the page's own checks of the dice outside a browser: reads lines of JSON, answers each with one. What a phone
// sends meanwhile is a line of its own, and the next line read is what the server replies to it.
import { webcrypto } from "node:crypto";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , folder, plain] = process.argv;
const shelf = new Map();
globalThis.localStorage = { getItem: (name) => shelf.get(name) ?? null, setItem: (name, value) => shelf.set(name, value) };
const crypto = plain ? { getRandomValues: (into) => webcrypto.getRandomValues(into) } : webcrypto;
Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true });
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();
const say = (told) => console.log(JSON.stringify(told));
const script = (name) => import(pathToFileURL(`${folder}/${name}`).href);

let line = Promise.resolve();
globalThis.fetch = (path, { body }) => {
  const [, , , seat, operation] = path.split("/");
  line = line.then(async () => {
    say({ seat, operation, body: JSON.parse(body) });
    const { ok, told } = JSON.parse((await lines.next()).value);
    return { ok, status: ok ? 200 : 422, json: async () => told };
  });
  return line;
};
const { Fairness } = await script("fairness.js");
const { canonical, entryHash, hex, promiseOf, sha256 } = await script("hashes.js");
const { facesOf, savedBy } = await script("fair-play.js");
const alarms = [];
const questions = [];
const pages = new Map();

const answers = {
  hash: async ({ text }) => hex(await sha256(new TextEncoder().encode(text))),
  canonical: ({ value }) => canonical(value),
  chain: ({ table, number, before, entry }) => entryHash(table, number, before, entry),
  promise: ({ table, seat, contribution }) => promiseOf(table, seat, contribution),
  faces: ({ table, seen }) => facesOf(table, seen),
  sit: ({ page, table, seat, device }) => {
    const alarm = (words) => alarms.push(`${page}: ${words}`);
    const ask = (words) => questions.push(`${page}: ${words}`);
    const made = new Fairness(table, seat, alarm, (seat) => seat, ask);
    made.base = `/api/tables/${seat}`; // so that the test knows who asks
    made.place += device ?? "";
    pages.set(page, made);
    return true;
  },
  begin: async ({ page, view }) => (await pages.get(page).begin(view), true),
  nonce: ({ page, roll }) => pages.get(page).nonce(roll),
  heard: async ({ page, entries }) => {
    await Promise.all(entries.map(({ entry, hash }) => pages.get(page).heard(entry, hash)));
    return true;
  },
  compare: ({ page, number, hash }) => (pages.get(page).compare(number, hash, "The server tells of"), true),
  saved: ({ page }) => savedBy(pages.get(page)),
  kept: ({ page }) => {
    const { mark, leftOut, elsewhere } = pages.get(page);
    return { mark, leftOut, elsewhere };
  },
  sent: ({ page, nonce, told }) => (pages.get(page).sent(nonce, told), true),
  questions: () => questions,
  forget: () => {
    shelf.clear();
    pages.clear();
    questions.length = 0;
    return true;
  },
  disown: async ({ page, words }) => (await pages.get(page).disown(words), true),
};

for (let read = await lines.next(); !read.done; read = await lines.next()) {
  const asked = JSON.parse(read.value);
  const answer = await answers[asked.do](asked);
  say({ answer, alarms: alarms.splice(0) });
}
