// Was it a bad night? Each seat's results against what was to be expected.

import { h } from "./dom.js";
import { shade } from "./numbers.js";
import { seatName } from "./table-state.js";

/** @param {any} state @param {any} told */
export function statisticsView(state, told) {
  const seats = told.seats.filter((seat) => seat.throws > 0);
  if (!seats.length) return null;
  return h("section.card.statistics", { key: "statistics" }, h("details", null, h("summary", null, h("h2", null, "Was it a bad night?")),
    seats.map((seat) => h("div", { key: seat.seat }, h("h3", null, `${seatName(state, seat.seat)}: ${seat.throws} throws`),
      h("p", null, seat.words ?? ""),
      h("div.scroll", null, h("table", null, h("thead", null, h("tr", null, ["result", "rolled", "expected"].map((each) => h("th", { scope: "col" }, each)))),
        h("tbody", null, seat.tiers.map((each, place) => h("tr", { key: place },
          h("th", { scope: "row" }, h("span.swatch", { class: `b${shade(place, seat.tiers.length)}` }), ` ${each.tier}`), h("td", null, each.actual), h("td", null, expected(each.expected)))))))))));
}

/** @param {string} told a fraction or a decimal number */
function expected(told) {
  const [above, below = "1"] = told.split("/");
  return (Number(above) / Number(below)).toFixed(1);
}
