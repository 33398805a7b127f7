// The house's tables: what is open, a form for a new one, and another for one that stands.
// Whether choices go together is the service's to say: the form asks it as they are made.

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital, complain, confirmed, toast } from "../parts/dialog.js";
import { chooser, refusal, waiting } from "./desk.js";
import { wide } from "./table.js";

const PACES = [["relaxed", "Relaxed: twice the usual times"], ["normal", "Normal"], ["quick", "Quick: half the usual times"]];
const ASK_AFTER = 300; // milliseconds after the last key

export async function show(body, [place = "", ...rest], filings) {
  if (place === "open") await opening(body, rest.join("/"), filings);
  else if (place === "table") await changing(body, rest[0]);
  else await list(body, filings);
}

// The list.

async function list(body, filings) {
  const draw = (tables) => fit(body,
    h("h1", {}, "Tables"),
    h("div", { class: "row" }, chooser("open-filing", "Open a table of", filings, "", (id) => { location.hash = `/desk/house/open/${id}`; })),
    tables === null ? waiting("Looking…") : !tables.length ? h("p", { class: "soft" }, "No table is open. A quick seat in the lobby opens one by itself.") : wide("Open tables", h("table", { class: "desk-table" },
      h("caption", {}, `${tables.length} ${tables.length === 1 ? "table is" : "tables are"} open`),
      h("thead", {}, h("tr", {}, ["Table", "Played for", "Collection", "People", "Pace", "Acts"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, tables.map((one) => h("tr", { "data-key": one.id },
        h("th", { scope: "row" }, h("a", { href: `#/table/${one.id}` }, one.title), h("span", { class: "soft small block" }, `${one.house} · ${one.id}`)),
        h("td", {}, one.played_for),
        h("td", {}, one.schedule.length ? `option ${one.schedule.join(", ")}` : "none"),
        h("td", {}, `${one.people} of ${one.seats}, ${one.bots} ${one.bots === 1 ? "bot" : "bots"}`),
        h("td", {}, [one.pace_name, one.private && "private", one.closing && "closing"].filter(Boolean).join(", ")),
        h("td", {}, h("div", { class: "row" },
          h("a", { class: "button small", href: `#/desk/house/table/${one.id}` }, "Change", h("span", { class: "sr-only" }, ` ${one.id}`)),
          !one.closing && h("button", { class: "small danger", onclick: () => close(one).then((done) => done && load()) }, "Close", h("span", { class: "sr-only" }, ` ${one.id}`))))))))));
  const load = async () => draw(await api.call("/api/house/tables"));
  draw(null);
  await load();
}

async function close(one) {
  if (!(await confirmed(`Close ${one.title}`, `Table ${one.id} closes after the hand in play. Everybody's chips go back into their accounts.`, "Close the table"))) return false;
  try {
    await api.call(`/api/tables/${one.id}/close`, { method: "POST" });
    toast("The table closes after the hand in play.");
    return true;
  } catch (error) {
    complain(error);
    return false;
  }
}

// A new one.

async function opening(body, id, filings) {
  fit(body, h("h1", {}, "Open a table"), waiting());
  const offered = await api.call(`/api/filings/${id}/setup`);
  const now = { ...offered.usual, seats: offered.seats, bots: 3, pace: "normal", private: false };
  form(body, offered, now, {
    head: [h("h1", {}, `Open ${offered.title}`), h("div", { class: "row" }, chooser("open-filing", "Filing", filings, id, (other) => { location.hash = `/desk/house/open/${other}`; }))],
    named: true, button: "Open the table",
    send: async (wish) => {
      const made = await api.call("/api/tables", { method: "POST", body: wish });
      toast(`${made.title} is open.`);
      location.hash = "#/desk/house";
    },
  });
}

// One that stands.

async function changing(body, id) {
  fit(body, h("h1", {}, "Change a table"), waiting());
  const one = (await api.call("/api/house/tables")).find((each) => each.id === id);
  if (!one) {
    fit(body, h("h1", {}, "Change a table"), h("p", {}, "No table of this name is open."), h("p", {}, h("a", { href: "#/desk/house" }, "All tables")));
    return;
  }
  const offered = await api.call(`/api/filings/${one.filing}/setup`);
  const now = { ...one.setup, seats: one.seats, bots: one.wanted_bots, pace: one.pace_name, private: one.private };
  form(body, offered, now, {
    head: [h("h1", {}, `Change ${one.title}`), h("p", { class: "soft" }, `Table ${id}. Rules change between two hands and stand in the table's log; seats, bots and pace change at once.`)],
    button: "Change the table",
    send: async (wish) => {
      const changed = Object.fromEntries(Object.entries(wish).filter(([key, value]) => !["filing", "table"].includes(key) && JSON.stringify(value) !== JSON.stringify(now[key] ?? EMPTY[key] ?? null)));
      if (!Object.keys(changed).length) return toast("Nothing is different.");
      await api.call(`/api/tables/${id}/change`, { method: "POST", body: changed });
      toast("The table is changed.");
      location.hash = "#/desk/house";
      return null;
    },
  });
}

const EMPTY = { schedule: [], options: {}, stakes: {}, dealt_from: "" };

// The form of both.

function form(body, offered, now, { head, named = false, button, send }) {
  let timer = 0, turn = 0;
  const said = h("div", { role: "status", class: "tried" });
  const read = (id) => place.querySelector(`#table-${id}`)?.value.trim() ?? "";
  const wish = () => gather(place, offered, now, read);
  const ask = () => {
    clearTimeout(timer);
    timer = setTimeout(async () => {
      const mine = ++turn;
      let shown;
      try {
        const tried = await api.call("/api/tables/try", { method: "POST", body: wish() });
        shown = h("p", {}, "Permitted: ", h("strong", {}, tried.played_for), tried.setup.house_book?.length ? `; by the house book: ${tried.setup.house_book.join(", ")}` : "");
      } catch (error) {
        shown = refusal(error);
      }
      if (mine === turn) fit(said, shown);
    }, ASK_AFTER);
  };
  const submit = async (event) => {
    event.preventDefault();
    place.querySelector("[type=submit]").disabled = true;
    try {
      await send(wish());
    } catch (error) {
      turn += 1;
      fit(said, refusal(error));
    }
    place.querySelector("[type=submit]").disabled = false;
  };
  const place = h("form", { class: "stack table-form", onsubmit: submit, oninput: ask },
    h("fieldset", { class: "panel stack tight" }, h("legend", {}, "Rules"), rules(offered, now, ask)),
    h("fieldset", { class: "panel" }, h("legend", {}, "Table"), h("div", { class: "row" },
      named && field("name", "Name", h("input", { id: "table-name", pattern: "[0-9A-Za-z]{1,40}", placeholder: "any", autocomplete: "off" })),
      field("seats", "Seats", h("input", { id: "table-seats", type: "number", min: 1, max: offered.seats, value: now.seats })),
      field("bots", "Bots", h("input", { id: "table-bots", type: "number", min: 0, max: 12, value: now.bots })),
      field("pace", "Pace", select("pace", PACES, now.pace)),
      h("label", { class: "check" }, h("input", { id: "table-private", type: "checkbox", checked: now.private }), "Private: found by its link alone"))),
    said,
    h("div", { class: "row" }, h("button", { class: "primary", type: "submit" }, button), h("a", { class: "button", href: "#/desk/house" }, "Not now")));
  fit(body, head);
  body.append(place);
  ask();
}

const field = (id, label, input) => h("div", { class: "field" }, h("label", { for: `table-${id}` }, label), input);
const select = (id, pairs, chosen) => h("select", { id: `table-${id}`, value: chosen }, pairs.map(([value, words]) => h("option", { value, selected: String(value) === String(chosen) }, words)));
const words = (value) => (value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " "));

function rules(offered, now, changed) {
  const decks = offered.decks[0] !== offered.decks[1];
  return [
    h("div", { class: "row" },
      offered.schedules.length > 0 && field("schedule", "Collection option", h("input", { id: "table-schedule", value: (now.schedule ?? []).join(", "), autocomplete: "off" })),
      offered.limits && field("limits", "Limits", h("input", { id: "table-limits", value: now.limits ?? "", placeholder: "5-500", autocomplete: "off" })),
      offered.structures.length > 0 && field("structure", "Structure", select("structure", offered.structures.map((one) => [one, one.replaceAll("-", " ")]), now.stakes?.structure)),
      offered.stakes.map((name) => field(`stake-${name}`, capital(name.replaceAll("_", " ")), h("input", { id: `table-stake-${name}`, value: [now.stakes?.[name] ?? ""].flat().join(", "), autocomplete: "off" }))),
      decks && field("decks", `Decks, ${offered.decks.join(" to ")}`, h("input", { id: "table-decks", type: "number", min: offered.decks[0], max: offered.decks[1], value: now.decks ?? "" })),
      offered.dealt_from.length > 1 && field("dealt_from", "Dealt from", select("dealt_from", offered.dealt_from.map((one) => [one, capital(one)]), now.dealt_from || offered.dealt_from[0]))),
    offered.options.map((one) => h("div", { class: "field" }, h("label", { for: `table-option-${one.name}` }, one.about, h("span", { class: "cite block" }, one.cite)),
      one.span ? h("input", { id: `table-option-${one.name}`, type: "number", min: one.span[0], max: one.span[1], value: now.options?.[one.name] ?? one.default })
        : select(`option-${one.name}`, one.values.map((value) => [value, `${words(value)}${value === one.default ? " (as filed)" : ""}`]), now.options?.[one.name] ?? one.default))),
    offered.schedules.length > 0 && h("details", {}, h("summary", {}, `The ${offered.schedules.length} collection options filed`),
      wide("Collection options", h("table", { class: "desk-table" },
        h("thead", {}, h("tr", {}, ["Option", "Fees", "Use"].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, offered.schedules.map((one) => h("tr", {}, h("th", { scope: "row" }, one.name), h("td", {}, one.words, h("span", { class: "cite block" }, one.cite)),
          h("td", {}, h("button", { class: "small", type: "button", onclick: (event) => { use(event, one.name, (now.schedule ?? []).length > 1); changed(); } }, "Use", h("span", { class: "sr-only" }, ` option ${one.name}`))))))))),
  ];
}

/** One option takes the place of the other; at poker there is one for each number of players. */
function use(event, name, several) {
  const input = event.target.closest("form").querySelector("#table-schedule");
  const named = input.value.split(",").map((one) => one.trim()).filter(Boolean);
  input.value = (several ? (named.includes(name) ? named.filter((one) => one !== name) : [...named, name]) : [name]).join(", ");
}

const number = (text) => (/^\d+$/.test(text) ? Number(text) : text);

/** What the form says, as the service takes it; choices as filed are left unsaid. */
function gather(place, offered, now, read) {
  const stakes = Object.fromEntries(offered.stakes.map((name) => [name, read(`stake-${name}`)]).filter(([, text]) => text)
    .map(([name, text]) => [name, text.includes(",") || Array.isArray(now.stakes?.[name]) || name === "blinds" ? text.split(",").map((one) => number(one.trim())) : number(text)]));
  const options = {};
  for (const one of offered.options) {
    const chosen = one.span ? Number(read(`option-${one.name}`)) : one.values.find((value) => String(value) === read(`option-${one.name}`));
    if (chosen !== one.default || one.name in (now.options ?? {})) options[one.name] = chosen;
  }
  return {
    filing: offered.filing,
    ...(read("name") && { table: read("name") }),
    schedule: read("schedule").split(",").map((one) => one.trim()).filter(Boolean),
    limits: read("limits") || null,
    options,
    decks: read("decks") ? Number(read("decks")) : null,
    dealt_from: read("dealt_from") && (read("dealt_from") !== offered.dealt_from[0] || now.dealt_from) ? read("dealt_from") : "",
    stakes: offered.structures.length ? { structure: read("structure"), ...stakes } : stakes,
    seats: Number(read("seats")) || null,
    bots: Number(read("bots")),
    pace: read("pace"),
    private: place.querySelector("#table-private").checked,
  };
}
