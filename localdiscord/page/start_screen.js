// "Who are you?": what one sees before one has chosen.

import { avatar } from "./avatar.js";
import { h } from "./dom.js";
import { LOCALES } from "./locales.js";
import { nameOf, store } from "./store.js";
import { addressAs } from "./user_panel.js";
import { words } from "./words.js";

const languageOf = ({ locale }) => LOCALES.find(([code]) => code === locale)?.[1] ?? locale ?? "";

/** The people to choose from, each a link, so that two can be opened in two windows. */
export function startScreen() {
  return h("main", { class: "start" }, h("div", { class: "start-card" },
    h("h1", {}, words("Who are you?")),
    h("p", {}, words("Everybody here lives on this machine. Choose one; open a second window to be two.")),
    h("ul", {}, store.people.map((person) => h("li", {}, h("a", { href: addressAs(person), dataset: { userId: person.id } },
      avatar(person, 64), h("span", { class: "start-name" }, nameOf(person)), h("span", { class: "muted" }, languageOf(person))))))));
}
