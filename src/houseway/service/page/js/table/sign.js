// The sign a table must post: limits, collection, pay tables, notices.

import { h } from "../parts/dom.js";
import { cents, money } from "../parts/money.js";
import { call } from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { payTables } from "./rules.js";

/** The sign of a table, fetched for its schedule and limits. */
export async function signOf(table) {
  if (!table.schedule?.length) return h("p", { class: "soft" }, "No collection is taken at this table, so no sign with fees is posted.");
  const query = new URLSearchParams({ schedule: table.schedule.join(",") });
  if (table.limits) query.set("limits", table.limits);
  const sign = await call(`/api/filings/${table.filing}/sign?${query}`);
  return signElement(sign);
}

function span({ min, max }) {
  return max ? `${money(cents(min))} to ${money(cents(max))}` : `from ${money(cents(min))}`;
}

function signElement(sign) {
  return h("div", { class: "sign stack" },
    h("div", { class: "sign-head" }, h("h3", {}, sign.game), h("p", { class: "soft" }, [sign.house, sign.approval].filter(Boolean).join(" · "))),
    sign.limits && h("p", {}, h("strong", {}, `${sign.limits_are ?? "Table limits"}: `), span(sign.limits)),
    Object.entries(sign.bonus_limits ?? {}).map(([name, limits]) => h("p", {}, `${name}: ${span(limits)}`)),
    sign.collection && h("section", {},
      h("h3", {}, "Collection"),
      h("p", { class: "small" }, sign.collection.basis),
      h("table", {},
        h("thead", {}, h("tr", {}, ["Option", "From", "For", "Fee"].map((name, i) => h("th", { scope: "col", class: i === 3 ? "amount" : "" }, name)))),
        h("tbody", {}, (sign.collection.fees ?? []).map((fee) => h("tr", {},
          h("td", {}, fee.option), h("td", {}, fee.from), h("td", {}, fee.for), h("td", { class: "amount" }, money(cents(fee.fee))))))),
    ),
    payTables((sign.pay_tables ?? []).map((one) => ({ ...one, rows: one.rows.map((row) => ({ ...row, label: row.hand })) }))),
    texts("On the felt", sign.felt), texts("Also posted", sign.posted), texts("Notices", sign.notices),
  );
}

function texts(title, list) {
  if (!list?.length) return null;
  return h("section", {}, h("h3", {}, title), h("ul", {}, list.map((one) => h("li", { class: "small" }, capital(one.text), one.cite && h("span", { class: "cite" }, ` ${one.cite}`)))));
}
