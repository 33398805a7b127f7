// The words of the table: spots, moves, outcomes, and what a newcomer needs to know now.

export const DERIVED = { play: "Play", insurance: "Insurance", envy: "Envy" };

/** A spot's name as filed. */
export function spotLabel(model, name) {
  const spot = model.table.felt?.spots?.find((one) => one.name === name);
  return spot?.label ?? DERIVED[name] ?? name.replaceAll("_", " ");
}

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

/** The words on a button. */
export function moveLabel(move) {
  if (MOVES[move]) return MOVES[move];
  const [word, ...rest] = move.split(" ");
  if (word === "bet") return `Bet ${rest[0]}×`;
  if (word === "insure") return "Insure";
  if (word === "declare") return `Declare ${rest.join(" ").replaceAll("-", " ")}`;
  return move;
}

/** What a seat has just done, in a word or two. */
export function doneLabel(event) {
  const move = event.move;
  if (move === undefined || move === null) return "decided";
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

// What a decision is about, for somebody who has never seen the game.
const HELP = {
  "play-or-fold": ["Play or fold?", "Play puts another wager, as much as your ante, against the bank's three cards. Fold gives up your ante."],
  "ultimate/bet": ["Raise or check?", "You raise once in the hand: the earlier, the more you may bet. Checking waits for more of the board. At the end you bet or fold."],
  "twenty-one/play": ["Your hand", "Hit takes a card, stand keeps what you have. Come closer to the best total than the bank does."],
  "after-double": ["After doubling", "Stand keeps the hand. Rescue gives up the first half and takes the doubled half back."],
  insurance: ["Insurance?", "The bank shows an ace. Insurance is a side wager that wins if the bank has a natural."],
  "early-surrender": ["Surrender now?", "Before the bank looks, you may give up half of your wager instead of playing."],
  set: ["Set your hand", "Choose the two cards for the small hand in front. It must not beat the big hand behind."],
  "set-bank": ["Set the bank's hand", "You hold the bank. Choose the two cards for the small hand, or let the house way set it."],
  "tiles/set": ["Set your tiles", "Choose two tiles for the low hand. The other two are the high hand."],
  "poker/bet": ["Your turn", "Call to stay in, raise to make it dearer, or fold."],
  "poker/check": ["Your turn", "Check to stay in for nothing, or bet."],
  "bring-in": ["You bring it in", "The rules make you open: post the bring-in, or complete to a full bet."],
  draw: ["Draw", "Tap the cards to throw away; you get as many new ones. Or stand pat."],
  discard: ["Throw a card away", "This game makes you give up part of your hand. Tap what goes."],
  expose: ["Turn your card up?", "Turn your down card up and your next card comes face down; keep it and it comes face up."],
  show: ["Show or give up?", "Show your cards to claim the pot, or give the hand up unseen."],
  "first-cards": ["Place your five cards", "Put each card into a row. Bottom must beat middle, middle must beat top."],
  "later-cards": ["Place two of three", "Put two cards into your rows. The third is thrown away unseen."],
  "fantasy-land": ["Fantasy Land: place all thirteen", "Set all three rows at once. Nobody sees them before the end."],
  "clean-sweep": ["You hold a clean sweep", "Declare it to be paid for it, or let the rows be compared."],
};

/** Heading and help for a decision. */
export function help(ask, family) {
  const short = { "ultimate-holdem": "ultimate", "pai-gow-tiles": "tiles" }[family] ?? family;
  const kind = ask.kind === "bet" && ask.facts.to_call === 0 ? "check" : ask.kind;
  return HELP[`${short}/${kind}`] ?? HELP[`${short}/${ask.kind}`] ?? HELP[ask.kind] ?? ["Your turn", ""];
}

// How a family is played, in two or three lines, for the panel beside the table.
export const PRIMER = {
  "twenty-one": ["Bet against the bank, which another player holds.", "Draw cards towards the best total; the bank draws last.", "Closer than the bank wins; the posted sign says what pays more."],
  "three-card-poker": ["Bet the ante, get three cards, then play or fold.", "The bank's three cards must qualify, or only part of your wagers has action.", "Bonus bets pay on your own cards whatever the bank has."],
  "ultimate-holdem": ["Ante and blind are bet together; you get two cards.", "Raise once: early for more, later for less. Five cards come on the board.", "The best five of seven cards win against the bank's."],
  "pai-gow-poker": ["You get seven cards and make a hand of five and a hand of two.", "Both must beat the bank's to win; one each is a push.", "The house way sets the hand for you if you like."],
  "pai-gow-tiles": ["You get four dominoes and make a low hand and a high hand of two.", "Both must beat the bank's to win; one each is a push.", "The house way sets them for you if you like."],
  baccarat: ["Bet on Player or Banker (or a tie, or a bonus).", "Two hands are dealt by fixed rules; the total nearest nine wins.", "There is nothing to decide after the bet."],
  poker: ["Everybody plays for the pot; the house only deals and takes its collection.", "Call, raise or fold when it is your turn.", "The best hand at the end, or the last one left, takes the pot."],
  "chinese-poker": ["Thirteen cards in three rows: three on top, five in the middle, five at the bottom.", "Each row is compared with every opponent's for points.", "A row that beats the one below it fouls the hand."],
};
