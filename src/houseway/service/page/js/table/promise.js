// Checking a hand: that the cards we saw are those the house had fixed before it.
//
// The house posts one fingerprint (the root of a tree of hashes over its order of the cards)
// before players add their words and before a card is dealt. Afterwards it opens to us the places
// of the cards that we saw. All of it is worked out here again; nothing is taken on trust.

const text = new TextEncoder();

async function sha(...parts) {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const unhex = (word) => Uint8Array.from(word.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/** The root that an opened place follows from, in a tree over so many cards. */
export async function rootOf({ place, card, salt, path }, cards) {
  let node = await sha(Uint8Array.of(0), unhex(salt), text.encode(`${place} ${card}`));
  let next = 0;
  for (let at = place, width = cards; width > 1; at = at >> 1, width = (width + 1) >> 1) {
    if (at % 2) node = await sha(Uint8Array.of(1), unhex(path[next++] ?? ""), node);
    else if (at + 1 < width) node = await sha(Uint8Array.of(1), node, unhex(path[next++] ?? ""));
  }
  return next === path.length ? hex(node) : "";
}

/** For each card in the order dealt, its place in the order the house has promised. */
export async function turned(cards, root, words) {
  const places = Array.from({ length: cards }, (_, place) => place);
  if (!words.length) return places;
  const said = words.flat().map((one) => `${text.encode(one).length}:${one},`).join("");
  const seed = await sha(text.encode(`houseway words 1\n${root}\n${said}`));
  const numbers = numbersFrom(seed);
  const below = async (bound) => {
    const most = 2 ** 32 - (2 ** 32 % bound);
    for (;;) {
      const { value } = await numbers.next();
      if (value < most) return value % bound;
    }
  };
  for (let last = cards - 1; last > 0; last--) {
    const chosen = await below(last + 1);
    [places[last], places[chosen]] = [places[chosen], places[last]];
  }
  return places;
}

/** Whole numbers of 32 bits without end. */
async function* numbersFrom(seed) {
  for (let block = 0; ; block++) {
    const count = new DataView(new ArrayBuffer(4));
    count.setUint32(0, block);
    const drawn = new DataView((await sha(seed, new Uint8Array(count.buffer))).buffer);
    for (let at = 0; at < 32; at += 4) yield drawn.getUint32(at);
  }
}

/** Where the cards of each pile lay in the deck: pile by pile, or a card to each, there and back. */
function pilesFrom(start, { piles, of: cards, there_and_back }) {
  const place = (pile, turn) => !there_and_back ? pile * cards + turn
    : piles * turn + (turn % 2 ? piles - 1 - pile : pile);
  return Array.from({ length: piles }, (_, pile) => Array.from({ length: cards }, (__, turn) => start + place(pile, turn)));
}

/** What we saw of each card dealt, by shuffle and position; a card that lay face down is null. */
function seen(proof, records) {
  const found = new Map(proof.shuffles.map((one) => [one.shuffle, new Map()]));
  let current = proof.shuffles.find((one) => !one.at_once) ?? proof.shuffles[0];
  let position = current?.dealt_before ?? 0;
  let piles = [];
  const shown = new Map();
  for (const { n, kind, event, shuffle, at_once } of records) {
    if (kind === "committed" && at_once) {
      current = proof.shuffles.find((one) => one.shuffle === shuffle);
      position = 0;
    }
    if (event?.did === "shown") {
      shown.set(event.place, [...(shown.get(event.place) ?? []), ...event.cards.split(" ")]);
    }
    if (event?.did === "laid") {
      piles = pilesFrom(position, event);
      position += event.piles * event.of;
    }
    if (event?.did !== "dealt" && event?.did !== "burned") continue;
    const cards = event.cards?.split(" ") ?? Array(event.count).fill(null);
    for (const [i, card] of cards.entries()) {
      const at = event.pile ? piles[event.pile - 1][i] : position++;
      found.get(current?.shuffle)?.set(at, { n, card, place: event.place, dealt: event.did === "dealt" });
    }
  }
  return { found, shown };
}

/**
 * Check a hand. `proof` is the house's answer, `records` are those of the hand as we saw them,
 * `kept` the fingerprints that this page was told before. Answers lines of {good, words}: good is
 * null where something cannot be said.
 */
export async function checkHand(proof, records, kept) {
  if (!globalThis.crypto?.subtle) {
    return [line(null, "Your browser checks only pages that came over TLS or from this machine. Open the cardroom by https, or check the hand from a log.")];
  }
  if (!proof.shuffles.length) {
    return [line(null, "This hand has no commitment: the table was opened before there were any, or no card was dealt.")];
  }
  const { found, shown } = seen(proof, records);
  const lines = [];
  for (const one of proof.shuffles) lines.push(...await checkShuffle(one, found.get(one.shuffle), shown, kept));
  return lines;
}

const line = (good, words) => ({ good, words });

async function checkShuffle(one, dealt, shown, kept) {
  const print = `${one.root.slice(0, 8)}…${one.root.slice(-8)}`;
  const lines = [whenPosted(one, dealt, kept, print)];
  const places = await turned(one.cards, one.root, one.words);
  if (one.words.length) {
    const who = one.words.map(([name, word]) => `${name} (“${word}”)`).join(", ");
    lines.push(line(true, `Words of the players turned the order: ${who}. The house knew none of them when it fixed it.`));
  }
  const left = new Map([...shown].map(([place, cards]) => [place, [...cards]]));
  let wrong = "";
  for (const opened of one.opened) {
    const there = dealt.get(opened.position);
    if (!there?.dealt || there.n !== opened.record) wrong ||= `${opened.card} is said to be a card that we did not see dealt`;
    else if (there.card !== null && there.card !== opened.card) wrong ||= `we saw ${there.card}, and the house opens ${opened.card}`;
    else if (there.card === null && !take(left.get(there.place), opened.card)) wrong ||= `${opened.card} was never shown there`;
    else if (places[opened.position] !== opened.place) wrong ||= `${opened.card} lay elsewhere in the order that was fixed`;
    else if ((await rootOf(opened, one.cards)) !== one.root) wrong ||= `${opened.card} does not belong to the fingerprint`;
    else there.proved = true;
  }
  const missing = [...dealt.values()].filter(({ card, proved }) => card !== null && !proved);
  if (!wrong && missing.length) wrong = `nothing proves ${missing.map(({ card }) => card).join(", ")}`;
  if (wrong) return [...lines, line(false, `This does not hold: ${wrong}. Tell the floor, and keep this page.`)];
  const closed = one.cards - one.opened.length;
  return [...lines, line(true,
    `${count(one.opened.length, "card")} that you saw lay where the house had fixed them, each proved by its own salt. `
    + `The other ${closed} stay closed: they were not dealt in this hand, or are not yours to see.`)];
}

function whenPosted(one, dealt, kept, print) {
  const first = Math.min(...[...dealt.values()].map(({ n }) => n));
  if (one.published >= first) return line(false, `The fingerprint ${print} was posted after the first card.`);
  const when = new Date(one.at).toLocaleTimeString([], { timeStyle: "medium" });
  const known = kept.get(one.shuffle);
  if (known === undefined) {
    return line(null, `The fingerprint ${print} was posted at ${when}, before the first card, by the house's account. This page was not here then; compare it with somebody who was.`);
  }
  if (known !== one.root) return line(false, `This page was told another fingerprint before the hand: ${known.slice(0, 8)}…`);
  return line(true, `The order was fixed before the first card: this page was told its fingerprint ${print} at ${when}.`);
}

function take(cards, card) {
  const at = cards?.indexOf(card) ?? -1;
  if (at >= 0) cards.splice(at, 1);
  return at >= 0;
}

const count = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
