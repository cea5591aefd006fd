// The room around the stage: a phone with tabs, two columns from a tablet on, the gm's desk, a television.

import { isWriting } from "./attention.js";
import { h } from "./dom.js";
import { playsAlone } from "./evenings.js";
import { emblem, icon } from "./icons.js";
import { backstage, decisions, moments, rounds } from "./later.js";
import { mePanel } from "./me.js";
import { dockedCards, isOver, isPassing, tellOnce } from "./news.js";
import { partyView, sharedView } from "./party.js";
import { named } from "./people.js";
import { stageView, waitsWith } from "./stage.js";
import { characterName, isLive, isMyTurn, leads } from "./table-state.js";

const TABS = { me: "Me", table: "Table", log: "Log", gm: "Gm" };

/**
 * All that stands around the stage, as wide as the screen is.
 * @param {Page} page @param {Taps} does @param {"phone"|"two"|"desk"|"television"} width
 */
export function room(page, does, width) {
  if (width === "television") return [backstage.give(does, ({ tv }) => tv(page.state, does))];
  const small = width === "phone";
  if (page.state.view.rolls.some((each) => each.asks)) decisions.give(does, () => null); // told by its deeds everywhere
  const drawn = small ? tabbed : width === "desk" ? deskView : twoColumns;
  const parts = drawn(page, does); // first: they say which roll is on stage, and cards give way to it
  const waits = (/** @type {any} */ each) => each.number !== does.cardShown && !isOver(page.state, each);
  const passing = does.cards.filter((each) => small && isPassing(each) && waits(each));
  const beside = passing.concat(!small || page.tab === "table" ? dockedCards(page.state, does, small) : []);
  const docked = small && isWriting() ? does.cards.filter(waits) : beside; // a card would lie on the words
  tellOnce(does, docked);
  const card = does.cards.length
    ? moments.give(does, ({ cardsView }) => cardsView(page.state, does, docked))
    : null;
  const isLine = !!card?.matches(".slim");
  const over = isLine ? null : card;
  const desk = width === "desk" ? "div.desk" : "div.desk.two";
  const below = small ? [over, ...parts] : [h(desk, { key: "desk" }, parts, over)];
  return [banner(page, small && isLine ? card : null), knockers(page.state, does), ...below];
}

/**
 * A phone: one part of the table, and tabs at the thumb.
 * @param {Page} page @param {Taps} does
 */
function tabbed(page, does) {
  const choose = (/** @type {string} */ name) => {
    page.tab = name;
  };
  return [panel(page, does, page.tab), callBack(page, does), tabs(page, Object.keys(TABS), page.tab, choose)];
}

/**
 * One line: which table, which game, who is here; on a phone, what waits to be read stands in the table's place.
 * @param {Page} page @param {any} line
 */
function banner(page, line) {
  const { view, game } = page.state;
  return h(
    "header.banner",
    { key: "banner" },
    h("a.home", { href: "/", "aria-label": "To your tables and the front page" }, emblem(game.face)),
    line,
    h(
      line ? "div.visually-hidden" : "div.titles",
      { key: "titles" },
      h("h1", null, view.name),
      h(
        "p.of-game",
        null,
        view.name.startsWith(game.title) ? null : h("span", null, game.title),
        view.ended ? h("b", null, "ended, to be read only") : null,
      ),
    ),
    h(
      "ul.here",
      { "aria-label": "At the table", onclick: () => showPeople(page) },
      view.seats
        .filter((/** @type {Seat} */ seat) => !seat.gone && !seat.waits && !isScreen(seat))
        .map((/** @type {Seat} */ seat) =>
          h(
            "li",
            {
              key: seat.seat,
              class: seat.here ? "here" : "away",
              title: `${seat.name}${seat.role === "player" ? "" : ` (${seat.role})`}${seat.here ? "" : ", away"}`,
            },
            h("span", { "aria-hidden": "true" }, [...seat.name][0]?.toUpperCase() ?? "?"),
            h(
              "span.visually-hidden",
              null,
              `${seat.name}${seat.role === "player" ? "" : ` (${seat.role})`}, ${seat.here ? "here" : "away"}`,
            ),
          ),
        ),
    ),
    page.peopleShown
      ? h(
          "p.people",
          null,
          view.seats
            .filter((seat) => !seat.gone && !isScreen(seat))
            .map((seat) => `${seat.name}${seat.role === "player" ? "" : ` (${seat.role})`}${seat.here ? "" : ", away"}`)
            .join(" · "),
        )
      : null,
    page.waits || page.live === "reconnecting"
      ? h("p.reconnecting", { role: "status" }, "Reconnecting … what you do is kept and sent once.")
      : page.live === "asking"
        ? h("p.held-back", { role: "status" }, "The live feed is held back; news come by asking.")
        : null,
    page.failure
      ? h(
          "p.refused",
          { role: "alert" },
          page.failure,
          page.disowned ? h("button.quiet", { type: "button", onclick: page.disowned }, "It was not me") : null,
          h(
            "button.quiet",
            {
              type: "button",
              "aria-label": "dismiss",
              onclick: () => {
                page.failure = "";
                page.disowned = null;
                page.draw();
              },
            },
            "×",
          ),
        )
      : null,
  );
}

/**
 * Whether a seat is a television, which joins without anyone's name.
 * @param {Seat} seat
 */
function isScreen(seat) {
  return seat.role === "onlooker" && /^Screen( \d+)?$/.test(seat.name);
}

/** @param {Page} page */
function showPeople(page) {
  page.peopleShown = !page.peopleShown;
  page.draw();
}

/**
 * Where another tab is open, a line at the thumb leads back to dice that fall or fell unseen, and to what waits for me.
 * @param {Page} page @param {Taps} does
 */
function callBack(page, does) {
  const { state, falling } = page;
  if (page.tab === "table") {
    page.fell = 0;
    return null;
  }
  const { rolls } = state.view;
  const falls = rolls.find((each) => each.roll === falling.roll);
  const mine = falls ? null : rolls.find((each) => isMyTurn(state, each));
  const round = !falls && !mine && isInRounds(state) ? rounds.give(does, ({ callToRound }) => callToRound(page)) : null;
  const fell = rolls.find((each) => each.roll === page.fell && each.status === "done");
  const roll = falls ?? mine ?? rolls.filter(isLive).at(-1) ?? fell;
  if (round || !roll) return round;
  const tier = roll === fell ? named(state, roll, roll.record?.outcome?.tier ?? "") : "";
  const said = falls ? `${characterName(state, roll.character)} · the dice fall` : waitsWith(state, roll, tier);
  return h(
    "button.call-back",
    { key: "call-back", type: "button", class: mine ? "mine" : null, onclick: () => does.stage(roll.roll) },
    icon("die"),
    h("span", null, mine ? `Your turn: ${said}` : said),
    icon("go"),
  );
}

/** @param {Page} page @param {Taps} does @param {string} name */
function panel(page, does, name) {
  return h(
    "section.panel",
    { key: `panel-${name}`, id: `panel-${name}`, "aria-label": TABS[name] },
    inside(page.state, does, name),
  );
}

/**
 * The stage with the round above it: who intends what and who may act is in sight beside every roll.
 * @param {State} state @param {Taps} does
 */
function stageInRound(state, does) {
  const stage = stageView(state, does);
  const beside = !stage.querySelector(".empty-stage");
  return [isInRounds(state) ? rounds.give(does, ({ roundAbove }) => roundAbove(state, does, beside)) : null, stage];
}

/**
 * Whether a round is played, or could be begun from here.
 * @param {State} state
 */
function isInRounds(state) {
  const { rounds } = state.game;
  return !!rounds && (leads(state) || !!state.view.values[rounds.track]);
}

/**
 * Where nobody leads whom, that which is the gm's elsewhere stands where a single player looks for it.
 * @param {State} state @param {Taps} does @param {string} where
 */
function forOneself(state, does, where) {
  const begun = playsAlone(state) && state.view.characters.length > 0;
  return begun ? backstage.give(does, ({ aloneAt }) => aloneAt(state, does, where)) : null;
}

/**
 * The stage with all that the table shares below it.
 * @param {State} state @param {Taps} does
 */
function wholeTable(state, does) {
  return [...stageInRound(state, does), sharedView(state, does), forOneself(state, does, "table")];
}

/** @param {State} state @param {Taps} does @param {string} name */
function inside(state, does, name) {
  if (name === "me") return [...mePanel(state, does), forOneself(state, does, "me")];
  if (name === "gm") return backstage.give(does, ({ gmPanel }) => gmPanel(state, does));
  if (name === "log") {
    const panel = backstage.give(does, ({ logPanel }) => logPanel(state, does));
    return [h("h2.visually-hidden", null, "The evening so far"), forOneself(state, does, "log"), panel];
  }
  return wholeTable(state, does);
}

/**
 * The gm's desk, and every wide screen: columns that scroll by themselves, and a card below that of the log.
 * @param {Page} page @param {Taps} does
 */
function deskView(page, does) {
  const { state } = page;
  const left =
    state.view.you.role === "player"
      ? inside(state, does, "me")
      : [
          partyView(state, does),
          sharedView(state, does),
          state.view.you.role === "gm" ? mePanel(state, does).slice(3) : null,
        ];
  return [
    h("div.column.left", { key: "left", tabindex: 0, role: "region", "aria-label": "Me" }, left),
    h(
      "div.column.middle",
      { key: "middle", tabindex: 0, role: "region", "aria-label": "Table" },
      state.view.you.role === "player" ? wholeTable(state, does) : stageInRound(state, does),
    ),
    h("div.column.right", { key: "right" }, sideTabs(page, ["log", "gm"]), panel(page, does, page.side)),
  ];
}

/**
 * A tablet: the stage, and one thing beside it.
 * @param {Page} page @param {Taps} does
 */
function twoColumns(page, does) {
  const { state } = page;
  const shown = page.tab === "table" ? (state.view.you.role === "player" ? "me" : "log") : page.tab;
  return [
    h(
      "div.column.left",
      { key: "left" },
      tabs(page, ["me", "log", "gm"], shown, (name) => {
        page.tab = name;
      }),
      panel(page, does, shown),
    ),
    h(
      "div.column.middle",
      { key: "middle", tabindex: 0, role: "region", "aria-label": "Table" },
      wholeTable(state, does),
    ),
  ];
}

/** @param {Page} page @param {string[]} names */
function sideTabs(page, names) {
  return leads(page.state) && !playsAlone(page.state)
    ? tabs(page, names, page.side, (name) => {
        page.side = name;
      })
    : null;
}

/** @param {Page} page @param {string[]} names @param {string} now @param {(name: string) => void} choose */
function tabs(page, names, now, choose) {
  return h(
    "nav.tabs",
    { key: "tabs", "aria-label": "Parts of the table" },
    names
      .filter((name) => name !== "gm" || (leads(page.state) && !playsAlone(page.state)))
      .map((name) =>
        h(
          "button",
          {
            key: name,
            type: "button",
            "aria-current": now === name ? "page" : null,
            onclick: (event) => {
              choose(name);
              page.draw();
              (event.target.closest(".column") ?? document.scrollingElement)?.scrollTo({ top: 0 });
            },
          },
          icon(/** @type {any} */ (name)),
          tabCalled(page.state, name),
        ),
      ),
  );
}

/**
 * Where all lead together, nobody is the gm.
 * @param {State} state @param {string} name
 */
function tabCalled(state, name) {
  return name === "gm" && !state.view.with_gm ? "World" : TABS[name];
}

/** @param {State} state @param {Taps} does */
function knockers(state, does) {
  const knocks = state.view.seats.some((seat) => seat.waits && !seat.gone);
  return knocks ? backstage.give(does, ({ knocking }) => knocking(state, does)) : null;
}
