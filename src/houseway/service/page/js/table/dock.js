// The dock under the felt: whatever the viewer can do now, and nothing else.

import { h } from "../parts/dom.js";
import { filing } from "../parts/api.js";
import { icon } from "../parts/icons.js";
import { capital } from "../parts/dialog.js";
import { cents, money, plain, signed, typed, wire } from "../parts/money.js";
import { chip } from "../pieces/chips.js";
import { isPatron, me, myStack } from "../net/model.js";
import { commentLine } from "../coach/words.js";
import { spotLabel } from "./names.js";
import { decision } from "./decisions.js";
import { resultOf } from "./seat.js";
import { feeWords, ownPoints, ownSeat, settledAloud, settlementList, tone } from "./settlement.js";

export function dock(model, ui) {
  return h("section", { class: "dock", tabindex: -1, "aria-label": "What you can do", "data-phase": model.now.phase }, content(model, ui));
}

function content(model, ui) {
  const ask = ui.behind ? null : model.asks[0];
  if (ask) return decision(model, ask, ui);
  if (!isPatron(model)) return watching(model, ui);
  const mine = me(model);
  if (mine?.sitting_out) return sittingOut(model, ui);
  if (model.dealing) return waiting(model, ui); // what was open before the deal is not any more
  if (model.offer?.name === model.you) return offered(model, ui);
  if (ui.betting.open) return betting(model, ui);
  return waiting(model, ui);
}

function watching(model, ui) {
  const free = [...model.seats.values()].filter((one) => !one.name).length;
  return h("div", { class: "dock-row" },
    h("div", { class: "dock-words" },
      h("h2", {}, "You are watching"),
      h("p", { class: "soft" }, free
        ? "Take an empty seat on the felt to play. Watchers see a hand once it is over."
        : "Every seat is taken. Watchers see a hand once it is over."),
    ),
    free > 0 && h("button", { class: "primary", "data-do": "sit", onclick: () => ui.onSit() }, "Sit down"),
    model.table.kind === "player-dealer" && h("button", { "data-do": "come", onclick: () => ui.onCome() }, "Bet behind others"),
  );
}

function sittingOut(model, ui) {
  const stack = myStack(model);
  return h("div", { class: "dock-row" },
    h("div", { class: "dock-words" },
      h("h2", {}, "You are sitting out"),
      h("p", { class: "soft" }, stack ? "You keep the seat and your chips." : "You have no chips left at this table."),
    ),
    !stack && h("button", { onclick: () => ui.onChips() }, "Get chips"),
    h("button", { class: "primary", "data-do": "sit_in", onclick: () => ui.send("sit_in").catch(ui.complain) }, "Play again"),
  );
}

function waiting(model, ui) {
  const { now } = model;
  const stack = myStack(model);
  let title = "Wait for the dealer";
  let words = "";
  if (ui.behind) title = "The dealer is at work";
  else if (now.paused) title = "The table is paused";
  else if (model.bank?.name === model.you && now.phase === "wagers") {
    title = "You hold the bank";
    words = `Others bet against your ${money(cents(model.bank.wager))}. You win what they lose, and pay what they win, up to that.`;
  } else if (now.phase === "play") {
    const names = now.waiting?.names ?? [];
    title = names.length ? `Waiting for ${names.length > 3 ? `${names.length} players` : listed(names)}` : "The hand is being played";
  } else if (now.phase === "bank" && model.offer) title = `The bank is offered to ${model.offer.name}`;
  else if (now.phase === "idle") {
    const others = [...model.seats.values()].filter((one) => one.name).length > 1;
    title = others ? "The next hand begins shortly" : "Waiting for another player";
  } else if (now.phase === "broken") title = "Nobody takes the bank";
  else if (now.phase === "closed") title = "The table is closed";
  const entering = model.waitingToEnter.has(model.you);
  return h("div", { class: "dock-row" },
    h("div", { class: "dock-words wide" },
      h("h2", {}, title),
      words && h("p", { class: "soft" }, words),
      ui.short && model.settled && !model.cleared ? settlementList(model, model.settled) : lastHand(model),
      commentLine(model, ui.coach),
      entering && h("p", { class: "soft" }, "A hand is under way. You come in when the big blind reaches you, or sooner by posting."),
    ),
    entering && entries(model, ui),
    now.straddlers && !entering && straddle(model, ui),
    h("span", { class: "dock-stack" }, h("span", { class: "soft small" }, "Your chips"), h("strong", { class: "figure" }, money(stack))),
    !stack && now.phase !== "play" && h("button", { class: "primary", onclick: () => ui.onChips() }, "Get chips"),
    stack > 0 && !ui.behind && seesShowdown(model) && h("button", { "data-do": "next", "data-shortcut": "n", disabled: ui.busy, onclick: () => ui.next() }, "Next hand", h("kbd", { "aria-hidden": "true" }, "N")),
  );
}

/** Whether a hand of players among themselves lies there to be looked at, until somebody has seen enough. */
export function seesShowdown({ poker, settled, cleared, now, you }) {
  return poker && Boolean(settled) && !cleared && Boolean(now.next_at) && now.phase === "idle" && !now.ready?.includes(you);
}

/** What the hand just settled has brought, and why, while the next one is awaited. */
function lastHand(model) {
  const record = model.settled;
  const found = model.seat && resultOf(model, model.seat);
  if (!record || model.cleared || !found) return null;
  return h("p", { class: "last-hand" }, `Hand ${record.round}: `, h("strong", { class: `figure ${tone(found.net)}` }, signed(found.net)), feeWords(found),
    h("span", { class: "soft" }, ` ${because(model, record)}`));
}

/** Why a hand was won or lost: who took the pot, or what became of the wagers that every hand begins with. */
function because(model, record) {
  const own = String(ownSeat(model, record));
  if (record.points) return ownPoints(model, record);
  if (!record.lines) {
    const beaten = record.awards?.some(({ seat }) => String(seat) === own) ? "" : record.hands?.[own];
    return `${settledAloud(model, record)}${beaten ? `; you had ${beaten[0].toLowerCase()}${beaten.slice(1)}` : ""}`;
  }
  const mine = record.lines.filter((line) => line.bettor === own);
  const base = new Set((model.table.felt?.spots ?? []).filter((spot) => spot.base).map(({ name }) => name));
  const first = mine.find((line) => base.has(line.wager)) ?? mine[0];
  const said = new Set(mine.filter((line) => line.wager === first.wager).map((line) => line.because));
  return capital([...said].join("; "));
}

const ENTRIES = {
  "wait-for-big-blind": "Wait for the blind", "post-after-button": "Post after the button", "post-now": "Post now",
  "post-all-blinds": "Post the blinds missed",
};

/** How one who waits may be dealt in, as the filing allows. */
function entries(model, ui) {
  const fill = ui.state("entry", () => ({ allowed: [] }));
  if (!fill.asked) {
    fill.asked = true;
    filing(model.table.filing).then(({ game }) => {
      const posts = game.blinds?.posts ?? {};
      fill.allowed = [...new Set([...(posts.new_player ?? []), ...(posts.returning ?? [])])];
      ui.render();
    }, () => {});
  }
  return h("div", { class: "row" }, fill.allowed.map((entry) => h("button", {
    class: "small", "data-entry": entry, disabled: ui.busy, onclick: () => ui.act("enter", { entry }),
  }, ENTRIES[entry] ?? entry)));
}

/** Whether to straddle whenever it may be done. */
function straddle(model, ui) {
  const on = model.now.straddlers.includes(model.you);
  const entry = on ? "no-straddle" : "straddle";
  return h("button", { class: "small", "data-entry": entry, disabled: ui.busy, onclick: () => ui.act("enter", { entry }) },
    on ? "Stop straddling" : "Straddle");
}

// The bank.

function offered(model, ui) {
  const stack = myStack(model);
  const most = cents(model.table.felt.bank?.maximum) || stack;
  const fill = ui.state("offer", () => ({ wager: suggestion(stack, most) }));
  const bad = fill.wager === null || fill.wager <= 0 || fill.wager > Math.min(stack, most);
  const set = (wager) => {
    fill.wager = wager;
    fill.text = null;
    ui.render();
  };
  const until = model.now.waiting?.until;
  return h("form", {
    class: "dock-row", onsubmit: (event) => {
      event.preventDefault();
      if (!bad) ui.act("take_bank", { wager: wire(fill.wager) });
    },
  },
    until && h("hw-ring", { until, total: model.table.pace?.offer_seconds ?? 20 }),
    h("div", { class: "dock-words" },
      h("h2", {}, model.offer.turn > 1 ? "Bank again?" : "Take the bank?"),
      h("p", { class: "soft" }, "As player-dealer you play against everybody: you win what they lose and pay what they win, never more than the wager you put up. It is yours for ", model.table.felt.bank?.hands ?? 2, " hands; passing costs nothing."),
    ),
    h("div", { class: "amount-field" },
      h("label", { for: "bank-wager" }, "Bank wager"),
      h("input", {
        id: "bank-wager", inputmode: "decimal", autocomplete: "off", value: fill.text ?? plain(fill.wager),
        "aria-invalid": bad ? "true" : undefined,
        oninput: (event) => {
          fill.text = event.target.value;
          fill.wager = typed(event.target.value);
          ui.render();
        },
      }),
    ),
    h("div", { class: "row" },
      [0.25, 0.5, 0.9].map((part) => h("button", {
        type: "button", class: "small", onclick: () => set(Math.max(100, Math.floor((Math.min(stack, most) * part) / 500) * 500)),
      }, { 0.25: "¼", 0.5: "½", 0.9: "Most" }[part])),
    ),
    h("div", { class: "row" },
      h("button", { type: "submit", class: "primary", "data-do": "take_bank", disabled: bad || ui.busy }, `Bank ${fill.wager ? money(fill.wager) : ""}`),
      h("button", { type: "button", "data-do": "decline_bank", disabled: ui.busy, onclick: () => ui.act("decline_bank") }, "Pass it on"),
    ),
  );
}

function suggestion(stack, most) {
  const half = Math.min(stack, most) / 2;
  return Math.max(100, Math.floor(half / 500) * 500);
}

// Wagers.

function betting(model, ui) {
  const bet = ui.betting;
  const now = bet.current();
  const total = bet.total(now);
  const stack = myStack(model);
  const behind = bet.target !== model.seat;
  const ready = bet.readying || model.now.ready?.includes(model.you);
  const closing = model.now.bets_close;
  return h("div", { class: "dock-row betting" },
    closing && h("hw-ring", { until: closing, total: model.table.pace?.bet_seconds ?? 20, title: "Bets close" }),
    h("div", { class: "dock-words" },
      h("h2", {}, ready ? (total ? "Your bets are down" : "No bet this hand") : behind ? `Betting at seat ${bet.target}` : "Place your bets"),
      h("p", { class: "soft" }, ready ? awaited(model) : bettingWords(model, bet, total)),
      h("p", { class: "soft" }, "Your chips ", h("strong", { class: "figure" }, money(stack - (bet.draft ? total - bet.total(bet.placed()) : 0))), bet.pending ? ", placing " : ", on the felt ", h("strong", { class: "figure" }, money(total))),
    ),
    h("div", { class: "tray", role: "radiogroup", "aria-label": "Chip to place" },
      bet.tray().map((value) => h("button", {
        type: "button", class: value === bet.chip ? "chip chosen" : "chip", role: "radio",
        "aria-checked": String(value === bet.chip), "aria-label": `${money(value)} chip`, "data-chip": value,
        tabindex: value === bet.chip ? 0 : -1,
        onclick: () => bet.choose(value),
        onkeydown: (event) => moveAlong(event, bet),
      }, chip(value))),
    ),
    h("div", { class: "row bet-tools" },
      h("button", { class: "small", "data-do": "undo", disabled: !bet.past.length, onclick: () => bet.undo() }, icon("undo"), "Undo"),
      h("button", { class: "small", "data-do": "clear", disabled: !total, onclick: () => bet.clear() }, "Clear"),
      h("button", { class: "small", "data-do": "rebet", disabled: !bet.last, onclick: () => bet.rebet() }, "Rebet"),
      h("button", { class: "small", "data-do": "double", disabled: !total || total * 2 > stack + bet.total(bet.placed()), onclick: () => bet.double() }, "Double"),
    ),
    model.buttons > 0 && h("button", { class: "small", "data-do": "use_button", onclick: () => ui.act("use_button", { seat: bet.target }) }, `Free collection (${model.buttons})`),
    h("button", {
      class: "primary big", "data-do": "ready", disabled: ready || (!total && !isPatron(model)), onclick: () => bet.ready(),
    }, ready ? "Waiting for others" : total ? "Deal" : "No bet this hand"),
  );
}

/** Whom the deal waits for. */
function awaited(model) {
  const done = new Set([model.you, model.bank?.name, ...(model.now.ready ?? [])]);
  const names = [...model.seats.values()].filter((one) => one.name && !one.sitting_out && !done.has(one.name)).map(({ name }) => name);
  if (!names.length) return "The dealer calls no more bets.";
  return `Waiting for ${names.length > 3 ? `${names.length} players` : listed(names)}, until bets close at the latest.`;
}

const listed = (names) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" and ");

function bettingWords(model, bet, total) {
  const base = bet.spots.filter((spot) => spot.base);
  if (!total) {
    const names = base.map((spot) => spotLabel(model, spot.name));
    const together = base.some((spot) => spot.equals || spot.needs.length);
    return `Choose a chip, then click ${names.join(together ? " and " : " or ")} in front of you, ${model.table.played_for}.`;
  }
  if (bet.pending) return "Sending your wagers to the dealer.";
  return base.length < bet.spots.length ? "Bonus spots are open too. Deal when you are done." : "Deal when you are done.";
}

function moveAlong(event, bet) {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const tray = bet.tray();
  const next = tray[(tray.indexOf(bet.chip) + step + tray.length) % tray.length];
  bet.choose(next);
  event.currentTarget.parentElement.querySelector(`[data-chip="${next}"]`)?.focus();
}
