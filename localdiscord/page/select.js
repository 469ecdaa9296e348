// A select menu: closed a line with what is chosen, open a list. Used under messages and in modals.

import { dots } from "./button.js";
import { h } from "./dom.js";
import { componentEmoji } from "./emoji.js";
import { icon } from "./icons.js";
import { placeBeside } from "./popover.js";
import { chosenFirst, selectChoices } from "./select_choices.js";
import { words } from "./words.js";

let count = 0;

/**
 * Draws a select. `onChoose(values)` is called when the choice is made: at once if only one can be chosen,
 * else when the list closes, and never for a choice that changes nothing.
 */
export function select(component, { onChoose, channel, waits = false, label }) {
  const choices = selectChoices(component, channel);
  const least = component.min_values ?? 1;
  const most = Math.min(component.max_values ?? 1, Math.max(choices.length, 1));
  const listId = `choices-${++count}`;
  let told = chosenFirst(component, choices);
  let chosen = [...told];
  let shown = choices;
  let active = -1;
  let list = null;
  let typed = "";
  let typedAt = 0;

  const face = h("span", { class: "select-face" });
  const box = h("button", {
    type: "button", class: "select-box", role: "combobox", "aria-haspopup": "listbox", "aria-expanded": "false",
    "aria-label": label ?? component.placeholder ?? words("Make a selection"), disabled: component.disabled || waits,
    dataset: { customId: component.custom_id ?? "" },
    onclick: () => void (list ? close() : open()),
    onkeydown: onKey,
  }, face, waits ? dots() : icon("chevron", 20));
  const wrapper = h("div", { class: waits ? "select waiting" : "select" }, box);
  wrapper.openList = {
    isOpen: () => Boolean(list), open, close: () => close(false),
    sameAs: JSON.stringify(component), offers: JSON.stringify(choices.map((choice) => choice.value)),
  };
  drawFace();
  return wrapper;

  function drawFace() {
    const picked = choices.filter((choice) => chosen.includes(choice.value));
    face.replaceChildren();
    face.classList.toggle("placeholder", !picked.length);
    if (!picked.length) face.append(component.placeholder || words("Make a selection"));
    else if (most === 1) face.append(...[componentEmoji(picked[0].emoji), picked[0].label].filter(Boolean));
    else for (const choice of picked) face.append(h("span", { class: "picked" }, componentEmoji(choice.emoji), choice.label));
    box.setAttribute("aria-description", picked.map((choice) => choice.label).join(", "));
  }

  /** Opens the list, at what is chosen or where another one like it was, as `close` gave it. */
  function open(place) {
    if (box.disabled) return;
    list = h("div", { class: "select-list", role: "listbox", id: listId, "aria-multiselectable": most > 1 ? "true" : null, "aria-label": box.getAttribute("aria-label") });
    list.style.width = `${Math.max(box.offsetWidth, 200)}px`;
    shown = choices;
    active = place?.active ?? Math.max(0, choices.findIndex((choice) => chosen.includes(choice.value)));
    drawList();
    // In a modal the list must lie within the dialogue, which covers all else.
    (wrapper.closest("dialog") ?? document.body).append(list);
    placeBeside(list, box);
    box.setAttribute("aria-expanded", "true");
    box.setAttribute("aria-controls", listId);
    document.addEventListener("pointerdown", outside, true);
    document.addEventListener("scroll", scrolled, true);
    moveTo(active, !place);
    if (place) list.scrollTop = place.scrolled;
  }

  function drawList() {
    const rows = shown.map((choice, index) => h("div", {
      class: "choice", role: "option", id: `${listId}-${index}`, "aria-selected": String(chosen.includes(choice.value)),
      "aria-disabled": isFull(choice) ? "true" : null, dataset: { value: choice.value },
      onpointermove: () => active !== index && moveTo(index, false),
      onclick: () => toggle(choice),
    },
    choice.emoji ? h("span", { class: "choice-emoji" }, componentEmoji(choice.emoji)) : choice.picture,
    h("span", { class: "choice-text" }, h("span", { class: "choice-label" }, choice.label),
      choice.description ? h("span", { class: "choice-description" }, choice.description) : null),
    h("span", { class: most > 1 ? "choice-mark box" : "choice-mark" }, chosen.includes(choice.value) ? icon("check", 16) : null)));
    list.replaceChildren(...(rows.length ? rows : [h("div", { class: "choice-none" }, words("Nothing to choose from"))]));
  }

  function isFull(choice) {
    return most > 1 && chosen.length >= most && !chosen.includes(choice.value);
  }

  function moveTo(index, scroll = true) {
    if (!shown.length || !list) return;
    active = (index + shown.length) % shown.length;
    [...list.children].forEach((row, at) => row.classList.toggle("active", at === active));
    box.setAttribute("aria-activedescendant", `${listId}-${active}`);
    if (scroll) list.children[active]?.scrollIntoView({ block: "nearest" });
  }

  function toggle(choice) {
    if (!choice || isFull(choice)) return;
    const had = chosen.includes(choice.value);
    if (most === 1) {
      chosen = had && least === 0 ? [] : [choice.value];
      close();
      return;
    }
    chosen = had ? chosen.filter((value) => value !== choice.value) : [...chosen, choice.value];
    drawFace();
    drawList();
    moveTo(active, false);
  }

  function close(commit = true) {
    if (!list) return null;
    const place = { active, scrolled: list.scrollTop };
    list.remove();
    list = null;
    box.setAttribute("aria-expanded", "false");
    box.removeAttribute("aria-activedescendant");
    document.removeEventListener("pointerdown", outside, true);
    document.removeEventListener("scroll", scrolled, true);
    const isNew = [...chosen].sort().join("\n") !== [...told].sort().join("\n");
    if (commit && isNew && chosen.length >= least) {
      told = [...chosen];
      onChoose(choices.filter((choice) => chosen.includes(choice.value)).map((choice) => choice.value));
    } else chosen = [...told];
    drawFace();
    return place;
  }

  function outside(event) {
    if (!list.contains(event.target) && !box.contains(event.target)) close();
  }

  function scrolled(event) {
    if (list && !list.contains(event.target) && event.target.contains?.(box)) placeBeside(list, box);
  }

  function onKey(event) {
    if (!list) {
      if (["ArrowDown", "ArrowUp"].includes(event.key)) {
        event.preventDefault();
        open();
      }
      return;
    }
    const action = {
      ArrowDown: () => moveTo(active + 1), ArrowUp: () => moveTo(active - 1), Home: () => moveTo(0), End: () => moveTo(-1),
      Enter: () => toggle(shown[active]), " ": () => toggle(shown[active]), Escape: () => close(most > 1), Tab: () => close(),
    }[event.key];
    if (action) {
      if (event.key !== "Tab") event.preventDefault();
      event.stopPropagation();
      action();
    } else if (event.key.length === 1) typeAhead(event.key);
  }

  function typeAhead(letter) {
    typed = (Date.now() - typedAt < 800 ? typed : "") + letter.toLowerCase();
    typedAt = Date.now();
    const index = shown.findIndex((choice) => choice.label.toLowerCase().startsWith(typed));
    if (index >= 0) moveTo(index);
  }
}
