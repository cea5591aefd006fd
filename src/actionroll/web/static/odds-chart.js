// The odds over one input as a chart, marked where one is, to be saved as a picture or as numbers.

import { control } from "./controls.js";
import { h } from "./dom.js";
import { MOST_ON_A_BAR, toneOf } from "./face.js";
import { same } from "./game.js";
import { picture } from "./links.js";
import { works } from "./odds-bar.js";
import { ask } from "./server.js";
import { plain, roughly, share } from "./words.js";

const WIDE = 720;
const NARROW = 360;

/**
 * What comes of it over all values of one input, with a mark where one is.
 * @param {any} page @param {Move} move @param {(input: any) => any} value @param {() => void} settle
 * @param {any} shown the odds as all is set now; none while they are counted
 */
export function chartCard(page, move, value, settle, shown) {
  const charted = move.inputs.filter((input) => ["whole", "die", "choice"].includes(input.type));
  const worth = charted.filter(({ input }) => input === page.vary || isOfUse(page.answer, input));
  const inputs = worth.sort((a, b) => Number(page.first.has(b.input)) - Number(page.first.has(a.input)));
  if (!inputs.some((input) => input.input === page.vary))
    page.vary =
      (inputs.find((input) => input.required || page.game.face?.first.includes(input.input)) ?? inputs[0])?.input ?? "";
  const values = inputs.map((input) => input.input);
  return h(
    "section.card",
    { key: "chart" },
    h("h2", null, "As one thing changes"),
    control(
      { input: "vary", type: "choice", values, says: "" },
      page.vary,
      (chosen) => {
        page.vary = chosen;
        settle();
      },
      { label: "what changes" },
    ),
    page.chart
      ? h(
          "p.hint",
          null,
          `With ${valued(plain(page.vary), value({ input: page.vary }))}: `,
          shown ? `${roughly(works(shown.tiers))}.` : "…",
        )
      : null,
    h(
      shown ? "div.scroll.chart-scroll" : "div.scroll.chart-scroll.waiting",
      { tabindex: 0, role: "region", "aria-label": "Chart" },
      h("ar-picture.chart", { key: "picture", id: "chart" }),
    ),
    page.chart
      ? h(
          "div.actions",
          null,
          h("span.hint", null, "Save this chart as"),
          ["SVG", "PNG", "CSV"].map((kind) =>
            h("button.quiet.small", { key: kind, type: "button", onclick: () => save(page, kind) }, kind),
          ),
        )
      : null,
  );
}

/**
 * Whether another value of an input, as all else is set, gives other odds and not only certainty; all may, until known.
 * @param {any} answer @param {string} input
 */
function isOfUse(answer, input) {
  /** @type {any[]} */
  const grid = answer?.near?.grid ?? [];
  const others = grid.filter(({ change }) => input in change && Object.keys(change).length === 1);
  const isOpen = (/** @type {any} */ { tiers }) => !Object.values(tiers).includes("1/1");
  return !grid.length || others.some((each) => isOpen(each) && !same(each.tiers, answer.tiers));
}

/** @param {any} page @param {any} set @param {AbortSignal} signal @param {() => void} draw */
export async function drawChart(page, set, signal, draw) {
  if (!page.vary) return;
  const place = /** @type {HTMLElement} */ (document.getElementById("chart"));
  try {
    const width = matchMedia("(max-width: 40rem)").matches ? NARROW : WIDE;
    page.chart = await ask("/api/vary", { ...set, over: page.vary, width }, signal);
    place.replaceChildren(picture(page.chart.svg));
    takeTones(place, Object.keys(page.chart.rows[0]?.tiers ?? {}).length);
    draw();
  } catch (/** @type {any} */ refused) {
    if (refused.name !== "AbortError") place.replaceChildren(refused.message);
  }
}

const SHADE = /\bar-([flt])(\d+)\b/;

/**
 * The chart wears the colours of the bars.
 * @param {HTMLElement} place @param {number} levels
 */
function takeTones(place, levels) {
  const drawn = /** @type {SVGElement[]} */ ([...place.querySelectorAll("[class*='ar-']")]).flatMap((each) => {
    const [, what, shade] = SHADE.exec(each.getAttribute("class") ?? "") ?? [];
    return shade ? [{ style: each.style, what, shade: Number(shade) }] : [];
  });
  const shades = [...new Set(drawn.map(({ shade }) => shade))].sort((a, b) => a - b);
  if (levels > MOST_ON_A_BAR || shades.length !== levels) return;
  for (const { style, what, shade } of drawn) {
    const tone = toneOf(shades.indexOf(shade), levels);
    if (what === "l") style.stroke = `var(--${tone})`;
    else style.fill = what === "t" ? `var(--on-${tone})` : `var(--${tone})`;
  }
}

/**
 * A chart as it is drawn on the page, in the colours that it has there.
 * @param {string} svg
 */
function inColours(svg) {
  const drawn = picture(svg);
  const shown = document.querySelectorAll("#chart [class*='ar-']");
  for (const [place, each] of [drawn, ...drawn.querySelectorAll("[class*='ar-']")].entries()) {
    const look = getComputedStyle(shown[place]);
    for (const one of ["fill", "stroke", "font-family"]) each.setAttribute(one, look.getPropertyValue(one));
  }
  return drawn;
}

/**
 * The chart or its numbers as a file.
 * @param {any} page @param {string} kind
 */
async function save(page, kind) {
  const svg = inColours(page.chart.svg);
  const title = svg.querySelector("title")?.textContent ?? `${page.game.game} ${page.move} ${page.vary}`;
  const name = `${title.toLowerCase().match(/[a-z0-9−]+/g)?.join("-")}.${kind.toLowerCase()}`;
  const drawn = new XMLSerializer().serializeToString(svg);
  if (kind === "SVG") return download(name, `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawn)}`);
  if (kind === "PNG") return download(name, await asPng(drawn));
  const tiers = Object.keys(page.chart.rows[0]?.tiers ?? {});
  const lines = page.chart.rows.map((/** @type {any} */ row) => {
    const exact = tiers.map((tier) => row.tiers[tier] ?? "0/1");
    const told = exact.map((each) => each.replace("/", " of ")); // which no spreadsheet takes for a date
    return [row.value, ...exact.map((each) => share(each).toFixed(6)), ...told].join(",");
  });
  const heads = [page.vary, ...tiers, ...tiers.map((tier) => `${tier} (exactly)`)].join(",");
  return download(name, `data:text/csv;charset=utf-8,${encodeURIComponent([heads, ...lines].join("\n"))}`);
}

/** @param {string} name @param {string} address */
export function download(name, address) {
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

/** @param {string} svg @returns {Promise<string>} */
async function asPng(svg) {
  const drawn = new Image();
  drawn.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await drawn.decode();
  const canvas = document.createElement("canvas");
  canvas.width = 2 * (drawn.naturalWidth || 640);
  canvas.height = 2 * (drawn.naturalHeight || 400);
  canvas.getContext("2d")?.drawImage(drawn, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}

/**
 * "2 dots", "position good".
 * @param {string} name @param {any} value
 */
function valued(name, value) {
  if (typeof value !== "number") return `${name} ${plain(String(value ?? "none"))}`;
  return `${value} ${value === 1 ? name.replace(/([^su])s$/, "$1") : name}`;
}
