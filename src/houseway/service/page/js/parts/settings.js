// What a person has chosen about the page: theme, deck, motion, the coach. Kept in this browser only.

const KEY = "houseway.settings";
const PLAIN = { theme: "system", deck: "two", motion: "system", coach: "before", sound: "off", talk: "on" };

/** Something kept in this browser, or `otherwise` where nothing can be kept. */
export function recall(key, otherwise = null) {
  try {
    const found = localStorage.getItem(key);
    return found === null ? otherwise : JSON.parse(found);
  } catch {
    return otherwise;
  }
}

export function keep(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A private window may refuse; the page works without.
  }
}

export function settings() {
  return { ...PLAIN, ...recall(KEY, {}) };
}

export function choose(name, value) {
  const chosen = { ...settings(), [name]: value };
  keep(KEY, chosen);
  apply(chosen);
}

function apply({ theme, deck, motion }) {
  const root = document.documentElement;
  const light = matchMedia("(prefers-color-scheme: light)").matches;
  root.dataset.theme = theme === "system" ? (light ? "light" : "dark") : theme;
  root.dataset.deck = deck;
  root.dataset.motion = motion === "still" ? "still" : "full";
  document.querySelector('meta[name="theme-color"]')?.setAttribute(
    "content", root.dataset.theme === "light" ? "#f4efe4" : "#101719",
  );
}

matchMedia("(prefers-color-scheme: light)").addEventListener("change", () => apply(settings()));
