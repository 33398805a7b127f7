// <hw-trace>: every clause of a filing's text, what holds it, and whether it is executed or told; those of
// some lines marked, and `within` a page that has named the filing.

import { define, fit, h } from "../parts/dom.js";
import { call, filing } from "../parts/api.js";

const KINDS = [["", "All"], ["executed", "Executed"], ["told", "Told"], ["no-rule", "No rule"]];

class Trace extends HTMLElement {
  async connectedCallback() {
    const id = this.getAttribute("which");
    this.kind = "";
    fit(this, h("p", { class: "loading soft" }, "Fetching the clauses…"));
    try {
      [this.sheet, this.clauses] = await Promise.all([filing(id), call(`/api/filings/${id}/trace`)]);
      document.title = `${this.sheet.title}, clause by clause · Houseway`;
      this.draw();
      this.querySelector("tr.wanted")?.scrollIntoView({ block: "center" });
    } catch (error) {
      fit(this, h("div", { class: "page-column" }, h("p", { class: "error-box" }, error.message), h("p", {}, h("a", { href: "#/" }, "To the lobby"))));
    }
  }

  draw() {
    const { sheet, clauses } = this;
    const of = (kind) => clauses.filter((one) => !kind || one.kind === kind);
    const within = this.hasAttribute("within");
    const wanted = spans(this.getAttribute("lines") ?? "");
    const here = (one) => one.text === sheet.source.file && spans(one.lines).some(([from, to]) => wanted.some(([low, high]) => from <= high && low <= to));
    fit(this, h("div", { class: within ? "trace stack" : "page-column trace" },
      !within && [h("p", { class: "no-print" }, h("a", { class: "button small", href: `#/rules/${sheet.id}` }, "Rules")),
        h("h1", {}, `${sheet.title}, clause by clause`),
        h("p", { class: "soft small" }, [sheet.house, sheet.approval, `text ${sheet.source.file}`].filter(Boolean).join(" · "))],
      (sheet.not_filed ?? []).map((fact) => h("p", { class: "small" }, `Not filed: ${fact.key}. ${fact.why}`)),
      h("div", { class: "row no-print", role: "group", "aria-label": "Which clauses" }, KINDS.map(([kind, name]) => h("button", {
        class: "small", type: "button", "aria-pressed": String(this.kind === kind),
        onclick: () => {
          this.kind = kind;
          this.draw();
        },
      }, `${name} ${of(kind).length}`))),
      h("div", { class: "scroll-x", tabindex: "0", role: "region", "aria-label": "Clauses" }, h("table", {},
        h("thead", {}, h("tr", {}, ["Lines", "Clause", "Kind", "Held by", "Tests"].map((name) => h("th", { scope: "col" }, name)))),
        h("tbody", {}, of(this.kind).map((one) => row(one, here(one)))))),
    ));
  }
}

/** "654-657, 659" as pairs of first and last. */
const spans = (lines) => lines.split(",").filter(Boolean).map((part) => part.split("-").map(Number)).map(([from, to = from]) => [from, to]);

function row(one, wanted) {
  return h("tr", { class: `trace-${one.kind}${wanted ? " wanted" : ""}`, "data-key": `${one.text}:${one.lines}` },
    h("th", { scope: "row" }, `${one.text}:${one.lines}`),
    h("td", {}, one.clause),
    h("td", {}, one.kind.replace("-", " ")),
    h("td", {}, one.held_by.map((held) => h("span", { class: "held" }, held))),
    h("td", { class: "amount", title: one.tests.join("\n") }, one.tests.length || ""),
  );
}

define("hw-trace", Trace);
