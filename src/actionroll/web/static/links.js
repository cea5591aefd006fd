// Links of a table with a code for a phone's camera; our own server draws it, and no address line tells the link.

import { copyText } from "./device.js";
import { h } from "./dom.js";
import { draftOf, keepDraft, keepLinks } from "./kept.js";
import { ask } from "./server.js";

/**
 * A picture that our own server draws; its styles stand in the page's style sheets.
 * @param {string} svg @returns {Element}
 */
export function picture(svg) {
  const plain = svg.replace(/<style>[^]*?<\/style>/g, "");
  return document.importNode(new DOMParser().parseFromString(plain, "image/svg+xml").documentElement, true);
}

/** The code of the link in its `link` attribute; asked for once it stands on the page, not for every draft of it. */
export class CodeView extends HTMLElement {
  static observedAttributes = ["link"];
  asked = "";

  connectedCallback() {
    const link = this.getAttribute("link") ?? "";
    if (!this.isConnected || this.asked === link) return;
    this.asked = link;
    this.replaceChildren();
    ask("/api/qr", { text: link })
      .then(({ svg }) => this.asked === link && this.replaceChildren(picture(svg)))
      .catch(() => {});
  }

  attributeChangedCallback() {
    this.connectedCallback();
  }
}

customElements.define("ar-code", CodeView);

const CALLED = { player: "Players", gm: "The gm", onlooker: "Onlookers" };
const MAKES = { gm: "Whoever opens it leads the table too.", onlooker: "Whoever opens it only looks on." };

/**
 * All links of a table, those for players first.
 * @param {Record<string, string>} links @param {Element|null} [code] what else leads players here
 */
export function linkCards(links, code = null) {
  return Object.keys(CALLED)
    .filter((role) => links[role])
    .map((role) =>
      role === "player"
        ? playersCard(CALLED[role], links[role], code)
        : linkCard(CALLED[role], links[role], makes(MAKES[role])),
    );
}

/** @param {string|undefined} onlooker the link of onlookers, where this device knows it */
export function screenCard(onlooker) {
  return onlooker ? linkCard("Television", onlooker.replace("#", "?stage#")) : null;
}

/**
 * A screen for all in the room: what to type on it, or the link.
 * @param {string|undefined} onlooker the link of onlookers, where this device knows it
 * @param {string} table @param {() => void} ask
 */
export function televisionCard(onlooker, table, ask) {
  return h(
    "details.card.television",
    { key: "television" },
    h("summary", null, h("h2", null, "Show on a television")),
    makes("Dice, outcome and party, huge and without buttons: for a television, a projector or a stream."),
    typedCode(onScreen(table), ask, "Show a code to type there"),
    screenCard(onlooker),
  );
}

/** So long a typed code opens a table, in milliseconds. */
const CODE_HOLDS = 600_000;

/** @param {string} table where the code stands that is typed on its screen */
const onScreen = (table) => `${table}.screen`;

/** @param {string} place a table, or its screen @param {string} code that is shown, on the next page of this tab too */
export function keepCode(place, code) {
  keepDraft(`code.${place}`, code && JSON.stringify({ code, until: Date.now() + CODE_HOLDS }));
}

/** @param {Taps} does @param {boolean} [screen] whether it is typed on a screen for all */
export async function showCode(does, screen = false) {
  const { table } = does.page;
  const told = await does.send("links/code", { screen });
  if (told) keepCode(screen ? onScreen(table) : table, told.code);
  does.draw();
}

/** @param {Taps} does @param {Seat} seat */
export async function seatLink(does, seat) {
  const told = await does.send("links/seat", { seat: seat.seat });
  const isOwn = seat.seat === does.page.state.view.you.seat;
  const says = isOwn ? "This device keeps your seat, too." : "The old device then no longer holds the seat.";
  if (told) does.madeLink = { name: `Link for ${seat.name}`, link: told.links.seat, says };
  does.draw();
}

/** @param {Taps} does */
export async function renewLinks(does) {
  const { table } = does.page;
  const told = await does.send("links/renew", {});
  if (told) {
    keepLinks(table, told.links);
    does.madeLink = null;
    for (const place of [table, onScreen(table)]) keepCode(place, "");
  }
  does.draw();
}

/** @param {string} words */
function makes(words) {
  return h("p.hint", null, words);
}

/**
 * A short code to type, on request: read out across a room, it opens the table for ten minutes.
 * @param {string} place @param {() => void} ask @param {string} [says]
 */
export function typedCode(place, ask, says = "Show a code to type instead") {
  const { code, until } = JSON.parse(draftOf(`code.${place}`) || "{}");
  if (!code || until < Date.now()) return h("button.quiet", { key: "typed", type: "button", onclick: ask }, says);
  return h(
    "p.typed-code",
    { key: "typed", role: "status" },
    h("span.hint", null, `Open ${location.host}, and type`),
    h("b", { "aria-label": [...code].join(" ") }, `${code.slice(0, 3)} ${code.slice(3)}`.toUpperCase()),
    h("span.hint", null, "This code works for ten minutes; the table stays open."),
  );
}

/**
 * The link for players: where phones cannot come by it, that stands before anyone tries.
 * @param {string} name @param {string} link @param {any} code what else leads there
 */
export function playersCard(name, link, code) {
  return linkCard(name, link, code, unreachable());
}

/**
 * A link with its code.
 * @param {string} name @param {string} link @param {any} [more] what else leads there @param {any} [first]
 */
export function linkCard(name, link, more = null, first = null) {
  const whole = new URL(link, location.origin).href;
  return h(
    "div.link",
    { key: name },
    h("h3", null, name),
    first,
    h("ar-code", { link: whole, "aria-hidden": "true" }),
    h(
      "div.joined",
      null,
      h("input", {
        readonly: true,
        value: whole,
        "aria-label": `${name} link`,
        onfocus: (event) => event.target.select(),
      }),
      h("button", { type: "button", onclick: (event) => copyText(whole, event.target) }, "Copy"),
    ),
    more,
  );
}

function unreachable() {
  return isUnreachable()
    ? h(
        "p.warning",
        { key: "unreachable" },
        "Phones cannot open these links or scan these codes: they lead to this computer alone. Ask whoever started ",
        "actionroll here for the address that other devices can open.",
      )
    : null;
}

/** Whether other devices cannot reach this page by its own address. */
function isUnreachable() {
  return ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}
