// Points between two players of Chinese poker, told from the side of whoever looks.

import { capital } from "../parts/dialog.js";

const ROW = /^(\w+) ([+-]?\d+): (.+) against (.+), (won|lost|a push|a tie won by the button)$/;
const TURNED = { won: "lost", lost: "won" };

/** Two players as one of them sees it: what each row brought; no rows where a foul or a sweep decided. */
export function compared(one, seat) {
  const turned = one.second === seat;
  const sign = turned ? -1 : 1;
  const found = one.because.split("; ").map((part) => ROW.exec(part));
  const rows = found.every(Boolean) ? found.map(([, row, points, first, second, how]) => ({
    row, points: sign * Number(points), mine: turned ? second : first, theirs: turned ? first : second, how: turned ? TURNED[how] ?? how : how,
  })) : [];
  return { seat: turned ? one.second : one.first, other: turned ? one.first : one.second, points: sign * one.points, sign, rows };
}

/** Points with their sign, and what they are. */
export function pointWords(count) {
  return `${signedPoints(count)} point${Math.abs(count) === 1 ? "" : "s"}`;
}

export function signedPoints(count) {
  return `${count > 0 ? "+" : count < 0 ? "−" : ""}${Math.abs(count)}`;
}

/** Why no rows were compared; of a foul, whose it was. */
export function insteadOfRows(one, { points, seat, other }, name) {
  if (!one.because.startsWith("foul: ")) return capital(one.because);
  const who = name(points < 0 ? seat : other);
  // The rows on the felt have these names.
  const why = one.because.replace(/\bback \(/g, "bottom (").replace(/\bfront \(/g, "top (");
  return `${who === "You" ? "Your hand" : `${who}'s hand`} is ${why}`;
}

/** A comparison in a few words: which rows were won, or what decided instead. */
export function inShort(one, side, name) {
  const rows = (how) => side.rows.filter((row) => Math.sign(row.points) === how).map(({ row }) => row);
  const said = [[1, "won"], [0, "a push"], [-1, "lost"]].filter(([how]) => rows(how).length).map(([how, words]) => `${listed(rows(how))} ${words}`);
  const why = said.length ? said.join(", ") : insteadOfRows(one, side, name).replace(/: .*/, "").replace(/^(Your|Both)/, (word) => word.toLowerCase());
  return `${pointWords(side.points)} against ${name(side.other)}: ${why}`;
}

const listed = (words) => [words.slice(0, -1).join(", "), words.at(-1)].filter(Boolean).join(" and ");
