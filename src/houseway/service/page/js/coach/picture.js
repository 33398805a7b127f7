// A picture of a game before it is played: who sits where, what lies where. Drawn from the hints.

import { s } from "../parts/dom.js";
import { plainName } from "../table/names.js";

const [WIDTH, HEIGHT] = [320, 190];
const CARD = { width: 22, height: 31, gap: 4 };

/** A few cards in a row about a middle; face down, or up as blank faces. */
function row(count, x, y, { up = false, tiles = false, step = CARD.width + CARD.gap } = {}) {
  const width = tiles ? 15 : CARD.width;
  const shift = Math.min(step, 150 / Math.max(1, count));
  const start = x - ((count - 1) * shift + width) / 2;
  return Array.from({ length: count }, (_, i) => s("rect", {
    x: start + i * shift, y, width, height: CARD.height, rx: 3, class: up ? "picture-up" : "picture-down",
  }));
}

const words = (text, x, y, kind = "picture-words") => s("text", { x, y, class: kind, "text-anchor": "middle" }, text);

/** The felt of a game: the bank or a board above, the others, the own place with its spots below. */
export function picture(hints, spots) {
  const { tiles, shared, rows, sets } = hints;
  const [held, up, common] = hints.pictured ?? [hints.seat_cards ?? 2, 0, 0];
  const board = hints.board || common;
  const banked = spots.length > 0;
  const parts = [s("path", { d: "M8 18Q160 -6 312 18V120Q300 182 160 186Q20 182 8 120Z", class: "picture-felt" })];
  if (shared.length) {
    shared.forEach((one, i) => parts.push(row(Math.min(2, one.most), 110 + i * 100, 30, { up: true }), words(one.label, 110 + i * 100, 78)));
  } else if (board) {
    parts.push(row(board, banked ? 190 : 160, banked ? 30 : 52, { up: true }), words("Board", banked ? 190 : 160, banked ? 76 : 98));
  }
  // A bank that draws begins as the seats do, one card of it seen.
  const bank = hints.bank_cards || (banked && !shared.length ? held : 0);
  const at = board ? 70 : 160;
  if (bank) parts.push(row(bank, at, 30, { tiles }), !hints.bank_cards && row(1, at - ((bank - 1) * (CARD.width + CARD.gap)) / 2, 30, { up: true }), words("Bank", at, 76));
  if (!banked && !rows.length) for (const x of [46, 274]) parts.push(row(2, x, 34), words("Others", x, 80));
  parts.push(own(held, up, banked ? spots : [], { tiles, rows, sets }));
  return s("svg", { class: "picture", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": told(hints, spots) }, parts);
}

function own(cards, up, spots, { tiles, rows, sets }) {
  const parts = [];
  if (rows.length) {
    rows.forEach((one, i) => parts.push(row(one.most, 160, 66 + i * 34, { up: true, step: CARD.width + 2 }), words(plainName(one.name), 56, 86 + i * 34)));
    return parts;
  }
  if (sets && cards) {
    const [small, big] = [sets.small, sets.big].map((one) => one.replace(/:.*/, ""));
    parts.push(row(sets.count, 84, 136, { up: true, tiles }), words(small, 84, 131), row(cards - sets.count, 200, 136, { up: true, tiles }), words(big, 200, 131));
  } else if (cards) parts.push(row(cards, 160, 132, { up: true, tiles }), words(up ? `You: ${up} of ${cards} seen by all` : "You", 160, 180));
  spots.slice(0, 5).forEach((spot, i, all) => {
    const step = Math.min(60, 265 / all.length); // five stay on the felt
    const x = 160 + (i - (all.length - 1) / 2) * step;
    const y = cards ? 104 : 140;
    parts.push(s("ellipse", { cx: x, cy: y, rx: step / 2 - 1, ry: 11, class: spot.base ? "picture-spot base" : "picture-spot" }), label(spot.label, x, y));
  });
  return parts;
}

const LONG = 10; // letters that fit into a spot

/** What a spot is called, in two lines where one is too short. */
function label(text, x, y) {
  const name = text.replace(/ (bonus )?(bet|wager)$/i, "");
  const at = name.length > LONG ? name.lastIndexOf(" ", Math.ceil(name.length / 2) + 1) : -1;
  if (at < 0) return words(name, x, y + 3, "picture-label");
  return [words(name.slice(0, at), x, y - 1, "picture-label"), words(name.slice(at + 1), x, y + 7, "picture-label")];
}

/** The picture in words. */
function told(hints, spots) {
  const [held, up, common] = hints.pictured ?? [0, 0, 0];
  const named = spots.map((one) => one.label).join(", ");
  return [
    hints.bank_cards && `The bank has ${hints.bank_cards} ${hints.tiles ? "tiles" : "cards"}.`,
    hints.board && `${hints.board} cards lie on the board.`,
    ...hints.shared.map((one) => `${one.label}: a hand that belongs to nobody.`),
    hints.rows.length && `You fill ${hints.rows.map((one) => `${one.name} with ${one.most}`).join(", ")}.`,
    hints.seat_cards && `You get ${hints.seat_cards} ${hints.tiles ? "tiles" : "cards"}.`,
    held && `You get ${held} cards${up ? `, ${up} of them seen by all` : ""}${common ? `, and ${common} lie on the board` : ""}.`,
    named && `Before you lie the spots ${named}.`,
  ].filter(Boolean).join(" ");
}
