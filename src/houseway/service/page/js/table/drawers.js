// Drawers at the table: rules, sign, history, scoreboard.

import { fit, h } from "../parts/dom.js";
import { filing } from "../parts/api.js";
import { dialog } from "../parts/dialog.js";
import { ruleSheet } from "./rules.js";
import { signOf } from "./sign.js";
import { historyList } from "./history.js";
import { scoreboard } from "./scoreboard.js";

const TITLES = { rules: "Rules", sign: "Posted sign", history: "History", scoreboard: "Scoreboard", coach: "The coach" };

/** Open a drawer for a table. `live` gives the model as it is now. */
export async function openDrawer(which, model, live, coach, changed) {
  const drawer = dialog(which === "rules" ? model.table.title : TITLES[which], h("p", { class: "soft" }, "One moment…"), { drawer: true });
  const put = (...what) => fit(drawer.content, ...what);
  try {
    if (which === "rules") put(ruleSheet(await filing(model.table.filing)));
    else if (which === "sign") put(await signOf(model.table));
    else if (which === "history") put(await historyList(model));
    else if (which === "coach") put((await import("../coach/drawer.js")).coachDrawer(model, coach, changed));
    else keepDrawing(drawer, () => put(scoreboard(live())));
  } catch (error) {
    put(h("p", { class: "error-box" }, error.message));
  }
}

function keepDrawing(drawer, draw) {
  draw();
  const timer = setInterval(draw, 1000);
  drawer.closed.then(() => clearInterval(timer));
}
