// Fields of the floor console.

import { h } from "../parts/dom.js";

export function select(id, label, pairs, value, set) {
  return h("div", { class: "field", "data-key": id },
    h("label", { for: id }, label),
    h("select", { id, value, onchange: (event) => set(event.target.value) },
      h("option", { value: "" }, "choose"), pairs.map(([one, words]) => h("option", { value: one, selected: one === value }, words))));
}

export function line(id, label, value, set, more = {}) {
  return h("div", { class: "field", "data-key": id },
    h("label", { for: id }, label),
    h("input", { id, value, autocomplete: "off", oninput: (event) => set(event.target.value), ...more }));
}

export function amount(id, label, value, set) {
  return line(id, label, value, set, { inputmode: "decimal" });
}

/** Why something is done; nothing is done without it. */
export function reason(view, what) {
  const set = (value) => {
    view.why[what] = value;
    view.draw();
  };
  return line(`why-${what}`, what === "note" ? "What to keep" : "Why", view.why[what] ?? "", set, { maxlength: 200 });
}
