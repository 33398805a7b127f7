// What the service tells of a record, in people's names and with cards as they are drawn.

import { capital } from "../parts/dialog.js";
import { pieceText } from "../pieces/suits.js";

const SEAT = /(^|; |^Dealer: )seat (\d+)(?=[ :,])/gi;
const PAYS = /()seat (\d+)(?= \$)/g; // in a list of who pays what
const CARD = /\b([2-9TJQKA][cdhs]|Jk)\b/g;
const TILES = /(dealt|shows|sets?|turns up)((?: [1-6]{2})+)/g;

/** A line of the log at a table; `seats` has who sits there. */
export function inNames(line, { table, seats }) {
  const named = (whole, start, seat) => (seats.get(Number(seat))?.name ? start + seats.get(Number(seat)).name : whole);
  let words = line.trim().replace(SEAT, named).replace(PAYS, named).replace(CARD, pieceText);
  if (table.hints.tiles) words = words.replace(TILES, (_, verb, list) => verb + list.replace(/[1-6]{2}/g, pieceText));
  return capital(words);
}
