// The evening as a line: chips won and lost, and below it what was given up against best play.

import { s } from "../parts/dom.js";
import { money, signed } from "../parts/money.js";

const [WIDTH, HEIGHT, PAD] = [320, 140, 26];

export function eveningChart(hands) {
  const won = [0, ...hands.map((one) => one.total)];
  const given = [0, ...hands.map((one) => -one.given)];
  const [low, high] = [Math.min(...won, ...given, 0), Math.max(...won, 0)];
  const x = (i) => PAD + (i / Math.max(1, won.length - 1)) * (WIDTH - PAD - 8);
  const y = (amount) => 8 + ((high - amount) / (high - low || 1)) * (HEIGHT - 24);
  const line = (values) => values.map((one, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(one).toFixed(1)}`).join("");
  const last = hands.at(-1);
  const words = `After ${hands.length} hands you are ${signed(last.total)} and have given up ${money(last.given)} against best play.`;
  return s("svg", { class: "evening-chart", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
    s("path", { class: "axis", d: `M${PAD} ${y(0)}H${WIDTH - 8}` }),
    [high, low].filter((one) => one).map((one) => s("text", { class: "axis-words", x: 0, y: y(one) + 4 }, money(one))),
    s("path", { class: "given", d: line(given) }),
    s("path", { class: "won", d: line(won) }),
    s("text", { class: "axis-words", x: WIDTH - 8, y: HEIGHT - 4, "text-anchor": "end" }, `hand ${hands.length}`),
  );
}
