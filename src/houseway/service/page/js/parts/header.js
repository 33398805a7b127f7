// <hw-header>: the bar on every page; name and chips, theme, settings.

import { define, fit, h, style } from "./dom.js";
import { icon, mark } from "./icons.js";
import { cents, money } from "./money.js";
import * as api from "./api.js";
import { choose, settings } from "./settings.js";
import { complain, dialog } from "./dialog.js";

class Header extends HTMLElement {
  connectedCallback() {
    this.stop = api.onAccount(() => this.render());
    addEventListener("hashchange", () => this.render());
    this.render();
  }

  disconnectedCallback() {
    this.stop();
  }

  render() {
    const place = location.hash.replace(/^#\/?/, "").split("/")[0];
    this.hidden = place === "table";
    const account = api.me();
    const here = (name) => (place === name ? "page" : undefined);
    fit(this,
      h("header", { class: "top" },
        h("a", { class: "brand", href: "#/", "aria-label": "Houseway, the lobby" }, mark(), h("span", { class: "brand-word" }, "Houseway")),
        h("nav", { "aria-label": "Pages" },
          h("a", { href: "#/", "aria-current": here("") }, "Lobby"),
          h("a", { href: "#/adjudicate", "aria-current": here("adjudicate") }, "Adjudicate"),
          h("a", { href: "#/desk", "aria-current": here("desk") }, "Desk"),
        ),
        h("span", { class: "grow" }),
        account && h("button", { class: "plain small account", onclick: () => accountDialog() },
          icon("person"),
          h("span", { class: "account-name" }, account.name),
          h("span", { class: "figure soft" }, money(cents(account.chips))),
          h("span", { class: "sr-only" }, "play chips; your account"),
        ),
        themeButton(() => this.render()),
        h("button", { class: "plain icon", "aria-label": "Settings", title: "Settings", onclick: () => settingsDialog() }, icon("gear")),
      ),
    );
  }
}

/** The switch between light and dark. */
export function themeButton(after) {
  const light = document.documentElement.dataset.theme === "light";
  const label = light ? "Switch to dark" : "Switch to light";
  return h("button", {
    class: "plain icon", "aria-label": label, title: label,
    onclick: () => {
      choose("theme", light ? "dark" : "light");
      after();
    },
  }, icon(light ? "moon" : "sun"));
}

const CHOICES = [
  ["theme", "Colours", [["system", "As the device"], ["dark", "Dark"], ["light", "Light"]]],
  ["deck", "Deck", [["two", "Two colours"], ["four", "Four colours"]]],
  ["motion", "Motion", [["system", "As the device"], ["still", "No motion"]]],
  ["sound", "Sound", [["off", "Off"], ["on", "On"]]],
  ["talk", "What others say at the table", [["on", "Shown"], ["off", "Not shown"]]],
];

export function settingsDialog() {
  const chosen = settings();
  dialog("Settings", h("div", { class: "stack" },
    CHOICES.map(([name, title, values]) =>
      h("fieldset", {},
        h("legend", {}, title),
        h("div", { class: "row" },
          values.map(([value, words]) =>
            h("label", { class: "check" },
              h("input", {
                type: "radio", name, value, checked: chosen[name] === value,
                onchange: () => {
                  choose(name, value);
                  document.querySelector("hw-header")?.render();
                },
              }),
              words,
            ),
          ),
        ),
      ),
    ),
    h("p", { class: "soft small" }, "Kept in this browser only."),
  ));
}

/** Loaded when it is asked for: most people never do. */
async function accountDialog() {
  try {
    const [{ accountDialog: open }] = await Promise.all([import("../account/account.js"), style("account"), style("panels")]);
    open();
  } catch {
    complain(new Error("This part could not be loaded. Check the connection and try again."));
  }
}

define("hw-header", Header);
