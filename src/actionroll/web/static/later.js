// What an empty table does not show: asked for with the first touch, or when it is first wanted.

import { h } from "./dom.js";

/**
 * A part of the page that comes later.
 * @template P
 */
class Part {
  /** @type {P | null} */
  here = null;
  /** @type {Promise<P> | null} */
  underway = null;
  awaited = false;

  /** @param {() => Promise<P>} load */
  constructor(load) {
    this.load = load;
  }

  /** All that it knows, once it is here. */
  arrives() {
    this.underway ??= this.load().then(
      (part) => (this.here = part),
      (failed) => {
        this.underway = null;
        throw failed;
      },
    );
    return this.underway;
  }

  /**
   * Something of it; nothing while it is on its way, and drawn again as soon as it is here.
   * @template T
   * @param {{draw: () => void}} does @param {(part: P) => T} use
   * @returns {T | null}
   */
  give(does, use) {
    if (this.here) return use(this.here);
    if (this.awaited) return null; // however often it was missed meanwhile, it is drawn once
    this.awaited = true;
    const draw = () => {
      this.awaited = false;
      does.draw();
    };
    this.arrives().then(draw, () => setTimeout(draw, 2000));
    return null;
  }
}

/** The sheet of a character. */
export const sheets = new Part(() => import("./sheet.js"));
/** A roll and its moments. */
export const moments = new Part(() => inItsLooks(import("./moment.js"), "narrow.css").then((found) => found.moments));
/** What someone swore or set out to do: after a roll, of which it takes the controls. */
export const sworn = new Part(() => inItsLooks(import("./undertakings.js"), "undertakings.css"));
/** What a roll still brings, and saying so. */
export const dues = new Part(() => inItsLooks(import("./settling.js"), "settling.css"));
/** What is chosen once the dice lie. */
export const decisions = new Part(() => inItsLooks(import("./deciding.js"), "deciding.css"));
/** Rounds, in games that have them. */
export const rounds = new Part(() => inItsLooks(import("./rounds.js"), "rounds.css"));
/** What stands behind the stage. */
export const backstage = new Part(() =>
  inItsLooks(import("./backstage.js"), "backstage.css").then((found) => found.backstage),
);

/**
 * What a part looks like is here before it is drawn; a television's own styles stay the last word.
 * @template P
 * @param {Promise<P>} part @param {string} looks
 * @returns {Promise<P>}
 */
async function inItsLooks(part, looks) {
  await new Promise((onload, onerror) => {
    const href = new URL(looks, import.meta.url).href;
    document.querySelector("link[rel=stylesheet]")?.after(h("link", { rel: "stylesheet", href, onload, onerror }));
  });
  return part;
}

/**
 * What stays folded, and is filled from behind the stage: there with the first touch, or as it is opened.
 * @param {string} what @param {string} title @param {Taps} does
 * @param {(found: NonNullable<typeof backstage.here>) => any} use
 */
export function folded(what, title, does, use) {
  return h(
    what,
    { key: title, ontoggle: () => backstage.give(does, () => null) },
    h("summary", null, title),
    backstage.here && use(backstage.here),
  );
}

/**
 * What someone swore or set out to do, in games that have it.
 * @param {State} state @param {Taps} does @param {boolean} [ofAll] only what all share
 */
export function undertakings(state, does, ofAll = false) {
  if (ofAll && !state.view.undertakings.some((each) => !each.character && !each.ended)) return null;
  return state.game.undertakings?.length
    ? sworn.give(does, ({ undertakingsView }) => undertakingsView(state, does, ofAll))
    : null;
}

/** All of the page. */
export function whole() {
  return Promise.all([moments, dues, sheets, sworn, backstage].map((part) => part.arrives()));
}
