// <hw-lobby>: a quick seat by kind of game, the open tables, and the catalogue of all filings.

import { define, fit, h, style } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import * as api from "../parts/api.js";
import { complain, dialog } from "../parts/dialog.js";
import { isTile } from "../pieces/suits.js";
import "../pieces/card.js";
import { familyName, kindsOf } from "./kinds.js";
import { ensureGuest } from "./guest.js";

const REFRESH = 10000;

class Lobby extends HTMLElement {
  filings = [];
  families = [];
  tables = [];
  wanted = "";
  by = "house";
  kind = "";
  busy = "";
  seats = [];

  connectedCallback() {
    this.stop = api.onAccount(() => this.render());
    this.render();
    this.load();
    this.timer = setInterval(() => document.hidden || this.refresh(), REFRESH);
  }

  disconnectedCallback() {
    this.stop();
    clearInterval(this.timer);
  }

  async load() {
    try {
      [this.families, this.filings, this.tables] = await Promise.all([call("/api/families"), call("/api/filings"), call("/api/tables")]);
      this.render();
      this.seats = (await api.resume())?.seats ?? [];
      this.render();
    } catch (error) {
      complain(error);
    }
  }

  async refresh() {
    try {
      this.tables = await call("/api/tables");
      this.render();
    } catch {
      // The next round of the clock tries again.
    }
  }

  /** A seat at some table of the kind or filing wanted. */
  async seatAt(key, wanted) {
    if (this.busy) return;
    if (!(await ensureGuest())) return;
    this.busy = key;
    this.render();
    try {
      const found = await api.call("/api/quick-seat", { method: "POST", body: wanted });
      location.hash = `#/table/${found.table}`;
    } catch (error) {
      complain(error);
    } finally {
      this.busy = "";
      this.render();
    }
  }

  sitByKind(kind) {
    if (kind.whole) return this.seatAt(kind.key, { family: kind.family });
    // Among several filings of the kind, prefer one where people already sit.
    const found = kind.filings;
    const people = (id) => this.tables.filter((t) => t.filing === id).reduce((sum, t) => sum + t.people, 0);
    const best = found.reduce((a, b) => (people(b) > people(a) ? b : a), found[0]);
    return this.seatAt(kind.key, { filing: best });
  }

  render() {
    fit(this,
      h("div", { class: "lobby" },
        h("section", { class: "welcome" },
          h("h1", {}, "Take a seat"),
          h("p", { class: "soft" }, "The games of California's cardrooms as they filed them, dealt by the house's own procedure, with bots at the table and anybody who joins."),
          h("p", { class: "notice" }, h("strong", {}, "Play chips only."), " Nothing here is bought, sold or paid out. Bots carry the mark ", h("span", { class: "tag" }, "BOT"), "."),
        ),
        api.me()?.role === "house" && this.locked(),
        this.seats.length > 0 && this.yourSeats(),
        h("section", { "aria-labelledby": "quick" },
          h("h2", { id: "quick" }, "Quick seat"),
          h("div", { class: "kinds" }, kindsOf(this.families).map((kind) => this.kindCard(kind))),
        ),
        this.tables.length > 0 && this.openTables(),
        this.catalogue(),
      ),
    );
  }

  /** What only the house sees is loaded for the house alone. */
  locked() {
    import("./locked.js").catch(complain);
    return h("hw-locked");
  }

  yourSeats() {
    return h("section", { "aria-labelledby": "yours" },
      h("h2", { id: "yours" }, "You are seated"),
      h("div", { class: "row" }, this.seats.map((one) => {
        const table = this.tables.find((t) => t.id === one.table);
        return h("a", { class: "button primary", href: `#/table/${one.table}` },
          `Back to ${table?.title ?? "your table"}, seat ${one.seat}`);
      })),
    );
  }

  kindCard(kind) {
    const busy = this.busy === kind.key;
    return h("button", {
      class: "kind", "data-kind": kind.key, "aria-busy": busy ? "true" : undefined,
      disabled: !kind.filings.length,
      onclick: () => this.sitByKind(kind),
    },
      h("span", { class: "kind-cards", "aria-hidden": "true" },
        kind.cards.map((card) => h(isTile(card) ? "hw-tile" : "hw-card", { card, small: true, label: "" }))),
      h("span", { class: "sr-only" }, "Quick seat: "),
      h("span", { class: "kind-name" }, busy ? "Finding a seat…" : kind.name),
      h("span", { class: "kind-what" }, kind.what),
    );
  }

  openTables() {
    const tables = [...this.tables].sort((a, b) => b.people - a.people || a.title.localeCompare(b.title));
    return h("section", { "aria-labelledby": "open" },
      h("h2", { id: "open" }, "Open tables"),
      h("ul", { class: "tables" }, tables.map((one) => {
        const full = one.taken >= one.seats;
        return h("li", { "data-key": one.id },
          h("div", { class: "table-words" },
            h("strong", {}, one.title),
            h("span", { class: "soft small" }, `${one.house} · ${one.played_for}`),
          ),
          h("div", { class: "table-people small" },
            h("span", {}, `${one.people} ${one.people === 1 ? "person" : "people"}`),
            h("span", { class: "soft" }, `${one.bots} ${one.bots === 1 ? "bot" : "bots"}`),
            h("span", { class: "soft" }, `${one.seats - one.taken} free`),
          ),
          h("a", {
            class: full ? "button small" : "button small primary", href: `#/table/${one.id}`,
            "aria-label": `${full ? "Watch" : "Look in at"} ${one.title}, ${one.house}`,
          }, full ? "Watch" : "Look in"),
        );
      })),
    );
  }

  catalogue() {
    const words = this.wanted.toLowerCase().split(/\s+/).filter(Boolean);
    const fits = this.filings.filter((one) => {
      const text = `${one.title} ${one.house} ${one.id} ${one.approval} ${this.familyName(one.family)}`.toLowerCase();
      return words.every((word) => text.includes(word)) && (!this.kind || one.family === this.kind);
    });
    const groups = Map.groupBy ? Map.groupBy(fits, (one) => this.group(one)) : grouped(fits, (one) => this.group(one));
    const families = [...new Set(this.filings.map((one) => one.family))];
    return h("section", { "aria-labelledby": "all", class: "catalogue" },
      h("h2", { id: "all" }, `All ${this.filings.length || ""} games`),
      h("div", { class: "filters" },
        h("label", { class: "search" },
          icon("search"),
          h("span", { class: "sr-only" }, "Search games"),
          h("input", {
            type: "search", placeholder: "Search by game, house or approval number", value: this.wanted,
            oninput: (event) => {
              this.wanted = event.target.value;
              this.render();
            },
          }),
        ),
        h("div", { class: "row", role: "group", "aria-label": "Group by" },
          ["house", "family"].map((by) => h("button", {
            class: "small", "aria-pressed": String(this.by === by),
            onclick: () => {
              this.by = by;
              this.render();
            },
          }, by === "house" ? "By house" : "By family"))),
        h("label", { class: "family-filter" },
          h("span", { class: "sr-only" }, "Family"),
          h("select", {
            value: this.kind,
            onchange: (event) => {
              this.kind = event.target.value;
              this.render();
            },
          },
            h("option", { value: "" }, "All families"),
            families.map((one) => h("option", { value: one }, this.familyName(one))),
          ),
        ),
      ),
      h("p", { class: "sr-only", role: "status" }, `${fits.length} ${fits.length === 1 ? "game" : "games"} found`),
      this.filings.length > 0 && !fits.length && h("p", { class: "soft" }, "No game of that name. Try a part of it, as 21 or omaha."),
      [...groups].map(([name, filings]) => h("div", { class: "group", "data-key": `group-${name}` },
        h("h3", {}, name),
        h("ul", { class: "games" }, filings.map((one) => this.game(one))),
      )),
    );
  }

  familyName(family) {
    return familyName(this.families, family);
  }

  group(filing) {
    return this.by === "house" ? filing.house : this.familyName(filing.family);
  }

  /** How a game goes, before anybody sits down. */
  async how(one) {
    try {
      const [{ howItGoes }, { hints, spot = [] }] = await Promise.all([
        import("../coach/how.js"), api.filing(one.id), style("panels"), style("coach"),
      ]);
      dialog(`How it goes: ${one.title}`, howItGoes({ hints, felt: { spots: spot } }));
    } catch (error) {
      complain(error);
    }
  }

  game(one) {
    const open = this.tables.filter((table) => table.filing === one.id).length;
    const busy = this.busy === one.id;
    const about = this.by === "house" ? this.familyName(one.family) : one.house;
    const detail = [about, `${one.seats} seats`, one.approval].filter(Boolean).join(" · ");
    return h("li", { "data-key": one.id },
      h("div", { class: "table-words" },
        h("strong", {}, one.title),
        h("span", { class: "soft small" }, detail),
        open > 0 && h("span", { class: "small open-count" }, `${open} open`),
      ),
      h("button", { class: "small", "data-how": one.id, "aria-label": `How it goes: ${one.title}, ${one.house}`, onclick: () => this.how(one) }, "How it goes"),
      h("a", { class: "button small", href: `#/rules/${one.id}`, "aria-label": `Rules of ${one.title}, ${one.house}` }, "Rules"),
      h("button", {
        class: "small primary", "data-filing": one.id, "aria-label": `Sit at ${one.title}, ${one.house}`,
        "aria-busy": busy ? "true" : undefined, onclick: () => this.seatAt(one.id, { filing: one.id }),
      }, busy ? "…" : "Sit"),
    );
  }
}

function grouped(list, by) {
  const found = new Map();
  for (const one of list) found.set(by(one), [...(found.get(by(one)) ?? []), one]);
  return found;
}

const call = (path) => api.call(path);

define("hw-lobby", Lobby);
