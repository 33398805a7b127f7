// <hw-invite>: a one-time link is opened; a password and an authenticator app are set up.

import { define, fit, h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { CODE, picture } from "./account.js";

class Invite extends HTMLElement {
  async connectedCallback() {
    this.secret = this.getAttribute("which");
    try {
      this.shown = await api.lookAtInvite(this.secret);
    } catch (error) {
      fit(this, h("div", { class: "page-column" }, h("h1", {}, "This link does not open"), h("p", { role: "alert" }, error.message)));
      return;
    }
    const { name, role } = this.shown;
    const password = h("input", { id: "invite-password", type: "password", autocomplete: "new-password", minlength: 8, required: true });
    const code = h("input", { id: "invite-code", required: true, ...CODE });
    const wrong = h("p", { class: "lose small", role: "alert" });
    fit(this, h("div", { class: "page-column" },
      h("h1", {}, `Welcome, ${name}`),
      h("p", {}, `This is the login of the ${role}. It needs a password and, each time, a code of an app on your phone.`),
      h("form", {
        class: "panel stack",
        onsubmit: async (event) => {
          event.preventDefault();
          wrong.textContent = "";
          try {
            await api.acceptInvite(this.secret, password.value, code.value);
            location.hash = "#/desk";
          } catch (error) {
            wrong.textContent = error.message;
          }
        },
      },
        h("div", { class: "field" }, h("label", { for: "invite-password" }, "Choose a password"), password),
        picture(this.shown),
        h("div", { class: "field" }, h("label", { for: "invite-code" }, "The code your app shows"), code),
        wrong,
        h("div", {}, h("button", { class: "primary", type: "submit" }, "Come in")),
      ),
    ));
  }
}

define("hw-invite", Invite);
