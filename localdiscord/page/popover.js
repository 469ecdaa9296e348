// Small menus that float beside what opened them.

import { h } from "./dom.js";

let closeOpen = null;

/**
 * Opens `content` as a floating box at `anchor`; a click elsewhere or Escape closes it and gives the focus back.
 * Gives the function that closes it.
 */
export function openPopover(anchor, content, { label, className = "", onClose } = {}) {
  closeOpen?.();
  const box = h("div", { class: `popover ${className}`, role: "dialog", "aria-label": label }, content);
  document.body.append(box);
  anchor.setAttribute("aria-expanded", "true");
  placeBeside(box, anchor);

  const outside = (event) => {
    if (!box.contains(event.target) && !anchor.contains(event.target)) close();
  };
  const key = (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    close();
    anchor.focus();
  };
  function close() {
    box.remove();
    anchor.setAttribute("aria-expanded", "false");
    document.removeEventListener("pointerdown", outside, true);
    document.removeEventListener("keydown", key, true);
    window.removeEventListener("resize", close);
    closeOpen = null;
    onClose?.();
  }
  document.addEventListener("pointerdown", outside, true);
  document.addEventListener("keydown", key, true);
  window.addEventListener("resize", close);
  closeOpen = close;
  box.querySelector("button, input, select, [tabindex]")?.focus();
  return close;
}

/** Above or below the anchor, where there is room, within the window. */
export function placeBeside(box, anchor) {
  const place = anchor.getBoundingClientRect();
  const { width, height } = box.getBoundingClientRect();
  const below = window.innerHeight - place.bottom - 8;
  const top = below >= height || below >= place.top ? place.bottom + 6 : place.top - height - 6;
  box.style.left = `${Math.max(8, Math.min(place.left, window.innerWidth - width - 8))}px`;
  box.style.top = `${Math.max(8, Math.min(top, window.innerHeight - height - 8))}px`;
}

/** A menu of `[{label, icon, danger, checked, run}]` at `anchor`. */
export function openMenu(anchor, label, items) {
  const rows = items.filter(Boolean).map((item) => h("button", {
    type: "button", role: item.checked === undefined ? "menuitem" : "menuitemcheckbox",
    "aria-checked": item.checked === undefined ? null : String(item.checked),
    class: item.danger ? "menu-item danger" : "menu-item",
    onclick: () => {
      close();
      item.run();
    },
  }, item.lead, h("span", { class: "menu-label" }, item.label), item.trail));
  const menu = h("div", { role: "menu", class: "menu", onkeydown: (event) => moveFocus(event, rows) }, rows);
  const close = openPopover(anchor, menu, { label });
  return close;
}

function moveFocus(event, rows) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const at = rows.indexOf(document.activeElement);
  rows.at((at + step + rows.length) % rows.length).focus();
}
