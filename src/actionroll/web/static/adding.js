// What a character gets or begins: a thing, an undertaking made in a form or chosen, and what is done between scenes.

import { control } from "./controls.js";
import { h, oneOf } from "./dom.js";
import { isAlone } from "./evenings.js";
import { deedCalled } from "./face.js";
import { isStanding } from "./people.js";
import { leads, seatName } from "./table-state.js";
import { thingWords } from "./things.js";
import { begun, boxesTold, listed, plain } from "./words.js";

/**
 * What is ready, a tap each, and a form for one of one's own.
 * @param {ThingKind[]} kinds @param {Thing[]} things @param {Taps} does @param {{character: string}} character
 * @param {(list: Thing[]) => void} keep @param {boolean} [stays] what is chosen stays where it was touched, marked so
 */
export function adder(kinds, things, does, character, keep, stays = false) {
  const key = `thing-${character.character}`;
  const draft = does.offers.get(key) ?? {};
  const kind = kinds.find((each) => each.kind === draft.kind) ?? kinds[0];
  const use = kind.uses.find((each) => each.use === draft.use);
  const has = (/** @type {Thing} */ each) => things.some((other) => other.name === each.name);
  const without = (/** @type {Thing} */ each) => things.filter((other) => other.name !== each.name);
  const ready = kinds.flatMap((each) => each.ready).filter((each) => stays || !has(each));
  const add = (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, text, most } = event.target.elements;
    const often = most.value ? { most: Number(most.value) } : {};
    const made = { kind: kind.kind, name: name.value, ...(text.value ? { text: text.value } : {}), ...often };
    const worth = kind.worth ? { worth: draft.worth ?? kind.worth.values?.[0] } : {};
    const uses = use
      ? { does: [{ use: use.use, ...(use.value ? { value: draft.value ?? firstOf(use.value) } : {}) }] }
      : {};
    keep([...things, { ...made, ...worth, ...uses }]);
    event.target.reset();
  };
  const say = (/** @type {any} */ said) => does.sayOffer(key, said);
  return [
    ready.length
      ? h(
          "div.kinds",
          { role: "group", "aria-label": "Ready things" },
          ready.map((each) =>
            h(
              "button.chip",
              {
                key: each.name,
                type: "button",
                "aria-label": `+ ${each.name}`,
                "aria-pressed": stays ? String(has(each)) : null,
                onclick: () => keep(has(each) ? without(each) : [...things, each]),
              },
              h(
                "span",
                null,
                `${has(each) ? "✓" : "+"} ${each.name}`,
                h("small", null, ` · ${thingWords(kinds, each)}`),
              ),
            ),
          ),
        )
      : null,
    h(
      "details.more",
      { key: "own" },
      h("summary", null, "One of your own"),
      h(
        "form",
        { onsubmit: add },
        oneOf("Kind", kind.kind, (value) => say({ kind: value, use: "" }), kinds.map((each) => [each.kind, each.kind])),
        h("p.hint", null, kind.says),
        h(
          "label",
          null,
          h("span", null, "Name"),
          h("input", { name: "name", maxlength: 40, required: true, autocomplete: "off" }),
        ),
        h(
          "label",
          null,
          h("span", null, "In words"),
          h("input", { name: "text", maxlength: 200, autocomplete: "off" }),
        ),
        h(
          "label",
          null,
          h("span", null, kind.wears ? "How much it bears" : "How often, if not always"),
          h("input", { name: "most", type: "number", min: 1, max: 99 }),
        ),
        kind.worth
          ? control(
              { ...kind.worth, input: "worth" },
              draft.worth ?? kind.worth.values?.[0],
              (value) => say({ worth: value }),
              { id: `${key}-` },
            )
          : null,
        kind.uses.length
          ? oneOf("What it does", draft.use ?? "", (value) => say({ use: value }), [
              ["", "nothing by the rules"],
              ...kind.uses.map((each) => /** @type {[string, string]} */ ([each.use, each.use])),
            ])
          : null,
        use?.value
          ? control({ ...use.value, input: "value" }, draft.value ?? firstOf(use.value), (value) => say({ value }), {
              id: `${key}-`,
              label: "how much",
            })
          : null,
        h("button.primary", { type: "submit" }, "Add it"),
      ),
    ),
  ];
}

/** @param {any} form */
function firstOf(form) {
  return form.values?.[0] ?? form.low ?? 1;
}

const ITS_MOVE = "Its track stands on the sheet then, and the move that begins it is a tap there.";
const SHARED = "Shared by all: everyone rolls in it and marks it. Otherwise it is yours; others read it on theirs.";

/**
 * What someone swears or sets out to do: its kind, its name and its rank.
 * @param {State} state @param {Taps} does @param {any[]} kinds
 */
export function undertakingMaker(state, does, kinds) {
  const own = state.view.characters.find((one) => one.seat === state.view.you.seat);
  const begin = (/** @type {any} */ event) => {
    event.preventDefault();
    const { kind, name, rank, shared } = event.target.elements;
    const whose = own && !shared?.checked ? { character: own.character } : {};
    const form = event.target;
    const asked = { kind: kind.value, name: name.value, rank: rank.value, ...whose };
    void does.send("undertake", asked).then((told) => {
      if (!told) return;
      form.reset();
      form.closest("details").open = false;
      does.draw();
      inSight(`.sheet [data-undertaking="${told.entries[0].entry.undertaking}"]`);
    });
  };
  const called = (/** @type {string} */ kind) => deedCalled(state.game, kind, plain) || begun(plain(kind));
  /** @type {(name: string, values: string[], told: (value: string) => string) => Element} */
  const choice = (name, values, told) => {
    const options = values.map((each) => h("option", { value: each }, told(each)));
    return h("label", null, h("span", null, begun(name)), h("select", { name }, options));
  };
  const shares = h(
    "label.check",
    null,
    h("input", { name: "shared", type: "checkbox" }),
    h("span", null, "Shared by all"),
  );
  const asked = (/** @type {any} */ { target }) => {
    const { kind, shared } = target.form.elements;
    if (target === kind && shared) shared.checked = kind.value !== kinds[0].kind; // what is sworn is one's own
  };
  return h(
    "details",
    { key: "undertake" },
    h("summary", null, beginning(kinds.map((each) => plain(each.kind)), called(kinds[0].kind))),
    h(
      "form",
      { onsubmit: begin, onchange: asked },
      choice("kind", kinds.map((each) => each.kind), called),
      h("label", null, h("span", null, "What it is called"), sentence("")),
      choice("rank", Object.keys(state.game.ranks ?? {}), (rank) => rankTold(state, rank)),
      own && !isAlone(state) ? [shares, h("p.hint", null, SHARED)] : null,
      Object.keys(state.game.face?.begins ?? {}).length ? h("p.hint", null, ITS_MOVE) : null,
      h("button.primary", { type: "submit" }, "Begin"),
    ),
  );
}

/**
 * What one is in leads the sheet, far above the form: it comes into view as soon as it stands there.
 * @param {string} made @param {number} [frames]
 */
function inSight(made, frames = 120) {
  const found = document.querySelector(made);
  if (found) found.scrollIntoView({ block: "center" });
  else if (frames) requestAnimationFrame(() => inSight(made, frames - 1));
}

/**
 * "Dangerous: 2 boxes a mark": how hard it is, and how far one mark of progress goes.
 * @param {State} state @param {string} rank
 */
function rankTold(state, rank) {
  return `${begun(plain(rank))}: ${boxesTold(state.game.ranks?.[rank] ?? 0)} a mark`;
}

/**
 * "Swear a vow, or begin a connection, expedition or fight": each of them is found by its name.
 * @param {string[]} kinds @param {string} first
 */
function beginning([, ...others], first) {
  const named = others.join(", ").replace(/, (\w+)$/, " or $1");
  return others.length ? `${first}, or begin a${/^[aeiou]/.test(named) ? "n" : ""} ${named}` : first;
}

const MOST_LETTERS = 100;

/**
 * What an undertaking is called, often a whole sentence: the field is as tall as what is written, and Enter sends it.
 * @param {string} value @param {any} [more]
 */
function sentence(value, more) {
  const onkeydown = (/** @type {any} */ event) => {
    if (event.key !== "Enter" || event.isComposing) return;
    event.preventDefault();
    event.target.form.requestSubmit();
  };
  return h("textarea", { name: "name", rows: 1, maxlength: MOST_LETTERS, required: true, value, onkeydown, ...more });
}

/**
 * A small form: a name and a rank begin a track.
 * @param {State} state @param {string} kind @param {string} name
 * @param {(asked: {kind: string, name: string, rank: string}) => Promise<any>} undertake
 */
export function writtenDown(state, kind, name, undertake) {
  const begin = (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, rank } = event.target.elements;
    void undertake({ kind, name: name.value, rank: rank.value });
  };
  const ranks = Object.keys(state.game.ranks ?? {});
  return h(
    "form.card.begun",
    { key: "begun", onsubmit: begin, "aria-label": `The ${plain(kind)}` },
    h("p.lab", null, `The ${plain(kind)}, and how hard it is: its track begins with it`),
    sentence(name, { "aria-label": "Name" }),
    h(
      "select",
      { name: "rank", "aria-label": "Rank", value: ranks[1] },
      ranks.map((each) => h("option", { key: each, value: each }, rankTold(state, each))),
    ),
    h("button.primary", { type: "submit" }, "Write it down"),
  );
}

/**
 * Something that a character may do between scenes: what it is, and doing it, or what is still lacking.
 * @param {State} state @param {Character} character @param {Upkeep} upkeep @param {Taps} does
 */
export function tending(state, character, upkeep, does) {
  const prices = Object.entries(upkeep.price);
  const lacking = prices.filter(([track, price]) => (character.values[track] ?? 0) < price);
  const body = { character: character.character, what: upkeep.name };
  const tend = (/** @type {any} */ more) => void does.send("tend", { ...body, ...more });
  return h(
    "div.upkeep-one",
    { key: upkeep.name },
    h("b", null, upkeep.name),
    h("p.hint", null, upkeep.says),
    upkeep.clock.length ? clockOf(state, character, upkeep, does) : null,
    lacking.length
      ? h("p.hint", null, `Not yet: it takes ${listed(lacking.map(([track, price]) => `${price} ${plain(track)}`))}.`)
      : upkeep.things
        ? gaining(state, character, upkeep, does, tend)
        : asking(character, upkeep, tend),
  );
}

/**
 * @param {State} state @param {Character} character @param {Upkeep} upkeep @param {Taps} does
 * @param {(more: any) => void} tend
 */
function gaining(state, character, upkeep, does, tend) {
  const kinds = (state.game.things ?? []).filter((each) => each.kind === upkeep.things);
  const key = { character: `upkeep-${character.character}` };
  return adder(kinds, character.values.things ?? [], does, key, (list) => tend({ thing: list.at(-1) }));
}

/**
 * The clock that must be full first is one of the table's: whoever leads starts it here, all others read that they can.
 * @param {State} state @param {Character} character @param {Upkeep} upkeep @param {Taps} does
 */
function clockOf(state, character, { name, clock }, does) {
  if (!leads(state)) return h("p.hint", null, `${begun(seatName(state, ""))} starts that clock, for all to see.`);
  const start = (/** @type {any} */ { target }, /** @type {number} */ size) => {
    const which = target.closest(".upkeep-one").querySelector("select")?.value; // of several
    const what = which ? plain(which) : name.toLowerCase();
    void does.send("make_clock", { name: `${character.name}: ${what}`.slice(0, 40), size });
  };
  return h(
    "div.actions",
    { key: "clock" },
    clock.map((size) => {
      const onclick = (/** @type {any} */ event) => start(event, size);
      return h("button.quiet.small", { key: size, type: "button", onclick }, `Start a clock of ${size}`);
    }),
  );
}

/** @param {Character} character @param {Upkeep} upkeep @param {(more: any) => void} tend */
function asking(character, upkeep, tend) {
  const send = (/** @type {any} */ event) => {
    event.preventDefault();
    const { value, amount } = event.target.elements;
    tend({ ...(value ? { value: value.value } : {}), ...(amount ? { amount: Number(amount.value) } : {}) });
  };
  return h(
    "form.joined",
    { onsubmit: send },
    upkeep.names.length
      ? h(
          "select",
          { name: "value", "aria-label": `${upkeep.name}: which` },
          upkeep.names
            .filter((name) => character.values[name] !== true)
            .map((name) =>
              h("option", { key: name, value: name }, `${begun(plain(name))} ${told(character.values[name])}`),
            ),
        )
      : null,
    upkeep.amount
      ? h("input", { name: "amount", type: "number", min: 1, max: 100, required: true, "aria-label": upkeep.amount })
      : null,
    h("button", { type: "submit", "aria-label": `Do it: ${upkeep.name}` }, "Do it"),
  );
}

/** @param {any} value */
function told(value) {
  return typeof value === "boolean" ? "" : String(value ?? "");
}

/**
 * One of those that a roll may be made on, and whose it is.
 * @param {State} state @param {Roll} roll @param {Undertaking} each @param {(undertaking: string) => void} put
 */
export function chipOf(state, roll, { undertaking, name, kind, ticks, character }, put) {
  const owner = state.view.characters.find((one) => one.character === character && character !== roll.character);
  const isOn = String(undertaking === roll.undertaking);
  const says = `${name}, ${owner ? `${owner.name}’s ${plain(kind)}, ` : ""}${boxesTold(ticks)}`;
  const onclick = () => put(undertaking);
  return h("button.chip", { key: undertaking, type: "button", "aria-pressed": isOn, onclick }, says);
}

/**
 * What was marked last by hand is taken back where it was marked, until something else moved the track or ended it.
 * @param {State} state @param {Taps} does @param {Undertaking} each
 * @param {(words: string, onclick: () => void) => Element} tap
 */
export function takingBack(state, does, { undertaking, ticks, done }, tap) {
  if (done) return null; // it was rolled against what was marked
  const moved = (/** @type {Entry} */ entry) =>
    entry.changes?.find(([where, name]) => where === undertaking && name === "ticks");
  const [last] = [...state.log.values()]
    .filter((entry) => moved(entry) && isStanding(state, entry))
    .sort((a, b) => b.number - a.number);
  const [, , before = 0, after = 0] = (last?.kind === "undertaking_changed" && moved(last)) || [];
  if (!last || after !== ticks || before >= after) return null;
  const hand = { undertaking, ticks: before };
  const back = () => (leads(state) ? does.send("undo", { entry: last.number }) : does.send("change_undertaking", hand));
  return tap("Take the mark back", () => void back());
}

/**
 * Before a roll: one that is written down now.
 * @param {State} state @param {Roll} roll @param {Taps} does @param {string} kind @param {string} asks
 */
export function newOne(state, roll, does, kind, asks) {
  const undertake = async (/** @type {any} */ asked) => {
    const told = await does.send("undertake", { ...asked, ...whose(state, kind, roll) });
    if (told) void does.send("set", { roll: roll.roll, undertaking: told.entries[0].entry.undertaking });
  };
  const says = `${asks} Write it down, and its progress is marked there`;
  return h("details", { key: "new-one" }, h("summary", null, says), writtenDown(state, kind, "", undertake));
}

/**
 * Whose it is: what is sworn is one's own, all else is undertaken together.
 * @param {State} state @param {string} kind @param {Roll} roll
 */
export function whose(state, kind, { character }) {
  return isSworn(state, kind) || isAlone(state) ? { character } : {};
}

/** @param {State} state @param {string} kind */
export function isSworn({ game }, kind) {
  return !!kind && kind === game.undertakings?.[0].kind;
}
