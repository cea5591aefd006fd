// Was it a bad night? Each seat's results as bars, with a stroke where exact expectation stands.

import { h } from "./dom.js";
import { shade } from "./numbers.js";
import { fromSeat } from "./parts.js";
import { seatName } from "./table-state.js";

const WIDTH = 100;

/** @param {any} state @param {any} told @param {() => void} onOpen */
export function statisticsView(state, told, onOpen) {
  const seats = told?.seats.filter((seat) => seat.throws > 0) ?? [];
  return h("details.card.statistics", { key: "statistics", ontoggle: (event) => event.target.open && onOpen() }, h("summary", null, h("h2", null, "Was it a bad night?")),
    seats.length ? h("p.hint", null, "Bars are what was rolled, strokes what was to be expected.") : h("p.hint", null, "Nothing was rolled yet."),
    seats.map((seat) => h("section", { key: seat.seat }, h("h3", null, `${seatName(state, seat.seat)}, ${seat.throws} ${seat.throws === 1 ? "throw" : "throws"}`), h("p", null, seat.words), chart(seat.tiers, seatName(state, seat.seat)))));
}

/** @param {{tier: string, actual: number, expected: string}[]} tiers @param {string} seat */
function chart(tiers, seat) {
  const most = Math.max(...tiers.flatMap((each) => [each.actual, Number(each.expected)]), 1);
  return h("div.bars", { role: "table", "aria-label": "rolled against expected" }, tiers.map((each, place) => {
    const expected = Number(each.expected);
    return h("div.row", { key: each.tier, role: "row" }, h("span", { role: "rowheader" }, fromSeat(each.tier, seat)),
      h("svg:svg", { viewBox: `0 0 ${WIDTH} 10`, preserveAspectRatio: "none", "aria-hidden": "true" },
        h("svg:rect", { class: `f${shade(place, tiers.length)}`, x: 0, y: 1, width: (WIDTH * each.actual) / most, height: 8 }),
        h("svg:rect.expected", { x: Math.min(WIDTH - 1, (WIDTH * expected) / most), y: 0, width: 1, height: 10 })),
      h("span", { role: "cell" }, `${each.actual}`, h("span.hint", null, ` of ${expected.toFixed(1)} expected`)));
  }));
}
