// A table as somebody types it, and as the service takes it: players, wagers, schedules, sessions.

import { usd } from "./found.js";

export const blank = () => ({
  kind: "simulate", filing: "", bank: "1000", schedule: [], seats: "", players: "usual", groups: [{ count: "5", wagers: {} }], play: "", pace: "40",
  bankroll: "", goal: "", hours: "8", least: "", rounds: "1000000", seed: "1", limits: "", bankrolls: "", clauses: "", wager: "25", decks: "", options: {},
});

/** Somebody mistyped: said as a refusal of the service is. */
function mistyped(where, message) {
  return Object.assign(new Error(message), { where });
}

/** Numbers with commas between them. */
function numbers(text, where) {
  return text.split(",").map((part) => part.replace(/[$\s]/g, "")).filter(Boolean).map((part) => {
    if (!/^\d+(\.\d+)?$/.test(part)) throw mistyped(where, `${part} is no number`);
    return Number(part);
  });
}

function number(text, where) {
  const [found] = numbers(String(text).replaceAll(",", ""), where);
  return found;
}

/** "25", "10, 25", "25 x3, 100", "5 at 25%": as a table file has it; nothing typed is no wager. */
export function amounts(text, where) {
  const [, listed, share] = /^(.*?)(?:\s*at\s*([\d.]+)\s*%)?$/.exec(text.trim());
  const parts = listed.split(",").map((part) => part.trim()).filter(Boolean).map((part) => {
    const found = /^\$?(\d+(?:\.\d+)?)(?:\s*x\s*(\d+))?$/.exec(part);
    if (!found) throw mistyped(where, `${part} is no amount; write 25, or 25 x3 for more often`);
    return [found[1], Number(found[2] ?? 1)];
  });
  if (!parts.length) return undefined;
  const even = parts.every(([, weight]) => weight === 1);
  let made = even ? parts.map(([amount]) => Number(amount)) : Object.fromEntries(parts);
  if (even && made.length === 1) [made] = made;
  return share === undefined ? made : { chance: Number(share) / 100, of: made };
}

/** The same as somebody would type it. */
export function typedAmounts(made) {
  if (made && typeof made === "object" && !Array.isArray(made)) {
    if ("chance" in made) return `${typedAmounts(made.of)} at ${Math.round(made.chance * 1e6) / 1e4}%`;
    return Object.entries(made).map(([amount, weight]) => (weight === 1 ? amount : `${amount} x${weight}`)).join(", ");
  }
  return [made].flat().join(", ");
}

/** "bank $1 to $7", from brackets such as "1-34: 1". */
function fees(whose, brackets) {
  const paid = (brackets ?? []).map((one) => Number(one.split(": ")[1])).filter((one) => one > 0);
  const [least, most] = [Math.min(...paid), Math.max(...paid)].map((one) => usd(one, one % 1 ? 2 : 0));
  return paid.length ? `${whose} ${least === most ? least : `${least} to ${most}`}` : "";
}

/** All collection options of a rule sheet, as they are asked for. */
export function scheduleNames(sheet) {
  return (sheet.schedule_sets ?? []).flatMap((set, place) => set.group.filter((group) => group.kind === "california").flatMap((group) => group.option.map((option) => ({
    name: place ? `${set.name}/${option.number}` : String(option.number),
    words: `${place ? `${set.title || set.name} ` : ""}${option.number}: ${[fees("bank", option.bank), fees("players", option.player)].filter(Boolean).join(", ") || "no fee"}`,
  }))));
}

/** What is asked of the service; throws where something cannot be read. */
export function asTable(form, sheet) {
  if (form.kind === "league") return { kind: "league", play: form.play, wager: number(form.wager, "Wager") ?? 25, ...seats(form) };
  const wish = {
    kind: form.kind, filing: form.filing, play: form.play, schedule: form.schedule, bank: numbers(form.bank.replace(/(\d),(\d{3})(?!\d)/g, "$1$2"), "Bank"),
    rounds: number(form.rounds, "Rounds") ?? 1000000, seed: number(form.seed, "Seed") ?? 1,
    table: tableOf(form, sheet),
  };
  if (form.players === "usual") Object.assign(wish, seats(form));
  if (form.kind === "bank") Object.assign(wish, { bankroll: numbers(form.bankrolls, "Bankrolls"), clauses: form.clauses });
  return wish;
}

const seats = (form) => (form.seats.trim() ? { seats: number(form.seats, "Seats") } : {});

function tableOf(form, sheet) {
  const table = { hands_an_hour: number(form.pace, "Hands an hour") ?? 40 };
  const money = { bankroll: "bankroll", goal: "goal", least: "least_bank" };
  for (const [key, name] of Object.entries(money)) if (form[key].trim()) table[name] = number(form[key], name);
  if (form.hours.trim()) table.hours = number(form.hours, "Hours");
  if (form.limits.trim()) table.limits = form.limits.trim();
  if (form.decks) table.decks = Number(form.decks);
  const options = Object.entries(form.options).filter(([, value]) => value !== "");
  if (options.length) table.options = Object.fromEntries(options.map(([name, value]) => [name, { true: true, false: false }[value] ?? (/^\d+$/.test(value) ? Number(value) : value)]));
  if (form.players === "own") {
    table.player = [];
    for (const [i, group] of form.groups.entries()) {
      const wagers = Object.fromEntries(sheet.spot.map((spot) => [spot.name, amounts(group.wagers[spot.name] ?? "", spot.label)]).filter(([, made]) => made !== undefined));
      if (!Object.keys(wagers).length) throw mistyped(`Players of kind ${i + 1}`, "say what they wager");
      // The bank has the first seat.
      for (let k = 0; k < (number(group.count, "Players of this kind") ?? 1); k += 1) table.player.push({ seat: table.player.length + 2, wagers });
    }
  }
  return table;
}

/** The form that would ask for this again. */
export function described(wish) {
  const table = wish.table ?? {};
  const said = (value) => (value === undefined || value === null ? "" : [value].flat().join(", "));
  const groups = [];
  for (const player of table.player ?? []) {
    const wagers = Object.fromEntries(Object.entries(player.wagers ?? {}).map(([spot, made]) => [spot, typedAmounts(made)]));
    const same = groups.find((one) => JSON.stringify(one.wagers) === JSON.stringify(wagers));
    if (same) same.count = String(Number(same.count) + 1);
    else groups.push({ count: "1", wagers });
  }
  return {
    ...blank(), kind: wish.kind, filing: wish.filing, bank: said(wish.bank), schedule: wish.schedule ?? [], seats: said(wish.seats), play: wish.play,
    players: groups.length ? "own" : "usual", ...(groups.length ? { groups } : {}), pace: said(table.hands_an_hour ?? 40),
    bankroll: said(table.bankroll), goal: said(table.goal), hours: said(table.hours), least: said(table.least_bank), limits: table.limits ?? "",
    rounds: said(wish.rounds), seed: said(wish.seed), bankrolls: said(wish.bankroll), clauses: wish.clauses, wager: said(wish.wager), decks: said(table.decks),
    options: Object.fromEntries(Object.entries(table.options ?? {}).map(([name, value]) => [name, String(value)])),
  };
}
