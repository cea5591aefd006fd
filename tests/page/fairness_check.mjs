// Runs the page's own checks of the dice outside a browser: reads lines of JSON, answers each with one.
import { webcrypto } from "node:crypto";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const [, , script, plain] = process.argv;
const shelf = new Map();
globalThis.localStorage = { getItem: (name) => shelf.get(name) ?? null, setItem: (name, value) => shelf.set(name, value) };
const crypto = plain ? { getRandomValues: (into) => webcrypto.getRandomValues(into) } : webcrypto;
Object.defineProperty(globalThis, "crypto", { value: crypto, configurable: true });
const sent = [];
globalThis.fetch = async (path, { body }) => {
  sent.push([path.split("/").at(-1), JSON.parse(body)]);
  return { ok: true, status: 200, json: async () => ({ entries: [{}] }) };
};
const { Fairness, facesOf, hex, promiseOf, sha256 } = await import(pathToFileURL(script).href);
const alarms = [];
let device = null;

const answers = {
  hash: async ({ text }) => hex(await sha256(new TextEncoder().encode(text))),
  promise: ({ table, seat, part }) => promiseOf(table, seat, part),
  faces: ({ table, seen }) => facesOf(table, seen),
  sit: ({ table, seat }) => ((device = new Fairness(table, seat, (words) => alarms.push(words))), true),
  begin: async ({ view }) => (await device.begin(view), true),
  nonce: () => device.nonce(),
  heard: async ({ entry }) => (await device.heard(entry), true),
};

for await (const line of createInterface({ input: process.stdin })) {
  const asked = JSON.parse(line);
  const answer = await answers[asked.do](asked);
  console.log(JSON.stringify({ answer, sent: sent.splice(0), alarms: alarms.splice(0) }));
}
