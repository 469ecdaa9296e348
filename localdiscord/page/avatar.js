// A picture for somebody who has none: their initials on a colour of their own.

import { h } from "./dom.js";
import { nameOf } from "./store.js";

const COLOURS = ["#5865f2", "#3a8f5c", "#c27c0e", "#c8415f", "#8e5bd0", "#1f8ba5", "#b8562b", "#6b7787", "#a84300", "#2d7d9a"];

/** The colour of a user, always the same for the same id. */
export function colourOf(user) {
  let sum = 0;
  for (const digit of user?.id ?? "") sum = (sum * 31 + digit.charCodeAt(0)) >>> 0;
  return COLOURS[sum % COLOURS.length];
}

function initials(name) {
  const words = name.replace(/[^\p{L}\p{N}\s]/gu, " ").trim().split(/\s+/);
  const letters = words.length > 1 ? words[0][0] + words.at(-1)[0] : [...(words[0] ?? "?")].slice(0, 1).join("");
  return letters.toUpperCase();
}

/** A user's avatar of `size` px; `online` (true or false) adds the dot of their presence. */
export function avatar(user, size = 40, online) {
  return h("span", { class: "avatar", "aria-hidden": "true", style: { "--size": `${size}px`, "--colour": colourOf(user) } },
    initials(nameOf(user)),
    online === undefined ? null : h("span", { class: online ? "presence online" : "presence" }));
}
