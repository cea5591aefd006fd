// Pictures of odds: over one input as a chart, to be saved as a picture or as numbers; and, where the outcome is sure,
// what it costs; and all that a roll settles besides its tier.

import { control } from "./controls.js";
import { h } from "./dom.js";
import { MOST_ON_A_BAR, asksFate, toneOf } from "./face.js";
import { same } from "./game.js";
import { picture } from "./links.js";
import { BAD, oddsBar, spread, works, worksTold } from "./odds-bar.js";
import { ask } from "./server.js";
import { begun, inWhole, listed, many, percent, plain, roughly, share } from "./words.js";

const WIDE = 720;
const NARROW = 360;
const MOST_TOLD = 20;
const DIFFERENT = "The two ask different things: no number compares them";

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
  if (!values.length) return null;
  return h(
    "section.card",
    { key: "chart", hidden: !!inPicture(page.game, shown ?? page.answer) }, // what is sure stays so
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
          shown ? `${worksTold(shown.tiers)}.` : "…",
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
  const place = document.getElementById("chart");
  if (!page.vary || !place) return;
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

/**
 * As a table: chances first as numbers, then as fractions that no spreadsheet takes for dates.
 * @param {string} game @param {[string, Tiers]} before @param {[string, Tiers|undefined]} now
 */
export function saveBoth(game, [then, before], [since, now = {}]) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])];
  const line = (/** @type {string} */ name) => {
    const exact = [before[name] ?? "0/1", now[name] ?? "0/1"];
    const told = exact.map((each) => each.replace("/", " of "));
    return [name, ...exact.map((each) => share(each).toFixed(6)), ...told].join(",");
  };
  const heads = ["outcome", `before: ${then}`, `now: ${since}`, "before, exactly", "now, exactly"];
  const head = heads.map((each) => `"${each.replaceAll('"', "'")}"`).join(",");
  const lines = [head, ...names.map(line)].join("\n");
  download(`${game}-compared.csv`, `data:text/csv;charset=utf-8,${encodeURIComponent(lines)}`);
}

/** @param {string} name @param {string} address */
function download(name, address) {
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
  return many(value, name, name);
}

/**
 * What of an outcome that is sure is watched: its name, its looks and its odds.
 * @param {Game} game @param {any} shown @returns {[string, Watched, Record<string, string>]|undefined}
 */
export function inPicture(game, shown) {
  if (!shown?.tiers || Object.keys(shown.tiers).length > 1) return undefined;
  const found = Object.entries(game.face?.watched ?? {}).find(([fact]) => shown.facts?.[fact]);
  return found && [...found, shown.facts[found[0]]];
}

/**
 * How it comes out: the tiers in a bar, or in columns what an outcome that is sure costs.
 * @param {Game} game @param {any} shown @param {boolean} [waiting]
 */
export function oddsView(game, shown, waiting) {
  const [fact, look, odds] = inPicture(game, shown) ?? [];
  if (!fact || !look || !odds) return oddsBar(shown.tiers, { waiting });
  return h("div.odds", { class: waiting ? "waiting" : "" }, spread(look, fact, odds));
}

/**
 * "1.4 stress on average", its number large.
 * @param {[string, Watched, Record<string, string>]|undefined} picture
 */
export function onAverage(picture) {
  const [fact = "", , odds = {}] = picture ?? [];
  return [h("b", null, mean(odds).toFixed(1)), ` ${plain(fact)} on average`];
}

/**
 * What a set-up is worth, in short: how often it works, or what it costs.
 * @param {Game} game @param {any} shown
 */
export function worth(game, shown) {
  const [fact = "", , odds] = inPicture(game, shown) ?? [];
  return odds ? `${mean(odds).toFixed(1)} ${plain(fact)} on average` : worksTold(shown.tiers);
}

/**
 * Whether two set-ups ask the same: whether it works, what it costs, or what fate says.
 * @param {Game} game @param {any} now @param {any} before
 */
export function isAlike(game, now, before) {
  const [is, was] = [now, before].map((each) => inPicture(game, each)?.[0]);
  return is === was && asksFate(game, now.move) === asksFate(game, before.move);
}

/**
 * What most want: the least that works.
 * @param {Tiers} [tiers]
 */
export function wanted(tiers = {}) {
  const names = Object.keys(tiers);
  return names.find((_, place) => !BAD.has(toneOf(place, names.length))) ?? names.at(-1);
}

/**
 * "38 %, −6 points": what a change made of it; where it works as often, what it made of the outcome it changed most.
 * @param {Tiers} now @param {Tiers} before
 */
export function difference(now, before) {
  const [is, was] = [now, before].map((tiers) => inWhole(works(tiers)));
  const points = (/** @type {number} */ by) => `${by < 0 ? "" : "+"}${many(by, "point")}`;
  if (is !== was) return `${is} %, ${points(is - was)}`;
  const moved = Object.keys(now)
    .map((name) => ({ name, by: inWhole(share(now[name])) - inWhole(share(before[name] ?? "0/1")) }))
    .reduce((most, each) => (Math.abs(each.by) >= Math.abs(most.by) ? each : most)); // of two alike the better one
  if (moved.by) return `${is} % as before, but ${moved.name} ${roughly(share(now[moved.name]))}, ${points(moved.by)}`;
  const isSame = Object.keys(now).every((name) => now[name] === before[name]);
  return `${is} %, ${isSame ? "the same" : "the same but for a fraction of a point"}`;
}

/**
 * What a change made of it: how often it works, or what it costs.
 * @param {Game} game @param {any} now @param {any} before
 */
export function changed(game, now, before) {
  const [is, was] = [now, before].map((each) => inPicture(game, each));
  if (same(now.tiers, before.tiers) && same(is?.[2], was?.[2]) && same(now.set ?? before.set, before.set))
    return "Now change something";
  if (!isAlike(game, now, before)) return DIFFERENT;
  if (!is || !was) return difference(now.tiers, before.tiers);
  const [after, first] = [is, was].map(([, , odds]) => Math.round(10 * mean(odds)));
  const moved = `${(Math.abs(after - first) / 10).toFixed(1)} ${after < first ? "less" : "more"}`;
  return `${worth(game, now)}, ${after === first ? "the same" : moved}`;
}

/** @param {Record<string, string>} odds */
function mean(odds) {
  return Object.entries(odds).reduce((sum, [value, chance]) => sum + Number(value) * share(chance), 0);
}

/**
 * What a roll settles besides its tier; of what can take no more, that it is full.
 * @param {Record<string, Record<string, string>>} settled @param {Record<string, string>} says
 * @param {Record<string, any>} [attempt] as all is set now
 */
export function factsCard(settled, says, attempt = {}) {
  const [none, facts] = [true, false].map((no) => Object.entries(settled).filter(([, odds]) => isNever(odds) === no));
  const isFull = (/** @type {[string, any]} */ [name]) => attempt[name] > 0 && attempt[name] === attempt[`${name}_max`];
  const [full, never] = [true, false].map((is) => none.filter((each) => isFull(each) === is));
  return facts.length + none.length
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
              h("dd", null, factTold(values)),
            ),
          ),
          full.map(([name]) =>
            h(
              "div",
              { key: name },
              h("dt", null, h("strong", null, begun(plain(name))), h("span.hint", null, ` ${says[name] ?? ""}`)),
              h("dd", null, `none, as it is set up: with ${attempt[name]} it is full, and takes no more`),
            ),
          ),
          never.length
            ? h(
                "div",
                { key: "never" },
                h("dt", null, h("strong", null, begun(listed(never.map(([name]) => plain(name)))))),
                h("dd", null, "never, as it is set up"),
              )
            : null,
        ),
      )
    : null;
}

/**
 * Whether it never comes: none of it, or no, for sure.
 * @param {Record<string, string>} odds
 */
function isNever(odds) {
  const [only, ...others] = Object.keys(odds);
  return !others.length && ["0", "false", "no"].includes(only);
}

/**
 * Every value with its chance; of a hundred, what they run from and to.
 * @param {Record<string, string>} values
 */
function factTold(values) {
  const parts = Object.entries(values).sort(([a], [b]) => Number(a) - Number(b) || 0);
  if (parts.length > MOST_TOLD) return range(parts);
  return parts.map(([fact, chance]) => `${told(fact)}: ${percent(chance)}`.replaceAll(" ", "\u00a0")).join(" · ");
}

/** @param {[string, string][]} parts */
function range(parts) {
  const average = mean(Object.fromEntries(parts)).toFixed(1);
  return `${told(parts[0][0])} to ${told(parts[parts.length - 1][0])}, ${average} on average`;
}

/** @param {string} fact */
function told(fact) {
  return { true: "yes", false: "no" }[fact] ?? fact.replace("-", "−");
}
