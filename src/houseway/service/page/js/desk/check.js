// What lint finds: in the catalogue, by the law of a day, or in a draft that is pasted in.
//
// #/desk/check, #/desk/check/HOUSE/GAME?severity=…&code=…&against=…&readings=yes

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { chooser, refusal, waiting } from "./desk.js";

const RANKS = ["error", "warning", "note"];
const many = (count, word) => `${count} ${word}${count === 1 ? "" : "s"}`;

export async function show(body, rest, filings) {
  const [named = "", narrowed = ""] = rest.join("/").split("?");
  const wish = { filing: named, severity: "", code: "", against: "", readings: "", ...Object.fromEntries(new URLSearchParams(narrowed)) };
  let found = [], codes = {}, wrong = null, busy = true, draft = null;
  const title = (id) => { const one = filings.find((each) => each.id === id); return one ? `${one.title} · ${one.house}` : id; };
  const keep = (changes, again) => {
    Object.assign(wish, changes);
    const { filing, ...narrow } = wish;
    const query = new URLSearchParams(Object.entries(narrow).filter(([, value]) => value)).toString();
    history.replaceState(null, "", `#/desk/check${filing || query ? "/" : ""}${filing}${query && `?${query}`}`);
    again();
  };
  const shown = () => found.filter((one) => (wish.readings || one.code !== "reading") && (!wish.severity || one.severity === wish.severity) && (!wish.code || one.code === wish.code));
  const narrow = (key, label, values, words) => h("div", { class: "field" }, h("label", { for: `check-${key}` }, label),
    h("select", { id: `check-${key}`, value: wish[key], class: wish[key] && "chosen", onchange: (event) => keep({ [key]: event.target.value }, draw) },
      h("option", { value: "" }, "All"), values.map((value) => h("option", { value }, words(value)))));
  const count = (key, value) => found.filter((one) => one[key] === value && (wish.readings || one.code !== "reading")).length;
  const draw = () => fit(body,
    h("h1", {}, "Check"),
    h("div", { class: "row no-print" },
      chooser("check-filing", "Filing", filings, wish.filing, (value) => keep({ filing: value, code: "" }, load), "All filings"),
      narrow("severity", "Findings", RANKS, (rank) => `${capital(rank)}s (${count("severity", rank)})`),
      narrow("code", "Kind", [...new Set(found.map((one) => one.code))].filter((code) => code !== "reading").sort(), (code) => `${capital(code.replaceAll("-", " "))} (${count("code", code)})`),
      h("div", { class: "field" }, h("label", { for: "check-against" }, "By the law of"),
        h("input", { id: "check-against", type: "date", value: wish.against, onchange: (event) => keep({ against: event.target.value }, load) })),
      h("label", { class: "check beside" }, h("input", { type: "checkbox", checked: Boolean(wish.readings), onchange: (event) => keep({ readings: event.target.checked ? "yes" : "" }, draw) }), "Readings too")),
    h("details", { class: "no-print" }, h("summary", {}, "A draft of your own"),
      h("div", { class: "stack" }, h("label", { for: "check-draft" }, "Paste the TOML of a filing, or open a file"),
        h("input", { type: "file", accept: ".toml", "aria-label": "A filing's file", onchange: async (event) => { body.querySelector("#check-draft").value = (await event.target.files[0]?.text()) ?? ""; } }),
        h("textarea", { id: "check-draft", rows: 12, spellcheck: "false" }),
        h("div", { class: "row" }, h("button", { class: "primary", onclick: look }, "Check the draft"), draft && h("button", { onclick: () => { draft = null; load(); } }, "Back to the catalogue")))),
    wrong && refusal(wrong), busy ? waiting(draft === null ? "Looking through the filings…" : "Looking through the draft…") : list());
  const list = () => {
    const kept = shown().sort((a, b) => RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity));
    const readings = found.filter((one) => one.code === "reading").length;
    const sum = RANKS.map((rank) => many(found.filter((one) => one.severity === rank && one.code !== "reading").length, rank)).join(", ");
    return [
      h("p", { role: "status" }, `${draft ? "Your draft" : wish.filing ? title(wish.filing) : "All filings"}: ${found.length ? `${sum}; ${many(readings, "reading")} taken.` : "nothing found."}`,
        found.length > 0 && kept.length < found.length - (wish.readings ? 0 : readings) && ` Shown: ${kept.length}.`),
      h("ul", { class: "findings" }, kept.map((one) => h("li", { class: `finding is-${one.severity}` },
        h("p", {}, h("span", { class: `tag is-${one.severity}` }, one.severity), " ", h("strong", {}, capital(one.code.replaceAll("-", " "))), " ",
          !draft && !wish.filing && h("a", { href: `#/desk/filing/${one.filing}` }, title(one.filing)), h("span", { class: "soft" }, ` ${one.where}`)),
        h("p", {}, capital(one.message)), one.cite && h("p", { class: "cite" }, one.cite),
        codes[one.code] && h("details", { class: "small" }, h("summary", {}, "Why, and how to mend it"), h("p", {}, codes[one.code].means), h("p", {}, h("strong", {}, "To mend it: "), codes[one.code].mend, codes[one.code].fix && [" The command ", h("code", {}, "houseway lint --fix"), " does it in a file of yours."]))))),
    ];
  };
  async function load() {
    busy = true;
    draft = null;
    draw();
    try {
      const query = [wish.filing && `filing=${encodeURIComponent(wish.filing)}`, wish.against && `against=${wish.against}`].filter(Boolean).join("&");
      [found, codes, wrong] = [...await Promise.all([api.call(`/api/findings?${query}`), api.call("/api/findings/codes")]), null];
    } catch (error) {
      [found, wrong] = [[], error];
    }
    busy = false;
    draw();
  }
  async function look() {
    busy = true;
    draw();
    try {
      draft = body.querySelector("#check-draft").value;
      const made = await api.call("/api/check", { method: "POST", text: draft, type: "application/toml" });
      [found, wrong] = [made.findings, null];
    } catch (error) {
      [found, wrong] = [[], error];
    }
    busy = false;
    draw();
  }
  draw();
  await load();
}
