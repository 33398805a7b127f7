// What the coach says, in words: before an act, on the buttons, and after it.

import { h } from "../parts/dom.js";
import { dialog } from "../parts/dialog.js";
import { money, signed } from "../parts/money.js";
import { moveLabel, plainName, spotLabel } from "../table/names.js";
import { pieceText } from "../pieces/suits.js";
import { alike, costOf } from "./coach.js";
import { totals, weighed } from "./evening.js";

const CARD = /\b([2-9TJQKA][cdhs]|Jk)\b/g;

/** Words with cards as they are drawn. */
export const drawn = (words) => words.replace(CARD, pieceText);

/** A move as a person would say it. */
export function moveWords(model, move) {
  const [word, ...rest] = move.split(" ");
  if (word === "draw" || word === "discard") return `Throw ${rest.map(pieceText).join(" ")}`;
  if (word === "place") return drawn(plainName(rest.join(" ").replace(/ (?=[a-z])/g, ", "))); // cards begin with their rank
  if (word === "set") return `${rest.map(pieceText).join(" ")} ${model.table.hints.tiles ? "as one hand" : "in front"}`;
  return moveLabel(move, model.table.hints);
}

const costWords = (model, advice, move) => {
  const cost = costOf(advice, move);
  if (cost === null) return "";
  const { units } = advice.moves.find((one) => alike(one.move, move));
  const inUnits = units === null || !advice.unit ? "" : ` (${units.toFixed(2)} of the ${spotLabel(model, advice.unit).toLowerCase()})`;
  return `${money(cost)}${inUnits}`;
};

/** The other choices, dearest last, and what they give up. */
function others(model, advice) {
  const rest = advice.moves.filter((one) => !alike(one.move, advice.best) && !one.move.startsWith("set ")).sort((a, b) => a.cost - b.cost);
  return rest.map(({ move }) => `${moveWords(model, move)} ${costOf(advice, move) ? `costs ${costWords(model, advice, move)}` : "does as well"}`).join(", ");
}

/** The best of the other choices and what it gives up, in short. */
function nextBest(model, advice) {
  const [next] = advice.moves.filter((one) => !alike(one.move, advice.best) && !one.move.startsWith("set ")).sort((a, b) => a.cost - b.cost);
  const cost = next && costOf(advice, next.move);
  return cost ? `${moveWords(model, next.move)} costs ${money(cost)}` : "";
}

/** The advice in one breath, for the live region. */
export function spoken(model, advice) {
  const best = advice.best ? `Coach: ${moveWords(model, advice.best)} is best.` : "Coach:";
  const facts = advice.facts.map(([name, words]) => `${name}: ${words}.`).join(" ");
  return [best, advice.hand && `You have ${advice.hand}.`, facts, advice.why, advice.best && others(model, advice)].filter(Boolean).join(" ");
}

/** The coach's line above the choices; it keeps its place while the coach thinks, and opens to the whole. */
export function coachLine(model, ask, coach) {
  const one = coach?.before(ask);
  if (!one) return null;
  const { advice, refused } = one;
  if (!advice) return h("p", { class: "coach-line soft", "data-coach": refused ? "quiet" : "thinking" }, refused ? stop(refused) : "The coach is counting…");
  const byChart = advice.row && advice.best === "house_way";
  // What the best play brings stands with it, and not once more behind it.
  const own = advice.best && advice.facts.find(([name]) => drawn(name) === moveWords(model, advice.best));
  return h("button", {
    type: "button", class: "coach-line plain", "data-coach": "advice", title: "What the coach says, in full", onclick: () => inFull(model, advice),
  }, h("span", { class: "coach-text" },
    h("strong", {}, advice.best ? `${moveWords(model, advice.best)}${byChart ? `: ${advice.row}` : own ? `: ${own[1]}` : ""}. ` : advice.hand ? `${drawn(advice.hand)}. ` : ""),
    advice.facts.filter((fact) => fact !== own).map(([name, words]) => h("span", { class: "coach-fact", "data-fact": name }, h("span", { class: "soft" }, `${drawn(name)} `), words, ". ")),
    advice.row && !byChart && h("span", { class: "coach-row" }, `House way: ${advice.row}. `),
    h("span", { class: "coach-why" }, advice.why, " "),
    advice.best && h("span", { class: "coach-costs soft" }, stop(nextBest(model, advice))), // each button has its own
  ));
}

/** Everything the coach knows of a decision: for small screens, and for those who want to learn. */
function inFull(model, advice) {
  const moves = [...advice.moves].sort((a, b) => a.cost - b.cost).slice(0, 8);
  dialog("The coach", h("div", { class: "stack" },
    advice.hand && h("p", {}, h("strong", {}, drawn(advice.hand))),
    advice.best && h("p", {}, "Best: ", h("strong", {}, moveWords(model, advice.best))),
    advice.row && h("p", {}, `House way: ${advice.row}.`),
    h("p", {}, advice.why),
    advice.facts.length > 0 && h("dl", { class: "coach-facts" }, advice.facts.map(([name, words]) => [h("dt", {}, drawn(name)), h("dd", {}, words)])),
    moves.length > 0 && h("table", { class: "coach-moves" },
      h("thead", {}, h("tr", {}, ["Choice", "Brings", "Costs"].map((one) => h("th", { scope: "col" }, one)))),
      h("tbody", {}, moves.map((one) => h("tr", {},
        h("th", { scope: "row" }, moveWords(model, one.move)),
        h("td", { class: "amount" }, signed(Math.round(one.value * 100))),
        h("td", { class: "amount" }, alike(one.move, advice.best) ? "best" : costWords(model, advice, one.move)))))),
    h("p", { class: "soft small" }, [advice.how, advice.cite].filter(Boolean).join(" ")),
  ));
}

/** What a choice gives up, for its button. */
export function coachMark(ask, coach, move) {
  const advice = coach?.before(ask)?.advice;
  const cost = advice?.best ? costOf(advice, move) : null;
  if (cost === null) return null;
  if (alike(advice.best, move)) return h("span", { class: "coach-mark best" }, "best");
  return h("span", { class: "coach-mark" }, h("span", { class: "sr-only" }, "costs "), cost ? `−${money(cost)}` : "same");
}

/** A button that lays the pieces as the coach would, to be looked at before it is done. */
export function asAdvised(ask, ui, verb, lay) {
  const [word, ...rest] = ui.coach?.before(ask)?.advice?.best?.split(" ") ?? [];
  return word === verb && h("button", { type: "button", "data-do": "as-advised", disabled: ui.busy, onclick: () => {
    lay(rest);
    ui.render();
  } }, "As advised");
}

/** After a hand: what it cost against best play, and the evening with it. */
export function handCost(coach, record) {
  const { hand } = coach ?? {};
  if (!hand || hand.round !== record?.round || coach.mode === "none" || hand.cost === null) return null;
  const hands = totals();
  const known = weighed(hands);
  return h("p", { class: "small hand-cost", "data-cost": hand.cost },
    hand.cost ? `Against best play this hand cost you ${money(hand.cost)}.` : "You played this hand as well as it can be.",
    ` The evening so far: ${money(hands.at(-1)?.given ?? 0)} given up in ${known} ${known === 1 ? "hand" : "hands"}.`);
}

/** After the act: what it gave up, or that nothing was better. */
export function commentLine(model, coach) {
  const one = coach?.comment;
  if (!one?.advice || coach.mode === "none") return null;
  const { advice, move } = one;
  const cost = costOf(advice, move);
  if (cost === null || !advice.best) return null;
  const words = cost === 0
    ? `${moveWords(model, move)} was the best play.`
    : `${moveWords(model, move)} cost ${costWords(model, advice, move)}; ${moveWords(model, advice.best)} was best. ${advice.why}`;
  return h("p", { class: "coach-comment small", "data-coach": "comment" }, h("span", { class: "tag" }, "COACH"), ` ${words}`);
}

function stop(words) {
  if (!words) return "";
  const text = words[0].toUpperCase() + words.slice(1);
  return text.endsWith(".") ? text : `${text}.`;
}
