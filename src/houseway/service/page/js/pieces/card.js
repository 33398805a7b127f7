// <hw-card card="Ah">: a playing card; without `card` it lies face down. `<hw-tile>` likewise.
// The size comes from CSS (--card-w). `small` draws a large index and one suit only.

import { define, s } from "../parts/dom.js";
import { SUIT_PATHS, isTile, pieceName } from "./suits.js";
import { tileFace, tileBack } from "./tile.js";

const INDEX_FONT = 'Georgia, "Iowan Old Style", "Liberation Serif", serif';

// Where pips stand in the middle field of a card, in a box of 250 by 350.
const COLUMNS = { l: 88, m: 125, r: 162 };
const ROWS = { 0: 76, 1: 109, 2: 125, 3: 142, 4: 175, 5: 208, 6: 225, 7: 241, 8: 274 };
const PIPS = {
  2: "m0 m8", 3: "m0 m4 m8", 4: "l0 r0 l8 r8", 5: "l0 r0 m4 l8 r8", 6: "l0 r0 l4 r4 l8 r8",
  7: "l0 r0 m2 l4 r4 l8 r8", 8: "l0 r0 m2 l4 r4 m6 l8 r8",
  9: "l0 r0 l3 r3 m4 l5 r5 l8 r8", T: "l0 r0 m1 l3 r3 l5 r5 m7 l8 r8",
};

function suit(kind, x, y, size, turned = false) {
  const turn = turned ? ` rotate(180 50 50)` : "";
  return s("path", {
    d: SUIT_PATHS[kind],
    transform: `translate(${x - size / 2} ${y - size / 2}) scale(${size / 100})${turn}`,
  });
}

function text(words, x, y, size, more = {}) {
  return s("text", {
    x, y, "font-size": size, "font-family": INDEX_FONT, "font-weight": 700,
    "text-anchor": "middle", ...more,
  }, words);
}

function corner(rank, kind, big) {
  const words = rank === "T" ? "10" : rank;
  const wide = words.length > 1;
  const size = big ? 118 : 62;
  const x = big ? 68 : 36;
  const squeeze = wide ? { textLength: big ? 108 : 50, lengthAdjust: "spacingAndGlyphs" } : {};
  return [
    text(words, x + (wide && big ? 4 : 0), big ? 104 : 60, size, squeeze),
    kind && suit(kind, x, big ? 158 : 88, big ? 78 : 40),
  ];
}

// Emblems of the court, drawn over a panel: a crown, a coronet, a plumed cap.
const COURT = {
  K: "M-44 22-52-26-24-6 0-40 24-6 52-26 44 22ZM-44 30h88v12h-88ZM-5-64h10v8h8v9h-8v9h-10v-9h-8v-9h8Z",
  Q: "M-46 22-50-14-28 4-17-26 0 0 17-26 28 4 50-14 46 22ZM-46 30h92v12h-92ZM-50-18a7 7 0 1 1 .1 0ZM-17-30a7 7 0 1 1 .1 0ZM17-30a7 7 0 1 1 .1 0ZM50-18a7 7 0 1 1 .1 0Z",
  J: "M-46 24c4-30 24-44 50-42 22 2 38 18 42 42ZM-50 32h100v11h-100ZM6-26c-16-18-6-42 22-46-6 10-4 16 4 24-8 2-20 8-26 22Z",
};

function court(rank, kind) {
  return s("g", {},
    s("rect", {
      x: 68, y: 56, width: 114, height: 238, rx: 10, fill: "none", stroke: "currentColor",
      "stroke-width": 3, opacity: 0.55,
    }),
    s("rect", { x: 76, y: 64, width: 98, height: 222, rx: 6, opacity: 0.07 }),
    s("path", { d: COURT[rank], transform: "translate(125 132) scale(.82)" }),
    s("path", { d: COURT[rank], transform: "translate(125 218) rotate(180) scale(.82)" }),
    s("path", { d: "M76 175H104M146 175h28", stroke: "currentColor", "stroke-width": 2, opacity: 0.5 }),
    suit(kind, 125, 175, 34),
  );
}

function middle(rank, kind) {
  if (rank === "A") return suit(kind, 125, 175, 124);
  if (COURT[rank]) return court(rank, kind);
  return PIPS[rank].split(" ").map((at) => {
    const row = Number(at[1]);
    return suit(kind, COLUMNS[at[0]], ROWS[row], 40, row > 4);
  });
}

const STAR = "M0-60 14-18 58-18 22 8 36 52 0 26-36 52-22 8-58-18-14-18Z";

function joker(small) {
  return [
    s("path", { d: STAR, transform: `translate(${small ? "150 215" : "125 178"}) scale(${small ? 1.35 : 1.15})` }),
    ...[..."JOKER"].map((letter, i) => text(letter, 34, 58 + i * (small ? 58 : 44), small ? 58 : 42)),
  ];
}

function face(card, small) {
  if (card === "Jk") return joker(small);
  const [rank, kind] = card;
  if (small) return [corner(rank, kind, true), suit(kind, 168, 256, 136)];
  return [
    corner(rank, kind, false),
    s("g", { transform: "rotate(180 125 175)" }, corner(rank, kind, false)),
    middle(rank, kind),
  ];
}

function back() {
  const lines = [];
  for (let i = -320; i <= 250; i += 38) lines.push(`M${i} 0l350 350M${i + 350} 0l-350 350`);
  return [
    s("rect", { x: 16, y: 16, width: 218, height: 318, rx: 14, class: "card-back" }),
    s("clipPath", { id: "card-back-field" }, s("rect", { x: 24, y: 24, width: 202, height: 302, rx: 10 })),
    s("path", {
      d: lines.join(""), class: "card-lattice", "clip-path": "url(#card-back-field)", fill: "none",
    }),
    s("rect", { x: 24, y: 24, width: 202, height: 302, rx: 10, class: "card-back-line", fill: "none" }),
    s("path", { d: "M125 118 178 175 125 232 72 175Z", class: "card-back-mark" }),
    s("path", { d: SUIT_PATHS.s, transform: "translate(103 153) scale(.44)", class: "card-back-suit" }),
  ];
}

/** A piece as an SVG drawing. */
export function drawing(piece, { small = false, tile = false } = {}) {
  if (tile || isTile(piece)) return piece ? tileFace(piece) : tileBack();
  const art = s("svg", { viewBox: "0 0 250 350", "aria-hidden": "true", class: "piece-art" });
  art.append(s("rect", { x: 2, y: 2, width: 246, height: 346, rx: 20, class: "card-paper" }));
  const inside = s("g", { class: piece ? `card-ink suit-${piece === "Jk" ? "joker" : piece[1]}` : "" });
  for (const one of (piece ? face(piece, small) : back()).flat(3)) if (one) inside.append(one);
  art.append(inside);
  return art;
}

class CardElement extends HTMLElement {
  static observedAttributes = ["card", "small", "label"];
  drawsItself = true;
  keeps = ["role", "aria-label"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const named = this.getAttribute("card") ?? "";
    const piece = named === "??" ? "" : named; // lies face down
    const small = this.hasAttribute("small");
    const drawn = `${piece}/${small}`;
    if (this.drawn !== drawn) {
      this.drawn = drawn;
      this.replaceChildren(drawing(piece, { small, tile: this.localName === "hw-tile" }));
    }
    if (this.getAttribute("label") === "") {
      this.setAttribute("aria-hidden", "true");
      return;
    }
    this.setAttribute("role", "img");
    this.setAttribute("aria-label", this.getAttribute("label") ?? pieceName(named));
  }
}

class TileElement extends CardElement {}

define("hw-card", CardElement);
define("hw-tile", TileElement);
