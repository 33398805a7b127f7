// A hand of poker told act by act, and one of Chinese poker row by row. The service says whose
// turn it is and for how much: nothing of the betting is worked out here.

import { h } from "../parts/dom.js";
import { cents, money, typed } from "../parts/money.js";
import { pieces, pieceText } from "../pieces/suits.js";
import { cardField, openPicker } from "./picker.js";
import { errorsPanel, errorsWritten } from "./amiss.js";

export const emptyHand = (sheet) => ({ filing: sheet.id, hand: structuredClone(sheet.hand), errors: [], paid: [], procedures: "" });

/** The hand as its file. */
export function handFile(round) {
  const file = { ...round.hand };
  const errors = errorsWritten(round.errors);
  for (const one of errors) {
    if (/^p\d+$/.test(one.place ?? "")) {
      one.player = one.place;
      delete one.place;
    }
    if (one.cards) one.cards = pieces(one.cards).join("");
  }
  if (errors.length) file._errors = errors;
  if (round.procedures) file._procedures = round.procedures;
  if (round.paid.some((one) => String(one).trim())) file._paid = file.starting_stacks.map((_, i) => number(round.paid[i]));
  return file;
}

const number = (text) => {
  const amount = typed(text ?? "");
  return amount === null ? (String(text ?? "").trim() ? String(text) : 0) : amount / 100;
};

export function handForm(view) {
  const { hand } = view.round;
  const players = hand.starting_stacks.length;
  const places = [...Array.from({ length: players }, (_, i) => [`p${i + 1}`, `Player ${i + 1}`]), ...(hand.player ? [] : [["board", "The board"]]), ["deck", "The deck"]];
  const card = (id, label, value, set) => cards(view, id, label, value, set);
  const when = hand.actions && hand.actions.map((act, i) => [String(i), `after ${words(act)}`]);
  return [
    head(view, players), hand.player ? rows(view) : acts(view),
    errorsPanel(view, { places, when: when ?? undefined, whenKey: when ? "after" : "noticed", card, fresh: () => (when ? { after: String(hand.actions.length - 1) } : { noticed: "" }) }),
    pushed(view, players),
  ];
}

function cards(view, id, label, value, set, most) {
  const { deck } = view.sheet;
  return cardField({
    id, label, value, most, joker: /joker/.test(deck.kind), without: deck.without ?? [], used: new Map(), copies: 1,
    marks: view.marks(id), wrong: view.wrong(id), onchange: (given) => view.edit(() => set(given)),
  });
}

function head(view, players) {
  const { hand } = view.round;
  const resize = (count) => view.edit(() => {
    const fit = (list, more) => Array.from({ length: count }, (_, i) => list[i] ?? more(list));
    hand.starting_stacks = fit(hand.starting_stacks, (list) => list[0]);
    if (hand.antes) hand.antes = fit(hand.antes, (list) => list[0]);
    if (hand.blinds_or_straddles) hand.blinds_or_straddles = fit(hand.blinds_or_straddles, () => 0);
    if (hand.player) hand.player = fit(hand.player, () => ({ top: "", middle: "", bottom: "" }));
    else hand.actions = [];
    view.round.errors = [];
    view.round.paid = [];
  });
  const keys = ["starting_stacks", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet", "point_value", "button"].filter((key) => hand[key] !== undefined);
  const read = (text) => text.trim().split(/[\s,]+/).map(number);
  return h("section", { class: "panel", "aria-labelledby": "players-title" },
    h("h2", { id: "players-title" }, "Players"),
    h("div", { class: "row" },
      h("button", { type: "button", class: "small", "aria-label": "One player fewer", disabled: players <= 2, onclick: () => resize(players - 1) }, "−"),
      h("strong", {}, `${players} players`),
      h("button", { type: "button", class: "small", "aria-label": "One player more", disabled: players >= view.sheet.table.seats, onclick: () => resize(players + 1) }, "+")),
    !hand.player && h("p", { class: "soft small" }, "Player 1 sits behind the button, or is dealt to first."),
    h("details", {}, h("summary", {}, "Stacks and stakes"),
      h("div", { class: "form-grid" }, keys.map((key) => h("div", { class: "field" },
        h("label", { for: `hand-${key}` }, key.replace("blinds_or_straddles", "blinds").replaceAll("_", " ")),
        h("input", { id: `hand-${key}`, autocomplete: "off", value: [hand[key]].flat().join(" "), ...view.marks(`hand-${key}`), onchange: (event) => view.edit(() => (hand[key] = Array.isArray(hand[key]) ? read(event.target.value) : read(event.target.value)[0])) }),
        view.wrong(`hand-${key}`))))));
}

// Poker: the acts so far, and the next one.

/** "p3 cbr 6" as "Player 3 bets or raises to $6". */
function words(act) {
  const [actor, verb, ...rest] = act.split(" ");
  const shown = (text) => pieces(text).map(pieceText).join(" ");
  if (actor === "d") return verb === "db" ? `the board: ${shown(rest[0])}` : `Player ${rest[0].slice(1)}'s cards: ${shown(rest[1])}`;
  const did = { f: "folds", cc: "checks or calls", cbr: `bets or raises to ${money(cents(rest[0]))}`, pb: "brings it in", ex: "turns a card up", sd: rest[0] ? `discards ${shown(rest[0])}` : "stands pat", sm: rest[0] ? "shows" : "gives the hand up" };
  return `Player ${actor.slice(1)} ${did[verb]}`;
}

function acts(view) {
  const { hand } = view.round;
  const change = (i) => {
    const [act, held] = /^(d (?:db|dh p\d+)) (.*)$/.exec(hand.actions[i]).slice(1);
    pick(view, words(hand.actions[i]).split(":")[0], pieces(held).filter((one) => one !== "??"), pieces(held).length, (list) => (hand.actions[i] = `${act} ${list}`));
  };
  return h("section", { class: "panel", "aria-labelledby": "acts-title" },
    h("h2", { id: "acts-title" }, "The hand so far"),
    h("ol", { class: "acts" }, hand.actions.map((act, i) => h("li", { "data-key": `act-${i}` },
      act.startsWith("d ") ? h("button", { type: "button", class: "plain small", "data-act": i, onclick: () => change(i) }, words(act)) : words(act)))),
    h("div", { class: "next-act", "aria-live": "polite" }, next(view)),
    h("div", {}, h("button", { type: "button", class: "small", disabled: !hand.actions.some((act) => !act.startsWith("d dh")), onclick: () => view.edit(() => hand.actions.pop()) }, "Take the last one back")));
}

/** Cards by the picker; what is not picked of them is unknown. */
function pick(view, label, held, most, set) {
  const { deck } = view.sheet;
  const used = new Map(view.round.hand.actions.filter((act) => act.startsWith("d ")).flatMap((act) => pieces(act.split(" ").at(-1))).filter((one) => !held.includes(one)).map((one) => [one, 1]));
  let chosen = held.join(" ");
  openPicker({
    label, value: chosen, most, joker: /joker/.test(deck.kind), without: deck.without ?? [], used, copies: 1,
    onchange: (given) => (chosen = given),
    ondone: () => view.edit(() => set([...pieces(chosen), ...Array(Math.max(0, most - pieces(chosen).length)).fill("??")].join(""))),
  });
}

function next(view) {
  const { waiting, round: { hand } } = view;
  if (!waiting) return null;
  const add = (act) => view.edit(() => hand.actions.push(act));
  const name = waiting.for === "board" ? "The board" : `Player ${waiting.for.slice(1)}`;
  const act = (move, label, more = {}) => h("button", { type: "button", "data-act-add": move, onclick: () => add(`${waiting.for} ${move}`), ...more }, label);
  if (waiting.cards) {
    const deal = waiting.for === "board" ? "d db" : `d dh ${waiting.for}`;
    return [h("p", {}, `${name}: ${waiting.cards} ${waiting.cards === 1 ? "card" : "cards"} to come`), h("div", { class: "row" },
      h("button", { type: "button", class: "primary", "data-do": "deal", onclick: () => pick(view, name, [], waiting.cards, (list) => hand.actions.push(`${deal} ${list}`)) }, "Pick the cards"),
      h("button", { type: "button", onclick: () => add(`${deal} ${"??".repeat(waiting.cards)}`) }, "Nobody knows"))];
  }
  if (waiting.kind === "show") return [h("p", {}, `${name} to show`), h("div", { class: "row" }, act("sm -", "Shows"), act("sm", "Gives the hand up"))];
  if (waiting.hand) return [h("p", {}, `${name} to discard`), h("div", { class: "row" },
    waiting.kind === "draw" && act("sd", "Stands pat"),
    h("button", { type: "button", onclick: () => pick(view, `${name} discards`, [], waiting.hand.length, (list) => hand.actions.push(`${waiting.for} sd ${list.replace(/(\?\?)+$/, "")}`)) }, "Pick what goes"))];
  const call = cents(waiting.to_call);
  const least = waiting.least && cents(waiting.least);
  const chosen = typed(view.amount ?? "") ?? least;
  const fixed = waiting.least === waiting.most;
  return [h("p", {}, `${name} to act`), h("div", { class: "row" },
    act("f", "Folds"), waiting.kind === "bring-in" ? act("pb", "Brings it in") : act("cc", call ? `Calls ${money(call)}` : "Checks"),
    least > 0 && !fixed && [h("label", { class: "sr-only", for: "act-amount" }, "Amount"), h("input", { id: "act-amount", class: "short", inputmode: "decimal", placeholder: "$", value: view.amount ?? "", oninput: (event) => { view.amount = event.target.value; view.render(); } })],
    least > 0 && act(`cbr ${chosen / 100}`, `${call ? "Raises" : "Bets"} to ${money(chosen)}`))];
}

function pushed(view, players) {
  const { round } = view;
  return h("details", { class: "panel", open: round.paid.length > 0 },
    h("summary", {}, round.hand.player ? "Already paid" : "Already pushed out of the pot"),
    h("div", { class: "form-grid" }, Array.from({ length: players }, (_, i) => h("div", { class: "field" },
      h("label", { for: `pushed-${i}` }, `Player ${i + 1}, $`),
      h("input", { id: `pushed-${i}`, inputmode: "decimal", autocomplete: "off", value: round.paid[i] ?? "", oninput: (event) => view.edit(() => (round.paid[i] = event.target.value)) })))));
}

// Chinese poker: the rows as set.

function rows(view) {
  return view.round.hand.player.map((one, i) => h("section", { class: "panel", "data-key": `rows-${i}`, "aria-labelledby": `rows-${i}-title` },
    h("h2", { id: `rows-${i}-title` }, `Player ${i + 1}`),
    h("div", { class: "form-grid" }, view.sheet.hints.rows.map(({ name, most }) => cards(view, `player-${i}-${name}`, `${name[0].toUpperCase()}${name.slice(1)}`, one[name], (value) => (one[name] = pieces(value).join("")), most)))));
}

/** What a hand came to. */
export function handSheet(answer) {
  return [
    answer.finishing_stacks?.some((one) => one !== null) && h("ul", { class: "nets" }, answer.finishing_stacks.map((stack, i) => h("li", { "data-player": i + 1 },
      h("span", { class: "small soft" }, `Player ${i + 1}`), h("strong", { class: "figure", "data-stack": stack ?? "" }, stack === null ? "open" : money(cents(stack)))))),
    answer.winners?.map((one, _, all) => h("p", { "data-won": one }, wonWords(one, all))),
    answer.points?.map((pair) => h("p", { "data-points": pair }, pointWords(pair))),
  ];
}

/** A share of the pot, written "p1 high 121", in words. Only a pot that is split has halves worth naming. */
function wonWords(one, all) {
  const [, player, half, amount] = /^p(\d+) (\S+) ([\d.]+)$/.exec(one) ?? [];
  if (!amount) return one.replace(/^p/, "Player ");
  const split = new Set(all.map((each) => each.split(" ")[1])).size > 1;
  return `Player ${player} wins ${money(cents(amount))}${split ? ` for the ${half}` : ""}.`;
}

/** Points between two players, written "p2 p3 7", in words. */
function pointWords(pair) {
  const [, first, second, points] = /^p(\d+) p(\d+) ([+-]?\d+)$/.exec(pair) ?? [];
  if (!points) return pair;
  const [winner, loser] = Number(points) < 0 ? [second, first] : [first, second];
  const count = Math.abs(Number(points));
  return count ? `Player ${winner} wins ${count} point${count === 1 ? "" : "s"} from player ${loser}.` : `Players ${first} and ${second} are even.`;
}
