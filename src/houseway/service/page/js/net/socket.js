// The table's socket: hello, commands with ids, pushes in order, reconnecting without a loss.
//
// Nothing is assumed done before the service says so. A command that was not answered when the
// connection broke is sent again with its id, which has no second effect.

import { hearTime } from "../parts/clock.js";
import { Refusal, token } from "../parts/api.js";

const SILENCE = 30000;
const FINAL = { 4401: "Your session is no longer known here. Go to the lobby and come in again.",
  4404: "There is no such table, or it has closed.",
  4423: "A record of this table cannot be read. The house closes it and returns your chips.",
  4409: "This table is open in too many windows; this one was let go." };

export class TableSocket extends EventTarget {
  constructor(table) {
    super();
    this.table = table;
    this.last = null; // number of the last record taken in
    this.open = false;
    this.ended = false;
    this.tries = 0;
    this.waiting = new Map(); // commands without an answer, by id
    this.run = Math.random().toString(36).slice(2, 10);
    this.count = 0;
    this.wake = () => !this.open && !this.ended && this.connect();
    addEventListener("online", this.wake);
    document.addEventListener("visibilitychange", this.wake);
    this.connect();
  }

  close() {
    this.ended = true;
    removeEventListener("online", this.wake);
    document.removeEventListener("visibilitychange", this.wake);
    clearTimeout(this.retry);
    clearTimeout(this.silence);
    this.socket?.close();
  }

  connect() {
    clearTimeout(this.retry);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const address = new URL("ws", location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.hash = "";
    address.search = `?table=${encodeURIComponent(this.table)}`;
    const socket = new WebSocket(address, ["houseway.2"]);
    this.socket = socket;
    socket.onopen = () => this.hello();
    socket.onmessage = (event) => this.hear(event.data);
    socket.onclose = (event) => socket === this.socket && this.lost(event.code);
  }

  hello() {
    const said = { id: this.nextId(), do: "hello" };
    const secret = token();
    if (secret) said.token = secret;
    if (this.last !== null) said.last = this.last;
    this.helloId = said.id;
    this.socket.send(JSON.stringify(said));
    this.listen();
  }

  /** Any sound keeps the line; a long silence means it is dead. */
  listen() {
    clearTimeout(this.silence);
    this.silence = setTimeout(() => this.socket?.close(), SILENCE);
  }

  lost(code) {
    clearTimeout(this.silence);
    this.socket = null;
    const was = this.open;
    this.open = false;
    if (this.ended) return;
    if (FINAL[code]) {
      this.ended = true;
      this.tell("ended", FINAL[code]);
      return;
    }
    this.tries += 1;
    const wait = Math.min(8000, 250 * 2 ** Math.min(this.tries, 5)) * (0.5 + Math.random());
    this.retry = setTimeout(() => this.connect(), wait);
    if (was || this.tries === 1) this.tell("line", { open: false });
  }

  hear(text) {
    this.listen();
    const said = JSON.parse(text);
    hearTime(said.time ?? said.now?.time);
    if (said.re !== undefined) this.answered(said);
    else if (said.snapshot) {
      this.last = said.snapshot.number;
      hearTime(said.snapshot.now?.time);
      this.tell("snapshot", said.snapshot);
    } else if (said.records) this.push(said);
    else if (said.now) this.tell("now", said);
    else if (said.said) this.tell("said", said.said);
    else if (said.running !== undefined) this.tell("running", said.running);
  }

  push(said) {
    if (this.last !== null && said.number <= this.last) return;
    if (this.last === null || said.from > this.last + 1) {
      this.resync();
      return;
    }
    const records = said.records.filter((one) => one.n > this.last);
    this.last = said.number;
    this.tell("push", { ...said, records });
  }

  /** Ask for everything again. */
  resync() {
    this.say({ id: this.nextId(), do: "resync" });
  }

  answered(said) {
    if (said.re === this.helloId) {
      if (said.error) {
        this.ended = true;
        this.tell("ended", said.error.message);
        this.socket?.close();
        return;
      }
      this.open = true;
      this.tries = 0;
      this.tell("line", { open: true, you: said.you, seat: said.seat });
      for (const { sent } of this.waiting.values()) this.say(sent);
      return;
    }
    const waiting = this.waiting.get(said.re);
    if (!waiting) return;
    this.waiting.delete(said.re);
    if (said.error) waiting.reject(new Refusal(said.error));
    else waiting.resolve(said);
    this.tell("answered", said);
  }

  /** Give a command; resolves when it is written down, rejects with the refusal. */
  command(what, details = {}) {
    const sent = { id: this.nextId(), do: what, ...details };
    const answer = new Promise((resolve, reject) => {
      this.waiting.set(sent.id, { sent, resolve, reject });
    });
    if (this.open) this.say(sent);
    return answer;
  }

  say(sent) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(sent));
  }

  nextId() {
    this.count += 1;
    return `${this.run}-${this.count}`;
  }

  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }
}
