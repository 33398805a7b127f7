// Readings of the filing under which the hand just settled would have ended otherwise.
//
// Asked for beside the socket once a hand is over: nothing that is played waits for it.

import { h } from "../parts/dom.js";
import { call } from "../parts/api.js";
import { cents, signed } from "../parts/money.js";
import { ownSeat } from "./settlement.js";

const OVER = new Set(["settled", "hand_settled", "points_settled"]);

export class Otherwise {
  constructor(table, changed) {
    Object.assign(this, { table, changed, round: null, readings: [] });
  }

  follow(model, records) {
    const over = records.findLast((record) => OVER.has(record.kind));
    if (!over || !mayDiffer(model, over)) return;
    call(`/api/tables/${this.table}/rounds/${over.round}/readings`).then((found) => {
      Object.assign(this, found);
      if (found.readings.length) this.changed();
    }, () => {});
  }

  /** What another reading would have meant, for the settlement of a hand. */
  words(model, record) {
    if (record.round !== this.round || !this.readings.length) return null;
    return h("section", { class: "otherwise", "aria-label": "Other readings" },
      h("p", { class: "small" }, h("strong", {}, "Decided by a reading or a choice of the house")),
      h("ul", { class: "small soft" }, this.readings.map((one) => h("li", { "data-option": one.option },
        `If ${one.option.replaceAll("_", " ")} were ${one.value}: ${nets(model, record, one.net)}.`,
        one.title && ` The text is in doubt (${one.title}; reading ${one.reading}).`))));
  }
}

/** Whether the filing leaves anything open that this hand may hang on. */
function mayDiffer(model, record) {
  return model.table.left_open.length > 0 || (record.lines ?? []).some((line) => cents(line.uncovered) > 0);
}

function nets(model, record, changed) {
  const own = String(ownSeat(model, record));
  const bank = String(model.lastBank?.seat ?? "");
  const name = (bettor) => {
    const [seat, behind] = (bettor === "bank" ? bank : bettor).split("/");
    if (seat === own && !behind) return "you";
    return behind ?? record.names?.[seat] ?? (bettor === "bank" ? "the bank" : `seat ${seat}`);
  };
  return Object.entries(changed).map(([bettor, net]) => `${name(bettor)} ${signed(cents(net))} (now ${signed(cents(record.net?.[bettor]))})`).join(", ");
}
