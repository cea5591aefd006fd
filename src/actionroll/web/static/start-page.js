// The start: choose a game, name the table, done.

import { h, show } from "./dom.js";
import { keepLinks, linkCard } from "./links.js";
import { act, get } from "./server.js";

const root = document.getElementById("start-page");
const page = { games: [], chosen: "", made: null, failure: "", busy: false };

start();

async function start() {
  page.games = await get("/api/games");
  draw();
}

function draw() {
  if (page.made) return drawMade();
  show(root,
    h("section.games", { key: "games", "aria-label": "Choose a game" }, page.games.map((game) => h("article.card.game", { key: game.game, class: page.chosen === game.game ? "chosen" : null },
      h("h2", null, game.title), h("p", null, game.line),
      h("div.actions", null,
        h("button.primary", { type: "button", "aria-expanded": page.chosen === game.game ? "true" : "false", onclick: () => { page.chosen = page.chosen === game.game ? "" : game.game; draw(); document.getElementById("table-name")?.focus(); } }, "Open a table"),
        h("a.button", { href: `/odds/${game.game}` }, "See the odds")),
      page.chosen === game.game ? form(game) : null))));
}

/** @param {any} game */
function form(game) {
  return h("form.open", { key: "open", onsubmit: open },
    h("label", null, h("span", null, "Name of the table"), h("input", { id: "table-name", name: "name", maxlength: 40, required: true, placeholder: `${game.title}, tonight` })),
    h("label", null, h("span", null, "Your name"), h("input", { name: "nickname", maxlength: 40, required: true, autocomplete: "nickname" })),
    h("label.check", null, h("input", { type: "checkbox", name: "with_gm", checked: true }), h("span", null, "I am the gm (without one, every seat may call)")),
    page.failure ? h("p.refused", { role: "alert" }, page.failure) : null,
    h("button.primary.big", { type: "submit", disabled: page.busy }, "Start"));
}

/** @param {any} event */
async function open(event) {
  event.preventDefault();
  const fields = event.target.elements;
  page.busy = true;
  page.failure = "";
  draw();
  try {
    page.made = await act("/api/tables", { game: page.chosen, name: fields.name.value, nickname: fields.nickname.value, with_gm: fields.with_gm.checked });
    keepLinks(page.made.table, page.made.links);
  } catch (refused) {
    page.failure = refused.message;
  }
  page.busy = false;
  draw();
}

function drawMade() {
  show(root, h("section.card.made", null, h("h2", null, "Your table is open"),
    h("p", null, "Show this to the others; they need no account."),
    linkCard("Players", page.made.links.player),
    page.made.links.gm ? h("details", null, h("summary", null, "Links for yourself and for those who only watch"), linkCard("Gm", page.made.links.gm), page.made.links.onlooker ? linkCard("Onlookers", page.made.links.onlooker) : null) : null,
    h("a.button.primary.big", { href: `/t/${page.made.table}` }, "Go to the table")));
}
