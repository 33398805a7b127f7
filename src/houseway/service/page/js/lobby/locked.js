// <hw-locked>: tables whose records cannot be read, for the house: why, the log, closing.

import { define, fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital, complain, dialog, toast } from "../parts/dialog.js";
import { cents, money } from "../parts/money.js";

class Locked extends HTMLElement {
  drawsItself = true;
  tables = [];

  connectedCallback() {
    this.load();
  }

  async load() {
    try {
      this.tables = await api.call("/api/locked");
      this.render();
    } catch (error) {
      complain(error);
    }
  }

  render() {
    fit(this, this.tables.length > 0 && h("section", { "aria-labelledby": "locked" },
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
