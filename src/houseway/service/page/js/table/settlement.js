// Why every wager won, lost, pushed or went uncovered, with the clause.

import { h } from "../parts/dom.js";
import { cents, money, signed } from "../parts/money.js";
import { capital } from "../parts/dialog.js";
import { pieces, pieceText } from "../pieces/suits.js";
import { OUTCOMES, spotLabel } from "./names.js";
import { compared, inShort, insteadOfRows, pointWords, signedPoints } from "./points.js";

/** The seat the viewer had in a hand: another may have sat there. */
export function ownSeat(model, record) {
  const found = Object.entries(record.names ?? {}).find(([, name]) => name === model.you);
  return found ? Number(found[0]) : null;
}

/** Who had a seat in a hand. */
function seatName(model, record, seat) {
  const name = record.names?.[seat];
  return name && name === model.you ? "You" : name ?? `Seat ${seat}`;
}

/** What a bettor, or the bank, has won or lost in a round, and what the house took for it. */
export function netIn(record, who) {
  const fee = cents(record.fees?.[who]);
  const net = record.net?.[who];
  return net === undefined ? null : { net: cents(net) - fee, fee };
}

/** The same for all that somebody had in it; null where that is nothing. */
function netsIn(record, who) {
  const found = who.map((one) => netIn(record, one)).filter(Boolean);
  const sum = (name) => found.reduce((all, one) => all + one[name], 0);
  return found.length ? { net: sum("net"), fee: sum("fee") } : null;
}

/** The collection that is in a net, beside it. */
export function feeWords({ fee }) {
  return fee > 0 && h("span", { class: "small fee", "data-fee": fee }, ` (collection ${money(fee)} in it)`);
}

/** The settlement of a round as a list; the viewer's own wagers first. */
export function settlementList(model, record, { all = true } = {}) {
  if (record.kind === "round_voided") return h("p", {}, `The hand is void: ${record.reason}. Every wager and fee goes back.`);
  if (record.points) return points(model, record);
  if (record.awards) return awards(model, record);
  const own = ownSeat(model, record);
  const mine = new Set([String(own), ...myBettors(model, record)]);
  const bank = own && model.lastBank?.seat === own;
  const who = bank ? ["bank"] : [...mine];
  const fee = netsIn(record, who)?.fee ?? 0;
  const first = record.lines.filter((line) => mine.has(line.bettor));
  const rest = record.lines.filter((line) => !mine.has(line.bettor));
  return h("div", { class: "settlement" },
    sumLine(record, who, bank ? "you banked, " : "you are "),
    (first.length > 0 || fee > 0) && h("ul", { class: "lines" }, first.map((line) => lineElement(model, record, line)), feeLine(fee, OWN_FEE)),
    all && rest.length > 0 && h("details", { open: !first.length },
      h("summary", {}, first.length ? `The other wagers (${rest.length})` : `All wagers (${rest.length})`),
      h("ul", { class: "lines" }, rest.map((line) => lineElement(model, record, line, true))),
    ),
    all && notes(model, record),
  );
}

/** Hands set the house way, and readings of the filing that were used. */
function notes(model, record) {
  const who = (place) => (place === "bank" ? "the bank" : seatName(model, record, place));
  const ways = Object.entries(record.house_way ?? {}).map(([place, set]) => `${who(place)} ${pieces(set).map(pieceText).join(" ")}`);
  const warnings = [...new Set(record.warnings ?? [])];
  if (!ways.length && !warnings.length) return null;
  return h("details", { class: "notes" },
    h("summary", {}, `Notes (${warnings.length + (ways.length > 0)})`),
    ways.length > 0 && h("p", { class: "small soft" }, `In front, set the house way: ${ways.join("; ")}.`),
    warnings.map((words) => h("p", { class: "small soft" }, `${capital(words)}.`, readingsIn(model, words))),
  );
}

/** What a reading that is named was about: its number alone says nothing. */
function readingsIn(model, words) {
  const found = (model.table.readings ?? []).filter(({ id }) => new RegExp(`reading ${id}(?!\\d)`).test(words));
  return found.map(({ title }) => ` The text is in doubt there (${title}); the rule sheet has the reading and the others.`);
}

function myBettors(model, record) {
  return record.lines.filter((line) => line.bettor.endsWith(`/${model.you}`)).map((line) => line.bettor);
}

/** What the hand brought in all. */
function sumLine(record, who, words) {
  const found = netsIn(record, who);
  return h("p", { class: "settled-sum" }, `Hand ${record.round}`,
    found && [`: ${words}`, h("strong", { class: tone(found.net) }, signed(found.net))]);
}

/** The collection, a line of its own among those that make up the net. */
function feeLine(fee, words) {
  return fee > 0 && h("li", { class: "fee-line", "data-fee": fee },
    h("div", { class: "line-head" }, h("strong", {}, "Collection"), h("span", { class: "figure" }, signed(-fee))),
    h("p", { class: "because" }, words));
}

const OWN_FEE = "The house's fee for the hand, won or lost; it is in your sum";

export function tone(net) {
  return net > 0 ? "win" : net < 0 ? "lose" : "push";
}

/** One wager: what it was, what became of it, why, and under which clause. */
export function lineElement(model, record, line, named = false) {
  const net = cents(line.net);
  const short = cents(line.uncovered);
  const who = named ? [h("span", { class: "soft" }, bettorName(record, line.bettor)), " "] : null;
  return h("li", {
    class: `line is-${line.outcome}`, "data-bettor": line.bettor, "data-wager": line.wager, "data-hand": line.hand ?? 1,
    "data-outcome": line.outcome, "data-net": line.net,
  },
    h("div", { class: "line-head" },
      h("span", {}, who, h("strong", {}, spotLabel(model, line.wager)), line.hand > 1 ? ` hand ${line.hand}` : "", cents(line.staked) ? ` ${money(cents(line.staked))}` : ""),
      h("span", { class: `figure ${tone(net)}` }, line.outcome === "no_action" ? "no action" : `${OUTCOMES[line.outcome]}${net ? ` ${signed(net)}` : ""}`),
    ),
    h("p", { class: "because" }, capital(line.because), line.odds && line.outcome === "win" && !/ pays? /.test(line.because) ? `; pays ${line.odds.replace(":", " to ")}` : ""),
    short > 0 && h("p", { class: "short small" }, `${money(short)} went uncovered: the bank's wager was used up.`),
    line.cite && h("p", { class: "cite" }, line.cite),
  );
}

function bettorName(record, bettor) {
  const [seat, behind] = bettor.split("/");
  if (behind) return `${behind}, behind seat ${seat},`;
  return `Seat ${seat} ${record.names?.[seat] ?? ""}:`;
}

/** Chinese poker: every pair of players compared. */
function points(model, record) {
  const own = ownSeat(model, record);
  const mine = record.points.filter((one) => one.first === own || one.second === own);
  const rest = record.points.filter((one) => !mine.includes(one));
  const name = (seat) => seatName(model, record, seat);
  const line = (one) => {
    const side = compared(one, own);
    const paid = side.sign * cents(one.paid);
    return h("li", {
      class: `line is-${paid > 0 ? "win" : paid < 0 ? "lose" : "push"}`, "data-first": one.first, "data-second": one.second,
      "data-points": one.points,
    },
      h("div", { class: "line-head" },
        h("span", {}, h("strong", {}, name(side.seat)), ` against ${name(side.other)}`),
        h("span", { class: `figure ${tone(paid)}` }, `${pointWords(side.points)}, ${signed(paid)}`)),
      side.rows.length ? side.rows.map((row) => h("p", { class: "because point-row" },
        h("span", {}, `${capital(row.row)}: ${row.mine} against ${row.theirs}, ${row.how}`), h("span", { class: "figure" }, signedPoints(row.points))))
        : h("p", { class: "because" }, insteadOfRows(one, side, name)),
      one.cite && h("p", { class: "cite" }, one.cite),
    );
  };
  return h("div", { class: "settlement" },
    sumLine(record, [String(own)], "you are "),
    h("ul", { class: "lines" }, mine.map(line), feeLine(netIn(record, String(own))?.fee ?? 0, OWN_FEE)),
    rest.length > 0 && h("details", { open: !mine.length }, h("summary", {}, `The others (${rest.length})`), h("ul", { class: "lines" }, rest.map(line))),
    record.fantasy_land?.length > 0 && h("p", { class: "small" }, `To Fantasy Land: ${record.fantasy_land.map(name).join(", ")}`),
  );
}

/** The own points of a hand, opponent by opponent. */
export function ownPoints(model, record) {
  const own = ownSeat(model, record);
  const name = (seat) => seatName(model, record, seat);
  return (record.points ?? []).filter((one) => one.first === own || one.second === own)
    .map((one) => inShort(one, compared(one, own), name)).join("; ");
}

/** What a share of the pot was won with. Only a pot that is split has halves worth naming. */
function wonWith(record, { for: half, hand }) {
  if (!hand) return half === "pot" ? "all others folded" : half;
  const split = new Set(record.awards.map((one) => one.for)).size > 1;
  const said = hand[0].toLowerCase() + hand.slice(1);
  return split ? `the ${half} half with ${said}` : `with ${said}`;
}

/** What a seat has won or lost in all. */
function netFigure(record, seat) {
  const found = netIn(record, String(seat));
  return found && h("span", { class: `figure ${tone(found.net)}` }, signed(found.net));
}

/** Hands that were shown and won nothing. */
function beaten(model, record) {
  const won = new Set(record.awards.map(({ seat }) => String(seat)));
  const lost = Object.entries(record.hands ?? {}).filter(([seat]) => !won.has(seat));
  return lost.map(([seat, hand]) => h("li", { class: "line is-lose", "data-beaten": seat },
    h("div", { class: "line-head" },
      h("strong", {}, seatName(model, record, seat)),
      netFigure(record, seat)),
    h("p", { class: "because" }, `Beaten with ${hand[0].toLowerCase()}${hand.slice(1)}`),
  ));
}

function awards(model, record) {
  const fee = cents(record.fee) + cents(record.jackpot);
  return h("div", { class: "settlement" },
    sumLine(record, [String(ownSeat(model, record))], "you are "),
    h("ul", { class: "lines" },
      record.awards.map((one, i) => h("li", { class: "line is-win", "data-seat": one.seat, "data-for": one.for, "data-amount": one.amount },
        h("div", { class: "line-head" },
          h("strong", {}, seatName(model, record, one.seat)),
          // A net once for each seat, whatever number of pots it has won.
          i === record.awards.findIndex(({ seat }) => seat === one.seat) && netFigure(record, one.seat)),
        h("p", { class: "because" }, `Takes ${money(cents(one.amount))}, ${wonWith(record, one)}`.replace(", with", " with")),
        one.cite && h("p", { class: "cite" }, one.cite),
      )),
      beaten(model, record),
      feeLine(fee, "The house's fee, taken from the pot before it was won"),
    ),
  );
}

/** Several sayings as one sentence. */
function joined(sayings) {
  return sayings.join("; ").replaceAll("; You", "; you");
}

/** What the points have brought to each, the most first. */
function pointsSentence(model, record) {
  const nets = Object.entries(record.net ?? {}).map(([seat, net]) => [seatName(model, record, seat), cents(net)]);
  nets.sort(([, a], [, b]) => b - a);
  return joined(nets.map(([who, net]) => {
    const own = who === "You";
    if (!net) return `${who} ${own ? "are" : "is"} even`;
    return `${who} ${net > 0 ? (own ? "win" : "wins") : own ? "lose" : "loses"} ${money(Math.abs(net))}`;
  })) || "The points are settled";
}

/** Who won the pot and with what, in one sentence. */
function awardSentence(model, record) {
  const { awards: won } = record;
  const sum = (some) => money(some.reduce((all, one) => all + cents(one.amount), 0));
  const seats = [...new Set(won.map((one) => one.seat))];
  const names = seats.map((seat) => seatName(model, record, seat)).sort((a, b) => (b === "You") - (a === "You"));
  const ways = [...new Set(won.map((one) => wonWith(record, one)))];
  if (seats.length > 1 && ways.length === 1) return `${names.slice(0, -1).join(", ")} and ${names.at(-1)} share ${sum(won)} ${ways[0]}`;
  return joined(seats.map((seat) => {
    const own = won.filter((one) => one.seat === seat);
    const who = seatName(model, record, seat);
    const how = own.map((one) => wonWith(record, one)).join(" and ");
    return `${who} ${who === "You" ? "win" : "wins"} ${sum(own)}, ${how}`.replace(", with", " with");
  }));
}

/** What is read aloud when a round is settled. */
export function settledAloud(model, record) {
  if (record.kind === "round_voided") return `The hand is void: ${record.reason}`;
  if (record.points) return pointsSentence(model, record);
  if (record.awards) return awardSentence(model, record);
  const mine = (record.lines ?? []).filter((line) => line.bettor === String(ownSeat(model, record)));
  if (!mine.length) return "The hand is settled";
  return mine.map((line) => `${spotLabel(model, line.wager)} ${OUTCOMES[line.outcome]}${cents(line.net) ? ` ${signed(cents(line.net))}` : ""}: ${line.because}`).join(". ");
}
