// Betting in poker: fold, check or call, and a size to bet or raise to.

import { h } from "../parts/dom.js";
import { money, plain, typed } from "../parts/money.js";
import { cardRow } from "./seat.js";
import { pieces } from "../pieces/suits.js";

export function pokerBet(model, ask, ui, fill) {
  const { pot = 0, to_call: toCall = 0, least, most, bets = {} } = ask.facts;
  const mine = bets[String(ask.seat)] ?? 0;
  const own = pieces(ask.cards);
  const canRaise = ask.verbs.includes("cbr") && least !== null && least !== undefined;
  const bringIn = ask.choices.find((one) => one.move === "pb");
  const facing = Object.values(bets).some((bet) => bet > 0);
  const verb = facing ? "Raise to" : "Bet";
  return h("div", { class: "poker-bet" },
    own.length > 0 && h("div", { class: "own-cards", role: "group", "aria-label": "Your cards" }, cardRow(own, { small: own.length > 4 || ui.narrow })),
    h("div", { class: "row choice-buttons" },
      has(ask, "f") && toCall > 0 && button(ask, ui, "f", "Fold", "danger", "F"),
      bringIn && button(ask, ui, "pb", "Bring in", "primary", "B"),
      has(ask, "cc") && button(ask, ui, "cc", toCall ? ["Call ", money(toCall)] : "Check", "primary", "C"),
      canRaise && least === most && h("button", {
        "data-move": "cbr", "data-shortcut": "r", disabled: ui.busy, onclick: () => ui.answer(ask, `cbr ${least}`),
      }, `${verb} ${money(least)}`, h("kbd", { "aria-hidden": "true" }, "R")),
    ),
    canRaise && least !== most && sizes({ ask, ui, fill, least, most, pot, toCall, mine, verb }),
    h("p", { class: "set-words figure" }, `Pot ${money(pot)}${toCall ? `, ${money(toCall)} to call` : ""}`),
  );
}

function has(ask, move) {
  return ask.choices.some((one) => one.move === move);
}

function button(ask, ui, move, words, kind, key) {
  return h("button", {
    class: kind, "data-move": move, "data-shortcut": key.toLowerCase(), "aria-keyshortcuts": key, disabled: ui.busy,
    onclick: () => ui.answer(ask, move),
  }, words, h("kbd", { "aria-hidden": "true" }, key));
}

function sizes({ ask, ui, fill, least, most, pot, toCall, mine, verb }) {
  const amount = fill.text === undefined ? fill.size ?? least : typed(fill.text);
  const bad = amount === null || amount < least || amount > most;
  const set = (size) => {
    fill.size = Math.min(most, Math.max(least, Math.round(size / 100) * 100 || least));
    delete fill.text;
    ui.render();
  };
  // A raise of so much of the pot, counted after the call.
  const ofPot = (part) => mine + toCall + Math.floor((pot + toCall) * part);
  const presets = [[0.5, "½ pot"], [0.75, "¾ pot"], [1, "Pot"]];
  return h("form", {
    class: "sizes", onsubmit: (event) => {
      event.preventDefault();
      if (!bad) ui.answer(ask, `cbr ${amount}`);
    },
  },
    h("input", {
      type: "range", min: least, max: most, step: 100, value: Math.min(most, Math.max(least, amount ?? least)),
      "aria-label": `${verb}, ${money(least)} to ${money(most)}`,
      oninput: (event) => {
        fill.size = Number(event.target.value) >= most - 50 ? most : Number(event.target.value);
        delete fill.text;
        ui.render();
      },
    }),
    h("div", { class: "row" },
      h("button", { type: "button", class: "small", onclick: () => set(least) }, `Least ${money(least)}`),
      presets.filter(([part]) => ofPot(part) > least && ofPot(part) < most).map(([part, words]) =>
        h("button", { type: "button", class: "small", onclick: () => set(ofPot(part)) }, words)),
      h("button", {
        type: "button", class: "small", onclick: () => {
          fill.size = most;
          delete fill.text;
          ui.render();
        },
      }, `Most ${money(most)}`),
      h("label", { class: "sr-only", for: "bet-size" }, verb),
      h("input", {
        id: "bet-size", class: "short", inputmode: "decimal", autocomplete: "off", value: fill.text ?? plain(amount),
        "aria-invalid": bad ? "true" : undefined,
        oninput: (event) => {
          fill.text = event.target.value;
          ui.render();
        },
      }),
      h("button", { type: "submit", class: "primary", "data-move": "cbr", "data-shortcut": "r", disabled: bad || ui.busy },
        verb, " ", bad ? "" : money(amount), h("kbd", { "aria-hidden": "true" }, "R")),
    ),
  );
}
