// The last rounds: what became of them, step by step, and as files.

import { h } from "../parts/dom.js";
import { icon } from "../parts/icons.js";
import { call, download } from "../parts/api.js";
import { complain } from "../parts/dialog.js";
import { checkedHand } from "./fairness.js";
import { replay } from "./replay.js";

/** The list of finished rounds. */
export async function historyList(model) {
  const { id, hints } = model.table;
  const rounds = await call(`/api/tables/${id}/history?limit=20`);
  const box = h("div", { class: "history stack" });
  const list = () => box.replaceChildren(
    h("div", { class: "row" },
      h("button", { class: "small", "data-do": "log", onclick: save(`/api/tables/${id}/log`, `${id}.jsonl`) }, icon("down"), "Log of the last rounds")),
    rounds.length ? h("ol", { class: "rounds" }, rounds.map((one) => h("li", { "data-key": `round-${one.round}` },
      h("div", { class: "table-words" },
        h("strong", {}, `Hand ${one.round}`),
        h("span", { class: "soft small" }, `${new Date(one.at).toLocaleTimeString([], { timeStyle: "short" })}${one.outcome === "void" ? " · void" : ""}`)),
      h("button", { class: "small", "data-replay": one.round, "aria-label": `Replay hand ${one.round}`, onclick: () => open(one.round) }, icon("play"), "Replay"),
      h("button", { class: "small", "data-check": one.round, "aria-label": `Check hand ${one.round}`, onclick: () => check(one.round) }, "Check"),
      one.outcome !== "void" && h("a", { class: "button small", "data-dispute": one.round, "aria-label": `Dispute hand ${one.round}`, href: `#/adjudicate/${id}/${one.round}`, target: "_blank", rel: "noopener" }, "Dispute"),
      one.outcome !== "void" && fileButton(id, hints.file, one.round),
    ))) : h("p", { class: "soft" }, "No hand has been finished here yet."));
  const open = async (round) => {
    try {
      const found = await call(`/api/tables/${id}/rounds/${round}`);
      box.replaceChildren(replay(model, found, list));
    } catch (error) {
      complain(error);
    }
  };
  const check = async (round) => {
    try {
      box.replaceChildren(await checkedHand(model, round, list));
    } catch (error) {
      complain(error);
    }
  };
  list();
  return box;
}

function fileButton(id, label, round) {
  return h("button", {
    class: "small", "data-file": round, "aria-label": `Hand ${round} as ${label}`,
    onclick: save(`/api/tables/${id}/rounds/${round}/file`, `hand-${round}.toml`),
  }, icon("down"), label);
}

const save = (path, name) => () => download(path, name).catch(complain);
