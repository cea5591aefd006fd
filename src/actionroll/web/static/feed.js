// The live feed of a table: one stream a page, resumed where it broke off, closed while nobody looks.

/**
 * @typedef {{entry: (told: any) => void, secret: (told: any) => void, here: (told: any) => void,
 *   state: (state: "live"|"reconnecting") => void, gone: () => void, refused: () => Promise<boolean>}} Heard
 */

/**
 * @param {string} path @param {number} after the last entry that is known
 * @param {Heard} heard
 */
export function follow(path, after, heard) {
  let last = after;
  /** @type {EventSource|null} */
  let source = null;
  let over = false;

  function open() {
    if (source || over || document.hidden) return;
    source = new EventSource(`${path}?after=${last}`);
    source.addEventListener("open", () => heard.state("live"));
    source.addEventListener("error", () => {
      heard.state("reconnecting");
      if (source?.readyState === EventSource.CLOSED) {
        source = null;
        heard.refused().then((lost) => {
          over ||= lost;
          setTimeout(open, 1000);
        });
      }
    });
    source.addEventListener("entry", (event) => {
      const told = JSON.parse(event.data);
      if (told.number <= last) return;
      last = told.number;
      heard.entry(told);
    });
    source.addEventListener("secret", (event) => heard.secret(JSON.parse(event.data)));
    source.addEventListener("here", (event) => heard.here(JSON.parse(event.data)));
    source.addEventListener("gone", () => {
      over = true;
      source?.close();
      heard.gone();
    });
    source.addEventListener("bye", () => {
      source?.close();
      source = null;
      heard.state("reconnecting");
      setTimeout(open, 300);
    });
  }

  document.addEventListener("visibilitychange", () => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else open();
  });
  open();
}
