// Two to five filings side by side: what their bets are worth, then only what differs.

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { chooser, refusal, waiting } from "./desk.js";
import { percent } from "./chart.js";

const MOST = 5;
const KINDS = [["rule", "Rules"], ["collection", "Collection"], ["prose", "Also ordered, in each text's own way"]];
// What decides money stands first.
const MONEY = /^(pay_table|spot|game|settlement|collection|option)\b/;

export async function show(body, rest, filings) {
  const chosen = rest.join("/").split("+").filter((id) => filings.some((one) => one.id === id)).slice(0, MOST);
  const go = (ids) => { location.hash = `/desk/compare/${[...new Set(ids.filter(Boolean))].join("+")}`; };
  const places = chosen.length < MOST ? [...chosen, ""] : chosen;
  const form = [
    h("h1", {}, "Compare"),
    h("div", { class: "compare-choose" }, places.map((id, i) => chooser(`compare-${i}`, i < chosen.length ? `Filing ${i + 1}` : "One more", filings, id, (value) => go(places.map((old, at) => (at === i ? value : old)))))),
  ];
  if (chosen.length < 2) {
    fit(body, form, h("p", { class: "soft" }, "Choose two filings or more, up to five."));
    return;
  }
  fit(body, form, waiting());
  try {
    const found = await api.call(`/api/compare?${chosen.map((id) => `filing=${encodeURIComponent(id)}`).join("&")}`);
    fit(body, form, odds(found), KINDS.map(([kind, title]) => table(found, kind, title)), readings(found));
  } catch (error) {
    fit(body, form, refusal(error));
  }
}

const heads = (found) => found.filings.map((one) => h("th", { scope: "col" }, one.title, h("span", { class: "soft small" }, ` ${one.house}`)));

/** What each bet is worth to the bettor in each house. */
function odds(found) {
  const names = [...new Set(Object.values(found.bets).flatMap((bets) => Object.keys(bets)))];
  if (!names.length) return h("p", { class: "soft" }, "Odds are counted for games against a player-dealer only.");
  return h("div", { class: "wide" }, h("table", { class: "desk-table" }, h("caption", {}, "What each bet costs the bettor, per unit"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Bet"), heads(found))),
    h("tbody", {}, names.map((name) => {
      const edges = found.filings.map((one) => found.bets[one.id][name]?.edge);
      const known = edges.filter((edge) => edge !== undefined);
      const least = Math.min(...known);
      return h("tr", {}, h("th", { scope: "row" }, capital(name.replaceAll("_", " "))), edges.map((edge) => h("td", { class: "amount" },
        edge === undefined ? "not offered" : percent(edge, 3),
        edge !== undefined && known.length > 1 && edge > least + 1e-9 && h("span", { class: "soft small" }, ` +${percent(edge - least, 3)}`))));
    }))));
}

/** Doubts of the texts that not all of them share, and how each is read. */
function readings(found) {
  const names = [...new Set(Object.values(found.readings).flatMap((taken) => Object.keys(taken)))];
  return names.length > 0 && h("div", { class: "wide", "data-kind": "readings" }, h("table", { class: "desk-table compared" }, h("caption", {}, `Readings that not all take: ${names.length}`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Reading"), heads(found))),
    h("tbody", {}, names.map((name) => h("tr", {}, h("th", { scope: "row" }, name), found.filings.map((one) => h("td", {}, capital(found.readings[one.id][name] ?? ""))))))));
}

function table(found, kind, title) {
  const rows = found.rows.filter((row) => row.kind === kind).sort((a, b) => MONEY.test(b.path) - MONEY.test(a.path));
  if (!rows.length) return null;
  return h("div", { class: "wide", "data-kind": kind }, h("table", { class: "desk-table compared" }, h("caption", {}, `${title}: ${rows.length} ${rows.length === 1 ? "difference" : "differences"}`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Rule"), heads(found))),
    h("tbody", {}, rows.map((row) => h("tr", {}, h("th", { scope: "row" }, capital(row.about)),
      row.texts.map((text, i) => h("td", {}, capital(text), row.cites[i] && h("span", { class: "cite" }, row.cites[i]))))))));
}
