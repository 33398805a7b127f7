// What lint finds: in the catalogue, by the law of a day, or in a draft that is pasted in.

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { chooser, refusal, waiting } from "./desk.js";

const RANKS = ["error", "warning", "note"];

export async function show(body, rest, filings) {
  const wish = { filing: rest.slice(0, 2).join("/"), severity: "", readings: false, against: "" };
  let found = [], wrong = null, busy = true, draft = "";
  const draw = () => fit(body,
    h("h1", {}, "Check"),
    h("div", { class: "row" },
      chooser("check-filing", "Filing", filings, wish.filing, (value) => { wish.filing = value; load(); }),
      h("div", { class: "field" }, h("label", { for: "check-severity" }, "Findings"),
        h("select", { id: "check-severity", value: wish.severity, onchange: (event) => { wish.severity = event.target.value; draw(); } },
          h("option", { value: "" }, "All"), RANKS.map((rank) => h("option", { value: rank }, `${capital(rank)}s`)))),
      h("div", { class: "field" }, h("label", { for: "check-against" }, "By the law of"),
        h("input", { id: "check-against", type: "date", value: wish.against, onchange: (event) => { wish.against = event.target.value; load(); } })),
      h("label", { class: "check" }, h("input", { type: "checkbox", checked: wish.readings, onchange: (event) => { wish.readings = event.target.checked; draw(); } }), "Readings too")),
    h("details", {}, h("summary", {}, "A draft of your own"),
      h("div", { class: "stack" }, h("label", { for: "check-draft" }, "Paste the TOML of a filing, or open a file"),
        h("input", { type: "file", accept: ".toml", "aria-label": "A filing's file", onchange: async (event) => { draft = (await event.target.files[0]?.text()) ?? ""; body.querySelector("#check-draft").value = draft; } }),
        h("textarea", { id: "check-draft", rows: 12, spellcheck: "false" }),
        h("button", { class: "primary", onclick: look }, "Check the draft"))),
    wrong && refusal(wrong), busy ? waiting() : list());
  const list = () => {
    const kept = found.filter((one) => (!wish.severity || one.severity === wish.severity) && (wish.readings || one.code !== "reading"));
    kept.sort((a, b) => RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity));
    const count = (rank) => found.filter((one) => one.severity === rank && one.code !== "reading").length;
    const readings = found.filter((one) => one.code === "reading").length;
    return [
      h("p", { role: "status" }, found.length ? `${RANKS.map((rank) => `${count(rank)} ${rank}${count(rank) === 1 ? "" : "s"}`).join(", ")}; ${readings} readings taken.` : "Nothing found."),
      h("ul", { class: "findings" }, kept.map((one) => h("li", { class: `finding is-${one.severity}` },
        h("p", {}, h("span", { class: "tag" }, one.severity), " ", h("strong", {}, one.code), h("span", { class: "soft" }, ` ${[one.filing, one.where].filter(Boolean).join(" · ")}`)),
        h("p", {}, capital(one.message)), one.cite && h("p", { class: "cite" }, one.cite)))),
    ];
  };
  async function load() {
    busy = true;
    draw();
    try {
      const query = [wish.filing && `filing=${encodeURIComponent(wish.filing)}`, wish.against && `against=${wish.against}`].filter(Boolean).join("&");
      [found, wrong] = [await api.call(`/api/findings?${query}`), null];
    } catch (error) {
      [found, wrong] = [[], error];
    }
    busy = false;
    draw();
  }
  async function look() {
    try {
      const text = body.querySelector("#check-draft").value;
      const made = await api.call("/api/check", { method: "POST", text, type: "application/toml" });
      [found, wrong] = [made.findings, null];
    } catch (error) {
      [found, wrong] = [[], error];
    }
    draw();
  }
  draw();
  await load();
}
