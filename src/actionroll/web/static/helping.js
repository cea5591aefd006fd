// Help for a roll: who lends a die, and a row for each way in which one's own characters may join, with what it does.

import { downWords, everOffered, helpedBy, noPart, outWords, priceOf } from "./allies.js";
import { pickTold } from "./chooser.js";
import { control, told } from "./controls.js";
import { h } from "./dom.js";
import { asksFate } from "./face.js";
import { joinsBeside, joinsOf } from "./game.js";
import { icon } from "./icons.js";
import { effectOf } from "./odds-bar.js";
import { joinWords } from "./people.js";
import { IN_VAIN, changesOdds, costWords, entriesOf, lastBoxWords } from "./prices.js";
import { alternativeTo, characterName, inputsOf, isLive, leads, myCharacters, valueOf } from "./table-state.js";
import { helpingThings, thingToHelp, traitChoice, traitFor } from "./things.js";
import { OWN_WORDS, labelOf, listed, plain, worded } from "./words.js";

const HOWS = ["keeps watch", "lends a hand", "draws them off"];
/** @type {(state: State, roll: Roll) => (offer: {input: string}) => boolean} who takes part lends no die: no help */
const lendsNothing = (state, roll) => (offer) => joinsBeside(state.game, roll.move).includes(offer.input);

/** @param {State} state @param {Roll} roll @param {Taps} does */
export function helping(state, roll, does) {
  const taken = new Set([roll.character, roll.against, ...roll.members, ...roll.offers.map((each) => each.character)]);
  const { role } = state.view.you;
  const untaken = role === "onlooker" ? [] : myCharacters(state).filter((each) => !taken.has(each.character));
  const free = untaken.filter((each) => role !== "gm" || !outWords(state, each));
  const beside = roll.members.filter((member) => member !== roll.character);
  const joined = [...beside.map((member) => asOffer(state, roll, member)), ...roll.offers];
  const told = leads(state) ? everOffered(state, roll, joined) : joined;
  const help = roll.help ?? [];
  if (asksFate(state.game, roll.move)) return null;
  const aids = roll.move === state.game.moves[0].move && state.game.face?.aids; // said below, with the move for it
  if (!joined.length && free.length && !help.length && roll.seat !== state.view.you.seat && !leads(state) && !aids)
    return h("p.hint", { key: "help" }, "Nobody can help with this roll.");
  const awaited = (roll.demanded ?? []).filter((each) => ![...free, ...joined].some((one) => one.character === each));
  const asked = awaited.map((each) => rollingFirst(state, roll, does, each, false));
  const others = state.view.characters.filter((each) => each.seat && !taken.has(each.character));
  const open = leads(state) && help.length && others.length; // they come into a room that is there before
  if (!told.length && !open && !(free.length && help.length)) return asked;
  const [names, ways] = [free.map((each) => each.name), free.map((each) => waysIn(state, roll, does, each))];
  const [isBeside, helps] = [lendsNothing(state, roll), help.every(lendsNothing(state, roll)) ? "joins" : "helps"];
  return h(
    help.some((way) => way.traits.length) ? "div.help.with-what" : "div.help",
    { key: "help" },
    roll.offers.every(isBeside) ? null : h("span.short-words.lab", { key: "lab", "aria-hidden": "true" }, "Help:"),
    role === "gm" && free.length && help.length
      ? h("details.more.npcs", { key: "npcs" }, h("summary", null, `${listed(names)} could help`), ways)
      : null,
    told.length
      ? h(
          "ul.offers",
          { key: "offers" },
          told.map((offer) => offered(state, roll, does, offer, !joined.includes(offer))),
        )
      : open && h("p.hint.unhelped", { key: "none" }, `Nobody ${helps} yet`),
    role === "gm" ? null : ways,
    asked,
    roll.offers.map((offer) => sayingLater(state, roll, does, offer)),
  );
}

/**
 * Who has offered may still say what with, and who did so without a word, how.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {Offer} offer
 */
function sayingLater(state, roll, does, offer) {
  const ally = myCharacters(state).find((each) => each.character === offer.character);
  const { character, input, trait, how, inputs } = offer;
  const way = (roll.help ?? []).find((each) => each.input === input && each.traits.length);
  if (!ally || state.view.you.role === "gm") return null;
  const key = `later-${roll.roll}-${character}`;
  const said = { character, input, inputs, ...(trait ? { trait } : {}), ...(how ? { how } : {}) };
  const pick = (/** @type {string} */ other) => does.offer(roll, key, { ...said, trait: other });
  const what = way ? traitChoice(ally, roll, way, offer, pick) : null;
  if (how) return what;
  const say = (/** @type {string} */ words) => does.offer(roll, key, { ...said, how: words });
  const field = howField(does, key, ally, () => say(does.offers.get(key)?.how ?? ""));
  const own = h("details.more", null, h("summary", null, OWN_WORDS), field);
  return h("div.way-in", { key }, what, phrases(state, roll, ally, input, say, true), own);
}

/**
 * The ways in which one character may join.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {Character} ally
 */
function waysIn(state, roll, does, ally) {
  const help = roll.help ?? [];
  const ways = [...help].sort((a, b) => Number(b.move !== roll.move) - Number(a.move !== roll.move));
  const out = help.length ? outWords(state, ally) : "";
  if (out) return noPart(ally, out);
  const open = ways.filter((way) => isOpenTo(roll, ally.character, way));
  const [into, down] = [open.map((way) => wayIn(state, roll, does, ally, way)), downWords(state, ally)];
  return [
    rollingFirst(state, roll, does, ally.character, true),
    down && open.length ? h("details.more", { key: `down-${ally.character}` }, h("summary", null, down), into) : into,
  ];
}

/**
 * Whether the gm asks a roll of someone before they help.
 * @param {Roll} roll @param {string} character
 */
function isAsked(roll, character) {
  return (roll.demanded ?? []).includes(character);
}

/**
 * Whether someone may join so now: who is asked to roll first helps by that alone, once it helps; nobody else rolls.
 * @param {Roll} roll @param {string} character @param {Help} way
 */
function isOpenTo(roll, character, way) {
  return way.proven ? !!way.rolled?.[character] : !isAsked(roll, character);
}

/**
 * What came of the roll that someone was asked for; undefined while there is none.
 * @param {Roll} roll @param {string} character
 */
function rolledFirst(roll, character) {
  const told = (roll.help ?? []).map((way) => way.rolled?.[character]).filter((helps) => helps !== undefined);
  return told.length ? told.includes(true) : undefined;
}

/**
 * Of whom a roll is asked before they help, and how far they are: one tap to it for who plays them, words for all else.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} character @param {boolean} mine
 */
function rollingFirst(state, roll, does, character, mine) {
  if (!isAsked(roll, character)) return null;
  const who = characterName(state, character);
  const helps = rolledFirst(roll, character);
  const key = `asked-${character}`;
  const why = roll.help?.map((way) => way.refused?.[character] ?? "").find(Boolean);
  if (helps) return h("p.hint", { key }, `${who} has rolled for it, and succeeded. ${worded(why ?? "")}`.trim());
  if (helps === false) return h("p.hint", { key }, `${who} has rolled for it, and failed: no help this time.`);
  const own = state.view.rolls.find(
    (each) => each.roll > roll.roll && each.character === character && isLive(each) && each.status !== "done",
  );
  if (!mine) return h("p.hint", { key }, `The gm asks ${who} to roll first.`);
  return h(
    "button.mod.offer",
    { key, type: "button", onclick: () => (own ? does.stage(own.roll) : does.toSheet(who)) },
    icon("die"),
    h(
      "span.what",
      null,
      h("b", null, own ? `To ${who}’s own roll` : `${who} rolls first`),
      h("small", null, `The gm asks for it: if it succeeds, ${who} helps. Pick what with.`),
    ),
    icon("go"),
  );
}

/**
 * What someone said of their help before a roll was asked of them: it need not be said again.
 * @param {State} state @param {Roll} roll @param {string} character
 */
function saidOfHelp(state, roll, character) {
  const said = entriesOf(state, roll).filter((each) => each.kind === "offered" && each.character === character);
  return said.at(-1)?.how ?? "";
}

/**
 * The gm may ask of someone who offers help to roll for it first.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {Offer} offer
 */
function asking(state, roll, does, offer) {
  const proven = (roll.help ?? []).filter((way) => way.proven).map((way) => way.input);
  if (!leads(state) || !proven.length || proven.includes(offer.input) || isAsked(roll, offer.character)) return null;
  return h(
    "button.quiet.small",
    {
      key: "ask",
      type: "button",
      "aria-label": "ask to roll first",
      onclick: () => does.send("demand_roll", { roll: roll.roll, character: offer.character }),
    },
    h("span.long-words", null, "ask to roll first"),
    h("span.short-words", null, "roll first?"),
  );
}

/**
 * What a helper who rolls first rolls against: what the gm says of each, the least where nothing is said.
 * @param {State} state @param {Roll} roll @param {Offer} offer
 */
function howHard(state, roll, offer) {
  const hardness = joinsOf(state.game, roll.move, offer.input)?.hardness;
  const input = inputsOf(state, roll).find((each) => each.input === hardness);
  const rolling = roll.offers.filter((each) => each.input === offer.input);
  const place = rolling.findIndex((each) => each.character === offer.character);
  if (!input || place < 0) return null;
  const [said, { values }] = [valueOf(state, roll, input.input) ?? [], input.of];
  return { input: input.input, values, now: rolling.map((_, each) => said[each] ?? values[0]), place };
}

/**
 * The gm says there how hard it is to be of help.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {Offer} offer
 */
function hardness(state, roll, does, offer) {
  const hard = leads(state) ? howHard(state, roll, offer) : null;
  if (!hard) return null;
  const { input, values, now, place } = hard;
  const chosen = h(
    "select.hard",
    {
      "aria-label": `How hard it is for ${characterName(state, offer.character)} to help`,
      value: now[place],
      onchange: (event) => does.change(roll, input, now.map((each, at) => (at === place ? event.target.value : each))),
    },
    values.map((/** @type {string} */ each) => h("option", { key: each, value: each }, each)),
  );
  return h("span.rolls-against", { key: "hard" }, h("span", { "aria-hidden": "true" }, "against"), chosen);
}

/**
 * Someone who takes part in a roll of several, as an offer, with what they said of it.
 * @param {State} state @param {Roll} roll @param {string} character
 */
function asOffer(state, roll, character) {
  const how = saidOfHelp(state, roll, character);
  return { character, input: "members", inputs: {}, trait: "", how, seat: "" };
}

/** @param {State} state @param {Roll} now @param {Taps} does @param {Offer} offer @param {boolean} left */
function offered(state, now, does, offer, left) {
  const roll = left ? { ...now, offers: [...now.offers, offer] } : now;
  const hard = howHard(state, roll, offer);
  const said = [
    offer.trait ? `with ${plain(offer.trait)}` : "",
    hard && !leads(state) ? `against ${hard.now[hard.place]}` : "",
    ...Object.entries(offer.inputs).map(([name, value]) => `${plain(name)} ${told({}, value)}`),
    offer.how,
  ].filter(Boolean);
  const counted = roll.inputs?.[offer.input]?.value;
  const without =
    typeof counted === "number" && counted > 0 ? alternativeTo(state, roll, { [offer.input]: counted - 1 }) : undefined;
  const [joins, how] = [joinsOf(state.game, roll.move, offer.input), joinWords(state, roll, roll.move, offer.input)];
  return h(
    "li.mod.on",
    { key: offer.character, inert: left, class: left ? "left" : joins?.anew ? "weighed" : null }, // by how they help
    h("span.box", { "aria-hidden": "true" }, left ? null : icon("check")),
    h(
      "span.what",
      null,
      h(
        "b",
        null,
        left ? h("span.visually-hidden", null, "Took it back: ") : null,
        characterName(state, offer.character),
        h(lendsNothing(state, roll)(offer) ? "span" : "span.long-words", null, ` ${how}`),
      ),
      said.length ? h("small", null, said.join(" · ")) : null,
    ),
    myCharacters(state).some((each) => each.character === offer.character) || leads(state)
      ? h(
          "span.acts",
          null,
          asking(state, roll, does, offer),
          hardness(state, roll, does, offer),
          h(
            "button.quiet.small",
            {
              type: "button",
              "aria-label": "take back",
              onclick: () => does.send("withdraw_offer", { roll: roll.roll, character: offer.character }),
            },
            h("span.long-words", null, "take back"),
            h("span.short-words", null, "×"),
          ),
        )
      : effectOf(without, alternativeTo(state, roll, {})),
  );
}

/**
 * An ally's row, with what it means, what it costs them and what it makes of the odds.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {Character} ally @param {Help} way
 */
function wayIn(state, roll, does, ally, way) {
  const key = `${roll.roll}-${ally.character}-${way.input}`;
  const draft = does.offers.get(key) ?? {};
  const needed = way.said.includes(way.input) && !way.proven; // a roll says it
  const before = way.proven ? saidOfHelp(state, roll, ally.character) : "";
  const how = draft.how || before;
  const body = () => ({
    character: ally.character,
    input: way.input,
    ...(how ? { how } : {}),
    ...(way.traits.length ? { trait: traitFor(ally, roll, way, draft) } : {}),
    ...(draft.inputs ? { inputs: draft.inputs } : {}),
  });
  const more = way.said.filter((name) => name !== way.input).map((name) => saying(state, does, way, key, draft, name));
  const say = (/** @type {string} */ said) => does.offer(roll, key, { ...body(), ...(said ? { how: said } : {}) });
  const asks = needed || (!!way.says_how && !before);
  const unsaid = (needed && !draft.inputs) || (!!way.says_how && !how);
  return h(
    "div.way-in",
    { key, class: asks ? "asks" : null },
    way.traits.length ? traitChoice(ally, roll, way, draft, (trait) => does.sayOffer(key, { trait })) : null, // first
    offerBox(state, roll, ally, before ? { ...way, says: `“${before}”` } : way, asks ? null : () => say("")),
    needed ? saying(state, does, way, key, draft, way.input) : null,
    helpingThings(state, ally).map((thing) => thingToHelp(does, key, draft, thing)),
    needed || before ? null : phrases(state, roll, ally, way.input, say, asks),
    h(
      "details.more",
      null,
      h("summary", null, needed || before ? "Say how" : OWN_WORDS),
      more,
      howField(does, key, ally, () => (needed && !draft.inputs) || say("")),
      asks && !needed ? offerButton(ally, unsaid, () => say("")) : null,
    ),
    asks && needed ? offerButton(ally, unsaid, () => say("")) : null,
    asks ? h("small.hint", { key: "says" }, way.says) : null,
  );
}

/** @param {Character} ally @param {boolean} disabled @param {() => void} onclick */
function offerButton(ally, disabled, onclick) {
  return h("button.wide.lend", { key: "lend", type: "button", disabled, onclick }, `${ally.name} helps so`);
}

/**
 * Ready words for how someone helps: one tap says it and lends the die.
 * @param {State} state @param {Roll} roll @param {Character} ally @param {string} input @param {Function} say
 * @param {boolean} asks
 */
function phrases(state, roll, ally, input, say, asks) {
  return h(
    "div.phrases",
    { key: "hows", role: "group", "aria-label": `How ${ally.name} helps, in ready words` },
    !asks && lendsNothing(state, roll)({ input }) ? h("span.lab", { key: "lab" }, "Or join and say how:") : null,
    (state.game.face?.phrases[input] ?? state.game.face?.phrases.how ?? HOWS).map((how) =>
      h("button", { key: how, type: "button", onclick: () => say(how) }, how),
    ),
  );
}

/**
 * How someone helps in their own words; Enter says it.
 * @param {Taps} does @param {string} key @param {Character} ally @param {() => void} say
 */
function howField(does, key, ally, say) {
  return h("textarea", {
    rows: 1,
    maxlength: 200,
    "aria-label": `How ${ally.name} helps`,
    placeholder: "In words",
    value: does.offers.get(key)?.how ?? "",
    oninput: (event) => does.sayOffer(key, { how: event.target.value }),
    onkeydown: (event) => {
      if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
      event.preventDefault();
      if (event.target.value.trim()) say();
    },
  });
}

/**
 * One thing that a helper says of their help.
 * @param {State} state @param {Taps} does @param {Help} way @param {string} key @param {any} draft @param {string} name
 */
function saying(state, does, way, key, draft, name) {
  const declared = state.game.moves.find((each) => each.move === way.move)?.inputs.find((each) => each.input === name);
  const one = { ...(declared?.of ?? declared), input: name, says: "" };
  return control(
    one,
    draft.inputs?.[name] ?? null,
    (value) => does.sayOffer(key, { inputs: { ...draft.inputs, [name]: value } }),
    { id: `${key}-`, label: labelOf(name) },
  );
}

/**
 * What help means, costs and makes of the odds; a tap offers it where nothing more has to be said. The table decides
 * whether it is allowed; a near alternative that is missing says nothing.
 * @param {State} state @param {Roll} roll @param {Character} ally @param {Help} way @param {(() => void)|null} onclick
 */
function offerBox(state, roll, ally, way, onclick) {
  const [helped, price] = [helpedBy(state, roll, ally, way), priceOf(state, roll, ally, way)];
  const together = way.input === "members";
  const own = together && roll.trait in ally.values ? ` ${pickTold(state, ally, roll.trait)}.` : "";
  const now = alternativeTo(state, roll, {});
  const vain = now && helped && price.length && !changesOdds(now, helped) ? ` It ${IN_VAIN}.` : "";
  const costs = helped || together ? ` ${costWords(state, roll, price) || "It costs nothing."}${vain}` : "";
  const says = onclick ? `${way.says}${own}${costs}` : `${costs.trim()}${way.says_how ? " Say how:" : ""}`;
  return h(
    onclick ? "button.mod.offer" : "div.mod.offer",
    onclick ? { key: "offer", type: "button", onclick } : { key: "offer" },
    onclick ? h("span.box", { "aria-hidden": "true" }) : icon("gain"),
    h(
      "span.what",
      null,
      h("b", null, `${ally.name} ${joinWords(state, roll, way.move, way.input)}`),
      h("small", null, h("b", null, lastBoxWords(state, roll, price)), says),
    ),
    effectOf(now, helped),
  );
}
