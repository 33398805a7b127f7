// Rows that cards are placed in: a seat's hands from 1 on, and "loose" what it has not placed yet.

import { pieces } from "../pieces/suits.js";
import { handOf } from "./places.js";

/** The rows that cards are placed in; most games have none. */
export function rowNames(table) {
  return table.hints.rows.map((row) => row.name);
}

/** A seat has placed its cards; we see where only of our own. */
export function placeRows(cards, event, names) {
  const loose = handOf(cards, `loose:${event.seat}`);
  loose.splice(0, loose.length);
  if (!event.move) return;
  const rows = placing(event.move, names);
  names.forEach((name, i) => {
    const row = handOf(cards, event.seat, i + 1);
    for (const card of rows[name] ?? []) if (!row.includes(card)) row.push(card);
  });
}

/** Everybody sees a row. */
export function layRow(cards, event, names) {
  for (let i = 1; i <= names.length; i += 1) handOf(cards, event.place, i);
  const row = handOf(cards, event.place, event.hand ?? 1);
  for (const card of pieces(event.cards)) if (!row.includes(card)) row.push(card);
}

/** "place top Qd bottom Kd Kc" as cards by row. */
function placing(move, names) {
  const rows = {};
  let name = "";
  for (const word of move.split(" ").slice(1)) {
    if (names.includes(word)) name = word;
    else if (name) (rows[name] ??= []).push(...pieces(word));
  }
  return rows;
}
