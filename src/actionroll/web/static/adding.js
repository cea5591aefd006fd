// A thing that a character gets: one that is ready, or one of somebody's own, made in a form.

import { control } from "./controls.js";
import { h, oneOf } from "./dom.js";
import { thingWords } from "./things.js";

/**
 * What is ready, a tap each, and a form for one of one's own.
 * @param {ThingKind[]} kinds @param {Thing[]} things @param {Taps} does @param {{character: string}} character
 * @param {(list: Thing[]) => void} keep @param {boolean} [stays] what is chosen stays where it was touched, marked so
 */
export function adder(kinds, things, does, character, keep, stays = false) {
  const key = `thing-${character.character}`;
  const draft = does.offers.get(key) ?? {};
  const kind = kinds.find((each) => each.kind === draft.kind) ?? kinds[0];
  const use = kind.uses.find((each) => each.use === draft.use);
  const has = (/** @type {Thing} */ each) => things.some((other) => other.name === each.name);
  const without = (/** @type {Thing} */ each) => things.filter((other) => other.name !== each.name);
  const ready = kinds.flatMap((each) => each.ready).filter((each) => stays || !has(each));
  const add = (/** @type {any} */ event) => {
    event.preventDefault();
    const { name, text, most } = event.target.elements;
    const often = most.value ? { most: Number(most.value) } : {};
    const made = { kind: kind.kind, name: name.value, ...(text.value ? { text: text.value } : {}), ...often };
    const worth = kind.worth ? { worth: draft.worth ?? kind.worth.values?.[0] } : {};
    const uses = use
      ? { does: [{ use: use.use, ...(use.value ? { value: draft.value ?? firstOf(use.value) } : {}) }] }
      : {};
    keep([...things, { ...made, ...worth, ...uses }]);
    event.target.reset();
  };
  const say = (/** @type {any} */ said) => does.sayOffer(key, said);
  return [
    ready.length
      ? h(
          "div.kinds",
          { role: "group", "aria-label": "Ready things" },
          ready.map((each) =>
            h(
              "button.chip",
              {
                key: each.name,
                type: "button",
                "aria-label": `+ ${each.name}`,
                "aria-pressed": stays ? String(has(each)) : null,
                onclick: () => keep(has(each) ? without(each) : [...things, each]),
              },
              h("span", null, `${has(each) ? "✓" : "+"} ${each.name}`, h("small", null, ` ${thingWords(kinds, each)}`)),
            ),
          ),
        )
      : null,
    h(
      "details.more",
      { key: "own" },
      h("summary", null, "One of your own"),
      h(
        "form",
        { onsubmit: add },
        oneOf("Kind", kind.kind, (value) => say({ kind: value, use: "" }), kinds.map((each) => [each.kind, each.kind])),
        h("p.hint", null, kind.says),
        h(
          "label",
          null,
          h("span", null, "Name"),
          h("input", { name: "name", maxlength: 40, required: true, autocomplete: "off" }),
        ),
        h(
          "label",
          null,
          h("span", null, "In words"),
          h("input", { name: "text", maxlength: 200, autocomplete: "off" }),
        ),
        h(
          "label",
          null,
          h("span", null, kind.wears ? "How much it bears" : "How often, if not always"),
          h("input", { name: "most", type: "number", min: 1, max: 99 }),
        ),
        kind.worth
          ? control(
              { ...kind.worth, input: "worth" },
              draft.worth ?? kind.worth.values?.[0],
              (value) => say({ worth: value }),
              { id: `${key}-` },
            )
          : null,
        kind.uses.length
          ? oneOf("What it does", draft.use ?? "", (value) => say({ use: value }), [
              ["", "nothing by the rules"],
              ...kind.uses.map((each) => /** @type {[string, string]} */ ([each.use, each.use])),
            ])
          : null,
        use?.value
          ? control({ ...use.value, input: "value" }, draft.value ?? firstOf(use.value), (value) => say({ value }), {
              id: `${key}-`,
              label: "how much",
            })
          : null,
        h("button.primary", { type: "submit" }, "Add it"),
      ),
    ),
  ];
}

/** @param {any} form */
function firstOf(form) {
  return form.values?.[0] ?? form.low ?? 1;
}
