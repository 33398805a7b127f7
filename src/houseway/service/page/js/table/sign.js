// The sign a table must post: limits, collection, pay tables, notices.

import { h } from "../parts/dom.js";
import { cents, money, plain } from "../parts/money.js";
import { call, filing } from "../parts/api.js";
import { capital } from "../parts/dialog.js";
import { payTables } from "./rules.js";

/** The sign of a table, for its schedule and limits; without a schedule, what else is posted. */
export async function signOf(table) {
  if (table.schedule?.length) {
    const query = new URLSearchParams({ schedule: table.schedule.join(","), limits: limitsOf(table) });
    try {
      return signElement(await call(`/api/filings/${table.filing}/sign?${query}`));
    } catch (error) {
      if (error.code === "no-connection") throw error;
    }
  }
  const sheet = await filing(table.filing);
  const postedOn = (where) => sheet.posting.filter((one) => (one.where === "felt") === (where === "felt")).map(cited);
  return signElement({
    game: sheet.title, house: sheet.house, approval: sheet.approval, bonus_limits: {},
    pay_tables: (sheet.pay_table ?? []).map((one) => ({ ...one, rows: one.rows.map((row) => ({ ...row, hand: row.label || row.hand })) })),
    felt: postedOn("felt"), posted: postedOn("sign"), notices: sheet.notice.map(cited),
  });
}

function cited({ text, cite }) {
  return { text, cite: typeof cite === "string" ? cite.split(" | ")[0] : "" };
}

/** Posted limits: those named, else the base wager's, else the bets or blinds of a poker table. */
function limitsOf({ limits, felt, stakes }) {
  if (limits) return limits;
  const base = felt?.spots?.find((spot) => spot.base);
  if (base) return `${plain(cents(base.min))}-${base.max ? plain(cents(base.max)) : "none"}`;
  const pair = cents(stakes?.small_bet) ? [stakes.small_bet, stakes.big_bet] : [stakes?.blinds?.[0], stakes?.blinds?.at(-1)];
  return pair.map((amount) => plain(cents(amount))).join("-");
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
          h("td", {}, fee.option), h("td", {}, fee.from), h("td", {}, [fee.for, fee.due].filter(Boolean).join(", ")), h("td", { class: "amount" }, fee.fee === null ? "none filed" : money(cents(fee.fee))))))),
    ),
    payTables((sign.pay_tables ?? []).map((one) => ({ ...one, rows: one.rows.map((row) => ({ ...row, label: row.hand })) }))),
    texts("On the felt", sign.felt), texts("Also posted", sign.posted), texts("Notices", sign.notices),
  );
}

function texts(title, list) {
  if (!list?.length) return null;
  return h("section", {}, h("h3", {}, title), h("ul", {}, list.map((one) => h("li", { class: "small" }, capital(one.text), one.cite && h("span", { class: "cite" }, ` ${one.cite}`)))));
}
