// The words of the table: spots, moves, outcomes, and what a newcomer needs to know now.

import { capital } from "../parts/dialog.js";
import { cents, money } from "../parts/money.js";

/** A wager's name as filed; one made after the deal has its own. */
export function spotLabel(model, name) {
  const spot = model.table.felt?.spots?.find((one) => one.name === name);
  return spot?.label ?? plainName(name);
}

export const plainName = (name) => capital(name.replaceAll("_", " "));

export const OUTCOMES = { win: "wins", lose: "loses", push: "pushes", no_action: "no action" };

const MOVES = {
  play: "Play", fold: "Fold", check: "Check", hit: "Hit", stand: "Stand", double: "Double down",
  split: "Split", surrender: "Surrender", rescue: "Rescue", decline: "No insurance",
  "play on": "Play on", house_way: "House way", "turn up": "Turn it up", "keep down": "Keep it down",
  show: "Show", muck: "Give up unseen", "no-sweep": "Compare rows",
};

const DONE = {
  play: "plays", fold: "folds", check: "checks", hit: "hits", stand: "stands", double: "doubles",
  split: "splits", surrender: "surrenders", rescue: "rescues", decline: "no insurance",
  house_way: "house way", "turn up": "turns up", "keep down": "keeps", "play on": "plays on",
  show: "shows", muck: "gives up", "no-sweep": "compares",
};

// Chips put in: what was paid, and to how much.
const PUTS = {
  call: (paid) => `calls ${paid}`, bet: (_, to) => `bets ${to}`, raise: (_, to) => `raises to ${to}`,
  bring: (paid) => `brings in ${paid}`, "all-in": (_, to) => `all-in ${to}`,
};

const own = (hints, move) => hints?.moves?.find((one) => one.word === move && !one.amount);

/** The words on a button: the family's own, or those of the trade. */
export function moveLabel(move, hints) {
  const said = own(hints, move)?.label;
  if (said) return said;
  if (MOVES[move]) return MOVES[move];
  const [word, ...rest] = move.split(" ");
  if (word === "bet") return `Bet ${rest[0]}×`;
  if (word === "insure") return "Insure";
  if (word === "declare") return `Declare ${rest.join(" ").replaceAll("-", " ")}`;
  return plainName(move);
}

/** What a seat has just done, in a word or two. */
export function doneLabel(event, hints) {
  const { kind, move, number, to, paid } = event;
  if (number !== undefined) return kind === "discard" ? `throws ${number}` : number ? `draws ${number}` : "stands pat";
  if (move === undefined || move === null) return "decided";
  const said = own(hints, move)?.done;
  if (said) return said;
  if (DONE[move]) return DONE[move];
  const [word, ...rest] = move.split(" ");
  if (to !== undefined) return PUTS[event.all_in ? "all-in" : word](money(cents(paid)), money(cents(to)));
  if (word === "bet") return `bets ${rest[0]}×`;
  if (word === "insure") return "insures";
  if (word === "double") return "doubles for less";
  if (word === "set") return "set";
  if (word === "place") return "placed";
  return move.replaceAll("_", " ");
}

/** Heading and help for a decision, as its family words them. */
export function help(model, ask) {
  const { asks } = model.table.hints;
  const kind = ask.kind === "bet" && ask.facts.to_call === 0 ? "check" : ask.kind;
  if (!ask.choices.some(({ move }) => move === "check") && asks[`${kind}-or-fold`]) return asks[`${kind}-or-fold`];
  return asks[kind] ?? asks[ask.kind] ?? ["Your turn", ""];
}

/** The points of a hand that is seen whole, where the game counts them so; else nothing. */
export function pointsOf(model, hand = []) {
  const { points } = model.table.hints;
  if (!hand.length || hand.includes(null) || !Object.keys(points).length) return "";
  return ` ${hand.reduce((sum, card) => sum + points[card[0]], 0) % 10}`;
}
