// Putting chips on spots. What is clicked is a draft; it is sent as soon as the rules we know
// allow it, and shown as pending until the service has written it down.

import { cents, money, wire } from "../parts/money.js";
import { keep, recall } from "../parts/settings.js";
import { CHIPS } from "../pieces/chips.js";
import { isPatron, myStack } from "../net/model.js";
import { spotLabel } from "./names.js";

const WAIT = 220;

export class Betting {
  constructor(model, { send, complain, changed }) {
    Object.assign(this, { send, complain, changed });
    this.model = model;
    this.chip = null;
    this.draft = null; // what shall lie at the target seat; null: as placed
    this.target = model.seat;
    this.past = [];
    this.pending = false;
    this.readying = false; // said, and not yet heard by the service
  }

  follow(model) {
    this.model = model;
    if (!model.seats.has(this.target)) this.target = model.seat;
    const { round } = model.now; // a whole hand may have gone by since the last look
    if (!this.open || round !== this.round) {
      this.round = round;
      this.draft = null;
      this.past = [];
      this.target = model.seat;
    }
    const tray = this.tray();
    if (!tray.includes(this.chip)) this.chip = tray[Math.min(1, tray.length - 1)];
  }

  /** Whether the viewer may place wagers now. */
  get open() {
    const { model } = this;
    if (model.poker || model.dealing || model.now.phase !== "wagers" || !isPatron(model)) return false;
    return model.bank?.name !== model.you && !this.me?.sitting_out;
  }

  get me() {
    return this.model.seats.get(this.model.seat);
  }

  get spots() {
    return this.model.table.felt.spots;
  }

  /** Own seat, an empty one where the filing opens it, or behind one that has a wager. */
  mayBetAt(seat) {
    const { model } = this;
    if (seat === model.bank?.seat) return false;
    if (seat === model.seat) return true;
    const own = model.wagers[String(seat)];
    if (own?.name === model.you) return true;
    const taken = Boolean(model.seats.get(seat)?.name);
    if (!taken) return Boolean(model.table.felt.other_spots) && Boolean(model.seat);
    return Boolean(own) && this.spots.some((spot) => spot.backline);
  }

  bettor(seat = this.target) {
    const { model } = this;
    const own = model.wagers[String(seat)];
    if (seat === model.seat || own?.name === model.you) return String(seat);
    return model.seats.get(seat)?.name ? `${seat}/${model.you}` : String(seat);
  }

  /** What lies there by the service's word. */
  placed(seat = this.target) {
    const found = this.model.wagers[this.bettor(seat)]?.wagers ?? {};
    return Object.fromEntries(Object.entries(found).map(([name, amount]) => [name, cents(amount)]));
  }

  current() {
    return this.draft ?? this.placed();
  }

  total(wagers = this.current()) {
    return Object.values(wagers).reduce((sum, amount) => sum + amount, 0);
  }

  tray() {
    const base = this.spots?.find((spot) => spot.base);
    const most = Math.min(cents(base?.max) || 50000, Math.max(myStack(this.model), 500));
    const least = cents(base?.min);
    const values = [...CHIPS.keys()].filter((value) => value <= most && (value >= 100 || least % 100));
    return values.slice(0, 6);
  }

  choose(chip) {
    this.chip = chip;
    this.changed();
  }

  // Changes.

  turnTo(seat) {
    if (seat === this.target) return;
    this.target = seat;
    this.draft = null;
    this.past = [];
  }

  add(seat, name) {
    this.turnTo(seat);
    const now = { ...this.current() };
    const spot = this.spots.find((one) => one.name === name);
    const missing = this.missing(spot, now);
    if (missing) {
      this.complain(missing);
      return;
    }
    const least = cents(spot.min);
    const most = cents(spot.max) || Infinity;
    const sum = Math.max(least, (now[name] ?? 0) + this.chip);
    if (sum > most && (now[name] ?? 0) >= most) {
      this.complain(`${spotLabel(this.model, name)} takes ${money(most)} at most.`);
      return;
    }
    now[name] = Math.min(sum, most);
    this.change(this.balanced(now, name));
  }

  remove(seat, name) {
    this.turnTo(seat);
    const now = { ...this.current() };
    if (!now[name]) return;
    const spot = this.spots.find((one) => one.name === name);
    const left = now[name] - this.chip;
    if (left >= Math.max(1, cents(spot.min))) now[name] = left;
    else delete now[name];
    this.change(this.balanced(now, name));
  }

  /** Spots that are bet together with another: the same amount goes on each. */
  twins(spot) {
    const tied = (one, other) => one.equals === other.name || (one.base && other.base && one.needs?.includes(other.name));
    return this.spots.filter((other) => other !== spot && (tied(spot, other) || tied(other, spot))).map((other) => other.name);
  }

  /** Twins hold the same amount, and bonus bets go when their base is gone. */
  balanced(wagers, changed) {
    for (const twin of this.twins(this.spots.find((spot) => spot.name === changed))) {
      if (wagers[changed]) wagers[twin] = wagers[changed];
      else delete wagers[twin];
    }
    for (const spot of this.spots) if (wagers[spot.name] && this.missing(spot, wagers)) delete wagers[spot.name];
    return wagers;
  }

  missing(spot, wagers) {
    const label = (name) => spotLabel(this.model, name);
    const twins = this.twins(spot);
    const needed = (spot.needs ?? []).filter((name) => !wagers[name] && !twins.includes(name));
    if (needed.length) return `${spot.label} needs a wager on ${needed.map(label).join(" and ")} first.`;
    const any = spot.needs_any ?? [];
    if (any.length && !any.some((name) => wagers[name])) return `${spot.label} needs a wager on ${any.map(label).join(" or ")} first.`;
    const excluded = (spot.excludes ?? []).find((name) => wagers[name]);
    if (excluded) return `${spot.label} and ${label(excluded)} cannot be bet together.`;
    return "";
  }

  change(wagers, remember = true) {
    if (remember) this.past.push(this.current());
    this.draft = wagers;
    this.pending = true;
    this.changed();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.submit(), WAIT);
  }

  undo() {
    if (this.past.length) this.change(this.past.pop(), false);
  }

  clear() {
    if (this.total()) this.change({});
  }

  double() {
    const now = this.current();
    const doubled = Object.fromEntries(this.spots.filter((spot) => now[spot.name]).map((spot) =>
      [spot.name, Math.min(now[spot.name] * 2, cents(spot.max) || Infinity)]));
    this.change(doubled);
  }

  get last() {
    return recall(`houseway.bet.${this.model.table.filing}`, null);
  }

  rebet() {
    const fits = {};
    for (const spot of this.spots) {
      const amount = this.last?.[spot.name];
      if (amount) fits[spot.name] = Math.min(Math.max(amount, cents(spot.min)), cents(spot.max) || Infinity);
    }
    if (Object.keys(fits).length) this.change(fits);
  }

  async submit() {
    if (!this.draft || !this.open) return;
    const sent = this.draft;
    const wagers = Object.fromEntries(Object.entries(sent).map(([name, amount]) => [name, wire(amount)]));
    const seat = this.target;
    try {
      if (Object.keys(wagers).length) {
        await this.send("wager", { wagers, seat, round: this.model.now.round + 1 });
        if (seat === this.model.seat) keep(`houseway.bet.${this.model.table.filing}`, sent);
      } else if (this.model.wagers[this.bettor(seat)]) await this.send("take_back", { seat });
    } catch (error) {
      if (this.draft === sent) {
        this.past = [];
        this.complain(error);
      }
    }
    if (this.draft === sent) {
      this.draft = null;
      this.pending = false;
    }
    this.changed();
  }

  async ready() {
    clearTimeout(this.timer);
    if (this.draft) await this.submit();
    this.readying = true;
    this.changed();
    try {
      await this.send("ready", { round: this.model.now.round + 1 });
    } catch (error) {
      if (error.code !== "stale") this.complain(error);
    }
    this.readying = false;
    this.changed();
  }
}
