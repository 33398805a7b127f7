// Betting in poker: fold, check or call, and a size to bet or raise to.

import { h } from "../parts/dom.js";
import { money, plain, typed } from "../parts/money.js";
import { myStack } from "../net/model.js";

export function pokerBet(model, ask, ui, fill) {
  const { pot = 0, to_call: toCall = 0, least, most, bets = {} } = ask.facts;
  const [word] = ask.verbs;
  const canRaise = word !== undefined && least !== null && least !== undefined;
  const size = { ask, ui, fill, least, most, pot, toCall, mine: bets[String(ask.seat)] ?? 0, stack: myStack(model), verb: word === "raise" ? "Raise to" : "Bet" };
  size.amount = fill.text === undefined ? fill.size ?? least : typed(fill.text);
  size.bad = !canRaise || size.amount === null || size.amount < least || size.amount > most;
  return h("form", {
    class: "poker-bet", onsubmit: (event) => {
      event.preventDefault();
      if (!size.bad) ui.answer(ask, `${word} ${size.amount}`);
    },
  },
    h("div", { class: "row choice-buttons" },
      has(ask, "fold") && toCall > 0 && button(ask, ui, "fold", "Fold", "danger", "F"),
      has(ask, "bring in") && button(ask, ui, "bring in", "Bring in", "primary", "B"),
      has(ask, "check") && button(ask, ui, "check", "Check", "primary", "C"),
      has(ask, "call") && button(ask, ui, "call", ["Call ", money(toCall)], "primary", "C"),
      canRaise && least !== most && sizeField(size),
      canRaise && h("button", { type: "submit", "data-move": word, "data-shortcut": "r", disabled: size.bad || ui.busy },
        size.verb, " ", size.bad ? "" : money(size.amount), h("kbd", { "aria-hidden": "true" }, "R")),
    ),
    canRaise && least !== most && sizes(size),
    h("p", { class: "pot-words small soft figure" }, potWords(model.accounts.pot ?? 0, pot, toCall)),
  );
}

/** The rules count what the house has taken from the pot as part of it. */
function potWords(lying, counts, toCall) {
  const taken = counts > lying ? ` (counts ${money(counts)} with the collection)` : "";
  return `Pot ${money(lying)}${taken}${toCall ? `, ${money(toCall)} to call` : ""}`;
}

function has(ask, move) {
  return ask.choices.some((one) => one.move === move);
}

function button(ask, ui, move, words, kind, key) {
  return h("button", {
    type: "button", class: kind, "data-move": move, "data-shortcut": key.toLowerCase(), "aria-keyshortcuts": key, disabled: ui.busy,
    onclick: () => ui.answer(ask, move),
  }, words, h("kbd", { "aria-hidden": "true" }, key));
}

function sizeField({ fill, ui, verb, amount, bad }) {
  return [
    h("label", { class: "sr-only", for: "bet-size" }, verb),
    h("input", {
      id: "bet-size", class: "short", inputmode: "decimal", autocomplete: "off", value: fill.text ?? plain(amount),
      "aria-invalid": bad ? "true" : undefined,
      oninput: (event) => {
        fill.text = event.target.value;
        ui.render();
      },
    }),
  ];
}

function sizes({ ui, fill, least, most, pot, toCall, mine, stack, verb, amount }) {
  const set = (size) => {
    fill.size = size;
    delete fill.text;
    ui.render();
  };
  // A raise of so much of the pot, counted after the call, in whole dollars.
  const ofPot = (part) => Math.round((mine + toCall + (pot + toCall) * part) / 100) * 100;
  const presets = [[0.5, "½ pot"], [0.75, "¾ pot"], [1, "Pot"]].filter(([part]) => ofPot(part) > least && ofPot(part) < most);
  return h("div", { class: "sizes row" },
    h("input", {
      type: "range", min: least, max: most, step: 100, value: Math.min(most, Math.max(least, amount ?? least)),
      "aria-label": `${verb}, ${money(least)} to ${money(most)}`,
      oninput: (event) => set(Number(event.target.value) > most - 100 ? most : Number(event.target.value)),
    }),
    h("button", { type: "button", class: "small", onclick: () => set(least) }, `Least ${money(least)}`),
    presets.map(([part, words]) => h("button", { type: "button", class: "small", onclick: () => set(ofPot(part)) }, words)),
    h("button", { type: "button", class: "small", onclick: () => set(most) }, `${most >= mine + stack ? "All-in" : "Most"} ${money(most)}`),
  );
}
