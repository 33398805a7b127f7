// What we know of a table: a snapshot, carried on record by record.
//
// The service decides everything; this only follows what it has written down. `now` and `asks`
// are taken whole from each push.

import { cents } from "../parts/money.js";
import { RECORDS } from "./records.js";
import { follow } from "./round.js";

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
    remedy: null, // an error of the dealer that was just put right
    dice: null,
    moves: new Map(), // a seat's last choice in the round
    folded: new Set(),
    bankSet: snapshot.bank_set ?? "", // what the house way has put in front of the bank's hand
    shoe: now.shoe ?? null,
    dealing: false, // a round has begun and not all of it that happened is shown
    promise: view.promise ? structuredClone(view.promise) : null, // of the next shuffle
    promises: before?.promises ?? new Map(), // fingerprints we were told, by number
    button: view.button ?? null,
    bets: new Map(), // what lies before each seat in poker
    dealtIn: new Set(view.dealt_in ?? []),
    waitingToEnter: new Set(),
    fantasy: new Set(view.fantasy_land ?? []),
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
  if (model.promise) model.promises.set(model.promise.shuffle, model.promise.root);
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
  model.shoe = now.shoe ?? null;
  model.dealing = false;
  model.waitingToEnter = new Set(now.waiting_to_enter ?? []);
  if (asks) model.asks = asks;
  if (scoreboard) model.scoreboard = scoreboard;
  if (number !== undefined) model.number = number;
  if (now.bets) model.bets = new Map(Object.entries(now.bets).map(([seat, bet]) => [Number(seat), cents(bet)]));
  if (now.in_hand) model.folded = new Set([...model.dealtIn].filter((seat) => !now.in_hand.includes(seat)));
  model.accounts = Object.fromEntries(
    Object.entries(now.accounts ?? {}).map(([name, amount]) => [name, cents(amount)]),
  );
  return model;
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
  }
  for (const line of record.told ?? []) model.log.push({ n: record.n, kind: record.kind, line });
  if (model.log.length > LOG) model.log.splice(0, model.log.length - LOG);
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
