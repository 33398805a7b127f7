// Games by the names people know, for those who do not know the 47 titles.

export const FAMILIES = {
  "twenty-one": "21",
  "three-card-poker": "Three card poker",
  "ultimate-holdem": "Hold'em against the bank",
  "pai-gow-poker": "Pai gow poker",
  "pai-gow-tiles": "Pai gow tiles",
  baccarat: "Baccarat",
  poker: "Poker",
  "chinese-poker": "Chinese poker",
};

// A kind is a family, or those filings of it whose title fits.
export const KINDS = [
  {
    key: "21", name: "21", family: "twenty-one", cards: ["As", "Jh"],
    what: "Draw towards the best total without going over, against the bank's hand.",
  },
  {
    key: "three", name: "Three cards", family: "three-card-poker", cards: ["Qh", "Qs", "7d"],
    what: "Three cards each. Look, then play on or fold. The quickest game to learn.",
  },
  {
    key: "ultimate", name: "Hold'em against the bank", family: "ultimate-holdem", cards: ["Ad", "Kd"],
    what: "Two cards and a shared board. Raise early for more, late for less.",
  },
  {
    key: "paigow", name: "Pai gow poker", family: "pai-gow-poker", cards: ["Jk", "Ac", "9h"],
    what: "Split seven cards into a hand of five and a hand of two. Slow and sociable.",
  },
  {
    key: "tiles", name: "Pai gow tiles", family: "pai-gow-tiles", cards: ["66", "11", "42"],
    what: "Four Chinese dominoes, two hands of two. The house way sets them if you like.",
  },
  {
    key: "baccarat", name: "Baccarat", family: "baccarat", cards: ["9c", "Kh"],
    what: "Bet on Player or Banker and watch. No decisions to make.",
  },
  {
    key: "holdem", name: "Hold'em poker", family: "poker", title: /hold.?em/i, cards: ["Ah", "Ks"],
    what: "Two cards of your own, five on the board, everybody for themselves.",
  },
  {
    key: "omaha", name: "Omaha", family: "poker", title: /omaha|big o/i, cards: ["Kh", "Kc", "Qh", "Jc"],
    what: "Four or five cards of your own, of which exactly two count.",
  },
  {
    key: "pineapple", name: "Pineapple", family: "poker", title: /pineapple/i, cards: ["Td", "Jd", "2s"],
    what: "Hold'em with three cards, one of which you throw away.",
  },
  {
    key: "stud", name: "Stud", family: "poker", title: /stud|razz|mexican/i, cards: ["7h", "", "7c"],
    what: "No board: some of your cards lie face up, the others only you see.",
  },
  {
    key: "draw", name: "Draw", family: "poker", title: /draw|badugi|2-7/i, cards: ["7s", "5d", "4h"],
    what: "Throw away what you do not like and draw new cards.",
  },
  {
    key: "chinese", name: "Chinese poker", family: "chinese-poker", cards: ["Qs", "Qd", "3c"],
    what: "Thirteen cards set face up in three rows, scored against every other player.",
  },
];

/** The filings of a kind. */
export function filingsOf(kind, filings) {
  return filings.filter((one) => one.family === kind.family && (!kind.title || kind.title.test(one.title)));
}

export function familyName(family) {
  return FAMILIES[family] ?? family.replaceAll("-", " ");
}
