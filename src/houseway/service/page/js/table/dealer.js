// The middle of the table: what the dealer says, the bank's cards or the board, shoe, rack, pot.

import { h } from "../parts/dom.js";
import { cents, money } from "../parts/money.js";
import { pointsOf } from "./names.js";
import { cardRow, setRow } from "./seat.js";
import { shoeArt } from "./felt.js";
import { settledAloud } from "./settlement.js";

export function dealerZone(model, ui) {
  return h("div", { class: "dealer" },
    h("div", { class: "dealer-tools" }, shoe(model), bankChips(model), drop(model),
      model.dice && !model.cleared && h("hw-dice", { faces: model.dice.join(" ") })),
    h("p", { class: model.settled && !model.cleared ? "call award" : "call", "data-key": "call" }, callLine(model, ui)),
    model.remedy && !model.cleared && h("p", { class: "remedy small", role: "status", "data-key": "remedy", title: model.remedy.cite },
      `Dealer's error: ${model.remedy.says}`),
    middle(model),
    model.poker && pot(model),
  );
}

/** Whether a hand of players among themselves lies there settled. */
function shows(model) {
  return model.poker && model.settled && !model.cleared;
}

/** The latest words of the dealer. */
export function callLine(model, ui) {
  const now = model.now;
  if (shows(model)) return settledAloud(model, model.settled);
  // What the bank had stays to be read; whom it is offered to stands in the dock.
  if (model.settled && !model.cleared && model.calls.length) return model.calls.at(-1);
  if (ui.behind && (model.calls.length || model.dealing)) return model.calls.at(-1) ?? "The cards are dealt";
  if (now.phase === "closed") return "The table is closed";
  if (now.paused) return "The table waits for somebody to play";
  if (now.phase === "broken") return "The game is broken: nobody takes the bank";
  if (now.phase === "bank" && model.offer) {
    return model.offer.seat === model.seat ? "The bank is offered to you" : `Will ${model.offer.name} take the bank?`;
  }
  if (now.phase === "wagers") return model.bank?.seat === model.seat ? "You hold the bank" : "Place your bets";
  if (now.phase === "play" && now.waiting?.names?.length) {
    const others = now.waiting.names.filter((name) => name !== model.you);
    if (others.length < now.waiting.names.length) return "Your turn";
    return others.length > 2 ? `${others.length} players decide` : `${others.join(" and ")} to act`;
  }
  if (model.calls.length && !model.cleared) return model.calls.at(-1);
  return now.phase === "idle" ? "The next hand begins shortly" : "";
}

function shoe(model) {
  const { left = 0, out = 0 } = model.shoe ?? {};
  if (!model.shoe || model.table.hints.tiles) return null;
  return h("div", { class: "shoe", "data-anchor": "shoe", title: `${left} cards in the shoe, ${out} in the discard rack` },
    shoeArt(left, out),
    h("span", { class: "small figure" }, `${left} left${model.shoe.cut_card_out ? ", last hand" : ""}`),
    h("span", { class: "sr-only" }, `${left} cards in the shoe, ${out} in the discard rack`),
  );
}

function bankChips(model) {
  if (model.poker) return null;
  const bank = model.bank ?? (model.cleared ? null : model.lastBank);
  if (!bank || !cents(bank.wager)) return null;
  const wager = cents(bank.wager);
  const settled = model.settled?.kind === "settled" && !model.cleared;
  const left = settled ? cents(model.settled.bank_left) : wager;
  const lying = Object.entries(model.accounts).filter(([name]) => name.startsWith("felt:")).reduce((sum, [, amount]) => sum + amount, 0);
  return h("div", { class: "bank-pile", "data-anchor": "bank" },
    h("hw-chips", { amount: settled ? left : wager }),
    h("span", { class: "bank-words small" },
      h("strong", {}, `${bank.seat === model.seat ? "You bank" : `${bank.name} banks`} ${money(wager)}`),
      h("span", { class: "soft-felt" }, settled ? `${money(left)} of it left` : lying ? `${money(lying)} wagered` : `turn ${bank.turn}`),
    ),
  );
}

function pot(model) {
  const amount = model.accounts.pot ?? 0;
  const inFront = [...model.bets.values()].reduce((sum, bet) => sum + bet, 0);
  return h("div", { class: "pot", "data-anchor": "pot" },
    amount - inFront > 0 && h("hw-chips", { amount: amount - inFront }),
    h("span", { class: "small figure" }, amount ? `Pot ${money(amount)}` : ""),
  );
}

function drop(model) {
  const { drop: amount = 0, jackpot = 0 } = model.accounts;
  return h("div", { class: "drop small", "data-anchor": "drop", title: "The house's collection so far" },
    h("span", { class: "drop-slot", "aria-hidden": "true" }), `Collection ${money(amount)}`, jackpot > 0 && `, jackpot ${money(jackpot)}`);
}

function middle(model) {
  if (model.cleared) return h("div", { class: model.table.hints.bank_cards || model.table.hints.board ? "middle lies" : "middle" });
  const { cards } = model;
  const { shared } = model.table.hints;
  if (shared.length) return h("div", { class: "middle two" }, shared.map((one) => communal(model, one)));
  const places = [];
  if (cards.bank) places.push(["bank", "Bank", cards.bank]);
  if (cards.board) places.push(["board", "Board", cards.board]);
  if (cards["second board"]) places.push(["second board", "Second board", cards["second board"]]);
  const { bank_cards: bank, board } = model.table.hints;
  return h("div", { class: bank || board || places.length ? "middle lies" : "middle" },
    places.map(([key, label, hands]) => h("div", { class: `communal ${key}`, role: "group", "aria-label": label, "data-key": key },
      h("span", { class: "communal-name" }, label, key === "bank" && pointsOf(model, hands[0])),
      hands.map((hand) => h("div", { class: "hand", style: { "--count": hand.length } }, setRow(model, key, hand))),
    )),
  );
}

function communal(model, { place, label }) {
  const hand = model.cards[place]?.[0] ?? [];
  return h("div", { class: `communal ${place}`, role: "group", "aria-label": `${label} hand`, "data-key": place },
    h("span", { class: "communal-name" }, label, pointsOf(model, hand)),
    h("div", { class: "hand", style: { "--count": hand.length } }, cardRow(hand)),
  );
}
