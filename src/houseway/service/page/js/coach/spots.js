// What each bet is worth: edge, hit rate and pay table, on the felt when a spot is touched.

import { h } from "../parts/dom.js";
import { money } from "../parts/money.js";
import { spotLabel } from "../table/names.js";

const percent = (share) => `${(share * 100).toFixed(share < 0.1 ? 2 : 1)}%`;

/** Edge and hit rate in words; a spot counted with another says so. */
export function spotWords(coach, name) {
  const found = coach.spots?.spots?.[name];
  if (!coach.spots) return "";
  if (found?.edge === undefined || found.edge === null) return coach.spots.counted ? "Counted with the other wagers of its hand." : "The odds of this table's rules are not kept.";
  const side = found.edge >= 0 ? `The bank's edge is ${percent(found.edge)}` : `The edge is yours, ${percent(-found.edge)}`;
  return `${side}; it wins ${percent(found.hit)} of the time.`;
}

function payTable(table) {
  return h("table", { class: "spot-pays" },
    table.title && h("caption", {}, table.title),
    h("tbody", {}, table.rows.map((row) => h("tr", {},
      h("th", { scope: "row" }, row.hand),
      h("td", { class: "amount" }, row.pays ?? (row.prize ? money(row.prize) : "push"))))));
}

/** A card on the felt for the spot under the finger; it lies above everything and takes no clicks. */
export function spotCard(model, coach) {
  if (!coach.touched || model.now.phase !== "wagers") return null;
  const found = coach.spots?.spots?.[coach.touched];
  return h("aside", { class: "spot-card", "data-spot-card": coach.touched, "aria-live": "polite" },
    h("strong", {}, spotLabel(model, coach.touched)),
    h("p", {}, spotWords(coach, coach.touched)),
    (found?.pays ?? []).map(payTable),
  );
}

/** All of them, for the drawer. */
export function allSpots(model, coach) {
  const spots = model.table.felt?.spots ?? [];
  if (!spots.length) return null;
  return h("section", { "aria-labelledby": "spots-title", "data-key": "spots" },
    h("h3", { id: "spots-title" }, "The bets"),
    h("dl", { class: "spot-list" }, spots.map(({ name }) => [h("dt", {}, spotLabel(model, name)), h("dd", {}, spotWords(coach, name))])),
  );
}
