// Placing cards in rows: choose a card, then a row; or drag it there.

import { h } from "../parts/dom.js";
import { asAdvised } from "../coach/words.js";
import { pieceName, pieces } from "../pieces/suits.js";
import { cardRow } from "./seat.js";
import { foulRows, sorted } from "./hands.js";

export function placingRows(model, ask, ui, fill) {
  const { rows } = model.table.hints;
  const cards = sorted(pieces(ask.cards));
  fill.at ??= {}; // row by card
  fill.picked ??= null;
  const { count, room } = ask.facts;
  const placed = (row) => cards.filter((card) => fill.at[card] === row);
  const left = cards.filter((card) => !fill.at[card]);
  const done = cards.length - left.length === count;
  const put = (card, row) => {
    if (!card || (placed(row).length >= room[row] && fill.at[card] !== row)) return;
    if (cards.length - left.length >= count && !fill.at[card]) return;
    fill.at[card] = row;
    fill.picked = left.find((one) => one !== card) ?? null;
    ui.render();
  };
  const back = (card) => {
    delete fill.at[card];
    fill.picked = card;
    ui.render();
  };
  const thrown = cards.length - count;
  const lies = rows.map(({ name }, i) => [...(model.cards[ask.seat]?.[i] ?? []), ...placed(name)]);
  const warning = foulRows(rows, lies);
  return h("div", { class: "placing" },
    h("div", { class: "set-pieces", role: "group", "aria-label": "Cards to place" },
      left.map((card) => h("button", {
        class: fill.picked === card ? "piece picked" : "piece", type: "button", "data-key": card, "data-piece": card, draggable: "true",
        "aria-pressed": String(fill.picked === card), "aria-label": pieceName(card),
        onclick: () => {
          fill.picked = fill.picked === card ? null : card;
          ui.render();
        },
        ondragstart: (event) => event.dataTransfer.setData("text/plain", card),
      }, h("hw-card", { card, small: true, label: "" }))),
      !left.length && h("span", { class: "soft small" }, "All placed"),
    ),
    h("div", { class: "placing-rows", "data-key": "rows" }, rows.map(({ name: row, most }, i) => {
      const before = model.cards[ask.seat]?.[i] ?? [];
      const here = placed(row);
      const full = here.length >= room[row];
      return h("div", {
        class: "placing-row", "data-key": row,
        ondragover: (event) => event.preventDefault(),
        ondrop: (event) => {
          event.preventDefault();
          put(event.dataTransfer.getData("text/plain"), row);
        },
      },
        h("button", {
          class: "small row-button", "data-row": row, disabled: full || !fill.picked || (done && !fill.at[fill.picked]),
          "aria-label": `Put ${fill.picked ? pieceName(fill.picked) : "the chosen card"} in the ${row} row`,
          onclick: () => put(fill.picked, row),
        }, row[0].toUpperCase() + row.slice(1)),
        h("div", { class: "row-of-cards", role: "group", "aria-label": `${row} row, ${before.length + here.length} of ${most}` },
          cardRow(before, { keyed: false }),
          here.map((card) => h("button", {
            class: "piece placed", type: "button", "data-key": card, "aria-label": `Take ${pieceName(card)} back from the ${row} row`,
            onclick: () => back(card),
          }, h("hw-card", { card, small: true, label: "" }))),
          Array.from({ length: Math.max(0, most - before.length - here.length) }, () => h("span", { class: "empty-card", "aria-hidden": "true" })),
        ),
      );
    })),
    h("p", { class: warning ? "set-words lose" : "set-words", role: "status" }, warning || (done
      ? thrown ? "The card left over is thrown away." : "Ready."
      : `Choose a card, then a row: ${count - (cards.length - left.length)} to place.`)),
    h("div", { class: "row choice-buttons" },
      h("button", {
        class: "primary", "data-move": "place", disabled: !done || ui.busy,
        onclick: () => ui.answer(ask, `place ${rows.map(({ name }) => name).filter((row) => placed(row).length).map((row) => `${row} ${placed(row).join(" ")}`).join(" ")}`),
      }, warning ? "Place anyway" : "Place them"),
      asAdvised(ask, ui, "place", (words) => {
        let row = "";
        fill.at = {};
        fill.picked = null;
        for (const one of words) if (one in room) row = one; else fill.at[one] = row;
      }),
    ),
  );
}
