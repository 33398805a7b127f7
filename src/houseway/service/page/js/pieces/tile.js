// Chinese dominoes: ones and fours red, twos side by side at the end, half of the twelve red,
// no bar between the ends.

import { s } from "../parts/dom.js";

// Pips of one end in a box of 100 by 120, the outer edge at the top.
const ENDS = {
  1: [[50, 52, 1]],
  2: [[27, 24], [73, 24]],
  3: [[24, 22], [50, 56], [76, 90]],
  4: [[27, 28], [73, 28], [27, 84], [73, 84]],
  5: [[24, 22], [76, 22], [50, 56], [24, 90], [76, 90]],
  6: [[27, 20], [73, 20], [27, 56], [73, 56], [27, 92], [73, 92]],
};

function end(count, red) {
  return ENDS[count].map(([x, y, large], i) =>
    s("circle", {
      cx: x, cy: y, r: large ? 17 : 12.5,
      class: red(i) ? "pip-red" : "pip-white",
    }),
  );
}

function ofEnd(tile, count) {
  // The twelve has one column of each six red; turned round, the tile looks the same.
  if (tile === "66") return (i) => i % 2 === 0;
  return () => count === 1 || count === 4;
}

export function tileFace(tile) {
  const [top, bottom] = [Number(tile[0]), Number(tile[1])];
  return s("svg", { viewBox: "0 0 120 280", "aria-hidden": "true", class: "piece-art" },
    s("rect", { x: 2, y: 2, width: 116, height: 276, rx: 14, class: "tile-body" }),
    s("rect", { x: 7, y: 7, width: 106, height: 266, rx: 10, class: "tile-line" }),
    s("g", { transform: "translate(10 14)" }, end(top, ofEnd(tile, top))),
    s("g", { transform: "rotate(180 60 140) translate(10 14)" }, end(bottom, ofEnd(tile, bottom))),
  );
}

export function tileBack() {
  return s("svg", { viewBox: "0 0 120 280", "aria-hidden": "true", class: "piece-art" },
    s("rect", { x: 2, y: 2, width: 116, height: 276, rx: 14, class: "tile-body tile-back" }),
    s("rect", { x: 14, y: 14, width: 92, height: 252, rx: 8, class: "tile-line" }),
    s("path", { d: "M60 96 92 140 60 184 28 140Z", class: "tile-mark" }),
  );
}
