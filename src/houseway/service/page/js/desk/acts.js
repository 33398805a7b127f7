// What those who work here did: who, when, what; found by words and taken away.

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { complain } from "../parts/dialog.js";
import { refusal, waiting, when } from "./desk.js";
import { wide } from "./table.js";

const PAGE = 100;

export async function show(body) {
  let found = [], wanted = "", wrong = null, more = false, turn = 0;
  const address = (extra = "") => `/api/acts?find=${encodeURIComponent(wanted)}&limit=${PAGE}${extra}`;
  const draw = () => fit(body,
    h("h1", {}, "Acts"),
    h("form", { class: "row", role: "search", onsubmit: (event) => { event.preventDefault(); look(body.querySelector("#acts-find").value); } },
      h("div", { class: "field grow" }, h("label", { for: "acts-find" }, "Look for a name, a table, a kind of act"),
        h("input", { id: "acts-find", type: "search", autocomplete: "off", maxlength: 100 })),
      h("button", { class: "primary", type: "submit" }, "Find"),
      ["csv", "json"].map((form) => h("button", { type: "button", "data-do": form, onclick: () => api.download(`/api/acts?find=${encodeURIComponent(wanted)}&limit=1000&form=${form}`, `acts.${form}`).catch(complain) }, form.toUpperCase()))),
    wrong && refusal(wrong),
    found === null ? waiting("Looking…") : wide("What was done", h("table", { class: "desk-table" },
      h("caption", {}, found.length ? "The newest first" : "Nothing is found."),
      h("thead", {}, h("tr", {}, ["When", "Who", "What", "Particulars"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, found.map((one) => h("tr", { "data-key": one.number },
        h("td", {}, h("time", { datetime: one.at }, when(one.at))), h("th", { scope: "row" }, one.by), h("td", {}, `${one.act} ${one.about}`), h("td", { class: "small soft" }, particulars(one.facts))))))),
    more && h("div", {}, h("button", { onclick: older }, "Earlier acts")));
  const look = async (words) => {
    const mine = ++turn;
    [wanted, found] = [words.trim(), null];
    draw();
    try {
      const answers = await api.call(address());
      if (mine !== turn) return;
      [found, wrong, more] = [answers, null, answers.length === PAGE];
    } catch (error) {
      [found, wrong] = [[], error];
    }
    draw();
  };
  async function older() {
    try {
      const answers = await api.call(address(`&before=${found.at(-1).number}`));
      [found, more] = [[...found, ...answers], answers.length === PAGE];
      draw();
    } catch (error) {
      complain(error);
    }
  }
  await look("");
}

/** Facts of an act in a line: what is given, by its name. */
function particulars(facts) {
  const said = (value) => (Array.isArray(value) ? value.join(", ") : value && typeof value === "object" ? particulars(value) : String(value));
  return Object.entries(facts).filter(([, value]) => value !== null && value !== "" && said(value) !== "").map(([name, value]) => `${name.replaceAll("_", " ")} ${said(value)}`).join("; ");
}
