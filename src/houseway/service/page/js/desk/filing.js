// One filing: its rule sheet with a lasting link to every rule, the trace of its text, and the sign its table must post.
//
// #/desk/filing/HOUSE/GAME, …/rule/SECTION, HEADING, LINES, …/trace/LINES, …/sign/SCHEDULE;LIMITS

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { payTables, sectionName, sections } from "../table/rules.js";
import { refusal, waiting } from "./desk.js";
import { scheduleNames } from "./tableform.js";

export const link = (id, ...more) => `#/desk/filing/${[id, ...more].join("/")}`;
const nameOf = (entry) => `${entry.section}, ${entry.heading}`;
/** Several rules may bear one name: where they stand in the text tells them apart. */
const key = (entry) => [nameOf(entry), entry.lines].filter(Boolean).join(", ");

const heading = (id, entry) => h("a", { href: link(id, "rule", encodeURIComponent(key(entry))), title: "A lasting link to this rule" }, capital(entry.heading));

/** The clause a rule stands in, and its lines in the text, which the trace shows. */
const source = (id, { cite, lines }) => cite && h("span", { class: "cite block" }, cite,
  lines && [" · ", h("a", { href: link(id, "trace", encodeURIComponent(lines)) }, `${/^\d+$/.test(lines) ? "line" : "lines"} ${lines}`)]);

/** A rule with its source and a lasting link. */
export function rule(id, entry, { section = false, here = false } = {}) {
  return h("div", { class: here ? "rule wanted" : "rule" },
    h("dt", {}, heading(id, entry), section && entry.section !== entry.heading && h("span", { class: "tag" }, entry.section)),
    h("dd", {}, capital(entry.text), source(id, entry)));
}

export async function one(body, [house, game, view = "", wanted = ""], filings) {
  const id = `${house}/${game}`;
  const filing = filings.find((each) => each.id === id);
  if (!filing) {
    fit(body, h("h1", {}, "Filings"), h("p", { class: "error-box", role: "alert" }, `There is no filing ${id}.`), h("p", {}, h("a", { href: "#/desk/filings" }, "All filings")));
    return;
  }
  const place = (title, href, current) => h("a", { class: "button small", href, "aria-current": current ? "page" : undefined }, title);
  const head = [
    h("h1", {}, filing.title),
    h("p", { class: "soft" }, [filing.house, filing.approval, id].filter(Boolean).join(" · ")),
    h("nav", { class: "row no-print", "aria-label": "This filing" },
      place("Rule sheet", link(id), !VIEWS[view]), place("Sign", link(id, "sign"), view === "sign"), place("Trace", link(id, "trace"), view === "trace"),
      filing.kind === "player-dealer" && [place("Odds", `#/desk/odds/${id}`), place("Bank", `#/desk/bank/${id}`)],
      place("Compare", `#/desk/compare/${id}`), place("Findings", `#/desk/check/${id}`), place("Draft from it", `#/desk/draft/${id}`),
      h("button", { class: "small", onclick: () => print() }, "Print")),
  ];
  fit(body, head, waiting());
  document.title = `${filing.title} · Desk · Houseway`;
  await (VIEWS[view] ?? rules)(body, head, id, decodeURIComponent(wanted));
}

const VIEWS = { sign, trace };

async function rules(body, head, id, wanted) {
  const found = await api.filing(id);
  const terms = Object.fromEntries((found.told ?? []).filter((entry) => entry.section === "term").map((entry) => [entry.heading.toLowerCase(), entry.text]));
  const parts = sections(found.told);
  const same = found.told.filter((entry) => key(entry) === wanted);
  const here = new Set(same.length ? same : found.told.filter((entry) => nameOf(entry) === wanted).slice(0, 1)); // links of old have no lines
  const pays = new Map(found.told.filter((entry) => entry.section === "pay table").map((entry) => [entry.heading, entry]));
  const below = ({ name }) => {
    const entry = pays.get(name.replaceAll("_", " "));
    return entry && h("p", { class: here.has(entry) ? "rule wanted small" : "rule small" }, heading(id, entry), source(id, entry));
  };
  const jump = (name) => (event) => { event.preventDefault(); const at = body.querySelector(`[data-section="${CSS.escape(name)}"]`); at.querySelector("h2").focus(); at.scrollIntoView(); };
  fit(body, head, h("div", { class: "rule-sheet" },
    h("nav", { class: "contents no-print", "aria-label": "Contents" }, h("ul", {}, parts.map(([name, entries]) => h("li", {}, h("a", { href: link(id), onclick: jump(name) }, sectionName(name), h("span", { class: "soft" }, ` ${entries.length}`)))))),
    h("div", { class: "stack" }, payTables(found.pay_table ?? [], below),
      parts.map(([name, entries]) => h("section", { class: "stack tight", "data-section": name }, h("h2", { tabindex: -1 }, sectionName(name)),
        h("dl", { class: "rules-found" }, entries.map((entry) => rule(id, entry, { here: here.has(entry) }))))))));
  tooltips(body, terms);
  body.querySelector(".rule.wanted")?.scrollIntoView({ block: "center" });
}

/** Every clause of the text, those of some lines marked. */
async function trace(body, head, id, lines) {
  await import("../table/trace.js");
  fit(body, head, h("hw-trace", { which: id, lines, within: "" }));
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

/** What the table must post: chosen from what is filed, refused with the rule it breaks. */
async function sign(body, head, id, wanted) {
  const [schedule = "", limits = ""] = wanted.split(";");
  const sheet = await api.filing(id);
  const [fees, named] = [sheet.schedule_sets?.some((set) => set.group.some((group) => group.option)), scheduleNames(sheet)];
  const address = (form) => `/api/filings/${id}/sign-page?schedule=${encodeURIComponent(schedule)}&limits=${encodeURIComponent(limits)}&form=${form}`;
  const ask = (event) => {
    event.preventDefault();
    const read = (name) => body.querySelector(`#sign-${name}`)?.value.trim() ?? "";
    location.hash = link(id, "sign", encodeURIComponent(`${read("schedule")};${read("limits")}`)).slice(1);
  };
  let shown = h("p", { class: "soft" }, fees ? "Name the collection option in force and the limits the house posts." : "The filing has no schedule of fees: name the limits the house posts.");
  if (wanted) {
    try {
      const page = await api.call(address("svg"));
      shown = h("div", { class: "stack" },
        h("p", { class: "row no-print" }, ["pdf", "html", "svg"].map((form) => h("a", { class: "button small", href: address(form), target: "_blank", rel: "noopener" }, form === "html" ? "Page to print" : form.toUpperCase()))),
        h("img", { class: "sign-preview", alt: `The sign of ${id}`, src: `data:image/svg+xml;utf8,${encodeURIComponent(page)}` }));
    } catch (error) {
      shown = refusal(error);
    }
  }
  fit(body, head, h("form", { class: "row", onsubmit: ask },
    fees && h("div", { class: "field" }, h("label", { for: "sign-schedule" }, "Collection option"), h("input", { id: "sign-schedule", value: schedule, placeholder: "1", list: "sign-options", autocomplete: "off" }),
      h("datalist", { id: "sign-options" }, named.map((each) => h("option", { value: each.name }, each.words)))),
    h("div", { class: "field" }, h("label", { for: "sign-limits" }, "Limits, dollars"), h("input", { id: "sign-limits", value: limits, placeholder: "10-100", autocomplete: "off" })),
    h("button", { class: "primary", type: "submit" }, "Show the sign")), shown);
}
