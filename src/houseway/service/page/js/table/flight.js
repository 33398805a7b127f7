// Chips that move when money moves, and cards that come from the shoe.

import { h, still } from "../parts/dom.js";
import { cents } from "../parts/money.js";

const MOST = 14;

/** Let chips fly for the moves of some records. */
export function fly(layer, root, records) {
  if (still() || document.hidden) return;
  const moves = records.flatMap((record) => record.moves ?? []).slice(0, MOST);
  moves.forEach(([source, target, amount], i) => {
    const from = centre(root, source);
    const to = centre(root, target);
    if (!from || !to) return;
    const box = layer.getBoundingClientRect();
    const chips = h("hw-chips", { amount: cents(amount), class: "flying" });
    layer.append(chips);
    const at = (point) => `translate(${point.x - box.left - 20}px, ${point.y - box.top - 20}px)`;
    const flight = chips.animate(
      [
        { transform: at(from), opacity: 0.2 },
        { transform: at(from), opacity: 1, offset: 0.1 },
        { transform: at(to), opacity: 1, offset: 0.85 },
        { transform: at(to), opacity: 0 },
      ],
      { duration: 620, delay: i * 40, easing: "cubic-bezier(.3,.7,.3,1)", fill: "both" },
    );
    flight.onfinish = () => chips.remove();
    flight.oncancel = () => chips.remove();
  });
}

function centre(root, account) {
  const name = account.startsWith("rail:") ? "rail" : account;
  const anchor = [...root.querySelectorAll("[data-anchor]")].find((one) => one.dataset.anchor === name);
  if (!anchor) return null;
  const box = anchor.getBoundingClientRect();
  if (!box.width && !box.height) return null;
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

/** Cards that are new on the felt come from the shoe. */
export function dealIn(root, seen) {
  const shoe = centre(root, "shoe") ?? centre(root, "pot") ?? centre(root, "bank");
  for (const card of root.querySelectorAll(".felt hw-card, .felt hw-tile")) {
    if (seen.has(card)) continue;
    seen.add(card);
    if (!shoe || still() || document.hidden) continue;
    const box = card.getBoundingClientRect();
    if (!box.width) continue;
    const dx = shoe.x - box.left - box.width / 2;
    const dy = shoe.y - box.top - box.height / 2;
    card.animate(
      [{ transform: `translate(${dx}px, ${dy}px) rotate(-12deg)`, opacity: 0 }, { transform: "none", opacity: 1 }],
      { duration: 260, easing: "cubic-bezier(.2,.7,.3,1)" },
    );
  }
}
