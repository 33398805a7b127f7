// The catalogue: a question over all rules of all houses, facets, and one filing with its trace and sign.

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { familyName } from "../lobby/kinds.js";
import { payTables } from "../table/rules.js";
import { refusal, waiting } from "./desk.js";

const FACETS = [["house", "House"], ["family", "Family"], ["kind", "Kind"]];

export async function show(body, rest, filings, place) {
  if (place === "filing") await one(body, rest, filings);
  else await all(body, decodeURIComponent(rest[0] ?? ""), filings);
}

const link = (id, ...more) => `#/desk/filing/${[id, ...more].join("/")}`;

async function all(body, question, filings) {
  const families = await api.call("/api/families");
  const chosen = {};
  let found = null, asked = question, turn = 0, wrong = null, busy = false;
  const label = { family: (value) => familyName(families, value), kind: capital, house: (value) => value };
  const draw = () => {
    const fits = filings.filter((filing) => FACETS.every(([key]) => !chosen[key] || filing[key] === chosen[key]));
    const answers = found?.filter((answer) => fits.some((filing) => filing.id === answer.filing));
    fit(body,
      h("h1", {}, "Filings"),
      h("form", { class: "row desk-ask", role: "search", onsubmit: ask },
        h("div", { class: "field grow" }, h("label", { for: "desk-question" }, "Ask in your own words"),
          h("input", { id: "desk-question", type: "search", value: asked, placeholder: "who returns the ante when the bank does not qualify?", maxlength: 200 })),
        h("button", { class: "primary", type: "submit" }, "Find")),
      h("div", { class: "row" }, FACETS.map(([key, title]) => h("div", { class: "field" }, h("label", { for: `desk-${key}` }, title),
        h("select", { id: `desk-${key}`, value: chosen[key] ?? "", onchange: (event) => { chosen[key] = event.target.value; draw(); } },
          h("option", { value: "" }, "All"),
          [...new Set(filings.map((filing) => filing[key]))].sort().map((value) => h("option", { value }, label[key](value))))))),
      wrong && refusal(wrong),
      busy ? waiting("Looking through all filings…") : found === null ? catalogue(fits, families) : [
        h("p", { role: "status" }, answers.length ? `${answers.length} ${answers.length === 1 ? "filing answers" : "filings answer"}.` : "No filing speaks of it. Try other words."),
        answers.map((answer) => h("section", { class: "panel stack tight", "data-key": answer.filing },
          h("h2", {}, h("a", { href: link(answer.filing) }, answer.title), h("span", { class: "soft small" }, ` ${answer.house}`)),
          h("dl", { class: "rules-found" }, answer.entries.map((entry) => rule(answer.filing, entry))))),
      ]);
  };
  const look = async (words) => {
    const mine = ++turn;
    [asked, busy] = [words, true];
    draw();
    try {
      const answers = words.trim().length > 1 ? await api.call(`/api/search?words=${encodeURIComponent(words.trim())}`) : null;
      if (mine !== turn) return;
      [found, wrong] = [answers, null];
    } catch (error) {
      wrong = error;
    }
    busy = false;
    draw();
  };
  function ask(event) {
    event.preventDefault();
    const words = body.querySelector("#desk-question").value;
    history.replaceState(null, "", words.trim() ? `#/desk/filings/${encodeURIComponent(words.trim())}` : "#/desk/filings");
    look(words);
  }
  draw();
  if (question) await look(question);
}

function catalogue(filings, families) {
  return h("div", { class: "wide" }, h("table", { class: "desk-table" },
    h("caption", {}, `${filings.length} ${filings.length === 1 ? "filing" : "filings"}`),
    h("thead", {}, h("tr", {}, ["Game", "House", "Family", "Approval", "Seats", "Schedules"].map((title) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, filings.map((filing) => h("tr", { "data-key": filing.id },
      h("th", { scope: "row" }, h("a", { href: link(filing.id) }, filing.title)),
      h("td", {}, filing.house), h("td", {}, familyName(families, filing.family)), h("td", {}, filing.approval), h("td", { class: "amount" }, filing.seats), h("td", { class: "amount" }, filing.schedules))))));
}

const key = (entry) => `${entry.section}, ${entry.heading}`;

function rule(id, entry, here = "") {
  return h("div", { id: here === key(entry) ? "rule-wanted" : undefined, class: here === key(entry) ? "rule wanted" : "rule" },
    h("dt", {}, h("a", { href: link(id, "rule", encodeURIComponent(key(entry))), title: "A lasting link to this rule" }, capital(entry.heading)), h("span", { class: "tag" }, entry.section)),
    h("dd", {}, capital(entry.text), entry.cite && h("span", { class: "cite" }, ` ${entry.cite}${entry.lines ? ` · lines ${entry.lines}` : ""}`)));
}

const VIEWS = [["", "Rule sheet"], ["sign", "Sign"]];

async function one(body, [house, game, view = "", wanted = ""], filings) {
  const id = `${house}/${game}`;
  const filing = filings.find((each) => each.id === id) ?? { title: id, house: "", approval: "" };
  const head = [
    h("h1", {}, filing.title),
    h("p", { class: "soft" }, [filing.house, filing.approval, id].filter(Boolean).join(" · ")),
    h("nav", { class: "row", "aria-label": "This filing" },
      VIEWS.map(([name, title]) => h("a", { class: "button small", href: link(id, ...(name ? [name] : [])), "aria-current": (view === "rule" ? "" : view) === name ? "page" : undefined }, title)),
      h("a", { class: "button small", href: `#/trace/${id}` }, "Trace"),
      h("a", { class: "button small", href: `#/desk/odds/${id}` }, "Odds"),
      h("a", { class: "button small", href: `#/desk/compare/${id}` }, "Compare")),
  ];
  fit(body, head, waiting());
  document.title = `${filing.title} · Desk · Houseway`;
  if (view === "sign") await sign(body, head, id, wanted);
  else await sheet(body, head, id, decodeURIComponent(wanted));
}

async function sheet(body, head, id, wanted) {
  const found = await api.filing(id);
  const terms = Object.fromEntries((found.told ?? []).filter((entry) => entry.section === "term").map((entry) => [entry.heading.toLowerCase(), entry.text]));
  const sections = new Map();
  for (const entry of found.told) sections.set(entry.section, [...(sections.get(entry.section) ?? []), entry]);
  fit(body, head,
    payTables(found.pay_table ?? []),
    [...sections].map(([name, entries]) => h("section", { class: "stack tight" }, h("h2", {}, capital(name)),
      h("dl", { class: "rules-found" }, entries.map((entry) => rule(id, entry, wanted))))));
  tooltips(body, terms);
  body.querySelector("#rule-wanted")?.scrollIntoView({ block: "center" });
}

/** Words that the filing explains show their meaning. */
function tooltips(body, terms) {
  const names = Object.keys(terms).sort((a, b) => b.length - a.length).map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (!names.length) return;
  const pattern = new RegExp(`\\b(${names.join("|")})\\b`, "i");
  for (const place of body.querySelectorAll("dd")) {
    const text = place.firstChild;
    const at = text?.nodeType === Node.TEXT_NODE && pattern.exec(text.data);
    if (!at) continue;
    const rest = text.splitText(at.index);
    rest.splitText(at[0].length);
    rest.replaceWith(h("abbr", { title: terms[at[0].toLowerCase()], tabindex: 0 }, at[0]));
  }
}

async function sign(body, head, id, wanted) {
  const [schedule = "", limits = ""] = decodeURIComponent(wanted).split(";");
  const address = (form) => `/api/filings/${id}/sign-page?schedule=${encodeURIComponent(schedule)}&limits=${encodeURIComponent(limits)}&form=${form}`;
  const ask = (event) => {
    event.preventDefault();
    const read = (name) => body.querySelector(`#sign-${name}`).value.trim();
    location.hash = link(id, "sign", encodeURIComponent(`${read("schedule")};${read("limits")}`)).slice(1);
  };
  let shown = h("p", { class: "soft" }, "Name the collection option in force and the posted limits; a filing without a schedule needs none.");
  if (wanted) {
    try {
      const page = await api.call(address("svg"));
      shown = h("div", { class: "stack" },
        h("p", { class: "row" }, ["pdf", "html", "svg"].map((form) => h("a", { class: "button small", href: address(form), target: "_blank", rel: "noopener" }, form === "html" ? "Page to print" : form.toUpperCase()))),
        h("img", { class: "sign-preview", alt: `The sign of ${id}`, src: `data:image/svg+xml;utf8,${encodeURIComponent(page)}` }));
    } catch (error) {
      shown = refusal(error);
    }
  }
  fit(body, head, h("form", { class: "row", onsubmit: ask },
    h("div", { class: "field" }, h("label", { for: "sign-schedule" }, "Collection option"), h("input", { id: "sign-schedule", value: schedule, placeholder: "1" })),
    h("div", { class: "field" }, h("label", { for: "sign-limits" }, "Limits"), h("input", { id: "sign-limits", value: limits, placeholder: "10-100" })),
    h("button", { class: "primary", type: "submit" }, "Show the sign")), shown);
}


