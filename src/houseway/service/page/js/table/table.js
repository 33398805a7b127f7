// <hw-table>: a table, live. Keeps the socket, the stage and the view together.

import { define, fit, h } from "../parts/dom.js";
import { cents, money, plain, typed, wire } from "../parts/money.js";
import * as api from "../parts/api.js";
import { alertAloud, complain, dialog, sayAloud, toast } from "../parts/dialog.js";
import { settings } from "../parts/settings.js";
import { play, soundOf } from "../parts/sound.js";
import { openFloor } from "../floor/console.js";
import { ensureGuest } from "../lobby/guest.js";
import { TableSocket } from "../net/socket.js";
import { Stage } from "../net/stage.js";
import { isPatron, me, myStack } from "../net/model.js";
import { ENDS } from "../net/records.js";
import { Coach } from "../coach/coach.js";
import { spotCard } from "../coach/spots.js";
import { Betting } from "./betting.js";
import { dealerZone } from "./dealer.js";
import { dock, seesShowdown } from "./dock.js";
import { dealIn, fly } from "./flight.js";
import { feltArt, feltMarks, hasMany } from "./felt.js";
import { tableHead } from "./head.js";
import { help } from "./names.js";
import { Otherwise } from "./otherwise.js";
import { seatElement, spotsOf } from "./seat.js";
import { seatPlaces } from "./layout.js";
import { settledAloud } from "./settlement.js";
import { side } from "./side.js";
import "../pieces/card.js";
import "../pieces/chips.js";
import "../pieces/ring.js";

const NARROW = 820;
const SHORT = { height: 480, width: 560 }; // a phone on its side, a page enlarged: the dock lies beside the felt
const SEAT = { width: 148, height: 140, rows: 172, many: 112 };
const SPARED = "The bank passes you by until you have seen a hand: whoever banks plays against all the others.";
const SPOT = 70; // the width of one of the own spots

class Table extends HTMLElement {
  fills = new Map(); // half-made decisions, by ask
  seen = new WeakSet();
  busy = false;
  online = true;
  ended = "";

  connectedCallback() {
    this.table = this.getAttribute("which");
    this.stage = new Stage();
    this.stage.addEventListener("change", (event) => this.changed(event.detail));
    this.keys = (event) => this.shortcut(event);
    addEventListener("keydown", this.keys);
    this.focused = ({ target }) => (this.docked = Boolean(target.closest?.(".dock")));
    document.addEventListener("focusin", this.focused);
    this.clicked = ({ target }) => {
      if (!target.closest?.(".menu")) this.querySelector(".menu[open]")?.removeAttribute("open");
      // A tap on the felt has seen enough of a showdown.
      if (target.closest?.(".felt") && !target.closest("button, a") && this.model && me(this.model) && seesShowdown(this.model)) this.next();
    };
    document.addEventListener("click", this.clicked);
    this.resize = new ResizeObserver(() => this.measure());
    this.resize.observe(this);
    this.coach = new Coach(this.table, () => this.render());
    this.otherwise = new Otherwise(this.table, () => this.render());
    this.stopAccount = api.onAccount(() => this.render());
    if (!api.me()) api.refreshAccount().catch(() => {}); // the socket says if there is no connection
    this.open();
    this.render();
  }

  disconnectedCallback() {
    this.stopAccount();
    this.socket?.close();
    this.stage.stop();
    this.talk?.stop();
    this.coach.stop();
    this.resize.disconnect();
    removeEventListener("keydown", this.keys);
    document.removeEventListener("focusin", this.focused);
    document.removeEventListener("click", this.clicked);
  }

  open() {
    this.socket?.close();
    const socket = (this.socket = new TableSocket(this.table));
    socket.addEventListener("snapshot", (event) => this.stage.snapshot(event.detail));
    socket.addEventListener("push", (event) => this.stage.push(event.detail));
    socket.addEventListener("now", (event) => this.stage.moment(event.detail));
    socket.addEventListener("running", (event) => this.stage.running(event.detail));
    socket.addEventListener("said", (event) => this.hear(event.detail));
    socket.addEventListener("line", (event) => this.line(event.detail.open));
    socket.addEventListener("answered", () => this.render());
    socket.addEventListener("ended", (event) => {
      this.ended = event.detail;
      alertAloud(event.detail);
      this.render();
    });
  }

  line(open) {
    if (open && !this.online) toast("Connected again; nothing was lost.");
    if (!open && this.online) alertAloud("Connection lost. Trying again.");
    this.online = open;
    this.render();
  }

  get model() {
    return this.stage.model;
  }

  // What has changed.

  changed({ records = [], fresh }) {
    const { model } = this;
    this.betting ??= new Betting(model, {
      send: (what, details) => this.socket.command(what, details),
      complain: (what) => (typeof what === "string" ? toast(what, { bad: true }) : complain(what)),
      changed: () => this.render(),
    });
    this.betting.follow(model);
    this.coach.follow(model, records);
    this.otherwise.follow(model, records);
    for (const id of this.fills.keys()) {
      if (id !== "offer" && id !== "entry" && !model.asks.some((ask) => ask.id === id)) this.fills.delete(id);
    }
    if (model.offer?.name !== model.you) this.fills.delete("offer");
    document.title = `${model.table.title} · Houseway`;
    this.render();
    const layer = this.querySelector(".flight");
    if (layer && records.length) fly(layer, this, records);
    if (fresh) for (const card of this.querySelectorAll(".felt hw-card, .felt hw-tile")) this.seen.add(card);
    dealIn(this, this.seen);
    this.sayAloud(records);
    const sound = soundOf(model, records);
    if (sound && !fresh) play(sound);
  }

  sayAloud(records) {
    const { model } = this;
    for (const record of records) {
      if (record.event?.did === "called" && !model.poker) sayAloud(record.event.text);
      else if (ENDS.has(record.kind)) sayAloud(settledAloud(model, record));
      else if (record.kind === "bank_taken") sayAloud(record.told?.[0] ?? "");
      else if (record.spared?.includes(model.you)) this.spare();
      else if (record.kind === "left" && record.name === model.you) api.refreshAccount();
    }
    // Once, when bets open: the spots do not move while bets are made.
    if (this.betting.open && !this.opened) this.showOwn();
    this.opened = this.betting.open;
    if (this.short && records.some(({ kind }) => ENDS.has(kind))) this.showOwn();
    const ask = model.asks[0];
    if (ask && ask.id !== this.told && !this.stage.behind) {
      this.told = ask.id;
      this.showOwn();
      play("turn");
      sayAloud(`Your decision. ${help(model, ask).join(" ")}`);
    }
    if (model.offer?.name === model.you && this.told !== `offer-${model.number}` && !this.fills.has("offer")) {
      this.told = `offer-${model.number}`;
      sayAloud("The bank is offered to you.");
    }
  }

  /** Said once: why a newcomer is not asked to bank. */
  spare() {
    if (!this.spared) toast(SPARED);
    this.spared = true;
  }

  /** On a phone: the own place just above the dock, which may cover it. */
  showOwn() {
    const [room, felt, below] = [".room", ".felt", ".dock"].map((name) => this.querySelector(name));
    if (this.short) felt.scrollTop = felt.scrollHeight;
    else if (this.narrow) room.scrollTop = Math.max(0, felt.offsetHeight + below.offsetHeight - room.clientHeight);
  }

  measure() {
    const felt = this.querySelector(".felt");
    if (!felt) return;
    const { clientWidth: width, clientHeight: height } = felt;
    const short = this.clientHeight < SHORT.height && this.clientWidth >= SHORT.width;
    const narrow = short || this.clientWidth < NARROW;
    if (width === this.width && height === this.height && narrow === this.narrow && short === this.short) return;
    Object.assign(this, { width, height, narrow, short });
    this.render();
  }

  // What the parts of the view may use.

  ui() {
    const places = this.narrow || !this.width ? null : this.places();
    return {
      places,
      narrow: this.narrow,
      short: this.short, // nothing is seen beside felt and dock
      behind: this.stage.behind,
      words: this.talk?.words,
      betting: this.betting,
      busy: this.busy || !this.online,
      state: (key, make) => {
        if (!this.fills.has(key)) this.fills.set(key, make());
        return this.fills.get(key);
      },
      render: () => this.render(),
      coach: this.coach,
      answer: (ask, move) => {
        this.coach.answered(ask, move);
        return this.act("answer", { move, seat: ask.seat, ask: ask.id });
      },
      act: (what, details) => this.act(what, details),
      next: () => this.next(),
      send: (what, details) => this.socket.command(what, details),
      complain,
      onSit: isPatron(this.model) ? null : (seat) => this.sit(seat),
      onCome: () => this.come(),
      onChips: () => this.chips(),
    };
  }

  places() {
    const { table, seat } = this.model;
    const by = (size) => size * this.scale;
    const rows = table.hints.rows.length > 0;
    const own = Math.max(this.oval || hasMany(table.hints) ? 270 : 216, spotsOf(this.model).length * SPOT);
    return seatPlaces(table.seats, {
      width: this.width, height: this.height, oval: this.oval, mine: seat, ownWidth: by(own), middleWidth: by(360),
      seatWidth: by(table.seats > 9 ? SEAT.many : SEAT.width), seatHeight: by(rows ? SEAT.rows : SEAT.height),
    });
  }

  /** Seats and cards grow and shrink with the felt. */
  get scale() {
    if (this.narrow || !this.width) return 1;
    return Math.max(0.8, Math.min(1.5, this.width / 1030, this.height / 548));
  }

  get oval() {
    return this.model.poker;
  }

  /** On from a showdown: to the hand that has begun, or by saying that we are ready for it. */
  next() {
    if (this.stage.holding) return this.stage.seen();
    this.stage.seen();
    return this.act("ready");
  }

  async act(what, details) {
    if (this.busy) return;
    this.busy = true;
    this.render();
    try {
      await this.socket.command(what, details);
    } catch (error) {
      if (error.code !== "stale") complain(error);
    } finally {
      this.busy = false;
      this.render();
    }
  }

  /** The floor console, for those who rule here. */
  floor() {
    openFloor(this.table, (what, details) => this.socket.command(what, details));
  }

  // Coming and going.

  async sit(seat) {
    const before = api.me()?.name;
    if (!(await ensureGuest())) return;
    if (before !== api.me()?.name || !this.model.you) this.open();
    const free = [...this.model.seats.values()].find((one) => !one.name)?.seat;
    await this.act("sit", { seat: seat ?? free, buy_in: this.usualBuyIn() });
    api.refreshAccount();
  }

  async come() {
    if (!(await ensureGuest())) return;
    if (!this.model.you) this.open();
    await this.act("come", { buy_in: this.usualBuyIn() });
    api.refreshAccount();
  }

  usualBuyIn() {
    const { usual, least } = this.model.table.buy_in ?? {};
    const mine = cents(api.me()?.chips);
    return wire(Math.max(cents(least), Math.min(cents(usual) || 50000, mine)));
  }

  async chips() {
    const account = await api.refreshAccount();
    dialog("Get chips", (close) => {
      const amount = h("input", { id: "buy-in", inputmode: "decimal", value: plain(Math.min(cents(this.model.table.buy_in?.usual) || 50000, cents(account?.chips))) });
      return h("form", {
        class: "stack", onsubmit: (event) => {
          event.preventDefault();
          const sum = typed(amount.value);
          if (sum) this.act("buy_in", { amount: wire(sum) }).then(() => api.refreshAccount());
          close();
        },
      },
        h("p", {}, `You have ${money(cents(account?.chips))} of play chips in your account and ${money(myStack(this.model))} at this table.`),
        h("div", { class: "field" }, h("label", { for: "buy-in" }, "Chips to bring to the table"), amount),
        h("div", { class: "row" },
          h("button", { class: "primary", type: "submit" }, "Bring them"),
          h("button", { type: "button", onclick: () => api.refill().then(close, complain) }, "Refill my account"),
        ),
      );
    });
  }

  async leave() {
    await this.act("leave", {});
    await new Promise((resolve) => {
      setTimeout(resolve, 200);
    });
    if (isPatron(this.model)) toast("You leave when the hand is over.");
    else location.hash = "#/";
    api.refreshAccount();
  }

  shortcut(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
    if (event.target.matches?.("input, select, textarea")) return;
    const key = event.key.toLowerCase();
    const button = this.querySelector(`.dock [data-shortcut="${CSS.escape(key)}"]:not(:disabled)`);
    if (!button) return;
    event.preventDefault();
    button.click();
  }

  // Drawing.

  /** A part that goes may lose its focus, and what hears of that may want to draw again: not in between. */
  render() {
    if (this.drawing) {
      this.again = true;
      return;
    }
    this.drawing = true;
    try {
      this.draw();
    } finally {
      this.drawing = false;
    }
    if (this.again) {
      this.again = false;
      this.render();
    }
  }

  draw() {
    const { model } = this;
    if (!model) {
      fit(this, tableHead(this), h("p", { class: "loading soft", role: "status" }, this.ended || "Walking to the table…"));
      return;
    }
    this.mark();
    const ui = this.ui();
    fit(this,
      tableHead(this),
      this.banner(),
      h("div", { class: ["room", this.narrow && "narrow", this.short && "sideways"].filter(Boolean).join(" "), "data-family": model.table.family, "data-felt": feltMarks(model.table.hints) },
        h("div", { class: `felt seats-${model.table.seats > 9 ? "many" : "few"} ${this.oval ? "oval" : "moon"}`, role: "group", "aria-label": "The felt", style: { "--scale": this.scale.toFixed(3) } },
          !this.narrow && feltArt({
            width: this.width, height: this.height, oval: this.oval, title: model.table.title, house: model.table.house,
          }),
          dealerZone(model, ui),
          this.seats(ui),
          spotCard(model, this.coach),
          h("div", { class: "flight", "aria-hidden": "true" }),
        ),
        dock(model, ui),
        side(model, this.coach, this.otherwise),
      ),
    );
    // Who works by keyboard stays in the dock when the button just pressed has gone.
    if (this.docked && document.activeElement === document.body) this.querySelector(".dock").focus({ preventScroll: true });
    const felt = this.querySelector(".felt");
    if (felt !== this.watched) {
      this.watched = felt;
      this.resize.observe(felt);
      this.measure();
    }
  }

  /** The places; on a phone the others' in a line of their own, clockwise from ours. */
  seats(ui) {
    const { model } = this;
    const count = model.table.seats;
    const start = model.seat ?? 0;
    const seats = Array.from({ length: count }, (_, i) => ((start + i) % count) + 1);
    const list = (label, kind, some) => h("ol", { class: `seats ${kind}`, "aria-label": label, "data-key": `seats-${kind}` },
      some.map((seat) => seatElement(model, seat, ui)));
    if (!this.narrow) return list("Seats", "all", seats.sort((a, b) => a - b));
    const others = seats.filter((seat) => seat !== model.seat);
    return [list("The others", "others", others), model.seat && list("Your place", "own", [model.seat])];
  }

  /** Where the table stands, for style and for anybody who drives the page. */
  mark() {
    const { model } = this;
    this.dataset.phase = model.now.phase;
    this.dataset.round = model.now.round;
    this.dataset.seat = model.seat ?? "";
    this.dataset.settled = (!this.stage.behind && model.lastSettled?.round) || "";
  }

  banner() {
    if (this.ended) {
      return h("div", { class: "banner bad", role: "status" }, this.ended, " ", h("a", { href: "#/" }, "To the lobby"));
    }
    if (!this.online) return h("div", { class: "banner bad", role: "status" }, "Connection lost. Trying again; your seat and your decisions are kept.");
    if (this.model.spectator) {
      const words = this.model.running ? `Hand ${this.model.running} is being played; you see it when it is over.` : "Watching: hands appear when they are over.";
      return h("div", { class: "banner", role: "status" }, words);
    }
    return null;
  }

  async invite() {
    const { inviteDialog } = await import("./invite.js");
    if (await ensureGuest()) inviteDialog(this.model.table);
  }

  async talks() {
    const { talkDialog } = await import("./talk.js");
    talkDialog((phrase) => this.socket.command("say", { phrase }).catch(complain));
  }

  async hear(said) {
    if (settings().talk === "off") return;
    const { Talk } = await import("./talk.js");
    this.talk ??= new Talk(() => this.isConnected && this.render());
    this.talk.hear(said);
    sayAloud(`${said.name}: ${this.talk.words.get(said.name)?.said ?? ""}`);
    play("word");
  }

  /** Another way of coaching holds for the decision that is open. */
  coachChanged() {
    this.coach.follow(this.model, []);
    this.render();
  }

  async drawer(which) {
    const { openDrawer } = await import("./drawers.js");
    openDrawer(which, this.model, () => this.model, this.coach, () => this.coachChanged());
  }
}

define("hw-table", Table);
