// Declaring an irregularity: what, where, and what the filing orders for it, before it is confirmed.

import { h } from "../parts/dom.js";
import { capital } from "../parts/dialog.js";
import { line, select } from "./fields.js";

const words = (kind) => capital(kind.replaceAll("-", " "));
const SOURCES = { filed: "filed", reading: "filed, by a reading", house: "house procedure, not filed" };
// What a declaration names beside the place.
const CARD = ["exposed-card", "boxed-card"];
const COUNT = ["wrong-number", "board-too-large"];
const SET = ["foul-hand", "wrong-setting"];

export function declareForm(view) {
  const { sheet, wish, offer } = view;
  const change = (key, ask = false) => (value) => {
    wish[key] = value;
    if (ask) view.ask();
    else view.draw();
  };
  const filed = sheet.kinds.filter((one) => one.orders);
  const silent = sheet.kinds.filter((one) => !one.orders);
  const option = (one) => h("option", { value: one.kind, selected: one.kind === wish.kind }, `${words(one.kind)}: ${one.what}`);
  const unused = sheet.places.find((one) => String(one.place) === wish.place)?.words.includes("nobody sits");
  const settles = offer && offer.orders.length > 0;
  return h("form", {
    class: "stack tight", "data-form": "declare", onsubmit: (event) => {
      event.preventDefault();
      view.act("declare", declared(wish), "Declared, and put right as the filing orders.");
    },
  },
    h("div", { class: "field" },
      h("label", { for: "floor-kind" }, "What happened"),
      h("select", { id: "floor-kind", value: wish.kind, onchange: (event) => change("kind", true)(event.target.value) },
        h("option", { value: "" }, "choose"),
        filed.length > 0 && h("optgroup", { label: "The filing orders what is done" }, filed.map(option)),
        h("optgroup", { label: "The filing is silent" }, silent.map(option)))),
    wish.kind && select("floor-place", "Where", sheet.places.map((one) => [String(one.place), one.words]), wish.place, change("place", true)),
    CARD.includes(wish.kind) && !unused && line("floor-number", "Which card, counted from 1", wish.number, change("number"), { inputmode: "numeric" }),
    CARD.includes(wish.kind) && unused && line("floor-lay", "Which card was seen, as in Jk or As", wish.lay, change("lay")),
    COUNT.includes(wish.kind) && line("floor-number", "How many cards there were", wish.number, change("number"), { inputmode: "numeric" }),
    SET.includes(wish.kind) && line("floor-lay", "How the small hand lay, as in Kd Kc", wish.lay, change("lay")),
    wish.kind === "foul-hand" && line("floor-move", "How management sets it", wish.move, change("move")),
    offer && h("section", { class: "ruling floor-offer", "aria-live": "polite", "aria-label": "What is ordered" },
      settles ? h("ul", { class: "orders" }, offer.orders.map(order)) : [silence(offer.silent), houseOrders(view, offer)]),
    settles && h("button", { type: "submit", class: "primary", disabled: view.busy }, "Declare it"));
}

function order(one) {
  const ranks = one.ranks?.length ? ` (${one.ranks.map((rank) => (rank === "Jk" ? "joker" : rank)).join(", ")})` : "";
  return h("li", { class: "small", "data-remedy": one.remedy },
    h("strong", {}, capital(one.means)), `. ${capital(one.says)}${ranks} `,
    h("span", { class: "cite" }, `${one.cite}${one.lines ? `, ${one.lines}` : ""} · ${SOURCES[one.source]}`));
}

function silence(silent) {
  return [
    h("p", { class: "small" }, h("strong", {}, "The filing says nothing about it here."), " Let the hand go on, or void it, and keep a note."),
    silent.nearest && h("p", { class: "small" }, `Nearest: ${silent.nearest} `, h("span", { class: "cite" }, silent.nearest_cite ?? "")),
    silent.elsewhere.length > 0 && h("details", {}, h("summary", { class: "small" }, "How other filings settle it"),
      h("ul", { class: "orders" }, silent.elsewhere.map((one) => h("li", { class: "small" }, `${one.filing}: ${one.says} `, h("span", { class: "cite" }, one.cite))))),
  ];
}

const MOST = 200; // characters of a reason

/** What the house's own procedure says where the filing says nothing, and the act that follows it. */
function houseOrders(view, { kind, house }) {
  if (!house) return null;
  const reason = (one) => `House procedure ${one.procedures}, not filed; ${kind}: ${one.says}`.slice(0, MOST);
  const act = (one) => (one.remedy === "void"
    ? view.act("void", { reason: reason(one) }, "The hand is void by house procedure; everything goes back.")
    : view.act("note", { text: reason(one) }, "Kept as house procedure. Chips that must move are moved after the hand."));
  return h("div", { class: "stack tight house-orders" },
    h("p", { class: "small" }, h("strong", {}, "House procedure, not filed")),
    h("ul", { class: "orders" }, house.map((one) => h("li", { class: "small", "data-house": one.remedy },
      h("strong", {}, capital(one.means)), `. ${capital(one.says)} `,
      h("span", { class: "cite" }, `${one.procedures} · ${SOURCES.house}`), " ",
      h("button", { type: "button", class: "small", disabled: view.busy || view.sheet.between && one.remedy === "void", onclick: () => act(one) },
        one.remedy === "void" ? "Void the hand by it" : "Rule by it and keep it")))));
}

/** A declaration as the table takes it. */
function declared({ kind, place, number, lay, move }) {
  const made = { kind };
  if (place) made.place = /^\d+$/.test(place) ? Number(place) : place;
  if (number !== "" && /^\d+$/.test(number)) made.number = Number(number);
  if (lay.trim()) made.lay = SET.includes(kind) ? `set ${lay.trim()}` : lay.trim();
  if (move.trim()) made.move = `set ${move.trim()}`;
  return made;
}
