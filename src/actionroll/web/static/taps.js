// What taps on the table's page do. Everything that changes the table is sent once, however bad the network.

import { adviceOn } from "./advice.js";
import { h } from "./dom.js";
import { keepLinks } from "./links.js";
import { chosenRoll, declaration } from "./roll-chooser.js";
import { effectOnOdds } from "./rulings-view.js";
import { act, freshKey, get } from "./server.js";
import { change, putRoll } from "./table-state.js";

const OLDER = 200;

/** @param {any} page what is shown, and how to draw it again */
export function makeTaps(page) {
  const { base, draw } = page;
  const underway = new Set();
  const waitingChanges = new Map();
  let loading = false;

  /** Send a request once; returns what came of it, null if it was refused. @param {string} operation @param {any} body */
  async function send(operation, body) {
    const tapped = JSON.stringify([operation, body]);
    if (underway.has(tapped)) return null;
    underway.add(tapped);
    page.failure = "";
    try {
      const told = await act(`${base}/${operation}`, body, (waiting) => { page.live = waiting ? "reconnecting" : "live"; draw(); });
      for (const roll of told.rolls ?? []) putRoll(page.state, roll);
      page.askNear(told.rolls ?? []);
      return told;
    } catch (refused) {
      page.failure = refused.message;
      return null;
    } finally {
      underway.delete(tapped);
      draw();
    }
  }

  /** @param {any} roll @param {string} name @param {any} value */
  function changeInput(roll, name, value) {
    if (page.state.view.rolls.find((each) => each.roll === roll.roll)?.status !== "open") return;
    change(page.state, roll, name, value);
    page.onlyRolls = true;
    draw();
    const body = waitingChanges.get(roll.roll) ?? { roll: roll.roll, inputs: {}, decide: {} };
    if (name.startsWith("decide.")) body.decide[name.slice(7)] = value;
    else body.inputs[name] = value;
    if (waitingChanges.has(roll.roll)) return;
    waitingChanges.set(roll.roll, body);
    queueMicrotask(async () => {
      waitingChanges.delete(roll.roll);
      if (await send("set", body)) return;
      page.state.overlay.delete(roll.roll);
      draw();
    });
  }

  const does = {
    base,
    fresh: new Set(),
    shares: new Map(),
    amounts: new Map(),
    named: new Map(),
    choices: new Map(),
    offers: new Map(),
    called: "",
    editing: "",
    handFor: 0,
    advice: { roll: 0, lines: [] },
    preview: null,
    secret: { move: "", inputs: {} },
    madeLink: null,
    seatShown: "",
    statistics: null,
    send,
    change: changeInput,

    throw(roll) {
      send("throw", { roll: roll.roll, nonce: freshKey() });
    },

    askHand(roll) {
      does.handFor = does.handFor === roll.roll ? 0 : roll.roll;
      draw();
      /** @type {any} */ (document.querySelector(".hand input"))?.focus();
    },

    async throwByHand(roll, dice) {
      if (await send("throw", { roll: roll.roll, dice })) does.handFor = 0;
      draw();
    },

    decide(roll, option) {
      does.advice = { roll: 0, lines: [] };
      send("decide", { roll: roll.roll, option, nonce: freshKey() });
    },

    async advise(roll) {
      does.advice = { roll: roll.roll, lines: ["Working it out …"] };
      draw();
      does.advice.lines = await adviceOn(page.state, roll).catch((refused) => [refused.message]);
      draw();
    },

    async settle(roll, due, answer) {
      if (!await send("settle", { roll: roll.roll, due: due.due, answer })) return;
      does.shares.delete(`${roll.roll}-${due.due}`);
      does.named.delete(`${roll.roll}-${due.due}`);
    },

    /** What several ways settle a due, so far. @param {string} id @param {any[]} shares */
    name(id, shares) {
      does.named.set(id, shares);
      draw();
    },

    share(id, key, by) {
      const shares = does.shares.get(id) ?? {};
      does.shares.set(id, { ...shares, [key]: Math.max(0, (shares[key] ?? 0) + by) });
      draw();
    },

    amount(id, value) {
      does.amounts.set(id, value);
      draw();
    },

    choose(character, chosen) {
      does.choices.set(character.character, chosen);
      draw();
    },

    /** What is said of help before it is offered. @param {string} key @param {any} said */
    sayOffer(key, said) {
      does.offers.set(key, { ...does.offers.get(key), ...said });
      draw();
    },

    async offer(roll, key, body) {
      if (await send("offer", { roll: roll.roll, ...body })) does.offers.delete(key);
    },

    callFrom(character) {
      does.called = character;
      draw();
    },

    async declare(character, trait) {
      const asked = declaration(page.state.game, chosenRoll(does, character), character);
      if (!await send("declare", trait ? { ...asked, trait } : asked)) return;
      does.choices.delete(character.character);
      draw();
      scrollTo({ top: 0, behavior: page.isCalm() ? "instant" : "smooth" });
    },

    edit(character) {
      does.editing = character;
      draw();
    },

    async importSheet(input) {
      try {
        const { name, values } = JSON.parse(await input.files[0].text());
        await send("make", { name, values });
      } catch {
        page.failure = "That file is not a saved sheet; take one that “Save as a file” made.";
      }
      input.value = "";
      draw();
    },

    setSecret(secret) {
      does.secret = secret;
      draw();
    },

    rollSecretly(move, inputs, note) {
      send("secret_roll", { move, inputs, ...(note ? { note } : {}) });
    },

    async previewRuling(ruling, value) {
      does.preview = ruling ? { ruling, value, now: null, then: null, refused: "" } : null;
      draw();
      if (!ruling) return;
      const asked = does.preview;
      const told = await effectOnOdds(page.state, ruling, value).catch((refused) => ({ refused: refused.message }));
      Object.assign(asked, told);
      draw();
    },

    async rule(ruling, value) {
      if (await send("rule", { rulings: { [ruling]: value } })) does.preview = null;
      draw();
    },

    async seatLink(seat) {
      const told = await send("links/seat", { seat: seat.seat });
      if (told) does.madeLink = { name: `Link for ${seat.name}`, link: told.links.seat };
      draw();
    },

    async renewLinks() {
      const told = await send("links/renew", {});
      if (told) keepLinks(page.table, told.links);
      draw();
    },

    confirm(question, then) {
      const dialog = /** @type {any} */ (h("dialog.card", { onclose: () => dialog.remove(), "aria-label": question }, h("p", null, question),
        h("div.actions", null, h("button.primary", { type: "button", onclick: () => { dialog.close(); then(); } }, "Yes"), h("button", { type: "button", onclick: () => dialog.close() }, "No"))));
      document.body.append(dialog);
      dialog.showModal();
    },

    showSeat(seat) {
      does.seatShown = seat;
      draw();
    },

    async askStatistics() {
      does.statistics = await get(`${base}/statistics`).catch(() => does.statistics);
      draw();
    },

    async older() {
      if (loading || page.state.log.has(1)) return;
      loading = true;
      try {
        const first = Math.min(...page.state.log.keys());
        const told = await get(`${base}/log?before=${first}&limit=${OLDER}`);
        for (const entry of told.entries) page.state.log.set(entry.number, entry);
      } finally {
        loading = false;
      }
      draw();
    },

    async wholeLog() {
      while (!page.state.log.has(1)) await does.older();
      return page.state;
    },
  };
  return does;
}
