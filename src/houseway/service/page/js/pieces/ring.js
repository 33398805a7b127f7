// <hw-ring until="ISO" total="30" extra="60">: a ring that runs down, then a second one that uses
// up the extra time. <hw-dice faces="3 4 6">: the dice as they fell.

import { define, s } from "../parts/dom.js";
import { now } from "../parts/clock.js";

const ROUND = 2 * Math.PI * 20;

class RingElement extends HTMLElement {
  static observedAttributes = ["until", "total", "extra"];
  drawsItself = true;
  keeps = ["aria-hidden", "data-late"];

  connectedCallback() {
    this.setAttribute("aria-hidden", "true");
    this.track = s("circle", { cx: 24, cy: 24, r: 20, class: "ring-track" });
    this.hand = s("circle", {
      cx: 24, cy: 24, r: 20, class: "ring-hand", transform: "rotate(-90 24 24)",
      "stroke-dasharray": ROUND,
    });
    this.words = s("text", { x: 24, y: 29, "text-anchor": "middle", class: "ring-words" });
    this.replaceChildren(
      s("svg", { viewBox: "0 0 48 48" }, this.track, this.hand, this.words),
    );
    this.timer = setInterval(() => this.draw(), 250);
    this.draw();
  }

  disconnectedCallback() {
    clearInterval(this.timer);
  }

  attributeChangedCallback() {
    if (this.hand) this.draw();
  }

  draw() {
    const until = Date.parse(this.getAttribute("until") ?? "");
    if (Number.isNaN(until)) {
      this.hidden = true;
      return;
    }
    this.hidden = false;
    const total = Number(this.getAttribute("total") ?? 30);
    let left = (until - now()) / 1000;
    let whole = total;
    const extra = Number(this.getAttribute("extra") ?? 0);
    const late = left <= 0 && extra > 0;
    if (late) {
      left += extra;
      whole = extra;
    }
    left = Math.max(0, left);
    this.toggleAttribute("data-late", late || left < 6);
    this.hand.setAttribute("stroke-dashoffset", String(ROUND * (1 - Math.min(1, left / whole))));
    this.words.textContent = String(Math.ceil(left));
  }
}

const DIE = {
  1: [[50, 50]], 2: [[28, 28], [72, 72]], 3: [[26, 26], [50, 50], [74, 74]],
  4: [[28, 28], [72, 28], [28, 72], [72, 72]], 5: [[27, 27], [73, 27], [50, 50], [27, 73], [73, 73]],
  6: [[28, 24], [72, 24], [28, 50], [72, 50], [28, 76], [72, 76]],
};

/** One die. */
export function die(face) {
  return s("svg", { viewBox: "0 0 100 100", class: "die", "aria-hidden": "true" },
    s("rect", { x: 3, y: 3, width: 94, height: 94, rx: 18, class: "die-body" }),
    DIE[face].map(([x, y]) =>
      s("circle", { cx: x, cy: y, r: face === 1 ? 13 : 9.5, class: face === 1 || face === 4 ? "die-red" : "die-black" }),
    ),
  );
}

class DiceElement extends HTMLElement {
  static observedAttributes = ["faces"];
  drawsItself = true;
  keeps = ["role", "aria-label"];

  connectedCallback() {
    this.draw();
  }

  attributeChangedCallback() {
    if (this.isConnected) this.draw();
  }

  draw() {
    const faces = (this.getAttribute("faces") ?? "").split(" ").filter(Boolean).map(Number);
    this.setAttribute("role", "img");
    const one = faces.length === 1; // a generator's number
    this.setAttribute("aria-label", `${one ? "number" : "dice"} ${faces.join(", ")}`);
    this.replaceChildren(...(one ? [`№ ${faces[0]}`] : faces.map(die)));
  }
}

define("hw-ring", RingElement);
define("hw-dice", DiceElement);
