// The login: where a page is for those who work here alone, and by its own address for everybody.

import { fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { CODE } from "../account/account.js";

const INVITED = "The first start of the cardroom prints a link for the house, which invites the others.";

/** `everybody`: players too, who may have a password and no code. */
export function logIn(body, title, done, { everybody = false } = {}) {
  const wrong = h("p", { class: "lose small", role: "alert" });
  const field = (id, label, more) => h("div", { class: "field" }, h("label", { for: id }, label), h("input", { id, required: true, ...more }));
  fit(body, h("h1", {}, title), h("p", {}, `${everybody ? "For those who work here, and for players who keep their name with a password." : "This page is for those who work here."} ${INVITED}`));
  const form = h("form", { class: "panel stack login" },
    field("login-name", "Name", { autocomplete: "username" }), field("login-password", "Password", { type: "password", autocomplete: "current-password" }),
    field("login-code", everybody ? "Code of your authenticator app, if you have one" : "Code of your authenticator app", { ...CODE, required: !everybody }), wrong, h("div", {}, h("button", { class: "primary", type: "submit" }, "Log in")));
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    wrong.textContent = "";
    try {
      const [name, password, code] = ["name", "password", "code"].map((id) => form.querySelector(`#login-${id}`).value);
      await api.logIn(name.trim(), password, code.trim());
      done();
    } catch (error) {
      wrong.textContent = error.message;
    }
  });
  body.append(form);
}
