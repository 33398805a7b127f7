// The coach of one table: asks for advice when a decision is ours, and remembers what it cost.
//
// Advice comes over a request of its own, beside the socket: nothing that is played waits for it.

import { call } from "../parts/api.js";
import { sayAloud } from "../parts/dialog.js";
import { settings } from "../parts/settings.js";
import { netIn, ownSeat } from "../table/settlement.js";
import { note } from "./evening.js";
import { spoken } from "./words.js";

const BEGUN = new Set(["no_more_bets", "hand_started"]);
const OVER = new Set(["settled", "hand_settled", "points_settled"]);

export class Coach {
  asked = new Map(); // what became of each question of this hand, by the decision's id
  spots = null;
  touched = ""; // the spot under the finger
  comment = null; // on the last decision: { ask, move, advice }

  constructor(table, changed) {
    Object.assign(this, { table, changed });
    call(`/api/tables/${table}/spots`).then((found) => {
      this.spots = found;
      changed();
    }, () => {});
  }

  get mode() {
    return settings().coach;
  }

  stop() {
    for (const { stop } of this.asked.values()) stop.abort();
    this.asked.clear();
  }

  /** Decisions that have come up, and hands that are over. */
  follow(model, records) {
    for (const record of records) {
      if (OVER.has(record.kind)) this.over(model, record);
      if (BEGUN.has(record.kind)) {
        this.stop(); // of an earlier hand: nobody waits for it now
        this.comment = null;
        this.touched = "";
      }
    }
    if (this.mode === "none") return;
    for (const ask of model.asks) {
      if (this.asked.has(ask.id)) continue;
      this.ask(model, ask);
    }
  }

  ask(model, ask) {
    const stop = new AbortController();
    const one = { ask, stop, lies: lying(model, ask.seat), advice: null, refused: "", move: null };
    this.asked.set(ask.id, one);
    one.done = call(`/api/tables/${this.table}/advice?ask=${encodeURIComponent(ask.id)}`, { signal: stop.signal }).then((advice) => {
      one.advice = advice;
      if (this.mode === "before" && one.move === null) sayAloud(spoken(model, advice));
    }, (error) => {
      one.refused = error.code === "no-advice" ? error.message : "The coach is busy.";
    }).finally(this.changed);
  }

  /** A spot is touched, or let go. */
  touch(name) {
    if (this.touched === name) return;
    this.touched = name;
    this.changed();
  }

  /** The advice for a decision, asked for even where the coach is to keep quiet. */
  async need(model, ask) {
    if (!this.asked.has(ask.id)) this.ask(model, ask);
    const one = this.asked.get(ask.id);
    await one.done;
    return one.advice;
  }

  /** What a seat's hand on the felt is called, as far as the coach was asked about these very cards. */
  handName(model, seat) {
    const lies = lying(model, seat);
    return [...this.asked.values()].findLast((one) => one.lies === lies && one.advice?.hand)?.advice.hand ?? "";
  }

  /** What the coach has to say before an act; null where it keeps quiet. */
  before(ask) {
    return this.mode === "before" ? this.asked.get(ask.id) ?? null : null;
  }

  /** A decision was made by us. */
  answered(ask, move) {
    const one = this.asked.get(ask.id);
    if (!one) return;
    one.move = move;
    this.comment = one;
  }

  over(model, record) {
    const seat = ownSeat(model, record);
    const net = seat === null ? null : netIn(record, model.lastBank?.seat === seat ? "bank" : String(seat));
    if (!net) return;
    const made = [...this.asked.values()].filter((one) => one.move !== null && one.advice);
    const known = made.map((one) => costOf(one.advice, one.move)).filter((cost) => cost !== null);
    this.hand = { round: record.round, decisions: made.length, cost: known.length ? known.reduce((a, b) => a + b, 0) : null };
    note({ table: model.table.title, round: record.round, net: net.net, fee: net.fee, cost: this.hand.cost });
  }
}

/** The cards a hand's name is about. */
function lying({ cards }, seat) {
  return JSON.stringify([cards[seat], cards.board, cards["second board"]]);
}

/** What a move costs against the best one, in cents; null where that is not known. */
export function costOf(advice, move) {
  const found = advice.moves.find((one) => alike(one.move, move));
  return found ? Math.round(found.cost * 100) : null;
}

/** Two ways to write one move: the cards of a setting or of a row in any order, a double for less. */
export function alike(one, other) {
  const [[word, ...rest], [same, ...others]] = [one.split(" "), other.split(" ")];
  if (word !== same) return false;
  if (word === "double" || word === "insure") return true;
  if (word === "place") return byRow(rest) === byRow(others);
  return [...rest].sort().join() === [...others].sort().join();
}

/** Each row of a placing with its cards in order. */
function byRow(words) {
  const rows = words.join(" ").split(/ (?=[a-z])/); // cards begin with their rank
  return rows.map((row) => row.split(" ").sort().join()).join(";");
}
