// For those who run the house: tables opened, changed and closed, accounts, and who did what.
//
// #/desk/house, #/desk/house/open/HOUSE/GAME, #/desk/house/table/ID, #/desk/house/accounts, #/desk/house/acts

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { notYours, refusal } from "./desk.js";

const PARTS = {
  "": { title: "Tables", roles: ["house", "floor"], load: () => import("./tables.js") },
  accounts: { title: "Accounts", roles: ["house"], load: () => import("./accounts.js") },
  acts: { title: "Acts", roles: ["house", "office"], load: () => import("./acts.js") },
};

export async function show(body, rest, filings) {
  const [place = ""] = rest;
  const name = PARTS[place] ? place : "";
  const role = api.me()?.role;
  const own = Object.entries(PARTS).filter(([, one]) => one.roles.includes(role));
  const part = place || PARTS[name].roles.includes(role) ? PARTS[name] : own[0][1];
  const inner = h("div", { class: "stack" });
  fit(body, h("nav", { class: "row", "aria-label": "The house" }, own.map(([key, one]) =>
    h("a", { class: "button small", href: `#/desk/house${key && `/${key}`}`, "aria-current": one === part ? "page" : undefined }, one.title))), inner);
  if (!part.roles.includes(role)) {
    fit(inner, notYours(part));
    return;
  }
  try {
    await (await part.load()).show(inner, rest, filings);
  } catch (error) {
    fit(inner, h("h1", {}, part.title), refusal(error));
  }
}
