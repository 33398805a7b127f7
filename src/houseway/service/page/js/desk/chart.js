// Charts of our own: plain SVG with a title and units, and the figures behind them as a table.

import { h, s } from "../parts/dom.js";

/** Bars for shares that add up to one, on a scale by the square root so that rare results show. */
export function distribution(title, unit, shares) {
  const rows = Object.entries(shares).map(([value, share]) => [Number(value), share]).sort(([a], [b]) => a - b);
  const shown = rows.length > 24 ? merged(rows, 24) : rows;
  const width = 640, height = 220, floor = 180, left = 44;
  const step = (width - left) / shown.length;
  const top = Math.max(...shown.map(([, share]) => share));
  const tall = (share) => Math.max(1, Math.sqrt(share / top) * (floor - 16));
  const marks = [1, 0.5, 0.1, 0.01, 0.001].filter((one) => one <= top * 1.0001);
  return h("figure", { class: "chart" },
    h("figcaption", {}, title),
    s("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `${title}; the table below has the figures` },
      marks.map((one) => [
        s("line", { x1: left, x2: width, y1: floor - tall(one), y2: floor - tall(one), class: "chart-line" }),
        s("text", { x: left - 6, y: floor - tall(one) + 4, "text-anchor": "end", class: "chart-text" }, percent(one, one < 0.01 ? 1 : 0)),
      ]),
      shown.map(([value, share], i) => s("g", {},
        s("title", {}, `${words(value)} ${unit}: ${percent(share)}`),
        s("rect", { x: left + i * step + step * 0.12, y: floor - tall(share), width: step * 0.76, height: tall(share), class: value > 0 ? "bar win" : value < 0 ? "bar lose" : "bar push" }),
        (shown.length <= 14 || i % Math.ceil(shown.length / 12) === 0) && s("text", { x: left + (i + 0.5) * step, y: floor + 16, "text-anchor": "middle", class: "chart-text" }, words(value)))),
      s("text", { x: left + (width - left) / 2, y: height - 6, "text-anchor": "middle", class: "chart-text" }, `result in units of the ${unit}`)),
    h("details", {}, h("summary", {}, "The figures"),
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, `Result (${unit})`), h("th", { scope: "col", class: "amount" }, "Share"))),
        h("tbody", {}, rows.map(([value, share]) => h("tr", {}, h("th", { scope: "row" }, words(value)), h("td", { class: "amount" }, percent(share, 5))))))));
}

/** Neighbours taken together until so many are left. */
function merged(rows, most) {
  const left = rows.map((row) => [...row]);
  while (left.length > most) {
    let at = 0;
    for (let i = 1; i < left.length - 1; i += 1) if (left[i][1] + left[i + 1][1] < left[at][1] + left[at + 1][1]) at = i;
    const [a, b] = left.splice(at, 2);
    const share = a[1] + b[1];
    left.splice(at, 0, [share ? (a[0] * a[1] + b[0] * b[1]) / share : a[0], share]);
  }
  return left;
}

const words = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(Math.round(value * 100) / 100);

export const percent = (share, places = 2) => `${(share * 100).toFixed(share && Math.abs(share) < 0.0001 ? Math.max(places, 4) : places).replace("-", "−")}%`;
export const signed = (value, places = 4) => (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(places);
