// What went wrong, what the filing orders for it, and what was paid already.

import { h } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { capital } from "../parts/dialog.js";

const NOTICED = { deal: "during the deal", choices: "after somebody had chosen", settling: "when hands were settled", after: "when all was paid" };

/** A panel of errors. `places` and `when` are [value, words] pairs; `card(id, label, value, set)` a field. */
export function errorsPanel(view, { places, when, whenKey = "noticed", card, fresh }) {
  const { round, sheet, edit } = view;
  return h("section", { class: "panel", "aria-labelledby": "amiss-title" },
    h("h2", { id: "amiss-title" }, "What went wrong"),
    round.errors.map((one, i) => entry(view, one, i, { places, when, whenKey, card })),
    h("div", {}, h("button", { type: "button", "data-do": "add-error", onclick: () => edit(() => round.errors.push({ kind: "", place: "", cards: "", number: "", ...fresh() })) },
      round.errors.length ? "Something else went wrong" : "Something went wrong")),
    round.errors.length > 0 && h("label", { class: "check" },
      h("input", { type: "checkbox", checked: Boolean(round.procedures), "data-do": "procedures", onchange: (event) => edit(() => (round.procedures = event.target.checked ? procedures(sheet) : "")) }),
      "Use our shipped house procedures where the filing is silent (not filed)"));
}

const procedures = (sheet) => (sheet.kind === "player-dealer" ? "player-dealer" : "poker");

function entry(view, one, i, { places, when, whenKey, card }) {
  const { sheet, edit, round } = view;
  const id = (name) => `error-${i}-${name}`;
  const told = sheet.errors.find((each) => each.kind === one.kind);
  const filed = sheet.errors.filter((each) => each.orders);
  const silent = sheet.errors.filter((each) => !each.orders);
  const option = (each) => h("option", { value: each.kind }, `${capital(each.kind.replaceAll("-", " "))}: ${each.what}`);
  const choice = (name, label, pairs, key) => h("div", { class: "field" },
    h("label", { for: id(name) }, label),
    h("select", { id: id(name), value: String(one[key] ?? ""), ...view.marks(id(name)), onchange: (event) => edit(() => (one[key] = event.target.value)) },
      h("option", { value: "" }, "not said"), pairs.map(([value, words]) => h("option", { value }, words))),
    view.wrong(id(name)));
  return h("div", { class: "error-entry stack tight", "data-key": `error-${i}`, role: "group", "aria-label": `What went wrong, ${i + 1}` },
    h("div", { class: "seat-head" },
      h("div", { class: "field grow" },
        h("label", { for: id("kind") }, "What happened"),
        h("select", { id: id("kind"), value: one.kind, ...view.marks(id("kind")), onchange: (event) => edit(() => (one.kind = event.target.value)) },
          h("option", { value: "" }, "choose"),
          filed.length > 0 && h("optgroup", { label: "The filing orders what is done" }, filed.map(option)),
          h("optgroup", { label: "The filing is silent" }, silent.map(option))),
        view.wrong(id("kind"))),
      h("button", { type: "button", class: "plain icon", "aria-label": `Take back what went wrong, ${i + 1}`, onclick: () => edit(() => round.errors.splice(i, 1)) }, icon("close"))),
    told && h("ul", { class: "orders" }, (told.orders ?? []).map((order) => h("li", { class: "small" }, capital(order.says), h("span", { class: "cite" }, ` ${order.cite}${order.lines ? `, ${order.lines}` : ""}`))),
      !told.orders && h("li", { class: "small" }, "The filing says nothing about it: the floor decides.")),
    one.kind && h("div", { class: "form-grid" },
      choice("place", "Where", places, "place"),
      choice("noticed", "Noticed", when ?? Object.entries(NOTICED), whenKey),
      card(id("cards"), "Which card, if known", one.cards, (value) => (one.cards = value)),
      h("div", { class: "field" },
        h("label", { for: id("number") }, "Which card, or how many"),
        h("input", { id: id("number"), inputmode: "numeric", autocomplete: "off", value: one.number, oninput: (event) => edit(() => (one.number = event.target.value.replace(/\D/g, ""))) }))));
}

/** The errors of a round as its file writes them. */
export function errorsWritten(errors) {
  return errors.filter((one) => one.kind).map((one) => {
    const made = { kind: one.kind };
    if (one.place) made.place = /^\d+$/.test(one.place) ? Number(one.place) : one.place;
    if (one.cards.trim()) made.cards = one.cards.trim();
    if (one.number !== "") made.number = Number(one.number);
    if (one.noticed) made.noticed = one.noticed;
    if (one.after !== undefined && one.after !== "") made.after = Number(one.after);
    return made;
  });
}

/** What the dealer has paid or taken already. */
export function paidPanel(view, bettors, wagers) {
  const { round, edit } = view;
  return h("details", { class: "panel", open: round.paid.length > 0 },
    h("summary", {}, "Already paid or taken", h("span", { class: "soft small" }, " before the call")),
    round.paid.map((one, i) => {
      const id = (name) => `paid-${i}-${name}`;
      const pick = (name, label, pairs) => h("div", { class: "field" }, h("label", { for: id(name) }, label),
        h("select", { id: id(name), value: one[name], onchange: (event) => edit(() => (one[name] = event.target.value)) }, pairs.map(([value, words]) => h("option", { value }, words))));
      return h("div", { class: "form-grid", "data-key": `paid-${i}` },
        pick("bettor", "To or from", bettors.map((bettor) => [bettor, `Seat ${bettor}`])),
        pick("wager", "On", wagers.map((spot) => [spot.name, spot.label])),
        pick("way", "The dealer has", [["paid", "paid"], ["taken", "taken"]]),
        h("div", { class: "field" }, h("label", { for: id("net") }, "Amount, $"),
          h("input", { id: id("net"), inputmode: "decimal", autocomplete: "off", value: one.net, ...view.marks(id("net")), oninput: (event) => edit(() => (one.net = event.target.value)) }), view.wrong(id("net"))),
        h("button", { type: "button", class: "small", onclick: () => edit(() => round.paid.splice(i, 1)) }, "Remove"));
    }),
    h("button", { type: "button", class: "small", "data-do": "add-paid", disabled: !bettors.length, onclick: () => edit(() => round.paid.push({ bettor: bettors[0], wager: wagers[0]?.name ?? "", way: "paid", net: "" })) }, "Add a payment"));
}
