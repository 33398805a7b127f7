// Two things a player can do about the shuffle: add a word to the next one, check the last one.

import { h } from "../parts/dom.js";
import { call } from "../parts/api.js";
import { dialog } from "../parts/dialog.js";
import { isPatron } from "../net/model.js";
import { checkHand } from "./promise.js";

const MARKS = new Map([[true, "✓"], [false, "✗"], [null, "–"]]);
const CLASSES = new Map([[true, "good"], [false, "bad"], [null, "unsure"]]);

/** A finished hand checked in this browser, in words. */
export async function checkedHand(model, round, back) {
  const path = `/api/tables/${model.table.id}/rounds/${round}`;
  const [proof, told] = await Promise.all([call(`${path}/proof`), call(path)]);
  const lines = await checkHand(proof, told.records, model.promises);
  const bad = lines.some(({ good }) => good === false);
  const sure = lines.every(({ good }) => good === true);
  return h("div", { class: "stack check", "data-checked": bad ? "bad" : sure ? "good" : "unsure" },
    h("button", { class: "small", onclick: back }, "All hands"),
    h("h3", {}, bad ? `Hand ${round} does not hold` : sure ? `Hand ${round} holds` : `Hand ${round}, as far as can be said`),
    h("ul", { class: "check-lines" }, lines.map(({ good, words }) => h("li", { class: `check-${CLASSES.get(good)}` },
      h("span", { "aria-hidden": "true" }, `${MARKS.get(good)} `), words))),
    h("p", { class: "soft small" }, "Worked out in this browser from what the house posted before the hand and opened after it."),
  );
}

/** What was posted of the next shuffle, and a field for a word of one's own. */
export function wordDialog(model, act) {
  const { promise } = model;
  if (!promise) return;
  const mine = promise.words.find(([name]) => name === model.you);
  dialog("The next shuffle", (close) => {
    const field = h("input", { id: "shuffle-word", maxlength: 40, autocomplete: "off", "data-word": true });
    const send = (event) => {
      event.preventDefault();
      if (field.value.trim()) act("add_word", { word: field.value.trim() });
      close();
    };
    return h("form", { class: "stack", onsubmit: send },
      h("p", {}, "The house has fixed its order of the cards and posted this fingerprint of it:"),
      h("code", { class: "fingerprint" }, promise.root),
      h("p", {}, "A word of yours turns that order in a way nobody could know when it was fixed. “Check” in the history proves it after the hand."),
      promise.words.length ? h("p", { class: "soft" }, `Words so far: ${promise.words.map(([name, word]) => `${name} “${word}”`).join(", ")}`) : false,
      mine || !isPatron(model) ? false : [
        h("label", { for: "shuffle-word" }, "Your word, for all to see"), field,
        h("button", { class: "primary" }, "Add it"),
      ],
    );
  });
}
