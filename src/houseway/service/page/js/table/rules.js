// The rule sheet of a filing, every rule with its clause; and <hw-rules>, the same as a page.

import { define, fit, h } from "../parts/dom.js";
import { call, filing } from "../parts/api.js";
import { capital } from "../parts/dialog.js";

const SECTIONS = {
  deck: "Cards", table: "Table", spot: "Wagers", game: "The game", "first action": "Who is settled first",
  settlement: "Settling", bank: "The bank", option: "Choices of the house", rule: "Procedure",
  posting: "On felt and sign", notice: "Notices", term: "Words", collection: "Collection", owners: "Owner",
  readings: "Readings of doubtful text",
};
export const sectionName = (name) => SECTIONS[name] ?? capital(name);
const ORDER = ["game", "spot", "pay table", "first action", "settlement", "bank", "rule", "deck", "table", "option", "collection", "posting", "term", "readings", "notice", "owners"];

/** Entries by section, in the order a player would want them. */
export function sections(told) {
  const found = new Map();
  for (const entry of told) {
    const name = entry.section.startsWith("reading") ? "readings" : entry.section;
    if (name === "pay table") continue; // shown as tables
    found.set(name, [...(found.get(name) ?? []), entry]);
  }
  const place = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return [...found].sort(([a], [b]) => place(a) - place(b));
}

const PAUSE = 250; // of typing, before the service is asked

/** A rule sheet with a search box, which answers by meaning. */
export function ruleSheet(sheet) {
  const box = h("div", { class: "sheet stack" });
  let wanted = "";
  let told = sheet.told ?? [];
  let pause = 0;
  const look = async () => {
    const asked = wanted;
    try {
      const found = asked.trim() ? (await call(`/api/filings/${sheet.id}?find=${encodeURIComponent(asked)}`)).found : sheet.told ?? [];
      if (asked !== wanted) return;
      told = found;
      draw();
    } catch {
      // Without an answer the entries stay as they are.
    }
  };
  const draw = () => {
    fit(box,
      h("p", { class: "soft small" }, [sheet.house, sheet.hints.family, sheet.approval, `${sheet.table.seats} seats`].filter(Boolean).join(" · ")),
      h("label", { class: "field" }, "Look something up",
        h("input", {
          type: "search", value: wanted, maxlength: 60, placeholder: "as: misdeal, tie, joker",
          oninput: (event) => {
            wanted = event.target.value;
            clearTimeout(pause);
            pause = setTimeout(look, PAUSE);
          },
        })),
      wanted && h("p", { role: "status", class: "small soft" }, told.length === 1 ? "1 entry" : `${told.length} entries`),
      !wanted && payTables(sheet.pay_table ?? []),
      !wanted && h("p", { class: "small" }, h("a", { class: "button small plain", href: `#/trace/${sheet.id}` }, "Every clause of the text, and what keeps it")),
      sections(told).map(([name, entries]) => section(name, entries, Boolean(wanted))),
    );
  };
  draw();
  return box;
}

function section(name, entries, open) {
  const title = sectionName(name);
  const shown = ["game", "spot", "first action", "settlement", "bank"].includes(name);
  return h("details", { class: "sheet-section", open: open || shown, "data-key": name },
    h("summary", {}, title, h("span", { class: "soft small" }, ` ${entries.length}`)),
    h("dl", {}, entries.map((entry) => [
      h("dt", {}, capital(entry.heading)),
      h("dd", {}, capital(entry.text), entry.cite && h("span", { class: "cite" }, entry.cite)),
    ])),
  );
}

/** Pay tables side by side, with whatever stands below each. */
export function payTables(tables, below = () => null) {
  if (!tables.length) return null;
  return h("div", { class: "pay-tables" }, tables.map((one) => h("div", {}, h("table", {},
    h("caption", {}, capital((one.title || one.wager || one.name).replaceAll("_", " "))),
    h("tbody", {}, one.rows.map((row) => h("tr", {},
      h("th", { scope: "row" }, row.label || capital(row.hand.replaceAll("-", " "))),
      h("td", { class: "amount" }, paysWords(row.pays)),
      row.envy && h("td", { class: "amount soft" }, `envy $${envyWords(row.envy)}`),
    ))),
  ), below(one))));
}

function envyWords(envy) {
  return typeof envy === "number" ? String(envy / 100) : String(envy).replace(/\.00$/, "");
}

function paysWords(pays) {
  if (pays === null || pays === undefined) return "";
  const text = String(pays);
  if (text.includes(":")) return text.replace(":", " to ");
  if (text.includes("/")) return text.replace("/", " to ");
  return `${text} to 1`;
}

class Rules extends HTMLElement {
  async connectedCallback() {
    const id = this.getAttribute("which");
    fit(this, h("p", { class: "loading soft" }, "Fetching the rule sheet…"));
    try {
      const sheet = await filing(id);
      fit(this, h("div", { class: "page-column" },
        h("p", {}, h("a", { class: "button small", href: "#/" }, "Lobby")),
        h("h1", {}, sheet.title),
        ruleSheet(sheet)));
      document.title = `${sheet.title} · Houseway`;
    } catch (error) {
      fit(this, h("div", { class: "page-column" }, h("p", { class: "error-box" }, error.message), h("p", {}, h("a", { href: "#/" }, "To the lobby"))));
    }
  }
}

define("hw-rules", Rules);
