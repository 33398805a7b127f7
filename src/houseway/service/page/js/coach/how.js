// How a game goes: what a player sees and does, in a few lines and a picture.

import { h } from "../parts/dom.js";
import { picture } from "./picture.js";

export function howItGoes(table) {
  return h("div", { class: "how" },
    picture(table.hints, table.felt?.spots ?? []),
    h("ol", { class: "primer" }, table.hints.how.map((line) => h("li", {}, line))),
  );
}
