// What an outcome still demands, settled in place: share out an amount by tapping, or name one way.

import { h } from "./dom.js";
import { plain } from "./numbers.js";
import { leads, seatName } from "./table-state.js";

/** @param {any} state @param {any} roll @param {any} due @param {any} does */
export function dueCard(state, roll, due, does) {
  const mine = due.seat === state.view.you.seat || leads(state);
  const whose = due.seat ? seatName(state, due.seat) : "the gm";
  const id = `${roll.roll}-${due.due}`;
  return h("section.due", { key: `due-${id}`, "aria-label": plain(due.kind) },
    h("h3", null, plain(due.kind), due.amount ? ` (${due.amount})` : ""),
    h("p", null, due.says),
    mine ? (due.amount ? shareOut(state, roll, due, does, id) : nameOne(state, roll, due, does, id)) : h("p.hint", null, `Open for ${whose}.`));
}

/** @param {any} state @param {any} roll @param {any} due */
function targets(state, roll, due) {
  const parts = { roller: roll.character, attacker: roll.character, defender: roll.against };
  const falls = parts[due.on] ?? due.on;
  return due.ways.flatMap((way) => (way.anyone ? state.view.characters : state.view.characters.filter((each) => each.character === falls))
    .map((character) => ({ way, character })));
}

/** @param {any} state @param {any} roll @param {any} due @param {any} does @param {string} id */
function shareOut(state, roll, due, does, id) {
  const shares = does.shares.get(id) ?? {};
  const given = Object.values(shares).reduce((sum, each) => sum + each, 0);
  const left = due.amount - given;
  return h("div.share", null,
    h("p", { role: "status" }, left ? `${left} of ${due.amount} left to assign` : "All assigned"),
    h("div.targets", null, targets(state, roll, due).map(({ way, character }) => {
      const key = `${way.name}|${character.character}`;
      return h("div.target", { key },
        h("button", { type: "button", disabled: !left, onclick: () => does.share(id, key, 1) }, `${character.name}: ${plain(way.name)}`, shares[key] ? h("strong", null, ` ${shares[key]}`) : null),
        shares[key] ? h("button.quiet", { type: "button", "aria-label": `less for ${character.name}, ${way.name}`, onclick: () => does.share(id, key, -1) }, "−") : null);
    })),
    h("button.primary", { type: "button", disabled: left !== 0, onclick: () => does.settle(roll, due, Object.entries(shares).filter(([, amount]) => amount).map(([key, amount]) => {
      const [way, who] = key.split("|");
      return { way, who, amount };
    })) }, "Settle"));
}

/** @param {any} state @param {any} roll @param {any} due @param {any} does @param {string} id */
function nameOne(state, roll, due, does, id) {
  const amount = does.amounts.get(id) ?? 1;
  const most = Math.max(...due.ways.map((way) => way.most));
  const words = h("textarea", { id: `words-${id}`, rows: 1, maxlength: 500, placeholder: "In words, if you like", "aria-label": `${plain(due.kind)} in words` });
  return h("div.ways", null, words,
    most > 1 ? h("div.stepper", { role: "group", "aria-label": "amount" },
      h("button", { type: "button", "aria-label": "less", disabled: amount <= 1, onclick: () => does.amount(id, amount - 1) }, "−"),
      h("output", null, amount),
      h("button", { type: "button", "aria-label": "more", disabled: amount >= most, onclick: () => does.amount(id, amount + 1) }, "+")) : null,
    targets(state, roll, due).map(({ way, character }) => h("button.way", {
      key: `${way.name}-${character.character}`, type: "button",
      onclick: () => {
        const said = /** @type {HTMLTextAreaElement} */ (document.getElementById(`words-${id}`)).value;
        const share = { way: way.name, amount: Math.min(amount, way.most), ...(way.anyone ? { who: character.character } : {}), ...(said ? { words: said } : {}) };
        does.settle(roll, due, [share]);
      },
    }, h("strong", null, way.anyone ? `${plain(way.name)}: ${character.name}` : plain(way.name)), h("small", null, way.says))));
}
