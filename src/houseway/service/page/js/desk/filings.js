// The catalogue: a question over all rules of all houses, narrowed by facets; the address has both.
//
// #/desk/filings, #/desk/filings/QUESTION?house=…&deck=…

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { familyName } from "../lobby/kinds.js";
import { refusal, waiting } from "./desk.js";
import { link, one, rule } from "./filing.js";
import { table } from "./table.js";

const FACETS = [["house", "House"], ["family", "Family"], ["kind", "Kind"], ["deck", "Deck"], ["fees", "Fees"], ["bonus_bets", "Bonus bets"]];
const ASKED = ["who returns the ante when the bank does not qualify?", "which houses charge the player?", "what if the shuffler breaks?", "can I bet behind?"];

export async function show(body, rest, filings, place) {
  if (place === "filing") await one(body, rest, filings);
  else await all(body, rest.join("/"), filings);
}

/** Words of the question that no answer speaks of. */
const nowhere = (answers) => (answers[0]?.unsaid ?? []).filter((word) => answers.every((answer) => answer.unsaid.includes(word)));

const values = (filing, key) => [filing[key]].flat();

async function all(body, address, filings) {
  const families = await api.call("/api/families");
  const [typed = "", narrowed = ""] = address.split("?");
  const question = decodeURIComponent(typed);
  const chosen = Object.fromEntries([...new URLSearchParams(narrowed)].filter(([key]) => FACETS.some(([name]) => name === key)));
  const order = {};
  let found = null, asked = question, turn = 0, wrong = null, busy = false;
  const label = (key, value) => (key === "family" ? familyName(families, value) : key === "house" ? value : capital(value));
  const fits = (filing, but) => FACETS.every(([key]) => key === but || !chosen[key] || values(filing, key).includes(chosen[key]));
  const keep = () => {
    const query = new URLSearchParams(chosen).toString();
    history.replaceState(null, "", `#/desk/filings${asked.trim() || query ? "/" : ""}${encodeURIComponent(asked.trim())}${query && `?${query}`}`);
  };
  const choose = (key, value) => {
    if (value) chosen[key] = value;
    else delete chosen[key];
    keep();
    draw();
  };
  /** One facet: what it would leave of the filings, beside each choice. */
  const facet = ([key, title]) => {
    const open = filings.filter((filing) => fits(filing, key) && (!found || found.some((answer) => answer.filing === filing.id)));
    const every = [...new Set(filings.flatMap((filing) => values(filing, key)))].sort((a, b) => label(key, a).localeCompare(label(key, b)));
    const count = (value) => open.filter((filing) => values(filing, key).includes(value)).length;
    return h("div", { class: "field" }, h("label", { for: `desk-${key}` }, title),
      h("select", { id: `desk-${key}`, value: chosen[key] ?? "", class: chosen[key] && "chosen", onchange: (event) => choose(key, event.target.value) },
        h("option", { value: "" }, `All (${open.length})`),
        every.map((value) => [value, count(value)]).filter(([value, many]) => many || value === chosen[key]).map(([value, many]) => h("option", { value }, `${label(key, value)} (${many})`))));
  };
  const draw = () => {
    const left = filings.filter((filing) => fits(filing));
    const answers = found?.filter((answer) => left.some((filing) => filing.id === answer.filing));
    fit(body,
      h("h1", {}, "Filings"),
      h("form", { class: "row desk-ask", role: "search", onsubmit: ask },
        h("div", { class: "field grow" }, h("label", { for: "desk-question" }, "Ask in your own words"),
          h("input", { id: "desk-question", type: "search", value: asked, placeholder: ASKED[0], maxlength: 200 })),
        h("button", { class: "primary", type: "submit" }, "Find")),
      found === null && !busy && h("p", { class: "small soft asked no-print" }, "For example: ", ASKED.slice(1).map((words) => h("a", { href: `#/desk/filings/${encodeURIComponent(words)}` }, words))),
      h("div", { class: "facets no-print", role: "group", "aria-label": "Narrow down" }, FACETS.map(facet)),
      Object.keys(chosen).length > 0 && h("p", { class: "row" }, h("span", {}, Object.entries(chosen).map(([key, value]) => h("span", { class: "tag" }, label(key, value)))),
        h("button", { class: "small no-print", "data-do": "clear", onclick: () => { for (const key of Object.keys(chosen)) delete chosen[key]; keep(); draw(); } }, "Show all again")),
      wrong && refusal(wrong),
      busy ? waiting("Looking through all filings…") : found === null ? catalogue(left, families, order, draw) : results(answers, found));
  };
  const results = (answers, everywhere) => [
    h("p", { role: "status" }, answers.length ? `${answers.length} ${answers.length === 1 ? "filing answers" : "filings answer"}, the best first. ` : everywhere.length ? `None of those chosen; ${everywhere.length} of all filings answer. ` : "No filing speaks of it. Try fewer words, or the trade's: backline, collection, foul, misdeal. ",
      h("a", { class: "no-print", href: "#/desk/filings" }, "Back to the catalogue")),
    nowhere(everywhere).length > 0 && h("p", { class: "push", "data-part": "unsaid" }, `No filing found here speaks of ${nowhere(everywhere).map((word) => `“${word}”`).join(" or ")}; what follows answers the rest.`),
    answers.map((answer) => h("section", { class: "panel stack tight", "data-key": answer.filing },
      h("h2", {}, h("a", { href: link(answer.filing) }, answer.title), h("span", { class: "soft small" }, ` ${answer.house}`)),
      h("dl", { class: "rules-found" }, answer.entries.map((entry) => rule(answer.filing, entry, { section: true }))))),
  ];
  const look = async (words) => {
    const mine = ++turn;
    [asked, busy, wrong] = [words, true, null];
    draw();
    try {
      const answers = words.trim().length > 1 ? await api.call(`/api/search?words=${encodeURIComponent(words.trim())}`) : null;
      if (mine !== turn) return;
      found = answers;
    } catch (error) {
      wrong = error;
    }
    busy = false;
    draw();
  };
  function ask(event) {
    event.preventDefault();
    asked = body.querySelector("#desk-question").value;
    keep();
    look(asked);
  }
  draw();
  if (question) await look(question);
}

function catalogue(filings, families, order, again) {
  if (!filings.length) return h("p", { role: "status" }, "No filing is all of that. Take one of the choices back.");
  return table(`${filings.length} ${filings.length === 1 ? "filing" : "filings"}`, ["Game", "House", "Family", "Bonus bets", "Fees", "Approval", "#Seats", "#Schedules"],
    filings.map((filing) => Object.assign([h("a", { href: link(filing.id) }, filing.title), filing.house, familyName(families, filing.family),
      filing.bonus_bets.join(", ").replace(/^none$/, ""), filing.fees.join(", ").replaceAll(/, from/g, ","), h("span", { class: "nowrap" }, filing.approval), filing.seats, filing.schedules], { id: filing.id })), { order, again, key: (row) => row.id });
}
