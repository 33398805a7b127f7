// Sets theme, deck and motion before anything is drawn, so that nothing flashes.
(() => {
  let chosen;
  try {
    chosen = JSON.parse(localStorage.getItem("houseway.settings")) ?? {};
  } catch {
    chosen = {};
  }
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  root.dataset.theme = chosen.theme === "light" || chosen.theme === "dark" ? chosen.theme : dark;
  root.dataset.deck = chosen.deck === "four" ? "four" : "two";
  root.dataset.motion = chosen.motion === "still" ? "still" : "full";
  // Paper is white, whatever the screen is.
  let screen = "";
  addEventListener("beforeprint", () => { [screen, root.dataset.theme] = [root.dataset.theme, "light"]; });
  addEventListener("afterprint", () => { root.dataset.theme = screen; });
})();
