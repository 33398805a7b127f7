// The cards of a round as one viewer knows them, event by event. A card face down is null.
//
// `cards` is by place, hand by hand. Where cards are placed in rows a seat's hands are its rows and
// the cards not placed yet lie under "loose".

import { pieces } from "../pieces/suits.js";
import { handOf } from "./places.js";
import { layRow, placeRows } from "./rows.js";

/** Take in one event of a round; `names` are those of the rows that cards are placed in. */
export function lay(cards, event, names = []) {
  const rows = names.length > 0;
  switch (event.did) {
    case "dealt": {
      const dealt = event.cards ? pieces(event.cards) : Array(event.count).fill(null);
      const place = rows ? `loose:${event.place}` : event.place;
      handOf(cards, place, event.hand).push(...dealt);
      break;
    }
    case "shown":
      if (rows) layRow(cards, event, names);
      else turnUp(handOf(cards, event.place, event.hand), pieces(event.cards));
      break;
    case "chose":
      if (rows) placeRows(cards, event, names);
      else chosen(cards, event);
      break;
    case "taken": {
      // After an error of the dealer; everybody has seen them.
      const hand = handOf(cards, event.place);
      for (const card of pieces(event.cards)) take(hand, hand.includes(card) ? card : null);
      break;
    }
    case "declared":
      // What the error has shown lies open until the remedy takes it away.
      if (event.cards && cards[event.error.place]) expose(handOf(cards, event.error.place), pieces(event.cards));
      break;
  }
}

function turnUp(hand, shown) {
  if (shown.length === hand.length) {
    hand.splice(0, hand.length, ...shown);
    return;
  }
  const missing = [...shown];
  for (const card of hand) {
    const at = missing.indexOf(card);
    if (card !== null && at >= 0) missing.splice(at, 1);
  }
  for (const card of missing) {
    const at = hand.indexOf(null);
    if (at >= 0) hand[at] = card;
    else hand.push(card);
  }
}

/** Cards face down that everybody sees now. */
function expose(hand, shown) {
  for (const card of shown) {
    const at = hand.includes(card) ? -1 : hand.indexOf(null);
    if (at >= 0) hand[at] = card;
  }
}

function chosen(cards, { seat, hand = 1, move, number = 0 }) {
  const held = handOf(cards, seat, hand);
  if (move === "split") cards[seat].splice(hand, 0, [held.pop()]);
  // Cards that are drawn for or thrown away, by name where we may know which.
  const gone = move && number ? pieces(move.slice(move.indexOf(" "))) : Array(number).fill(null);
  for (const card of gone) take(held, card);
}

function take(hand, card) {
  const at = hand.indexOf(card);
  if (at >= 0) hand.splice(at, 1);
}
