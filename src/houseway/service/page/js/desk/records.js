// The office's records: tables and hands, reports against the count, logs verified.
//
// #/desk/records, #/desk/records/table/ID, #/desk/records/report, #/desk/records/verify, #/desk/records/rulings

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital, complain } from "../parts/dialog.js";
import { saveJson, saveText } from "../parts/taking.js";
import { notYours, refusal, waiting, when } from "./desk.js";
import { table } from "./table.js";

const OFFICE = ["house", "office"];
const PARTS = {
  "": { title: "Tables", roles: [...OFFICE, "floor"], show: tables },
  report: { title: "Report", roles: OFFICE, show: report },
  verify: { title: "Verify", roles: OFFICE, show: verify },
  rulings: { title: "Rulings", roles: [...OFFICE, "floor"], show: rulings },
};

export async function show(body, [place = "", ...rest]) {
  const role = api.me()?.role;
  const name = PARTS[place] ? place : "";
  const inner = h("div", { class: "stack" });
  fit(body, h("nav", { class: "row", "aria-label": "Records" },
    Object.entries(PARTS).filter(([, one]) => one.roles.includes(role)).map(([key, one]) => h("a", { class: "button small", href: `#/desk/records${key && `/${key}`}`, "aria-current": key === name ? "page" : undefined }, one.title))), inner);
  if (place === "table") await hands(inner, rest[0]);
  else if (PARTS[name].roles.includes(role)) await PARTS[name].show(inner);
  else fit(inner, notYours(PARTS[name]));
}

const save = (path, name, more) => api.download(path, name, more).catch(complain);

// Tables past and present.

async function tables(body) {
  let found = null, wanted = "", turn = 0;
  const address = (extra) => `/api/records/tables?find=${encodeURIComponent(wanted)}${extra}`;
  const draw = () => fit(body,
    h("h1", {}, "Tables past and present"),
    h("form", { class: "row", role: "search", onsubmit: (event) => { event.preventDefault(); look(body.querySelector("#tables-find").value.trim()); } },
      h("div", { class: "field grow" }, h("label", { for: "tables-find" }, "Look for a table, a game, a house"), h("input", { id: "tables-find", type: "search", autocomplete: "off", maxlength: 100 })),
      h("button", { class: "primary", type: "submit" }, "Find"),
      ["csv", "json"].map((form) => h("button", { type: "button", "data-do": form, onclick: () => save(address(`&limit=1000&form=${form}`), `tables.${form}`) }, form.toUpperCase()))),
    found === null ? waiting("Looking…") : table(found.length ? "The latest opened first" : "None is found.", ["Table", "Game", "Opened", "Closed", "#Hands"], found.map((one) => h("tr", { "data-key": one.id },
      h("th", { scope: "row" }, h("a", { href: `#/desk/records/table/${one.id}` }, one.id)), h("td", {}, one.title), h("td", {}, when(one.opened)),
      h("td", {}, one.closed ? when(one.closed) : "open", one.remark && h("span", { class: "tag" }, "locked")), h("td", { class: "amount" }, one.hands)))));
  async function look(words) {
    const mine = ++turn;
    [wanted, found] = [words, null];
    draw();
    try {
      const answers = await api.call(address(""));
      if (mine !== turn) return;
      found = answers;
    } catch (error) {
      found = [];
      complain(error);
    }
    draw();
  }
  await look("");
}

async function hands(body, id) {
  const office = OFFICE.includes(api.me()?.role);
  const [newest, [about]] = await Promise.all([api.call(`/api/records/tables/${id}/hands`), api.call(`/api/records/tables?find=${encodeURIComponent(id)}`).then((all) => all.filter((one) => one.id === id))]);
  let found = newest, more = found.length === 50;
  const verified = h("div", { role: "status" });
  const draw = () => fit(body,
    h("h1", {}, `Table ${id}`),
    about && h("p", { class: "soft" }, [about.title, `opened ${when(about.opened)}`, about.closed ? `closed ${when(about.closed)}` : "open", about.private && "private"].filter(Boolean).join(" · ")),
    h("div", { class: "row no-print" },
      ["csv", "json"].map((form) => h("button", { "data-do": form, onclick: () => save(`/api/records/tables/${id}/hands?limit=1000&form=${form}`, `hands-${id}.${form}`) }, `Hands as ${form.toUpperCase()}`)),
      office && h("button", { "data-do": "verify", onclick: check }, "Verify the log"),
      office && h("button", { "data-do": "log", onclick: () => save(`/api/tables/${id}/sealed-log`, `table-${id}.log`) }, "Sealed log")),
    verified,
    table(found.length ? "Hands, the newest first" : "No hand was played to its end.", ["Hand", "When", "Outcome", "~Look"], found.map((one) => h("tr", { "data-key": one.hand },
      h("th", { scope: "row" }, one.hand), h("td", {}, when(one.at)), h("td", {}, one.outcome),
      h("td", { class: "no-print" }, h("div", { class: "row" }, h("a", { class: "button small", href: `#/hand/${id}/${one.hand}` }, "Replay", h("span", { class: "sr-only" }, ` hand ${one.hand}`)),
        one.outcome !== "void" && h("a", { class: "button small", href: `#/adjudicate/${id}/${one.hand}` }, "Dispute", h("span", { class: "sr-only" }, ` hand ${one.hand}`)),
        office && one.outcome === "settled" && h("button", { class: "small", onclick: () => take(one.hand) }, "File", h("span", { class: "sr-only" }, ` of hand ${one.hand}`))))))),
    more && h("div", {}, h("button", { onclick: older }, "Earlier hands")));
  async function older() {
    const answers = await api.call(`/api/records/tables/${id}/hands?before=${found.at(-1).hand}`).catch(complain);
    if (!answers) return;
    [found, more] = [[...found, ...answers], answers.length === 50];
    draw();
  }
  async function check() {
    fit(verified, waiting("Every command is given again…"));
    try {
      fit(verified, verdict(await api.call(`/api/records/tables/${id}/verify`, { method: "POST" })));
    } catch (error) {
      fit(verified, refusal(error));
    }
  }
  async function take(number) {
    try {
      const made = await api.call(`/api/records/tables/${id}/hands/${number}`);
      saveText(made.text, `table-${id}-${number}${made.suffix}`);
    } catch (error) {
      complain(error);
    }
  }
  draw();
}

// Rulings that were kept.

async function rulings(body) {
  let found = null, wanted = "", turn = 0;
  const address = (extra = "") => `/api/rulings?find=${encodeURIComponent(wanted)}${extra}`;
  const draw = () => fit(body,
    h("h1", {}, "Rulings"),
    h("form", { class: "row", role: "search", onsubmit: (event) => { event.preventDefault(); look(body.querySelector("#ruling-find").value.trim()); } },
      h("div", { class: "field grow" }, h("label", { for: "ruling-find" }, "Look for a name, a table, a game, a kind of error"), h("input", { id: "ruling-find", type: "search", autocomplete: "off", maxlength: 100 })),
      h("button", { class: "primary", type: "submit" }, "Find"),
      ["csv", "json"].map((form) => h("button", { type: "button", "data-do": form, onclick: () => save(address(`&limit=1000&form=${form}`), `rulings.${form}`) }, form.toUpperCase()))),
    found === null ? waiting("Looking…") : found.length > 0 ? table("The newest first", ["Ruling", "When", "Table", "Names", "Game", "Outcome"], found.map((one) => h("tr", { "data-key": one.link },
      h("th", { scope: "row" }, h("a", { href: `#/ruling/${one.link}` }, `Ruling ${one.number}`)), h("td", {}, when(one.at)), h("td", {}, one.table), h("td", {}, one.names), h("td", {}, one.filing), h("td", {}, one.ruling))))
      : h("p", { class: "soft", role: "status" }, wanted ? "None is found." : ["None was kept yet. A round is ruled on the page ", h("a", { href: "#/adjudicate" }, "Adjudicate"), ", and kept there."]));
  async function look(words) {
    const mine = ++turn;
    [wanted, found] = [words, null];
    draw();
    const answers = await api.call(address()).catch((error) => (complain(error), []));
    if (mine !== turn) return;
    found = answers;
    draw();
  }
  await look("");
}

// Verification.

const MEANS = {
  verified: "The chain is whole, and every command given again wrote the same records.",
  "not-replayed": "The chain is whole; the rounds were not played again, since the rules are not those of this program.",
  unsigned: "Nobody has signed it.",
  unfinished: "All is well up to the end, and the end is missing: the table is still in use, or lines were dropped.",
  forged: "A line does not follow from those before it.",
};

function verdict(found) {
  return h("div", { class: found.ok ? "panel stack tight" : "error-box stack tight", "data-status": found.status },
    h("h2", {}, found.lines ? capital(found.status) : "No log"), h("p", {}, found.lines ? MEANS[found.status] ?? "" : "There is no record in this file. Is it the event log of a table?"),
    h("p", { class: "small" }, `${found.lines} lines, ${found.rounds} hands; signatures ${found.signatures}; last hash `, h("code", { class: "hash" }, found.hash)),
    found.findings.length > 0 && h("ul", {}, found.findings.map((one) => h("li", {}, `Line ${one.line}: ${one.message} (${one.code})`))),
    found.notes.length > 0 && h("ul", {}, found.notes.map((one) => h("li", {}, capital(one)))),
    found.corrections?.length > 0 && h("details", {}, h("summary", {}, `${found.corrections.length} decisions of the floor`), h("pre", { class: "small wide", tabindex: 0 }, JSON.stringify(found.corrections, null, 1))));
}

async function verify(body) {
  const said = h("div", { role: "status" });
  const form = h("form", { class: "panel stack" },
    h("div", { class: "field" }, h("label", { for: "verify-file" }, "An event log"), h("input", { id: "verify-file", type: "file", accept: ".log,.jsonl,.txt", required: true })),
    h("label", { class: "check" }, h("input", { id: "verify-ours", type: "checkbox" }), "It must be signed by this house"),
    h("div", {}, h("button", { class: "primary", type: "submit" }, "Verify")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    fit(said, waiting("Every command is given again…"));
    try {
      const text = await form.querySelector("#verify-file").files[0].text();
      fit(said, verdict(await api.call(`/api/records/verify?ours=${form.querySelector("#verify-ours").checked}`, { method: "POST", text })));
    } catch (error) {
      fit(said, refusal(error));
    }
  });
  fit(body, h("h1", {}, "Verify a log"), h("p", { class: "soft" }, "The log of a table of this house is verified from the table's own page, with its chips at the cage and its signatures."));
  body.append(form, said);
}

// The report.

const MONEY = [["hands", "Hands"], ["voided", "Void"], ["action", "Action"], ["drop", "Drop"], ["not_covered", "Hands not covered"], ["uncovered", "Left uncovered"], ["waived", "Fees waived"]];

async function report(body) {
  let made = null, wish = null;
  const said = h("div", { class: "stack", "data-part": "report" });
  const form = h("form", { class: "panel stack" },
    h("div", { class: "row" },
      h("div", { class: "field" }, h("label", { for: "report-since" }, "Tables open since"), h("input", { id: "report-since", type: "date" })),
      h("div", { class: "field" }, h("label", { for: "report-until" }, "until"), h("input", { id: "report-until", type: "date" })),
      h("div", { class: "field grow" }, h("label", { for: "report-tables" }, "Only tables (names with commas)"), h("input", { id: "report-tables", autocomplete: "off" }))),
    h("details", {}, h("summary", {}, "Count sheet"), h("div", { class: "field" }, h("label", { for: "report-counted" }, "What was found in the boxes, as TOML or JSON; the report below has a form for it"),
      h("textarea", { id: "report-counted", rows: 6, spellcheck: "false", placeholder: '[[box]]\ntable = "1"\nshift = "2025-01-01 swing"\namount = 1234.50' }))),
    h("div", {}, h("button", { class: "primary", type: "submit" }, "Make the report")));
  const read = (id) => form.querySelector(`#report-${id}`).value.trim();
  const make = async () => {
    wish = { since: read("since"), until: read("until"), tables: read("tables").split(",").map((one) => one.trim()).filter(Boolean), ...(read("counted") && { counted: read("counted") }) };
    fit(said, waiting("Reading the logs…"));
    try {
      made = await api.call("/api/records/report", { method: "POST", body: wish });
      fit(said, sheet());
    } catch (error) {
      fit(said, refusal(error));
    }
  };
  const sheet = () => [
    h("div", { class: "row no-print" }, [["pdf", "PDF"], ["csv", "CSV by table and shift"], ["rotation.csv", "Rotation as CSV"]].map(([kind, title]) => h("button", { "data-do": kind, onclick: () => save(`/api/records/report?form=${kind}`, `report.${kind}`, { method: "POST", body: wish }) }, title)),
      h("button", { "data-do": "json", onclick: () => saveJson(made, "report.json") }, "JSON"), h("button", { onclick: () => print() }, "Print")),
    made.counted && h("p", { class: made.ok ? "" : "error-box", role: "status" }, made.ok ? "The count agrees with the logs." : "The count differs from the logs."),
    counted(), figures("By table and shift, dollars", "Table and shift", made.boxes.map((one) => [`${one.table}, ${one.shift}`, one])),
    figures("By shift, dollars", "Shift", Object.entries(made.shifts)), figures("By collection option, dollars", "Filing and option", Object.entries(made.schedules)),
    table("Fees by rate, dollars", ["Table and shift", "From", "#Fee", "#Times"], [...made.boxes.map((box) => [`${box.table}, ${box.shift}`, box.rates]), ["All", made.total.rates]].flatMap(([name, rates]) => rates.map((one) =>
      h("tr", {}, h("th", { scope: "row" }, name), h("td", {}, one.from), h("td", { class: "amount" }, one.fee), h("td", { class: "amount" }, one.times))))),
    made.rotation.length > 0 && table("Rotation of the bank, dollars", ["Table and shift", "Player-dealer", "From", "To", "#Hands", "#Void", "#Result", "#Fees", "Declined before"], made.rotation.map((one) => h("tr", {},
      h("td", {}, `${one.table}, ${one.shift}`), h("th", { scope: "row" }, one.name), h("td", {}, when(one.since)), h("td", {}, when(one.until)), ["hands", "voided", "net", "fees"].map((key) => h("td", { class: "amount" }, one[key])), h("td", {}, one.declined.join(", "))))),
  ];
  /** What was counted, box by box, beside what the logs say. */
  const counted = () => {
    const known = new Map((made.counted ?? []).map((one) => [`${one.table} ${one.shift}`, one]));
    const boxes = made.boxes.filter((one) => Number(one.drop) || known.has(`${one.table} ${one.shift}`));
    if (!boxes.length) return null;
    return h("form", { class: "counted stack tight", onsubmit: (event) => count(event, boxes) }, table("Drop against the count, dollars", ["Box", "#Expected", "Counted", "#Difference"], boxes.map((one, i) => {
      const own = known.get(`${one.table} ${one.shift}`);
      return h("tr", {}, h("th", { scope: "row" }, `${one.table}, ${one.shift}`), h("td", { class: "amount" }, one.drop),
        h("td", {}, h("input", { id: `count-${i}`, "aria-label": `Counted in the box of ${one.table}, ${one.shift}`, inputmode: "decimal", pattern: "[0-9]+(\\.[0-9]{1,2})?", value: own?.counted ?? "" })),
        h("td", { class: "amount" }, own ? own.difference : ""));
    })), h("div", {}, h("button", { type: "submit" }, "Hold against the count")));
  };
  const count = (event, boxes) => {
    event.preventDefault();
    const box = boxes.map((one, i) => ({ table: one.table, shift: one.shift, amount: said.querySelector(`#count-${i}`).value.trim() })).filter((one) => one.amount);
    form.querySelector("#report-counted").value = box.length ? JSON.stringify({ box }) : "";
    make();
  };
  form.addEventListener("submit", (event) => { event.preventDefault(); make(); });
  fit(body, h("h1", {}, "Report"));
  body.append(form, said);
}

const figures = (caption, first, rows) => rows.length > 0 && table(caption, [first, ...MONEY.map(([, title]) => `#${title}`)], rows.map(([name, one]) => h("tr", {}, h("th", { scope: "row" }, name), MONEY.map(([key]) => h("td", { class: "amount" }, one[key])))));
