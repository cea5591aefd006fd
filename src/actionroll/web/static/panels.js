// The parts of a table's page: everyone's sheets, what the table shares, and the log with its tools.

import { preferSpoken, spoken } from "./announce.js";
import { h } from "./dom.js";
import { drafted, sent } from "./drafts.js";
import { copyText } from "./links.js";
import { logAsText } from "./log-view.js";
import { receiptWords } from "./receipts.js";
import { markSwitches, sheetView, trackView } from "./sheet-view.js";
import { statisticsView } from "./statistics-view.js";
import { leads, myCharacters } from "./table-state.js";

/** @param {any} state @param {any} does */
export function sheetsPanel(state, does) {
  const mine = myCharacters(state);
  const others = state.view.characters.filter((each) => !mine.includes(each));
  const may = state.view.you.role !== "onlooker";
  return [
    mine.map((each) => sheetView(state, each, does)),
    may && !mine.length && state.view.you.role === "player" ? h("section.card", { key: "maker" }, h("h2", null, "Make your character"), maker(state, does)) : null,
    others.map((each) => h("details.other", { key: each.character, open: leads(state) && others.length <= 2 }, h("summary", null, h("h2", null, each.name)), sheetView(state, each, does))),
    may && (mine.length || state.view.you.role === "gm") ? h("details.card", { key: "another" }, h("summary", null, h("h2", null, "Another character")), maker(state, does)) : null,
  ];
}

/** @param {any} state @param {any} does */
function maker(state, does) {
  const key = `name.${state.view.table}`;
  const make = (event) => {
    event.preventDefault();
    does.send("make", { name: event.target.elements.name.value });
    event.target.elements.name.value = "";
    sent(key);
  };
  return h("form.maker", { onsubmit: make },
    h("p.hint", null, "A filled sheet to start from; change it as you like."),
    h("label", null, h("span", null, "Name"), h("input", drafted(key, { name: "name", maxlength: 40, required: true, autocomplete: "off" }))),
    h("button.primary", { type: "submit" }, "Make it"),
    h("label.file", null, h("span", null, "or from a file that was saved before"), h("input", { type: "file", accept: ".json,application/json", onchange: (event) => does.importSheet(event.target) })));
}

/** @param {any} state @param {any} does */
export function tablePanel(state, does) {
  const may = leads(state);
  const shared = (each) => each.owner === "table";
  const edit = (name, value) => does.send("edit", { where: "table", values: { [name]: value } });
  const { tracks, marks } = state.game.sheet;
  return [
    tracks.some(shared) || marks.some(shared) ? h("section.card", { key: "shared" }, h("h2", null, "Shared"),
      tracks.filter(shared).map((track) => trackView(track, state.view.values[track.track], state.view.bounds[track.track], may, (value) => edit(track.track, value))),
      markSwitches(marks.filter(shared), state.view.values, may, edit)) : null,
    state.view.clocks.length ? h("section.card", { key: "clocks" }, h("h2", null, "Clocks"), state.view.clocks.map((clock) => clockView(state, clock, does))) : null,
    h("details.card", { key: "you" }, h("summary", null, h("h2", null, "You and this phone")),
      state.view.you.role === "onlooker" ? null : renamer(state, does),
      h("label.check", null, h("input", { type: "checkbox", checked: spoken() === "long", onchange: (event) => preferSpoken(event.target.checked ? "long" : "short") }), h("span", null, "Read results to me in full")),
      h("p.hint", null, h("a", { href: "/" }, "Other tables"), " · ", h("a", { href: `/odds/${state.view.game}` }, "All odds of this game"))),
  ];
}

/** @param {any} state @param {any} clock @param {any} does */
function clockView(state, clock, does) {
  return h("div.clock", { key: clock.clock },
    trackView({ track: clock.name, says: "" }, clock.filled, [0, clock.size], state.view.you.role !== "onlooker", (value) => does.send("tick", { clock: clock.clock, by: value - clock.filled })),
    leads(state) ? h("button.quiet.small", { type: "button", "aria-label": `remove ${clock.name}`, onclick: () => does.send("remove_clock", { clock: clock.clock }) }, "remove") : null);
}

/** @param {any} state @param {any} does */
function renamer(state, does) {
  const name = state.view.seats.find((seat) => seat.seat === state.view.you.seat)?.name ?? "";
  return h("form.joined", { onsubmit: (event) => { event.preventDefault(); does.send("rename", { name: event.target.elements.nickname.value }); } },
    h("input", { name: "nickname", maxlength: 40, required: true, "aria-label": "Your name at the table", value: name }), h("button", { type: "submit" }, "Rename"));
}

/** @param {any} state @param {any} does */
export function logPanel(state, does) {
  const key = `note.${state.view.table}`;
  const add = (event) => {
    event.preventDefault();
    does.send("note", { text: event.target.elements.text.value });
    event.target.elements.text.value = "";
    sent(key);
  };
  const copy = (form) => async (event) => copyText(logAsText(await does.wholeLog(), does.seatShown, form), event.target);
  return [
    h("section.card.filters", { key: "filters" },
      state.view.you.role === "onlooker" ? null : h("form.joined", { onsubmit: add }, h("input", drafted(key, { name: "text", maxlength: 2000, required: true, placeholder: "Write a note", "aria-label": "Note" })), h("button", { type: "submit" }, "Add")),
      h("div.actions", null,
        h("label.inline", null, h("span", null, "Show"), h("select", { value: does.seatShown, onchange: (event) => does.showSeat(event.target.value) }, h("option", { key: "", value: "" }, "everyone"), state.view.seats.map((seat) => h("option", { key: seat.seat, value: seat.seat }, seat.name)))),
        h("button.quiet.small", { type: "button", onclick: copy("text") }, "Copy as text"),
        h("button.quiet.small", { type: "button", onclick: copy("markdown") }, "Copy as Markdown"),
        h("a.button.quiet.small", { href: `${does.base}/export`, download: `${state.view.name}.jsonl` }, "Export")),
      h("details.receipt", null, h("summary", null, "Receipt"), h("p", null, "Kept on this device. With it “actionroll verify” tells whether an export was cut or changed since:"), h("code", null, receiptWords(state.view)))),
    statisticsView(state, does.statistics, does.askStatistics),
    h("ar-log", { key: "log" }),
    state.log.has(1) ? null : h("button", { key: "older", type: "button", onclick: does.older }, "Older entries"),
  ];
}
