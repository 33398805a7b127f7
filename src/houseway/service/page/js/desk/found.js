// What a run of the bank has found: a simulation, the bank's book, or the banks of all houses.

import { h } from "../parts/dom.js";
import { capital } from "../parts/dialog.js";
import { distribution, lines, percent, signed, whiskers } from "./chart.js";
import { table as grid } from "./table.js";

export const usd = (value, places = 2) => (value === null || value === undefined ? "" : `${value < 0 ? "−" : ""}$${Math.abs(value).toLocaleString("en-US", { minimumFractionDigits: places, maximumFractionDigits: places })}`);
const short = (value) => usd(value, Math.abs(value) < 10 && value % 1 ? 2 : 0);
const by = (one) => (one.schedule === null || one.schedule === undefined ? "no fee" : `option ${one.schedule}`);
const named = (one, all) => (new Set(all.map(by)).size > 1 || !one.bank ? `${one.bank ? `${short(Number(one.bank))}, ` : ""}${by(one)}` : short(Number(one.bank)));

/** The first column is the row's name; words are left, figures right. */
const table = (caption, heads, rows, { words = [] } = {}) => rows.length > 0 && grid(caption, heads.map((one, i) => (i && !words.includes(i) ? `#${one}` : one)), rows);

const notes = (assumed) => assumed?.length > 0 && h("section", {}, h("h2", {}, "Assumed"), h("ul", { class: "small" }, assumed.map((one) => h("li", {}, capital(one)))));

export function found(kind, result, over) {
  return { simulate: simulation, bank: book, league, odds }[kind](result, over);
}

function odds(report) {
  return [table(`Every bet, ${report.decks} ${report.decks === 1 ? "deck" : "decks"}`, ["Bet", "Expected", "Edge", "Spread", "Wins"],
    Object.entries(report.bets).map(([name, bet]) => [capital(name.replaceAll("_", " ")), signed(bet.ev, 6), percent(bet.edge, 3), bet.sd.toFixed(4), percent(bet.hit)])), notes(report.assumed)];
}

function simulation(made) {
  const { cells } = made;
  const name = (cell) => named(cell, cells);
  const interval = (part, width) => `${signed(part.mean, width)} ± ${((part.high - part.low) / 2).toFixed(width)}`;
  const sessions = cells.filter((cell) => cell.ruin);
  return [
    table(`The bank, dollars; ${Math.min(...cells.map((cell) => cell.hands)).toLocaleString("en-US")} of ${made.rounds.toLocaleString("en-US")} rounds dealt`,
      ["Bank", "Win a hand", "Win an hour", "Spread a hand", "Fee a hand", "Not covered", "Owed a hand", "Losing run", "Deepest fall", ...(sessions.length ? ["Ruin"] : [])],
      cells.map((cell) => [name(cell), interval(cell.win_per_hand, 4), interval(cell.win_per_hour, 2), cell.sd.toFixed(2), cell.fee_per_hand.toFixed(2),
        percent(cell.uncovered.share), cell.uncovered.owed_per_hand.toFixed(3), cell.per_stretch?.losing_run.toFixed(1) ?? "", short(cell.per_stretch?.deepest_fall ?? null),
        ...(sessions.length ? [cell.ruin ? percent(cell.ruin.probability) : ""] : [])])),
    whiskers("What the bank wins an hour", "dollars an hour, 95 times in a hundred within the line", (value) => usd(value), cells.map((cell) => ({ name: name(cell), ...cell.win_per_hour }))),
    sessions.length > 0 && whiskers("How often a session ends in ruin", "share of sessions, 95 times in a hundred within the line", (value) => percent(value), sessions.map((cell) => ({ name: name(cell), mean: cell.ruin.probability, low: cell.ruin.low, high: cell.ruin.high }))),
    sessions.length > 0 && table("Sessions", ["Bank", "Sessions", "Ruined", "Goal reached", "Time over", "Hands", "Gain", "Spread"],
      sessions.map((cell) => [name(cell), cell.ruin.sessions.toLocaleString("en-US"), percent(cell.ruin.probability), percent(cell.ruin.goal_reached), percent(cell.ruin.time_over), cell.ruin.hands_per_session.toFixed(0), usd(cell.ruin.gain_per_session), usd(cell.ruin.gain_sd)])),
    cells.length > 0 && distribution(`What a hand brings a bank of ${name(cells[0])}, before the fee`, "dollars",
      Object.fromEntries(Object.entries(cells[0].distribution).map(([from, count]) => [Number(from) + Number(cells[0].distribution_step) / 2, count / cells[0].hands])), "the bank's result of a hand, dollars"),
    cells.length > 0 && table(`The seats, dollars a hand, at a bank of ${name(cells[0])}`, ["Seat", "Wagered", "Result", "Fee", "Not covered", "Owed", "Not collected"],
      cells[0].seats.map((one) => [`Seat ${one.seat}`, one.wagered_per_hand.toFixed(2), signed(one.result_per_hand, 4), one.fee_per_hand.toFixed(2), percent(one.uncovered.share), one.uncovered.owed_per_hand.toFixed(3), one.uncovered.uncollected_per_hand.toFixed(3)])),
    h("section", {}, h("h2", {}, "Held to the count"), h("ul", { class: "small" }, cells.map((cell) => h("li", {}, `${name(cell)}: ${checked(cell.held_to_count)}`)))),
    notes(made.assumed),
  ];
}

function checked(one) {
  if (one.counted_per_hand === null) return `not held to the count: ${one.why_not}`;
  const apart = one.distance === null ? "" : `, ${Math.abs(one.distance).toFixed(1)} standard errors apart`;
  return `counted ${signed(one.counted_per_hand)}, dealt ${signed(one.dealt_per_hand)} a hand${apart}${one.agrees ? "" : ": more than chance allows; trust neither before the reason is found"}`;
}

function book(made, over) {
  const { banks } = made;
  const name = (one) => named(one, banks);
  const how = over ? "by recursion over the very results" : "by the closed form so far";
  return [
    table(`Covering more or less: ${made.players} players, ${made.hands_an_hour} hands an hour, sessions of ${made.hours} hours; dollars`,
      ["Bank", "Win an hour", "Spread an hour", "Spread a session", "Not covered", "Ahead after one", "Kelly's bankroll", "Found"],
      banks.map((one) => [name(one), `${signed(one.win_per_hour, 2)}${one.win_error && one.win_per_hand ? ` ± ${Math.abs(2 * one.win_error * one.win_per_hour / one.win_per_hand).toFixed(2)}` : ""}`, usd(one.sd_per_hour, 0), usd(one.sd_per_hour * Math.sqrt(made.hours), 0), percent(one.uncovered), percent(one.chance_ahead, 1), one.kelly_bankroll === null ? "no edge" : usd(one.kelly_bankroll, 0), one.win_found]), { words: [7] }),
    lines(`Ruin within ${made.hours} hours, ${how}`, { label: "bankroll, dollars", write: short }, { label: "chance of ruin", write: (value) => percent(value, value < 0.01 && value ? 3 : 1) },
      banks.map((one) => ({ name: `bank of ${name(one)}`, points: one.ruin.map((point) => [point.bankroll, point.session]) }))),
    banks.map((one) => h("details", { "data-key": `ruin ${name(one)}` }, h("summary", {}, `Ruin and what is needed, bank of ${name(one)}`),
      table("Ruin", ["Bankroll", `In ${made.hours} hours`, "Closed form", "Ever", "Ever, at most"], one.ruin.map((point) => [short(point.bankroll), percent(point.session, 3), percent(point.session_closed, 3), percent(point.ever, 3), percent(point.ever_at_most, 3)])),
      table("Bankroll needed", ["For a ruin of", `In ${made.hours} hours`, "Ever"], one.needed.map((need) => [percent(need.ruin, 1), need.session === null ? "none is enough" : usd(need.session, 0), need.ever === null ? "none is enough" : usd(need.ever, 0)])))),
    made.schedules.length > 1 && whiskers("What each collection option leaves the bank", "dollars an hour", (value) => usd(value),
      made.schedules.filter((one) => one.win_per_hour !== null).map((one) => ({ name: `option ${one.schedule}${one.permitted ? "" : "*"}`, mean: one.win_per_hour, low: one.win_per_hour, high: one.win_per_hour }))),
    table("Schedules for these wagers, the best for the bank first", ["Option", "Limits", "Rates", "Win an hour", "Fee a hand", "Players pay", "Ahead from", "Always from", "Remark"],
      made.schedules.map((one) => [one.schedule, one.limits, `${one.rates}${one.permitted ? "" : "*"}`, one.win_per_hour === null ? "does not fit" : signed(one.win_per_hour, 2), usd(one.fee_per_hand), usd(one.player_fees_per_hand), one.ahead_from === null ? "never" : `$${one.ahead_from}`, one.always_from === null ? "never" : `$${one.always_from}`, one.why_not]), { words: [8] }),
    made.schedules.some((one) => !one.permitted) && h("p", { class: "small soft" }, `*: at most ${made.most_rates} rates may hang here (${made.rates_cite}).`),
    table("The fee against the edge, every player with the same wager", ["Wager", "Edge a hand", "Fee", "Left", "An hour", "Fee of edge", "A player pays"],
      made.wager_sizes.map((one) => [`$${one.wager.toLocaleString("en-US")}`, signed(one.edge, 3), usd(one.bank_fee), signed(one.after, 3), signed(one.after_per_hour, 2), one.fee_of_edge === null ? "" : percent(one.fee_of_edge, 0), `${usd(one.player_fee)} (${percent(one.player_fee_of_wager, 1)})`])),
    table("What each clause is worth", ["Clause", "If it were", "Now", "Bank an hour", "What it changes for bettors"],
      made.clauses.map((one) => [one.key, String(one.value), String(one.instead_of), one.bank_per_hour === null || one.why_not ? "" : signed(one.bank_per_hour, 2), one.why_not || Object.entries(one.changes).map(([bet, change]) => `${bet.replaceAll("_", " ")} ${signed(change * 100, 4)}%`).join(", ")]), { words: [1, 2, 4] }),
    notes(made.assumed),
  ];
}

function league(made) {
  return table(`All houses: the bank against ${made.players} players of one flat wager, dollars an hour`, ["Game", "House", "Wager", "Edge", "Spread", "Before fees", "After fees", "Best option", "Ahead from"],
    made.league.map((one) => [h("a", { href: `#/desk/bank/${one.filing}` }, one.title), one.house, `$${one.wager}`, percent(one.edge, 3), one.spread.toFixed(3), signed(one.before_fees_per_hour, 2), one.after_fees_per_hour === null ? "" : signed(one.after_fees_per_hour, 2), one.best_schedule ?? "none", one.best_schedule && one.break_even === null ? "never" : one.break_even === null ? "" : `$${one.break_even}`]), { words: [1] });
}
