// The floor console: what the floor does at a table, each act with why, and what is ordered shown before.

import { fit, h } from "../parts/dom.js";
import { call } from "../parts/api.js";
import { complain, dialog, toast } from "../parts/dialog.js";
import { typed, wire } from "../parts/money.js";
import { declareForm } from "./declare.js";
import { amount, reason, select } from "./fields.js";

const EVERY = 3000; // the floor does not sit in: the table is looked at again so often

/** Whether an account rules at tables. */
export function mayRule(account) {
  return account?.role === "house" || account?.role === "floor";
}

class Console {
  wish = { kind: "", place: "", number: "", lay: "", move: "" };
  why = {}; // reasons, by act
  offer = null;
  busy = false;

  constructor(table, send, content) {
    Object.assign(this, { table, send, content });
  }

  async look() {
    try {
      this.sheet = await call(`/api/tables/${this.table}/floor`);
      this.draw();
    } catch (error) {
      fit(this.content, h("p", { class: "error-box" }, error.message));
    }
  }

  /** What the filing orders for what is being declared, before it is. */
  async ask() {
    const { kind, place } = this.wish;
    this.offer = null;
    if (kind) {
      try {
        this.offer = await call(`/api/tables/${this.table}/floor/${kind}?place=${encodeURIComponent(place)}`);
      } catch (error) {
        complain(error);
      }
    }
    this.draw();
  }

  async act(what, details, done) {
    if (this.busy) return;
    this.busy = true;
    this.draw();
    try {
      await this.send(what, details);
      toast(done);
      delete this.why[what];
      if (what === "declare") {
        this.wish = { kind: "", place: "", number: "", lay: "", move: "" };
        this.offer = null;
      }
    } catch (error) {
      complain(error);
    }
    this.busy = false;
    await this.look();
  }

  draw() {
    const { sheet } = this;
    if (!sheet) return;
    const waiting = sheet.waiting.map((one) => one.name).join(", ");
    const stand = sheet.between ? "Between hands." : sheet.phase === "play" ? `Hand ${sheet.round}${waiting && `, waiting for ${waiting}`}.` : `Before hand ${sheet.round + 1}.`;
    fit(this.content,
      h("div", { class: "floor-console stack", "data-phase": sheet.phase },
        h("p", { class: "soft small", role: "status" }, stand, " Everything here is logged with your name."),
        this.part("declare", "Something went wrong", declareForm(this)),
        this.part("void", "Void the hand", this.voidForm()),
        this.part("correct", "Correct a payment", this.correctForm()),
        this.part("restore_time", "Give time again", this.timeForm()),
        this.part("seat", "Seat and unseat", this.seatForm()),
        this.part("note", "Note", this.noteForm())));
  }

  part(name, title, content) {
    return h("details", { class: "panel", "data-act": name, "data-key": name, open: name === "declare" || undefined }, h("summary", {}, title), content);
  }

  form(what, button, ready, details, done, ...fields) {
    return h("form", {
      class: "stack tight", "data-form": what, onsubmit: (event) => {
        event.preventDefault();
        this.act(what, details(), done);
      },
    }, fields, reason(this, what), h("button", { type: "submit", class: "primary", disabled: this.busy || !ready || !this.why[what]?.trim() }, button));
  }

  reasons(what) {
    return this.why[what]?.trim() ?? "";
  }

  voidForm() {
    if (this.sheet.between) return h("p", { class: "small soft" }, "There is no hand to void.");
    return this.form("void", "Void the hand", true, () => ({ reason: this.reasons("void") }), "The hand is void; everything goes back.",
      h("p", { class: "small" }, "Every wager, blind and fee goes back, and the same bank or button deals again."));
  }

  correctForm() {
    const { sheet } = this;
    const { people, settled } = sheet;
    if (!settled) return h("p", { class: "small soft" }, "No hand has been settled here yet.");
    const one = (this.payment ??= { from: "", to: "", amount: "" });
    const names = people.map((person) => [person.name, `${person.name}${person.seat ? `, seat ${person.seat}` : ""} ($${person.stack})`]);
    const sum = typed(one.amount);
    const details = () => ({ of: settled.of, reason: this.reasons("correct"), moves: [{ source: one.from, target: one.to, amount: wire(sum) }] });
    return this.form("correct", "Move the chips", sheet.between && one.from && one.to && one.from !== one.to && sum, details, "The payment is put right.",
      !sheet.between && h("p", { class: "small soft" }, "Chips are moved between hands: as soon as this one is over."),
      h("details", {}, h("summary", { class: "small" }, "The last hand"), h("ul", { class: "small told" }, settled.told.map((line) => h("li", {}, line)))),
      select("correct-from", "From", names, one.from, (value) => { one.from = value; this.draw(); }),
      select("correct-to", "To", names, one.to, (value) => { one.to = value; this.draw(); }),
      amount("correct-amount", "Amount, $", one.amount, (value) => { one.amount = value; this.draw(); }));
  }

  timeForm() {
    const { waiting } = this.sheet;
    if (!waiting.length) return h("p", { class: "small soft" }, "Nobody is waited for.");
    const chosen = waiting.find((one) => String(one.seat) === this.time) ?? waiting[0];
    return this.form("restore_time", `Give ${chosen.name} time again`, true, () => ({ seat: chosen.seat, reason: this.reasons("restore_time") }), `${chosen.name} has the whole time again.`,
      waiting.length > 1 && select("time-seat", "Whose", waiting.map((one) => [String(one.seat), `${one.name}, seat ${one.seat}`]), String(chosen.seat), (value) => { this.time = value; this.draw(); }));
  }

  seatForm() {
    const { people, watching, free } = this.sheet;
    const off = (this.off ??= "");
    const on = (this.on ??= { name: "", seat: "", buy: "" });
    const sum = typed(on.buy);
    const sit = () => ({ name: on.name, seat: Number(on.seat), reason: this.reasons("seat"), ...(sum ? { buy_in: wire(sum) } : {}) });
    return h("div", { class: "stack" },
      people.length > 0 && this.form("unseat", "Take off the table", people.some((one) => one.name === off), () => ({ name: off, reason: this.reasons("unseat") }), `${off} goes, with all chips.`,
        select("unseat-name", "Who goes", people.filter((one) => !one.leaving).map((one) => [one.name, `${one.name}${one.bot ? ", a bot" : ""}${one.seat ? `, seat ${one.seat}` : ""}`]), off, (value) => { this.off = value; this.draw(); })),
      watching.length > 0
        ? this.form("seat", "Give the seat", on.name && on.seat, sit, `${on.name} sits down.`,
          select("seat-name", "Who sits down", watching.map((name) => [name, name]), on.name, (value) => { on.name = value; this.draw(); }),
          select("seat-number", "Seat", free.map((seat) => [String(seat), `Seat ${seat}`]), on.seat, (value) => { on.seat = value; this.draw(); }),
          amount("seat-buy", "Chips to bring, $ (the usual if left out)", on.buy, (value) => { on.buy = value; this.draw(); }))
        : h("p", { class: "small soft" }, "Nobody who watches waits for a seat."));
  }

  noteForm() {
    return this.form("note", "Keep the note", true, () => ({ text: this.reasons("note") }), "Kept.", h("p", { class: "small" }, "Everybody at the table can read it."));
  }
}

/** Open the console. `send(what, details)` gives a command to the table. */
export function openFloor(table, send) {
  const drawer = dialog("Floor", h("p", { class: "soft" }, "One moment…"), { drawer: true });
  const view = new Console(table, send, drawer.content);
  view.look();
  const timer = setInterval(() => view.look(), EVERY);
  drawer.closed.then(() => clearInterval(timer));
}
