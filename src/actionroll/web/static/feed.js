// The live feed of a table: one stream a page, resumed where it broke off, closed while nobody looks.
// Some proxies hold streams back: where nothing comes of one in a few seconds, the page asks for news instead.

const PATIENCE_MS = 4500;
const WAIT_SECONDS = 20;

/**
 * @typedef {{entry: (told: any) => void, again: (told: any) => void, secret: (told: any) => void,
 *   here: (told: any) => void, state: (state: "live"|"reconnecting"|"asking") => void, gone: () => void,
 *   refused: () => Promise<boolean>}} Heard
 */

/** A moment that is another on every phone, so that a restart is no rush. */
const about = (/** @type {number} */ ms) => ms * (0.5 + Math.random());

/**
 * @param {string} path @param {[number, number]} after the last entry that is known, in the open and in private
 * @param {Heard} heard
 */
export function follow(path, after, heard) {
  const feed = new Feed(path, after, heard);
  document.addEventListener("visibilitychange", () => (document.hidden ? feed.close() : feed.open()));
  feed.open();
}

class Feed {
  /** @param {string} path @param {[number, number]} after @param {Heard} heard */
  constructor(path, after, heard) {
    this.path = path;
    [this.last, this.secrets] = after;
    this.heard = heard;
    this.over = false;
    this.held = false;
    /** @type {EventSource|null} */
    this.source = null;
    /** @type {AbortController|null} */
    this.asking = null;
    /** @type {ReturnType<typeof setTimeout>|undefined} */
    this.doubt = undefined;
  }

  open() {
    if (this.source || this.asking || this.over || document.hidden) return;
    if (this.held) this.ask();
    else this.listen();
  }

  close() {
    clearTimeout(this.doubt);
    this.source?.close();
    this.source = null;
    this.asking?.abort();
    this.asking = null;
  }

  /** @param {number} ms */
  later(ms) {
    setTimeout(() => this.open(), about(ms));
  }

  listen() {
    const source = (this.source = new EventSource(`${this.path}?after=${this.last}&secrets_after=${this.secrets}`));
    /** @param {string} kind @param {(told: any) => void} take */
    const on = (kind, take) =>
      source.addEventListener(kind, (/** @type {any} */ event) => {
        clearTimeout(this.doubt);
        take(event.data === undefined ? null : JSON.parse(event.data));
      });
    this.doubt = setTimeout(() => this.holdBack(), PATIENCE_MS);
    on("entry", (told) => this.entry(told));
    on("secret", (told) => this.secret(told));
    on("here", (told) => {
      this.heard.state("live");
      this.heard.here(told);
    });
    on("gone", () => this.end());
    on("bye", () => this.retry());
    source.addEventListener("error", () => this.broke());
  }

  /** The stream came in, and nothing of it: something on the way holds it back. */
  holdBack() {
    if (!this.source || this.source.readyState === EventSource.CLOSED) return;
    this.close();
    this.held = true;
    this.ask();
  }

  broke() {
    this.heard.state("reconnecting");
    if (this.source?.readyState !== EventSource.CLOSED) return;
    this.close();
    this.heard.refused().then((lost) => {
      this.over ||= lost;
      this.later(1000);
    });
  }

  retry() {
    this.close();
    this.heard.state("reconnecting");
    this.later(1000);
  }

  end() {
    this.over = true;
    this.close();
    this.heard.gone();
  }

  async ask() {
    const asking = (this.asking = new AbortController());
    const news = this.path.replace(/feed$/, "news");
    let wait = 0;
    try {
      while (this.asking === asking) {
        const query = `after=${this.last}&secrets_after=${this.secrets}&wait=${wait}`;
        const reply = await fetch(`${news}?${query}`, { signal: asking.signal });
        if (!reply.ok) throw new Error(String(reply.status));
        this.take(await reply.json());
        wait = WAIT_SECONDS;
      }
    } catch {
      if (this.asking !== asking) return;
      this.asking = null;
      this.heard.state("reconnecting");
      this.over ||= await this.heard.refused();
      this.later(1000);
    }
  }

  /** @param {any} told */
  take(told) {
    this.heard.state("asking");
    this.heard.here(told.here);
    for (const each of told.entries) this.entry(each);
    for (const each of told.secrets) this.secret(each);
  }

  /** @param {any} told */
  entry(told) {
    if (told.number <= this.last) return this.heard.again(told);
    this.last = told.number;
    this.heard.entry(told);
  }

  /** @param {any} told */
  secret(told) {
    this.secrets = Math.max(this.secrets, told.number);
    this.heard.secret(told);
  }
}
