// Why every wager won, lost, pushed or went uncovered, with the clause.

import { h } from "../parts/dom.js";
import { cents, money, signed } from "../parts/money.js";
import { capital } from "../parts/dialog.js";
import { pieces, pieceText } from "../pieces/suits.js";
import { OUTCOMES, spotLabel } from "./names.js";

/** The settlement of a round as a list; the viewer's own wagers first. */
export function settlementList(model, record, { all = true } = {}) {
  if (record.kind === "round_voided") return h("p", {}, `The hand is void: ${record.reason}. Every wager and fee goes back.`);
  if (record.points) return points(model, record);
  if (record.awards) return awards(model, record);
  const mine = new Set([String(model.seat), ...myBettors(model, record)]);
  const bankMine = model.lastBank?.seat === model.seat && model.seat;
  const first = record.lines.filter((line) => mine.has(line.bettor));
  const rest = record.lines.filter((line) => !mine.has(line.bettor));
  return h("div", { class: "settlement" },
    h("p", { class: "settled-sum" }, sumWords(record, mine, bankMine)),
    first.length > 0 && h("ul", { class: "lines" }, first.map((line) => lineElement(model, line))),
    all && rest.length > 0 && h("details", { open: !first.length },
      h("summary", {}, first.length ? `The other wagers (${rest.length})` : `All wagers (${rest.length})`),
      h("ul", { class: "lines" }, rest.map((line) => lineElement(model, line, true))),
    ),
    all && notes(model, record),
  );
}

/** Hands set the house way, and readings of the filing that were used. */
function notes(model, record) {
  const who = (place) => (place === "bank" ? "the bank" : seatName(model, Number(place)));
  const ways = Object.entries(record.house_way ?? {}).map(([place, set]) => `${who(place)} ${pieces(set).map(pieceText).join(" ")}`);
  const warnings = [...new Set(record.warnings ?? [])];
  if (!ways.length && !warnings.length) return null;
  return h("details", { class: "notes" },
    h("summary", {}, `Notes (${warnings.length + (ways.length > 0)})`),
    ways.length > 0 && h("p", { class: "small soft" }, `In front, set the house way: ${ways.join("; ")}.`),
    warnings.map((words) => h("p", { class: "small soft" }, `${capital(words)}.`)),
  );
}

function myBettors(model, record) {
  return record.lines.filter((line) => line.bettor.endsWith(`/${model.you}`)).map((line) => line.bettor);
}

function sumWords(record, mine, bank) {
  const parts = [`Hand ${record.round}`];
  if (bank) {
    const net = cents(record.net?.bank);
    return [`${parts[0]}: you banked, `, h("strong", { class: tone(net) }, signed(net))];
  }
  const nets = Object.entries(record.net ?? {}).filter(([who]) => mine.has(who));
  if (!nets.length) return parts[0];
  const net = nets.reduce((sum, [, amount]) => sum + cents(amount), 0);
  return [`${parts[0]}: you are `, h("strong", { class: tone(net) }, signed(net))];
}

export function tone(net) {
  return net > 0 ? "win" : net < 0 ? "lose" : "push";
}

/** One wager: what it was, what became of it, why, and under which clause. */
export function lineElement(model, line, named = false) {
  const net = cents(line.net);
  const short = cents(line.uncovered);
  const who = named ? [h("span", { class: "soft" }, bettorName(model, line.bettor)), " "] : null;
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

function bettorName(model, bettor) {
  const [seat, behind] = bettor.split("/");
  if (behind) return `${behind}, behind seat ${seat},`;
  return `Seat ${seat} ${model.wagers[seat]?.name ?? model.seats.get(Number(seat))?.name ?? ""}:`;
}

const seatName = (model, seat) => (seat === model.seat ? "You" : model.seats.get(seat)?.name ?? `Seat ${seat}`);

/** Chinese poker: every pair of players compared. */
function points(model, record) {
  const mine = record.points.filter((one) => one.first === model.seat || one.second === model.seat);
  const rest = record.points.filter((one) => !mine.includes(one));
  const line = (one) => {
    const turned = one.second === model.seat;
    const [first, second, sign] = turned ? [one.second, one.first, -1] : [one.first, one.second, 1];
    const paid = sign * cents(one.paid);
    return h("li", {
      class: `line is-${paid > 0 ? "win" : paid < 0 ? "lose" : "push"}`, "data-first": one.first, "data-second": one.second,
      "data-points": one.points,
    },
      h("div", { class: "line-head" },
        h("span", {}, h("strong", {}, seatName(model, first)), ` against ${seatName(model, second)}`),
        h("span", { class: `figure ${tone(paid)}` }, `${sign * one.points > 0 ? "+" : ""}${sign * one.points} points, ${signed(paid)}`)),
      h("p", { class: "because" }, capital(one.because)),
      one.cite && h("p", { class: "cite" }, one.cite),
    );
  };
  return h("div", { class: "settlement" },
    h("p", { class: "settled-sum" }, `Hand ${record.round}`),
    h("ul", { class: "lines" }, mine.map(line)),
    rest.length > 0 && h("details", { open: !mine.length }, h("summary", {}, `The others (${rest.length})`), h("ul", { class: "lines" }, rest.map(line))),
    record.fantasy_land?.length > 0 && h("p", { class: "small" }, `To Fantasy Land: ${record.fantasy_land.map((seat) => seatName(model, seat)).join(", ")}`),
  );
}

const HALVES = { high: "The high hand", low: "The low hand", pot: "All others folded" };

function awards(model, record) {
  const put = model.settled === record ? model.put?.get(`seat:${model.seat}`) : undefined;
  return h("div", { class: "settlement" },
    h("p", { class: "settled-sum" }, `Hand ${record.round}`, put !== undefined && [": you are ", h("strong", { class: tone(-put) }, signed(-put))]),
    h("ul", { class: "lines" },
      record.awards.map((one) => h("li", { class: "line is-win", "data-seat": one.seat, "data-for": one.for, "data-amount": one.amount },
        h("div", { class: "line-head" },
          h("strong", {}, seatName(model, one.seat)),
          h("span", { class: "figure win" }, `+${money(cents(one.amount))}`)),
        h("p", { class: "because" }, one.hand ? `${capital(one.hand)}: the best ${one.for} hand` : HALVES[one.for] ?? one.for),
        one.cite && h("p", { class: "cite" }, one.cite),
      )),
    ),
    cents(record.fee) > 0 && h("p", { class: "small soft" }, `Collection ${money(cents(record.fee))}`),
  );
}

/** What is read aloud when a round is settled. */
export function settledAloud(model, record) {
  if (record.kind === "round_voided") return `The hand is void: ${record.reason}`;
  if (record.points) return "The points are settled";
  if (record.awards) {
    const sums = new Map();
    for (const one of record.awards) sums.set(one.seat, (sums.get(one.seat) ?? 0) + cents(one.amount));
    return [...sums].map(([seat, sum]) => `${seat === model.seat ? "You win" : `${seatName(model, seat)} wins`} ${money(sum)}`).join(", ");
  }
  const mine = (record.lines ?? []).filter((line) => line.bettor === String(model.seat));
  if (!mine.length) return "The hand is settled";
  return mine.map((line) => `${spotLabel(model, line.wager)} ${OUTCOMES[line.outcome]}${cents(line.net) ? ` ${signed(cents(line.net))}` : ""}: ${line.because}`).join(". ");
}
