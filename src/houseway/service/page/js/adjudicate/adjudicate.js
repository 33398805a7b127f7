// <hw-adjudicate>: a disputed round tapped in, and its settlement; the same rules as the command.

import { define, fit, h } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import * as api from "../parts/api.js";
import { alertAloud, capital, complain, sayAloud } from "../parts/dialog.js";
import { pieces } from "../pieces/suits.js";
import "../pieces/card.js";
import { roundForm } from "./form.js";
import { fieldOf } from "./places.js";
import { emptyRound, kept, keepRound, roundFile, toToml } from "./round.js";
import { settlementSheet } from "./sheet.js";

class Adjudicate extends HTMLElement {
  filings = [];
  sheet = null;
  answer = null;
  error = null;
  asText = false;
  written = "";
  busy = false;

  async connectedCallback() {
    this.round = kept() ?? emptyRound();
    this.render();
    try {
      const all = await api.call("/api/filings");
      this.filings = all.filter((one) => one.kind === "player-dealer");
      if (!this.filings.some((one) => one.id === this.round.filing)) this.round = emptyRound(this.filings[0].id);
      await this.choose(this.round.filing, true);
    } catch (error) {
      complain(error);
    }
  }

  async choose(id, same = false) {
    if (!same) this.round = emptyRound(id);
    this.sheet = this.answer = this.error = null;
    keepRound(this.round);
    this.render();
    const sheet = await api.filing(id);
    if (this.round.filing !== id) return; // another one was chosen meanwhile
    this.sheet = sheet;
    this.render();
  }

  edit = (work) => {
    work();
    this.answer = this.error = null;
    keepRound(this.round);
    this.render();
  };

  /** How often each card occurs in the round, one field's own left out. */
  usedBut(own) {
    const { round } = this;
    const all = [round.board, ...Object.values(round.hands), round.bank.cards, ...round.seats.flatMap((one) => [one.cards, one.draws])];
    const used = new Map();
    for (const piece of all.flatMap(pieces)) used.set(piece, (used.get(piece) ?? 0) + 1);
    for (const piece of pieces(own)) used.set(piece, used.get(piece) - 1);
    return used;
  }

  copies() {
    return Number(this.round.decks) || this.sheet.deck.default_decks || this.sheet.deck.decks[1];
  }

  async settle() {
    this.busy = true;
    this.render();
    const file = roundFile(this.round, this.sheet.hints);
    try {
      this.answer = this.asText
        ? await api.call("/api/adjudicate", { method: "POST", text: this.written, type: "application/toml" })
        : await api.call("/api/adjudicate", { method: "POST", body: file });
      this.error = null;
      this.settled = this.asText ? { bank: { seat: "?", wager: 0 } } : file;
      if (this.asText) await this.learnFile();
      sayAloud("The round is settled.");
    } catch (error) {
      this.answer = null;
      this.error = error;
      alertAloud(error.message);
    }
    this.busy = false;
    this.render();
    const field = this.wrongField && document.getElementById(this.wrongField);
    const place = field || this.querySelector(this.answer ? "#sheet-title" : ".error-box");
    place?.focus({ preventScroll: true });
    place?.scrollIntoView({ block: field ? "center" : "start" });
  }

  /** The id of the field the last error speaks of; empty where there is none. */
  get wrongField() {
    return !this.error || this.asText || !this.sheet ? "" : fieldOf(this.error, this.round, this.sheet);
  }

  wrongWords() {
    const { message, cite } = this.error;
    return [capital(message), cite && h("span", { class: "cite" }, ` ${cite}`)];
  }

  /** The sheet of a pasted round file names its own filing and bank. */
  async learnFile() {
    const seat = /^\s*\[bank\][^[]*?^\s*seat\s*=\s*(\d+)/ms.exec(this.written)?.[1];
    const wager = /^\s*\[bank\][^[]*?^\s*wager\s*=\s*"?([\d.]+)/ms.exec(this.written)?.[1];
    this.settled = { bank: { seat: seat ?? "?", wager: wager ?? "0" } };
    this.textSheet = await api.filing(this.answer.filing);
  }

  save() {
    const text = this.asText ? this.written : toToml(roundFile(this.round, this.sheet.hints));
    const link = h("a", { href: URL.createObjectURL(new Blob([text], { type: "application/toml" })), download: "round.toml" });
    document.body.append(link);
    link.click();
    link.remove();
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
    fit(this, h("div", { class: "adjudicate" },
      h("div", { class: "no-print stack" },
        h("div", {},
          h("h1", {}, "Settle a round"),
          h("p", { class: "soft" }, "Tap in what lay on the table: the filed rules say who is owed what, in which order, and under which clause.")),
        h("div", { class: "row modes", role: "group", "aria-label": "How to give the round" },
          h("button", { class: "small", "aria-pressed": String(!this.asText), onclick: () => this.mode(false) }, "Tap it in"),
          h("button", { class: "small", "aria-pressed": String(this.asText), "data-do": "as-text", onclick: () => this.mode(true) }, "As a round file")),
        this.asText ? this.textForm() : this.form(),
        this.error && !this.wrongField && this.errorBox(),
        h("div", { class: "row settle-bar" },
          h("button", { class: "primary big", "data-do": "settle", disabled: this.busy || !this.sheet, onclick: () => this.settle() }, this.busy ? "Settling…" : "Settle"),
          h("button", { onclick: () => this.save(), disabled: !this.sheet }, icon("down"), "Round file"),
          this.answer && h("button", { onclick: () => print() }, icon("print"), "Print"),
          !this.asText && h("button", { class: "plain", onclick: () => this.edit(() => (this.round = emptyRound(this.round.filing))) }, "Start over")),
      ),
      this.answer && settlementSheet(this.answer, this.asText ? this.textSheet : this.sheet, this.settled),
    ));
  }

  mode(asText) {
    if (asText && this.sheet && !this.written) this.written = toToml(roundFile(this.round, this.sheet.hints));
    this.asText = asText;
    this.answer = this.error = null;
    this.render();
  }

  form() {
    const houses = [...new Set(this.filings.map((one) => one.house))];
    return h("form", { class: "stack", onsubmit: (event) => event.preventDefault() },
      h("div", { class: "field" },
        h("label", { for: "filing" }, "Which game, under which filing"),
        h("select", { id: "filing", value: this.round.filing, onchange: (event) => this.choose(event.target.value).catch(complain) },
          houses.map((house) => h("optgroup", { label: house }, this.filings.filter((one) => one.house === house).map((one) => h("option", { value: one.id }, `${one.title}, ${one.house}`)))))),
      this.sheet && roundForm(this));
  }

  textForm() {
    return h("div", { class: "stack tight" },
      h("label", { for: "round-text" }, "Round file (TOML)"),
      h("textarea", { id: "round-text", rows: 18, spellcheck: "false", class: "mono", value: this.written, oninput: (event) => (this.written = event.target.value) }, this.written),
      h("label", { class: "button small file-button" }, "Open a file", h("input", { type: "file", accept: ".toml,text/plain", class: "sr-only", onchange: (event) => this.open(event) })));
  }

  errorBox() {
    const { message, where, cite, code } = this.error;
    return h("div", { class: "error-box", role: "alert", tabindex: -1 },
      h("p", { class: "where" }, where ? capital(where) : "This cannot have happened"),
      message.split("\n").map((line) => h("p", {}, capital(line))),
      cite && h("p", { class: "cite" }, cite),
      h("p", { class: "cite" }, code));
  }
}

define("hw-adjudicate", Adjudicate);
