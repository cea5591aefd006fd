// What an outcome still demands, settled in place: share out an amount by tapping, name one way or several, or answer it with a roll.

import { h } from "./dom.js";
import { plain } from "./numbers.js";
import { named, partCharacter } from "./parts.js";
import { picksOf } from "./roll-chooser.js";
import { characterName, leads, myCharacters, seatName } from "./table-state.js";

/** @param {any} state @param {any} roll @param {any} due @param {any} does */
export function dueCard(state, roll, due, does) {
  const may = due.seat === state.view.you.seat || leads(state);
  const id = `${roll.roll}-${due.due}`;
  return h("section.due", { key: `due-${id}`, "aria-label": plain(due.kind) },
    h("h3", null, plain(due.kind), due.amount > 1 ? ` (${due.amount})` : ""),
    h("p", null, named(state, roll, due.says)),
    may ? (due.amount > 1 ? shareOut(state, roll, due, does, id) : nameWays(state, roll, due, does, id)) : h("p.hint", null, `Open for ${due.seat ? seatName(state, due.seat) : "the gm"}.`),
    due.answered_by ? answer(state, roll, due, does, id) : null);
}

/** On whom a way may fall: the one it falls on, or whoever is exposed. @param {any} state @param {any} roll @param {any} due @param {any} way */
function exposed(state, roll, due, way) {
  const among = (way.anyone ? due.among : [due.on]).map((part) => partCharacter(roll, part) || part);
  return state.view.characters.filter((each) => (way.anyone && !among.length) || among.includes(each.character));
}

/** @param {any} state @param {any} roll @param {any} due @param {any} does @param {string} id */
function shareOut(state, roll, due, does, id) {
  const shares = does.shares.get(id) ?? {};
  const left = due.amount - Object.values(shares).reduce((sum, each) => sum + each, 0);
  return h("div.share", null,
    h("p", { role: "status" }, left ? `${left} of ${due.amount} left to assign` : "All assigned"),
    h("div.targets", null, due.ways.flatMap((way) => exposed(state, roll, due, way).map((character) => {
      const key = `${way.name}|${character.character}`;
      return h("div.target", { key },
        h("button", { type: "button", disabled: !left, onclick: () => does.share(id, key, 1) }, h("span", null, `${character.name}: ${plain(way.name)}`), shares[key] ? h("strong", null, shares[key]) : null),
        shares[key] ? h("button", { type: "button", "aria-label": `less for ${character.name}, ${way.name}`, onclick: () => does.share(id, key, -1) }, "−") : null);
    }))),
    h("button.primary", { type: "button", disabled: left !== 0, onclick: () => does.settle(roll, due, answered(shares)) }, "Settle"));
}

/** @param {Record<string, number>} shares */
function answered(shares) {
  return Object.entries(shares).filter(([, amount]) => amount).map(([key, amount]) => {
    const [way, who] = key.split("|");
    return { way, who, amount };
  });
}

/** @param {any} state @param {any} roll @param {any} due @param {any} does @param {string} id */
function nameWays(state, roll, due, does, id) {
  const named = does.named.get(id);
  const most = due.amount || Math.max(...due.ways.map((way) => way.most));
  const amount = Math.min(does.amounts.get(id) ?? 1, most);
  return h("div.ways", null,
    due.several ? (named ? h("p.hint", { key: "several" }, "Tap everything that it brings, then settle.") : h("button.quiet", { key: "several", type: "button", onclick: () => does.name(id, []) }, "Name more than one")) : null,
    h("textarea", { id: `words-${id}`, rows: 1, maxlength: 500, placeholder: "In words, if you like", "aria-label": `${plain(due.kind)} in words` }),
    most > 1 ? h("div.stepper", { role: "group", "aria-label": "amount" },
      h("button", { type: "button", "aria-label": "less", disabled: amount <= 1, onclick: () => does.amount(id, amount - 1) }, "−"),
      h("output", null, amount),
      h("button", { type: "button", "aria-label": "more", disabled: amount >= most, onclick: () => does.amount(id, amount + 1) }, "+")) : null,
    due.ways.filter((way) => !(named && way.alone)).map((way) => {
      const settle = (character) => () => {
        const written = /** @type {HTMLTextAreaElement} */ (document.getElementById(`words-${id}`));
        const share = oneShare(written.value, way, character, amount);
        if (!named) return does.settle(roll, due, [share]);
        written.value = "";
        return does.name(id, withShare(named, share));
      };
      const says = [h("strong", null, plain(way.name), way.most > 1 ? ` ${Math.min(amount, way.most)}` : ""), h("small", null, way.says)];
      if (!way.anyone) return h("button.way", { key: way.name, type: "button", onclick: settle(null) }, says);
      return h("div.way-of", { key: way.name }, says, h("div.list", { role: "group", "aria-label": way.name }, exposed(state, roll, due, way).map((character) => h("button.way", { key: character.character, type: "button", onclick: settle(character) }, character.name))));
    }),
    named ? allNamed(state, roll, due, does, id, named) : null);
}

/** Where the rules speak of several: each that is tapped is listed, and all of them settle it together. @param {any} state @param {any} roll @param {any} due @param {any} does @param {string} id @param {any[]} named */
function allNamed(state, roll, due, does, id, named) {
  return h("div.named", { key: "named" },
    h("ul.offers", null, named.map((share) => h("li", { key: `${share.way}|${share.who}` }, h("span", null, shareWords(state, share)),
      h("button.quiet", { type: "button", "aria-label": `leave out ${plain(share.way)}`, onclick: () => does.name(id, named.filter((each) => each !== share)) }, "leave out")))),
    h("button.primary", { type: "button", disabled: !named.length, onclick: () => does.settle(roll, due, named) }, "Settle"));
}

/** @param {any[]} named @param {any} share */
function withShare(named, share) {
  return [...named.filter((each) => each.way !== share.way || each.who !== share.who), share];
}

/** @param {any} state @param {any} share */
function shareWords(state, share) {
  return `${plain(share.way)}${share.amount > 1 ? ` ${share.amount}` : ""}${share.who ? ` for ${characterName(state, share.who)}` : ""}${share.words ? `: ${share.words}` : ""}`;
}

/** @param {string} words @param {any} way @param {any} character @param {number} amount */
function oneShare(words, way, character, amount) {
  return { way: way.name, amount: Math.min(amount, way.most), ...(way.anyone ? { who: character.character } : {}), ...(words ? { words } : {}) };
}

/** A roll that answers the due, for those on whom it falls: resist it, or roll what it is. @param {any} state @param {any} roll @param {any} due @param {any} does @param {string} id */
function answer(state, roll, due, does, id) {
  const who = partCharacter(roll, due.on) || roll.character;
  if (!leads(state) && !myCharacters(state).some((each) => each.character === who)) return null;
  const move = due.answered_by;
  const says = `${characterName(state, who)}: ${plain(move)} roll`;
  const picks = picksOf(state.game, move);
  if (!picks.length) return h("button.answer", { type: "button", onclick: () => does.send("declare", { character: who, move }) }, says);
  const values = state.view.characters.find((each) => each.character === who)?.values ?? {};
  return h("details.answer", { key: `answer-${id}` }, h("summary", null, says),
    h("div.members", null, picks.map((trait) => h("button.trait", { key: trait, type: "button", onclick: () => does.send("declare", { character: who, move, trait }) },
      h("span", null, plain(trait)), h("strong", null, String(values[trait] ?? ""))))));
}
