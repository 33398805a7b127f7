// What we know of a table: a snapshot, carried on record by record.
//
// The service decides everything; this only follows what it has written down. `now` and `asks`
// are taken whole from each push.

import { cents } from "../parts/money.js";
import { lay } from "./cards.js";

const LOG = 200;

/** A model from a snapshot. */
export function fromSnapshot(snapshot, before) {
  const { view, table, now } = snapshot;
  const model = {
    number: snapshot.number,
    table,
    poker: table.kind === "poker",
    you: snapshot.you,
    seat: snapshot.seat,
    spectator: Boolean(snapshot.spectator),
    seats: new Map(view.seats.map((one) => [one.seat, { ...one }])),
    rail: [...(view.rail ?? [])],
    bank: view.bank ?? null,
    offer: view.offer ?? null,
    wagers: structuredClone(view.wagers ?? {}),
    events: [],
    cards: {},
    calls: [],
    dice: null,
    moves: new Map(), // a seat's last choice in the round
    folded: new Set(),
    shoe: view.shoe ?? null,
    button: view.button ?? null,
    bets: new Map(Object.entries(view.bets ?? {}).map(([seat, bet]) => [Number(seat), cents(bet)])),
    dealtIn: new Set(view.dealt_in ?? []),
    waitingToEnter: new Set(),
    fantasy: new Set(view.fantasy_land ?? []),
    put: now.phase === "play" ? null : new Map(), // what a seat has put into the pot, if we saw it all
    running: null, // the number of a hand that a spectator will see when it is over
    buttons: view.buttons ?? 0,
    added: {}, // chips put to a wager during the round, by seat and name
    settled: snapshot.last_settled ?? null,
    lastSettled: snapshot.last_settled ?? null, // stays in the panel while the next hand is played
    scoreboard: snapshot.scoreboard ?? null,
    log: before?.log ?? [],
    accounts: {},
    asks: [],
    now,
  };
  for (const event of view.events ?? []) follow(model, event);
  if (now.phase === "play") model.settled = null;
  // The last hand lies on the felt until the next bank is put up.
  model.cleared = now.phase === "wagers" || (now.phase !== "play" && !model.settled);
  if (!model.cleared && model.settled?.kind === "settled") model.lastBank = bankOf(model);
  stand(model, snapshot);
  return model;
}

/** Who banked the hand just settled: what is left of the bank goes back there last. */
function bankOf(model) {
  const back = (model.settled.moves ?? []).findLast(([source]) => source === "bank");
  const seat = Number(back?.[1].replace("seat:", ""));
  const one = model.seats.get(seat);
  return one?.name ? { seat, name: one.name, turn: 0, wager: "0.00" } : null;
}

/** What comes whole with every push. */
export function stand(model, { now, asks, scoreboard, number }) {
  model.now = now;
  model.waitingToEnter = new Set(now.waiting_to_enter ?? []);
  if (asks) model.asks = asks;
  if (scoreboard) model.scoreboard = scoreboard;
  if (number !== undefined) model.number = number;
  model.accounts = Object.fromEntries(
    Object.entries(now.accounts ?? {}).map(([name, amount]) => [name, cents(amount)]),
  );
  return model;
}

/** The rows that cards are placed in; most games have none. */
export function rowNames(table) {
  return table.hints.rows.map((row) => row.name);
}

function follow(model, event) {
  model.events.push(event);
  lay(model.cards, event, rowNames(model.table));
  if (event.did === "called") model.calls.push(event.text);
  else if (event.did === "declared") model.calls.push(event.says);
  else if (event.did === "declared") {
    model.calls.push(event.says);
    // Cards that put an error right begin no new street.
    model.mending = event.error.kind !== "wrong-number";
    if (!model.mending) model.folded.add(event.error.place);
  } else if (event.did === "rolled") model.dice = event.dice;
  else if (event.did === "chose") {
    model.mending = false;
    model.moves.set(event.seat, { ...event, calls: event.move === "cc" && owes(model, event.seat) });
    if (model.poker) bet(model, event);
    if (event.move === "fold" || event.move === "f") model.folded.add(event.seat);
  }
  if (model.shoe && (event.did === "dealt" || event.did === "burned")) {
    const count = event.count ?? event.cards.split(" ").length;
    model.shoe = { ...model.shoe, left: Math.max(0, model.shoe.left - count), out: model.shoe.out + count };
  }
  // A new street: what was bet on the last one lies in the pot.
  if (model.betting && !model.mending && (event.did === "dealt" || event.kind === "draw")) {
    model.bets.clear();
    model.betting = false;
  }
}

/** What a poker decision puts before its seat; the chips themselves follow a little later. */
function bet(model, { seat, kind, move = "" }) {
  if (kind !== "bet" && kind !== "bring-in") return;
  model.betting = true;
  const own = model.bets.get(seat) ?? 0;
  const [word, amount] = move.split(" ");
  let to = own;
  if (word === "cc") to = Math.max(0, ...model.bets.values());
  else if (word === "cbr") to = Number(amount);
  else if (word === "pb") to = cents(model.table.stakes?.bring_in);
  model.bets.set(seat, Math.min(to, own + (model.accounts[`seat:${seat}`] ?? Infinity)));
}

/** Whether a seat has put in less than another in this round of betting. */
function owes(model, seat) {
  return Math.max(0, ...model.bets.values()) > (model.bets.get(seat) ?? 0);
}

function beginRound(model) {
  Object.assign(model, {
    events: [], cards: {}, calls: [], dice: null, settled: null, cleared: false, added: {}, betting: false,
    put: new Map(),
  });
  model.moves.clear();
  model.folded.clear();
  model.bets.clear();
}

const RECORDS = {
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
  no_more_bets(model) {
    beginRound(model);
  },
  free_collection_used(model, { name }) {
    if (name === model.you) model.buttons -= 1;
  },
  free_collection_earned(model, { name }) {
    if (name === model.you) model.buttons += 1;
  },
  happened(model, { event }) {
    follow(model, event);
  },
  stake_added(model, { seat, hand = 1, move, moves }) {
    const name = addedName(move);
    for (const [, target, amount] of moves) {
      const bettor = target.replace("felt:", "");
      // What a split puts down lies on the new hand.
      const key = name !== "game" ? name : move === "split" ? "game/split" : `game/${hand}`;
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

function addedName(move) {
  const word = move.split(" ")[0];
  if (word === "insure") return "insurance";
  if (word === "play" || word === "bet") return "play";
  return "game";
}

function mark(model, name, marks) {
  for (const [seat, one] of model.seats) if (one.name === name) model.seats.set(seat, { ...one, ...marks });
}

/** Carry the model on by one record. */
export function apply(model, record) {
  model.number = record.n;
  model.running = null;
  RECORDS[record.kind]?.(model, record);
  for (const [source, target, amount] of record.moves ?? []) {
    const sum = cents(amount);
    model.accounts[source] = (model.accounts[source] ?? 0) - sum;
    model.accounts[target] = (model.accounts[target] ?? 0) + sum;
    if (target === "pot") puts(model, source, sum);
    else if (source === "pot") puts(model, target, -sum);
  }
  for (const line of record.told ?? []) model.log.push({ n: record.n, kind: record.kind, line });
  if (model.log.length > LOG) model.log.splice(0, model.log.length - LOG);
}

function puts(model, account, sum) {
  model.put?.set(account, (model.put.get(account) ?? 0) + sum);
}

/** The stack of a seat in cents. */
export function stackOf(model, seat) {
  return model.accounts[`seat:${seat}`] ?? 0;
}

/** The viewer's own stack, seated or behind. */
export function myStack(model) {
  if (model.seat) return stackOf(model, model.seat);
  return model.accounts[`rail:${model.you}`] ?? 0;
}

export function isPatron(model) {
  return Boolean(model.seat) || model.rail.some((one) => one.name === model.you);
}

export function me(model) {
  return model.seat ? model.seats.get(model.seat) : model.rail.find((one) => one.name === model.you);
}
