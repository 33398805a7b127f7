// The bank: a form for a table, runs that go on while their figures come in, runs that were kept.
//
// #/desk/bank, #/desk/bank/HOUSE/GAME, #/desk/bank/run/ID, #/desk/bank/like/ID

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital, complain, confirmed, dialog } from "../parts/dialog.js";
import { copyLink, saveJson } from "../parts/taking.js";
import { ensureGuest } from "../lobby/guest.js";
import { chooser, choiceWords, choicesOf, refusal, waiting } from "./desk.js";
import { found } from "./found.js";
import { asQuery } from "./odds.js";
import { asTable, blank, described, scheduleNames } from "./tableform.js";

const KINDS = { simulate: "Simulation", bank: "The bank's book", league: "All houses" };
const NAMES = { ...KINDS, odds: "Odds" };
const ABOUT = {
  simulate: "Hands dealt one after another: win, spread, cover, sessions and ruin.",
  bank: "What the seat is worth: ruin curves, bankrolls needed, schedules compared, what each clause is worth.",
  league: "The bank of every house at the same plain table.",
};
const PLAYS = [["", "As the table says, else by the chart"], ["best", "As is best"], ["chart", "By the chart"], ["bot", "As the bots do"], ["mix", "A mix"]];
const AGAIN = 2000; // milliseconds before a cardroom that does not answer is asked again
const OPEN = ["waiting", "running"];
const STATES = { waiting: "Waiting for its turn", running: "Running", done: "Done", cancelled: "Cancelled", refused: "Refused", interrupted: "Interrupted: the server was stopped" };

export async function show(body, rest, filings) {
  if (rest[0] === "run") await follow(body, rest[1], filings);
  else await ask(body, rest, filings);
}

const title = (filings, id) => filings.find((one) => one.id === id)?.title ?? id;

// The form.

async function ask(body, rest, filings) {
  const counted = filings.filter((one) => one.kind === "player-dealer");
  let form = blank(), sheet = null, wrong = null, busy = false, mine = [];
  if (rest[0] === "like") form = described((await api.call(`/api/jobs/${rest[1]}`)).wish);
  else if (rest.length > 1) form.filing = rest.slice(0, 2).join("/");
  const set = (name) => (event) => { form[name] = event.target.value; };
  const again = (name) => (event) => { form[name] = event.target.value; draw(); };
  const input = (name, label, more = {}) => h("div", { class: "field" }, h("label", { for: `bank-${name}` }, label), h("input", { id: `bank-${name}`, value: form[name], oninput: set(name), ...more }));
  const choose = (name, label, options, change = set(name)) => h("div", { class: "field" }, h("label", { for: `bank-${name}` }, label),
    h("select", { id: `bank-${name}`, value: form[name], onchange: change }, options.map(([value, words]) => h("option", { value, selected: form[name] === value }, words))));

  const draw = () => fit(body,
    h("h1", {}, "Bank"),
    h("form", { class: "stack bank-form", onsubmit: run },
      h("fieldset", {}, h("legend", {}, "What to work out"), h("div", { class: "row" }, Object.entries(KINDS).map(([key, words]) =>
        h("label", { class: "check" }, h("input", { type: "radio", name: "kind", value: key, checked: form.kind === key, onchange: again("kind") }), words))),
      h("p", { class: "soft small" }, ABOUT[form.kind])),
      form.kind !== "league" && chooser("bank-filing", "Filing", counted, form.filing, (value) => { form.filing = value; load(); }),
      form.kind === "league" ? h("div", { class: "bank-fields" }, input("seats", "Seats taken, the bank's too", { inputmode: "numeric", placeholder: "6" }), input("wager", "Every player's wager, dollars", { inputmode: "numeric" }), choose("play", "Play", PLAYS))
        : sheet && table(),
      wrong && refusal(wrong),
      h("div", {}, h("button", { class: "primary", type: "submit", disabled: busy || (form.kind !== "league" && !sheet) }, busy ? "Starting…" : "Run"))),
    runs());

  const table = () => [
    h("div", { class: "bank-fields" },
      input("bank", "The bank's wager a hand, dollars; several to compare", { placeholder: form.kind === "bank" ? "5 to 50 times the action" : "500, 1000, 2000", required: form.kind === "simulate" }),
      input("pace", "Hands an hour", { inputmode: "decimal" }),
      choose("play", "Play", PLAYS),
      decks()),
    schedules(),
    h("fieldset", {}, h("legend", {}, "Players"),
      h("div", { class: "row" }, [["usual", "Usual habits"], ["own", "Described here"]].map(([key, words]) =>
        h("label", { class: "check" }, h("input", { type: "radio", name: "players", value: key, checked: form.players === key, onchange: again("players") }), words))),
      form.players === "usual"
        ? h("div", { class: "bank-fields" }, input("seats", `Seats taken, the bank's too (2 to ${sheet.table.seats})`, { inputmode: "numeric", placeholder: String(sheet.table.seats) }), h("p", { class: "soft small" }, "10, 20 or 30 dollars on the base game, moved into its limits, and one time in four 5 dollars on each bonus bet."))
        : groups()),
    h("details", { open: Boolean(form.bankroll) || undefined }, h("summary", {}, form.kind === "bank" ? "Session and bankrolls" : "Sessions: bankroll, goal, time"), h("div", { class: "bank-fields" },
      form.kind === "bank" && input("bankrolls", "Bankrolls of the curve, dollars", { placeholder: "as fits the spread" }),
      input("bankroll", "Bankroll, dollars"), input("goal", "Goal, dollars"), input("hours", "Hours", { inputmode: "decimal" }), input("least", "Goes on with a bank of at least, dollars"))),
    h("details", {}, h("summary", {}, "Rounds, seed and more"), h("div", { class: "bank-fields" },
      input("rounds", form.kind === "bank" ? "Hands dealt for each bank" : "Rounds", { inputmode: "numeric" }), input("seed", "Seed", { inputmode: "numeric" }), input("limits", "Posted limits", { placeholder: "5-500" }),
      form.kind === "bank" && choose("clauses", "Clauses that could be otherwise", [["", "As is quick"], ["none", "None"], ["options", "Options and decks"], ["all", "Every key"]]))),
  ];

  const decks = () => {
    const [least, most] = sheet.deck?.decks ?? [1, 1];
    return [least !== most && choose("decks", "Decks", [["", "As filed"], ...Array.from({ length: most - least + 1 }, (_, i) => [String(least + i), String(least + i)])]),
      (sheet.option ?? []).map((one) => h("div", { class: "field" }, h("label", { for: `bank-option-${one.name}` }, capital(one.name.replaceAll("_", " "))),
        h("select", { id: `bank-option-${one.name}`, value: form.options[one.name] ?? "", onchange: (event) => { form.options[one.name] = event.target.value; } },
          [["", "As filed"], ...choicesOf(one).map((value) => [String(value), choiceWords(value)])].map(([value, words]) => h("option", { value, selected: (form.options[one.name] ?? "") === value }, words)))))];
  };

  const schedules = () => {
    const named = scheduleNames(sheet);
    if (!named.length) return h("p", { class: "soft small" }, "This filing has no schedule of fees.");
    const pick = (name) => (event) => { form.schedule = event.target.checked ? [...form.schedule, name] : form.schedule.filter((one) => one !== name); };
    return h("fieldset", {}, h("legend", {}, "Collection options in force; several to compare, none for no fee"),
      h("div", { class: "bank-schedules" }, named.map(({ name, words }) => h("label", { class: "check" }, h("input", { type: "checkbox", value: name, checked: form.schedule.includes(name), onchange: pick(name) }), words))));
  };

  const groups = () => h("div", { class: "stack tight" },
    h("p", { class: "soft small" }, "Amounts in dollars: 25, or several to choose from evenly (10, 25), more often by x (25 x3, 100), now and then by a share (5 at 25%)."),
    form.groups.map((group, i) => h("fieldset", { class: "panel" }, h("legend", { class: "sr-only" }, `Players of kind ${i + 1}`), h("div", { class: "bank-fields" },
      h("div", { class: "field" }, h("label", { for: `bank-count-${i}` }, "Players of this kind"), h("input", { id: `bank-count-${i}`, inputmode: "numeric", value: group.count, oninput: (event) => { group.count = event.target.value; } })),
      sheet.spot.filter((spot) => !spot.equals).map((spot) => h("div", { class: "field" }, h("label", { for: `bank-${i}-${spot.name}` }, spot.label),
        h("input", { id: `bank-${i}-${spot.name}`, value: group.wagers[spot.name] ?? "", placeholder: spot.base ? "25" : "nothing", oninput: (event) => { group.wagers[spot.name] = event.target.value; } }))),
      form.groups.length > 1 && h("button", { type: "button", class: "small", onclick: () => { form.groups.splice(i, 1); draw(); } }, "Take away")))),
    h("div", {}, h("button", { type: "button", class: "small", "data-do": "more-players", onclick: () => { form.groups.push({ count: "1", wagers: {} }); draw(); } }, "Players of another kind")));

  const runs = () => mine.length > 0 && h("section", { class: "stack tight" }, h("h2", {}, "Your runs"),
    h("ul", { class: "runs" }, mine.map((one) => h("li", {}, h("a", { href: `#/desk/bank/run/${one.id}` }, one.name || `${NAMES[one.kind]}${one.filing ? `, ${title(filings, one.filing)}` : ""}`),
      h("span", { class: "soft small" }, ` ${[new Date(one.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" }), one.name && "saved", OPEN.includes(one.state) ? `${STATES[one.state].toLowerCase()}, ${Math.floor(one.share * 100)}%` : STATES[one.state].toLowerCase()].filter(Boolean).join(" · ")}`)))));

  async function run(event) {
    event.preventDefault();
    try {
      const wish = asTable(form, sheet);
      if (!(await ensureGuest())) return;
      busy = true;
      draw();
      const made = await api.call("/api/jobs", { method: "POST", body: wish });
      location.hash = `/desk/bank/run/${made.id}`;
    } catch (error) {
      [busy, wrong] = [false, error];
      draw();
    }
  }

  async function load() {
    [sheet, wrong] = [null, null];
    draw();
    if (!form.filing) return;
    api.call("/api/jobs/ready", { method: "POST", body: { filing: form.filing } }).catch(() => {}); // figures come sooner then
    try {
      sheet = await api.filing(form.filing);
    } catch (error) {
      wrong = error;
    }
    draw();
  }

  draw();
  await load();
  if (api.token()) {
    mine = await api.call("/api/jobs").catch(() => []);
    draw();
  }
}

// A run.

async function follow(body, id, filings) {
  let job, turn;
  const act = async (path, more) => {
    job = await api.call(`/api/jobs/${id}${path}`, { method: "POST", ...more });
    draw();
  };
  const copy = () => copyLink(location.href, job.name ? "Whoever has it sees this run." : "It lasts a month; save the run to keep it.");
  const forget = async () => {
    if (job.name && !(await confirmed(`Delete ${job.name}`, "The run and its figures are gone, for everybody who has the link too.", "Delete"))) return;
    await api.call(`/api/jobs/${id}`, { method: "DELETE" });
    location.hash = "/desk/bank";
  };
  const button = (name, words, what, kind) => h("button", { class: kind, "data-do": name, onclick: () => Promise.resolve(what()).catch(complain) }, words);
  const draw = () => {
    const open = OPEN.includes(job.state);
    fit(body,
      h("h1", {}, job.name || NAMES[job.kind]),
      h("p", { class: "soft" }, [job.filing && title(filings, job.filing), job.filing, job.wish.play && PLAYS.find(([key]) => key === job.wish.play)[1].toLowerCase(), job.kind !== "odds" && `seed ${job.wish.seed}`, new Date(job.at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" })].filter(Boolean).join(" · ")),
      h("p", { role: "status", "data-state": job.state }, STATES[job.state], open ? "" : "."),
      open && h("div", { class: "row" }, h("progress", { value: String(job.share), max: "1", "aria-label": "How much is done" }), h("span", { class: "soft" }, `${Math.floor(job.share * 100)}%`)),
      job.error && refusal(job.error),
      h("div", { class: "row no-print" },
        open && job.own && button("cancel", "Cancel", () => act("/cancel"), "danger"),
        job.own && !open && button("save", job.name ? "Rename" : "Save", () => askName(job.name, (given) => act("/save", { body: { name: given } }))),
        button("link", "Copy the link", copy),
        job.kind === "odds" ? h("a", { class: "button", href: `#/desk/odds/${job.filing}/${encodeURIComponent(asQuery(job.wish))}` }, "On the odds page")
          : h("a", { class: "button", href: `#/desk/bank/like/${id}` }, "Change and run again"),
        job.result && button("json", "JSON", () => saveJson(job.result, `${job.kind}-${job.filing.replace("/", "-") || "all"}.json`)),
        job.result && button("print", "Print", () => print()),
        job.own && !open && button("delete", "Delete", forget, "danger")),
      job.result && !["done", ...OPEN].includes(job.state) && h("p", { class: "soft" }, "As far as it came:"),
      job.result ? found(job.kind, job.result, job.state === "done") : open && waiting("The first figures come in a moment."));
  };
  fit(body, h("h1", {}, "Bank"), waiting());
  do {
    try {
      job = await api.call(`/api/jobs/${id}${turn === undefined ? "" : `?seen=${turn}`}`);
    } catch (error) {
      if (!job || error.code !== "no-connection") throw error;
      body.querySelector("[data-state]")?.replaceChildren("The cardroom does not answer; it is asked again.");
      await new Promise((done) => { setTimeout(done, AGAIN); });
      continue;
    }
    turn = job.turn;
    draw();
  } while (body.isConnected && OPEN.includes(job.state));
}

/** Under which name a run is kept. */
function askName(now, save) {
  const field = h("input", { id: "run-name", value: now, maxlength: 100, required: true });
  const opened = dialog("Save the run", h("form", { class: "stack" }, h("div", { class: "field" }, h("label", { for: "run-name" }, "Its name"), field), h("button", { class: "primary", type: "submit" }, "Save")));
  opened.content.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    save(field.value.trim()).then(() => opened.close()).catch(complain);
  });
}

