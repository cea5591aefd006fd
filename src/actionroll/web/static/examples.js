// A roll to show odds of where nobody has set one up: what the game's filled sheet brings, else something middling.

/** @param {any} game @param {any} move */
export function exampleAttempt(game, move) {
  const filled = game.examples[move.move] ?? {};
  const asked = move.inputs.filter((input) => input.required || (input.type === "list" && filled[input.input]?.length));
  return Object.fromEntries(asked.map((input) => [input.input, filled[input.input] ?? middling(input)]));
}

/** @param {any} input */
function middling(input) {
  if (input.type === "whole") return Math.max(input.low, Math.min(2, input.high));
  if (input.type === "list") return [middling(input.of)];
  return input.values?.[Math.min(2, input.values.length - 1)] ?? "";
}
