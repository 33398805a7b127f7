// The cards of a round as one viewer knows them, event by event. A card face down is null.
//
// `cards` is by place, hand by hand. Where cards are placed in rows a seat's hands are its rows and
// the cards not placed yet lie under "loose".

import { pieces } from "../pieces/suits.js";

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
      if (rows) placed(cards, event, names);
      else chosen(cards, event);
      break;
    case "taken": {
      // After an error of the dealer; everybody has seen them.
      const hand = handOf(cards, event.place);
      for (const card of pieces(event.cards)) take(hand, hand.includes(card) ? card : null);
      break;
    }
    case "called":
      drawn(cards, event.text);
      break;
    case "taken": // back to the dealer, after everybody has seen them
      for (const card of pieces(event.cards)) take(handOf(cards, event.place), card);
      break;
  }
}

function handOf(cards, place, hand = 1) {
  const hands = (cards[place] ??= []);
  while (hands.length < hand) hands.push([]);
  return hands[hand - 1];
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

function chosen(cards, event) {
  const { seat, kind } = event;
  const hand = handOf(cards, seat, event.hand);
  if (event.move === "split") {
    cards[seat].splice(event.hand ?? 1, 0, [hand.pop()]);
  } else if (kind === "discard" || kind === "draw") {
    delete cards.drawing;
    if (event.move) for (const card of pieces(event.move.slice(2))) take(hand, card);
    else if (kind === "discard") take(hand, null);
    else cards.drawing = seat; // how many comes with the dealer's call
  }
}

function drawn(cards, text) {
  const count = /^draws (\d+)/.exec(text)?.[1];
  if (count === undefined || cards.drawing === undefined) return;
  const hand = handOf(cards, cards.drawing);
  for (let i = 0; i < Number(count); i += 1) take(hand, null);
}

function take(hand, card) {
  const at = hand.indexOf(card);
  if (at >= 0) hand.splice(at, 1);
}

function placed(cards, event, names) {
  const loose = handOf(cards, `loose:${event.seat}`);
  loose.splice(0, loose.length);
  if (!event.move) return;
  const rows = placing(event.move, names);
  names.forEach((name, i) => {
    const row = handOf(cards, event.seat, i + 1);
    for (const card of rows[name] ?? []) if (!row.includes(card)) row.push(card);
  });
}

function layRow(cards, event, names) {
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
