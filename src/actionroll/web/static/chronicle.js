// What happened, to read: the log, a journal in which rolls and prose stand in order, and a recap that writes itself.

import { copyText } from "./device.js";
import { h } from "./dom.js";
import { eveningName, goingOn, isAlone, read } from "./evenings.js";
import { headlineOf, moveCalled } from "./face.js";
import { moveOf } from "./game.js";
import { draftOf, drafted, keepDraft } from "./kept.js";
import { readOnce } from "./reading.js";
import { listedDues, waitsWith } from "./stage.js";
import { characterName, isLive, myCharacters } from "./table-state.js";
import { begun, dayOf, plain, timeOf } from "./words.js";

const KINDS = { log: "Entries", journal: "Journal", recap: "Recap" };
const SAYS = {
  log: "All that was done, newest first.",
  journal: "Rolls and your own words as one story.",
  recap: "What to remember, in short.",
};

const OVER = "The evening is over. What is rolled from now on belongs to the next one.";

/** @param {Taps} does which of the three is read */
export function readingTabs(does) {
  return [tabs(does), h("p.hint", { key: "says" }, SAYS[/** @type {keyof typeof SAYS} */ (does.reading.what)])];
}

/** @param {Taps} does */
function tabs(does) {
  return h(
    "div.segments.reading",
    { key: "reading", role: "radiogroup", "aria-label": "What to read" },
    Object.entries(KINDS).map(([name, says]) =>
      h(
        "button",
        {
          key: name,
          type: "button",
          role: "radio",
          "aria-checked": does.reading.what === name ? "true" : "false",
          onclick: () => read(does, name, does.reading.evening),
        },
        says,
      ),
    ),
  );
}

/** @param {State} state @param {Taps} does */
export function chronicleView(state, does) {
  const { what, told } = does.reading;
  readOnce(does);
  const copy = (/** @type {any} */ event) => copyText(told.markdown, event.target);
  return [
    eveningChooser(state, does),
    !told
      ? h("p.hint", { key: "waits", role: "status" }, "Reading the log …")
      : what === "recap"
        ? [
            h("h2", { key: "name" }, does.reading.evening ? eveningName(state, does.reading.evening) : KINDS.recap),
            isOver(state, does.reading) ? h("p.hint", { key: "over", role: "status" }, OVER) : null,
            recap(told),
          ]
        : [lastTime(state, told), inShort(told), journal(told, isAlone(state))],
    what === "journal" && state.view.you.role !== "onlooker" ? [atHand(state, does), writing(state, does)] : null,
    told
      ? h(
          "div.actions",
          { key: "copy" },
          h("button.quiet.small", { type: "button", onclick: copy }, "Copy as Markdown"),
          h("a.button.quiet.small", { href: told.file, download: `${state.view.name}, ${what}.md` }, "Save as a file"),
        )
      : null,
  ];
}

/** @param {State} state @param {Taps} does */
function eveningChooser(state, does) {
  if (!state.view.evenings.length) return null;
  return h(
    "label.inline",
    { key: "which" },
    h(
      "select",
      {
        "aria-label": "Which evening",
        value: does.reading.evening,
        onchange: (event) => read(does, does.reading.what, event.target.value),
      },
      h("option", { key: "", value: "" }, "all evenings"),
      state.view.evenings.map((each) =>
        h(
          "option",
          { key: each.evening, value: each.evening },
          `${each.name || eveningName(state, each.evening)} · ${dayOf(each.at)}`,
        ),
      ),
    ),
  );
}

/**
 * Whether the evening that is read is the last one, and over.
 * @param {State} state @param {any} reading
 */
function isOver({ view }, { evening }) {
  const last = view.evenings.at(-1);
  return !!last?.ended && last.evening === evening;
}

/** @param {any} told */
function recap(told) {
  return h(
    "article.recap",
    { key: "recap" },
    told.sections.length
      ? told.sections.map((/** @type {any} */ each) =>
          h(
            "section",
            { key: each.title },
            h("h3", null, each.title),
            h(
              "ul",
              null,
              each.lines.map((/** @type {string} */ line, /** @type {number} */ place) =>
                h("li", { key: place }, line),
              ),
            ),
          ),
        )
      : h("p.hint", null, "Nothing to retell yet: a recap tells of rolls, changes, clocks and what is still open."),
  );
}

/**
 * An evening begins with what happened on the one before, whole until something happens on it.
 * @param {State} state @param {any} told
 */
function lastTime(state, told) {
  return told.before?.sections.length
    ? h(
        "details.more",
        { key: "last-time", open: !told.items.length },
        h("summary", null, `Last time: ${eveningName(state, told.before.evening)}`),
        recap(told.before),
      )
    : null;
}

/**
 * What an evening that is over comes to stands beside it, folded: the story is read here.
 * @param {any} told
 */
function inShort(told) {
  return told.own ? h("details.more", { key: "in-short" }, h("summary", null, "In short"), recap(told.own)) : null;
}

/** @param {any} told @param {boolean} alone */
function journal(told, alone) {
  return h(
    "article.journal",
    { key: "journal" },
    told.items.length
      ? told.items.map((/** @type {any} */ each) => item(each, alone))
      : h("p.hint", null, "The page is empty. Write, or roll."),
  );
}

/** @param {any} each @param {boolean} alone whether one person writes it all */
function item(each, alone) {
  const { what, number } = each;
  if (what === "evening")
    return h("h3", { key: number }, each.text, h("small", null, ` ${dayOf(each.at)}, ${timeOf(each.at)}`));
  if (what === "prose")
    return h(
      "p.prose",
      { key: number, title: `${each.by}, ${timeOf(each.at)}` },
      alone ? null : h("b.writer", null, `${each.by}: `),
      each.text,
    );
  if (what === "line") return h("p.aside", { key: number }, each.text);
  return h(
    "blockquote.folded",
    { key: number },
    each.intent ? h("p", null, each.intent) : null,
    h(
      "p",
      null,
      each.tier ? [`${each.title}: `, h("b", null, begun(each.tier))] : `${each.title}.`,
      each.throws.length ? h("span.faces-line", null, ` ${thrownTold(each.throws)}`) : null,
    ),
    each.lines.map((/** @type {string} */ line, /** @type {number} */ place) => h("p.aside", { key: place }, line)),
  );
}

/**
 * "7 · 5 · 1, then 4 · 5 · 1 · 6": each throw apart, and on one line.
 * @param {number[][]} throws
 */
function thrownTold(throws) {
  return throws.map((faces) => faces.join("\u00a0·\u00a0")).join(", then ");
}

const MOST_ASKED = 500;

/**
 * What was written became a question: the field is empty again.
 * @param {string} key
 */
function emptied(key) {
  keepDraft(key, "");
  const field = /** @type {HTMLTextAreaElement|null} */ (document.querySelector("form.writing textarea"));
  if (field) field.value = "";
}

/**
 * Send what was typed: its field takes the next words at once, and has these again if they are refused.
 * @param {string} key @param {any} event @param {(text: string) => Promise<any>} send
 */
export async function sendDraft(key, event, send) {
  event.preventDefault();
  const field = event.target.elements.text;
  const text = field.value.trim();
  field.value = "";
  keepDraft(key, "");
  if (await send(text)) return;
  field.value = `${text} ${field.value}`.trim();
  keepDraft(key, field.value);
}

/**
 * Prose goes on where the last roll fell.
 * @param {State} state @param {Taps} does
 */
function writing(state, does) {
  const key = `journal.${state.view.table}`;
  const add = (/** @type {any} */ event) => sendDraft(key, event, (text) => does.send("note", { text }));
  return h(
    "form.writing",
    { key: "writing", onsubmit: add },
    h(
      "textarea",
      drafted(key, {
        name: "text",
        rows: 3,
        maxlength: 2000,
        required: true,
        placeholder: state.view.with_gm || !state.game.face?.at_hand.length ? "Write on …" : "Write on, or ask …",
        "aria-label": "Prose",
      }),
    ),
    h("button.primary", { type: "submit" }, "Add to the journal"),
  );
}

/**
 * What is asked in between, where nobody else can be: an oracle, a price. The answer falls into the journal.
 * @param {State} state @param {Taps} does
 */
export function atHand(state, does) {
  const [own] = myCharacters(state);
  const moves = state.view.with_gm || !own ? [] : (state.game.face?.at_hand ?? []);
  const ask = async (/** @type {string} */ move, /** @type {any} */ said) => {
    const key = `journal.${state.view.table}`;
    const head = headlineOf(state.game, move);
    const question = head && draftOf(key).trim().length <= MOST_ASKED ? draftOf(key).trim() : "";
    const inputs = question ? { ...said, [head]: question } : said;
    const nonce = does.page.fairness.nonce();
    const told = await does.send("roll_at_once", { character: own.character, move, inputs, nonce });
    if (told && question) emptied(key);
  };
  return moves.map((move) => {
    const asks = (/** @type {Input} */ each) => (each.type === "choice" && each.by === "roller") || each.required;
    const asked = moveOf(state.game, move).inputs.find(asks);
    const values = asked?.values ?? (asked ? [1, 2, 3, 4] : [null]);
    const called = moveCalled(state.game, move) || begun(plain(move));
    return h(
      "div.phrases.at-hand",
      { key: move, role: "group", "aria-label": called },
      asked ? h("span.lab", null, called) : null,
      values.map((value) =>
        h(
          "button",
          { key: String(value), type: "button", onclick: () => ask(move, asked ? { [asked.input]: value } : {}) },
          asked ? plain(String(value)) : called,
        ),
      ),
    );
  });
}

/**
 * Begin and end an evening, and look back at those before.
 * @param {State} state @param {Taps} does
 */
export function eveningCard(state, does) {
  const going = goingOn(state);
  const played = !going && isPlayedSince(state);
  const live = state.view.rolls.filter(isLive);
  const begin = (/** @type {any} */ event) => {
    event.preventDefault();
    const name = event.target.elements.name.value.trim();
    does.send("begin_evening", name ? { name } : {});
  };
  return h(
    "section.card.evening-card",
    { key: "evening" },
    h("h2", null, going ? eveningName(state, going.evening) : "The evening"),
    going
      ? null
      : h("p.hint", null, played ? "What you have rolled already is part of it." : "A recap is written at its end."),
    going
      ? h("p.hint", null, `Since ${timeOf(going.at)}, ${dayOf(going.at).toLowerCase()}.`)
      : h(
          "form.joined",
          { key: "begin", onsubmit: begin },
          h("input", {
            name: "name",
            maxlength: 40,
            placeholder: "Its name",
            required: played,
            "aria-label": "Name of the evening",
          }),
          h("button", { type: "submit" }, played ? "Name it" : "Begin an evening"),
        ),
    (going || played) && live.length ? h("p.open-lines", { role: "status" }, stillOpen(state, live)) : null,
    h(
      "div.actions",
      null,
      going || played
        ? h("button", { type: "button", onclick: () => endEvening(state, does, going?.evening) }, "End the evening")
        : goesOn(state, does),
      state.view.evenings.length
        ? h(
            "button.quiet",
            {
              type: "button",
              onclick: () => read(does, "recap", going?.evening ?? state.view.evenings.at(-1)?.evening),
            },
            "Recap",
          )
        : null,
    ),
  );
}

/**
 * What was ended too soon goes on with one tap, until something else is played or begun.
 * @param {State} state @param {Taps} does
 */
function goesOn(state, does) {
  const last = state.view.evenings.at(-1);
  if (!last) return null;
  const undo = () => void does.send("undo", { entry: last.ended });
  return h("button", { key: "goes-on", type: "button", onclick: undo }, "Reopen the evening");
}

/**
 * Whether dice fell since the last evening ended.
 * @param {State} state
 */
function isPlayedSince(state) {
  const ended = Math.max(0, ...state.view.evenings.map((each) => each.ended));
  const fell = (/** @type {Entry} */ { kind, number }) =>
    kind === "thrown" && number > ended && !state.view.undone.includes(number);
  return [...state.log.values()].some(fell);
}

/**
 * The evening is over, and what it was is read at once; rolls that still wait are named before.
 * @param {State} state @param {Taps} does @param {string} [going]
 */
function endEvening(state, does, going) {
  const evening = going || `e${state.view.evenings.length + 1}`;
  const end = async () => {
    if (await does.send("end_evening", {})) read(does, "recap", evening);
  };
  const rolls = state.view.rolls.filter(isLive);
  if (rolls.length) does.confirm(`${stillOpen(state, rolls)}\nEnd the evening all the same?`, () => void end());
  else void end();
}

/**
 * What waits, a line for each, as the strip tells it to whoever is to say it.
 * @param {State} state @param {Roll[]} rolls
 */
function stillOpen(state, rolls) {
  const owes = (/** @type {Roll} */ { status, open_dues }) =>
    status === "done" && open_dues.every(({ answers }) => !answers.length);
  const owed = (/** @type {string} */ each, /** @type {number} */ at, /** @type {string[]} */ all) => {
    const times = all.filter((one) => one === each).length;
    return all.indexOf(each) < at ? [] : times > 1 ? `${times} times ${each}` : each;
  };
  const told = (/** @type {Roll} */ roll) =>
    owes(roll)
      ? `${characterName(state, roll.character)} · ${listedDues(roll).flatMap(owed).join(", ")}`
      : waitsWith(state, roll);
  return `Still open: ${rolls.map(told).join("\n")}`;
}
