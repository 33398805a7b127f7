// Charts of our own: plain SVG with a title and units, and the figures behind them as a table.

import { h, s } from "../parts/dom.js";
import { wide } from "./table.js";

/** Bars for shares that add up to one, on a scale by the square root so that rare results show. */
export function distribution(title, unit, shares, axis = `result in units wagered on the ${unit}`) {
  const rows = Object.entries(shares).map(([value, share]) => [Number(value), share]).sort(([a], [b]) => a - b);
  const shown = rows.length > 24 ? merged(rows, 24) : rows;
  const width = 640, height = 220, floor = 180, left = 44;
  const step = (width - left) / shown.length;
  const top = Math.max(...shown.map(([, share]) => share));
  const tall = (share) => Math.max(1, Math.sqrt(share / top) * (floor - 22));
  const marks = [1, 0.5, 0.3, 0.2, 0.1, 0.05, 0.01, 0.001].filter((one) => one <= top * 1.0001 && tall(one) > 8);
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
        shown.length <= 10 && s("text", { x: left + (i + 0.5) * step, y: floor - tall(share) - 4, "text-anchor": "middle", class: "chart-text" }, percent(share, share < 0.01 ? 2 : 1)),
        (shown.length <= 14 || i % Math.ceil(shown.length / 12) === 0) && s("text", { x: left + (i + 0.5) * step, y: floor + 16, "text-anchor": "middle", class: "chart-text" }, words(value)))),
      s("text", { x: left + (width - left) / 2, y: height - 6, "text-anchor": "middle", class: "chart-text" }, axis)),
    h("p", { class: "small soft" }, `Up: the share of hands, on a scale by its square root so that rare results show.${shown.length < rows.length ? " Neighbours are drawn together; the figures have each." : ""}`),
    h("details", {}, h("summary", {}, "The figures"),
      h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, `Result (${unit})`), h("th", { scope: "col", class: "amount" }, "Share"))),
        h("tbody", {}, rows.map(([value, share]) => h("tr", {}, h("th", { scope: "row" }, words(value)), h("td", { class: "amount" }, percent(share, 5))))))));
}

const [WIDE, TALL, LEFT, FLOOR] = [640, 300, 64, 250];

/** Round numbers from low to high, about so many. */
function ticks(low, high, about = 5) {
  const rough = (high - low) / about || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((one) => one * power).find((one) => one >= rough);
  const first = Math.ceil(low / step - 1e-9);
  return Array.from({ length: Math.max(0, Math.floor(high / step + 1e-9) - first + 1) }, (_, i) => (first + i) * step);
}

const figure = (title, drawn, heads, rows) => h("figure", { class: "chart" }, h("figcaption", {}, title), drawn,
  h("details", {}, h("summary", {}, "The figures"), wide(title, h("table", {},
    h("thead", {}, h("tr", {}, heads.map((one, i) => h("th", { scope: "col", class: i ? "amount" : undefined }, one)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((one, i) => (i ? h("td", { class: "amount" }, one) : h("th", { scope: "row" }, one))))))))));

/** Lines over one scale. `series` is `{ name, points: [[x, y]…] }`; x and y have a label and a way to write a figure. */
export function lines(title, x, y, series) {
  const all = series.flatMap((one) => one.points);
  if (!all.length) return null;
  const [low, high] = [Math.min(...all.map(([at]) => at)), Math.max(...all.map(([at]) => at))];
  const top = Math.max(...all.map(([, value]) => value)) || 1;
  const across = (at) => LEFT + ((at - low) / (high - low || 1)) * (WIDE - LEFT - 16);
  const up = (value) => FLOOR - (value / top) * (FLOOR - 26);
  const path = (points) => points.map(([at, value], i) => `${i ? "L" : "M"}${across(at).toFixed(1)} ${up(value).toFixed(1)}`).join("");
  const drawn = s("svg", { viewBox: `0 0 ${WIDE} ${TALL}`, role: "img", "aria-label": `${title}; the table below has the figures` },
    ticks(0, top).map((one) => [
      s("line", { x1: LEFT, x2: WIDE - 16, y1: up(one), y2: up(one), class: "chart-line" }),
      s("text", { x: LEFT - 6, y: up(one) + 4, "text-anchor": "end", class: "chart-text" }, y.write(one))]),
    ticks(low, high).map((one) => s("text", { x: across(one), y: FLOOR + 18, "text-anchor": "middle", class: "chart-text" }, x.write(one))),
    s("text", { x: LEFT + (WIDE - LEFT) / 2, y: TALL - 8, "text-anchor": "middle", class: "chart-text" }, x.label),
    s("text", { x: LEFT, y: 10, class: "chart-text" }, y.label),
    series.map((one, i) => s("g", { class: `series series-${i % 5}` },
      s("path", { d: path(one.points) }),
      one.points.map(([at, value]) => s("circle", { cx: across(at), cy: up(value), r: 4 }, s("title", {}, `${one.name}: ${x.write(at)}, ${y.write(value)}`))))));
  return figure(title, [drawn, h("ul", { class: "legend" }, series.map((one, i) => h("li", {},
    s("svg", { viewBox: "0 0 32 10", class: `series series-${i % 5}`, "aria-hidden": "true" }, s("path", { d: "M0 5H32" })), one.name)))],
  ["", x.label, y.label], series.flatMap((one) => one.points.map(([at, value]) => [one.name, x.write(at), y.write(value)])));
}

/** One figure a row with the interval it lies in; `rows` are `{ name, low, mean, high }`. */
export function whiskers(title, label, write, rows) {
  if (!rows.length) return null;
  const all = rows.flatMap((row) => [row.low, row.high, 0]);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const left = 130, tall = rows.length * 28 + 48;
  const across = (value) => left + ((value - low) / (high - low || 1)) * (WIDE - left - 24);
  const drawn = s("svg", { viewBox: `0 0 ${WIDE} ${tall}`, role: "img", "aria-label": `${title}; the table below has the figures` },
    ticks(low, high).map((one) => [
      s("line", { x1: across(one), x2: across(one), y1: 4, y2: tall - 40, class: one === 0 ? "chart-line zero" : "chart-line" }),
      s("text", { x: across(one), y: tall - 24, "text-anchor": "middle", class: "chart-text" }, write(one))]),
    rows.map((row, i) => s("g", { class: row.mean < 0 ? "whisker lose" : "whisker win" },
      s("title", {}, `${row.name}: ${write(row.mean)}`),
      s("text", { x: left - 10, y: 22 + i * 28, "text-anchor": "end", class: "chart-text" }, row.name),
      s("line", { x1: across(row.low), x2: across(row.high), y1: 18 + i * 28, y2: 18 + i * 28 }),
      s("circle", { cx: across(row.mean), cy: 18 + i * 28, r: 5 }))),
    s("text", { x: left + (WIDE - left) / 2, y: tall - 6, "text-anchor": "middle", class: "chart-text" }, label));
  return figure(title, drawn, ["", label, "from", "to"], rows.map((row) => [row.name, write(row.mean), write(row.low), write(row.high)]));
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

const words = (value) => (value > 0 ? "+" : value < 0 ? "−" : "") + (Math.abs(value) < 100 ? Math.abs(Math.round(value * 100) / 100) : Math.abs(Math.round(value)));

/** Rare shares have two digits that count, however small they are. */
export const percent = (share, places = 2) => `${(share * 100).toFixed(Math.abs(share) < 0.0001 && Math.abs(share) > 1e-11 ? Math.max(places, 1 - Math.floor(Math.log10(Math.abs(share) * 100))) : places).replace("-", "−")}%`;
export const signed = (value, places = 4) => (value > 0 ? "+" : value < 0 ? "−" : "") + Math.abs(value).toFixed(places);
