// <hw-hand>: a finished hand by its address, to be shown to others.

import { define, fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { replay } from "./replay.js";
import "../pieces/card.js";
import "../pieces/chips.js";
import "../pieces/ring.js";

const WORKS = ["house", "floor", "office"];

class Hand extends HTMLElement {
  async connectedCallback() {
    const [id, round] = this.getAttribute("which").split("/");
    fit(this, h("p", { class: "loading soft", role: "status" }, "Fetching the hand…"));
    try {
      const account = api.me() ?? (await api.refreshAccount());
      const found = await api.call(`/api/tables/${id}/rounds/${round}`);
      const table = { ...found.table, id };
      const [home, words] = !table.closed ? [`#/table/${id}`, "To the table"] : WORKS.includes(account?.role) ? [`#/desk/records/table/${id}`, "All hands of the table"] : ["#/", "To the lobby"];
      const model = { table, poker: table.kind === "poker", you: account?.name ?? null };
      fit(this, h("div", { class: "page-column" },
        h("h1", {}, table.title),
        h("p", { class: "soft" }, [table.house, `table ${id}${table.closed ? ", closed" : ""}`, "play chips"].join(" · ")),
        replay(model, found, () => (location.hash = home), words)));
      document.title = `Hand ${round} · ${table.title} · Houseway`;
    } catch (error) {
      fit(this, h("div", { class: "page-column" }, h("p", { class: "error-box", role: "alert" }, capital(error.message)), h("p", {}, h("a", { href: "#/" }, "To the lobby"))));
    }
  }
}

define("hw-hand", Hand);
