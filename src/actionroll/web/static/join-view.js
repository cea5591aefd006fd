// Sit down: a nickname, nothing more. Opening the link changed nothing yet.

import { h, show } from "./dom.js";
import { act, ask } from "./server.js";

/** @param {Element} root @param {string} table @param {string} secret @param {() => void} joined */
export async function joinView(root, table, secret, joined) {
  if (!secret) {
    show(root, h("section.card.narrow", null, h("h1", null, "This table needs its link"), h("p", null, "Ask for the whole link to the table, with everything after the #, and open that.")));
    return;
  }
  let told;
  try {
    told = await ask(`/api/tables/${table}/look`, { secret });
  } catch (refused) {
    show(root, h("section.card.narrow", null, h("h1", null, "This link does not open"), h("p.refused", { role: "alert" }, refused.message)));
    return;
  }
  let failure = "";
  const draw = () => show(root, h("form.card.narrow", { onsubmit: join },
    h("h1", null, told.name), h("p.hint", null, told.ended ? "This table has ended. You can read all that happened at it." : `You join as ${told.role}.`),
    told.ended ? null : told.seat ? h("p", null, `Your seat, ${seatName(told)}, is waiting for you.`) : h("label", null, h("span", null, "Your name at the table"), h("input", { name: "nickname", maxlength: 40, required: true, autocomplete: "nickname", autofocus: true })),
    failure ? h("p.refused", { role: "alert" }, failure) : null,
    h("button.primary.big", { type: "submit" }, told.ended ? "Read it" : "Join the table")));

  /** @param {any} event */
  async function join(event) {
    event.preventDefault();
    const nickname = event.target.elements.nickname?.value;
    try {
      if (told.seat) await act(`/api/tables/${table}/enter`, { secret });
      else await act(`/api/tables/${table}/join`, { secret, nickname });
      joined();
    } catch (refused) {
      failure = refused.message;
      draw();
    }
  }
  draw();
}

/** @param {any} told */
function seatName(told) {
  return told.seats.find((/** @type {any} */ each) => each.seat === told.seat)?.name ?? "";
}
