// The form of a round: terms, bank, shared cards, and a card for every seat.

import { h } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { typed } from "../parts/money.js";
import { moveLabel } from "../table/names.js";
import { pieces } from "../pieces/suits.js";
import { errorsPanel, paidPanel } from "./amiss.js";
import { cardField } from "./picker.js";
import { emptySeat } from "./round.js";

/** All sections. `edit(work)` changes the round and draws again. */
export function roundForm(view) {
  const { sheet } = view;
  return [terms(view), bank(view), shared(view), seats(view, sheet), amiss(view), paidPanel(view, bettors(view.round), sheet.spot)];
}

const bettors = (round) => round.seats.flatMap((one) => [String(one.number), ...one.backline.map((behind) => `${one.number}/${behind.name}`)]);

/** Places of the table, those without a wager too. */
function amiss(view) {
  const { round, sheet } = view;
  const seated = new Set(round.seats.map((one) => Number(one.number)));
  const free = Array.from({ length: sheet.table.seats }, (_, i) => i + 1).filter((number) => !seated.has(number) && number !== Number(round.bank.seat));
  const places = [
    ["bank", "The bank"], ...bettors(round).map((one) => [one, `Seat ${one}`]), ...free.map((number) => [`pile ${number}`, `Pile ${number}, without a wager`]),
    ...(sheet.hints.board ? [["board", "The board"]] : []), ...sheet.hints.shared.map(({ place, label }) => [place, `${label} hand`]), ["deck", "The deck"],
  ];
  return errorsPanel(view, { places, card: (id, label, value, set) => cards(view, id, label, value, set), fresh: () => ({ noticed: "" }) });
}

function text(view, id, label, value, set, more = {}) {
  return h("div", { class: "field", "data-field": id },
    h("label", { for: id }, label),
    h("input", { id, value, autocomplete: "off", ...more, ...marks(view, id), oninput: (event) => view.edit(() => set(event.target.value)) }),
    wrong(view, id));
}

const marks = (view, id) => view.marks(id);
const wrong = (view, id) => view.wrong(id);

function scheduleOptions(sheet) {
  const several = sheet.schedule_sets.length > 1;
  return sheet.schedule_sets.flatMap((set) => set.group.flatMap((group) => (group.option ?? []).map((option) => {
    const value = several ? `${set.name}/${option.number}` : String(option.number);
    return h("option", { value }, `${several ? `${set.title}: ` : ""}option ${option.number}${option.limits ? `, ${option.limits}` : ""}`);
  })));
}

function terms(view) {
  const { round, sheet, edit, wrongField } = view;
  const [low, high] = sheet.deck.decks;
  const listed = sheet.option.filter((one) => !["decks", "limits"].includes(one.name));
  const wanted = /^(schedule|limits|decks|option-)/.test(wrongField);
  return h("details", { class: "panel", open: Boolean(round.schedule || round.limits || wanted) },
    h("summary", {}, "Terms of the table", h("span", { class: "soft small" }, " schedule, limits, options")),
    h("div", { class: "form-grid" },
      h("div", { class: "field" }, h("label", { for: "schedule" }, "Collection schedule"),
        h("select", { id: "schedule", value: round.schedule, ...marks(view, "schedule"), onchange: (event) => edit(() => (round.schedule = event.target.value)) },
          h("option", { value: "" }, "none: no fees"), scheduleOptions(sheet)),
        wrong(view, "schedule")),
      text(view, "limits", "Posted limits", round.limits, (value) => (round.limits = value), { placeholder: "5-500" }),
      high > low && text(view, "decks", `Decks (${low} to ${high})`, round.decks, (value) => (round.decks = value), { inputmode: "numeric" }),
      listed.map((option) => optionField(view, option)),
    ),
  );
}

function optionField(view, option) {
  const { round, edit } = view;
  const id = `option-${option.name}`;
  const now = round.options[option.name];
  const set = (value) => edit(() => {
    if (value === "") delete round.options[option.name];
    else round.options[option.name] = value;
  });
  const read = (written) => option.values.find((one) => String(one) === written) ?? (option.span ? Number(written) : written);
  const values = option.values.length ? option.values : option.span ? Array.from({ length: option.span[1] - option.span[0] + 1 }, (_, i) => option.span[0] + i) : [];
  return h("div", { class: "field" },
    h("label", { for: id }, option.name.replaceAll("_", " ")),
    h("select", { id, value: now === undefined ? "" : String(now), ...marks(view, id), onchange: (event) => set(event.target.value === "" ? "" : read(event.target.value)) },
      h("option", { value: "" }, `as filed: ${words(option.default)}`),
      values.map((value) => h("option", { value: String(value) }, words(value)))),
    wrong(view, id),
    h("span", { class: "soft small" }, option.about));
}

const words = (value) => (value === true ? "yes" : value === false ? "no" : String(value));

// The bank, the board, the dice.

function bank(view) {
  const { round, sheet, edit } = view;
  const { bank_cards: held, sets } = sheet.hints;
  return h("section", { class: "panel", "aria-labelledby": "bank-title", "data-place": "bank" },
    h("h2", { id: "bank-title" }, "The bank"),
    h("div", { class: "form-grid" },
      text(view, "bank-seat", "Seat of the player-dealer", String(round.bank.seat), (value) => (round.bank.seat = value.replace(/\D/g, "")), { inputmode: "numeric" }),
      text(view, "bank-wager", "Bank wager, $", round.bank.wager, (value) => (round.bank.wager = value), { inputmode: "decimal" }),
      held !== 0 && cards(view, "bank-cards", "Bank's cards, in the order dealt", round.bank.cards, (value) => (round.bank.cards = value), held),
      sets && settingFields(view, "bank", round.bank, edit),
    ),
  );
}

function cards(view, id, label, value, set, most) {
  const { sheet } = view;
  return cardField({
    id, label, value, marks: marks(view, id), wrong: wrong(view, id), most, tiles: sheet.hints.tiles, joker: /joker/.test(sheet.deck.kind), without: sheet.deck.without ?? [], copies: view.copies(), used: view.usedBut(value),
    onchange: (next) => view.edit(() => set(next)),
  });
}

function shared(view) {
  const { round, sheet } = view;
  const dice = sheet.first_action.method === "dice";
  const { board, shared: hands } = sheet.hints;
  if (!board && !hands.length && !dice) return null;
  return h("section", { class: "panel", "aria-labelledby": "shared-title", "data-place": "board" },
    h("h2", { id: "shared-title" }, "Shared by all"),
    h("div", { class: "form-grid" },
      board > 0 && cards(view, "board", "Board, in the order turned", round.board, (value) => (round.board = value), board),
      hands.map(({ place, label, most }) => cards(view, `${place}-hand`, `${label} hand`, round.hands[place] ?? "", (value) => (round.hands[place] = value), most)),
      dice && text(view, "dice", "Dice", round.dice, (value) => (round.dice = value), { placeholder: "3 4 6", inputmode: "numeric" }),
    ),
  );
}

// Seats.

function seats(view, sheet) {
  const { round, edit } = view;
  const taken = new Set([Number(round.bank.seat), ...round.seats.map((one) => Number(one.number))]);
  const next = Array.from({ length: 14 }, (_, i) => i + 1).find((number) => number <= sheet.table.seats && !taken.has(number));
  return h("section", { class: "seat-list", "aria-labelledby": "seats-title" },
    h("h2", { id: "seats-title" }, "Seats with wagers"),
    round.seats.map((one, i) => seatPanel(view, one, i)),
    h("div", {}, h("button", {
      type: "button", "data-do": "add-seat", disabled: !next, onclick: () => edit(() => round.seats.push(emptySeat(next))),
    }, "Add a seat")),
  );
}

function seatPanel(view, one, i) {
  const { round, sheet, edit } = view;
  const id = (name) => `seat-${i}-${name}`;
  const { seat_cards: held, draws, sets } = sheet.hints;
  return h("div", { class: "panel seat-panel", "data-key": `seat-panel-${i}`, "data-place": `seat ${one.number}`, role: "group", "aria-label": `Seat ${one.number}` },
    h("div", { class: "seat-head" },
      text(view, id("number"), "Seat", String(one.number), (value) => (one.number = value.replace(/\D/g, "")), { inputmode: "numeric" }),
      h("span", { class: "grow" }),
      h("button", { type: "button", class: "plain icon", "aria-label": `Take seat ${one.number} away`, onclick: () => edit(() => round.seats.splice(i, 1)) }, icon("close"))),
    h("div", { class: "form-grid wagers" }, sheet.spot.map((spot) => text(view, id(`wager-${spot.name}`), `${spot.label}, $`, one.wagers[spot.name] ?? "", (value) => (one.wagers[spot.name] = value), { inputmode: "decimal", "data-spot": spot.name }))),
    h("div", { class: "form-grid" },
      held !== 0 && cards(view, id("cards"), draws ? `First ${NUMBERS[held] ?? held} cards` : "Cards, in the order dealt", one.cards, (value) => (one.cards = value), held),
      draws && cards(view, id("draws"), "Cards drawn later, in order", one.draws, (value) => (one.draws = value)),
      sets && settingFields(view, id("set"), one, edit)),
    choices(view, one, id),
    h("details", { class: "more", open: Boolean(one.player || one.free || one.backline.length || view.wrongField.startsWith(id("player"))) },
      h("summary", {}, "More about this seat"),
      h("div", { class: "form-grid" },
        text(view, id("player"), "Played by (one person at several seats)", one.player, (value) => (one.player = value)),
        h("label", { class: "check" }, h("input", { type: "checkbox", checked: one.free, onchange: (event) => edit(() => (one.free = event.target.checked)) }), "Hands in a free-collection button")),
      one.backline.map((bettor, place) => backline(view, one, bettor, place, id)),
      h("button", { type: "button", class: "small", onclick: () => edit(() => one.backline.push({ name: `B${one.backline.length + 1}`, wagers: {} })) }, "Add somebody betting behind")),
  );
}

function backline(view, one, bettor, place, id) {
  return h("div", { class: "form-grid wagers backline", "data-key": `back-${place}` },
    text(view, id(`back-${place}`), "Name", bettor.name, (value) => (bettor.name = value)),
    view.sheet.spot.map((spot) => text(view, id(`back-${place}-${spot.name}`), `${spot.label}, $`, bettor.wagers[spot.name] ?? "", (value) => (bettor.wagers[spot.name] = value), { inputmode: "decimal" })),
    h("button", { type: "button", class: "small", onclick: () => view.edit(() => one.backline.splice(place, 1)) }, "Remove"));
}

function settingFields(view, id, one, edit) {
  const held = pieces(one.cards);
  const small = pieces(one.set);
  const { tiles, sets } = view.sheet.hints;
  const toggle = (piece) => edit(() => {
    one.set = (small.includes(piece) ? small.filter((card) => card !== piece) : [...small, piece].slice(-sets.count)).join(" ");
  });
  return h("div", { class: "field" },
    h("label", { class: "check" }, h("input", { type: "checkbox", checked: one.houseWay, "data-house-way": id, onchange: (event) => edit(() => (one.houseWay = event.target.checked)) }), "Set the house way"),
    !one.houseWay && h("div", { class: "set-pieces", role: "group", "aria-label": "Tap the small hand" },
      held.map((piece, i) => h("button", {
        type: "button", class: small.includes(piece) ? "piece picked" : "piece", "data-key": `${i}-${piece}`, "aria-pressed": String(small.includes(piece)), "aria-label": piece, onclick: () => toggle(piece),
      }, h(tiles ? "hw-tile" : "hw-card", { card: piece, small: true, label: "" }))),
      !held.length && h("span", { class: "soft small" }, "Give the cards first.")));
}

// What the seat chose.

const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven"];

function choices(view, one, id) {
  const { sheet, edit } = view;
  const { moves, hands } = sheet.hints;
  if (moves && !moves.length) return null;
  const plain = (moves ?? []).filter((move) => !move.amount);
  const priced = (moves ?? []).filter((move) => move.amount);
  const amount = typed(one.amount ?? "");
  const add = (move) => edit(() => {
    one.actions.push(one.hand ? `${one.hand}: ${move}` : move);
    one.amount = "";
  });
  return h("fieldset", { class: "moves", id: id("moves"), tabindex: -1, ...marks(view, id("moves")) },
    h("legend", {}, "Choices, in the order made"),
    wrong(view, id("moves")),
    h("div", { class: "row made" },
      one.actions.map((move, place) => h("button", { type: "button", class: "small", "data-key": `${place}-${move}`, "aria-label": `Take back ${move}`, onclick: () => edit(() => one.actions.splice(place, 1)) }, choiceLabel(move, sheet.hints), icon("close"))),
      !one.actions.length && h("span", { class: "soft small" }, "none yet")),
    h("div", { class: "row" },
      plain.map(({ word }) => h("button", { type: "button", class: "small", "data-add": word, onclick: () => add(word) }, moveLabel(word, sheet.hints))),
      !moves && [
        h("label", { class: "sr-only", for: id("amount") }, "A choice as the round file writes it"),
        h("input", { id: id("amount"), autocomplete: "off", value: one.amount ?? "", oninput: (event) => edit(() => (one.amount = event.target.value)) }),
        h("button", { type: "button", class: "small", "data-add": "", disabled: !one.amount?.trim(), onclick: () => add(one.amount.trim()) }, "Add"),
      ],
      priced.length > 0 && [
        h("label", { class: "sr-only", for: id("amount") }, `Amount for ${priced.map(pricedLabel).join(" or ").toLowerCase()}`),
        h("input", { id: id("amount"), class: "short", placeholder: "$", inputmode: "decimal", value: one.amount ?? "", oninput: (event) => edit(() => (one.amount = event.target.value)) }),
        priced.map((move) => h("button", {
          type: "button", class: "small", disabled: !amount,
          onclick: () => add(`${move.word} ${amount % 100 ? (amount / 100).toFixed(2) : amount / 100}`),
        }, pricedLabel(move))),
      ],
      hands > 1 && [
        h("label", { for: id("hand") }, "for"),
        h("select", { id: id("hand"), class: "short", value: one.hand ?? "", onchange: (event) => edit(() => (one.hand = event.target.value)) },
          h("option", { value: "" }, "the hand in turn"), Array.from({ length: hands }, (_, i) => h("option", { value: i + 1 }, `hand ${i + 1}`))),
      ]),
  );
}

const pricedLabel = ({ word, label }) => label || moveLabel(`${word} 0`);

/** "2: hit" as "Hand 2: Hit", "double 3" as "Double down for $3". */
function choiceLabel(move, hints) {
  const [, hand, word, amount] = /^(?:(\d+): )?(.+?)(?: ([\d.]+))?$/.exec(move);
  const bet = word === "bet";
  const label = bet ? moveLabel(`bet ${amount}`) : `${moveLabel(word, hints)}${amount ? ` for $${amount}` : ""}`;
  return hand ? `Hand ${hand}: ${label}` : label;
}
