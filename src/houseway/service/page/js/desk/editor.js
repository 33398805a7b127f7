// The place to write in: CodeMirror where there is a keyboard, a plain field on a phone.

import { h } from "../parts/dom.js";
import { completions } from "./schema.js";

const LABEL = "The filing's text, TOML";

/** Tells `change` of the text; answers how to set it, mark findings in it, and go to a line. */
export async function editor(place, text, { change, schema }) {
  if (matchMedia("(pointer: coarse)").matches) return plain(place, text, change);
  try {
    return full(place, text, { change, schema, cm: await import("../../vendor/codemirror.js") });
  } catch {
    return plain(place, text, change);
  }
}

function plain(place, text, change) {
  const field = h("textarea", { id: "draft-text", "aria-label": LABEL, spellcheck: "false", rows: 24, oninput: () => change(field.value) });
  field.value = text;
  place.replaceChildren(field);
  return {
    set: (next) => { field.value = next; },
    mark: () => {},
    go: (line) => {
      const at = field.value.split("\n").slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      field.focus();
      field.setSelectionRange(at, at);
    },
  };
}

function full(place, text, { change, schema, cm }) {
  // In a shadow tree the editor's own styles are adopted and need no looser content security policy.
  const host = h("div", { class: "draft-editor" });
  place.replaceChildren(host);
  const root = host.attachShadow({ mode: "open" });
  const look = cm.EditorView.theme({
    "&": { height: "70vh", backgroundColor: "var(--bg-sunk)", color: "var(--text)", border: "1px solid var(--line-strong)", borderRadius: "var(--radius)", fontSize: "14px" },
    "&.cm-focused": { outline: "3px solid var(--focus)" },
    ".cm-scroller": { overflow: "auto" },
    ".cm-content": { caretColor: "var(--text)" },
    ".cm-cursor": { borderLeftColor: "var(--text)" },
    ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--text-soft)", border: "none" },
    ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--gold) 12%, transparent)" },
    "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "color-mix(in srgb, var(--primary) 45%, transparent) !important" },
    ".cm-tooltip, .cm-panels": { backgroundColor: "var(--surface)", color: "var(--text)", border: "1px solid var(--line-strong)" },
    ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--primary)", color: "var(--on-primary)" },
  });
  const colours = cm.HighlightStyle.define([
    { tag: cm.tags.comment, color: "var(--text-soft)" }, { tag: cm.tags.string, color: "var(--win)" },
    { tag: [cm.tags.number, cm.tags.bool, cm.tags.atom], color: "var(--push)" }, { tag: cm.tags.propertyName, color: "var(--link)" },
  ]);
  const complete = async (context) => {
    const found = completions(await schema(), context.state.doc.toString(), context.pos, context.explicit);
    return found && { from: found.from, options: found.options, validFor: /^[\w.-]*$/ };
  };
  const view = new cm.EditorView({
    root, parent: root,
    state: cm.EditorState.create({
      doc: text,
      extensions: [
        cm.lineNumbers(), cm.history(), cm.drawSelection(), cm.highlightActiveLine(), cm.lintGutter(), cm.search(),
        cm.StreamLanguage.define(cm.toml), cm.syntaxHighlighting(colours), cm.autocompletion({ override: [complete] }), look, cm.EditorView.lineWrapping,
        // Tab leaves the editor, as everywhere on a page.
        cm.keymap.of([...cm.completionKeymap, ...cm.lintKeymap, ...cm.searchKeymap, ...cm.historyKeymap, ...cm.defaultKeymap]),
        cm.EditorView.contentAttributes.of({ "aria-label": LABEL, id: "draft-text", spellcheck: "false", tabindex: "0" }),
        cm.EditorView.updateListener.of((update) => { if (update.docChanged && !quiet) change(update.state.doc.toString()); }),
      ],
    }),
  });
  let quiet = false;
  return {
    set: (next) => {
      quiet = true;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: next } });
      quiet = false;
    },
    mark: (findings) => {
      const marks = findings.map((one) => {
        const line = view.state.doc.line(Math.min(one.line, view.state.doc.lines));
        return { from: line.from, to: line.to, severity: one.severity === "note" ? "info" : one.severity, message: one.message };
      });
      view.dispatch(cm.setDiagnostics(view.state, marks));
    },
    go: (line) => {
      const at = view.state.doc.line(Math.min(line, view.state.doc.lines));
      view.dispatch({ selection: { anchor: at.from }, scrollIntoView: true });
      view.focus();
    },
  };
}
