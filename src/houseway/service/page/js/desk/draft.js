// A filing as it is written: the text on one side, what is wrong with it and what becomes of it on the other.
//
// #/desk/draft, #/desk/draft/HOUSE/GAME (a copy to change)

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital, complain, confirmed, toast } from "../parts/dialog.js";
import { keep, recall } from "../parts/settings.js";
import { saveText } from "../parts/taking.js";
import { payTables } from "../table/rules.js";
import { chooser, refusal, waiting } from "./desk.js";
import { percent, signed } from "./chart.js";
import { editor } from "./editor.js";
import { lineOf } from "./schema.js";
import { wide } from "./table.js";

const KEY = "houseway.draft";
const PAUSE = 600; // milliseconds without a key before the draft is looked at
const VIEWS = { findings: "Findings", rules: "Rule sheet", sign: "Sign", odds: "Odds", deal: "Deal me a round", diff: "Differences" };
const SAVES = ["house", "office"];

export async function show(body, rest, filings) {
  const kept = recall(KEY, null);
  const draft = { text: "", from: "", begun: "", ...kept };
  let view = "findings", found = { findings: [] }, shown = null, busy = false, wrong = null, turn = 0, timer = 0, area = null;
  const sign = { schedule: "1", limits: "" };
  let seed = 1;
  const families = await api.call("/api/families");
  let asked = null;
  const schema = () => (asked ??= api.call("/api/schema").catch(() => (asked = null)));
  schema();
  if (api.token() && !api.me()) await api.resume().catch(() => null);

  /** Another text takes the place of the one there is, unless somebody has written in it and wants it. */
  const begin = async (text, from) => {
    const written = draft.text.trim() && draft.text !== draft.begun;
    if (written && !(await confirmed("Begin anew", "What is written here is lost, unless it was downloaded or saved.", "Begin anew"))) {
      draw();
      return;
    }
    try {
      draft.begun = await text();
      change(draft.begun, from);
      area?.set(draft.text);
    } catch (error) {
      complain(error);
    }
  };
  const beginWith = (query, from) => begin(() => api.call(`/api/draft?${query}`), from);
  function change(text, from = draft.from) {
    Object.assign(draft, { text, from });
    keep(KEY, draft);
    clearTimeout(timer);
    timer = setTimeout(look, PAUSE);
  }

  const send = (path, more = {}) => api.call(`/api/draft/${path}`, { method: "POST", body: { text: draft.text, ...more } });
  const LOADS = {
    rules: () => send("sheet"),
    sign: () => (sign.limits ? send("sign", { schedule: sign.schedule.split(",").map((one) => one.trim()).filter(Boolean), limits: sign.limits }) : null),
    odds: () => (draft.from ? api.call(`/api/filings/${draft.from}/odds`).catch(() => null) : null),
    deal: () => send("deal", { seed }),
    diff: () => (draft.from ? send("diff", { against: draft.from }) : null),
  };

  /** What lint finds, and what the open view shows of it. */
  async function look() {
    if (!draft.text.trim() || !body.isConnected) return;
    const mine = ++turn;
    busy = true;
    draw();
    const wanted = view;
    let next, what = null, why = null;
    try {
      next = await api.call(`/api/check?odds=${wanted === "odds"}`, { method: "POST", text: draft.text, type: "application/toml" });
      if (LOADS[wanted] && next.sheet) what = await LOADS[wanted]();
    } catch (error) {
      why = error;
    }
    if (mine !== turn) return;
    [busy, found, shown, wrong] = [false, next ?? found, what, why];
    area?.mark(found.findings.filter((one) => one.code !== "reading").map((one) => ({ ...one, line: lineOf(draft.text, one) })));
    draw();
  }

  const open = (name) => { view = name; shown = null; wrong = null; look(); };
  const save = async (replace) => {
    try {
      const made = await send("save", { replace });
      draft.begun = draft.text;
      keep(KEY, draft);
      api.forgetFiling(made.id);
      toast(`Saved as ${made.file}. It is in the catalogue now.`);
    } catch (error) {
      if (error.code !== "file-exists") complain(error);
      else if (await confirmed("It is saved already", "A filing of this id stands in the house's folder. The one that stands there is lost.", "Replace it")) await save(true);
    }
  };
  const download = () => {
    const name = /^id\s*=\s*"[^"/]*\/([^"]+)"/m.exec(draft.text)?.[1] ?? "draft";
    saveText(draft.text, `${name}.toml`, "application/toml");
  };
  const upload = async (event) => {
    const file = event.target.files[0];
    if (!file) return;
    await begin(() => file.text(), "");
    event.target.value = ""; // so that the same file can be opened again
  };

  const draw = () => fit(body,
    h("h1", {}, "Draft"),
    h("div", { class: "row no-print" },
      chooser("draft-from", "A copy of", filings, draft.from, (id) => id && beginWith(`from=${encodeURIComponent(id)}`, id)),
      h("div", { class: "field" }, h("label", { for: "draft-family" }, "Or a new one of the family"),
        h("select", { id: "draft-family", value: "", onchange: (event) => event.target.value && beginWith(`family=${event.target.value}`, "") },
          h("option", { value: "" }, "Choose a family"), families.map((one) => h("option", { value: one.family }, one.label)))),
      h("div", { class: "field" }, h("label", { for: "draft-file" }, "Or a file"), h("input", { id: "draft-file", type: "file", accept: ".toml", onchange: (event) => upload(event).catch(complain) })),
      h("button", { "data-do": "download", disabled: !draft.text, onclick: download }, "Download"),
      SAVES.includes(api.me()?.role) && h("button", { class: "primary", "data-do": "save", disabled: !found.sheet, onclick: () => save(false) }, "Save to the house's folder")),
    h("div", { class: "draft" }, h("div", { class: "draft-text" }),
      h("section", { class: "stack draft-beside", "aria-label": "What becomes of it" },
        h("div", { class: "row no-print" }, Object.entries(VIEWS).map(([key, words]) => h("button", { class: "small", "data-view": key, "aria-pressed": String(view === key), onclick: () => open(key) }, words))),
        h("p", { role: "status", class: "soft small" }, busy ? "Looking…" : summed()),
        wrong && refusal(wrong),
        !wrong && beside())));

  const summed = () => {
    const count = (rank) => found.findings.filter((one) => one.severity === rank && one.code !== "reading").length;
    if (!draft.text.trim()) return "Begin with a copy of a filing, or with every key of a family.";
    const words = ["error", "warning", "note"].map((rank) => `${count(rank)} ${rank}${count(rank) === 1 ? "" : "s"}`);
    return `${words.join(", ")}${found.sheet ? "" : "; it does not load yet"}.`;
  };

  function beside() {
    if (view === "findings") return findings();
    if (!found.sheet) return h("p", { class: "soft" }, "The draft does not load yet; the findings say why.");
    return { rules, sign: signs, odds, deal, diff }[view]();
  }
  const findings = () => h("ul", { class: "findings" }, found.findings.filter((one) => one.code !== "reading").map((one) => h("li", { class: `finding is-${one.severity}` },
    h("p", {}, h("span", { class: "tag" }, one.severity), " ", h("strong", {}, one.code), " ", h("button", { class: "plain small", onclick: () => area?.go(lineOf(draft.text, one)) }, `line ${lineOf(draft.text, one)}`), h("span", { class: "soft" }, ` ${one.where.replace(/^draft\.toml:? ?/, "")}`)),
    h("p", {}, capital(one.message)), one.cite && h("p", { class: "cite" }, one.cite))));
  const rules = () => shown?.told ? [payTables(shown.pay_table ?? []), h("dl", { class: "rules-found" }, shown.told.map((one) => h("div", { class: "rule" }, h("dt", {}, capital(one.heading), h("span", { class: "tag" }, one.section)), h("dd", {}, capital(one.text), one.cite && h("span", { class: "cite" }, ` ${one.cite}`)))))] : busy && waiting();
  const signs = () => h("div", { class: "stack" }, h("div", { class: "row" },
    h("div", { class: "field" }, h("label", { for: "draft-schedule" }, "Collection option"), h("input", { id: "draft-schedule", value: sign.schedule, oninput: (event) => { sign.schedule = event.target.value; } })),
    h("div", { class: "field" }, h("label", { for: "draft-limits" }, "Limits"), h("input", { id: "draft-limits", value: sign.limits, placeholder: "5-500", oninput: (event) => { sign.limits = event.target.value; } })),
    h("button", { onclick: () => look() }, "Show the sign")),
  typeof shown === "string" && h("img", { class: "sign-preview", alt: "The sign of the draft", src: `data:image/svg+xml;utf8,${encodeURIComponent(shown)}` }));
  const odds = () => found.odds ? wide("Every bet of the draft", h("table", { class: "desk-table" }, h("caption", {}, "Every bet of the draft"),
    h("thead", {}, h("tr", {}, ["Bet", "Edge", ...(shown?.bets ? [`In ${draft.from}`] : []), "Spread", "Wins"].map((one, i) => h("th", { scope: "col", class: i ? "amount" : undefined }, one)))),
    h("tbody", {}, Object.entries(found.odds.bets).map(([name, bet]) => h("tr", {}, h("th", { scope: "row" }, capital(name.replaceAll("_", " "))), h("td", { class: "amount" }, percent(bet.edge, 3)), shown?.bets && h("td", { class: "amount" }, there(bet, shown.bets[name])), h("td", { class: "amount" }, bet.sd.toFixed(4)), h("td", { class: "amount" }, percent(bet.hit)))))))
    : busy ? waiting() : h("p", { class: "soft" }, capital(found.no_odds ?? ""));
  /** The edge in the filing it came from, and what the draft changes of it. */
  const there = (bet, other) => {
    if (!other) return "not offered";
    const by = bet.edge - other.edge;
    return [percent(other.edge, 3), Math.abs(by) > 1e-9 && h("span", { class: `small ${by > 0 ? "lose" : "win"}` }, ` here ${signed(by * 100, 3)}%`)];
  };
  const deal = () => h("div", { class: "stack" }, h("div", {}, h("button", { class: "primary", "data-do": "deal", onclick: () => { seed += 1; look(); } }, "Another round")),
    shown?.lines && h("pre", { class: "dealt", tabindex: 0, "aria-label": "The round, step by step" }, shown.lines.join("\n")));
  const diff = () => !draft.from ? h("p", { class: "soft" }, "It was not begun from a filing.")
    : shown?.differences && wide("Differences", h("table", { class: "desk-table compared" }, h("caption", {}, `${shown.differences.length} differences from ${draft.from}`),
      h("thead", {}, h("tr", {}, ["Rule", "There", "Here"].map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, shown.differences.map((one) => h("tr", {}, h("th", { scope: "row" }, capital(one.about ?? one.path)), h("td", {}, capital(one.first)), h("td", {}, capital(one.second)))))));

  draw();
  const place = body.querySelector(".draft-text");
  place.drawsItself = true;
  area = await editor(place, draft.text, { change, schema });
  const wanted = rest.slice(0, 2).join("/");
  if (wanted && (wanted !== draft.from || !draft.text)) await beginWith(`from=${encodeURIComponent(wanted)}`, wanted);
  look();
}
