// What a phone can do besides showing: keep the page, tell a screen reader, shake, make a sound, copy.

const SPOKEN = "actionroll.spoken";
const SOUND = "actionroll.sound";

/** The page can be kept on the home screen where the browser allows it; its shell then opens without waiting. */
export function keepShell() {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  addEventListener("load", () => navigator.serviceWorker.register("/sw.js").catch(() => {}));
}

/**
 * How results are read out.
 * @returns {"short"|"long"}
 */
export function spoken() {
  return localStorage.getItem(SPOKEN) === "long" ? "long" : "short";
}

/** @param {"short"|"long"} form */
export function preferSpoken(form) {
  localStorage.setItem(SPOKEN, form);
}

/**
 * Tell a screen reader, once.
 * @param {string} text
 */
export function announce(text) {
  const place = document.getElementById("announcer");
  if (!place) return;
  const line = document.createElement("p");
  line.textContent = text;
  place.replaceChildren(line);
}

export function hasSound() {
  return localStorage.getItem(SOUND) === "on";
}

/** @param {boolean} on */
export function preferSound(on) {
  localStorage.setItem(SOUND, on ? "on" : "off");
}

/**
 * The dice fall: a short shake where the phone can, a clatter if someone switched it on.
 * @param {number} dice
 */
export function rattle(dice) {
  if ("vibrate" in navigator && /** @type {any} */ (navigator).userActivation?.hasBeenActive)
    navigator.vibrate([12, 60, 18, 90, 24]);
  if (!hasSound()) return;
  const room = new AudioContext();
  for (let place = 0; place < Math.min(dice, 8) * 3; place += 1) knock(room, 0.05 + place * 0.045 + (place % 3) * 0.03);
  setTimeout(() => room.close(), 1500);
}

/** @param {AudioContext} room @param {number} at */
function knock(room, at) {
  const tone = room.createOscillator();
  const volume = room.createGain();
  tone.type = "triangle";
  tone.frequency.setValueAtTime(340 - at * 190, room.currentTime + at);
  volume.gain.setValueAtTime(0.0001, room.currentTime + at);
  volume.gain.exponentialRampToValueAtTime(0.12, room.currentTime + at + 0.004);
  volume.gain.exponentialRampToValueAtTime(0.0001, room.currentTime + at + 0.06);
  tone.connect(volume).connect(room.destination);
  tone.start(room.currentTime + at);
  tone.stop(room.currentTime + at + 0.08);
}

/**
 * Copy, also where the clipboard is closed to plain HTTP.
 * @param {string} text @param {any} button
 */
export async function copyText(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = document.createElement("textarea");
    area.className = "visually-hidden";
    area.readOnly = true;
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => {
    button.textContent = before;
  }, 4000);
}
