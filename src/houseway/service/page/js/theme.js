// Sets theme, deck and motion before anything is drawn, so that nothing flashes.
(function () {
  var chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem("houseway.settings") || "{}");
  } catch (error) {
    chosen = {};
  }
  var root = document.documentElement;
  var dark = matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark";
  root.dataset.theme = chosen.theme === "light" || chosen.theme === "dark" ? chosen.theme : dark;
  root.dataset.deck = chosen.deck === "four" ? "four" : "two";
  root.dataset.motion = chosen.motion === "still" ? "still" : "full";
})();
