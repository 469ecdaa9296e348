// Oneself, at the bottom of the side: who one is, becoming somebody else, and one's settings.

import { changePerson, Refused } from "./api.js";
import { avatar } from "./avatar.js";
import { on, tell } from "./bus.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { LOCALES } from "./locales.js";
import { openMenu, openPopover } from "./popover.js";
import { nameOf, store } from "./store.js";
import { currentTheme, toggleTheme } from "./theme.js";
import { words } from "./words.js";

/** The panel; empty until the state is there. */
export const userPanel = h("div", { class: "user-panel", role: "group", "aria-label": words("You") });

function draw() {
  if (!store.me) return;
  const theme = currentTheme();
  const themeLabel = theme === "dark" ? words("Use the light theme") : words("Use the dark theme");
  userPanel.replaceChildren(
    h("button", { type: "button", class: "user-button", "aria-haspopup": "menu", "aria-expanded": "false", title: words("Be somebody else"), onclick: (event) => openSwitcher(event.currentTarget) },
      avatar(store.me, 32, true),
      h("span", { class: "user-names" }, h("span", { class: "user-name" }, nameOf(store.me)), h("span", { class: "user-handle" }, store.me.username))),
    h("button", { type: "button", class: "icon-button", "aria-label": themeLabel, title: themeLabel, onclick: () => { toggleTheme(); draw(); userPanel.querySelectorAll("button")[1].focus(); } }, icon(theme === "dark" ? "sun" : "moon", 20)),
    h("button", { type: "button", class: "icon-button", "aria-label": words("User settings"), title: words("User settings"), "aria-expanded": "false", onclick: (event) => openSettings(event.currentTarget) }, icon("gear", 20)));
}

/** The address of this page as somebody else. */
export function addressAs(person) {
  const address = new URL(location.href);
  address.search = new URLSearchParams({ as: person.id }).toString();
  return `${address.pathname}${address.search}`;
}

function openSwitcher(anchor) {
  openMenu(anchor, words("Who are you?"), store.people.map((person) => ({
    label: nameOf(person), lead: avatar(person, 24), checked: person.id === store.me.id,
    trail: person.id === store.me.id ? icon("check", 18) : null,
    run: () => person.id !== store.me.id && location.assign(addressAs(person)),
  })).concat({ label: words("Open a second window…"), lead: icon("external", 20), run: () => window.open(location.pathname, "_blank") }));
}

function openSettings(anchor) {
  const direct = h("input", { type: "checkbox", role: "switch", checked: store.me.dms_open !== false, onchange: () => change({ dms_open: direct.checked }) });
  const known = LOCALES.some(([code]) => code === store.me.locale);
  const language = h("select", { onchange: () => change({ locale: language.value }) },
    (known || !store.me.locale ? LOCALES : [[store.me.locale, store.me.locale], ...LOCALES]).map(([code, name]) => h("option", { value: code, selected: code === store.me.locale }, name)));
  const installed = h("input", { type: "checkbox", role: "switch", checked: Boolean(store.me.installed), onchange: () => change({ installed: installed.checked }) });
  openPopover(anchor, h("div", { class: "settings" }, h("h2", {}, nameOf(store.me)),
    h("label", { class: "setting" }, h("span", {}, words("Install {name} for yourself", { name: nameOf(store.bot) }), h("small", {}, words("To use it in groups, direct messages and other servers"))), installed),
    h("label", { class: "setting" }, h("span", {}, words("Accept direct messages"), h("small", {}, words("Whether the bot may write to you alone"))), direct),
    h("label", { class: "setting stacked" }, h("span", {}, words("Language"), h("small", {}, words("What you and the bot speak here"))), language)), { label: words("User settings") });
}

async function change(changes) {
  try {
    await changePerson(store.me.id, changes);
    Object.assign(store.me, changes);
    tell("people");
  } catch (error) {
    tell("notice", error instanceof Refused ? error.message : words("That could not be changed."));
  }
}

for (const part of ["state", "people"]) on(part, draw);
window.matchMedia("(prefers-color-scheme: light)").addEventListener("change", draw);
