// The links of a table, kept in the browser of whoever opened it, shown with a code that a phone's camera reads.

import { h } from "./dom.js";
import { picture } from "./picture.js";
import { ask } from "./server.js";

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

/** A link with its code; the code is drawn by our own server, no other sees the link. @param {string} name @param {string} link */
export function linkCard(name, link) {
  link = new URL(link, location.origin).href;
  const code = h("div.code", { key: "code", "aria-hidden": "true" });
  ask("/api/qr", { text: link }).then((told) => {
    code.replaceChildren(picture(told.svg));
  }).catch(() => {});
  return h("div.link", { key: name }, h("h3", null, name), code,
    h("input", { readonly: true, value: link, "aria-label": `${name} link`, onfocus: (event) => event.target.select() }),
    h("button", { type: "button", onclick: (event) => copyText(link, event.target) }, "Copy"));
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
