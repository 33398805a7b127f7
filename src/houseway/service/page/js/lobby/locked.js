// <hw-locked>: what cannot be read, for the house: tables (why, the log, closing) and files of filings.

import { define, fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital, complain, dialog, toast } from "../parts/dialog.js";
import { cents, money } from "../parts/money.js";

class Locked extends HTMLElement {
  drawsItself = true;
  tables = [];
  files = [];

  connectedCallback() {
    this.load();
  }

  async load() {
    try {
      [this.tables, this.files] = await Promise.all([api.call("/api/locked"), api.call("/api/not-loaded")]);
      this.render();
    } catch (error) {
      complain(error);
    }
  }

  render() {
    fit(this, this.files.length > 0 && h("section", { "aria-labelledby": "not-loaded" },
      h("h2", { id: "not-loaded" }, "Filings that are not loaded"),
      h("ul", { class: "tables" }, this.files.map((one) => h("li", { "data-key": one.file },
        h("div", { class: "table-words" },
          h("strong", {}, one.id || one.file),
          h("span", { class: "small" }, `${one.error.where || one.file}: ${one.error.message}`),
        ),
      ))),
    ), this.tables.length > 0 && h("section", { "aria-labelledby": "locked" },
      h("h2", { id: "locked" }, "Locked tables"),
      h("p", { class: "soft" }, "A record of these tables cannot be read, so nobody can play at them. All others go on."),
      h("ul", { class: "tables" }, this.tables.map((one) => h("li", { "data-key": one.id },
        h("div", { class: "table-words" },
          h("strong", {}, one.filing),
          h("span", { class: "small" }, `${capital(one.why.where || one.id)}: ${one.why.message}`),
          h("span", { class: "soft small" }, `${one.good} of ${one.records} records hold · ${owed(one)}`),
        ),
        h("button", { class: "small", "aria-label": `Take the log of ${one.filing}`, onclick: () => this.take(one) }, "Log"),
        h("button", { class: "small danger", "aria-label": `Close ${one.filing}`, onclick: () => this.close(one) }, "Close"),
      ))),
    ));
  }

  async take(one) {
    try {
      await api.download(`/api/tables/${one.id}/sealed-log`, `table-${one.id}.log`);
    } catch (error) {
      complain(error);
    }
  }

  async close(one) {
    const { closed } = dialog("Close this table", (done) => h("div", { class: "stack" },
      h("p", {}, `${one.filing} is closed for good. By its last good record, a hand in play being void, the chips go back: ${owed(one)}. The log stays as it was found.`),
      h("div", { class: "row" },
        h("button", { class: "danger", onclick: () => done(true) }, "Close and return the chips"),
        h("button", { onclick: () => done(false) }, "Not now"),
      ),
    ));
    if (!(await closed)) return;
    try {
      await api.call(`/api/locked/${one.id}/close`, { method: "POST" });
      toast("The table is closed and the chips are returned.");
    } catch (error) {
      complain(error);
    }
    this.load();
  }
}

function owed(one) {
  const all = Object.entries(one.owed).map(([name, amount]) => `${money(cents(amount))} to ${name}`);
  return all.join(", ") || "nobody has chips there";
}

define("hw-locked", Locked);
