// A television, or a stream: huge dice, the outcome and the party, for all to see and nobody to touch.

import { h } from "./dom.js";
import { drawing } from "./evenings.js";
import { emblem } from "./icons.js";
import { rounds } from "./later.js";
import { conditions, portrait } from "./party.js";
import { stageView, waitsWith } from "./stage.js";
import { intentionOf, isEarly, isLive } from "./table-state.js";
import { clockFace, meters, tenBoxes } from "./tracks.js";
import { begun } from "./words.js";

const MOST_CLOCKS = 4;
const MOST_SIDE_BY_SIDE = 8;

/**
 * For a television or a stream: huge dice, the outcome, the party, no controls.
 * @param {State} state @param {Taps} does
 */
export function tv(state, does) {
  const { name, scene, values } = state.view;
  const round = values[state.game.rounds?.track ?? ""] ? rounds.here?.titleOf(state) : "";
  const fresh = state.view.rolls.every((each) => rounds.here?.isBeforeRound(state, each));
  const shows = state.view.with_gm ? "the gm" : "any player";
  const stage = stageView(state, does);
  const isEmpty = fresh || !does.staged || rests(state, does.staged);
  const waiting = state.view.rolls.filter((each) => isLive(each) && each.roll !== does.staged);
  return h(
    "div.tv-room",
    { key: "tv", inert: true },
    h("p.tv-table", null, emblem(state.game.face), [name, scene?.name, round].filter(Boolean).join(" · ")),
    h(
      "div.tv-clocks",
      { key: "clocks" },
      meters(state, state.view, true),
      state.view.clocks.slice(-MOST_CLOCKS).map((each) => clockFace(each, false, () => {})),
      state.view.undertakings
        .filter((each) => !each.ended && !each.done && !each.character)
        .slice(-MOST_CLOCKS)
        .map((each) => h("div", { key: each.undertaking }, h("b", null, each.name), tenBoxes(each.name, each.ticks))),
    ),
    handoutOnShow(state, does.base) ?? (isEmpty ? beforeRolls(state, round) : stage),
    state.view.rolls.length
      ? null
      : h("p.tv-join", { key: "join" }, `To join, open ${location.host} and type a code, which ${shows} can show.`),
    waiting.length && !isEmpty
      ? h("p.tv-waits", { key: "waits" }, `Waiting: ${waiting.map((each) => waitsWith(state, each)).join("; ")}`)
      : null,
    partyStrip(state, does.base, !(fresh && round)),
  );
}

/**
 * Whether an evening is over and nothing was rolled since, whatever of it waits for a word.
 * @param {State} state @param {number} staged
 */
function rests({ view, log }, staged) {
  const ended = view.evenings.at(-1)?.ended ?? 0;
  const isRolled = (/** @type {Entry} */ { number, kind, roll }) =>
    number > ended && ["declared", "thrown", "decided"].includes(kind) && [number, roll].includes(staged);
  return ended > 0 && ![...log.values()].some(isRolled);
}

/**
 * While nobody has rolled, or not in this round: where it is and what goes on, and what everyone is about to do.
 * @param {State} state @param {string} [round]
 */
function beforeRolls(state, round) {
  const { name, scene, evenings } = state.view;
  const ended = !isEarly(state) && evenings.at(-1)?.ended;
  return h(
    "section.stage",
    { key: "stage", "aria-label": "Stage" },
    h(
      "div.empty-stage",
      { key: "empty" },
      emblem(state.game.face),
      h("h2.told", null, scene?.name ?? name),
      isEarly(state) ? h("p", null, "Everyone says what they are about to do.") : null,
      ended ? h("p", null, "The evening is over.") : null,
      round
        ? h(
            "ul.tv-intentions",
            { key: "intentions" },
            party(state).map((each) =>
              h("li", { key: each.character }, h("b", null, begun(each.name)), intends(state, each)),
            ),
          )
        : null,
    ),
  );
}

const SMALLEST = 0.4;

/**
 * Nobody scrolls a television: what would not fit above the party is drawn smaller until it does.
 * @param {Element} root
 */
export function fitted(root) {
  const stage = root.querySelector(".tv-room > .stage, .tv-room > .tv-handout");
  const shown = /** @type {HTMLElement|null} */ (stage?.querySelector(".roll") ?? null);
  if (!stage || !shown) return;
  const isCut = () => stage.scrollHeight > stage.clientHeight || stage.scrollWidth > stage.clientWidth;
  for (let size = 1; size >= SMALLEST; size -= 0.05) {
    shown.style.setProperty("zoom", String(size));
    if (!isCut()) return;
  }
}

const SHOWS = ["handed_out", "declared", "thrown", "handout_put_away", "clock_filled", "scene_begun"];

/**
 * What was handed out to all or a scene that begins, until the next roll.
 * @param {State} state @param {string} base
 */
function handoutOnShow(state, base) {
  const last = [...state.log.values()]
    .filter(({ kind }) => SHOWS.includes(kind))
    .reduce((one, other) => (other.number > one.number ? other : one), /** @type {any} */ ({ number: 0 }));
  const clock = last.kind === "clock_filled" && state.view.clocks.find((each) => each.clock === last.clock);
  if (clock) return h("section.tv-handout", { key: "clock" }, h("h2", null, clock.name), h("p.prose", null, last.text));
  if (last.kind === "scene_begun" && state.view.scene && !state.view.rolls.some(isLive))
    return h("section.tv-handout", { key: "scene" }, h("h2", null, state.view.scene.name));
  const shown = last.kind === "handed_out" ? state.view.handouts.at(-1) : undefined;
  if (!shown) return null;
  return h(
    "section.tv-handout",
    { key: "handout" },
    h("h2", null, shown.title),
    drawing(base, shown),
    shown.text ? h("p.prose", null, shown.text) : null,
  );
}

/**
 * All characters; where many are at the table those whom people play.
 * @param {State} state
 */
function party({ view: { characters, seats } }) {
  const led = new Set(seats.filter((seat) => seat.role === "gm").map((seat) => seat.seat));
  return characters.length > MOST_SIDE_BY_SIDE ? characters.filter((each) => !led.has(each.seat)) : characters;
}

/**
 * The party under the television's stage, where it is large smaller.
 * @param {State} state @param {string} base @param {boolean} isAbout with what they are about to do
 */
function partyStrip(state, base, isAbout) {
  const all = party(state);
  return h(
    "footer.tv-party",
    { key: "party", class: all.length > MOST_SIDE_BY_SIDE ? "crowd" : null },
    all.map((each) =>
      h(
        "div",
        {
          key: each.character,
          class: state.view.rolls.some((roll) => isLive(roll) && roll.character === each.character) ? "live" : null,
        },
        h(
          "p.name",
          null,
          each.portrait ? portrait(each, base) : null,
          h("span", null, begun(each.name)),
          conditions(state, each),
        ),
        meters(state, each),
        isAbout ? intends(state, each) : null,
      ),
    ),
  );
}

/**
 * What someone said that they are about to do, or that the round waits for it.
 * @param {State} state @param {Character} character
 */
function intends(state, { character, seat }) {
  const said = intentionOf(state, character);
  const waits = !said && seat && isEarly(state);
  return h("p.intends", { class: waits ? "waits" : null }, waits ? "has not said yet" : said);
}
