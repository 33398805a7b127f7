// Setting a hand: tap or drag pieces to the small hand, or take the house way.

import { h } from "../parts/dom.js";
import { filing } from "../parts/api.js";
import { asAdvised, coachMark } from "../coach/words.js";
import { pieceName, pieces } from "../pieces/suits.js";
import { compare, five, front, sorted, tilePair } from "./hands.js";

const PATIENCE = 1500;

/** The control for `set` and `set-bank`. */
export function setting(model, ask, ui, fill) {
  const dealt = pieces(ask.cards);
  const { tiles, sets } = model.table.hints;
  const { small: smallName, big: bigName, count } = sets ?? { small: "Small hand", big: "Big hand", count: 2 };
  if (!fill.cards) {
    fill.cards = tiles ? dealt : sorted(dealt);
    fill.front = []; // places in fill.cards, not the cards: two tiles may be alike
    if (!tiles) learnJoker(model, fill, ui);
  }
  const small = fill.front.map((i) => fill.cards[i]);
  const big = fill.cards.filter((_, i) => !fill.front.includes(i));
  const whole = small.length === count;
  // Of two pairs of tiles the lower is the low hand, wherever it was put.
  const turned = tiles && whole && big.length === 2 && tilePair(...small).strength > tilePair(...big).strength;
  const [ahead, behind] = turned ? [bigName, smallName] : [smallName, bigName];
  const state = { tiles, count, name: smallName, small, big, whole, warning: whole ? foul(small, big, tiles, fill.joker) : "" };
  const way = ask.choices.some((one) => one.move === "house_way");
  const toggle = (i) => {
    if (fill.front.includes(i)) fill.front = fill.front.filter((one) => one !== i);
    else fill.front = [...fill.front, i].slice(-count);
    fill.way = null;
    ui.render();
  };
  return h("div", { class: tiles ? "setting tiles" : "setting" },
    h("div", { class: "set-areas" },
      area("front", ahead, fill.front, state, fill, toggle, ui),
      area("back", behind, fill.cards.map((_, i) => i).filter((i) => !fill.front.includes(i)), state, fill, toggle, ui),
    ),
    h("p", { class: ["set-words", state.warning && "lose", fill.way && "way"].filter(Boolean).join(" "), role: "status", title: fill.way && `${fill.way.row} ${fill.way.cite}` },
      state.warning || fill.way?.row || words(state)),
    h("div", { class: "row choice-buttons" },
      h("button", {
        class: "primary", "data-move": "set", disabled: !whole || ui.busy,
        onclick: () => ui.answer(ask, `set ${small.join(" ")}`),
      }, state.warning && !tiles ? "Set it anyway" : "Set hand"),
      !fill.way && asAdvised(ask, ui, "set", (some) => { // a touch of any piece ends the look at the house way
        fill.front = placesOf(fill.cards, some);
        fill.way = null;
      }),
      way && houseWay(model, ask, ui, fill),
    ),
  );
}

/** First a look at how the chart sets the hand and by which row, then the word that it shall. */
function houseWay(model, ask, ui, fill) {
  if (fill.way) {
    return h("button", { class: "primary", "data-move": "house_way", disabled: ui.busy, onclick: () => ui.answer(ask, "house_way") }, "Take the house way", coachMark(ask, ui.coach, "house_way"));
  }
  return h("button", {
    "data-do": "preview-way", disabled: ui.busy || fill.asking, title: "See how the house sets it by its filed chart",
    onclick: async () => {
      fill.asking = true;
      ui.render();
      // The chart needs no coach: where that is slow the house way can be taken before it is seen.
      const told = ui.coach.need(model, ask);
      const show = (advice) => {
        fill.asking = false;
        const way = advice?.settings?.house_way;
        fill.way = { row: advice?.row ? `House way: ${advice.row}.` : "The house sets it by its chart.", cite: advice?.cite ?? "" };
        if (way) fill.front = placesOf(fill.cards, pieces(way.front));
        ui.render();
      };
      const soon = await Promise.race([told, new Promise((resolve) => { setTimeout(resolve, PATIENCE); })]);
      show(soon);
      if (!soon) told.then((advice) => advice && fill.way && show(advice));
    },
  }, "House way", coachMark(ask, ui.coach, "house_way"));
}

/** Where some of the pieces lie; two tiles may be alike. */
function placesOf(all, some) {
  const found = [];
  for (const one of some) found.push(all.findIndex((card, i) => card === one && !found.includes(i)));
  return found;
}

async function learnJoker(model, fill, ui) {
  const sheet = await filing(model.table.filing).catch(() => null);
  const rule = sheet?.game?.joker;
  const widened = rule?.flush_option && model.table.options?.[rule.flush_option] === true;
  fill.joker = widened ? "ace-straight-flush" : rule?.use;
  ui.render();
}

function foul(small, big, tiles, joker) {
  if (tiles || big.length !== 5) return "";
  const ahead = front(small);
  const behind = five(big, joker);
  if (compare(ahead, behind) <= 0) return "";
  return `Foul: ${ahead.name} in front outranks ${behind.name} behind. A foul hand loses.`;
}

function words({ tiles, count, name, small, big, whole }) {
  const more = count - small.length;
  if (!whole) return `Choose ${more} more ${tiles ? "tile" : "card"}${more === 1 ? "" : "s"} for the ${name.replace(/:.*/, "").toLowerCase()}.`;
  if (small.length !== 2 || big.length !== (tiles ? 2 : 5)) return "Ready.";
  if (!tiles) return `Front: ${front(small).name}. Back: ${five(big).name}.`;
  const [one, other] = [tilePair(...small), tilePair(...big)];
  const [low, high] = one.strength <= other.strength ? [one, other] : [other, one];
  return `Low: ${low.name}. High: ${high.name}.`;
}

function area(name, title, places, state, fill, toggle, ui) {
  return h("div", {
    class: `set-area ${name}`, "data-key": name, role: "group", "aria-label": title,
    ondragover: (event) => event.preventDefault(),
    ondrop: (event) => {
      event.preventDefault();
      drop(fill, Number(event.dataTransfer.getData("text/plain")), name, state.count);
      ui.render();
    },
  },
    h("span", { class: "set-title small" }, title),
    h("div", { class: "set-pieces" }, places.map((i) => h("button", {
      class: "piece", type: "button", "data-key": `piece-${i}`, "data-piece": fill.cards[i], draggable: "true",
      "aria-label": `${pieceName(fill.cards[i])}, ${name === "front" ? "in the small hand" : "in the big hand"}`,
      "aria-pressed": String(name === "front"),
      onclick: () => toggle(i),
      ondragstart: (event) => event.dataTransfer.setData("text/plain", String(i)),
    }, h(state.tiles ? "hw-tile" : "hw-card", { card: fill.cards[i], small: true, label: "" })))),
  );
}

function drop(fill, i, where, count) {
  if (Number.isNaN(i) || i < 0 || i >= fill.cards.length) return;
  const rest = fill.front.filter((one) => one !== i);
  fill.front = where === "back" ? rest : [...rest, i].slice(-count);
}
