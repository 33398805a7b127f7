// The settlement sheet: who is owed what, in the order of settlement, under which clause.

import { h } from "../parts/dom.js";
import { cents, money, signed } from "../parts/money.js";
import { capital } from "../parts/dialog.js";
import { pieces, pieceText } from "../pieces/suits.js";
import { OUTCOMES, plainName } from "../table/names.js";
import { tone } from "../table/settlement.js";
import { handSheet } from "./hand.js";
import { rulingBox, who } from "./ruling.js";

export function settlementSheet(answer, sheet, file) {
  const label = (name) => sheet.spot?.find((one) => one.name === name)?.label ?? plainName(name);
  return h("section", { class: "settlement-sheet stack", "aria-labelledby": "sheet-title" },
    h("div", { class: "sheet-head" },
      h("h2", { id: "sheet-title", tabindex: -1 }, "Settlement"),
      h("p", { class: "soft" }, [sheet.title, sheet.house, sheet.approval].filter(Boolean).join(" · ")),
      file?.bank && h("p", {}, `Bank at seat ${file.bank.seat}, ${money(cents(file.bank.wager))}.`, answer.first_action ? ` Settled first: seat ${answer.first_action}.` : ""),
    ),
    rulingBox(answer),
    answer.finishing_stacks ? handSheet(answer) : nets(answer),
    answer.lines?.length > 0 && h("div", { class: "scrolls" }, h("table", { class: "sheet-lines" },
      h("caption", {}, "Every wager, in the order settled"),
      h("thead", {}, h("tr", {},
        ["Bettor", "Wager", "Staked", "Outcome", "Net"].map((name, i) => h("th", { scope: "col", class: [2, 4].includes(i) ? "amount" : "" }, name)))),
      h("tbody", {}, answer.lines.map((line) => lineRows(line, label))),
    )),
    Object.keys(answer.house_way ?? {}).length > 0 && h("p", { class: "small" }, "Set the house way: ",
      Object.entries(answer.house_way).map(([place, cards]) => `${place === "bank" ? "bank" : `seat ${place}`} ${pieces(cards).map(pieceText).join(" ")}`).join("; "), "."),
    answer.fees && fees(answer.fees),
    (answer.warnings ?? []).length > 0 && h("div", {}, h("h3", {}, "For the floor"), h("ul", {}, answer.warnings.map((words) => h("li", { class: "small" }, capital(words))))),
  );
}

function nets(answer) {
  return h("ul", { class: "nets" }, Object.entries(answer.net ?? {}).map(([bettor, net]) => h("li", { "data-bettor": bettor },
    h("span", { class: "small soft" }, who(bettor)),
    h("strong", { class: `figure ${tone(cents(net))}`, "data-net": net }, signed(cents(net))))));
}

function lineRows(line, label) {
  const short = cents(line.uncovered);
  return [
    h("tr", { class: "line-main" },
      h("td", {}, who(line.bettor)),
      h("td", {}, label(line.wager), line.hand > 1 ? ` (hand ${line.hand})` : ""),
      h("td", { class: "amount" }, money(cents(line.staked))),
      h("td", {}, OUTCOMES[line.outcome], line.odds ? ` ${line.odds.replace(":", " to ")}` : ""),
      h("td", { class: `amount ${tone(cents(line.net))}` }, signed(cents(line.net)))),
    h("tr", { class: "line-why" }, h("td", { colspan: 5 },
      capital(line.because), short ? h("span", { class: "short" }, ` ${money(short)} went uncovered.`) : "",
      line.cite && h("span", { class: "cite" }, ` ${line.cite}`))),
  ];
}

function fees(found) {
  const parts = [["bank", found.bank], ...Object.entries(found.seats ?? {})];
  return h("p", {}, h("strong", {}, "Collection: "), parts.map(([bettor, fee]) => `${who(bettor)} ${money(cents(fee))}`).join(", "), ".");
}
