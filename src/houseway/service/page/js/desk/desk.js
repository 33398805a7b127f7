// <hw-desk>: the office's pages beside the lobby, each by an address of its own.
//
// #/desk/filings, #/desk/filing/HOUSE/GAME/…, #/desk/compare/ID+ID, #/desk/check, #/desk/odds/HOUSE/GAME,
// #/desk/bank/…, #/desk/draft/…, #/desk/hands, #/desk/login, and for those who work here #/desk/records and #/desk/house

import { define, fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital } from "../parts/dialog.js";

const PAGES = {
  filings: { title: "Filings", about: "Find a rule in any house's text, and what holds it.", load: () => import("./filings.js") },
  compare: { title: "Compare", about: "What houses do differently, money first.", load: () => import("./compare.js") },
  check: { title: "Check", about: "What is wrong or doubtful, in our filings or in a draft of yours.", load: () => import("./check.js") },
  odds: { title: "Odds", about: "Every bet of every house: edge, spread, distribution, how to play.", load: () => import("./odds.js") },
  bank: { title: "Bank", about: "The player-dealer's seat: simulations, ruin, schedules compared, all houses.", load: () => import("./bank.js") },
  draft: { title: "Draft", about: "Write a filing: completion, findings as you type, its rules, sign and odds beside it.", load: () => import("./draft.js") },
  hands: { title: "Hands", about: "Settle or replay a file, set a hand the house way, equities.", load: () => import("./hands.js") },
  records: { title: "Records", about: "Tables and hands, the drop against the count, the rotation, logs verified.", staff: true, load: () => import("./records.js") },
  house: { title: "House", about: "Tables opened, changed and closed; accounts; who did what.", staff: true, load: () => import("./house.js") },
};
const WITHIN = { filing: "filings" };

const LOG_IN = { title: "Log in", about: "For those who work here: records, reports, tables, accounts." };

const works = () => ["house", "floor", "office"].includes(api.me()?.role);

class Desk extends HTMLElement {
  async connectedCallback() {
    const [place = "", ...rest] = this.getAttribute("which").split("/");
    const name = WITHIN[place] ?? place;
    const page = PAGES[name];
    const body = h("div", { class: "desk-body" });
    const nav = h("nav", { class: "desk-nav", "aria-label": "Desk" });
    const known = api.me() || !api.token() ? null : api.resume();
    this.replaceChildren(h("div", { class: "desk" }, nav, body));
    const draw = () => {
      const own = [...Object.entries(PAGES).filter(([, one]) => !one.staff || works()), ...(works() || api.token() && !api.me() ? [] : [["login", LOG_IN]])];
      fit(nav, own.map(([key, one]) => h("a", { href: `#/desk/${key}`, "aria-current": key === name ? "page" : undefined }, one.title)));
      nav.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
      if (!page && name !== "login") fit(body, h("h1", {}, "Desk"), h("ul", { class: "desk-home" }, own.map(([key, one]) =>
        h("li", {}, h("a", { href: `#/desk/${key}` }, one.title), h("p", { class: "soft" }, one.about)))));
    };
    draw();
    known?.then(draw, () => {});
    if (name === "login") {
      await known?.catch(() => null);
      if (works()) location.replace("#/desk");
      else (await import("./login.js")).logIn(body, "Log in", () => { location.hash = works() ? "#/desk" : "#/"; }, { everybody: true });
      return;
    }
    if (!page) return;
    document.title = `${page.title} · Desk · Houseway`;
    fit(body, h("h1", {}, page.title), waiting());
    try {
      if (page.staff) await known;
      if (page.staff && !works()) {
        const { logIn } = await import("./login.js");
        logIn(body, page.title, () => this.connectedCallback());
        return;
      }
      const [part, filings] = await Promise.all([page.load(), api.call("/api/filings")]);
      if (this.isConnected) await part.show(body, rest, filings, place);
    } catch (error) {
      fit(body, h("h1", {}, page.title), refusal(error));
    }
  }
}

/** A moment as people write it, in their own time. */
export const when = (at) => new Date(at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });

export const waiting = (words = "Working it out…") => h("p", { class: "soft", role: "status" }, words);

/** A page of others, by its address. */
export const notYours = ({ title, roles }) => [h("h1", {}, title), h("p", { role: "alert" }, `This page is for ${roles.map((role) => `the ${role}`).join(" and ")}.`)];

/** An answer that was refused, in the service's words. */
export function refusal(error) {
  const where = error.where?.replace(/^(body|query|path)\./, "").replaceAll("_", " ");
  return h("p", { class: "error-box", role: "alert" }, h("span", { class: "where" }, where ? `${capital(where)}: ` : ""), capital(error.message), error.cite && h("span", { class: "cite" }, ` ${error.cite}`));
}

/** What a house may choose of an option, and how that is said. */
export const choicesOf = (option) => (option.span ? Array.from({ length: option.span[1] - option.span[0] + 1 }, (_, i) => option.span[0] + i) : option.values);
export const choiceWords = (value) => ({ true: "yes", false: "no" }[String(value)] ?? String(value).replaceAll(/[-_]/g, " "));

/** A choice among the filings of the catalogue, by house. */
export function chooser(id, label, filings, chosen, choose, none = "Choose a filing", more = {}) {
  const houses = [...new Set(filings.map((one) => one.house))];
  return h("div", { class: "field" }, h("label", { for: id }, label),
    h("select", { id, value: chosen, ...more, onchange: (event) => choose(event.target.value) },
      h("option", { value: "", selected: !chosen }, none),
      houses.map((house) => h("optgroup", { label: house }, filings.filter((one) => one.house === house).map((one) =>
        h("option", { value: one.id, selected: one.id === chosen }, `${one.title} · ${one.house}`))))));
}

// On paper nothing is folded away.
const unfolded = new Set();
addEventListener("beforeprint", () => {
  for (const one of document.querySelectorAll(".desk-body details:not([open])")) {
    unfolded.add(one);
    one.open = true;
  }
});
addEventListener("afterprint", () => {
  for (const one of unfolded) one.open = false;
  unfolded.clear();
});

define("hw-desk", Desk);
