// The list above the input box: commands, choices of an option, people to mention.

import { append, h } from "./dom.js";
import { words } from "./words.js";

const ID = "suggestions";
const SHOWN = 25;

const title = h("div", { class: "suggestions-title" });
const list = h("div", { class: "suggestions-list", role: "listbox", id: ID, "aria-label": words("Suggestions") });

/** The element; hidden while there is nothing to suggest. */
export const suggestionBox = h("div", { class: "suggestions", hidden: true }, title, list);

let items = [];
let active = -1;
let input = null;
let pick = null;

/**
 * Shows `[{label, detail, side, lead, value}]` for the field `field`; `onPick(item)` gets the one chosen.
 * `preselect` false leaves none chosen, so that Enter does what it else does.
 */
export function suggest(field, { heading, list: offered, onPick, preselect = true }) {
  if (input !== field) release();
  input = field;
  pick = onPick;
  items = offered.slice(0, SHOWN);
  title.replaceChildren();
  append(title, [heading]);
  title.hidden = !heading;
  list.replaceChildren(...items.map(row));
  list.hidden = !items.length;
  suggestionBox.hidden = !items.length && !heading;
  input.setAttribute("aria-controls", ID);
  input.setAttribute("aria-expanded", String(!suggestionBox.hidden));
  moveTo(preselect && items.length ? 0 : -1);
}

function row(item, index) {
  return h("div", {
    class: "suggestion", role: "option", id: `${ID}-${index}`, "aria-selected": "false",
    onpointermove: () => active !== index && moveTo(index, false),
    // The field keeps the focus.
    onpointerdown: (event) => event.preventDefault(),
    onclick: () => pick(item),
  }, item.lead, h("span", { class: "suggestion-text" }, h("span", { class: "suggestion-label" }, item.label),
    item.detail ? h("span", { class: "suggestion-detail" }, item.detail) : null),
  item.side ? h("span", { class: "suggestion-side" }, item.side) : null);
}

function moveTo(index, scroll = true) {
  list.children[active]?.classList.remove("active");
  list.children[active]?.setAttribute("aria-selected", "false");
  active = index;
  const view = list.children[active];
  view?.classList.add("active");
  view?.setAttribute("aria-selected", "true");
  if (scroll) view?.scrollIntoView({ block: "nearest" });
  if (view) input?.setAttribute("aria-activedescendant", view.id);
  else input?.removeAttribute("aria-activedescendant");
}

/** Hides the list. */
export function hideSuggestions() {
  release();
  suggestionBox.hidden = true;
  items = [];
  active = -1;
}

function release() {
  input?.removeAttribute("aria-activedescendant");
  input?.setAttribute("aria-expanded", "false");
}

/** Takes the arrow keys, Enter and Tab of the field; gives whether the key was used. */
export function suggestionKey(event) {
  if (suggestionBox.hidden || !items.length) return false;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) moveTo(active < 0 && step < 0 ? items.length - 1 : (active + step + items.length) % items.length);
  else if (event.key === "Tab" && !event.shiftKey) pick(items[Math.max(active, 0)]);
  else if (event.key === "Enter" && active >= 0) pick(items[active]);
  else return false;
  event.preventDefault();
  return true;
}
