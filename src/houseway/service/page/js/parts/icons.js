// Small line drawings for buttons, in a box of 24 by 24.

import { s } from "./dom.js";

const PATHS = {
  back: "M15 5l-7 7 7 7",
  book: "M4 5a2 2 0 0 1 2-2h13v16H6a2 2 0 0 0-2 2V5ZM4 19a2 2 0 0 1 2-2h13M8 7h7M8 11h7",
  sign: "M5 3h14v12H5ZM12 15v6M8 7h8M8 11h5",
  clock: "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18ZM12 7v5l3 3",
  gear: "M4 7h8M16 7h4M4 17h4M12 17h8M14 4.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5ZM10 14.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5Z",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M5 19l2-2M17 7l2-2",
  moon: "M20 14a8 8 0 0 1-10-10 8 8 0 1 0 10 10Z",
  close: "M6 6l12 12M18 6 6 18",
  undo: "M9 7 4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2",
  person: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8ZM4 21a8 8 0 0 1 16 0",
  search: "M11 4a7 7 0 1 1 0 14 7 7 0 0 1 0-14ZM16 16l5 5",
  down: "M12 4v12M7 11l5 5 5-5M5 20h14",
  play: "M8 5l11 7-11 7Z",
  next: "M9 5l7 7-7 7",
  first: "M6 5v14M18 5l-8 7 8 7",
  last: "M18 5v14M6 5l8 7-8 7",
  grid: "M4 4h7v7H4ZM13 4h7v7h-7ZM4 13h7v7H4ZM13 13h7v7h-7Z",
  leave: "M10 4H5v16h5M9 12h11M16 8l4 4-4 4",
  print: "M7 9V3h10v6M7 17H4V9h16v8h-3M7 14h10v7H7Z",
  coach: "M12 3a7 7 0 0 1 4 12.700V18H8v-2.300A7 7 0 0 1 12 3ZM9 21h6",
  more: "M5 12h.01M12 12h.01M19 12h.01",
};

export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon-art", "aria-hidden": "true" },
    s("path", {
      d: PATHS[name], fill: "none", stroke: "currentColor", "stroke-width": name === "more" ? 4 : 2,
      "stroke-linecap": "round", "stroke-linejoin": "round",
    }),
  );
}

/** The mark of the house: a roof over a spade. */
export function mark() {
  return s("svg", { viewBox: "0 0 32 32", "aria-hidden": "true" },
    s("path", { d: "M16 2 30 12v18H2V12Z", fill: "var(--primary)" }),
    s("path", { d: "M16 9c2 4 9 7 9 12 0 3-2 5-5 5-1 0-2-.4-3-1 .2 1 .7 2 1.600 3h-5.200c.9-1 1.400-2 1.600-3-1 .6-2 1-3 1-3 0-5-2-5-5 0-5 7-8 9-12Z", fill: "#f6efd9" }),
  );
}
