// <hw-hand>: a finished hand by its address, to be shown to others.

import { define, fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { replay } from "./replay.js";
import "../pieces/card.js";
import "../pieces/chips.js";
import "../pieces/ring.js";

class Hand extends HTMLElement {
  async connectedCallback() {
    const [id, round] = this.getAttribute("which").split("/");
    fit(this, h("p", { class: "loading soft", role: "status" }, "Fetching the hand…"));
    try {
      const account = api.me() ?? (await api.refreshAccount());
      const [table, found] = await Promise.all([api.call(`/api/tables/${id}`), api.call(`/api/tables/${id}/rounds/${round}`)]);
      const model = { table, poker: table.kind === "poker", you: account?.name ?? null };
      fit(this, h("div", { class: "page-column" },
        h("h1", {}, table.title),
        h("p", { class: "soft" }, [table.house, table.played_for, "play chips"].join(" · ")),
        replay(model, found, () => (location.hash = `#/table/${id}`), "To the table")));
      document.title = `Hand ${round} · ${table.title} · Houseway`;
    } catch (error) {
      fit(this, h("div", { class: "page-column" }, h("p", { class: "error-box" }, error.message), h("p", {}, h("a", { href: "#/" }, "To the lobby"))));
    }
  }
}

define("hw-hand", Hand);
