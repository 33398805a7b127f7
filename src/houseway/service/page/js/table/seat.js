// One place at the table: cards, the spots printed before it, and the plate with name and chips.

import { h } from "../parts/dom.js";
import { cents, money, signed } from "../parts/money.js";
import { isTile, pieces } from "../pieces/suits.js";
import { doneLabel, OUTCOMES, spotLabel } from "./names.js";
import { stackOf } from "../net/model.js";
import { drawn } from "../coach/words.js";
import { sorted } from "./hands.js";
import { netIn } from "./settlement.js";
import { rowNames } from "../net/rows.js";

/** The spots of the felt in the order they are printed. */
export function spotsOf(model) {
  const printed = (model.table.felt?.spots ?? []).map((one) => ({ ...one }));
  const after = printed.findLastIndex((one) => one.base) + 1;
  printed.splice(after, 0, ...model.table.hints.later.map((name) => ({ name, base: true, derived: true })));
  return printed;
}

/** Settlement lines of one bettor, summed by wager. */
export function resultsOf(model, bettor) {
  const found = new Map();
  for (const line of model.settled?.lines ?? []) {
    if (line.bettor !== bettor) continue;
    const one = found.get(line.wager) ?? { net: 0, outcome: line.outcome, uncovered: 0 };
    one.net += cents(line.net);
    one.uncovered += cents(line.uncovered);
    if (one.net > 0) one.outcome = "win";
    found.set(line.wager, one);
  }
  return found;
}

/** One seat as a list item. */
export function seatElement(model, number, ui) {
  const one = model.seats.get(number) ?? { seat: number };
  const mine = number === model.seat;
  const acting = model.now.waiting?.seats?.includes(number) && !ui.behind;
  const classes = ["seat"];
  if (mine) classes.push("me");
  if (!one.name) classes.push("empty");
  if (acting) classes.push("acting");
  if (one.sitting_out) classes.push("out");
  if (model.folded.has(number) && !model.cleared) classes.push("folded");
  if (hasBank(model, number)) classes.push("banking");
  if (model.settled?.awards && !model.cleared) classes.push(model.settled.awards.some(({ seat }) => seat === number) ? "won" : "lost");
  const place = ui.places?.[number - 1];
  return h("li", {
    class: classes.join(" "), "data-key": `seat-${number}`, "data-seat": number,
    style: place ? { left: `${place.x}px`, top: `${place.y}px` } : {},
    "aria-label": seatWords(model, one),
  },
    model.poker && bet(model, number),
    mine && !model.poker && spots(model, number, mine, ui),
    ui.words?.has(one.name) && h("p", { class: "said small", role: "status", "data-key": "said" }, ui.words.get(one.name).said),
    hands(model, number, mine, ui) ?? (mine && noHand(model, number)),
    !mine && !model.poker && spots(model, number, mine, ui),
    plate(model, one, mine, acting, ui),
  );
}

/** Room for the own cards, so that nothing moves when they come. */
function noHand(model, number) {
  return model.table.hints.seat_cards === 0 || hasBank(model, number) ? null : h("div", { class: "hands", "aria-hidden": "true" });
}

function hasBank(model, number) {
  const bank = model.bank ?? (model.cleared ? null : model.lastBank);
  return bank?.seat === number;
}

function seatWords(model, one) {
  if (!one.name) return `Seat ${one.seat}, empty`;
  const marks = [one.bot && "bot", one.third_party && "third-party player", one.sitting_out && "sitting out", hasBank(model, one.seat) && "player-dealer"];
  return [`Seat ${one.seat}`, one.name, ...marks.filter(Boolean), money(stackOf(model, one.seat))].join(", ");
}

// Cards.

function hands(model, number, mine, ui) {
  if (model.cleared) return null;
  if (model.table.hints.rows.length) return rows(model, number, mine);
  const found = (model.cards[number] ?? []).filter((hand) => hand.length);
  if (!found.length) return null;
  const several = found.length > 1;
  const now = model.asks.find((ask) => ask.seat === number)?.hand;
  return h("div", { class: several ? "hands several" : "hands" },
    found.map((hand, i) => h("div", {
      class: several && now === i + 1 ? "hand current" : "hand", "data-key": `hand-${i}`,
      style: { "--count": hand.length },
    },
      setRow(model, number, hand),
      several && h("span", { class: "hand-chips small figure" }, handStake(model, number, i + 1)),
    )),
    mine && !several && !model.table.hints.sets && nameOf(model, number, ui.coach),
  );
}

/** What the own hand is called, once it is shown or the coach has said it. */
function nameOf(model, number, coach) {
  const name = model.settled?.hands?.[number] ?? (coach?.mode !== "none" && coach?.handName(model, number));
  return name ? h("span", { class: "hand-name small", "data-key": "name" }, drawn(name)) : null;
}

function handStake(model, number, hand) {
  const first = cents(model.wagers[number]?.wagers?.game);
  return money(first + (model.added[number]?.[`game/${hand}`] ?? 0));
}

/** A hand; one that is set as it was set, once that is known. */
export function setRow(model, place, hand) {
  const { tiles, sets } = model.table.hints;
  const small = sets ? smallHand(model, place) : [];
  if (!small.length || hand.includes(null)) return cardRow(hand, { tiles, plays: playing(model, place) });
  const rest = [...hand];
  for (const card of small) rest.splice(rest.indexOf(card), 1);
  const [front, back] = tiles ? [small, rest] : [sorted(small), sorted(rest)];
  return [
    h("span", { class: "set-front", "data-key": "front" }, cardRow(front, { tiles })),
    h("span", { class: "set-back", "data-key": "back" }, cardRow(back, { tiles })),
  ];
}

/** The cards that have won, of a seat or of the board; null while there is nothing to tell apart. */
function playing(model, place) {
  const { plays } = model.settled ?? {};
  if (!plays || model.cleared) return null;
  return new Set(Number(place) ? plays[place] ?? [] : Object.values(plays).flat());
}

function smallHand(model, place) {
  const bank = place === "bank" ? model.bank?.seat ?? model.lastBank?.seat : place;
  const move = model.moves.get(bank)?.move ?? "";
  const way = model.settled?.house_way?.[String(place)];
  if (way) return pieces(way);
  if (place === "bank" && model.bankSet) return pieces(model.bankSet);
  return move.startsWith("set ") ? pieces(move.slice(4)) : [];
}

/** Cards side by side; null is face down. */
export function cardRow(hand, { small = true, keyed = true, tiles = false, plays = null } = {}) {
  return hand.map((card, i) => h(tiles || isTile(card) ? "hw-tile" : "hw-card", {
    card: card ?? undefined, small, ...(keyed ? { "data-key": `card-${i}` } : {}),
    ...(plays ? { class: plays.has(card) ? "plays" : "rests" } : {}),
  }));
}

function rows(model, number, mine) {
  const placed = model.cards[number] ?? [];
  // What is being placed lies in the dock, with the rows it goes to.
  if (mine && model.asks.some((ask) => ask.verbs.includes("place"))) return null;
  const loose = mine ? [] : (model.cards[`loose:${number}`] ?? [[]])[0];
  if (!placed.some((row) => row.length) && !loose.length && !mine) return null;
  return h("div", { class: mine ? "rows mine" : "rows" },
    rowNames(model.table).map((name, i) => h("div", { class: "row-of-cards", "aria-label": `${name} row`, role: "group" },
      cardRow(placed[i] ?? []))),
    loose.length > 0 && h("div", { class: "row-of-cards loose", role: "group", "aria-label": "not placed yet" }, cardRow(loose)),
  );
}

// Spots.

function spots(model, number, mine, ui) {
  const bettor = String(number);
  const own = model.wagers[bettor];
  const target = ui.betting?.target === number;
  const draft = target ? ui.betting.draft : null;
  const results = model.cleared || !playedBy(model, number) ? new Map() : resultsOf(model, bettor);
  const list = spotsOf(model);
  const added = model.added[bettor] ?? {};
  // Wagers and prizes that came later and have no spot of their own.
  for (const name of new Set([...Object.keys(added), ...results.keys()])) {
    if (!name.includes("/") && !list.some((one) => one.name === name)) list.push({ name, derived: true });
  }
  const clickable = ui.betting?.open && ui.betting.mayBetAt(number);
  const bare = hasBank(model, number) || (ui.narrow && !mine && !clickable);
  if (bare) return h("div", { class: "spots bare", "data-anchor": `felt:${number}` }, lyingAt(model, own, added), behind(model, number));
  return h("div", {
    class: clickable ? "spots open" : "spots", "data-anchor": `felt:${number}`, "data-count": list.length,
  },
    list.map((spot) => spotElement({
      model, number, spot, clickable: clickable && !spot.derived, ui, large: mine || target,
      amount: amountOn(own, added, spot, draft),
      pending: Boolean(target && ui.betting.pending),
      result: results.get(spot.name),
    })),
    behind(model, number),
  );
}

/** All that lies before a seat, in one figure; nothing once it is settled. */
function lyingAt(model, own, added) {
  if (model.settled && !model.cleared) return null;
  const placed = Object.values(own?.wagers ?? {}).reduce((sum, amount) => sum + cents(amount), 0);
  const sum = Object.values(added).reduce((all, amount) => all + amount, placed);
  return sum > 0 && h("span", { class: "lying small figure" }, money(sum));
}

function amountOn(own, added, spot, draft) {
  if (draft && !spot.derived) return draft[spot.name] ?? 0;
  const placed = cents(own?.wagers?.[spot.name]);
  if (spot.name === "game") {
    const more = Object.entries(added).filter(([key]) => key.startsWith("game/"));
    return placed + more.reduce((sum, [, amount]) => sum + amount, 0);
  }
  return placed + (added[spot.name] ?? 0);
}

function spotElement({ model, number, spot, clickable, ui, large, amount, pending, result }) {
  const label = spotLabel(model, spot.name);
  const settled = result && !model.cleared;
  const classes = ["spot", spot.base ? "base" : "bonus"];
  if (large) classes.push("large");
  if (pending) classes.push("pending");
  if (settled) classes.push(`is-${result.outcome}`);
  const words = settled
    ? `${label}: ${OUTCOMES[result.outcome]} ${result.net ? signed(result.net) : ""}`
    : `${label}${amount ? `, ${money(amount)} ${pending ? "not placed yet" : "on it"}` : ", empty"}`;
  const inside = [
    large && h("span", { class: "spot-label", "aria-hidden": "true" }, label),
    amount > 0 && !settled && h("hw-chips", { amount }),
    settled && h("span", { class: "spot-result figure", "aria-hidden": "true" },
      large ? resultWords(result) : RESULT_MARKS[result.outcome]),
  ];
  const common = { class: classes.join(" "), "data-key": `spot-${spot.name}`, "data-spot": spot.name, title: label };
  if (!clickable) return h("div", { ...common, role: "img", "aria-label": words }, inside);
  return h("button", {
    ...common, type: "button", "aria-label": `${words}. Put ${money(ui.betting.chip)} here`,
    onclick: () => {
      ui.coach?.touch(spot.name);
      ui.betting.add(number, spot.name);
    },
    onpointerenter: () => ui.coach?.touch(spot.name),
    onpointerleave: ({ pointerType }) => pointerType === "mouse" && ui.coach?.touch(""),
    onfocus: () => ui.coach?.touch(spot.name),
    onblur: () => ui.coach?.touch(""),
    oncontextmenu: (event) => {
      event.preventDefault();
      ui.betting.remove(number, spot.name);
    },
    onkeydown: (event) => {
      if (event.key !== "Delete" && event.key !== "Backspace") return;
      event.preventDefault();
      ui.betting.remove(number, spot.name);
    },
  }, inside);
}

// The outcome on the small spots of others; their plate has the sum.
const RESULT_MARKS = { win: "+", lose: "−", push: "=", no_action: "·" };

function resultWords({ outcome, net }) {
  if (net) return signed(net);
  return { push: "push", no_action: "no action" }[outcome] ?? OUTCOMES[outcome];
}

function behind(model, number) {
  const found = Object.entries(model.wagers).filter(([bettor]) => bettor.startsWith(`${number}/`));
  if (!found.length) return null;
  return h("ul", { class: "behind", "aria-label": "Betting behind" }, found.map(([bettor, one]) => {
    const sum = Object.values(one.wagers).reduce((all, amount) => all + cents(amount), 0);
    return h("li", { "data-anchor": `felt:${bettor}` }, `${one.name} ${money(sum)}`);
  }));
}

function bet(model, number) {
  const amount = model.cleared ? 0 : model.bets.get(number) ?? 0;
  return h("div", { class: "street-bet", "data-anchor": `felt:${number}` },
    amount > 0 && h("hw-chips", { amount }),
    amount > 0 && h("span", { class: "sr-only" }, `bet ${money(amount)}`),
  );
}

// The plate.

function plate(model, one, mine, acting, ui) {
  if (!one.name) {
    return h("div", { class: "plate" },
      ui.onSit
        ? h("button", { class: "small sit", onclick: () => ui.onSit(one.seat), "aria-label": `Sit at seat ${one.seat}` }, `Sit · ${one.seat}`)
        : h("span", { class: "soft small" }, `Seat ${one.seat}`),
    );
  }
  const last = model.cleared ? null : model.moves.get(one.seat);
  const waiting = model.now.waiting;
  const extra = waiting?.extra?.[one.name];
  return h("div", { class: "plate", "data-anchor": `seat:${one.seat}` },
    h("span", { class: "plate-name" },
      h("span", { class: "plate-text", title: one.name }, mine ? "You" : one.name),
      one.bot && h("span", { class: "tag bot" }, "BOT"),
      one.third_party && h("span", { class: "tag", title: `Third-party player, ${model.table.felt.third_party ?? ""}` }, "TP"),
      !one.bot && !mine && model.now.connected && !model.now.connected.includes(one.name) && h("span", { class: "tag" }, "AWAY"),
    ),
    h("span", { class: "plate-stack figure" }, money(stackOf(model, one.seat))),
    h("span", { class: "plate-word small" }, plateWord(model, one, last)),
    pucks(model, one.seat),
    acting && waiting.until && h("hw-ring", {
      until: waiting.until, total: ringTotal(model), extra: extra ?? 0,
    }),
  );
}

function ringTotal(model) {
  const pace = model.table.pace ?? {};
  return model.now.waiting?.for === "bank" ? pace.offer_seconds ?? 20 : pace.act_seconds ?? 30;
}

function plateWord(model, one, last) {
  if (one.leaving) return "leaving";
  if (one.sitting_out) return "sitting out";
  if (model.waitingToEnter.has(one.name)) return "waits";
  if (model.fantasy.has(one.name) && model.cleared !== false) return "Fantasy Land";
  const net = resultOf(model, one.seat)?.net;
  if (net !== undefined) return h("span", { class: net > 0 ? "win" : net < 0 ? "lose" : "push" }, signed(net));
  if (model.offer?.seat === one.seat) return "the bank?";
  if (last) return doneLabel(last, model.table.hints);
  if (model.now.phase === "wagers" && model.now.ready?.includes(one.name)) return "ready";
  return "";
}

/** What whoever sits there has won or lost in the round just settled, and paid for it; null while there is nothing to say. */
export function resultOf(model, seat) {
  const settled = model.settled;
  if (!settled || model.cleared || !playedBy(model, seat)) return null;
  const bank = settled.kind === "settled" && model.lastBank?.seat === seat;
  return netIn(settled, bank ? "bank" : String(seat));
}

/** Whether whoever sits there now played the hand just settled. */
function playedBy(model, seat) {
  return model.settled?.names?.[seat] === model.seats.get(Number(seat))?.name;
}

function pucks(model, seat) {
  const found = [];
  if (hasBank(model, seat)) found.push(["BANK", "Player-dealer button", ""]);
  if (model.poker && model.button === seat) found.push(["D", "Dealer button", "white"]);
  const action = !model.cleared && model.settled?.first_action;
  if (action === seat) found.push(["ACTION", "Action button: settled first", "action"]);
  if (!found.length) return null;
  return h("span", { class: "pucks" }, found.map(([text, words, kind]) =>
    h("span", { class: `button-puck ${kind}`, title: words, role: "img", "aria-label": words, "data-key": text }, text)));
}
