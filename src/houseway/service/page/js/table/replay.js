// A finished round step by step, on the felt it was played on.

import { fit, h } from "../parts/dom.js";
import { call } from "../parts/api.js";
import { toast } from "../parts/dialog.js";
import { icon } from "../parts/icons.js";
import { apply, fromSnapshot } from "../net/model.js";
import { dealerZone } from "./dealer.js";
import { feltMarks } from "./felt.js";
import { inNames } from "./lines.js";
import { seatElement } from "./seat.js";
import { ownSeat, settlementList } from "./settlement.js";

/** The view of a replay; `back` returns to the list, or to wherever `home` says. */
export function replay(model, found, back, home = "All hands") {
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
  let equity = [];
  if (model.poker) {
    call(`/api/tables/${model.table.id}/rounds/${found.round}/equity`).then(({ steps }) => {
      equity = steps;
      draw();
    }, () => {});
  }
  const tool = (name, label, to) => h("button", { class: "icon", "aria-label": label, title: label, "data-step": name, onclick: () => (stop(), go(to())) }, icon(name));
  const draw = () => {
    const view = upTo(model, found.records, records[step]);
    fit(box,
      h("div", { class: "row" },
        h("button", { class: "small plain", onclick: () => (stop(), back()) }, icon("back"), home),
        h("h3", {}, `Hand ${found.round}`),
        shareLink(`#/hand/${model.table.id}/${found.round}`, found.round)),
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
      h("div", { class: "replay-told", role: "status" }, toldLines(view, records[step])),
      equityLine(view, equity, records[step]),
      felt(view),
      view.settled && settlementList(view, view.settled),
    );
  };
  draw();
  return box;
}

/** The hand's own address: copied, or opened beside the table where the browser does not let us copy. */
function shareLink(href, round) {
  const copy = async (event) => {
    if (!navigator.clipboard) return;
    event.preventDefault();
    await navigator.clipboard.writeText(new URL(href, location.href).href).then(
      () => toast("The link to this hand is copied: whoever has it can look on."),
      () => open(href, "_blank", "noopener"));
  };
  return h("a", { class: "button small plain", "data-share": round, href, target: "_blank", rel: "noopener", onclick: copy }, "Copy the link");
}

/** What was said at a step, line by line; the settlement has a list of its own. */
function toldLines(view, record) {
  const lines = record?.kind.endsWith("settled") ? [`Hand ${record.round} is settled.`] : record?.told ?? [];
  return lines.map((line) => h("p", {}, inNames(line, view)));
}

/** Who has how much of the pot by then, where all hands are known. */
function equityLine(view, steps, record) {
  const now = steps.findLast((one) => one.record <= record.n);
  if (!now || view.settled) return null;
  const shares = Object.entries(now.shares).sort(([, a], [, b]) => b - a);
  return h("p", { class: "equity small", "data-equity": now.record }, "Of the pot by now: ",
    shares.map(([seat, share]) => `${view.seats.get(Number(seat))?.name ?? `seat ${seat}`} ${Math.round(share * 100)}%`).join(", "));
}

/** The table as it was after a record, with those who played the hand. */
export function upTo(model, records, last) {
  const ended = records.findLast((record) => record.names);
  const { names = {}, bots = [] } = ended ?? {};
  const seats = Array.from({ length: model.table.seats }, (_, i) => ({ seat: i + 1, name: names[i + 1], bot: bots.includes(i + 1) }));
  const view = fromSnapshot({
    table: model.table, you: model.you, seat: ended ? ownSeat(model, ended) : null, view: { seats }, now: { phase: "play" },
  });
  for (const record of records) {
    apply(view, record);
    if (record === last) break;
  }
  return view;
}

/** Drawn as at the table, for a narrow place. */
function felt(view) {
  const ui = { narrow: true, behind: true };
  const seats = [...view.seats.values()].filter((one) => one.name && one.seat !== view.seat);
  const list = (kind, some) => h("ol", { class: `seats ${kind}` }, some.map((seat) => seatElement(view, seat, ui)));
  return h("div", { class: "room narrow replay-felt", "data-felt": feltMarks(view.table.hints) },
    h("div", { class: `felt ${view.poker ? "oval" : "moon"}` },
      dealerZone(view, ui),
      list("others", seats.map((one) => one.seat)),
      view.seat && list("own", [view.seat])));
}
