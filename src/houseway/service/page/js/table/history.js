// The last rounds: what became of them, step by step, and as files.

import { h } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { call, download } from "../parts/api.js";
import { capital, complain } from "../parts/dialog.js";
import { signed } from "../parts/money.js";
import { ENDS } from "../net/records.js";
import { checkedHand } from "./fairness.js";
import { replay, upTo } from "./replay.js";
import { cardRow } from "./seat.js";
import { feeWords, netIn, ownSeat, tone } from "./settlement.js";

const SHOWN = 20;

/** The list of finished rounds. */
export async function historyList(model) {
  const { id, hints } = model.table;
  const [rounds, log] = await Promise.all([call(`/api/tables/${id}/history?limit=${SHOWN}`), call(`/api/tables/${id}/log?rounds=${SHOWN}`)]);
  const hands = handsOf(model, log);
  const box = h("div", { class: "history stack" });
  const list = () => box.replaceChildren(
    h("div", { class: "row" },
      h("button", { class: "small", "data-do": "log", onclick: save(`/api/tables/${id}/log`, `${id}.jsonl`) }, icon("down"), "Log of the last rounds")),
    rounds.length ? h("ol", { class: "rounds" }, rounds.map((one) => h("li", { "data-key": `round-${one.round}` },
      h("div", { class: "table-words" },
        h("strong", {}, `Hand ${one.round}`, netWords(hands.get(one.round))),
        ownCards(hands.get(one.round), hints.tiles),
        h("span", { class: "soft small" }, `${new Date(one.at).toLocaleTimeString([], { timeStyle: "short" })}${one.outcome === "void" ? " · void" : ""}`)),
      h("button", { class: "small", "data-replay": one.round, "aria-label": `Replay hand ${one.round}`, onclick: () => open(one.round) }, icon("play"), "Replay"),
      h("button", { class: "small", "data-check": one.round, "aria-label": `Check hand ${one.round}`, onclick: () => check(one.round) }, "Check"),
      one.outcome !== "void" && h("a", { class: "button small", "data-dispute": one.round, "aria-label": `Dispute hand ${one.round}`, href: `#/adjudicate/${id}/${one.round}`, target: "_blank", rel: "noopener" }, "Dispute"),
      one.outcome !== "void" && fileButton(id, hints.file, one.round),
    ))) : h("p", { class: "soft" }, "No hand has been finished here yet."));
  const open = async (round) => {
    try {
      const found = await call(`/api/tables/${id}/rounds/${round}`);
      box.replaceChildren(replay(model, found, list));
    } catch (error) {
      complain(error);
    }
  };
  const check = async (round) => {
    try {
      box.replaceChildren(await checkedHand(model, round, list));
    } catch (error) {
      complain(error);
    }
  };
  list();
  return box;
}

/** The hands of a log by number: as the table stood at the end of each. */
function handsOf(model, log) {
  const hands = new Map();
  let records = [];
  for (const line of log.split("\n").slice(1).filter(Boolean)) {
    const record = JSON.parse(line);
    records.push(record);
    if (!ENDS.has(record.kind)) continue;
    hands.set(record.round, upTo(model, records, record));
    records = [];
  }
  return hands;
}

/** What the hand brought to whoever looks, after the collection. */
function netWords(view) {
  const record = view?.settled;
  const seat = record && ownSeat(view, record);
  if (!seat) return null;
  const bank = record.kind === "settled" && view.lastBank?.seat === seat;
  const found = netIn(record, bank ? "bank" : String(seat));
  return found && [": ", h("span", { class: `figure ${tone(found.net)}`, "data-net": found.net }, signed(found.net)), feeWords(found)];
}

/** The own cards, or where one had none those that lay in the middle. */
function ownCards(view, tiles) {
  if (!view) return null;
  const own = view.cards[view.seat];
  const places = own ? [["", own]] : Object.entries(view.cards).filter(([place]) => !/^\d|^loose/.test(place));
  return h("span", { class: "history-cards" }, places.flatMap(([place, hands]) => hands.filter((hand) => hand.length).map((hand) => [
    place && h("span", { class: "soft small" }, capital(place)),
    h("span", { class: "hand" }, cardRow(hand, { keyed: false, tiles })),
  ])));
}

function fileButton(id, label, round) {
  return h("button", {
    class: "small", "data-file": round, "aria-label": `Hand ${round} as ${label}`,
    onclick: save(`/api/tables/${id}/rounds/${round}/file`, `hand-${round}.toml`),
  }, icon("down"), label);
}

const save = (path, name) => () => download(path, name).catch(complain);
