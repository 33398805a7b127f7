// Beside the felt: the settlement of the last hand, how the game goes, and everything called.

import { h } from "../parts/dom.js";
import { PRIMER } from "./names.js";
import { settlementList } from "./settlement.js";

export function side(model) {
  const settled = model.settled ?? model.lastSettled;
  return h("aside", { class: "side", "aria-label": "Settlement and calls" },
    h("section", { class: "panel side-settlement", "aria-labelledby": "settlement-title" },
      h("h2", { id: "settlement-title" }, settled ? (model.settled ? "Settlement" : "The last hand") : "How it goes"),
      settled
        ? settlementList(model, settled)
        : h("ol", { class: "primer" }, (PRIMER[model.table.family] ?? []).map((line) => h("li", {}, line))),
    ),
    h("section", { class: "panel side-log", "aria-labelledby": "log-title" },
      h("h2", { id: "log-title" }, "Calls"),
      h("ol", { class: "log", tabindex: 0, "aria-label": "Everything called, the latest first" },
        model.log.slice(-60).reverse().map((one, i) => h("li", { "data-key": `${one.n}-${i}-${one.line.length}`, class: `log-${one.kind}` }, one.line))),
    ),
  );
}
