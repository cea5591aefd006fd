// Sit down: the game, the table, a nickname, nothing more; where the table wants it, wait to be let in, and let in.
// Opening the link changed nothing yet. Below, who sits where, the links that let more sit down, and what comes after.

import { h, show } from "./dom.js";
import { wear } from "./face.js";
import { emblem } from "./icons.js";
import { forget, keepLinks, keepName, keptLinks, ownName } from "./kept.js";
import { linkCard, linkCards, renewLinks, seatLink, showCode, typedCode } from "./links.js";
import { refuseAt } from "./refusal.js";
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
      h("p", null, "Ask for the whole link, or for a code to type on the front page."),
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
  const role = `${told.role === "onlooker" ? "an" : "a"} ${told.role}`;
  return h(
    isScreen(told) ? "form.card.narrow.door.of-screen" : "form.card.narrow.door",
    { onsubmit },
    game ? h("p.of-game", null, emblem(game.face), h("b", null, game.title)) : null,
    h("h1", null, told.name),
    game ? h("p", null, game.line) : null,
    h(
      "p.hint",
      null,
      told.ended
        ? "This table has ended. You can read all that happened at it."
        : isScreen(told)
          ? "For a television or another large screen: dice and outcome, and after this nothing more to tap."
          : told.seat
            ? `Your seat, ${seatName(told)}, is waiting for you.`
            : `You join as ${role}.${gm ? ` ${gm} is the gm.` : ""}${told.knock ? " You will be let in." : ""}`,
    ),
    gm && told.role === "gm" && !told.seat
      ? h(
          "p.hint",
          null,
          `Are you ${gm}? This link makes one more gm. Your own seat is opened by a link from your other device: `,
          "Gm, Invite, seats and links, link for another device of yours.",
        )
      : null,
    told.ended || told.seat || isScreen(told) ? null : nameField(),
    failure ? h("p.refused", { role: "alert" }, failure) : null,
    h(
      "button.throw",
      { type: "submit" },
      told.ended ? "Read it" : isScreen(told) ? "Show it on this screen" : "Join the table",
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

/** @param {State} state @param {Taps} does */
export function seats(state, does) {
  const [players, ...others] = linkCards(
    keptLinks(state.view.table),
    typedCode(state.view.table, () => void showCode(does)),
  );
  const { you, seats: all } = state.view;
  const mine = all.find((seat) => seat.seat === you.seat);
  const made = does.madeLink;
  return h(
    "details.card",
    { key: "seats" },
    h("summary", null, h("h2", null, "Invite, seats and links")),
    players,
    made ? linkCard(made.name, made.link, h("p.hint", null, made.says)) : null,
    h("h3", null, "Who sits here"),
    h(
      "ul.seats",
      null,
      mine
        ? h(
            "li",
            { key: mine.seat },
            h("span", null, `${mine.name}, you`),
            h("button.quiet", { type: "button", onclick: () => seatLink(does, mine) }, OWN_DEVICE),
          )
        : null,
      all.filter((seat) => seat !== mine).map((seat) => seatRow(state, does, seat)),
    ),
    h(
      "details.more",
      { key: "others" },
      h("summary", null, "Other links, and how many each seats"),
      Object.entries(ROOMS).map(([role, called]) => room(state, does, role, called)),
      others,
    ),
    h(
      "button",
      {
        type: "button",
        onclick: () =>
          does.confirm("Make new links? The old ones stop working; everyone keeps their seat.", () =>
            renewLinks(does),
          ),
      },
      "Renew the links",
    ),
    h("p.hint", null, "The old links then open nothing any more. Everyone keeps their seat."),
    h("p.hint", null, FREED),
  );
}

const STAYS = "Their character stays, and you can bring them back.";
const FREED = "Free a seat, and who has it leaves; their character and rolls stay, and you can bring them back.";
const OWN_DEVICE = "link for another device of yours";
const ROOMS = { player: "Players", onlooker: "Onlookers", gm: "Gms" };

/**
 * How many one link seats, and how many of them are taken; each change stands in the log.
 * @param {State} state @param {Taps} does @param {string} role @param {string} called
 */
function room(state, does, role, called) {
  const name = `${role}_seats`;
  const taken = state.view.seats.filter((seat) => seat.role === role && !seat.gone).length;
  return h(
    "label.room",
    { key: name },
    `${called}: `,
    h("input", {
      type: "number",
      name,
      min: 1,
      max: 40,
      value: state.view.settings[name],
      onchange: (event) => does.send("set_up", { [name]: Number(event.target.value) }),
    }),
    h("span.hint", null, ` seats, ${taken} taken`),
  );
}

/** @param {State} state @param {Taps} does @param {Seat} seat */
function seatRow(state, does, seat) {
  const button = (/** @type {string} */ says, /** @type {() => void} */ then, more = "") =>
    h(`button.quiet${more}`, { type: "button", "aria-label": `${says}: ${seat.name}`, onclick: then }, says);
  return h(
    "li",
    { key: seat.seat },
    h("span", null, `${seat.name}, ${seat.role}${seat.gone ? ", gone" : seat.waits ? ", waits to be let in" : ""}`),
    seat.waits && !seat.gone ? button("let in", () => does.send("let_in", { seat: seat.seat })) : null,
    seat.gone
      ? button("bring back", () => does.send("bring_back", { seat: seat.seat }))
      : [
          button("link for a new device", () => seatLink(does, seat)),
          state.view.you.role === "gm" && seat.role === "player"
            ? button("make gm", () =>
                does.confirm(`Make ${seat.name} the gm?`, () => does.send("hand_over", { to: seat.seat })),
              )
            : null,
          button(
            "free the seat",
            () =>
              does.confirm(`Free the seat of ${seat.name}? ${STAYS}`, () => does.send("leave", { seat: seat.seat })),
            ".danger",
          ),
        ],
  );
}

/**
 * What comes after: the log as a file, a fresh table like this one, or the end of it for good.
 * @param {State} state @param {Taps} does
 */
export function afterwards(state, does) {
  const { view } = state;
  const file = (/** @type {string} */ query, /** @type {string} */ says) =>
    h("a.button.quiet.small", { href: `${does.base}/export${query}`, download: `${view.name}.jsonl` }, says);
  const again = async (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, characters } = event.target.elements;
    const nickname = view.seats.find((seat) => seat.seat === "s1")?.name ?? "Gm";
    const told = await does.send("duplicate", { name: name.value, nickname, characters: characters.checked });
    if (!told) return;
    keepLinks(told.table, told.links);
    location.assign(`/t/${told.table}`);
  };
  const remove = async (/** @type {any} */ event) => {
    event.preventDefault();
    try {
      await act(`${does.base}/remove`, { name: event.target.elements.name.value });
      forget(view.table);
      location.assign("/");
    } catch (/** @type {any} */ refused) {
      refuseAt(refused.message);
    }
  };
  return h(
    "details.card.afterwards",
    { key: "afterwards" },
    h("summary", null, h("h2", null, "Save, copy or end the table")),
    h("div.actions", null, file("", "Save the log as a file"), file("?private=yes", "With what I prepared")),
    h(
      "form",
      { key: "again", onsubmit: again },
      h("h3", null, "A fresh table like this one"),
      h(
        "label",
        null,
        h("span", null, "Its name"),
        h("input", { name: "name", maxlength: 40, required: true, value: view.name }),
      ),
      h(
        "label.check",
        null,
        h("input", { type: "checkbox", name: "characters", checked: true }),
        h("span", null, "with the characters as they stand"),
      ),
      h("button", { type: "submit" }, "Open it, with the same house rules"),
    ),
    view.ended
      ? null
      : h(
          "button.danger",
          {
            key: "end",
            type: "button",
            onclick: () => does.confirm("End this table for good? The log stays readable.", () => does.send("end", {})),
          },
          "End the table",
        ),
    h(
      "form",
      { key: "remove", onsubmit: remove },
      h("h3", null, "Remove this table for good"),
      h("p.hint", null, "The log, the pictures and every seat are gone from the server. Save the log first."),
      h(
        "label",
        null,
        h("span", null, `Type its name: ${view.name}`),
        h("input", { name: "name", maxlength: 40, required: true, autocomplete: "off" }),
      ),
      h("button.danger", { type: "submit" }, "Remove it for good"),
    ),
  );
}
