// My side of the table: my sheets, the characters one can play at once, and what this phone is asked to do.

import { hasSound, preferSound, preferSpoken, spoken } from "./device.js";
import { h } from "./dom.js";
import { drafted, draftOf, keepDraft } from "./kept.js";
import { backstage, sheets } from "./later.js";
import { partyView } from "./party.js";
import { historyWords, leaveBehind, roster } from "./roster.js";
import { leads, myCharacters, seatName } from "./table-state.js";

/** @param {State} state @param {Taps} does */
export function mePanel(state, does) {
  const mine = myCharacters(state);
  const { role } = state.view.you;
  const others = state.view.characters.some((each) => !mine.includes(each));
  return [
    mine.map((each) => sheets.give(does, ({ sheetView }) => sheetView(state, each, does))),
    role === "player" && !mine.length ? firstCharacter(state, does) : null,
    others || role !== "player" ? partyView(state, does) : null,
    role !== "onlooker" && (mine.length || role === "gm")
      ? does.guided
        ? h("section.card", { key: "guided" }, guided(state, does))
        : h(
            "details.card",
            { key: "another" },
            h("summary", null, h("h2", null, mine.length ? "Another character" : "Add a character")),
            fromPhone(state, does),
            ready(state, does),
            maker(state, does),
          )
      : null,
    phoneCard(state, does),
  ];
}

/**
 * The first time: who someone wants to be.
 * @param {State} state @param {Taps} does
 */
function firstCharacter(state, does) {
  return h(
    "section.card.first",
    { key: "maker" },
    h("h2", null, "Who will you be?"),
    h("p.hint", null, `${state.game.title} – ${state.game.line}`),
    does.guided ? guided(state, does) : [fromPhone(state, does), ready(state, does), maker(state, does)],
  );
}

/**
 * Characters of one's own that this phone keeps.
 * @param {State} state @param {Taps} does
 */
function fromPhone(state, does) {
  const taken = new Set(state.view.characters.map((each) => each.name.toLowerCase()));
  const free = roster().filter((each) => !taken.has(each.name.toLowerCase()));
  if (!free.length) return null;
  const told = (/** @type {any} */ each) =>
    each.game === state.view.game
      ? historyWords(each.history) || each.words?.line || "as they were kept"
      : "from another game: name, words and face come along";
  return h(
    "div.ready",
    { key: "roster" },
    h("h3", null, "From this phone"),
    free.map((each) =>
      h(
        "div.kept-one",
        { key: `${each.game} ${each.name}` },
        h(
          "button.ready-one",
          { type: "button", "aria-label": `Bring ${each.name}`, onclick: () => void does.bring(each) },
          h("b", null, each.name),
          h("span", null, each.words?.line ?? ""),
          h("small", null, told(each)),
        ),
        h(
          "button.quiet.small",
          {
            type: "button",
            "aria-label": `forget ${each.name} on this phone`,
            onclick: () =>
              does.confirm(`Forget ${each.name} on this phone?`, () => {
                leaveBehind(each);
                does.draw();
              }),
          },
          "×",
        ),
      ),
    ),
  );
}

/**
 * Characters to play at once.
 * @param {State} state @param {Taps} does
 */
function ready(state, does) {
  const all = state.game.face?.ready ?? [];
  const as = (/** @type {any} */ { name }) =>
    state.view.characters.find((each) => each.name.toLowerCase() === name.toLowerCase());
  const whose = (/** @type {Character} */ { seat }) =>
    seat === state.view.you.seat ? "You play them" : seat ? `${seatName(state, seat)} plays them` : "Here already";
  return all.some((each) => !as(each))
    ? h(
        "div.ready",
        { key: "ready" },
        all.map((each) => {
          const taken = as(each);
          return h(
            "button.ready-one",
            {
              key: each.name,
              type: "button",
              disabled: !!taken,
              "aria-label": `Play ${each.name}`,
              onclick: () => {
                const { name, values, pronouns, line, look } = each;
                void does.make({ name, values }, { words: { pronouns, line, look } });
              },
            },
            h("b", null, each.name),
            h("span", null, each.line),
            h("small", null, taken ? whose(taken) : best(state, each.values)),
          );
        }),
      )
    : null;
}

/**
 * What a ready character is best at.
 * @param {State} state @param {Record<string, any>} values
 */
function best(state, values) {
  const { seldom } = state.game.face ?? {};
  const rolled = state.game.sheet.traits.filter(({ trait, rolls }) => rolls && !seldom?.includes(trait));
  const size = (/** @type {string} */ name) =>
    Number(String(values[name] ?? state.game.template[name] ?? 0).replace("d", ""));
  return rolled
    .map((trait) => trait.trait)
    .sort((a, b) => size(b) - size(a))
    .slice(0, rolled.length < 7 ? 6 : 4) // few are told whole: one that is left out seems to be missing
    .map((name) => `${name.replaceAll("_", " ")}\u00a0${values[name] ?? state.game.template[name]}`)
    .join(" · ");
}

/** @param {State} state @param {Taps} does */
function maker(state, does) {
  const key = `name.${state.view.table}`;
  const make = (/** @type {any} */ event) => {
    event.preventDefault();
    does.make({ name: event.target.elements.name.value });
  };
  const stepByStep = () => {
    if (draftOf(key)) keepDraft(`making.${state.view.table}.name`, draftOf(key));
    does.guide(true);
  };
  return h(
    "form.maker",
    { onsubmit: make },
    h("p.hint", null, "Or make your own: with ready numbers, which can be changed later, or step by step."),
    h(
      "label",
      null,
      h("span", null, "Name"),
      h("input", drafted(key, { name: "name", maxlength: 40, required: true, autocomplete: "off" })),
    ),
    h(
      "div.actions",
      null,
      h("button.primary", { type: "submit" }, "Make it"),
      state.game.face?.making.length
        ? h("button", { type: "button", onclick: stepByStep }, "Step by step")
        : null,
    ),
    h(
      "label.file",
      null,
      h("span", null, "or from a file that was saved before"),
      h("input", {
        type: "file",
        accept: ".json,application/json",
        onchange: (event) => does.importSheet(event.target),
      }),
    ),
  );
}

/** @param {State} state @param {Taps} does */
function phoneCard(state, does) {
  const name = state.view.seats.find((seat) => seat.seat === state.view.you.seat)?.name ?? "";
  const rename = (/** @type {any} */ event) => {
    event.preventDefault();
    does.send("rename", { name: event.target.elements.nickname.value });
  };
  const check = (/** @type {boolean} */ on, /** @type {(on: boolean) => void} */ then, /** @type {string} */ says) =>
    h(
      "label.check",
      null,
      h("input", { type: "checkbox", checked: on, onchange: (event) => then(event.target.checked) }),
      h("span", null, says),
    );
  return h(
    "details.card",
    { key: "you" },
    h("summary", null, h("h2", null, "You and this device")),
    state.view.you.role === "onlooker"
      ? null
      : h(
          "form.joined",
          { onsubmit: rename },
          h("input", {
            name: "nickname",
            maxlength: 40,
            required: true,
            "aria-label": "Your name at the table",
            value: name,
          }),
          h("button", { type: "submit" }, "Rename"),
        ),
    state.view.you.role === "onlooker" && !state.view.ended
      ? null
      : h(
          "button.quiet",
          {
            type: "button",
            onclick: () =>
              does.confirm(
                "Delete all words and portraits that you laid here, for good? Nothing brings them back.",
                // An ended table's feed tells nothing any more.
                () => void does.send("burn", {}).then((told) => told && state.view.ended && location.reload()),
              ),
          },
          "Delete my words and pictures …",
        ),
    check(spoken() === "long", (on) => preferSpoken(on ? "long" : "short"), "Read results to me in full"),
    check(hasSound(), preferSound, "Let me hear the dice"),
    leads(state)
      ? null
      : h(
          "p.hint",
          null,
          h("a", { href: `/t/${state.view.table}?stage` }, "Show only the stage"),
          ", for a television.",
        ),
    h(
      "p.hint",
      null,
      h("a", { href: "/" }, "Other tables"),
      " · ",
      h("a", { href: `/odds/${state.view.game}` }, "All odds of this game"),
    ),
  );
}

/** @param {State} state @param {Taps} does */
function guided(state, does) {
  return backstage.give(does, ({ makingView }) => makingView(state, does));
}
