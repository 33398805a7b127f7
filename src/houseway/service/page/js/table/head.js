// The bar above a table: the way back, what is played for what, the drawers, and the menu.

import { h } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { settingsDialog, themeButton } from "../parts/header.js";
import { me } from "../parts/api.js";
import { isPatron } from "../net/model.js";
import { mayRule } from "../floor/console.js";
import { wordDialog } from "./fairness.js";

export function tableHead(view) {
  const { model } = view;
  const table = model?.table;
  const seated = model && isPatron(model);
  const out = model?.seats.get(model.seat)?.sitting_out;
  const tools = table ? [
    ["book", "Rules", () => view.drawer("rules")],
    ["coach", "Coach", () => view.drawer("coach")],
    ["sign", "Sign", () => view.drawer("sign")],
    ["clock", "History", () => view.drawer("history")],
    ...(model.scoreboard ? [["grid", "Scoreboard", () => view.drawer("scoreboard")]] : []),
  ] : [];
  const shut = (event) => event.currentTarget.closest("details").removeAttribute("open");
  const entry = (label, action, name) => h("button", {
    class: "plain", "data-do": name, onclick: (event) => {
      shut(event);
      action();
    },
  }, label);
  return h("header", { class: "top table-top" },
    h("a", { class: "button plain icon-link", href: "#/", "aria-label": "Back to the lobby" }, icon("back")),
    h("div", { class: "table-title" },
      h("h1", {}, table?.title ?? "Table"),
      table && h("span", { class: "soft small" }, [table.house, table.played_for, table.private && "private", table.pace_name !== "normal" && table.pace_name, "play chips"].filter(Boolean).join(" · ")),
    ),
    h("span", { class: "grow" }),
    tools.map(([name, label, action]) => h("button", {
      class: "plain small tool", "aria-label": label, title: label, "data-tool": name, onclick: action,
    }, icon(name), h("span", { class: "tool-word" }, label))),
    h("details", { class: "menu" },
      h("summary", { class: "button plain small", "aria-label": "More" }, icon("more")),
      h("div", { class: "menu-list" },
        tools.slice(1).map(([, label, action]) => h("span", { class: "phone-only" }, entry(label, action))),
        model?.promise && entry("The next shuffle", () => wordDialog(model, (name, more) => view.act(name, more)), "shuffle"),
        table && entry("Invite others", () => view.invite(), "invite"),
        seated && entry("Say something", () => view.talks(), "say"),
        seated && entry("Get chips", () => view.chips(), "chips"),
        seated && !out && entry("Sit out", () => view.act("sit_out"), "sit_out"),
        seated && entry("Leave the table", () => view.leave(), "leave"),
        mayRule(me()) && entry("Floor", () => view.floor(), "floor"),
        entry("Settings", () => settingsDialog(), "settings"),
      ),
    ),
    h("span", { class: "wide-only" }, themeButton(() => view.render())),
  );
}
