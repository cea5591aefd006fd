// The start: choose a game, name the table, done.

import { keepShell } from "./device.js";
import { h, show } from "./dom.js";
import { keepLinks, knownTables } from "./kept.js";
import { linkCards } from "./links.js";
import { act, get } from "./server.js";

const root = document.getElementById("start-page");
const page = { games: [], chosen: "", made: null, failure: "", busy: false };

keepShell();
start();

async function start() {
  page.games = await get("/api/games");
  draw();
}

function draw() {
  if (page.made) return drawMade();
  show(
    root,
    known(),
    h(
      "section.games",
      { key: "games", "aria-label": "Choose a game" },
      page.games.map((game) =>
        h(
          "article.card.game",
          { key: game.game, class: page.chosen === game.game ? "chosen" : null },
          h("h2", null, game.title),
          h("p", null, game.line),
          h(
            "div.actions",
            null,
            h(
              "button.primary",
              {
                type: "button",
                "aria-expanded": page.chosen === game.game ? "true" : "false",
                onclick: () => {
                  page.chosen = page.chosen === game.game ? "" : game.game;
                  draw();
                  document.getElementById("table-name")?.focus();
                },
              },
              "Open a table",
            ),
            h("a.button", { href: `/odds/${game.game}` }, "See the odds"),
          ),
          page.chosen === game.game ? form(game) : null,
        ),
      ),
    ),
  );
}

function known() {
  const tables = knownTables();
  return tables.length
    ? h(
        "section.card.known",
        { key: "known" },
        h("h2", null, "Back to your table"),
        h(
          "ul",
          null,
          tables.map((each) =>
            h(
              "li",
              { key: each.table },
              h("a", { href: `/t/${each.table}` }, each.name),
              h("span.hint", null, each.game),
            ),
          ),
        ),
      )
    : null;
}

/** @param {any} game */
function form(game) {
  return h(
    "form.open",
    { key: "open", onsubmit: open },
    h(
      "label",
      null,
      h("span", null, "Name of the table"),
      h("input", {
        id: "table-name",
        name: "name",
        maxlength: 40,
        required: true,
        placeholder: `${game.title}, tonight`,
      }),
    ),
    h(
      "label",
      null,
      h("span", null, "Your name"),
      h("input", { name: "nickname", maxlength: 40, required: true, autocomplete: "nickname" }),
    ),
    h(
      "label.check",
      null,
      h("input", { type: "checkbox", name: "with_gm", checked: true }),
      h("span", null, "I am the gm (without one, every seat may call)"),
    ),
    page.failure ? h("p.refused", { role: "alert" }, page.failure) : null,
    h("button.primary.big", { type: "submit", disabled: page.busy }, "Start"),
  );
}

/** @param {any} event */
async function open(event) {
  event.preventDefault();
  const { name, nickname, with_gm: withGm } = event.target.elements;
  const asked = { game: page.chosen, name: name.value, nickname: nickname.value, with_gm: withGm.checked };
  page.busy = true;
  page.failure = "";
  draw();
  try {
    page.made = await act("/api/tables", asked);
    keepLinks(page.made.table, page.made.links);
  } catch (refused) {
    page.failure = refused.message;
  }
  page.busy = false;
  draw();
}

function drawMade() {
  const [players, ...others] = linkCards(page.made.links);
  show(
    root,
    h(
      "section.card.made",
      { key: "made" },
      h("h2", null, "Your table is open"),
      h("p", null, "Show this to the others; they need no account."),
      players,
      h("a.button.primary.big", { href: `/t/${page.made.table}` }, "Go to the table"),
      others.length
        ? h("details", null, h("summary", null, "Links for yourself and for those who only watch"), others)
        : null,
      h("p.hint", null, "This browser keeps the links; at the table they stand under GM."),
    ),
  );
}
