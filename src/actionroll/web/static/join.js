// Sit down: the game, the table, a nickname, nothing more; where the table wants it, wait to be let in, and let in.
// Opening the link changed nothing yet.

import { h, show } from "./dom.js";
import { wear } from "./face.js";
import { emblem } from "./icons.js";
import { keepName, ownName } from "./kept.js";
import { act, ask, get } from "./server.js";
import { leads } from "./table-state.js";

/** @param {Element} root @param {string} table @param {string} secret @param {() => void} joined */
export async function joinView(root, table, secret, joined) {
  const told = await look(root, table, secret);
  if (!told) return;
  const game = told.game ? await get(`/api/games/${told.game}`).catch(() => null) : null;
  wear(game?.face);
  const door = { failure: "" };
  const draw = () =>
    show(
      root,
      doorView(told, game, door.failure, (event) =>
        sitDown(event, table, secret, told, joined, (failure) => {
          door.failure = failure;
          draw();
        }),
      ),
    );
  draw();
}

/**
 * What the link opens; says why where it opens nothing.
 * @param {Element} root @param {string} table @param {string} secret
 */
async function look(root, table, secret) {
  const dead = (/** @type {string} */ title, /** @type {Element} */ words) =>
    show(
      root,
      h(
        "section.card.narrow",
        null,
        h("h1", null, title),
        words,
        h("p", null, h("a", { href: "/" }, "To the front page")),
      ),
    );
  if (!secret) {
    dead(
      "This table needs its link",
      h("p", null, "Ask for the whole link to the table, with everything after the #, and open that."),
    );
    return null;
  }
  try {
    return await ask(`/api/tables/${table}/look`, { secret });
  } catch (/** @type {any} */ refused) {
    dead("This link does not open", h("p.refused", { role: "alert" }, refused.message));
    return null;
  }
}

/** @param {any} told @param {any} game @param {string} failure @param {(event: any) => void} onsubmit */
function doorView(told, game, failure, onsubmit) {
  const gm = told.seats.find((/** @type {any} */ each) => each.role === "gm")?.name;
  return h(
    "form.card.narrow.door",
    { onsubmit },
    game ? h("p.of-game", null, emblem(game.face), h("b", null, game.title)) : null,
    h("h1", null, told.name),
    game ? h("p", null, game.line) : null,
    h(
      "p.hint",
      null,
      told.ended
        ? "This table has ended. You can read all that happened at it."
        : `You join as ${told.role}.${gm ? ` ${gm} is the gm.` : ""}${told.knock ? " You will be let in." : ""}`,
    ),
    told.ended
      ? null
      : told.seat
        ? h("p", null, `Your seat, ${seatName(told)}, is waiting for you.`)
        : isScreen(told)
          ? null
          : nameField(),
    failure ? h("p.refused", { role: "alert" }, failure) : null,
    h(
      "button.throw",
      { type: "submit" },
      told.ended ? "Read it" : isScreen(told) ? "Show the stage here" : "Join the table",
    ),
  );
}

function nameField() {
  return h("label", null, h("span", null, "Your name at the table"), h("input", { ...ownName(), autofocus: true }));
}

/**
 * @param {any} event @param {string} table @param {string} secret @param {any} told @param {() => void} joined
 * @param {(failure: string) => void} refuse
 */
async function sitDown(event, table, secret, told, joined, refuse) {
  event.preventDefault();
  const nickname = event.target.elements.nickname?.value ?? screenName(told);
  try {
    if (told.seat) await act(`/api/tables/${table}/enter`, { secret });
    else await act(`/api/tables/${table}/join`, { secret, nickname });
    if (nickname) keepName(nickname);
    joined();
  } catch (/** @type {any} */ refused) {
    refuse(refused.message);
  }
}

/** @param {any} told */
function seatName(told) {
  return told.seats.find((/** @type {any} */ each) => each.seat === told.seat)?.name ?? "";
}

/**
 * Whether this is a screen that only shows the stage: nobody types a name with a remote control.
 * @param {any} told
 */
function isScreen(told) {
  return !told.seat && told.role === "onlooker" && new URLSearchParams(location.search).has("stage");
}

/** @param {any} told */
function screenName(told) {
  const taken = told.seats.map((/** @type {any} */ each) => each.name);
  const numbers = [...taken.keys(), taken.length].map((place) => (place ? `Screen ${place + 1}` : "Screen"));
  return numbers.find((name) => !taken.includes(name));
}

const LOOK_AGAIN = 2500;

/**
 * Who knocked waits here until someone lets them in; the page looks by itself.
 * @param {Element} root @param {() => void} again
 */
export function waitView(root, again) {
  show(
    root,
    h(
      "section.card.narrow",
      null,
      h("h1", null, "You knocked"),
      h("p", { role: "status" }, "The gm sees that you wait. This page opens as soon as they let you in."),
    ),
  );
  setTimeout(again, LOOK_AGAIN);
}

/**
 * Those who wait to be let in, for whoever may do that.
 * @param {State} state @param {Taps} does
 */
export function knocking(state, does) {
  const waiting = leads(state) ? state.view.seats.filter((seat) => seat.waits && !seat.gone) : [];
  if (!waiting.length) return null;
  return h(
    "ul.card.knocking",
    { key: "knocking", "aria-label": "Waiting to be let in" },
    waiting.map((seat) =>
      h(
        "li",
        { key: seat.seat },
        h("span", { role: "status" }, h("b", null, seat.name), seat.role === "player" ? " knocks" : " would look on"),
        h(
          "button.primary",
          {
            type: "button",
            "aria-label": `let ${seat.name} in`,
            onclick: () => does.send("let_in", { seat: seat.seat }),
          },
          "Let in",
        ),
        h(
          "button.quiet",
          {
            type: "button",
            "aria-label": `send ${seat.name} away`,
            onclick: () => does.send("leave", { seat: seat.seat }),
          },
          "Send away",
        ),
      ),
    ),
  );
}
