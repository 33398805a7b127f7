// Beside the felt: the settlement of the last hand, how the game goes, and everything called.

import { h } from "../parts/dom.js";
import { howItGoes } from "../coach/how.js";
import { handCost } from "../coach/words.js";
import { inNames } from "./lines.js";
import { boardStrip } from "./scoreboard.js";
import { ownSeat, settlementList } from "./settlement.js";

export function side(model, coach, otherwise) {
  const settled = model.settled ?? model.lastSettled;
  // Who has just sat down learns how it goes; the hand of others is there, folded.
  const before = settled && model.seat && !coach.hand && !ownSeat(model, settled);
  return h("aside", { class: "side", "aria-label": "Settlement and calls" },
    settled && model.scoreboard && boardStrip(model),
    h("section", { class: "panel side-settlement", tabindex: 0, "aria-labelledby": "settlement-title", "data-key": "settlement" },
      h("h2", { id: "settlement-title" }, settled && !before ? (model.settled ? "Settlement" : "The last hand") : "How it goes"),
      settled && !before
        ? [settlementList(model, settled), otherwise.words(model, settled), handCost(coach, settled)]
        : howItGoes(model.table),
      before && h("details", { "data-key": "before" }, h("summary", {}, "The last hand"), settlementList(model, settled)),
    ),
    h("section", { class: "panel side-log", "aria-labelledby": "log-title", "data-key": "log" },
      h("h2", { id: "log-title" }, "Calls"),
      h("ol", { class: "log", tabindex: 0, "aria-label": "Everything called, the latest first" },
        said(model).map(({ key, kind, words }) => h("li", { "data-key": key, class: `log-${kind}` }, words))),
    ),
  );
}

const SHOWN = 60;
// What is seen on the felt, or in the panel above.
const SEEN = /is dealt \d+ cards?|discarded unseen| has \$|(decides|shows)$|^seat \d+: declare |^Dealer: seat \d+ (wins|against)/i;

/** What was said, the latest first, with people's names and cards as they are drawn. */
function said(model) {
  const found = [];
  let round = null;
  for (const one of model.log) {
    // Of a settlement its first line is enough here.
    const part = one.kind === "points_settled" || (one.kind.endsWith("settled") && round === one.n);
    round = one.n;
    if (part || SEEN.test(one.line)) continue;
    found.push({ key: `${one.n}-${found.length}`, kind: one.kind, words: inNames(one.line, model) });
  }
  return found.slice(-SHOWN).reverse();
}
