// The gm's side: call for a roll, clocks, secret rolls, rulings, seats and links, the seed and the round.

import { h } from "./dom.js";
import { keptLinks, linkCard, linkCards } from "./links.js";
import { plain } from "./numbers.js";
import { chosenRoll, picksOf, rollChooser } from "./roll-chooser.js";
import { rulingsView } from "./rulings-view.js";
import { secretView } from "./secret-view.js";

/** @param {any} state @param {any} does */
export function gmView(state, does) {
  return [callFor(state, does), tableCard(state, does), clockMaker(does), state.view.you.role === "gm" ? secretView(state, does) : null, rulingsView(state, does), seats(state, does)];
}

/** @param {any} state @param {any} does */
function callFor(state, does) {
  const { characters } = state.view;
  const from = characters.find((each) => each.character === does.called) ?? characters[0];
  if (!from) return null;
  const { move } = chosenRoll(does, from);
  const picks = state.game.sheet.picks[move];
  const call = (event) => {
    event.preventDefault();
    does.declare(from, event.target.elements.trait?.value ?? "");
  };
  return h("form.card", { key: "call", onsubmit: call }, h("h2", null, "Call for a roll"),
    h("label.inline", null, h("span", null, "from"), h("select", { value: from.character, onchange: (event) => does.callFrom(event.target.value) }, characters.map((each) => h("option", { key: each.character, value: each.character }, each.name)))),
    rollChooser(state, from, does, true),
    picksOf(state.game, move).length ? h("label.inline", { key: move }, h("span", null, "with"), h("select", { name: "trait" }, picks.map((pick) => h("option", { key: pick, value: pick }, plain(pick) || "something else")))) : null,
    h("button.primary", { type: "submit" }, "Call for it"));
}

/** @param {any} does */
function clockMaker(does) {
  const start = (event) => {
    event.preventDefault();
    const { name, size } = event.target.elements;
    does.send("make_clock", { name: name.value, size: Number(size.value) });
    event.target.reset();
  };
  return h("details.card", { key: "clock" }, h("summary", null, h("h2", null, "Start a clock")), h("form", { onsubmit: start },
    h("label", null, h("span", null, "Name of the clock"), h("input", { name: "name", maxlength: 40, required: true })),
    h("label", null, h("span", null, "Segments"), h("input", { name: "size", type: "number", min: 1, max: 100, required: true, value: 6 })),
    h("button.primary", { type: "submit" }, "Start the clock")));
}

/** @param {any} state @param {any} does */
function tableCard(state, does) {
  const advice = state.view.settings.advice !== false;
  return h("section.card", { key: "table" }, h("h2", null, "The table"),
    h("div.actions", null,
      h("button", { type: "button", onclick: () => does.send("begin_round", {}) }, "New round"),
      h("button", { type: "button", onclick: () => does.send("set_up", { advice: !advice }) }, advice ? "Switch advice off" : "Allow advice"),
      h("button", { type: "button", onclick: () => does.send("rotate_seed", {}) }, "New seed for the dice"),
      h("button.danger", { type: "button", onclick: () => does.confirm("End this table for good? The log stays readable.", () => does.send("end", {})) }, "End the table")),
    h("p.hint", null, `The dice are committed to ${state.view.commitment.slice(0, 16)}…; a new seed reveals the old one, and anyone can check every throw.`));
}

/** @param {any} state @param {any} does */
function seats(state, does) {
  const links = linkCards(keptLinks(state.view.table));
  return h("details.card", { key: "seats" }, h("summary", null, h("h2", null, "Seats and links")),
    h("ul.seats", null, state.view.seats.filter((seat) => seat.seat !== state.view.you.seat).map((seat) => seatRow(state, does, seat))),
    does.madeLink ? linkCard(does.madeLink.name, does.madeLink.link) : null,
    links,
    h("button", { type: "button", onclick: () => does.confirm("Make new links? The old ones stop working; everyone keeps their seat.", does.renewLinks) }, "Renew the links"));
}

/** @param {any} state @param {any} does @param {any} seat */
function seatRow(state, does, seat) {
  const button = (says, then, more = "") => h(`button.quiet${more}`, { type: "button", "aria-label": `${says}: ${seat.name}`, onclick: then }, says);
  return h("li", { key: seat.seat }, h("span", null, `${seat.name}, ${seat.role}${seat.gone ? ", gone" : ""}`),
    seat.gone ? button("bring back", () => does.send("bring_back", { seat: seat.seat })) : [
      button("new link", () => does.seatLink(seat)),
      state.view.you.role === "gm" && seat.role === "player" ? button("make gm", () => does.confirm(`Make ${seat.name} the gm?`, () => does.send("hand_over", { to: seat.seat }))) : null,
      button("free the seat", () => does.confirm(`Free the seat of ${seat.name}?`, () => does.send("leave", { seat: seat.seat })), ".danger")]);
}
