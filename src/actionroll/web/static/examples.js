// A roll to show odds of where nobody has set one up: required inputs take a middling value, the rest what the game says.

/** @param {any} move */
export function exampleAttempt(move) {
  return Object.fromEntries(move.inputs.filter((input) => input.required).map((input) => [input.input, middling(input)]));
}

/** @param {any} input */
function middling(input) {
  if (input.type === "whole") return Math.max(input.low, Math.min(2, input.high));
  if (input.type === "list") return [middling(input.of)];
  return input.values?.[Math.min(2, input.values.length - 1)] ?? "";
}
