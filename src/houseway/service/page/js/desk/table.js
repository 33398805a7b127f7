// Tables of the desk: a caption, heads, figures on the right; put in another order by a head where that helps.

import { h } from "../parts/dom.js";

const text = (cell) => (cell instanceof Node ? cell.textContent : String(cell ?? ""));
const figure = (words) => { const found = /^[+−-]?\$?[\d,]*\.?\d+/.exec(words.trim()); return found && Number(found[0].replace("−", "-").replaceAll(/[$,+]/g, "")); };

/** A place for what may be wider than the page; it is scrolled by the keyboard too. */
export const wide = (label, ...within) => h("div", { class: "wide", tabindex: 0, role: "region", "aria-label": label }, within);

/** Figures by size, words by the alphabet, what is empty last. */
function compare(one, other) {
  const [a, b] = [text(one), text(other)];
  if (!a || !b) return Number(!a) - Number(!b);
  const [x, y] = [figure(a), figure(b)];
  return x !== null && y !== null ? x - y : a.localeCompare(b);
}

/**
 * Heads of figures begin with #, of what is not printed with ~; a row is a list of cells, the first its name, or a row already built.
 * `order` is `{ at, down }`, kept by the page, and `again` draws it once more: then heads put the rows in order.
 */
export function table(caption, heads, rows, { order, again, key } = {}) {
  const side = (i) => ({ "#": "amount", "~": "no-print" })[heads[i][0]];
  const title = (i) => heads[i].replace(/^[#~]/, "");
  const put = order?.at === undefined ? rows : [...rows].sort((a, b) => compare(a[order.at], b[order.at]) * (order.down ? -1 : 1));
  const turn = (i) => () => { Object.assign(order, { down: order.at === i ? !order.down : false, at: i }); again(); };
  const sorted = (i) => order?.at === i ? (order.down ? "descending" : "ascending") : undefined;
  return wide(text(caption), h("table", { class: "desk-table" }, h("caption", {}, caption),
    h("thead", {}, h("tr", {}, heads.map((_, i) => h("th", { scope: "col", class: side(i), "aria-sort": sorted(i) },
      order ? h("button", { type: "button", class: "sort", title: `Order by ${title(i).toLowerCase()}`, onclick: turn(i) }, title(i)) : title(i))))),
    h("tbody", {}, put.map((row) => (row instanceof Node ? row : h("tr", { "data-key": key?.(row) }, row.map((cell, i) => (i ? h("td", { class: side(i) }, cell) : h("th", { scope: "row" }, cell)))))))));
}
