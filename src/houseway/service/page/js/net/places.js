// Where cards lie: by place, hand by hand.

/** The cards of a hand at a place, empty if nothing lies there yet. */
export function handOf(cards, place, hand = 1) {
  const hands = (cards[place] ??= []);
  while (hands.length < hand) hands.push([]);
  return hands[hand - 1];
}
