// What each kind of record changes at a table. A kind that is not here changes nothing we draw.

import { cents } from "../parts/money.js";
import { beginRound, follow } from "./round.js";

/** Records that end a round. */
export const ENDS = new Set(["settled", "hand_settled", "points_settled", "round_voided"]);

export const RECORDS = {
  sat(model, { seat, name, bot, third_party }) {
    model.seats.set(seat, { seat, name, bot, third_party, stack: "0.00" });
    if (name === model.you) model.seat = seat;
  },
  came(model, { name, bot }) {
    model.rail.push({ name, bot });
  },
  left(model, { name }) {
    for (const [seat, one] of model.seats) if (one.name === name) model.seats.set(seat, { seat });
    model.rail = model.rail.filter((one) => one.name !== name);
    if (name === model.you) model.seat = null;
  },
  sat_out(model, { name }) {
    mark(model, name, { sitting_out: true });
  },
  sat_in(model, { name }) {
    mark(model, name, { sitting_out: false });
  },
  leaving(model, { name }) {
    mark(model, name, { leaving: true });
  },
  bank_offered(model, { seat, name, turn }) {
    model.offer = { seat, name, turn };
  },
  bank_declined(model) {
    model.offer = null;
  },
  bank_refused(model) {
    model.offer = null;
  },
  bank_taken(model, { seat, name, turn, wager }) {
    model.offer = null;
    model.bank = { seat, name, turn, wager };
    model.wagers = {};
    model.added = {};
    model.cleared = true;
  },
  wagered(model, { bettor, name, wagers }) {
    if (wagers && Object.keys(wagers).length) model.wagers[bettor] = { name, wagers };
    else delete model.wagers[bettor];
  },
  committed(model, { shuffle, root, cards, at_once }) {
    model.promises.set(shuffle, root);
    if (!at_once) model.promise = { shuffle, root, cards, words: [] };
  },
  word_added(model, { name, word }) {
    model.promise?.words.push([name, word]);
  },
  no_more_bets(model) {
    beginRound(model);
  },
  free_collection_used(model, { name }) {
    if (name === model.you) model.buttons -= 1;
  },
  free_collection_earned(model, { name }) {
    if (name === model.you) model.buttons += 1;
  },
  free_collection_lapsed(model, { name }) {
    if (name === model.you) model.buttons -= 1;
  },
  happened(model, { event, set }) {
    follow(model, event);
    if (set) model.bankSet = set;
  },
  stake_added(model, { seat, hand = 1, move, moves, wager }) {
    for (const [, target, amount] of moves) {
      const bettor = target.replace("felt:", "");
      // What a split puts down lies on the new hand.
      const key = wager !== "game" ? wager : move === "split" ? "game/split" : `game/${hand}`;
      const of = (model.added[bettor] ??= {});
      of[key] = (of[key] ?? 0) + cents(amount);
    }
    model.moves.set(seat, { seat, move });
  },
  settled(model, record) {
    model.settled = model.lastSettled = record;
    model.cleared = false;
    model.lastBank = model.bank;
    model.bank = null;
  },
  round_voided(model, record) {
    model.settled = model.lastSettled = record;
    model.bank = null;
    model.wagers = {};
    model.added = {};
    model.bets.clear();
  },
  button_drawn(model, { seat }) {
    model.button = seat;
  },
  hand_started(model, { button, seats, blinds }) {
    beginRound(model);
    model.button = button ?? null;
    model.dealtIn = new Set(seats);
    seats.forEach((seat, i) => {
      const blind = Math.abs(cents(blinds?.[i] ?? 0));
      if (blind) model.bets.set(seat, blind);
    });
  },
  hand_settled(model, record) {
    model.settled = model.lastSettled = record;
    model.cleared = false;
    model.bets.clear();
  },
};

RECORDS.points_settled = (model, record) => {
  RECORDS.hand_settled(model, record);
  model.fantasy = new Set((record.fantasy_land ?? []).map((seat) => model.seats.get(seat)?.name));
};

function mark(model, name, marks) {
  for (const [seat, one] of model.seats) if (one.name === name) model.seats.set(seat, { ...one, ...marks });
}
