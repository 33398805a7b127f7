// Decisions, each kind through its own control.

import { h } from "../parts/dom.js";
import { cents, money, plain, typed } from "../parts/money.js";
import { alike } from "../coach/coach.js";
import { coachLine, coachMark } from "../coach/words.js";
import { help, moveLabel, pointsOf } from "./names.js";
import { setting } from "./setting.js";
import { discarding } from "./discard.js";
import { placingRows } from "./rows.js";
import { pokerBet } from "./pokerbet.js";

/** The control for a decision. */
export function decision(model, ask, ui) {
  const fill = ui.state(ask.id, () => ({}));
  const part = control(model, ask, ui, fill);
  const [title, words] = help(model, ask);
  const hands = model.asks.filter((one) => one.id !== ask.id).length;
  return h("div", { class: `dock-row decision kind-${ask.kind}`, "data-ask": ask.kind, "data-key": `ask-${ask.id}` },
    model.now.waiting?.until && h("hw-ring", {
      until: model.now.waiting.until, total: model.table.pace?.act_seconds ?? 30,
      extra: model.now.waiting.extra?.[model.you] ?? 0,
    }),
    h("div", { class: "dock-words" },
      h("h2", {}, headline(ask, title, model)),
      coachLine(model, ask, ui.coach) ?? h("p", { class: "soft" }, words, hands > 0 && ` ${hands} more to decide after this.`),
    ),
    part,
  );
}

function headline(ask, title, model) {
  if (ask.facts?.total) return `${title}: ${ask.facts.total}${ask.hand > 1 || hasSplit(model, ask) ? ` (hand ${ask.hand})` : ""}`;
  const points = pointsOf(model, model.cards[ask.seat]?.[ask.hand - 1]);
  if (points) return `${title} You have${points}`;
  if (ask.kind === "bet" && ask.facts?.street) return `${title}: ${ask.facts.street}`;
  return title;
}

function hasSplit(model, ask) {
  return (model.cards[ask.seat]?.length ?? 1) > 1;
}

/** Some kinds of decisions have a control of their own; any other is a row of buttons. */
function control(model, ask, ui, fill) {
  if (ask.kind === "set" || ask.kind === "set-bank") return setting(model, ask, ui, fill);
  if (ask.kind === "draw" || ask.kind === "discard") return discarding(ask, ui, fill);
  if (ask.verbs.includes("place")) return placingRows(model, ask, ui, fill);
  if (model.poker && (ask.kind === "bet" || ask.kind === "bring-in")) return pokerBet(model, ask, ui, fill);
  return choices(model, ask, ui, fill);
}

const STRONG = new Set(["play", "hit", "decline", "play on", "keep down", "show"]);
const KEYS = {
  play: "P", fold: "F", check: "C", hit: "H", stand: "S", double: "D", split: "T", surrender: "R",
  rescue: "R", decline: "N", "play on": "P", "turn up": "E", "keep down": "K", show: "S", muck: "G",
};

/** Plain choices as buttons, with what they cost, and amounts where a choice has one. */
function choices(model, ask, ui, fill) {
  return h("div", { class: "choices" },
    h("div", { class: "row choice-buttons", "data-count": ask.choices.length }, ask.choices.map((choice) => choiceButton(model, ask, choice, ui))),
    ask.verbs.includes("double") && lessThan(ask, ui, fill, {
      word: "double", label: "Double for less", most: cents(ask.choices.find((one) => one.move === "double")?.cost),
    }),
    ask.verbs.includes("insure") && lessThan(ask, ui, fill, { word: "insure", label: "Insure for", most: ask.facts.most }),
    ask.verbs.filter((verb) => !OWN.has(verb)).map((verb) => freely(model, ask, ui, fill, verb)),
  );
}

function choiceButton(model, ask, { move, cost }, ui) {
  const { hints } = model.table;
  const key = move.startsWith("bet ") ? move.slice(4) : hints.moves?.find((one) => one.word === move)?.key || KEYS[move];
  const price = cents(cost);
  // What the coach calls best stands out; without its word what most people come to do.
  const best = ui.coach?.before(ask)?.advice?.best;
  const strong = best ? alike(best, move) : STRONG.has(move) || move.startsWith("bet ");
  return h("button", {
    class: move === "fold" || move === "surrender" ? "danger" : strong ? "primary" : "",
    "data-move": move, "data-shortcut": key?.toLowerCase(), disabled: ui.busy, onclick: () => ui.answer(ask, move),
    "aria-keyshortcuts": key,
  },
    moveLabel(move, hints), price > 0 && h("span", { class: "price figure" }, money(price)),
    coachMark(ask, ui.coach, move),
    key && h("kbd", { "aria-hidden": "true" }, key),
  );
}

const OWN = new Set(["double", "insure"]);

/** A choice that goes on after its first word, where nothing more is known of it. */
function freely(model, ask, ui, fill, verb) {
  const key = `${verb}-more`;
  return h("form", {
    class: "row less", onsubmit: (event) => {
      event.preventDefault();
      ui.answer(ask, `${verb} ${(fill[key] ?? "").trim()}`.trim());
    },
  },
    h("label", { for: key }, moveLabel(verb, model.table.hints)),
    h("input", { id: key, class: "short", autocomplete: "off", value: fill[key] ?? "", oninput: (event) => (fill[key] = event.target.value) }),
    h("button", { type: "submit", class: "small", "data-move": `${verb} more`, disabled: ui.busy }, moveLabel(verb, model.table.hints)),
  );
}

/** An amount up to a limit: double for less, insurance. */
function lessThan(ask, ui, fill, { word, label, most }) {
  if (!most) return null;
  const key = `${word}-amount`;
  const amount = fill[key] === undefined ? most : typed(fill[key]);
  const bad = amount === null || amount <= 0 || amount > most;
  return h("form", {
    class: "row less", onsubmit: (event) => {
      event.preventDefault();
      if (!bad) ui.answer(ask, `${word} ${plain(amount)}`);
    },
  },
    h("label", { for: key }, label),
    h("input", {
      id: key, class: "short", inputmode: "decimal", autocomplete: "off", value: fill[key] ?? plain(most),
      "aria-invalid": bad ? "true" : undefined, "aria-describedby": `${key}-most`,
      oninput: (event) => {
        fill[key] = event.target.value;
        ui.render();
      },
    }),
    h("span", { id: `${key}-most`, class: "soft small" }, `up to ${money(most)}`),
    h("button", { type: "submit", class: "small", "data-move": `${word} amount`, disabled: bad || ui.busy }, word === "insure" ? "Insure" : "Double"),
  );
}
