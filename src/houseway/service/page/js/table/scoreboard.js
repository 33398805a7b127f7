// The baccarat scoreboard: limits, counts and shares of the outcomes, naturals, hands of this
// shoe and the one before, the timer that closes the bets, bead plate and big road.

import { h, s } from "../parts/dom.js";
import { cents, money } from "../parts/money.js";

const LETTERS = { player: "P", banker: "B", tie: "T" };
const NAMES = { player: "Player", banker: "Banker", tie: "Tie" };
const SPECIAL = { dragon_7: "7", panda_8: "8" };

export function scoreboard(model) {
  const board = model.scoreboard ?? { shoe: [], previous: [] };
  const { shoe, previous } = board;
  const close = model.now.bets_close;
  return h("div", { class: "scoreboard stack" },
    h("div", { class: "row board-head" },
      h("div", {}, h("span", { class: "soft small" }, "Table limits"), h("strong", { class: "figure" }, limits(board))),
      h("div", {}, h("span", { class: "soft small" }, "Hands this shoe"), h("strong", { class: "figure" }, shoe.length)),
      h("div", {}, h("span", { class: "soft small" }, "Bets close"), close
        ? h("hw-ring", { until: close, total: model.table.pace?.bet_seconds ?? 20 })
        : h("strong", {}, model.now.phase === "wagers" ? "open" : "closed")),
    ),
    h("h3", {}, "Bead plate"),
    h("div", { class: "road", role: "img", "aria-label": `Bead plate: ${said(shoe)}` }, beadPlate(shoe)),
    h("h3", {}, "Big road"),
    h("div", { class: "road", role: "img", "aria-label": `Big road, ${runs(shoe).length} runs` }, bigRoad(shoe)),
    tally("This shoe", shoe),
    previous?.length > 0 && tally(`Previous shoe (${previous.length} hands)`, previous),
  );
}

function limits({ min, max }) {
  if (!min) return "none posted";
  return `${money(cents(min))} to ${max ? money(cents(max)) : "no limit"}`;
}

/** The same in short, for the panel beside the felt: counts and the roads' latest columns. */
export function boardStrip(model) {
  const { shoe = [] } = model.scoreboard ?? {};
  const count = (test) => shoe.filter(test).length;
  const counts = ["banker", "player", "tie"].map((winner) => h("span", { class: `count ${winner}` },
    `${NAMES[winner]} `, h("strong", { class: "figure" }, count((one) => one.winner === winner))));
  return h("section", { class: "panel board-strip", "aria-labelledby": "strip-title" },
    h("h2", { id: "strip-title" }, `Shoe: ${shoe.length} ${shoe.length === 1 ? "hand" : "hands"}`),
    h("p", { class: "row small" }, counts, h("span", {}, "Naturals ", h("strong", { class: "figure" }, count((one) => one.natural)))),
    h("div", { class: "road", role: "img", "aria-label": `Big road, ${runs(shoe).length} runs. Last hands: ${said(shoe)}` }, bigRoad(shoe, 12)),
  );
}

function said(shoe) {
  return shoe.length ? shoe.slice(-12).map((one) => NAMES[one.winner]).join(", ") : "no hand yet";
}

function tally(title, results) {
  const share = (count) => (results.length ? `${Math.round((count / results.length) * 1000) / 10}%` : "–");
  const rows = ["banker", "player", "tie"].map((winner) => {
    const count = results.filter((one) => one.winner === winner).length;
    return [NAMES[winner], count, share(count)];
  });
  const naturals = results.filter((one) => one.natural).length;
  rows.push(["Naturals", naturals, share(naturals)]);
  for (const special of ["dragon_7", "panda_8"]) {
    const count = results.filter((one) => one.special === special).length;
    rows.push([special === "dragon_7" ? "Dragon 7" : "Panda 8", count, share(count)]);
  }
  return h("table", { class: "tally" },
    h("caption", {}, title),
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Outcome"), h("th", { scope: "col", class: "amount" }, "Hands"), h("th", { scope: "col", class: "amount" }, "Share"))),
    h("tbody", {}, rows.map(([name, count, part]) => h("tr", {}, h("th", { scope: "row" }, name), h("td", { class: "amount" }, count), h("td", { class: "amount" }, part)))),
  );
}

const CELL = 24;
const DEEP = 6;
const WIDE = 24; // columns at least

function grid(columns) {
  const lines = [];
  for (let x = 0; x <= columns; x += 1) lines.push(`M${x * CELL} 0V${DEEP * CELL}`);
  for (let y = 0; y <= DEEP; y += 1) lines.push(`M0 ${y * CELL}H${columns * CELL}`);
  return s("path", { d: lines.join(""), class: "road-lines" });
}

/** Every hand in a cell, downwards and then to the right. */
function beadPlate(shoe) {
  const columns = Math.max(WIDE, Math.ceil(shoe.length / DEEP));
  return s("svg", { viewBox: `0 0 ${columns * CELL} ${DEEP * CELL}`, width: columns * CELL, height: DEEP * CELL },
    grid(columns),
    shoe.map((one, i) => {
      const x = (Math.floor(i / DEEP) + 0.5) * CELL;
      const y = ((i % DEEP) + 0.5) * CELL;
      return s("g", {},
        s("circle", { cx: x, cy: y, r: 10, class: `bead ${one.winner}` }),
        s("text", { x, y: y + 4, "text-anchor": "middle", class: "bead-text" }, SPECIAL[one.special] ?? LETTERS[one.winner]),
      );
    }),
  );
}

/** Runs of the same winner; a tie is marked on the hand before it. */
function runs(shoe) {
  const found = [];
  let early = 0;
  for (const one of shoe) {
    const last = found.at(-1);
    if (one.winner === "tie") {
      if (last) last.at(-1).ties += 1;
      else early += 1;
    } else {
      const cell = { ...one, ties: early };
      early = 0;
      if (last && last[0].winner === one.winner) last.push(cell);
      else found.push([cell]);
    }
  }
  return found;
}

/** Where every hand of the big road lies: a run goes down, and turns right at the bottom. */
export function roadCells(shoe) {
  const taken = new Set();
  const cells = [];
  let start = 0;
  for (const run of runs(shoe)) {
    while (taken.has(`${start},0`)) start += 1;
    let [x, y] = [start, 0];
    let turned = false;
    run.forEach((one, i) => {
      if (i > 0) {
        const free = y + 1 < DEEP && !taken.has(`${x},${y + 1}`) && !turned;
        if (free) y += 1;
        else {
          turned = true;
          x += 1;
        }
      }
      taken.add(`${x},${y}`);
      cells.push({ ...one, x, y });
    });
  }
  return cells;
}

/** The big road; only its last columns where so many are asked for. */
function bigRoad(shoe, last = Infinity) {
  const all = roadCells(shoe);
  const whole = Math.max(Math.min(WIDE, last), ...all.map((cell) => cell.x + 1));
  const columns = Math.min(whole, last);
  const cells = all.map((cell) => ({ ...cell, x: cell.x - (whole - columns) })).filter((cell) => cell.x >= 0);
  return s("svg", { viewBox: `0 0 ${columns * CELL} ${DEEP * CELL}`, width: columns * CELL, height: DEEP * CELL },
    grid(columns),
    cells.map((cell) => {
      const x = (cell.x + 0.5) * CELL;
      const y = (cell.y + 0.5) * CELL;
      return s("g", {},
        s("circle", { cx: x, cy: y, r: 8.5, class: `ring ${cell.winner}` }),
        cell.natural && s("circle", { cx: x, cy: y, r: 3, class: `dot ${cell.winner}` }),
        cell.ties > 0 && s("path", { d: `M${x - 9} ${y + 9}L${x + 9} ${y - 9}`, class: "tie-line" }),
        cell.ties > 1 && s("text", { x: x + 8, y: y + 10, class: "tie-count" }, cell.ties),
      );
    }),
  );
}
