// The felt as it is printed: outline, rail, the game's name along the arc, a line for the wagers.

import { s } from "../parts/dom.js";
import { outline } from "./layout.js";

const MANY = 5; // cards in a hand that lie side by side; more overlap
export const hasMany = ({ seat_cards: cards }) => cards > MANY;

/** What the style must know of a game. */
export function feltMarks(hints) {
  return [hasMany(hints) && "many", hints.tiles && "tiles", hints.rows.length > 0 && "rows"].filter(Boolean).join(" ");
}

/** The drawing under everything else. */
export function feltArt({ width, height, oval, title, house }) {
  if (!width || !height) return s("svg", { class: "felt-art", "aria-hidden": "true" });
  const arc = oval
    ? `M${width * 0.2} ${height * 0.5}Q${width / 2} ${height * 0.58} ${width * 0.8} ${height * 0.5}`
    : `M${width * 0.2} ${height * 0.4}Q${width / 2} ${height * 0.62} ${width * 0.8} ${height * 0.4}`;
  const second = oval
    ? `M${width * 0.2} ${height * 0.55}Q${width / 2} ${height * 0.63} ${width * 0.8} ${height * 0.55}`
    : `M${width * 0.2} ${height * 0.45}Q${width / 2} ${height * 0.67} ${width * 0.8} ${height * 0.45}`;
  return s("svg", { class: "felt-art", viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" },
    s("defs", {},
      s("radialGradient", { id: "felt-light", cx: "50%", cy: "30%", r: "80%" },
        s("stop", { offset: "0%", class: "felt-stop-1" }),
        s("stop", { offset: "55%", class: "felt-stop-2" }),
        s("stop", { offset: "100%", class: "felt-stop-3" }),
      ),
      s("linearGradient", { id: "felt-rail", x1: 0, y1: 0, x2: 0, y2: 1 },
        s("stop", { offset: "0%", class: "rail-stop-1" }),
        s("stop", { offset: "100%", class: "rail-stop-2" }),
      ),
      s("pattern", { id: "felt-weave", width: 6, height: 6, patternUnits: "userSpaceOnUse" },
        s("path", { d: "M0 0h3v3H0ZM3 3h3v3H3Z", fill: "#000", "fill-opacity": 0.045 }),
        s("path", { d: "M0 6 6 0", stroke: "#fff", "stroke-opacity": 0.03 }),
      ),
      s("path", { id: "felt-arc", d: arc }),
      s("path", { id: "felt-arc-2", d: second }),
    ),
    s("path", { d: outline({ width, height, oval }), fill: "url(#felt-rail)" }),
    s("path", { d: outline({ width, height, oval, inset: 9 }), fill: "url(#felt-light)" }),
    s("path", { d: outline({ width, height, oval, inset: 9 }), fill: "url(#felt-weave)" }),
    s("path", { d: outline({ width, height, oval, inset: 18 }), class: "felt-edge-line" }),
    s("text", { class: "felt-title", style: { "font-size": `${titleSize(title, width)}px` } },
      s("textPath", { href: "#felt-arc", startOffset: "50%", "text-anchor": "middle" }, title),
    ),
    s("text", { class: "felt-subtitle" },
      s("textPath", { href: "#felt-arc-2", startOffset: "50%", "text-anchor": "middle" }, house),
    ),
  );
}

/** As large as a title can be on its arc. */
function titleSize(title, width) {
  return Math.min(width / 42, (width * 0.6) / (title.length * 0.62));
}

/** A shoe with so many cards left of so many, as a drawing. */
export function shoeArt(left, out) {
  const whole = Math.max(1, left + out);
  const fill = Math.round((left / whole) * 44);
  const rack = Math.round((out / whole) * 34);
  return s("svg", { viewBox: "0 0 132 56", class: "shoe-art", "aria-hidden": "true" },
    s("path", { d: "M4 14h58l10 12v26H4Z", class: "shoe-box" }),
    s("rect", { x: 9 + (44 - fill), y: 20, width: fill, height: 28, rx: 2, class: "shoe-cards" }),
    s("path", { d: "M62 14l10 12v26H60V20Z", class: "shoe-mouth" }),
    s("path", { d: "M88 12h38v40H88Z", class: "rack-box" }),
    s("rect", { x: 91, y: 49 - rack, width: 32, height: rack, rx: 1, class: "rack-cards" }),
  );
}
