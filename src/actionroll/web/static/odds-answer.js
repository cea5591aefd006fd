// What exact odds say, in tables: every tier exactly and at least, what it costs, and what else it brings.

import { h } from "./dom.js";
import { begun, listed, percent, plain, signed } from "./words.js";

/**
 * Exactly, and at least.
 * @param {Tiers|undefined} tiers @param {Tiers} [other] of the set-up that it is compared with
 */
export function tierTable(tiers, other) {
  const names = Object.keys(tiers ?? {});
  if (!tiers || names.length < 2 || names.length > 6) return null;
  const least = (/** @type {number} */ place, /** @type {Tiers} */ of) =>
    percent(sum(names.slice(place).map((name) => of[name] ?? "0/1")));
  return h(
    "details.exact",
    { key: "exact" },
    h("summary", null, "Exactly, and at least"),
    h(
      "table",
      null,
      h(
        "thead",
        null,
        h(
          "tr",
          null,
          ["outcome", "exactly", "at least", ...(other ? ["the other, at least"] : [])].map((each) =>
            h("th", { scope: "col" }, each),
          ),
        ),
      ),
      h(
        "tbody",
        null,
        names
          .map((name, place) =>
            h(
              "tr",
              { key: name },
              h("th", { scope: "row" }, name),
              h("td", null, percent(tiers[name])),
              h("td", null, least(place, tiers)),
              other ? h("td", null, least(place, other)) : null,
            ),
          )
          .reverse(),
      ),
    ),
  );
}

/**
 * Fractions added up, exactly.
 * @param {string[]} fractions
 */
function sum(fractions) {
  let [above, below] = [0n, 1n];
  for (const each of fractions) {
    const [a, b] = each.split("/").map(BigInt);
    [above, below] = [above * b + a * below, below * b];
  }
  return `${above}/${below}`;
}

/**
 * What is paid whatever comes of it.
 * @param {Effect[]} paid
 */
export function costs(paid) {
  if (!paid.length) return null;
  return h(
    "p.costs",
    null,
    "It takes ",
    listed(
      paid.map(
        (each) => `${each.who === "roller" ? "" : `${plain(each.who)} `}${plain(each.track)} ${signed(each.by)}`,
      ),
    ),
    ".",
  );
}

/**
 * What a roll settles besides its tier.
 * @param {Record<string, Record<string, string>>} settled @param {Record<string, string>} says
 */
export function factsCard(settled, says) {
  const facts = Object.entries(settled);
  return facts.length
    ? h(
        "details.card",
        { key: "facts", open: true },
        h("summary", null, h("h2", null, "What else it brings")),
        h(
          "dl.facts",
          null,
          facts.map(([name, values]) =>
            h(
              "div",
              { key: name },
              h("dt", null, h("strong", null, begun(plain(name))), h("span.hint", null, ` ${says[name] ?? ""}`)),
              h(
                "dd",
                null,
                Object.entries(values)
                  .map(([fact, chance]) => `${told(fact)}: ${percent(chance)}`)
                  .join(" · "),
              ),
            ),
          ),
        ),
      )
    : null;
}

/** @param {string} fact */
function told(fact) {
  return { true: "yes", false: "no" }[fact] ?? fact.replace("-", "−");
}
