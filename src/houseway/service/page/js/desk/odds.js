// Odds: a league of all houses, and every bet of one filing with its distribution and how to play.

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { chooser, refusal, waiting } from "./desk.js";
import { distribution, percent, signed } from "./chart.js";

export async function show(body, [house, game, chosen = ""], filings) {
  const counted = filings.filter((one) => one.kind === "player-dealer");
  const go = (id) => { location.hash = id ? `/desk/odds/${id}` : "/desk/odds"; };
  const id = house ? `${house}/${game}` : "";
  const top = [h("h1", {}, "Odds"), chooser("odds-filing", "Filing", counted, id, go)];
  fit(body, top, waiting());
  if (!id) {
    fit(body, top, await league());
    return;
  }
  try {
    const [sheet, report] = await Promise.all([api.filing(id), api.call(`/api/filings/${id}/odds?${decodeURIComponent(chosen)}`)]);
    fit(body, top, options(id, sheet, report), summary(report), Object.entries(report.bets).map(([name, bet]) => inFull(name, bet)), assumed(report));
  } catch (error) {
    fit(body, top, refusal(error));
  }
}

const label = (name) => capital(name.replaceAll("_", " "));
const sure = (bet) => {
  if (bet.exact) return "exact";
  if (bet.standard_error) return `sampled, standard error ${percent(bet.standard_error, 3)}`;
  return bet.error_bound ? `counted, within ${percent(bet.error_bound, 3)}` : "counted";
};
const head = (title, i) => h("th", { scope: "col", class: i > 0 ? "amount" : undefined }, title);

async function league() {
  const rows = await api.call("/api/league");
  rows.sort((a, b) => a.edge - b.edge);
  return h("div", { class: "wide" }, h("table", { class: "desk-table" }, h("caption", {}, `All ${rows.length} bets of all houses, the cheapest first`),
    h("thead", {}, h("tr", {}, ["Bet", "Game", "House"].map((title) => h("th", { scope: "col" }, title)), ["Edge", "Spread", "Wins"].map((title) => head(title, 1)), h("th", { scope: "col" }, "How sure"))),
    h("tbody", {}, rows.map((row) => h("tr", {},
      h("th", { scope: "row" }, label(row.bet)), h("td", {}, h("a", { href: `#/desk/odds/${row.filing}` }, row.title)), h("td", {}, row.house),
      h("td", { class: `amount ${row.edge < 0 ? "win" : ""}` }, percent(row.edge, 3)), h("td", { class: "amount" }, row.sd.toFixed(3)), h("td", { class: "amount" }, percent(row.hit)), h("td", { class: "soft small" }, sure(row)))))));
}

/** Choices of the house that change the odds, switched in place. */
function options(id, sheet, report) {
  const filed = (sheet.option ?? []).filter((one) => one.name in report.options || one.values?.length);
  const decks = sheet.deck?.decks ?? [];
  const go = (changes) => {
    const wanted = { ...report.options, ...changes.options };
    const query = [`decks=${changes.decks ?? report.decks}`, ...Object.entries(wanted).map(([name, value]) => `option=${encodeURIComponent(`${name}=${value}`)}`)].join("&");
    location.hash = `/desk/odds/${id}/${encodeURIComponent(query)}`;
  };
  const choices = (one) => (one.values ?? one.among ?? [true, false]);
  return h("div", { class: "row" },
    decks.length === 2 && decks[0] !== decks[1] && h("div", { class: "field" }, h("label", { for: "odds-decks" }, "Decks"),
      h("select", { id: "odds-decks", value: String(report.decks), onchange: (event) => go({ decks: event.target.value }) },
        Array.from({ length: decks[1] - decks[0] + 1 }, (_, i) => h("option", { value: String(decks[0] + i), selected: decks[0] + i === report.decks }, decks[0] + i)))),
    filed.map((one) => h("div", { class: "field" }, h("label", { for: `odds-${one.name}` }, label(one.name)),
      h("select", { id: `odds-${one.name}`, value: String(report.options[one.name] ?? one.default ?? ""), onchange: (event) => go({ options: { [one.name]: event.target.value } }) },
        choices(one).map((value) => h("option", { value: String(value), selected: String(value) === String(report.options[one.name] ?? one.default) }, String(value)))))));
}

function summary(report) {
  return h("div", { class: "wide" }, h("table", { class: "desk-table" }, h("caption", {}, `Every bet, ${report.decks} ${report.decks === 1 ? "deck" : "decks"}`),
    h("thead", {}, h("tr", {}, ["Bet", "Expected", "Edge", "Spread", "Wins", "Bank's side"].map(head), h("th", { scope: "col" }, "How sure"))),
    h("tbody", {}, Object.entries(report.bets).map(([name, bet]) => h("tr", {}, h("th", { scope: "row" }, label(name)),
      h("td", { class: "amount" }, signed(bet.ev, 6)), h("td", { class: "amount" }, percent(bet.edge, 3)), h("td", { class: "amount" }, bet.sd.toFixed(4)),
      h("td", { class: "amount" }, percent(bet.hit)), h("td", { class: "amount" }, signed(bet.player_dealer?.ev ?? -bet.ev, 6)), h("td", { class: "soft small" }, sure(bet)))))));
}

function inFull(name, bet) {
  return h("section", { class: "panel stack", "data-bet": name },
    h("h2", {}, label(name)),
    bet.fraction && h("p", { class: "small soft" }, `Expected ${bet.fraction} of a unit, exactly.`),
    distribution(`What a unit on ${label(name).toLowerCase()} brings`, bet.unit.replaceAll("_", " "), bet.distribution),
    strategy(bet.strategy),
    bet.assumed?.length > 0 && h("ul", { class: "small soft" }, bet.assumed.map((line) => h("li", {}, capital(line)))));
}

/** A chart of play: rows by the own hand, columns by what the bank shows; hovering gives the costs. */
function strategy(found) {
  if (!found) return null;
  const frequencies = Object.entries(found.frequencies ?? {});
  return h("details", {}, h("summary", {}, "How to play"),
    frequencies.length > 0 && h("p", {}, frequencies.map(([choice, share]) => `${choice} ${percent(share)}`).join(" · ")),
    grid(found.chart ?? {}));
}

function grid(chart) {
  const rows = Object.entries(chart);
  if (!rows.length) return null;
  const inner = rows.map(([, row]) => (row && typeof row === "object" ? Object.keys(row) : ["play"]));
  const columns = [...new Set(inner.flat())];
  const cell = (value) => (Array.isArray(value) ? value.join(", ") : value && typeof value === "object" ? Object.entries(value).map(([key, one]) => `${key} ${one}`).join(", ") : String(value ?? ""));
  return h("div", { class: "wide" }, h("table", { class: "desk-table strategy" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, ""), columns.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, rows.map(([name, row]) => h("tr", {}, h("th", { scope: "row" }, name),
      columns.map((column) => h("td", {}, cell(row && typeof row === "object" ? row[column] : row))))))));
}

function assumed(report) {
  return report.assumed?.length > 0 && h("section", {}, h("h2", {}, "Assumed"), h("ul", { class: "small" }, report.assumed.map((line) => h("li", {}, capital(line)))));
}
