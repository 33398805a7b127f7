// <hw-chips amount="1250">: a pile of chips worth so many cents, the largest at the bottom.
// `chip(value)` is one chip from above, for the tray.

import { define, s } from "../parts/dom.js";
import { money } from "../parts/money.js";

// Value in cents: face, edge marks, text.
export const CHIPS = new Map([
  [50, ["#8d99a6", "#eef2f5", "#0d1217"]],
  [100, ["#f1ead8", "#7a8694", "#1d232b"]],
  [500, ["#a8322a", "#f7ece0", "#ffffff"]],
  [2500, ["#1f7046", "#eef6ec", "#ffffff"]],
  [10000, ["#22262c", "#e4e0d4", "#ffffff"]],
  [50000, ["#5b3c8c", "#efe8f8", "#ffffff"]],
  [100000, ["#b7791f", "#fdf3df", "#1d1503"]],
  [500000, ["#7a2748", "#f8e6ee", "#ffffff"]],
]);

const VALUES = [...CHIPS.keys()].sort((a, b) => b - a);
const MOST = 6;

/** The chips of an amount, largest first, at most a handful. */
export function breakdown(amount) {
  const found = [];
  let left = amount;
  for (const value of VALUES) {
    while (left >= value && found.length < 40) {
      found.push(value);
      left -= value;
    }
  }
  if (!found.length && amount > 0) found.push(50);
  if (found.length <= MOST) return found;
  const kinds = [...new Set(found)];
  const shown = [...kinds];
  for (const value of found) {
    if (shown.length >= MOST) break;
    shown.push(value);
  }
  return shown.slice(0, Math.max(MOST, kinds.length)).sort((a, b) => b - a);
}

export function chipText(value) {
  if (value < 100) return `${value}¢`;
  return value >= 100000 ? `${value / 100000}K` : String(value / 100);
}

/** One chip seen from above. */
export function chip(value) {
  const [face, edge, ink] = CHIPS.get(value) ?? CHIPS.get(100);
  const marks = [0, 60, 120, 180, 240, 300].map((turn) =>
    s("path", { d: "M-8-49 8-49 6-37-6-37Z", fill: edge, transform: `rotate(${turn})` }),
  );
  return s("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true", class: "chip-art" },
    s("circle", { r: 49, fill: face }),
    marks,
    s("circle", { r: 36, fill: "none", stroke: edge, "stroke-width": 2, opacity: 0.85 }),
    s("circle", { r: 48.5, fill: "none", stroke: "#000", "stroke-opacity": 0.35, "stroke-width": 1.5 }),
    s("text", {
      y: 11, "text-anchor": "middle", fill: ink, "font-size": value >= 100000 || value < 100 ? 28 : 32,
      "font-weight": 700, "font-family": "system-ui, Arial, sans-serif",
    }, chipText(value)),
  );
}

function pile(amount) {
  const chips = breakdown(amount);
  const height = 26 + (chips.length - 1) * 7;
  return s("svg", { viewBox: `0 0 52 ${height + 2}`, "aria-hidden": "true", class: "pile-art" },
    chips.map((value, i) => {
      const [face, edge] = CHIPS.get(value);
      const y = height - 13 - i * 7;
      return s("g", {},
        s("path", { d: `M2 ${y - 4}v6a24 10 0 0 0 48 0v-6Z`, fill: face, stroke: "#000", "stroke-opacity": 0.35 }),
        s("path", {
          d: `M12 ${y + 5.5}v5.5M26 ${y + 7}v5.5M40 ${y + 5.5}v5.5`, stroke: edge, "stroke-width": 5,
        }),
        s("ellipse", { cx: 26, cy: y - 3, rx: 24, ry: 10, fill: face, stroke: "#000", "stroke-opacity": 0.3 }),
        s("ellipse", { cx: 26, cy: y - 3, rx: 15, ry: 6, fill: "none", stroke: edge, "stroke-width": 1.6, opacity: 0.9 }),
      );
    }),
  );
}

class ChipsElement extends HTMLElement {
  static observedAttributes = ["amount"];
  drawsItself = true;
  keeps = ["aria-hidden"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const amount = Number(this.getAttribute("amount") ?? 0);
    if (this.drawn === amount) return;
    this.drawn = amount;
    this.setAttribute("aria-hidden", "true");
    if (!amount) {
      this.replaceChildren();
      return;
    }
    const label = document.createElement("span");
    label.className = "pile-amount";
    label.textContent = money(amount);
    this.replaceChildren(pile(amount), label);
  }
}

define("hw-chips", ChipsElement);
