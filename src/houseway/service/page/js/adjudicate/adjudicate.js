// <hw-adjudicate>: a disputed round or hand tapped in, and its ruling; the same rules as the command.

import { define, fit, h } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import * as api from "../parts/api.js";
import { alertAloud, capital, complain, sayAloud } from "../parts/dialog.js";
import { saveText } from "../parts/taking.js";
import { pieces } from "../pieces/suits.js";
import "../pieces/card.js";
import { roundForm } from "./form.js";
import { emptyHand, handFile, handForm } from "./hand.js";
import { fieldOf } from "./places.js";
import { emptyRound, handToml, kept, keepRound, roundFile, roundOf, toToml } from "./round.js";
import { rulingLine } from "./ruling.js";
import { RULES, keepRuling } from "./rulings.js";
import { settlementSheet } from "./sheet.js";

const PAUSE = 450; // milliseconds without a change before the answer is asked for anew

/** A hand between players: it says so before its first table; a seat of a round has actions too. */
const isHand = (text) => /^\s*(variant|actions)\s*=/m.test(text.split(/^\s*\[/m)[0]) || /^\s*\[\[player\]\]/m.test(text);

class Adjudicate extends HTMLElement {
  filings = [];
  sheet = null;
  answer = null;
  error = null;
  lacks = ""; // what the answer still waits for, while facts come in
  waiting = null; // whom a hand of poker waits for
  asText = false;
  written = "";
  busy = false;
  asked = 0;

  async connectedCallback() {
    this.round = kept() ?? emptyRound();
    this.render();
    try {
      await api.resume();
      await this.disputed(this.getAttribute("which"));
      this.filings = await api.call("/api/filings");
      if (!this.filings.some((one) => one.id === this.round.filing)) this.round = emptyRound(this.filings.find((one) => one.kind === "player-dealer").id);
      await this.choose(this.round.filing, true);
    } catch (error) {
      complain(error);
    }
  }

  /** A hand of a table's history, "t4k9/12", is filled in. */
  async disputed(which) {
    const [table, round] = (which ?? "").split("/");
    if (!round) return;
    const { filing, file } = await api.call(`/api/tables/${table}/rounds/${round}/dispute`);
    this.round = file._filing ? { filing, hand: file, errors: [], paid: [], procedures: "" } : roundOf(file);
  }

  disconnectedCallback() {
    clearTimeout(this.timer);
    this.asked++;
  }

  async choose(id, same = false) {
    if (!same) this.round = emptyRound(id);
    this.sheet = this.answer = this.error = this.waiting = null;
    this.lacks = "";
    this.render();
    const sheet = await api.filing(id);
    if (this.round.filing !== id) return; // another one was chosen meanwhile
    this.sheet = sheet;
    if (sheet.hand && !this.round.hand) this.round = emptyHand(sheet);
    if (!sheet.hand && this.round.hand) this.round = emptyRound(id);
    keepRound(this.round);
    this.render();
    if (this.round.hand || this.getAttribute("which")) this.ask();
  }

  edit = (work) => {
    work();
    this.answer = this.error = null;
    if (!this.asText) keepRound(this.round);
    this.render();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.ask(), this.round.hand ? 0 : PAUSE);
  };

  /** How often each card occurs in the round, one field's own left out. */
  usedBut(own) {
    const { round } = this;
    const all = [round.board, ...Object.values(round.hands), round.bank.cards, ...round.seats.flatMap((one) => [one.cards, one.draws])];
    const used = new Map();
    for (const piece of all.flatMap(pieces)) used.set(piece, (used.get(piece) ?? 0) + 1);
    for (const piece of pieces(own)) used.set(piece, (used.get(piece) ?? 0) - 1);
    return used;
  }

  copies() {
    return Number(this.round.decks) || this.sheet.deck.default_decks || this.sheet.deck.decks[1];
  }

  get file() {
    return this.round.hand ? handFile(this.round) : roundFile(this.round, this.sheet.hints);
  }

  get toml() {
    return this.round.hand ? handToml(this.file) : toToml(this.file);
  }

  /** The service's answer, whatever it is; nothing where it is about facts that have changed since. */
  async answered() {
    const mine = ++this.asked;
    const sent = this.asText ? { text: this.written, type: "application/toml" } : { body: this.file };
    const hand = this.asText ? isHand(this.written) : this.round.hand;
    let found;
    try {
      found = { answer: await api.call(hand ? "/api/replay" : "/api/adjudicate", { method: "POST", ...sent }) };
    } catch (error) {
      found = { error };
    }
    return mine === this.asked ? found : null;
  }

  /** While facts come in: the answer as soon as there is one, and quietly what is lacking. */
  async ask() {
    if (!this.sheet || this.asText) return;
    const found = await this.answered();
    if (!found) return;
    this.take(found);
    if (found.error?.facts?.waiting && this.dealUnseen(found.error.facts.waiting)) return;
    this.lacks = found.error && !this.answer ? asTold(found.error.message) : "";
    this.render();
  }

  /** An answer, or what is ordered by now of a hand that is not over. */
  take({ answer, error }) {
    this.waiting = error?.facts?.waiting ?? null;
    this.settled = this.file;
    this.answer = answer ?? (error?.facts?.remedy ? { ruling: "waiting", remedy: error.facts.remedy } : null);
  }

  /** The first cards of a hand lie unseen until somebody names them. */
  dealUnseen(waiting) {
    const { hand } = this.round;
    if (!waiting.cards || waiting.for === "board" || hand.actions.some((act) => act.startsWith("d dh"))) return false;
    this.edit(() => (hand.actions = hand.starting_stacks.map((_, i) => `d dh p${i + 1} ${"??".repeat(waiting.cards)}`)));
    return true;
  }

  async settle() {
    clearTimeout(this.timer);
    this.busy = true;
    this.render();
    const found = await this.answered();
    this.busy = false;
    if (!found) return;
    this.lacks = "";
    this.error = null;
    if (this.asText) await this.takeText(found);
    else this.take(found);
    if (this.answer) sayAloud("The round is settled.");
    else {
      this.error = found.error;
      alertAloud(asTold(found.error.message));
    }
    this.render();
    const field = this.wrongField && document.getElementById(this.wrongField);
    const place = field || this.querySelector(this.answer ? "#sheet-title" : ".error-box");
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: field ? "center" : "start" });
  }

  /** The sheet of a pasted file names its own filing and bank. */
  async takeText({ answer }) {
    this.answer = answer ?? null;
    if (!answer) return;
    const seat = /^\s*\[bank\][^[]*?^\s*seat\s*=\s*(\d+)/ms.exec(this.written)?.[1];
    const wager = /^\s*\[bank\][^[]*?^\s*wager\s*=\s*"?([\d.]+)/ms.exec(this.written)?.[1];
    this.settled = seat ? { bank: { seat, wager: wager ?? "0" } } : {};
    const filing = answer.filing ?? /^\s*_filing\s*=\s*"([^"]+)"/m.exec(this.written)?.[1];
    this.textSheet = filing ? await api.filing(filing) : { title: "Poker" };
  }

  /** The id of the field the last error speaks of; empty where there is none. */
  get wrongField() {
    if (!this.error || this.asText || !this.sheet) return "";
    return this.round.hand ? ofHand(this.error) : fieldOf(this.error, this.round, this.sheet);
  }

  marks = (id) => (this.wrongField === id ? { "aria-invalid": "true", "aria-describedby": `${id}-wrong` } : {});

  wrong = (id) => this.wrongField === id && h("p", { class: "field-error", id: `${id}-wrong` },
    capital(asTold(this.error.message)), this.error.cite && h("span", { class: "cite" }, ` ${this.error.cite}`));

  save() {
    const text = this.asText ? this.written : this.toml;
    saveText(text, this.round.hand ? "hand.phh" : "round.toml", "application/toml");
  }

  async open(event) {
    const input = event.target;
    const [file] = input.files;
    if (!file) return;
    input.value = ""; // so that the same file can be opened again
    this.written = await file.text();
    this.asText = true;
    this.answer = this.error = null;
    this.render();
  }

  render() {
    const file = this.round.hand ? this.sheet?.hints.file ?? "Hand" : "Round file";
    fit(this, h("div", { class: "adjudicate" },
      h("div", { class: "no-print stack" },
        h("div", {},
          h("h1", {}, "Settle a round"),
          RULES.includes(api.me()?.role) && h("p", {}, h("a", { href: "#/desk/records/rulings" }, "Rulings that were kept")),
          h("p", { class: "soft" }, "Tap in what lay on the table and what went wrong: the filed rules say what is done, who is owed what, and under which clause.")),
        h("div", { class: "row modes", role: "group", "aria-label": "How to give the round" },
          h("button", { class: "small", "aria-pressed": String(!this.asText), onclick: () => this.mode(false) }, "Tap it in"),
          h("button", { class: "small", "aria-pressed": String(this.asText), "data-do": "as-text", onclick: () => this.mode(true) }, "As a round file")),
        this.asText ? this.textForm() : this.form(),
        this.error && !this.wrongField && this.errorBox(),
        h("div", { class: "settle-bar" },
          !this.asText && (this.answer || this.lacks) && h("p", { class: "live small", "data-live": this.answer?.ruling ?? "" }, this.answer ? rulingLine(this.answer) : capital(this.lacks)),
          h("div", { class: "row" },
            h("button", { class: "primary", "data-do": "settle", disabled: this.busy || !this.sheet, onclick: () => this.settle() }, this.busy ? "Settling…" : "Settle"),
            h("button", { onclick: () => this.save(), disabled: !this.sheet }, icon("down"), file),
            this.answer && !this.asText && RULES.includes(api.me()?.role) && h("button", { "data-do": "keep", onclick: () => keepRuling(this.file).catch(complain) }, "Keep"),
            this.answer && h("button", { onclick: () => print() }, icon("print"), "Print"),
            !this.asText && h("button", { class: "plain", onclick: () => this.startOver() }, "Start over"))),
      ),
      this.answer && settlementSheet(this.answer, this.asText ? this.textSheet : this.sheet, this.settled),
    ));
  }

  startOver() {
    this.edit(() => {
      this.round = this.sheet?.hand ? emptyHand(this.sheet) : emptyRound(this.round.filing);
      this.waiting = null;
    });
  }

  mode(asText) {
    if (asText && this.sheet && !this.written) this.written = this.toml;
    this.asText = asText;
    this.answer = this.error = null;
    this.render();
    if (!asText) this.ask();
  }

  form() {
    const houses = [...new Set(this.filings.map((one) => one.house))];
    return h("form", { class: "stack", onsubmit: (event) => event.preventDefault() },
      h("div", { class: "field" },
        h("label", { for: "filing" }, "Which game, under which filing"),
        h("select", { id: "filing", value: this.round.filing, onchange: (event) => this.choose(event.target.value).catch(complain) },
          houses.map((house) => h("optgroup", { label: house }, this.filings.filter((one) => one.house === house).map((one) => h("option", { value: one.id }, `${one.title}, ${one.house}`)))))),
      this.sheet && (this.round.hand ? handForm(this) : roundForm(this)));
  }

  textForm() {
    return h("div", { class: "stack tight" },
      h("label", { for: "round-text" }, "Round file or poker hand (TOML)"),
      h("textarea", { id: "round-text", rows: 18, spellcheck: "false", class: "mono", value: this.written, oninput: (event) => (this.written = event.target.value) }, this.written),
      h("label", { class: "button small file-button" }, "Open a file", h("input", { type: "file", accept: ".toml,.phh,text/plain", class: "sr-only", onchange: (event) => this.open(event) })));
  }

  errorBox() {
    const { message, where, cite, code } = this.error;
    return h("div", { class: "error-box", role: "alert", tabindex: -1 },
      h("p", { class: "where" }, where ? capital(where) : "This cannot have happened"),
      asTold(message).split("\n").map((line) => h("p", {}, capital(line))),
      cite && h("p", { class: "cite" }, cite),
      h("p", { class: "cite" }, code));
  }
}

/** An error's words for somebody who has tapped in facts and never saw a file. */
const asTold = (message) => message.replace("the file gives no further choice", "no further choice is given").replace(/the file gives 0\b/, "none is given").replace(/the file gives (\d+)/, "$1 are given");

const ofHand = ({ where }) => {
  const error = /^_errors\[(\d+)\](?:\.(\w+))?/.exec(where);
  if (error) return `error-${error[1]}-${error[2] === "after" ? "noticed" : error[2] === "player" ? "place" : error[2] ?? "kind"}`;
  const row = /^p(\d+), (\w+)/.exec(where);
  return row ? `player-${row[1] - 1}-${row[2]}` : /^\w+$/.test(where) && where !== "actions" ? `hand-${where}` : "";
};

define("hw-adjudicate", Adjudicate);
