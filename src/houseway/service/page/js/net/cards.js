// The cards of a round as one viewer knows them, event by event. A card face down is null.

import { pieces } from "../pieces/suits.js";

/** Take in one event of a round; `cards` is by place, hand by hand. */
export function lay(cards, event) {
  switch (event.did) {
    case "dealt": {
      const dealt = event.cards ? pieces(event.cards) : Array(event.count).fill(null);
      handOf(cards, event.place, event.hand).push(...dealt);
      break;
    }
    case "shown":
      turnUp(handOf(cards, event.place, event.hand), pieces(event.cards));
      break;
    case "chose":
      chosen(cards, event);
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
  const move = event.move ?? "";
  if (move === "split") {
    const hands = cards[event.seat];
    const hand = hands[(event.hand ?? 1) - 1];
    hands.splice(event.hand ?? 1, 0, [hand.pop()]);
  }
}

/** A copy that can be changed without touching the other. */
export function copyCards(cards) {
  const copy = {};
  for (const [place, hands] of Object.entries(cards)) copy[place] = hands.map((hand) => [...hand]);
  return copy;
}
