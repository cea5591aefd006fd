// Advice on the decisions of a roll, in sentences, for what one wants to reach.

import { segments } from "./controls.js";
import { h } from "./dom.js";
import { ask } from "./server.js";
import { plain, roughly } from "./words.js";

/** @param {any} page @param {any} set @param {AbortSignal} signal @param {() => void} draw */
export async function askAdvice(page, set, signal, draw) {
  try {
    page.advice = await ask("/api/advice", { ...set, decide: {}, ...(page.aim ? { aim: page.aim } : {}) }, signal);
    draw();
  } catch (/** @type {any} */ refused) {
    if (refused.name !== "AbortError") page.advice = null;
  }
}

/**
 * Advice in sentences: what is alike is said once, the commonest first.
 * @param {any} page @param {() => void} settle
 */
export function adviceCard(page, settle) {
  const decisions = page.advice?.decisions ?? [];
  if (!decisions.length) return null;
  return h(
    "section.card.advised",
    { key: "advice" },
    h("h2", null, "What to decide"),
    chooseAim(page, settle),
    h(
      "ul",
      null,
      sentences(decisions).map(([words, chance], place) =>
        h("li", { key: place }, words, h("span.hint", null, ` ${roughly(chance)} of the time`)),
      ),
    ),
    h(
      "p.hint",
      null,
      page.advice.more
        ? "Only what comes up most often; what it costs is not counted."
        : "What it costs is not counted.",
    ),
  );
}

/** @param {any[]} decisions @returns {[string, number][]} */
function sentences(decisions) {
  /** @type {Map<string, number>} */
  const said = new Map();
  for (const each of decisions) {
    const when = each.now ? `At ${each.now.tier}` : "Before the throw";
    const differs = new Set(each.options.map((/** @type {any} */ option) => option.worth)).size > 1;
    const words = differs
      ? `${when}: ${plain(each.best)} (${plain(each.decision)}).`
      : `${when}: ${plain(each.decision)} makes no difference.`;
    const [above, below] = each.chance.split("/").map(Number);
    said.set(words, (said.get(words) ?? 0) + above / below);
  }
  const told = [...said].sort((a, b) => b[1] - a[1]);
  if (told.length > 1 && told.every(([words]) => words.endsWith("no difference.")))
    return [["Whatever you decide makes no difference to the result.", 1]];
  const useful = told.filter(([words]) => !words.endsWith("no difference."));
  return (useful.length ? useful : told).slice(0, 8);
}

/** @param {any} page @param {() => void} settle */
function chooseAim(page, settle) {
  const tiers = Object.keys(page.answer?.tiers ?? {}).slice(1);
  return h(
    "div.control",
    { key: "aim" },
    h("div.label", { id: "in-aim" }, h("span", null, "to reach, or better")),
    segments(
      tiers,
      page.aim || tiers.at(-1),
      (chosen) => {
        page.aim = chosen;
        settle();
      },
      "in-aim",
    ),
  );
}
