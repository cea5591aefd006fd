// Pictures that our own server draws; their styles stand in the page's style sheets.

/** @param {string} svg @returns {Element} */
export function picture(svg) {
  const plain = svg.replace(/<style>[^]*?<\/style>/g, "");
  return document.importNode(new DOMParser().parseFromString(plain, "image/svg+xml").documentElement, true);
}
