// Shows what happened at a pace a person can follow. The service may settle a whole hand in one
// push; cards are laid one after another here. Decisions appear when everything before them has.

import { apply, fromSnapshot, stand } from "./model.js";
import { still } from "../parts/dom.js";

const PAUSES = { dealt: 110, shown: 260, chose: 240, rolled: 700, called: 320, burned: 0, declared: 1400, taken: 500, mixed: 300 };
const RECORD_PAUSES = { stake_added: 220, no_more_bets: 200, settled: 300, hand_settled: 300, points_settled: 300, chips_moved: 160 };
const BEHIND = 50; // more steps than this and we hurry
const SHOWDOWNS = new Set(["hand_settled", "points_settled"]);
const LOOK = 5000; // so long a showdown lies there, however late it came to be seen

export class Stage extends EventTarget {
  constructor() {
    super();
    this.model = null;
    this.queue = [];
    this.timer = null;
    this.lookUntil = 0;
    this.holding = false; // the next hand has begun, and the last one is still looked at
  }

  snapshot(snapshot) {
    this.queue = [];
    this.holding = false;
    clearTimeout(this.timer);
    this.timer = null;
    this.model = fromSnapshot(snapshot, this.model);
    this.changed({ fresh: true });
  }

  push(said) {
    if (!this.model) return;
    // A question that is no longer open is not to be answered while its consequences are shown.
    const open = new Set((said.asks ?? []).map((ask) => ask.id));
    this.model.asks = this.model.asks.filter((ask) => open.has(ask.id));
    for (const record of said.records) this.queue.push({ record });
    this.queue.push({ stands: said });
    if (!this.timer) this.run();
  }

  /** Only the moment has changed: somebody is ready, comes or goes. */
  moment(said) {
    if (!this.model) return;
    this.queue.push({ stands: said });
    if (!this.timer) this.run();
  }

  running(round) {
    if (!this.model) return;
    this.model.running = round;
    this.changed({});
  }

  get behind() {
    return this.queue.length > 0 && !this.holding;
  }

  /** Somebody has seen enough of a showdown. */
  seen() {
    this.lookUntil = 0;
    if (!this.holding) return;
    clearTimeout(this.timer);
    this.run();
  }

  run() {
    this.timer = null;
    this.holding = false;
    const records = [];
    let pause = 0;
    while (this.queue.length && !pause) {
      const left = this.queue[0].record?.kind === "hand_started" ? this.lookUntil - performance.now() : 0;
      if (left > 0) {
        this.holding = true;
        pause = left;
        break;
      }
      const step = this.queue.shift();
      if (step.record) {
        apply(this.model, step.record);
        records.push(step.record);
        pause = this.pauseAfter(step.record);
        if (pause && SHOWDOWNS.has(step.record.kind)) this.lookUntil = performance.now() + this.look;
      } else stand(this.model, step.stands);
    }
    this.changed({ records });
    if (this.queue.length) this.timer = setTimeout(() => this.run(), pause);
  }

  /** As long as the table waits between hands, and no longer. */
  get look() {
    return Math.min(LOOK, (this.model.table.pace?.pause_seconds ?? 0) * 1000);
  }

  pauseAfter(record) {
    if (document.hidden || still()) return 0;
    const pause = RECORD_PAUSES[record.kind] ?? PAUSES[record.event?.did] ?? 0;
    return this.queue.length > BEHIND ? pause / 6 : pause;
  }

  stop() {
    clearTimeout(this.timer);
    this.queue = [];
  }

  changed(detail) {
    this.dispatchEvent(new CustomEvent("change", { detail }));
  }
}
