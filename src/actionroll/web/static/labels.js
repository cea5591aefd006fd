// What people call that whose name is short or joined, as the game at hand declares it: "wp" is willpower.

let labels = new Map();

/** From now on. @param {Record<string, string>} declared */
export function callAs(declared) {
  labels = new Map(Object.entries(declared));
}

/** What is called by this name. @param {string} name */
export function label(name) {
  return labels.get(name) ?? name;
}

/** A sentence of the rules with the names in it as people call them: those that are joined, and of tracks that change. @param {string} sentence */
export function worded(sentence) {
  return sentence.replace(/\b[a-z]+(?:_[a-z]+)+\b|\b[a-z]+(?= [+−]\d)/g, (name) => label(name).replaceAll("_", " "));
}
