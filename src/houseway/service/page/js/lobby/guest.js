// Getting a name: asked for once, before somebody first sits down.

import { h } from "../parts/dom.js";
import * as api from "../parts/api.js";
import { dialog } from "../parts/dialog.js";

/** The account, asking for a name if there is none yet; null if the person thinks better of it. */
export async function ensureGuest() {
  if (api.me()) return api.me();
  if (api.token() && (await api.resume())) return api.me();
  return askName();
}

function askName() {
  const asked = dialog("What shall we call you?", (close) => {
    const wrong = h("p", { class: "lose small", role: "alert" });
    const name = h("input", {
      id: "guest-name", maxlength: 24, autocomplete: "nickname", required: true,
      value: api.lastName(), "aria-describedby": "guest-hint",
    });
    const password = h("input", { id: "guest-password", type: "password", autocomplete: "current-password" });
    const code = h("input", { id: "guest-code", inputmode: "numeric", autocomplete: "one-time-code", pattern: "[0-9]{3} ?[0-9]{3}", maxlength: 7 });
    const second = h("div", { class: "field", hidden: true }, h("label", { for: "guest-code" }, "Code of your authenticator app"), code);
    const enter = async (event) => {
      event.preventDefault();
      wrong.textContent = "";
      try {
        const known = password.value;
        close(await (known ? api.logIn(name.value.trim(), known, code.value.trim()) : api.becomeGuest(name.value.trim())));
      } catch (error) {
        wrong.textContent = error.message;
        if (error.code === "code-needed") {
          second.hidden = false;
          code.required = true;
          code.focus();
        }
      }
    };
    queueMicrotask(() => name.focus());
    return h("form", { class: "stack", onsubmit: enter },
      h("div", { class: "field" }, h("label", { for: "guest-name" }, "Your name at the table"), name),
      h("p", { id: "guest-hint", class: "soft small" }, "You get $1,000 in play chips. They are worth nothing: nothing here is bought, sold or paid out."),
      h("details", {},
        h("summary", { class: "small" }, "I have a password"),
        h("div", { class: "field" }, h("label", { for: "guest-password" }, "Password"), password),
        second,
      ),
      wrong,
      h("div", { class: "row" }, h("button", { class: "primary", type: "submit" }, "Come in")),
    );
  });
  return asked.closed.then((account) => account ?? null);
}
