// The account's dialog: chips, password, second factor, where it is entered; and an invitation's link.

import { fit, h } from "../parts/dom.js";
import { cents, money } from "../parts/money.js";
import * as api from "../parts/api.js";
import { complain, dialog, toast } from "../parts/dialog.js";
import { copyLink } from "../parts/taking.js";

/** Do something and say so; what is refused is said in the service's words. */
async function attempt(work, words) {
  try {
    const found = await work();
    if (words) toast(words);
    return found ?? true;
  } catch (error) {
    complain(error);
    return null;
  }
}

/** A form of labelled fields and one button; `done` gets their values. */
function form(title, fields, button, done) {
  return h("form", {
    class: "stack tight",
    onsubmit: async (event) => {
      event.preventDefault();
      const filled = event.target;
      if (await done(...fields.map(([id]) => filled.querySelector(`#${id}`).value))) filled.reset();
    },
  },
    h("h3", {}, title),
    fields.map(([id, label, more]) => h("div", { class: "field" }, h("label", { for: id }, label), h("input", { id, required: true, ...more }))),
    h("div", {}, h("button", { type: "submit" }, button)),
  );
}

const OLD = { type: "password", autocomplete: "current-password" };
const NEW = { type: "password", autocomplete: "new-password", minlength: 8 };
export const CODE = { inputmode: "numeric", autocomplete: "one-time-code", pattern: "[0-9]{3} ?[0-9]{3}", maxlength: 7 };

export function accountDialog() {
  if (!api.me()) return;
  const place = h("div", { class: "stack" });
  const shown = dialog(api.me().name, place, { onclose: api.onAccount(() => render()) });
  const render = () => {
    const account = api.me();
    if (!account) return;
    fit(place,
      chips(account), password(account), secondFactor(account),
      h("section", { class: "stack tight" }, h("h3", {}, "Where you are entered"), h("ul", { class: "rounds", "data-part": "sessions" })),
      account.role === "house" && h("p", {}, h("a", { href: "#/desk/house/accounts" }, "Who works here, and all accounts")),
      h("div", {}, h("button", { class: "danger", onclick: async () => (await attempt(api.logOut)) && shown.close() }, "Forget me on this device")),
    );
    listSessions(place.querySelector("[data-part=sessions]"));
  };
  render();
}

function chips(account) {
  return h("section", { class: "stack tight" },
    h("p", {}, h("strong", { class: "figure" }, money(cents(account.chips))), " in play chips in your account. They are given away and worth nothing: nothing is bought, sold or paid out."),
    h("div", { class: "row" },
      h("button", { onclick: () => attempt(api.refill, "Your chips are back to the first gift.") }, "Refill my chips"),
      h("span", { class: "soft small" }, "possible once all your chips are under $50"),
    ),
  );
}

function password(account) {
  if (!account.password) {
    if (account.role !== "player") return null;
    return h("section", {}, form("Keep this name with a password", [["new-password", "Password", NEW]], "Keep",
      (chosen) => attempt(() => api.setPassword(chosen), "Your name is kept with this password.")));
  }
  return h("section", {}, form("Change the password",
    [["old-password", "The one you have now", OLD], ["new-password", "The new one", NEW]], "Change",
    (old, chosen) => attempt(() => api.setPassword(chosen, old), "Your password is changed. Your other devices must enter again.")));
}

// The second factor.

function secondFactor(account) {
  if (!account.password) return null;
  const title = "Second factor";
  if (!account.second_factor) {
    return h("section", {}, form(title, [["factor-password", "Your password", OLD]], "Set up an authenticator app", async (secret) => {
      const shown = await attempt(() => api.beginSecondFactor(secret));
      if (shown) enrol(shown);
      return shown;
    }));
  }
  if (account.role !== "player") return h("section", {}, h("h3", {}, title), h("p", { class: "soft small" }, "Logging in asks for a code of your authenticator app."));
  return h("section", {}, form("Do without the second factor",
    [["factor-password", "Your password", OLD], ["factor-code", "Code of your app", CODE]], "Remove it",
    (secret, code) => attempt(() => api.removeSecondFactor(secret, code), "Logging in asks for your password only.")));
}

/** The picture for a phone, and its secret in letters for one who cannot see it. */
export function picture(shown) {
  return [
    h("p", {}, "Point your authenticator app at this picture, or type the key into it."),
    h("img", { class: "qr", src: shown.image, alt: "Picture for an authenticator app; the key below is the same", width: 220, height: 220 }),
    h("p", { class: "small" }, "Key: ", h("code", { class: "key" }, shown.secret.replace(/(.{4})/g, "$1 ").trim())),
  ];
}

function enrol(shown) {
  dialog("Second factor", (close) => h("div", { class: "stack" }, picture(shown),
    form("Then give the code it shows", [["new-code", "Code", CODE]], "Turn it on", async (code) => {
      if (await attempt(() => api.confirmSecondFactor(code), "From now on logging in asks for a code.")) close();
    }),
  ));
}

// Sessions.

async function listSessions(list) {
  const lines = await attempt(api.sessions);
  if (!lines) return;
  const end = (id, words) => async () => {
    if (await attempt(() => api.endSession(id), words)) listSessions(list);
  };
  fit(list,
    lines.map((line) => h("li", { "data-key": line.id },
      h("span", { class: "grow small" },
        h("strong", {}, line.here ? "This device" : line.file ? "The house's token file" : browser(line.agent)),
        ` · ${line.address || "address not known"} · last used ${day(line.used)}, since ${day(line.began)}`),
      !line.here && h("button", { class: "small", onclick: end(line.id, "It must enter again.") }, "End", h("span", { class: "sr-only" }, ` the session of ${browser(line.agent)}`)),
    )),
    lines.length > 2 && h("li", {}, h("button", { class: "small", onclick: end("", "All others must enter again.") }, "End all others")),
  );
}

/** A browser's own words are long: the part people know it by. */
export function browser(agent) {
  const known = [["Edg/", "Edge"], ["OPR/", "Opera"], ["Firefox/", "Firefox"], ["Chrome/", "Chrome"], ["Safari/", "Safari"]];
  const found = known.find(([word]) => agent.includes(word));
  return found ? found[1] : agent.split(/[ /]/)[0] || "Another device";
}

function day(text) {
  return new Date(text).toLocaleDateString(undefined, { year: "numeric", month: "short", day: "numeric" });
}

// An invitation.

export function showLink({ account, invite }) {
  const link = `${location.origin}${location.pathname}#/invite/${invite}`;
  dialog(`A link for ${account.name}`, h("div", { class: "stack" },
    h("p", {}, "It opens once, within a day. Whoever has it becomes ", h("strong", {}, account.name), ": hand it to them and nobody else."),
    h("p", { class: "link" }, h("a", { href: link, "data-part": "link" }, link)),
    h("div", {}, h("button", { class: "primary", "data-do": "copy", onclick: () => copyLink(link, "") }, "Copy the link")),
  ));
}
