// Words for the person: toasts, calls read aloud, dialogs and drawers.

import { h } from "./dom.js";
import { icon } from "./icons.js";

/** A short message; errors stay longer and are read out at once. */
export function toast(words, { bad = false, cite = "" } = {}) {
  const box = document.getElementById("toasts");
  for (const old of box.children) if (old.dataset.words === words) old.remove();
  const close = () => one.remove();
  const one = h("div", { class: bad ? "toast bad" : "toast", "data-words": words },
    h("p", {}, words, cite && h("span", { class: "cite" }, ` (${cite})`)),
    h("button", { class: "plain small icon", "aria-label": "Dismiss", onclick: close }, icon("close")),
  );
  box.append(one);
  while (box.children.length > 3) box.firstChild.remove();
  (bad ? alertAloud : sayAloud)(words);
  setTimeout(close, bad ? 9000 : 5000);
}

/** A refusal as a toast. */
export function complain(error) {
  const where = error.where ? `${capital(error.where)}: ` : "";
  toast(`${where}${capital(error.message ?? String(error))}`, { bad: true, cite: error.cite });
}

/** Add to the live region that a screen reader follows. */
export function sayAloud(words) {
  const region = document.getElementById("calls");
  region.append(h("p", {}, words));
  while (region.children.length > 12) region.firstChild.remove();
}

export function alertAloud(words) {
  document.getElementById("alerts").textContent = words;
}

export function capital(text) {
  return text ? text[0].toUpperCase() + text.slice(1) : "";
}

const voices = ["calls", "alerts", "toasts"].map((id) => document.getElementById(id));

/** Open a dialog with a heading; resolves with what `close(value)` was called with. */
export function dialog(title, body, { drawer = false, onclose } = {}) {
  const id = `dialog-${Math.random().toString(36).slice(2, 8)}`;
  let finish;
  const closed = new Promise((resolve) => {
    finish = resolve;
  });
  let value;
  const close = (given) => {
    value = given;
    box.close();
  };
  const content = h("div", { class: "dialog-body" });
  const box = h("dialog", { class: drawer ? "drawer" : "", "aria-labelledby": id },
    h("div", { class: "dialog-head" },
      h("h2", { id }, title),
      h("button", { class: "plain icon", "aria-label": "Close", onclick: () => close() }, icon("close")),
    ),
    content,
  );
  // It belongs to the page it was opened on: whoever goes back or on leaves it.
  const here = location.hash;
  const gone = () => location.hash !== here && close();
  addEventListener("hashchange", gone);
  box.addEventListener("close", () => {
    removeEventListener("hashchange", gone);
    box.remove();
    speakFrom([...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body);
    onclose?.();
    finish(value);
  });
  box.addEventListener("click", (event) => {
    if (event.target === box) close();
  });
  const made = typeof body === "function" ? body(close) : body;
  content.append(...[made].flat());
  document.body.append(box);
  box.showModal();
  speakFrom(box);
  return { box, content, close, closed };
}

/** Ask before something is done that is not taken back; whether they want it. */
export function confirmed(title, words, button) {
  return dialog(title, (close) => h("div", { class: "stack" }, h("p", {}, words),
    h("div", { class: "row" }, h("button", { class: "danger", onclick: () => close(true) }, button), h("button", { onclick: () => close(false) }, "Not now")))).closed.then(Boolean);
}

/** What lies outside an open dialog is covered and unheard, so words for the person go along. */
function speakFrom(place) {
  place.append(...voices);
}
