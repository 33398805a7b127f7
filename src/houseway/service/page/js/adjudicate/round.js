// A round as it is tapped in: kept in this browser, written as a round file.

import { keep, recall } from "../parts/settings.js";
import { typed } from "../parts/money.js";
import { errorsWritten } from "./amiss.js";

const KEY = "houseway.adjudicate";

export function emptySeat(number) {
  return { number, cards: "", draws: "", wagers: {}, actions: [], set: "", houseWay: true, player: "", free: false, backline: [] };
}

export function emptyRound(filing = "") {
  return {
    filing, schedule: "", limits: "", decks: "", options: {}, board: "", dice: "",
    hands: {}, // shared ones, by place
    bank: { seat: 1, wager: "500", cards: "", set: "", houseWay: true },
    seats: [emptySeat(2)],
    errors: [], paid: [], procedures: "",
  };
}

export function kept() {
  const found = recall(KEY);
  if (!found?.filing) return null;
  return found.hand ? found : Array.isArray(found.seats) ? { ...emptyRound(), ...found } : null;
}

export function keepRound(round) {
  keep(KEY, round);
}

const tidy = (text) => text.trim().replace(/\s+/g, " ");

function amounts(wagers) {
  const found = {};
  for (const [name, text] of Object.entries(wagers)) {
    if (String(text).trim() === "") continue;
    const amount = typed(text);
    // What is no amount goes to the service as typed, which says what is wrong with it.
    found[name] = amount === null ? String(text) : amount % 100 ? (amount / 100).toFixed(2) : amount / 100;
  }
  return found;
}

/** The round file as an object; empty parts are left out. */
export function roundFile(round, hints) {
  const file = { filing: round.filing };
  if (round.schedule) file.schedule = /^\d+$/.test(round.schedule) ? Number(round.schedule) : round.schedule;
  if (round.limits.trim()) file.limits = tidy(round.limits);
  if (round.decks) file.decks = Number(round.decks);
  if (Object.keys(round.options).length) file.options = round.options;
  if (round.board.trim() && hints.board) file.board = tidy(round.board);
  if (round.dice.trim()) file.dice = tidy(round.dice).split(/[ ,]+/).map(Number);
  const setHands = Boolean(hints.sets);
  file.bank = { seat: Number(round.bank.seat), wager: amounts({ wager: round.bank.wager || "0" }).wager };
  if (round.bank.cards.trim()) file.bank.cards = tidy(round.bank.cards);
  if (setHands && !round.bank.houseWay) file.bank.set = tidy(round.bank.set);
  file.seat = round.seats.map((one) => seatEntry(one, setHands));
  if (hints.shared.length) file.hands = Object.fromEntries(hints.shared.map(({ place }) => [place, tidy(round.hands[place] ?? "")]));
  const errors = errorsWritten(round.errors);
  if (errors.length) file.error = errors;
  if (round.paid.length) file.paid = round.paid.map(paidEntry);
  if (round.procedures) file.procedures = round.procedures;
  return file;
}

function paidEntry({ bettor, wager, way, net }) {
  const amount = amounts({ net: net || "0" }).net;
  return { bettor, wager, net: way === "taken" ? (typeof amount === "number" ? -amount : `-${amount}`) : amount };
}

function seatEntry(one, setHands) {
  const seat = { number: Number(one.number), wagers: amounts(one.wagers) };
  if (one.cards.trim()) seat.cards = tidy(one.cards);
  if (one.draws.trim()) seat.draws = tidy(one.draws);
  if (one.actions.length) seat.actions = one.actions;
  if (setHands) {
    if (one.houseWay) seat.house_way = true;
    else seat.set = tidy(one.set);
  }
  if (one.player.trim()) seat.player = tidy(one.player);
  if (one.free) seat.free_collection = true;
  if (one.backline.length) seat.backline = one.backline.map((bettor) => ({ name: tidy(bettor.name), wagers: amounts(bettor.wagers) }));
  return seat;
}

/** A round file that the service gave, as it would have been tapped in. */
export function roundOf(file) {
  const text = (given) => (given === undefined ? "" : String(given));
  const wagers = (table) => Object.fromEntries(Object.entries(table ?? {}).map(([name, amount]) => [name, text(amount)]));
  const { bank } = file;
  return {
    ...emptyRound(file.filing),
    schedule: text(file.schedule), limits: text(file.limits), decks: text(file.decks), options: file.options ?? {},
    board: text(file.board), dice: (file.dice ?? []).join(" "), hands: file.hands ?? {},
    bank: { seat: bank.seat, wager: text(bank.wager), cards: text(bank.cards), set: text(bank.set), houseWay: !bank.set },
    seats: (file.seat ?? []).map((one) => ({
      ...emptySeat(one.number), cards: text(one.cards), draws: text(one.draws), wagers: wagers(one.wagers), actions: one.actions ?? [],
      set: text(one.set), houseWay: !one.set, player: text(one.player), free: Boolean(one.free_collection),
      backline: (one.backline ?? []).map((behind) => ({ name: behind.name, wagers: wagers(behind.wagers) })),
    })),
  };
}

/** The same as TOML, to be kept and given to the command line. */
export function toToml(file) {
  const lines = [];
  const plain = ["filing", "schedule", "limits", "decks", "board", "procedures"];
  for (const key of plain) if (file[key] !== undefined) lines.push(`${key} = ${value(file[key])}`);
  if (file.options) lines.push(`options = ${inline(file.options)}`);
  if (file.dice) lines.push(`dice = [${file.dice.join(", ")}]`);
  lines.push("", "[bank]", ...entries(file.bank));
  for (const seat of file.seat) {
    const { backline, ...rest } = seat;
    lines.push("", "[[seat]]", ...entries(rest));
    for (const one of backline ?? []) lines.push("", "[[seat.backline]]", ...entries(one));
  }
  if (file.hands) lines.push("", "[hands]", ...entries(file.hands));
  for (const name of ["error", "paid"]) for (const one of file[name] ?? []) lines.push("", `[[${name}]]`, ...entries(one));
  return `${lines.join("\n")}\n`;
}

/** A hand file as TOML: its own fields, then the players' tables. */
export function handToml({ player, ...fields }) {
  const lines = entries(fields);
  for (const one of player ?? []) lines.push("", "[[player]]", ...entries(one));
  return `${lines.join("\n")}\n`;
}

function entries(table) {
  return Object.entries(table).map(([key, one]) => `${key} = ${value(one)}`);
}

function inline(table) {
  return `{ ${Object.entries(table).map(([key, one]) => `${key} = ${value(one)}`).join(", ")} }`;
}

function value(one) {
  if (Array.isArray(one)) return `[${one.map(value).join(", ")}]`;
  if (typeof one === "object") return inline(one);
  return typeof one === "string" ? JSON.stringify(one) : String(one);
}
