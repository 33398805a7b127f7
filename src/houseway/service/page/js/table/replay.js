// A finished round step by step, on a small felt of its own.

import { fit, h } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { money, cents } from "../parts/money.js";
import { lay } from "../net/cards.js";
import { rowNames } from "../net/rows.js";
import { cardRow } from "./seat.js";
import { settlementList } from "./settlement.js";
import { spotLabel } from "./names.js";

/** The view of a replay; `back` returns to the list. */
export function replay(model, found, back) {
  const records = found.records.filter((record) => (record.told ?? []).length || record.event);
  const box = h("div", { class: "replay stack" });
  let step = 0;
  let timer = null;
  const stop = () => {
    clearInterval(timer);
    timer = null;
  };
  const go = (to) => {
    step = Math.max(0, Math.min(records.length - 1, to));
    if (step === records.length - 1) stop();
    draw();
  };
  const play = () => {
    if (timer) stop();
    else {
      if (step === records.length - 1) step = 0;
      timer = setInterval(() => (box.isConnected ? go(step + 1) : stop()), 900);
    }
    draw();
  };
  const tool = (name, label, to) => h("button", { class: "icon", "aria-label": label, title: label, "data-step": name, onclick: () => (stop(), go(to())) }, icon(name));
  const draw = () => {
    const view = upTo(model, records, step);
    fit(box,
      h("div", { class: "row" },
        h("button", { class: "small plain", onclick: () => (stop(), back()) }, icon("back"), "All hands"),
        h("h3", {}, `Hand ${found.round}`)),
      h("div", { class: "row replay-tools" },
        tool("first", "To the start", () => 0),
        tool("back", "One step back", () => step - 1),
        h("button", { class: "primary", onclick: play, "data-step": "play" }, timer ? "Stop" : "Play"),
        tool("next", "One step on", () => step + 1),
        tool("last", "To the end", () => records.length - 1),
        h("span", { class: "soft small figure" }, `${step + 1} of ${records.length}`)),
      h("input", {
        type: "range", min: 0, max: Math.max(0, records.length - 1), value: step, "aria-label": "Step",
        oninput: (event) => (stop(), go(Number(event.target.value))),
      }),
      h("div", { class: "replay-told", role: "status" }, toldLines(records[step])),
      smallFelt(view),
      view.settled && settlementList({ ...model, settled: view.settled, wagers: view.wagers, lastBank: view.bank }, view.settled),
    );
  };
  draw();
  return box;
}

/** What was said at a step, line by line; the settlement has a list of its own. */
function toldLines(record) {
  const lines = record?.kind.endsWith("settled") ? [`Hand ${record.round} is settled.`] : record?.told ?? [];
  return lines.map((line) => h("p", {}, line.trim()));
}

/** What lay on the table after a number of steps. */
function upTo(model, records, step) {
  const view = { cards: {}, wagers: {}, bank: null, settled: null, dice: null };
  for (const record of records.slice(0, step + 1)) {
    if (record.event) lay(view.cards, record.event, rowNames(model.table));
    if (record.event?.did === "rolled") view.dice = record.event.dice;
    if (record.kind === "bank_taken") view.bank = record;
    if (record.kind === "wagered") {
      if (Object.keys(record.wagers ?? {}).length) view.wagers[record.bettor] = record;
      else delete view.wagers[record.bettor];
    }
    if (["settled", "hand_settled", "points_settled", "round_voided"].includes(record.kind)) view.settled = record;
  }
  view.spot = (name) => spotLabel(model, name);
  view.places = { bank: "Bank", board: "Board", "second board": "Second board", ...Object.fromEntries(model.table.hints.shared.map(({ place, label }) => [place, label])) };
  return view;
}

function smallFelt(view) {
  const named = view.places;
  const places = new Set([...Object.keys(view.cards), ...Object.keys(view.wagers).map((bettor) => bettor.split("/")[0])]);
  const seats = [...places].filter((place) => !named[place] && !place.startsWith("loose:")).map(Number).sort((a, b) => a - b);
  return h("div", { class: "replay-felt" },
    view.dice && h("hw-dice", { faces: view.dice.join(" ") }),
    Object.keys(named).filter((place) => view.cards[place]).map((place) => placeRow(named[place], view.cards[place], place === "bank" && view.bank ? money(cents(view.bank.wager)) : "")),
    seats.map((seat) => placeRow(`Seat ${seat}`, [...(view.cards[seat] ?? []), ...(view.cards[`loose:${seat}`] ?? [])], wagerWords(view, seat))),
  );
}

function placeRow(name, hands, words) {
  return h("div", { class: "replay-place" },
    h("span", { class: "replay-name" }, name, words && h("span", { class: "soft-felt small" }, words)),
    hands.filter((hand) => hand.length).map((hand) => h("span", { class: "hand" }, cardRow(hand, { keyed: false }))),
  );
}

function wagerWords(view, seat) {
  const own = view.wagers[String(seat)];
  if (!own) return "";
  return Object.entries(own.wagers).map(([name, amount]) => `${view.spot(name)} ${money(cents(amount))}`).join(", ");
}
