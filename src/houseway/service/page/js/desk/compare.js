// Two to five filings side by side: what their bets are worth, then only what differs.

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { chooser, refusal, waiting } from "./desk.js";
import { percent, signed } from "./chart.js";
import { wide } from "./table.js";

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
    h("div", { class: "compare-choose" }, places.map((id, i) => chooser(`compare-${i}`, i < chosen.length ? `Filing ${i + 1}, ${filings.find((one) => one.id === id).house}` : "One more", filings, id, (value) => go(places.map((old, at) => (at === i ? value : old)))))),
  ];
  if (chosen.length < 2) {
    fit(body, form, h("p", { class: "soft" }, "Choose two filings or more, up to five."));
    return;
  }
  fit(body, form, waiting());
  const asked = chosen.map((id) => `filing=${encodeURIComponent(id)}`).join("&");
  let found, worth = null;
  const draw = () => fit(body, form, h("p", { class: "row no-print" }, h("button", { class: "small", onclick: () => print() }, "Print")),
    odds(found), KINDS.map(([kind, title]) => differences(found, worth, kind, title)), readings(found));
  try {
    found = await api.call(`/api/compare?${asked}`);
    draw();
    worth = await api.call(`/api/compare/worth?${asked}`).catch(() => ({}));
    if (body.isConnected) draw();
  } catch (error) {
    fit(body, form, refusal(error));
  }
}

const heads = (found) => found.filings.map((one) => h("th", { scope: "col" }, h("a", { href: `#/desk/filing/${one.id}` }, one.title), h("span", { class: "soft block" }, one.house)));
const betName = (name) => capital(name.replaceAll("_", " "));

/** What each bet is worth to the bettor in each house, and so to the bank; the cheapest is marked. */
function odds(found) {
  const names = [...new Set(Object.values(found.bets).flatMap((bets) => Object.keys(bets)))];
  if (!names.length) return h("p", { class: "soft" }, "Odds are counted for games against a player-dealer only.");
  return wide("What each bet costs", h("table", { class: "desk-table compared" }, h("caption", {}, "What each bet costs the bettor, per unit"),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Bet"), heads(found))),
    h("tbody", {}, names.map((name) => {
      const edges = found.filings.map((one) => found.bets[one.id][name]?.edge);
      const known = edges.filter((edge) => edge !== undefined);
      const least = Math.min(...known);
      const apart = known.length > 1 && Math.max(...known) > least + 1e-9;
      return h("tr", {}, h("th", { scope: "row" }, betName(name)), edges.map((edge) => h("td", {},
        edge === undefined ? h("span", { class: "soft" }, Object.keys(found.bets[found.filings[edges.indexOf(edge)].id]).length ? "not offered" : "not counted") : h("span", { class: edge < 0 ? "win" : undefined }, percent(edge, 3)),
        apart && edge !== undefined && (edge > least + 1e-9 ? h("span", { class: "lose small" }, ` ${percent(edge - least, 3)} more`) : h("span", { class: "tag" }, "cheapest")))));
    }))),
  h("p", { class: "small soft" }, "Of every unit wagered, by the best play. The bank gains what the bettor loses; below nothing the bettor gains, before fees."));
}

/** Doubts of the texts that not all of them share, and how each is read. */
function readings(found) {
  const names = [...new Set(Object.values(found.readings).flatMap((taken) => Object.keys(taken)))];
  return names.length > 0 && h("div", { class: "wide", "data-kind": "readings", tabindex: 0, role: "region", "aria-label": "Readings" }, h("table", { class: "desk-table compared" }, h("caption", {}, `Readings that not all take: ${names.length}`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Reading"), heads(found))),
    h("tbody", {}, names.map((name) => h("tr", {}, h("th", { scope: "row" }, name), found.filings.map((one) => h("td", {}, capital(found.readings[one.id][name] ?? ""))))))));
}

const most = (worth, path) => Math.max(0, ...(worth?.[path] ?? []).flatMap((changes) => Object.values(changes).map(Math.abs)));

/** Only what differs: first what is worth most, then what else decides money, then the rest. */
function differences(found, worth, kind, title) {
  const rows = found.rows.filter((row) => row.kind === kind).sort((a, b) => most(worth, b.path) - most(worth, a.path) || MONEY.test(b.path) - MONEY.test(a.path));
  if (!rows.length) return null;
  const told = rows.filter((row) => worth?.[row.path]).length;
  const said = kind !== "rule" ? "" : worth === null ? "What the rules below are worth is being counted…" : told ? `What ${told === 1 ? "one" : told} of the rules below would change for a bettor at ${found.filings[0].title}, ${found.filings[0].house}, stands beside ${told === 1 ? "it" : "them"}; the others are not counted one by one.` : "None of the rules below is counted by itself; the bets above have them all together.";
  return [said && h("p", { class: "small soft", role: "status" }, said), h("div", { class: "wide", "data-kind": kind, tabindex: 0, role: "region", "aria-label": title }, h("table", { class: "desk-table compared" }, h("caption", {}, `${title}: ${rows.length} ${rows.length === 1 ? "difference" : "differences"}`),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Rule"), heads(found))),
    h("tbody", {}, rows.map((row) => h("tr", { "data-path": row.path }, h("th", { scope: "row" }, capital(row.about)),
      row.texts.map((text, i) => h("td", {}, capital(text), Object.entries(worth?.[row.path]?.[i] ?? {}).map(([bet, change]) =>
        h("span", { class: `block small ${change > 0 ? "win" : "lose"}`, "data-worth": bet }, `${betName(bet)}: ${signed(change * 100, 3)}% for the bettor, ${signed(-change * 100, 3)}% for the bank`)),
      row.cites[i] && h("span", { class: "cite" }, row.cites[i]))))))))];
}
