// The coach's drawer: the switch, how the game goes, and the evening so far.

import { fit, h } from "../parts/dom.js";
import { money, signed } from "../parts/money.js";
import { choose, settings } from "../parts/settings.js";
import { tone } from "../table/settlement.js";
import { eveningChart } from "./chart.js";
import { forget, totals, weighed } from "./evening.js";
import { howItGoes } from "./how.js";
import { allSpots } from "./spots.js";

const MODES = [
  ["before", "Before I act", "The best play, what the others cost, and why."],
  ["after", "After I act", "A quiet word on what I did."],
  ["none", "Not at all", "I play by myself."],
];

/** The whole drawer; `changed` is told when another way was chosen. */
export function coachDrawer(model, coach, changed) {
  const box = h("div", { class: "stack coach-drawer" });
  const draw = () => fit(box,
    modeSwitch(() => {
      draw();
      changed();
    }),
    !Object.keys(model.table.hints.asks).length && h("p", {}, "Nothing is decided after the bets in this game, so the coach speaks of the bets: touch a spot to see its edge, how often it wins, and what it pays."),
    allSpots(model, coach),
    h("section", { "aria-labelledby": "evening-title", "data-key": "evening" },
      h("h3", { id: "evening-title" }, "The evening so far"),
      soFar(() => {
        forget();
        draw();
      })),
    h("section", { "aria-labelledby": "how-title", "data-key": "how" },
      h("h3", { id: "how-title" }, "How it goes"), howItGoes(model.table)),
  );
  draw();
  return box;
}

function modeSwitch(changed) {
  const { coach } = settings();
  return h("fieldset", { class: "coach-switch", "data-key": "switch" },
    h("legend", {}, "The coach speaks"),
    MODES.map(([value, words, what]) => h("label", { class: "check" },
      h("input", {
        type: "radio", name: "coach", value, checked: coach === value, onchange: () => {
          choose("coach", value);
          changed();
        },
      }),
      h("span", {}, words, h("span", { class: "soft small block" }, what)),
    )),
    h("p", { class: "soft small" }, "It knows what your seat knows, and nothing else. Kept in this browser only."),
  );
}

function soFar(anew) {
  const hands = totals();
  if (!hands.length) return h("p", { class: "soft" }, "No hand is over yet.");
  const last = hands.at(-1);
  const known = weighed(hands);
  return h("div", { class: "stack" },
    h("p", { "data-evening": hands.length },
      `${hands.length} ${hands.length === 1 ? "hand" : "hands"}: `, h("strong", { class: tone(last.total) }, signed(last.total)),
      known > 0 ? `. Against best play you gave up ${last.given ? money(last.given) : "nothing"}${known < hands.length ? ` in the ${known} of them that were weighed` : ""}.` : `. What ${hands.length === 1 ? "it" : "they"} cost against best play is not known here.`),
    last.fees > 0 && h("p", { class: "small soft", "data-fee": last.fees }, `The house's collection of ${money(last.fees)} is in it.`),
    eveningChart(hands),
    h("details", {},
      h("summary", {}, "As a table"),
      h("table", { class: "evening-table" },
        h("thead", {}, h("tr", {}, ["Game", "Hand", "Net", "Collection", "Total", "Given up"].map((one) => h("th", { scope: "col" }, one)))),
        h("tbody", {}, [...hands].reverse().map((one) => h("tr", {},
          h("th", { scope: "row" }, one.table), h("td", {}, String(one.round)), h("td", { class: "amount" }, signed(one.net)), h("td", { class: "amount" }, money(one.fee ?? 0)),
          h("td", { class: "amount" }, signed(one.total)), h("td", { class: "amount" }, one.cost === null || one.cost === undefined ? "not known" : money(one.cost)),
        ))))),
    h("button", { class: "small", onclick: anew, "data-do": "forget-evening" }, "Begin the evening anew"),
  );
}
