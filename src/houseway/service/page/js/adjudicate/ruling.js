// The ruling: what is done, under whose rule, what goes back, what is open and what must still move.

import { h } from "../parts/dom.js";
import { cents, money, signed } from "../parts/money.js";
import { capital } from "../parts/dialog.js";
import { plainName } from "../table/names.js";

const WORDS = {
  settled: "Settled", void: "Void: nobody wins or loses", "played-on": "Played on, then settled",
  open: "Open: it depends on what nobody can name", floor: "The floor decides", waiting: "The hand is not over",
};
const SOURCES = { filed: "filed", reading: "a reading of the filing", house: "house procedure, not filed" };

export function who(bettor) {
  if (bettor === "bank") return "Bank";
  if (/^p\d+$/.test(bettor)) return `Player ${bettor.slice(1)}`;
  const [seat, name] = String(bettor).split("/");
  return name ? `Seat ${seat}, ${name} behind` : `Seat ${seat}`;
}

/** A line for the bar at the bottom. */
export function rulingLine(answer) {
  const remedy = answer.remedy ? ` · ${answer.remedy.says}` : "";
  return `${WORDS[answer.ruling ?? "settled"]}${remedy}`;
}

const list = (title, items) => items.length > 0 && h("div", {}, h("h3", {}, title), h("ul", {}, items.map((words) => h("li", {}, words))));
const amounts = (table, write) => Object.entries(table ?? {}).map(([bettor, amount]) => `${who(bettor)}: ${write(cents(amount))}`);
const percent = (chance) => `${(Number(chance) * 100).toFixed(1)}%`;

export function rulingBox(answer) {
  const { remedy, silent } = answer;
  const ruling = answer.ruling ?? "settled";
  return h("div", { class: "ruling stack tight", "data-ruling": ruling },
    h("p", { class: "ruling-word" }, h("strong", {}, WORDS[ruling])),
    remedy && h("p", { class: "remedy-words" }, `${capital(remedy.says)}.`,
      h("span", { class: "cite" }, ` ${[remedy.cite, remedy.lines && `text ${remedy.lines}`, SOURCES[remedy.source]].filter(Boolean).join(" · ")}`)),
    silent && silence(silent),
    list("Goes back", [...amounts(answer.returned, money), ...returnedFees(answer.fees_returned)]),
    list("Must still move", amounts(answer.corrections, signed)),
    list("Buttons owed", (answer.buttons ?? []).map((one) => `${who(one.bettor)}: ${one.kind.replaceAll("-", " ")} button (${one.cite})`)),
    list("Open", (answer.open ?? []).map(openWords)),
    list("Another reading would change it", (answer.readings ?? []).map((one) => `${one.reading || plainName(one.option)}, if ${plainName(one.option)} were ${one.value}: ${amounts(one.net, signed).join(", ")}`)));
}

function returnedFees(fees) {
  if (!fees) return [];
  return amounts({ bank: fees.bank, ...fees.seats }, money).map((words) => `${words} collection`);
}

function openWords(one) {
  const chances = Object.entries(one.possible ?? {}).filter(([, chance]) => Number(chance)).map(([outcome, chance]) => `${outcome.replaceAll("_", " ")} ${percent(chance)}`).join(", ");
  const what = one.player ? who(one.player) : `${who(one.bettor)}, ${plainName(one.wager)}`;
  const least = one.player ? money(cents(one.least)) : signed(cents(one.least));
  const most = one.player ? money(cents(one.most)) : signed(cents(one.most));
  return `${what}: ${least} to ${most}${chances ? ` (${chances})` : ""}${one.decides ? `; ${one.decides} decides` : ""}`;
}

function silence(silent) {
  return h("div", { class: "stack tight" },
    h("p", {}, `${silent.why ? `What the filing says does not fit: ${silent.why}` : "The filing says nothing about it"} (${silent.about.replaceAll("-", " ")}).`),
    silent.nearest && h("p", { class: "small" }, `Nearest: ${silent.nearest}`, h("span", { class: "cite" }, ` ${silent.nearest_cite ?? ""}`)),
    list("Elsewhere", (silent.elsewhere ?? []).map((one) => `${one.filing}: ${one.says} (${one.cite})`)),
    list("House procedures, not filed", (silent.house ?? []).map((one) => `${one.procedures}: ${one.says}`)));
}
