// Starts the page: the header, and the view the address asks for.

import "./parts/header.js";
import "./lobby/lobby.js";
import { h, style } from "./parts/dom.js";
import { complain } from "./parts/dialog.js";

const STYLES = {
  table: ["felt", "seats", "dock", "panels", "coach", "floor"],
  adjudicate: ["adjudicate", "panels"],
  ruling: ["adjudicate", "panels"],
  rules: ["panels"],
  desk: ["panels", "desk", "account"],
  trace: ["panels"],
  hand: ["felt", "seats", "panels"],
  invite: ["panels", "account"],
};

const VIEWS = {
  "": { tag: "hw-lobby", title: "Lobby" },
  table: { tag: "hw-table", title: "Table", load: () => import("./table/table.js") },
  adjudicate: { tag: "hw-adjudicate", title: "Adjudicate", load: () => import("./adjudicate/adjudicate.js") },
  ruling: { tag: "hw-ruling", title: "Ruling", load: () => import("./adjudicate/rulings.js") },
  invite: { tag: "hw-invite", title: "Welcome", load: () => import("./account/invite.js") },
  hand: { tag: "hw-hand", title: "Hand", load: () => import("./table/hand.js") },
  desk: { tag: "hw-desk", title: "Desk", load: () => import("./desk/desk.js") },
  rules: { tag: "hw-rules", title: "Rules", load: () => import("./table/rules.js") },
  trace: { tag: "hw-trace", title: "Trace", load: () => import("./table/trace.js") },
};

// Addresses that have moved.
const MOVED = { rulings: "#/desk/records/rulings" };

let turn = 0;

async function show() {
  const mine = ++turn;
  const [place = "", ...rest] = location.hash.replace(/^#\/?/, "").split("/");
  if (MOVED[place]) {
    location.replace(MOVED[place]);
    return;
  }
  const name = VIEWS[place] ? place : "";
  const view = VIEWS[name];
  try {
    await Promise.all([view.load?.(), ...(STYLES[name] ?? []).map(style)]);
  } catch {
    complain(new Error("This page could not be loaded. Check the connection and try again."));
    return;
  }
  if (mine !== turn) return;
  const main = document.getElementById("main");
  const old = main.querySelector(":scope > :not(noscript)");
  const which = rest.join("/");
  if (old?.localName === view.tag && old.getAttribute("which") === which) return;
  main.replaceChildren(h(view.tag, { which }));
  document.title = `${view.title} · Houseway`;
  document.body.dataset.view = name || "lobby";
  if (old) {
    main.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

// The skip link must not change the address, which says what is shown.
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  document.getElementById("main").focus();
});
addEventListener("hashchange", show);
show();
