// The links of a table, kept in the browser of whoever opened it, shown with a code that a phone's camera reads.

import "./code-view.js";
import { h } from "./dom.js";

/** @param {string} table */
const place = (table) => `actionroll.links.${table}`;

/** @param {string} table @param {Record<string, string>} links */
export function keepLinks(table, links) {
  localStorage.setItem(place(table), JSON.stringify(links));
}

/** @param {string} table @returns {Record<string, string>} */
export function keptLinks(table) {
  return JSON.parse(localStorage.getItem(place(table)) ?? "{}");
}

const CALLED = { player: "Players", gm: "Gm", onlooker: "Onlookers" };

/** All links of a table, those for players first. @param {Record<string, string>} links */
export function linkCards(links) {
  return Object.keys(CALLED).filter((role) => links[role]).map((role) => linkCard(CALLED[role], links[role]));
}

/** A link with its code. @param {string} name @param {string} link */
export function linkCard(name, link) {
  const whole = new URL(link, location.origin).href;
  return h("div.link", { key: name }, h("h3", null, name), h("ar-code", { link: whole, "aria-hidden": "true" }),
    h("div.joined", null,
      h("input", { readonly: true, value: whole, "aria-label": `${name} link`, onfocus: (event) => event.target.select() }),
      h("button", { type: "button", onclick: (event) => copyText(whole, event.target) }, "Copy")));
}

/** Copy, also where the clipboard is closed to plain HTTP. @param {string} text @param {any} button */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = h("textarea.visually-hidden", { readonly: true }, text);
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => { button.textContent = before; }, 1500);
}
