// The four suits as paths in a box of 100 by 100, and the words for cards.

export const SUIT_PATHS = {
  h: "M50 92C22 68 6 50 6 31 6 16 17 7 29 7c9 0 17 5 21 14C54 12 62 7 71 7c12 0 23 9 23 24 0 19-16 37-44 61Z",
  d: "M50 4C60 22 74 39 89 50 74 61 60 78 50 96 40 78 26 61 11 50 26 39 40 22 50 4Z",
  s: "M50 5c9 14 43 32 43 56 0 14-10 22-21 22-8 0-14-4-18-10 1 9 4 15 9 21H37c5-6 8-12 9-21-4 6-10 10-18 10C17 83 7 75 7 61 7 37 41 19 50 5Z",
  c: "M50 6a21 21 0 0 1 17 33 21 21 0 1 1-13 32c1 10 4 17 9 23H37c5-6 8-13 9-23a21 21 0 1 1-13-32A21 21 0 0 1 50 6Z",
};

export const SUIT_NAMES = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
export const RANKS = ["A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "4", "3", "2"];

const COURT = { A: "ace", K: "king", Q: "queen", J: "jack", T: "10" };

export const TILE_NAMES = {
  66: "Teen", 11: "Dey", 44: "Yun", 31: "Gor", 55: "Mooy", 33: "Chong", 22: "Bon", 65: "Foo",
  64: "Ping", 61: "Tit", 51: "Look", 63: "Chop Gow", 54: "Chop Gow", 62: "Chop Bot",
  53: "Chop Bot", 52: "Chop Chit", 43: "Chop Chit", 41: "Chop Ng", 32: "Chop Ng",
  42: "Gee Joon", 21: "Gee Joon",
};

/** Whether a piece is a tile: two digits, which no card is. */
export function isTile(text) {
  return /^[1-6]{2}$/.test(text ?? "");
}

/** "ace of hearts", "10 of clubs", "joker", "Teen, 6 and 6"; what a screen reader says. */
export function pieceName(text) {
  if (!text) return "a card face down";
  if (text === "Jk") return "joker";
  if (text === "??") return "a card nobody can name";
  if (isTile(text)) return `${TILE_NAMES[text]}, ${text[0]} and ${text[1]}`;
  return `${COURT[text[0]] ?? text[0]} of ${SUIT_NAMES[text[1]]}`;
}

/** How a piece is written for reading: 10♥, Jk. */
export function pieceText(text) {
  if (!text || text === "??") return "?";
  if (text === "Jk") return "Joker";
  if (isTile(text)) return `${text[0]}-${text[1]}`;
  return (text[0] === "T" ? "10" : text[0]) + { c: "♣", d: "♦", h: "♥", s: "♠" }[text[1]];
}

/** Pieces written as in a round file, as a list. */
export function pieces(text) {
  if (Array.isArray(text)) return text;
  if (!text) return [];
  if (/^[1-6]{2}(\s|$)/.test(text)) return text.split(/[\s,]+/).filter(Boolean);
  return text.match(/[^\s,]{2}/g) ?? [];
}
