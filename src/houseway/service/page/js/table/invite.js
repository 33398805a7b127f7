// Asking others to a table: its link, and a table of one's own that only the link finds.

import { h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { complain, dialog, toast } from "../parts/dialog.js";

const PACES = [["relaxed", "Relaxed", "twice the time"], ["normal", "Normal", ""], ["quick", "Quick", "half the time"]];

/** The link to a table, and how to open one for oneself. */
export function inviteDialog(table) {
  const link = `${location.origin}${location.pathname}#/table/${table.id}`;
  const address = h("input", { id: "invite-link", readonly: true, value: link, onfocus: (event) => event.target.select() });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link);
      toast("The link is copied.");
    } catch {
      address.select(); // the browser may not let us: they copy it by hand
    }
  };
  let pace = "normal";
  const open = async (close) => {
    try {
      const found = await api.call("/api/quick-seat", { method: "POST", body: { filing: table.filing, pace, private: true } });
      close();
      location.hash = `#/table/${found.table}`;
    } catch (error) {
      complain(error);
    }
  };
  dialog("Invite others", (close) => h("div", { class: "stack" },
    h("div", { class: "field" }, h("label", { for: "invite-link" }, table.private ? "This table is private: whoever has the link finds it" : "The link to this table"), address),
    h("div", { class: "row" }, h("button", { type: "button", class: "primary", "data-do": "copy", onclick: copy }, "Copy the link")),
    h("fieldset", {},
      h("legend", {}, `A private table of ${table.title}`),
      h("div", { class: "row" }, PACES.map(([value, words, more]) => h("label", { class: "check", title: more },
        h("input", { type: "radio", name: "pace", value, checked: value === pace, onchange: () => (pace = value) }), words))),
      h("div", { class: "row" }, h("button", { type: "button", "data-do": "private", onclick: () => open(close) }, "Open it and sit down"))),
  ));
}
