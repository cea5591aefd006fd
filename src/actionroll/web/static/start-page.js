// The front door: a roll to try right here, five games, the way back to your tables.

import { keepShell } from "./device.js";
import { h, painter, show } from "./dom.js";
import { coloursOf, wear } from "./face.js";
import { emblem } from "./icons.js";
import { forget, keepLinks, keepName, knownTables, lastSeen, remember } from "./kept.js";
import { keepCode, linkCards, screenCard, typedCode } from "./links.js";
import { watchFinger } from "./refusal.js";
import { act, ask, get } from "./server.js";
import { Trying, oddsTried, openingAsked, openingFields, tryView } from "./trying.js";
import { callAs, dayOf } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("start-page"));
const draw = painter(paint);
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw); // the cards wear their games' colours
/** @type {any} */
const page = {
  games: [],
  chosen: "",
  chosenBeside: false, // the roll to try, where the form then stands
  made: null,
  /** @type {any} */
  opened: null,
  failure: "",
  busy: false,
  tried: null,
  question: 0,
  odds: null,
  news: {},
  hidden: null,
  wrongCode: "",
};
const trying = new Trying(draw);

keepShell();
watchFinger();
start();

async function start() {
  page.games = await get("/api/games");
  draw();
  whatIsNew();
  const asked = location.hash.slice(1); // the odds page of a game leads to a table of it
  const named = page.games.find((/** @type {any} */ each) => each.game === asked);
  if (page.games.length) await tryGame((named ?? page.games[0]).game);
  if (named) choose(asked);
}

/** How much happened at tables since this browser was there. */
async function whatIsNew() {
  for (const each of knownTables().slice(0, 4)) {
    const told = await get(`/api/tables/${each.table}`).catch((refused) => ({ refused: refused.status }));
    page.news[each.table] = told.refused
      ? "no seat any more"
      : told.ended
        ? "ended"
        : [eveningOf(told), told.number > lastSeen(each) ? "new since you were here" : ""].filter(Boolean).join(" · ");
    draw();
  }
}

/**
 * Whether an evening goes on there, or when the last one was.
 * @param {any} view
 */
function eveningOf(view) {
  const last = view.evenings.at(-1);
  if (!last) return "";
  return last.ended ? `last played: ${dayOf(last.ended_at)}` : `evening ${view.evenings.length} goes on`;
}

/** @param {string} name */
async function tryGame(name) {
  page.tried = await get(`/api/games/${name}`);
  callAs(page.tried.labels);
  page.question = 0;
  await askOdds();
}

/** What is tried: one of the first questions of the game. */
function setup() {
  const asked = page.tried.face?.asked[page.question];
  return {
    game: page.tried.game,
    move: asked?.move ?? "action",
    attempt: asked?.attempt ?? page.tried.examples.action ?? {},
    decide: asked?.decide ?? {},
  };
}

async function askOdds() {
  trying.forget();
  page.odds = await ask("/api/odds", { ...setup(), near: false }).catch(() => null);
  draw();
}

function paint() {
  if (page.made) return drawMade();
  show(
    root,
    h("div.doors", { key: "doors" }, known(), codeDoor(), h("a.button.to-games", { href: "#games" }, "To the games")),
    tryCard(),
    h(
      "section.opening",
      { key: "games", id: "games", "aria-label": "Choose a game" },
      h("h2.section-title", null, "Games to play"),
      h("div.games", null, page.games.map(gameCard)),
      h("p", null, h("a", { href: "/odds" }, "The odds of all games, and of plain dice")),
    ),
    evening(),
  );
}

/** @param {string} game of which a table is opened @param {boolean} [beside] the roll that is tried */
function choose(game, beside = false) {
  page.chosen = game;
  page.chosenBeside = beside;
  draw();
  if (game && game !== page.tried?.game) void tryGame(game);
  const field = document.getElementById("table-name");
  field?.focus();
  if (!beside) field?.closest(".game")?.scrollIntoView();
}

/** @param {any} game */
function gameCard(game) {
  const chosen = page.chosen === game.game && !page.chosenBeside;
  return h(
    "article.card.game",
    {
      key: game.game,
      class: chosen ? "chosen" : null,
      style: coloursOf(game.face),
      "data-letters": game.face?.letters,
    },
    h("div.game-head", null, emblem(game.face), h("h2", null, game.title)),
    h("p", null, game.line),
    h(
      "div.actions",
      null,
      h(
        "button.primary",
        { type: "button", "aria-expanded": chosen ? "true" : "false", onclick: () => choose(chosen ? "" : game.game) },
        "Open a table",
      ),
      h("a.button", { href: `/odds/${game.game}` }, "See the odds"),
    ),
    chosen ? form(game) : null,
  );
}

/** Someone reads a code out; whoever types it stands at the table's door. */
function codeDoor() {
  const find = async (/** @type {any} */ event) => {
    event.preventDefault();
    try {
      const { table, secret, role } = await ask("/api/code", { code: event.target.elements.code.value });
      location.assign(`/t/${table}${role === "onlooker" ? "?stage" : ""}#${secret}`);
    } catch (/** @type {any} */ refused) {
      page.wrongCode = refused.message;
      draw();
    }
  };
  return h(
    "form.card.code-door",
    { key: "code", onsubmit: find },
    h("h2", null, h("label", { for: "code" }, "Join with a code")),
    h(
      "div.joined",
      null,
      h("input", {
        id: "code",
        oninput: () => page.wrongCode && ((page.wrongCode = ""), draw()),
        required: true,
        maxlength: 12,
        autocomplete: "off",
        autocapitalize: "characters",
        spellcheck: "false",
        placeholder: "such as AB3 D7F",
      }),
      h("button", { type: "submit" }, "Join"),
    ),
    page.wrongCode ? h("p.refused", { role: "alert" }, page.wrongCode) : null,
  );
}

/** A roll to try, without a table. */
function tryCard() {
  const game = page.tried;
  if (!game || !page.odds)
    return h("section.card.try", { key: "try", "aria-busy": "true" }, h("h2", null, "Try a roll"));
  const pick = (/** @type {string} */ name) => tryGame(name);
  const beside = page.chosenBeside && page.chosen === game.game;
  return h(
    "section.card.try",
    { key: "try", style: coloursOf(game.face), "data-letters": game.face?.letters, "aria-label": "Try a roll" },
    h(
      "div.try-games",
      { role: "group", "aria-label": "Game to try" },
      page.games.map((/** @type {any} */ each) =>
        h(
          "button",
          {
            key: each.game,
            type: "button",
            "aria-pressed": each.game === game.game ? "true" : "false",
            onclick: () => pick(each.game),
          },
          emblem(each.face),
          h("span", null, each.title.replace(/^.*: /, "")),
        ),
      ),
    ),
    h("h2.visually-hidden", null, `Try a roll of ${game.title}`),
    h(
      "div.kinds",
      { role: "group", "aria-label": "What to roll" },
      (game.face?.asked ?? []).map((/** @type {any} */ each, /** @type {number} */ place) =>
        h(
          "button.chip",
          {
            key: each.asks,
            type: "button",
            "aria-pressed": place === page.question ? "true" : "false",
            onclick: () => {
              page.question = place;
              askOdds();
            },
          },
          each.asks,
        ),
      ),
    ),
    tryView(game, setup().move, page.odds.dice ?? [], trying),
    oddsTried(game, page.odds),
    h(
      "button.throw",
      { type: "button", onclick: () => trying.throw(setup(), page.odds.dice ?? []) },
      trying.record ? "Throw again" : "Throw",
    ),
    h(
      "button",
      {
        type: "button",
        "aria-expanded": beside ? "true" : "false",
        onclick: () => choose(beside ? "" : game.game, !beside),
      },
      `Open a table of ${game.title}`,
    ),
    beside ? form(game) : null,
  );
}

function known() {
  const tables = knownTables();
  if (!tables.length && !page.hidden) return null;
  const row = (/** @type {any} */ each) =>
    h(
      "li",
      { key: each.table },
      h("a", { href: `/t/${each.table}` }, each.name),
      h("span.hint", null, each.title ?? each.game),
      page.news[each.table] || each.ended ? h("span.tag.line", null, page.news[each.table] || "ended") : null,
      h(
        "button.quiet.small",
        {
          type: "button",
          "aria-label": `hide ${each.name}`,
          onclick: () => {
            forget(each.table);
            page.hidden = each;
            draw();
          },
        },
        "hide",
      ),
    );
  const hidden = page.hidden;
  const back = () => {
    if (hidden) remember(hidden);
    page.hidden = null;
    draw();
  };
  const isOver = (/** @type {any} */ each) => each.ended || page.news[each.table] === "ended";
  const [going, over] = [tables.filter((each) => !isOver(each)), tables.filter(isOver)];
  return h(
    "section.card.known",
    { key: "known" },
    h("h2", null, going.length === 1 ? "Back to your table" : "Your tables"),
    h("ul", null, going.map(row)),
    hidden
      ? h(
          "p.hint",
          { key: "hidden" },
          `${hidden.name} is hidden here. `,
          h("button.quiet.small", { type: "button", onclick: back }, "Show it again"),
        )
      : null,
    over.length
      ? h(
          "details.more",
          { key: "over" },
          h("summary", null, `Ended, to read (${over.length})`),
          h("ul", null, over.map(row)),
        )
      : null,
  );
}

function evening() {
  return h(
    "section.card.evening",
    { key: "evening" },
    h("h2", null, "How an evening goes"),
    h(
      "ol",
      null,
      h("li", null, "Open a table. The others scan its code with their phones; nobody needs an account."),
      h("li", null, "Each picks a ready-made character, or makes one."),
      h(
        "li",
        null,
        "Tap a stat or a skill: the roll opens for all, odds move as you build it, and dice fall on every screen.",
      ),
    ),
  );
}

/** @param {any} game */
function form(game) {
  return h(
    "form.open",
    { key: "open", onsubmit: open },
    openingFields(game.title),
    page.failure ? h("p.refused", { role: "alert" }, page.failure) : null,
    h("button.throw", { type: "submit", disabled: page.busy }, "Start"),
  );
}

/** @param {any} event */
async function open(event) {
  event.preventDefault();
  const alone = event.target.elements.led.value === "alone";
  const game = page.games.find((/** @type {any} */ each) => each.game === page.chosen);
  const asked = { game: page.chosen, ...openingAsked(event.target, game.title) };
  page.busy = true;
  page.failure = "";
  draw();
  try {
    page.made = await act("/api/tables", asked);
    keepLinks(page.made.table, page.made.links);
    page.opened = { table: page.made.table, name: asked.name, game: asked.game, title: game.title, role: "gm" };
    remember(page.opened); // it is found again, entered or not
    keepName(asked.nickname);
    if (alone) return location.assign(`/t/${page.made.table}`); // nobody has to be shown a code
    act(`/api/tables/${page.made.table}/links/code`, {}).then(showMade).catch(() => {});
    wear(game?.face);
  } catch (/** @type {any} */ refused) {
    page.failure = refused.message;
  }
  page.busy = false;
  draw();
  if (page.made) scrollTo({ top: 0 });
}

/** @param {{code: string}} told */
function showMade({ code }) {
  keepCode(page.made.table, (page.made.code = code));
  draw();
}

function drawMade({ name, title } = page.opened) {
  const [players, ...others] = linkCards(
    page.made.links,
    h("div.coming", { key: "code" }, page.made.code ? typedCode(page.made.table, () => {}) : null),
  );
  show(
    root,
    h(
      "section.card.made",
      { key: "made" },
      h("h2", null, "Your table is open"),
      h("p", null, h("b", null, name), name.includes(title) ? null : `, ${title}`),
      h("p", null, "Show this to the others; they need no account."),
      players,
      h("a.throw", { href: `/t/${page.made.table}` }, "Go to the table"),
      others.length
        ? h(
            "details",
            null,
            h("summary", null, "Links for yourself, a television, and those who only watch"),
            others,
            screenCard(page.made.links.onlooker),
          )
        : null,
      h("p.hint", null, "This browser keeps the links; at the table they are under Gm, “Invite, seats and links”."),
    ),
  );
}
