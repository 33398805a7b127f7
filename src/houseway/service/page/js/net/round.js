// The round in play, event by event: the cards, the dealer's words, what each seat did last.
//
// Events say what happened, down to what was paid; nothing is worked out here.

import { cents } from "../parts/money.js";
import { lay } from "./cards.js";
import { rowNames } from "./rows.js";

/** Nothing has happened in the round yet. */
export function beginRound(model) {
  Object.assign(model, {
    events: [], cards: {}, calls: [], dice: null, settled: null, cleared: false, added: {},
    remedy: null, dealing: true, bankSet: "",
  });
  model.moves.clear();
  model.folded.clear();
  model.bets.clear();
}

/** Take in one event. */
export function follow(model, event) {
  model.events.push(event);
  lay(model.cards, event, rowNames(model.table));
  EVENTS[event.did]?.(model, event);
}

const EVENTS = {
  called(model, { text }) {
    // Of how many cards a seat draws its plate speaks, and by name.
    if (model.events.at(-2)?.number === undefined) model.calls.push(text);
  },
  declared(model, event) {
    model.calls.push(event.says);
    model.remedy = event;
  },
  rolled(model, { dice }) {
    model.dice = dice;
  },
  chose(model, event) {
    model.remedy = null;
    model.moves.set(event.seat, event);
    if (event.to !== undefined) model.bets.set(event.seat, cents(event.to));
    if (event.move === "fold") model.folded.add(event.seat);
  },
};
