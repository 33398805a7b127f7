// Cards by tapping: a field that shows what lies there, and a picker with every card of the deck.

import { fit, h } from "../parts/dom.js";
import { dialog } from "../parts/dialog.js";
import { RANKS, SUIT_NAMES, TILE_NAMES, pieceName, pieces } from "../pieces/suits.js";

const SUITS = ["s", "h", "d", "c"];

/**
 * A field for cards. `most` bounds how many fit; `used` counts each card elsewhere in the round,
 * `copies` how often a card may occur.
 */
export function cardField({ id, label, value, most, tiles, joker, without = [], used, copies, onchange, marks = {}, wrong = null }) {
  const list = pieces(value);
  return h("div", { class: "card-field", "data-key": id, "data-field": id },
    h("label", { for: id }, label),
    h("div", { class: "card-line" },
      h("div", { class: "card-shown" },
        list.map((piece) => h(tiles ? "hw-tile" : "hw-card", { card: valid(piece, tiles) ? piece : undefined, small: true })),
        !list.length && h("span", { class: "empty-card", "aria-hidden": "true" })),
      h("button", {
        type: "button", class: "small", "data-pick": id, "aria-label": `Pick ${label}`,
        onclick: () => openPicker({ label, value, most, tiles, joker, without, used, copies, onchange }),
      }, "Pick"),
    ),
    h("input", {
      id, class: "notation", value, placeholder: tiles ? "66 11 42 21" : "Ah Kh Qh", ...marks, autocomplete: "off",
      autocapitalize: "off", spellcheck: "false", oninput: (event) => onchange(event.target.value),
    }),
    wrong,
  );
}

function valid(piece, tiles) {
  if (piece === "??") return true;
  return tiles ? piece in TILE_NAMES : piece === "Jk" || (RANKS.includes(piece[0]) && piece[1] in SUIT_NAMES);
}

/** `ondone` is called when the picker closes. */
export function openPicker({ label, value, most, tiles, joker, without, used, copies, onchange, ondone }) {
  let list = pieces(value);
  const box = h("div", { class: "picker stack" });
  const change = (next) => {
    list = next;
    onchange(list.join(" "));
    draw();
  };
  const full = () => most && list.length >= most;
  const gone = (piece) => piece !== "??" && (used.get(piece) ?? 0) + list.filter((one) => one === piece).length >= copiesOf(piece);
  const copiesOf = (piece) => (tiles ? ([..."66 11 44 31 55 33 22 65 64 61 51".split(" ")].includes(piece) ? 2 : 1) : copies);
  const key = (piece) => h("button", {
    type: "button", class: "key", "data-piece": piece, "aria-label": pieceName(piece), disabled: full() || gone(piece),
    onclick: () => change([...list, piece]),
  }, h(tiles ? "hw-tile" : "hw-card", { card: piece, small: true, label: "" }));
  const draw = () => fit(box,
    h("div", { class: "picker-shown", role: "group", "aria-label": "Chosen" },
      list.map((piece, i) => h("button", {
        type: "button", class: "piece", "data-key": `${i}-${piece}`, "aria-label": `Take away ${pieceName(piece)}`,
        onclick: () => change(list.filter((_, place) => place !== i)),
      }, h(tiles ? "hw-tile" : "hw-card", { card: piece, small: true, label: "" }))),
      !list.length && h("span", { class: "soft" }, `Tap ${most ? `up to ${most}` : "the"} ${tiles ? "tiles" : "cards"} in the order dealt.`)),
    tiles
      ? h("div", { class: "keys tiles" }, Object.keys(TILE_NAMES).sort((a, b) => order(a) - order(b)).map(key))
      : h("div", { class: "keys" }, SUITS.map((suit) => h("div", { class: "key-row", role: "group", "aria-label": SUIT_NAMES[suit] }, RANKS.filter((rank) => !without.includes(rank)).map((rank) => key(rank + suit)))), joker && h("div", { class: "key-row" }, key("Jk"))),
    h("div", {}, h("button", { type: "button", class: "small", "data-piece": "??", disabled: full(), onclick: () => change([...list, "??"]) }, "A card nobody can name")),
    h("div", { class: "row" },
      h("button", { type: "button", disabled: !list.length, onclick: () => change(list.slice(0, -1)) }, "Undo"),
      h("button", { type: "button", disabled: !list.length, onclick: () => change([]) }, "Clear"),
      h("span", { class: "grow" }),
      h("button", { type: "button", class: "primary", "data-do": "picked", onclick: () => opened.close() }, "Done"),
    ),
  );
  draw();
  const opened = dialog(label, box, { onclose: ondone });
  opened.box.classList.add("picker-dialog");
}

const ORDER = ["66", "11", "44", "31", "55", "33", "22", "65", "64", "61", "51", "63", "54", "62", "53", "52", "43", "41", "32", "42", "21"];
const order = (tile) => ORDER.indexOf(tile);
