// What one sees while the server can't be reached.

import { h } from "./dom.js";

/** A card that says so. */
export const waitingScreen = (text) => h("main", { class: "start" }, h("div", { class: "start-card" },
  h("h1", {}, "Local Discord"), h("p", { role: "status" }, text)));
