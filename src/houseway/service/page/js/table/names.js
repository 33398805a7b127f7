// The words of the table: spots, moves, outcomes, and what a newcomer needs to know now.

import { capital } from "../parts/dialog.js";

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
  "play on": "Play on", house_way: "House way", f: "Fold", pb: "Bring in", ex: "Turn it up",
  keep: "Keep it down", "sm -": "Show", sm: "Give up unseen", sd: "Stand pat", "no-sweep": "Compare rows",
};

const DONE = {
  play: "plays", fold: "folds", check: "checks", hit: "hits", stand: "stands", double: "doubles",
  split: "splits", surrender: "surrenders", rescue: "rescues", decline: "no insurance",
  house_way: "house way", f: "folds", pb: "brings in", ex: "turns up", keep: "keeps",
  sd: "stands pat", "play on": "plays on", "sm -": "shows", sm: "gives up", "no-sweep": "compares",
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
  const move = event.move;
  if (move === undefined || move === null) return "decided";
  const said = own(hints, move)?.done;
  if (said) return said;
  if (move === "cc") return event.calls ? "calls" : "checks";
  if (DONE[move]) return DONE[move];
  const [word, ...rest] = move.split(" ");
  if (word === "bet") return `bets ${rest[0]}×`;
  if (word === "insure") return "insures";
  if (word === "double") return "doubles for less";
  if (word === "set") return "set";
  if (word === "sd") return `draws ${rest.length}`;
  if (word === "place") return "placed";
  if (word === "cbr") return `bets $${(Number(rest[0]) / 100).toLocaleString("en-US")}`;
  return move.replaceAll("_", " ");
}

/** Heading and help for a decision, as its family words them. */
export function help(model, ask) {
  const { asks } = model.table.hints;
  const kind = ask.kind === "bet" && ask.facts.to_call === 0 ? "check" : ask.kind;
  return asks[kind] ?? asks[ask.kind] ?? ["Your turn", ""];
}

/** The points of a hand that is seen whole, where the game counts them so; else nothing. */
export function pointsOf(model, hand = []) {
  const { points } = model.table.hints;
  if (!hand.length || hand.includes(null) || !Object.keys(points).length) return "";
  return ` ${hand.reduce((sum, card) => sum + points[card[0]], 0) % 10}`;
}
