// The dice fall: what is known of the result waits until they lie still, so that everyone gasps at the same moment.

const LONGEST = 700;

/** While dice tumble, everything that would tell the result is held back. */
export class Falling {
  /** @param {() => boolean} isCalm @param {() => void} draw */
  constructor(isCalm, draw) {
    this.isCalm = isCalm;
    this.draw = draw;
    this.roll = 0;
    /** @type {(() => void)[]} */
    this.held = [];
    this.over = false;
    this.timer = 0;
  }

  /**
   * Let the dice of a roll tumble; does nothing where motion is not wanted or nobody looks.
   * @param {number} roll
   */
  start(roll) {
    if (this.roll || this.isCalm() || document.hidden) return;
    this.roll = roll;
    this.over = false;
    this.timer = window.setTimeout(() => this.lie(), LONGEST);
    this.draw();
  }

  /**
   * Do this once the dice lie; at once if none tumble.
   * @param {() => void} then
   */
  hold(then) {
    if (!this.roll) return void then();
    this.held.push(then);
    if (this.over) this.land();
  }

  /** The dice have tumbled long enough; they lie as soon as it is known how. */
  lie() {
    this.over = true;
    if (this.held.length) this.land();
  }

  /** A tap or a key lets them lie at once, if it is known how. */
  hurry() {
    if (this.roll && this.held.length) this.land();
  }

  /** The dice lie: all that waited happens. */
  land() {
    clearTimeout(this.timer);
    this.roll = 0;
    for (const then of this.held.splice(0)) then();
    this.draw();
  }
}
