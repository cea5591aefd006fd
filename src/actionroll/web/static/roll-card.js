// The roll that the table builds together, from the declaration to its last due.

import { h } from "./dom.js";
import { dueCard } from "./dues.js";
import { plain } from "./numbers.js";
import { openRoll } from "./open-roll.js";
import { characterName, leads, seatName } from "./table-state.js";
import { thrownRoll } from "./thrown-roll.js";

/** @param {any} state @param {any} roll @param {any} does what taps do */
export function rollCard(state, roll, does) {
  const turn = isMyTurn(state, roll);
  const classes = [turn ? "your-turn" : "", does.fresh.has(roll.roll) ? "fresh" : ""].join(" ");
  return h("article.card.roll", { key: `roll-${roll.roll}`, class: classes, "aria-label": `Roll ${roll.roll}: ${title(state, roll)}` },
    h("header", null,
      h("div", null, h("h2", null, title(state, roll)), h("p.hint", null, roll.seat === state.view.you.seat ? "your roll" : `rolled by ${seatName(state, roll.seat)}`)),
      turn ? h("p.turn", null, "Your turn") : null),
    roll.status === "open" ? openRoll(state, roll, does) : thrownRoll(state, roll, does),
    roll.status === "done" ? roll.open_dues.map((due) => dueCard(state, roll, due, does)) : null);
}

/** @param {any} state @param {any} roll */
function title(state, roll) {
  const what = [roll.trait ? plain(roll.trait) : null, roll.move !== "action" ? plain(roll.move) : null].filter(Boolean).join(", ");
  const against = roll.against ? ` against ${characterName(state, roll.against)}` : "";
  return `${characterName(state, roll.character)}${what ? `: ${what}` : ""}${against}`;
}

/** Whether the table waits for this page's seat. @param {any} state @param {any} roll */
export function isMyTurn(state, roll) {
  const me = state.view.you.seat;
  const mine = (seat) => (seat ? seat === me : leads(state));
  if (roll.status === "waiting") return mine(roll.asks?.seat ?? roll.seat);
  if (roll.status === "done") return roll.open_dues.some((due) => mine(due.seat));
  if (roll.status !== "open") return false;
  return roll.needs.some((need) => need.by === "gm") ? mine(state.view.with_gm ? "" : roll.seat) : roll.seat === me;
}
