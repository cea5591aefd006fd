// Help for a roll: who offers it, and a button for each way in which one's own characters may join.

import { control, told } from "./controls.js";
import { h } from "./dom.js";
import { plain } from "./numbers.js";
import { oddsBar } from "./odds-bar.js";
import { costWords, joinWords, named } from "./parts.js";
import { labelOf } from "./shown-first.js";
import { alternativeTo, characterName, leads, myCharacters } from "./table-state.js";

/** @param {any} state @param {any} roll @param {any} does */
export function offersView(state, roll, does) {
  const taken = new Set([roll.character, roll.against, ...roll.members, ...roll.offers.map((offer) => offer.character)]);
  const free = state.view.you.role === "onlooker" ? [] : myCharacters(state).filter((each) => !taken.has(each.character));
  const joined = [...roll.members.filter((member) => member !== roll.character).map(asMember(state)), ...roll.offers];
  if (!joined.length && !(free.length && roll.help.length)) return null;
  const ways = [...roll.help].sort((a, b) => Number(b.move !== roll.move) - Number(a.move !== roll.move));
  return h("div.help", { key: "help" },
    joined.length ? h("ul.offers", null, joined.map((offer) => offered(state, roll, does, offer))) : null,
    free.map((each) => ways.map((way) => wayIn(state, roll, does, each, way))));
}

/** Someone who takes part in a roll of several, as an offer. @param {any} state @returns {(member: string) => any} */
function asMember(state) {
  return (member) => ({ character: member, input: "members", inputs: {}, trait: "", how: "" });
}

/** @param {any} state @param {any} roll @param {any} does @param {any} offer */
function offered(state, roll, does, offer) {
  const said = [offer.trait ? `with ${plain(offer.trait)}` : "", ...Object.entries(offer.inputs).map(([name, value]) => `${plain(name)} ${told({}, value)}`), offer.how].filter(Boolean);
  return h("li", { key: offer.character },
    h("span", null, `${characterName(state, offer.character)} ${joinWords(state, roll, roll.move, offer.input)}${said.length ? `: ${said.join(", ")}` : ""}`),
    myCharacters(state).some((each) => each.character === offer.character) || leads(state) ? h("button.quiet", { type: "button", onclick: () => does.send("withdraw_offer", { roll: roll.roll, character: offer.character }) }, "take back") : null);
}

/** An ally's button, with what it means, what it costs them and what it makes of the odds. @param {any} state @param {any} roll @param {any} does @param {any} ally @param {any} way */
function wayIn(state, roll, does, ally, way) {
  const key = `${roll.roll}-${ally.character}-${way.input}`;
  const draft = does.offers.get(key) ?? {};
  const needed = way.said.includes(way.input);
  const body = () => ({ character: ally.character, input: way.input, ...(draft.how ? { how: draft.how } : {}), ...(way.traits.length ? { trait: traitFor(roll, way, draft) } : {}), ...(draft.inputs ? { inputs: draft.inputs } : {}) });
  const more = way.said.filter((name) => name !== way.input).map((name) => saying(state, does, way, key, draft, name));
  return h("div.way-in", { key },
    way.traits.length ? traitChoice(ally, roll, way, draft, (trait) => does.sayOffer(key, { trait })) : null,
    needed ? saying(state, does, way, key, draft, way.input) : null,
    offerButton(state, roll, ally, way, needed && !draft.inputs, () => does.offer(roll, key, body())),
    h("details.more", null, h("summary", null, "Say how"), more,
      h("textarea", { rows: 1, maxlength: 200, "aria-label": `How ${ally.name} helps`, placeholder: "In words", value: draft.how ?? "", onchange: (event) => does.sayOffer(key, { how: event.target.value }) })));
}

/** @param {any} roll @param {any} way @param {any} draft */
function traitFor(roll, way, draft) {
  return draft.trait ?? (way.traits.includes(roll.trait) ? roll.trait : way.traits[0]);
}

/** @param {any} ally @param {any} roll @param {any} way @param {any} draft @param {(trait: string) => void} onChange */
function traitChoice(ally, roll, way, draft, onChange) {
  const shown = (trait) => `${plain(trait)} ${ally.values[trait] === "0" ? "–" : ally.values[trait]}`;
  return h("label.inline", null, h("span", null, `${ally.name} rolls`), h("select", { value: traitFor(roll, way, draft), onchange: (event) => onChange(event.target.value) },
    way.traits.map((trait) => h("option", { key: trait, value: trait }, shown(trait)))));
}

/** One thing that a helper says of their help. @param {any} state @param {any} does @param {any} way @param {string} key @param {any} draft @param {string} name */
function saying(state, does, way, key, draft, name) {
  const declared = state.game.moves.find((each) => each.move === way.move).inputs.find((each) => each.input === name);
  const one = { ...(declared.of ?? declared), input: name, says: "" };
  return control(one, draft.inputs?.[name] ?? null, (value) => does.sayOffer(key, { inputs: { ...draft.inputs, [name]: value } }), { id: `${key}-`, label: labelOf(name) });
}

/** @param {any} state @param {any} roll @param {any} ally @param {any} way @param {boolean} disabled @param {() => void} onclick */
function offerButton(state, roll, ally, way, disabled, onclick) {
  const counted = typeof roll.inputs[way.input]?.value === "number";
  const helped = counted ? alternativeTo(state, roll, { [way.input]: roll.inputs[way.input].value + 1 }) : undefined;
  const place = Object.keys(roll.parts).filter((part) => part.startsWith("helper-")).length + 1;
  const price = (helped?.costs ?? []).filter((cost) => cost.who === `helper-${place}`).map((cost) => ({ ...cost, character: ally.character }));
  const costs = helped ? ` ${costWords(state, roll, price) || "It costs nothing."}` : "";
  return h("button.offer", { type: "button", disabled: disabled || helped === null, onclick },
    h("strong", null, `${ally.name} ${joinWords(state, roll, way.move, way.input)}`), h("small", null, `${way.says}${costs}`), helped ? oddsBar(helped.tiers, { compact: true, named: (tier) => named(state, roll, tier) }) : null);
}
