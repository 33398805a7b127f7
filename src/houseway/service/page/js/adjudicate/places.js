// Which field of the form an error speaks of.

import { pieces } from "../pieces/suits.js";

const CHOICES = new Set(["not-a-choice", "no-choice", "too-many-choices"]);
const NUMBERS = new Set(["no-such-seat", "seat-twice"]);
const PLAIN = { limits: "limits", decks: "decks", schedule: "schedule", dice: "dice", board: "board", filing: "filing" };

/** The id of the field an error is about; empty where it is about none. */
export function fieldOf({ code, where, message }, round, sheet) {
  const spots = sheet.spot.map((one) => one.name);
  const entry = /^seat entry (\d+)(?: backline entry (\d+))? (?:wagers )?(\w+)/.exec(where);
  if (entry) {
    const [, seat, behind, name] = entry;
    return behind ? `seat-${seat - 1}-back-${behind - 1}-${name}` : inSeat(Number(seat) - 1, spots.includes(name) ? `wager-${name}` : name);
  }
  const amiss = /^(error|paid) entry (\d+)(?:,? (\w+))?/.exec(where);
  if (amiss) return `${amiss[1]}-${amiss[2] - 1}-${amiss[3] ?? missing(amiss[1], message)}`;
  const option = /^options\.(\w+)/.exec(where);
  if (option) return `option-${option[1]}`;
  const place = /^(?:the |hands[. ])?(\w+)\b[. ]?(cards|wager|seat)?/.exec(where);
  if (sheet.hints.shared.some((one) => one.place === place?.[1])) return `${place[1]}-hand`;
  if (place?.[1] === "bank") return `bank-${place[2] ?? "cards"}`;
  const seat = /^seat (\d+)(?:\/[^,]*)?(?:, (?:wagers\.)?(\w+))?/.exec(where);
  if (seat) return ofSeat(code, Number(seat[1]), seat[2], round, spots);
  if (where === "seat" && round.seats.length) return inSeat(0, `wager-${spots[0]}`);
  if (where === "cards") return holding(/^(\S+) lies/.exec(message)?.[1], round);
  return PLAIN[where.split(/[. ]/)[0]] ?? "";
}

/** Of an error that lacks a fact, the field of the first one it asks for. */
const missing = (what, message) => (what === "paid" ? "net" : (/give `(noticed|cards|place|number)`/.exec(message)?.[1] ?? "kind"));

const inSeat = (i, name) => `seat-${i}-${name}`;

function ofSeat(code, number, name, round, spots) {
  if (code === "bank-seat") return "bank-seat";
  const i = round.seats.findLastIndex((one) => Number(one.number) === number);
  if (i < 0) return number === Number(round.bank.seat) ? "bank-seat" : "";
  if (spots.includes(name)) return inSeat(i, `wager-${name}`);
  if (NUMBERS.has(code)) return inSeat(i, "number");
  if (CHOICES.has(code)) return inSeat(i, "moves");
  if (code === "empty-seat" || code === "no-such-wager") return inSeat(i, `wager-${spots[0]}`);
  return inSeat(i, name === "draws" || (round.seats[i].draws && code.endsWith("-cards")) ? "draws" : "cards");
}

/** The last field in which a card lies that lies too often. */
function holding(card, round) {
  const fields = [
    ["bank-cards", round.bank.cards], ["board", round.board], ...Object.entries(round.hands).map(([place, text]) => [`${place}-hand`, text]),
    ...round.seats.flatMap((one, i) => [[inSeat(i, "cards"), one.cards], [inSeat(i, "draws"), one.draws]]),
  ];
  return fields.findLast(([, text]) => pieces(text).includes(card))?.[0] ?? "";
}
