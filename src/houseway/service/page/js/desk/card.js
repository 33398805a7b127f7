// A strategy card as a grid to walk through: what each choice costs stands below the cell one is at.

import { h } from "../parts/dom.js";
import { capital } from "../parts/dialog.js";
import { signed } from "./chart.js";

/**
 * Cells are reached by arrow keys, one of them by Tab. `ask(column, rows)` gives what each choice
 * brings in a column, by row, where the card itself does not say.
 */
export function strategyCard(card, unit, ask) {
  const counted = Object.keys(card.worth).length + Object.keys(card.covers).length > 0;
  const told = h("p", { class: "card-told", role: "status" }, counted ? "Choose a cell: what each choice brings there, and costs, in units of the bet." : "");
  const rows = Object.entries(card.rows);
  let at = "";
  const say = async (name, i) => {
    const text = rows.find(([one]) => one === name)[1][i];
    const place = [name, card.columns[i]].filter(Boolean).join(card.corner.includes("bank") ? " against " : ", ");
    const head = h("strong", {}, `${capital(place)}: ${meaning(card, text)}. `);
    at = place;
    told.replaceChildren(head);
    if (card.worth[name]) {
      told.append(...costs(card.worth[name][i], unit));
    } else if (card.covers[name]) {
      await new Promise((done) => { setTimeout(done, 150); }); // a mouse that only passes asks nothing
      if (at !== place) return;
      told.append("What the choices cost is being worked out…");
      let found;
      try {
        found = await ask(card.columns[i], card.covers[name]);
      } catch (error) {
        if (at === place) told.replaceChildren(head, h("span", { class: "lose" }, `What the choices cost was not found: ${error.message}. Choose the cell again to ask once more.`));
        return;
      }
      if (at !== place) return;
      const known = card.covers[name].filter((row) => found[row]);
      told.replaceChildren(head, ...known.flatMap((row, k) => [known.length > 1 ? `${k ? ". " : ""}${capital(row)}: ` : "", ...costs(found[row], unit)]), known.length ? "" : "The choices are not counted one by one here.");
    }
  };
  const move = (event) => {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const cell = event.target.closest("td");
    if (!step || !cell) return;
    event.preventDefault();
    const row = cell.parentElement;
    const next = row.parentElement.children[[...row.parentElement.children].indexOf(row) + step[0]]?.children[cell.cellIndex + step[1]];
    if (next?.localName !== "td") return;
    cell.tabIndex = -1;
    next.tabIndex = 0;
    next.focus();
  };
  return h("section", { class: "stack tight", "data-card": card.title }, h("h3", {}, card.title),
    h("div", { class: "wide" }, h("table", { class: "card-grid", onkeydown: move },
      h("thead", {}, h("tr", {}, h("td", {}, card.corner), card.columns.map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, rows.map(([name, cells], y) => h("tr", {}, h("th", { scope: "row" }, name),
        cells.map((text, x) => h("td", { class: `is-${card.kinds[name][x] || "plain"}`, tabindex: x || y ? "-1" : "0", onfocus: () => say(name, x), onmouseenter: () => say(name, x), onclick: () => say(name, x) }, text))))))),
    told,
    Object.keys(card.legend).length > 0 && h("p", { class: "small" }, Object.entries(card.legend).map(([text, words]) => `${text}: ${words}`).join(" · ")),
    card.notes.map((note) => h("p", { class: "small soft" }, note)),
    h("p", { class: "small soft" }, card.rules));
}

function meaning(card, text) {
  const [first, second] = text.split("/");
  const words = (one) => card.legend[one] ?? one;
  return second ? `${words(first)}, else ${words(second)}` : words(text);
}

/** The best first, each other with what it gives up. */
function costs(worth, unit) {
  const sorted = Object.entries(worth).sort(([, a], [, b]) => b - a);
  return sorted.map(([choice, value], i) => h("span", { class: i ? "" : "win" }, `${i ? "; " : ""}${choice} ${signed(value)}${i ? `, costs ${(sorted[0][1] - value).toFixed(4)}` : ` ${unit}`}`));
}
