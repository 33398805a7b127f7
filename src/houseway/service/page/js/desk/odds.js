// Odds: a league of all houses, and every bet of one filing with its distribution and how to play.

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital, complain } from "../parts/dialog.js";
import { ensureGuest } from "../lobby/guest.js";
import { chooser, choiceWords, choicesOf, refusal, waiting } from "./desk.js";
import { strategyCard } from "./card.js";
import { distribution, percent, signed } from "./chart.js";
import { table, wide } from "./table.js";
import { familyName } from "../lobby/kinds.js";

export async function show(body, [house, game, chosen = ""], filings) {
  const counted = filings.filter((one) => one.kind === "player-dealer");
  const go = (id) => { location.hash = id ? `/desk/odds/${id}` : "/desk/odds"; };
  const id = house ? `${house}/${game}` : "";
  const filing = filings.find((one) => one.id === id);
  const top = () => [h("h1", {}, filing ? `Odds of ${filing.title}` : "Odds"), filing && h("p", { class: "soft" }, [filing.house, filing.approval, id].filter(Boolean).join(" · ")),
    h("div", { class: "row no-print" }, chooser("odds-filing", "Filing", counted, id, go, "All houses"), filing && [h("a", { class: "button small", href: `#/desk/filing/${id}` }, "Rule sheet"), h("a", { class: "button small", href: `#/desk/compare/${id}` }, "Compare"), h("a", { class: "button small", href: `#/desk/bank/${id}` }, "Bank"), h("button", { class: "small", onclick: () => print() }, "Print")])];
  fit(body, top(), waiting());
  if (!id) {
    await league(body, top, await api.call("/api/families"));
    return;
  }
  let turn = 0, last = null;
  const columns = new Map();
  /** What each choice brings in a column of a card, asked for once. */
  const worth = (query) => (column, rows) => {
    const path = `/api/filings/${id}/worth?column=${encodeURIComponent(column)}${rows.map((row) => `&row=${encodeURIComponent(row)}`).join("")}${query ? `&${query}` : ""}`;
    if (!columns.has(path)) {
      columns.set(path, api.call(path));
      columns.get(path).catch(() => columns.delete(path));
    }
    return columns.get(path);
  };
  /** The page for a choice of decks and options; the address follows, nothing is loaded anew. */
  const load = async (query) => {
    const mine = ++turn;
    const place = `#/desk/odds/${id}${query ? `/${encodeURIComponent(query)}` : ""}`;
    if (last) {
      history.replaceState(null, "", place);
      body.querySelector("[data-part=counting]")?.replaceChildren("Counting…");
    }
    try {
      const [sheet, report, cards] = await Promise.all([api.filing(id), api.call(`/api/filings/${id}/odds?${query}`), api.call(`/api/filings/${id}/cards?${query}`)]);
      if (mine !== turn) return;
      const before = last?.bets;
      last = report;
      fit(body, top(), options(sheet, report, load), summary(report, before), hangsOn(sheet, report), parLinks(id, query), Object.entries(report.bets).map(([name, bet]) => inFull(name, bet, cards, worth(query))), assumed(report));
    } catch (error) {
      if (mine === turn) fit(body, top(), last && options(await api.filing(id), last, load), error.code === "too-much-work" ? longCount(id, query) : refusal(error));
    }
  };
  await load(decodeURIComponent(chosen));
}

/** Decks and options of a run as the address has them. */
export const asQuery = ({ decks, option }) => [decks && `decks=${decks}`, ...option.map((one) => `option=${encodeURIComponent(one)}`)].filter(Boolean).join("&");

/** What takes too long for a question is counted as a run, and kept for this page. */
function longCount(id, query) {
  const asked = new URLSearchParams(query);
  const wish = { kind: "odds", filing: id, decks: Number(asked.get("decks")) || null, option: asked.getAll("option") };
  const begin = async () => {
    if (!(await ensureGuest())) return;
    const made = await api.call("/api/jobs", { method: "POST", body: wish });
    location.hash = `/desk/bank/run/${made.id}`;
  };
  return h("div", { class: "stack tight" }, h("p", {}, "These rules have not been counted before, and counting them takes longer than a page waits."),
    h("div", {}, h("button", { class: "primary", "data-do": "count", onclick: () => begin().catch(complain) }, "Count them")));
}

/** The sheet for the laboratory, in every kind of file. */
const parLinks = (id, query) => h("p", { class: "row no-print" }, "PAR sheet", [["pdf", "PDF"], ["html", "page"], ["tex", "TeX"], ["json", "JSON"]].map(([form, words]) => h("a", { class: "button small", href: `/api/filings/${id}/par?${[query, `form=${form}`].filter(Boolean).join("&")}`, target: "_blank", rel: "noopener" }, words)));

const label = (name) => capital(name.replaceAll("_", " "));
const sure = (bet) => {
  if (bet.exact) return "exact";
  if (bet.standard_error) return `sampled, standard error ${percent(bet.standard_error, 3)}`;
  return bet.error_bound ? `counted, within ${percent(bet.error_bound, 3)}` : "counted";
};
const head = (title, i) => h("th", { scope: "col", class: i > 0 ? "amount" : undefined }, title);

const EDGE = "Edge: what the bettor loses of a unit wagered, by the best play and before fees; below nothing the bettor gains. Spread: the standard deviation of a unit. Wins: how often anything is won.";

/** Every bet of every house, narrowed by game, in any order. */
async function league(body, top, families) {
  const rows = await api.call("/api/league");
  const order = { at: 3 };
  let family = "";
  const draw = () => {
    const kept = rows.filter((row) => !family || row.family === family);
    fit(body, top(), h("div", { class: "field narrow-field no-print" }, h("label", { for: "odds-family" }, "Only games of"),
      h("select", { id: "odds-family", value: family, onchange: (event) => { family = event.target.value; draw(); } }, h("option", { value: "" }, "All families"),
        [...new Set(rows.map((row) => row.family))].map((one) => h("option", { value: one }, familyName(families, one))))),
    table(`${kept.length} bets of ${new Set(kept.map((row) => row.filing)).size} filings`, ["Bet", "Game", "House", "#Edge", "#Spread", "#Wins", "How sure"], kept.map((row) => [
      label(row.bet), h("a", { href: `#/desk/odds/${row.filing}` }, row.title), row.house, h("span", { class: row.edge < 0 ? "win" : undefined }, percent(row.edge, 3)), row.sd.toFixed(3), percent(row.hit), h("span", { class: "soft small" }, sure(row))]), { order, again: draw }),
    h("p", { class: "small soft" }, EDGE));
  };
  draw();
}

/** Choices of the house that change the odds, switched in place. */
function options(sheet, report, load) {
  const decks = sheet.deck?.decks ?? [];
  const go = (changes) => {
    const wanted = { ...report.options, ...changes.options };
    load([`decks=${changes.decks ?? report.decks}`, ...Object.entries(wanted).map(([name, value]) => `option=${encodeURIComponent(`${name}=${value}`)}`)].join("&"));
  };
  const select = (key, title, about, values, now, choose) => h("div", { class: "field" }, h("label", { for: `odds-${key}`, title: about }, title),
    h("select", { id: `odds-${key}`, value: String(now), onchange: (event) => choose(event.target.value) },
      values.map((value) => h("option", { value: String(value), selected: String(value) === String(now) }, choiceWords(value)))));
  const many = decks.length === 2 && decks[0] !== decks[1];
  if (!many && !sheet.option?.length) return h("p", { class: "soft small" }, "The filing leaves the house no choice that bears on the odds.");
  return h("div", { class: "row" },
    many && select("decks", "Decks", "", Array.from({ length: decks[1] - decks[0] + 1 }, (_, i) => decks[0] + i), report.decks, (value) => go({ decks: value })),
    (sheet.option ?? []).map((one) => select(one.name, label(one.name), one.about, choicesOf(one), report.options[one.name] ?? one.default, (value) => go({ options: { [one.name]: value } }))),
    h("span", { class: "soft", role: "status", "data-part": "counting" }));
}

/** What a switch has changed stands beside the edge. */
function summary(report, before) {
  const moved = (name, bet) => {
    const by = before?.[name] ? bet.edge - before[name].edge : 0;
    return Math.abs(by) > 1e-9 && h("span", { class: `small ${by > 0 ? "lose" : "win"}` }, ` ${signed(by * 100, 3)}%`);
  };
  return wide("Every bet", h("table", { class: "desk-table" }, h("caption", {}, report.decks === 1 ? "Every bet" : `Every bet, ${report.decks} decks`),
    h("thead", {}, h("tr", {}, ["Bet", "Expected", "Edge", "Spread", "Wins", "Bank's side"].map(head), h("th", { scope: "col" }, "How sure"))),
    h("tbody", {}, Object.entries(report.bets).map(([name, bet]) => h("tr", {}, h("th", { scope: "row" }, label(name)),
      h("td", { class: "amount" }, signed(bet.ev, 6)), h("td", { class: "amount" }, percent(bet.edge, 3), moved(name, bet)), h("td", { class: "amount" }, bet.sd.toFixed(4)),
      h("td", { class: "amount" }, percent(bet.hit)), h("td", { class: "amount" }, signed(bet.player_dealer?.ev ?? -bet.ev, 6)), h("td", { class: "soft small" }, sure(bet)))))),
  h("p", { class: "small soft" }, EDGE));
}

/** Readings and options on which a figure hangs: what each would make of the bets. */
function hangsOn(sheet, report) {
  const others = report.readings ?? [];
  const doubts = new Map(sheet.readings_taken.map((one) => [one.id, one]));
  const figures = (one) => (one.bets === null ? "not counted; choose it above" : Object.entries(one.bets).map(([name, bet]) => `${label(name)} ${percent(bet.edge, 3)}`).join(", "));
  const why = (one) => (one.reading ? [h("span", { class: "tag" }, "reading"), ` ${one.reading}`, doubts.has(one.reading) && h("span", { class: "block small" }, capital(doubts.get(one.reading).doubt), h("span", { class: "block soft" }, `Taken: ${doubts.get(one.reading).taken}`))] : "option of the house");
  return others.length > 0 && h("div", { "data-part": "readings" }, wide("Readings and options", h("table", { class: "desk-table" }, h("caption", {}, "Readings and options the figures hang on"),
    h("thead", {}, h("tr", {}, ["If instead", "Source", "Edge then"].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, others.map((one) => h("tr", {}, h("th", { scope: "row" }, `${label(one.option)}: ${choiceWords(one.value)}`), h("td", {}, why(one)), h("td", {}, figures(one))))))));
}

function inFull(name, bet, cards, ask) {
  return h("section", { class: "panel stack", "data-bet": name },
    h("h2", {}, label(name)),
    bet.fraction && h("p", { class: "small soft" }, `Expected ${bet.fraction} of a unit, exactly.`),
    distribution(`${label(name)}: what a unit brings`, bet.unit.replaceAll("_", " "), bet.distribution),
    bet.strategy && strategy(bet.strategy, cards, bet.unit.replaceAll("_", " "), ask),
    bet.assumed?.length > 0 && h("ul", { class: "small soft" }, bet.assumed.map((line) => h("li", {}, capital(line)))));
}

/** How often each choice is made by the best play, and the cards to walk through. */
function strategy(found, cards, unit, ask) {
  const frequencies = Object.entries(found.frequencies ?? {});
  return h("details", {}, h("summary", {}, "How to play"),
    frequencies.length > 0 && h("p", {}, "How often: ", frequencies.map(([choice, share]) => `${choice} ${percent(share)}`).join(" · ")),
    cards.map((card) => strategyCard(card, unit, ask)));
}

function assumed(report) {
  return report.assumed?.length > 0 && h("section", {}, h("h2", {}, "Assumed"), h("ul", { class: "small" }, report.assumed.map((line) => h("li", {}, capital(line)))));
}
