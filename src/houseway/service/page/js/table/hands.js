// What a hand is called, to help somebody set it. The service alone decides what it is worth.

import { TILE_NAMES } from "../pieces/suits.js";

const ORDER = "23456789TJQKA";
const NAMES = ["twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines", "tens", "jacks", "queens", "kings", "aces"];
const ONE = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"];
const many = (rank) => NAMES[rank - 2];
const single = (rank) => ONE[rank - 2];

function rankOf(card) {
  return card === "Jk" ? 0 : ORDER.indexOf(card[0]) + 2;
}

/** -1, 0 or 1; a longer list that begins alike is the greater. */
export function compare(one, other) {
  const a = [one.category, ...one.ranks];
  const b = [other.category, ...other.ranks];
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const step = (a[i] ?? 0) - (b[i] ?? 0);
    if (step) return Math.sign(step);
  }
  return 0;
}

/** A front hand of two cards; the joker is an ace. */
export function front(cards) {
  const ranks = cards.map((card) => rankOf(card) || 14).sort((a, b) => b - a);
  if (ranks[0] === ranks[1]) return { category: 1, ranks: [ranks[0]], name: `pair of ${many(ranks[0])}` };
  return { category: 0, ranks, name: `${single(ranks[0])}-${single(ranks[1])} high` };
}

/** A hand of five; `joker` is what the filing lets a joker be. */
export function five(cards, joker = "ace-straight-flush") {
  if (!cards.includes("Jk")) return plainFive(cards);
  const held = cards.filter((card) => card !== "Jk");
  let best = null;
  for (const rank of ORDER) {
    for (const suit of "cdhs") {
      const card = rank + suit;
      const copy = held.includes(card);
      if (copy && rank !== "A") continue;
      const value = plainFive([...held, card], copy);
      if (!allowed(value, rank, joker)) continue;
      if (!best || compare(value, best) > 0) best = value;
    }
  }
  return best;
}

function allowed(value, rank, joker) {
  if (joker === "wild") return true;
  if (value.straight) return true;
  if (value.flush) return joker === "ace-straight-flush" || false;
  return rank === "A";
}

function plainFive(cards, copy = false) {
  const ranks = cards.map(rankOf).sort((a, b) => b - a);
  const flush = !copy && cards.length === 5 && cards.every((card) => card[1] === cards[0][1]);
  const top = straightTop(ranks);
  const groups = [...new Set(ranks)].map((rank) => [ranks.filter((one) => one === rank).length, rank]);
  groups.sort((a, b) => b[0] - a[0] || b[1] - a[1]);
  const order = groups.map(([, rank]) => rank);
  const [first, second] = groups.map(([count]) => count);
  const straight = Boolean(top);
  const made = (category, list, name) => ({ category, ranks: list, name, straight, flush });
  if (flush && top) return made(8, [top], top === 14 ? "royal flush" : `${single(top)}-high straight flush`);
  if (first === 5) return made(9, order, `five ${many(order[0])}`);
  if (first === 4) return made(7, order, `four ${many(order[0])}`);
  if (first === 3 && second === 2) return made(6, order, `${many(order[0])} full of ${many(order[1])}`);
  if (flush) return made(5, ranks, `${single(ranks[0])}-high flush`);
  if (top) return made(4, [top], `${single(top)}-high straight`);
  if (first === 3) return made(3, order, `three ${many(order[0])}`);
  if (first === 2 && second === 2) return made(2, order, `${many(order[0])} and ${many(order[1])}`);
  if (first === 2) return made(1, order, `pair of ${many(order[0])}`);
  return made(0, ranks, `${single(ranks[0])} high`);
}

function straightTop(ranks) {
  if (new Set(ranks).size !== 5) return 0;
  if (ranks[0] - ranks[4] === 4) return ranks[0];
  return ranks.join() === "14,5,4,3,2" ? 5 : 0;
}

/** What some cards are at least: their equal ranks, and more once there are five. */
export function atLeast(cards) {
  if (cards.length === 5) return plainFive(cards);
  const value = plainFive([...cards]);
  return { ...value, ranks: value.category ? value.ranks : [] };
}

/** Why rows from the top can no longer end in order, where a full one is not above the one before it. */
export function foulRows(rows, cards) {
  for (let i = rows.length - 1; i > 0; i -= 1) {
    if (cards[i].length < rows[i].most || !cards[i - 1].length) continue;
    const [below, above] = [atLeast(cards[i]), atLeast(cards[i - 1])];
    const whole = cards[i - 1].length === rows[i - 1].most;
    const step = compare(above, below);
    if (step > 0 || (step === 0 && whole)) {
      return `Foul: ${rows[i - 1].name} (${above.name}) is not below ${rows[i].name} (${below.name}).`;
    }
  }
  return "";
}

/** Sorted for reading: by rank, the joker first. */
export function sorted(cards) {
  const by = (card) => (card === "Jk" ? 99 : rankOf(card)) * 4 + "cdhs".indexOf(card[1]);
  return [...cards].sort((a, b) => by(b) - by(a));
}

// Tiles.

const TILE_ORDER = ["Teen", "Dey", "Yun", "Gor", "Mooy", "Chong", "Bon", "Foo", "Ping", "Tit", "Look", "Chop Gow", "Chop Bot", "Chop Chit", "Chop Ng", "Gee Joon"];
const pips = (tile) => Number(tile[0]) + Number(tile[1]);
const counts = (tile) => (TILE_NAMES[tile] === "Gee Joon" ? [3, 6] : [pips(tile)]);

/** What two tiles are: a pair, wong, gong, or points. */
export function tilePair(one, other) {
  const [a, b] = [one, other].sort((x, y) => TILE_ORDER.indexOf(TILE_NAMES[x]) - TILE_ORDER.indexOf(TILE_NAMES[y]));
  const [name, second] = [TILE_NAMES[a], TILE_NAMES[b]];
  const rank = TILE_ORDER.indexOf(name);
  if (name === second) {
    return { strength: name === "Gee Joon" ? 400 : 300 + 16 - rank, name: name === "Gee Joon" ? "supreme pair" : `pair of ${name}` };
  }
  if (rank < 2 && (pips(b) === 9 || pips(b) === 8)) {
    const wong = pips(b) === 9;
    return { strength: (wong ? 204 : 200) + (rank ? 0 : 1), name: `${wong ? "wong" : "gong"} with ${name}` };
  }
  const points = Math.max(...counts(one).flatMap((x) => counts(other).map((y) => (x + y) % 10)));
  return { strength: points ? points * 16 + 15 - rank : 0, name: `${points} ${points === 1 ? "point" : "points"}` };
}
