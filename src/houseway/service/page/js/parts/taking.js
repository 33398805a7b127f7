// What a person takes along: a text as a file, a link.

import { h } from "./dom.js";
import { dialog, toast } from "./dialog.js";

/** Let the browser save a text. */
export function saveText(text, name, type = "text/plain") {
  const link = h("a", { href: URL.createObjectURL(new Blob([text], { type })), download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export const saveJson = (found, name) => saveText(JSON.stringify(found, null, 1), name, "application/json");

/** Copy a link and say so; where the browser does not let us, it is shown to be copied by hand. */
export async function copyLink(link, words) {
  try {
    await navigator.clipboard.writeText(link);
    toast(`The link is copied. ${words}`.trim());
  } catch {
    const field = h("input", { id: "link-to-copy", readonly: true, value: link });
    dialog("Copy the link", h("div", { class: "field" }, h("label", { for: "link-to-copy" }, words || "The link"), field));
    field.select();
  }
}
