// What someone began to type is kept on this device until it is sent, through other tabs, reloads and lost networks.

/** @param {string} key */
const place = (key) => `actionroll.draft.${key}`;

/** Properties of a field that keeps what is typed into it. @param {string} key @param {Record<string, any>} [properties] */
export function drafted(key, properties = {}) {
  return { ...properties, value: sessionStorage.getItem(place(key)) ?? "", oninput: (event) => sessionStorage.setItem(place(key), event.target.value) };
}

/** It was sent. @param {string} key */
export function sent(key) {
  sessionStorage.removeItem(place(key));
}
