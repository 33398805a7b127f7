// Accounts as the house manages them: invited, given a role, let out; what opens each of them now.

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { capital, complain, confirmed, toast } from "../parts/dialog.js";
import { showLink } from "../account/account.js";
import { refusal, waiting, when } from "./desk.js";
import { wide } from "./table.js";

export async function show(body) {
  let found = null, wanted = "", wrong = null;
  const attempt = async (work, words) => {
    try {
      const made = await work();
      if (words) toast(words);
      await load();
      return made;
    } catch (error) {
      complain(error);
      return null;
    }
  };
  const draw = () => fit(body,
    h("h1", {}, "Accounts"),
    h("form", { class: "panel row", onsubmit: hire },
      h("div", { class: "field grow" }, h("label", { for: "hire-name" }, "Invite somebody who works here"), h("input", { id: "hire-name", maxlength: 24, required: true, autocomplete: "off" })),
      h("div", { class: "field" }, h("label", { for: "hire-role" }, "Role"), h("select", { id: "hire-role" }, h("option", { value: "floor" }, "Floor"), h("option", { value: "office" }, "Office"))),
      h("button", { class: "primary", type: "submit" }, "Invite")),
    h("form", { class: "row", role: "search", onsubmit: (event) => { event.preventDefault(); wanted = body.querySelector("#accounts-find").value.trim(); load(); } },
      h("div", { class: "field grow" }, h("label", { for: "accounts-find" }, "Look for a name"), h("input", { id: "accounts-find", type: "search", autocomplete: "off", maxlength: 80 })),
      h("button", { type: "submit" }, "Find")),
    wrong && refusal(wrong),
    found === null ? waiting("Looking…") : wide("Accounts", h("table", { class: "desk-table" },
      h("caption", {}, `${found.length} ${found.length === 1 ? "account" : "accounts"}, those who work here first`),
      h("thead", {}, h("tr", {}, ["Name", "Role", "Gets in by", "Sessions", "Acts"].map((title) => h("th", { scope: "col" }, title)))),
      h("tbody", {}, found.map((one) => h("tr", { "data-key": one.name },
        h("th", { scope: "row" }, one.name), h("td", {}, role(one)), h("td", {}, opens(one)),
        h("td", {}, one.sessions ? `${one.sessions}, last used ${when(one.used)}` : "none"),
        h("td", {}, h("div", { class: "row" }, acts(one)))))))));
  const staff = (one) => one.role === "floor" || one.role === "office";
  const role = (one) => (staff(one)
    ? h("select", { "aria-label": `Role of ${one.name}`, value: one.role, onchange: (event) => give(one, event.target.value) },
      ["floor", "office"].map((name) => h("option", { value: name, selected: name === one.role }, capital(name))))
    : capital(one.role));
  const button = (words, whom, act, kind = "") => h("button", { class: `small ${kind}`, onclick: act }, words, h("span", { class: "sr-only" }, ` ${whom}`));
  const acts = (one) => [
    one.role !== "player" && button("New link", `for ${one.name}`, () => invite(one)),
    one.sessions > 0 && button("End sessions", `of ${one.name}`, () => attempt(() => api.call(`/api/accounts/${encodeURIComponent(one.name)}/sessions`, { method: "DELETE" }), `${one.name} must enter again.`)),
    staff(one) && button("Dismiss", one.name, () => dismiss(one), "danger"),
  ];
  async function dismiss(one) {
    const sure = await confirmed(`Dismiss ${one.name}`, `${one.name} works here no more: password, codes and sessions are void at once. The account stays with its chips and cannot be entered.`, "Dismiss");
    if (sure) await attempt(() => api.dismiss(one.name), `${one.name} works here no more.`);
  }
  /** A new link voids what opened the account so far: nothing to a person who never accepted one. */
  async function invite(one) {
    const whose = one.name === api.me()?.name ? "Your" : `${one.name}'s`;
    if (!one.invited && !(await confirmed(`A new link for ${one.name}`, `${whose} password, codes and sessions are void at once; the link sets up new ones.`, "Make the link"))) return;
    const made = await attempt(() => api.inviteAgain(one.name));
    if (made) showLink(made);
  }
  async function give(one, other) {
    if (await confirmed(`${one.name}: ${other}`, `${one.name} enters again with the new role; open sessions end.`, "Give the role")) {
      await attempt(() => api.call(`/api/staff/${encodeURIComponent(one.name)}/role`, { method: "POST", body: { role: other } }), `${one.name} enters again as ${other}.`);
    } else draw();
  }
  async function hire(event) {
    event.preventDefault();
    const [name, kind] = ["name", "role"].map((id) => body.querySelector(`#hire-${id}`));
    const made = await attempt(() => api.hire(name.value.trim(), kind.value));
    if (!made) return;
    name.value = "";
    showLink(made);
  }
  async function load() {
    try {
      [found, wrong] = [await api.call(`/api/accounts?find=${encodeURIComponent(wanted)}`), null];
    } catch (error) {
      [found, wrong] = [[], error];
    }
    draw();
  }
  draw();
  await load();
}

function opens(one) {
  if (one.invited) return `an invitation, until ${when(one.invited)}`;
  const ways = [one.password && "password", one.second_factor && "second factor"].filter(Boolean);
  return ways.join(" and ") || (one.role === "player" ? "its token alone" : one.role === "house" ? "its token file alone" : "nothing: invite again");
}
