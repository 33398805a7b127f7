// Hands as questions: settled or replayed from a file, set the house way, worth against others.
//
// #/desk/hands, #/desk/hands/set/HOUSE/GAME, #/desk/hands/equity/HOUSE/GAME

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { isTile, pieces } from "../pieces/suits.js";
import "../pieces/card.js";
import "../pieces/tile.js";
import { chooser, refusal, waiting } from "./desk.js";
import { percent } from "./chart.js";
import { wide } from "./table.js";

// Each with what a family must give for it.
const PARTS = { "": ["Files", file], set: ["House way", setting, "house_way"], equity: ["Equity", equity, "equity"] };

export async function show(body, [place = "", ...rest], filings) {
  const name = PARTS[place] ? place : "";
  const inner = h("div", { class: "stack" });
  fit(body, h("nav", { class: "row", "aria-label": "Hands" },
    Object.entries(PARTS).map(([key, [title]]) => h("a", { class: "button small", href: `#/desk/hands${key && `/${key}`}`, "aria-current": key === name ? "page" : undefined }, title)),
    h("a", { class: "button small", href: "#/adjudicate" }, "Adjudicate by hand")), inner);
  const [, ask, needs] = PARTS[name];
  const able = needs ? (await api.call("/api/families")).filter((one) => one[needs]).map((one) => one.family) : [];
  ask(inner, rest.join("/"), filings.filter((one) => able.includes(one.family)));
}

const field = (id, label, more) => h("div", { class: "field grow" }, h("label", { for: id }, label), h("input", { id, autocomplete: "off", spellcheck: "false", ...more }));
const drawn = (cards) => h("span", { class: "hand-drawn" }, pieces(cards).map((card) => h(isTile(card) ? "hw-tile" : "hw-card", { card, small: true })));

/** A form that asks the service and shows what it says below. */
function asking(body, title, form, button, ask) {
  const said = h("div", { class: "stack", "data-part": "answer", role: "status" });
  const place = h("form", { class: "stack" }, form, h("div", {}, h("button", { class: "primary", type: "submit" }, button)));
  place.addEventListener("submit", async (event) => {
    event.preventDefault();
    fit(said, waiting());
    try {
      fit(said, await ask((id) => place.querySelector(`#${id}`).value.trim()));
    } catch (error) {
      fit(said, refusal(error));
    }
  });
  fit(body, h("h1", {}, title));
  body.append(place, said);
}

// A file.

function file(body) {
  const text = h("textarea", { id: "hand-text", rows: 14, spellcheck: "false" });
  asking(body, "A round or a hand from a file", [
    h("div", { class: "field" }, h("label", { for: "hand-file" }, "Round file (TOML) or hand history (PHH)"),
      h("input", { id: "hand-file", type: "file", accept: ".toml,.phh,.json", onchange: async (event) => { text.value = (await event.target.files[0]?.text()) ?? ""; } })),
    h("div", { class: "field" }, h("label", { for: "hand-text" }, "Its text"), text),
  ], "Rule", async (read) => {
    const given = read("hand-text");
    const hand = /^\s*"?(actions|variant|_filing)"?\s*[=:]/m.test(given);
    const type = given.startsWith("{") ? "application/json" : "application/toml";
    const made = await api.call(`/api/${hand ? "replay" : "adjudicate"}?explain=true`, { method: "POST", text: given, type });
    return hand ? replayed(made) : settled(made);
  });
}

function settled(made) {
  return [
    h("h2", {}, capital(made.ruling ?? "settled")),
    made.lines?.length > 0 && wide("The settlement", h("table", { class: "desk-table" }, h("caption", {}, "Who is owed what, in the order of settlement"),
      h("thead", {}, h("tr", {}, ["Bettor", "Wager", "Staked", "Outcome", "Net", "Because"].map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, made.lines.map((line) => h("tr", {}, h("th", { scope: "row" }, line.bettor), h("td", {}, line.wager), h("td", { class: "amount" }, line.staked), h("td", {}, line.outcome), h("td", { class: "amount" }, line.net), h("td", {}, line.because, h("span", { class: "cite block" }, line.cite))))))),
    made.net && h("p", {}, "Net: ", h("strong", {}, Object.entries(made.net).map(([who, net]) => `${who} ${net}`).join(", "))),
    warnings(made), steps(made.explain), whole(made),
  ];
}

function replayed(made) {
  return [
    h("h2", {}, capital(made.ruling ?? "settled")),
    h("p", {}, "Stacks at the end: ", h("strong", {}, made.finishing_stacks.map((stack, i) => `p${i + 1} ${stack ?? "not known"}`).join(", "))),
    warnings(made), steps(made.explain), whole(made),
  ];
}

const warnings = (made) => made.warnings?.length > 0 && h("ul", {}, made.warnings.map((one) => h("li", {}, capital(one))));
const steps = (told) => told?.length > 0 && h("section", { class: "stack tight" }, h("h2", {}, "Step by step"), h("ol", { class: "small" }, told.map((one) => h("li", {}, `${capital(one.fact)}: ${one.follows}`, one.clause && h("span", { class: "cite" }, ` ${one.clause}`)))));
const whole = (made) => h("details", {}, h("summary", {}, "The whole answer, as JSON"), h("pre", { class: "small wide", tabindex: 0 }, JSON.stringify(made, null, 1)));

// The house way.

const ABOUT_SET = ["row", "cite", "reading", "readings"];

function setting(body, id, filings) {
  asking(body, "The house way", [
    chooser("set-filing", "Filing", filings, id, () => {}, undefined, { required: true }),
    field("set-cards", "Seven cards or four tiles", { placeholder: "As Kd Kc 9h 8s 4d 2c", required: true }),
  ], "Set the hand", async (read) => {
    const made = await api.call("/api/set", { method: "POST", body: { filing: read("set-filing"), cards: read("set-cards") } });
    const parts = Object.keys(made).filter((key) => !ABOUT_SET.includes(key));
    return [
      h("dl", { class: "lay" }, parts.map((part) => h("div", {}, h("dt", {}, capital(part)), h("dd", { "data-part": part, "data-cards": made[part] }, drawn(made[part]))))),
      h("p", {}, capital(made.row), h("span", { class: "cite" }, ` ${made.cite}`)),
      made.reading && h("p", { class: "soft" }, `Ruled, not filed: the chart has no row for it; reading ${made.reading} decides.`),
      made.readings?.map((other) => h("p", {}, `Otherwise with ${other.option} = ${other.value} (${other.reading}): ${other[parts[0]]}.`)),
    ];
  });
}

// Equity.

function equity(body, id, filings) {
  asking(body, "Equity", [
    chooser("equity-filing", "Filing", filings, id, () => {}, undefined, { required: true }),
    h("div", { class: "field" }, h("label", { for: "equity-hands" }, "Hands, one a line: AhKh, AKs, QQ+, 15%, random"), h("textarea", { id: "equity-hands", rows: 4, spellcheck: "false", required: true }, "AhKh\nQQ+")),
    h("div", { class: "row" }, field("equity-board", "Board"), field("equity-dead", "Cards that cannot come")),
  ], "Work it out", async (read) => {
    const hands = read("equity-hands").split("\n").map((one) => one.trim()).filter(Boolean);
    const made = await api.call("/api/equity", { method: "POST", body: { filing: read("equity-filing"), hands, board: read("equity-board"), dead: read("equity-dead") } });
    return [equities(made), whole(made)];
  });
}

function equities(made) {
  const hands = Object.entries(made.hands);
  const parts = ["equity", "win", "tie", ...(hands.some(([, hand]) => hand.low !== null) ? ["high", "low"] : [])];
  const caption = made.exact ? `Exact, over ${made.runouts.toLocaleString("en-US")} deals` : `A sample of ${made.runouts.toLocaleString("en-US")} deals, standard error ${percent(made.standard_error, 3)}`;
  return [
    wide(caption, h("table", { class: "desk-table" }, h("caption", {}, caption),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Hand"), parts.map((one) => h("th", { scope: "col", class: "amount" }, capital(one))))),
      h("tbody", {}, hands.map(([name, hand]) => h("tr", {}, h("th", { scope: "row" }, name), parts.map((part) => h("td", { class: "amount" }, hand[part] === null ? "" : percent(hand[part], 3)))))))),
    h("p", { class: "soft small" }, made.assumed.map(capital).join(". ")),
  ];
}
