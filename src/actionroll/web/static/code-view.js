// A link as a code for a phone's camera, drawn once by our own server, which no address line ever tells the link.

import { picture } from "./picture.js";
import { ask } from "./server.js";

/** The code of the link in its `link` attribute. */
export class CodeView extends HTMLElement {
  static observedAttributes = ["link"];

  /** @param {string} _name @param {string|null} before @param {string} link */
  attributeChangedCallback(_name, before, link) {
    if (before === link) return;
    ask("/api/qr", { text: link }).then(({ svg }) => this.replaceChildren(picture(svg))).catch(() => this.replaceChildren());
  }
}

customElements.define("ar-code", CodeView);
