// Building elements, and fitting a newly built tree into the one on the page.
//
// A view builds what it wants to show with `h` and hands it to `fit`, which changes the page as
// little as possible: focus, scrolling, typed text and running animations stay.

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element. `onclick` and the like are kept aside so that `fit` can renew them. */
export function h(tag, props, ...children) {
  return build(document.createElement(tag), props, children);
}

/** An SVG element. */
export function s(tag, props, ...children) {
  return build(document.createElementNS(SVG, tag), props, children);
}

function build(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
  add(element, children);
  if (element.localName === "select" && props?.value !== undefined) element.value = props.value; // now that it has options
  return element;
}

function set(element, name, value) {
  if (value === undefined || value === null || (value === false && name !== "value")) return;
  if (name.startsWith("on") && typeof value === "function") listen(element, name.slice(2), value);
  else if (name === "style" && typeof value === "object") {
    for (const [key, one] of Object.entries(value)) element.style.setProperty(key, one);
  } else if (name === "value" || name === "checked" || name === "selected") {
    element[name] = value;
    element.setAttribute(name, value === true && name !== "value" ? "" : value); // a choice may be "true"
  } else element.setAttribute(name, value === true ? "" : value);
}

function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false || child === true) continue;
    if (Array.isArray(child)) add(element, child);
    else element.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

function listen(element, kind, handler) {
  element.handlers ??= {};
  if (!element.handlers[kind]) {
    element.addEventListener(kind, (event) => element.handlers[kind]?.(event));
  }
  element.handlers[kind] = handler;
}

/** Make `target`'s children like those given. */
export function fit(target, ...children) {
  const wanted = document.createDocumentFragment();
  add(wanted, children);
  fitChildren(target, wanted);
}

function fitChildren(old, wanted) {
  const keyed = new Map();
  for (const child of old.children) {
    if (child.dataset?.key) keyed.set(child.dataset.key, child);
  }
  let cursor = old.firstChild;
  for (const next of [...wanted.childNodes]) {
    const key = next.dataset?.key;
    let match = key ? keyed.get(key) : alike(cursor, next) ? cursor : null;
    if (match && !alike(match, next)) match = null;
    if (!match) {
      old.insertBefore(next, cursor);
      continue;
    }
    if (key) keyed.delete(key);
    if (match === cursor) cursor = cursor.nextSibling;
    else old.insertBefore(match, cursor);
    fitNode(match, next);
  }
  while (cursor) {
    const gone = cursor;
    cursor = cursor.nextSibling;
    gone.remove();
  }
}

function alike(one, other) {
  return (
    one &&
    one.nodeType === other.nodeType &&
    one.nodeName === other.nodeName &&
    (one.dataset?.key ?? "") === (other.dataset?.key ?? "")
  );
}

function fitNode(old, next) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.nodeValue !== next.nodeValue) old.nodeValue = next.nodeValue;
    return;
  }
  for (const { name } of [...old.attributes]) {
    // What a browser opens and closes itself stays as it is.
    const kept = old.keeps?.includes(name) || (name === "open" && old.nodeName === "DETAILS");
    if (!next.hasAttribute(name) && !kept) old.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (old.getAttribute(name) === value) continue;
    // A style attribute set from script would need a looser content security policy.
    if (name === "style") old.style.cssText = next.style.cssText;
    else old.setAttribute(name, value);
  }
  if (old.nodeName === "INPUT" || old.nodeName === "SELECT" || old.nodeName === "TEXTAREA") {
    if (old.type === "checkbox" || old.type === "radio") old.checked = next.checked;
    else if (next.hasAttribute("value") && old.value !== next.value) old.value = next.value;
  }
  renewHandlers(old, next);
  // An element that draws itself from its attributes is left alone inside.
  if (old.drawsItself) return;
  fitChildren(old, next);
  if (old.nodeName === "SELECT" && next.hasAttribute("value")) old.value = next.getAttribute("value");
}

function renewHandlers(old, next) {
  for (const kind of Object.keys(old.handlers ?? {})) {
    if (!next.handlers?.[kind]) old.handlers[kind] = null;
  }
  for (const [kind, handler] of Object.entries(next.handlers ?? {})) {
    if (handler) listen(old, kind, handler);
  }
}

/** Define a custom element once. */
export function define(name, kind) {
  if (!customElements.get(name)) customElements.define(name, kind);
}

/** Whether the person wants things to stand still. */
export function still() {
  return (
    document.documentElement.dataset.motion === "still" ||
    matchMedia("(prefers-reduced-motion: reduce)").matches
  );
}

/** Load a style sheet of the page once; done when it is there. */
export function style(name) {
  const href = `css/${name}.css`;
  if (document.querySelector(`link[href="${href}"]`)) return null;
  const link = h("link", { rel: "stylesheet", href });
  const loaded = new Promise((resolve) => {
    link.addEventListener("load", resolve);
    link.addEventListener("error", resolve);
  });
  document.head.append(link);
  return loaded;
}
