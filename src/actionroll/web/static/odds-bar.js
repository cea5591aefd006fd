// Odds as a bar for all tiers at once, and as a row for each, in numbers and shapes besides colour.

import { h } from "./dom.js";
import { percent, shade, share } from "./numbers.js";

/**
 * @param {Record<string, string>|null} tiers from worst to best @param {{waiting?: boolean, compact?: boolean, named?: (tier: string) => string}} [how]
 * @returns {Element}
 */
export function oddsBar(tiers, how = {}) {
  const told = how.named ?? ((tier) => tier);
  if (!tiers) return h("div.odds.empty", null, "No odds yet");
  const names = Object.keys(tiers);
  const shares = names.map((name) => share(tiers[name]));
  let from = 0;
  const parts = names.map((name, place) => {
    const x = from;
    from += shares[place] * 100;
    return h("svg:rect", { key: name, class: `f${shade(place, names.length)}`, x, y: 0, width: Math.max(0, from - x), height: 10 });
  });
  const said = names.map((name) => `${told(name)} ${percent(tiers[name])}`).join(", ");
  return h("div.odds", { class: how.waiting ? "waiting" : null, "aria-busy": how.waiting ? "true" : null },
    h("svg:svg.bar", { viewBox: "0 0 100 10", preserveAspectRatio: "none", role: "img", "aria-label": said }, parts),
    how.compact ? null : h("ol.tiers", { "aria-hidden": "true" }, names.map((name, place) => h("li", { key: name },
      h("span.swatch", { class: `b${shade(place, names.length)}` }),
      h("span.name", null, told(name)),
      h("span.chance", null, percent(tiers[name]))))));
}
