// Tell a screen reader each result once, short or long as its user prefers.

const PREFERENCE = "actionroll.spoken";

/** @returns {"short"|"long"} */
export function spoken() {
  return localStorage.getItem(PREFERENCE) === "long" ? "long" : "short";
}

/** @param {"short"|"long"} form */
export function preferSpoken(form) {
  localStorage.setItem(PREFERENCE, form);
}

/** @param {string} text */
export function announce(text) {
  const place = document.getElementById("announcer");
  if (!place) return;
  const line = document.createElement("p");
  line.textContent = text;
  place.replaceChildren(line);
}
