// A ruling that is kept, on a page of its own to print and sign; the desk's records list them.

import { define, fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital, complain, dialog } from "../parts/dialog.js";
import { copyLink, saveJson } from "../parts/taking.js";
import { pieces } from "../pieces/suits.js";
import "../pieces/card.js";
import { settlementSheet } from "./sheet.js";

export const RULES = ["house", "floor", "office"]; // the roles that keep rulings

/** Ask for what the record should say, then keep the ruling and show it. */
export async function keepRuling(file) {
  const field = (id, label) => h("div", { class: "field" }, h("label", { for: id }, label), h("input", { id, autocomplete: "off" }));
  const form = h("form", { class: "stack" }, field("ruling-table", "Table"), field("ruling-names", "Names of those concerned"), field("ruling-note", "Note"),
    h("button", { class: "primary", type: "submit", "data-do": "keep-now" }, "Keep the ruling"));
  const opened = dialog("Keep the ruling", form);
  const read = (id) => form.querySelector(`#${id}`).value.trim();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const body = { file, table: read("ruling-table"), names: read("ruling-names"), note: read("ruling-note") };
    api.call("/api/rulings", { method: "POST", body }).then((made) => {
      opened.close();
      location.hash = `#/ruling/${made.link}`;
    }).catch(complain);
  });
}

const when = (at) => new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

class Ruling extends HTMLElement {
  async connectedCallback() {
    try {
      const found = await api.call(`/api/rulings/${this.getAttribute("which")}`);
      const sheet = found.filing ? await api.filing(found.filing) : { title: "Poker" };
      fit(this, page(found, sheet));
    } catch (error) {
      fit(this, h("div", { class: "adjudicate" }, h("h1", {}, "No ruling"), h("p", { role: "alert" }, capital(error.message))));
    }
  }
}

function page(found, sheet) {
  return h("div", { class: "adjudicate ruling-page" },
    h("div", {}, h("h1", {}, `Ruling ${found.number}`),
      h("p", {}, [when(found.at), found.table && `table ${found.table}`, found.names, `ruled by ${found.by}`].filter(Boolean).join(" · ")),
      found.note && h("p", {}, found.note)),
    h("div", { class: "no-print row" },
      h("button", { onclick: () => print() }, "Print"), h("button", { onclick: () => copyLink(location.href, "Whoever has it sees this ruling.") }, "Copy the link"), h("button", { "data-do": "pdf", onclick: () => api.download(`/api/rulings/${found.link}/pdf`, `ruling-${found.number}.pdf`).catch(complain) }, "PDF"), h("button", { "data-do": "json", onclick: () => saveJson(found, `ruling-${found.number}.json`) }, "JSON")),
    lay(found.file),
    settlementSheet(found.answer, sheet, found.file),
    steps(found.answer.explain ?? []),
    h("div", { class: "signatures" }, h("p", {}, "Floor"), h("p", {}, "Player")));
}

/** The cards as they lay. */
function lay(file) {
  const named = file.bank
    ? [["Bank", file.bank.cards], ["Board", file.board], ...Object.entries(file.hands ?? {}), ...(file.seat ?? []).map((one) => [`Seat ${one.number}`, [one.cards, one.draws].filter(Boolean).join(" ")])]
    : [...(file.player ?? []).map((one, i) => [`Player ${i + 1}`, [one.top, one.middle, one.bottom].join("")]), ...(file.actions ?? []).filter((act) => act.startsWith("d ")).map((act) => {
      const words = act.split(" ");
      return [words[1] === "db" ? "Board" : `Player ${words[2].slice(1)}`, words.at(-1)];
    })];
  const amiss = (file.error ?? file._errors ?? []).map((one) => [one.kind.replaceAll("-", " "), one.cards]);
  return h("dl", { class: "lay" }, [...named, ...amiss].filter(([, cards]) => cards).map(([name, cards]) => h("div", {},
    h("dt", {}, capital(name)), h("dd", {}, pieces(cards).map((card) => h("hw-card", { card, small: true }))))));
}

function steps(explain) {
  return explain.length > 0 && h("section", { class: "stack tight" }, h("h2", {}, "Step by step"), h("ol", { class: "small" }, explain.map((one) => h("li", {}, `${capital(one.fact)}: ${one.follows}`, one.clause && h("span", { class: "cite" }, ` ${one.clause}`)))));
}

define("hw-ruling", Ruling);
