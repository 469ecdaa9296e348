// A spoiler's lid over a part of a message.

import { h } from "./dom.js";
import { words } from "./words.js";

/** Hides what the first child of `view` holds until the lid over it is clicked. */
export function cover(view) {
  view.classList.add("hidden");
  view.firstChild.inert = true;
  const lid = h("button", {
    type: "button", class: "spoiler-cover", onclick: () => {
      view.classList.remove("hidden");
      view.firstChild.inert = false;
      lid.remove();
    },
  }, words("Spoiler"));
  view.append(lid);
  return view;
}
