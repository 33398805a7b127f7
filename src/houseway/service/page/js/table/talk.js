// What people say at a table: a few phrases, heard by those who play here, and forgotten.

import { h } from "../parts/dom.js";
import { dialog } from "../parts/dialog.js";

export const PHRASES = {
  hello: "Hello!", "good-luck": "Good luck", "nice-hand": "Nice hand", "well-played": "Well played", unlucky: "Unlucky!",
  "thank-you": "Thank you", "one-moment": "One moment, please", "back-soon": "Back soon", "good-night": "Good night",
};
const HEARD = 5000; // milliseconds that words are seen

/** The words heard a moment ago, by name. */
export class Talk {
  words = new Map();

  constructor(changed) {
    this.changed = changed;
  }

  hear({ name, phrase }) {
    const said = PHRASES[phrase];
    if (!said) return;
    clearTimeout(this.words.get(name)?.timer);
    const timer = setTimeout(() => {
      this.words.delete(name);
      this.changed();
    }, HEARD);
    this.words.set(name, { said, timer });
    this.changed();
  }

  stop() {
    for (const { timer } of this.words.values()) clearTimeout(timer);
    this.words.clear();
  }
}

/** Choose what to say. */
export function talkDialog(say) {
  dialog("Say to the table", (close) => h("div", { class: "phrases" },
    Object.entries(PHRASES).map(([phrase, words]) => h("button", {
      type: "button", "data-phrase": phrase, onclick: () => {
        close();
        say(phrase);
      },
    }, words)),
    h("p", { class: "soft small" }, "Everybody who plays here hears it. Nothing of it is kept.")));
}
