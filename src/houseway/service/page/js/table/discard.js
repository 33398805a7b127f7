// Throwing cards away: draws, and the card that pineapple makes everybody give up.

import { h } from "../parts/dom.js";
import { asAdvised } from "../coach/words.js";
import { pieceName, pieces } from "../pieces/suits.js";

export function discarding(ask, ui, fill) {
  const cards = pieces(ask.cards);
  fill.gone ??= [];
  const { least = 0, most = cards.length } = ask.facts;
  const toggle = (card) => {
    if (fill.gone.includes(card)) fill.gone = fill.gone.filter((one) => one !== card);
    else if (fill.gone.length < most) fill.gone = [...fill.gone, card];
    else if (most === 1) fill.gone = [card];
    ui.render();
  };
  const count = fill.gone.length;
  const words = ask.kind === "discard"
    ? `Throw away ${least === 1 ? "one card" : `${least} cards`}.`
    : `Up to ${most}. ${count ? `${count} to go.` : "None chosen: you stand pat."}`;
  const label = ask.kind === "discard" ? "Throw away" : count ? `Draw ${count}` : "Stand pat";
  return h("div", { class: "discarding" },
    h("div", { class: "set-pieces", role: "group", "aria-label": "Your cards" }, cards.map((card) => {
      const gone = fill.gone.includes(card);
      return h("button", {
        class: gone ? "piece gone" : "piece", type: "button", "data-key": card, "data-piece": card,
        "aria-pressed": String(gone), "aria-label": `${pieceName(card)}, ${gone ? "to be thrown away" : "kept"}`,
        onclick: () => toggle(card),
      }, h("hw-card", { card, small: true, label: "" }));
    })),
    h("p", { class: "set-words", role: "status" }, words),
    h("div", { class: "row choice-buttons" },
      h("button", {
        class: "primary", "data-move": ask.kind, disabled: ui.busy || count < least || count > most,
        onclick: () => ui.answer(ask, count ? [ask.kind, ...fill.gone].join(" ") : "stand pat"),
      }, label),
      asAdvised(ask, ui, ask.kind, (some) => (fill.gone = some)),
    ),
  );
}
