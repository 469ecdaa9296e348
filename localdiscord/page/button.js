// A button under a message.

import { h, isSafeUrl } from "./dom.js";
import { componentEmoji } from "./emoji.js";
import { icon } from "./icons.js";
import { isBusy, isPending, press } from "./interactions.js";
import { openLink } from "./links.js";
import { isLocked, store } from "./store.js";
import { words } from "./words.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "premium" };

/**
 * Draws a button of `message`; while its press waits for an answer it shows three dots. As in Discord the other buttons
 * of the message can't be pressed meanwhile: what they are for may change by the answer.
 */
export function button(component, message) {
  const face = [componentEmoji(component.emoji), component.label ? h("span", { class: "button-label" }, component.label) : null];
  const className = `button ${STYLES[component.style] ?? "secondary"}`;
  if (component.style === 5) return linkButton(component, className, face);
  const waits = isPending(message.id, component.custom_id);
  const isHeld = isBusy(message.id) && !waits && !component.disabled;
  return h("button", {
    type: "button", class: [className, waits ? "waiting" : "", isHeld ? "held" : ""].filter(Boolean).join(" "),
    disabled: component.disabled || isHeld || isLocked(store.channels.get(message.channel_id)),
    "aria-label": component.label ? null : component.emoji?.name, "aria-busy": waits ? "true" : null,
    dataset: { customId: component.custom_id ?? "" },
    onclick: () => press(message, component),
  }, h("span", { class: "button-face" }, face), waits ? dots() : null);
}

function linkButton(component, className, face) {
  const usable = !component.disabled && isSafeUrl(component.url);
  return h("a", {
    class: className, href: usable ? component.url : null, "aria-disabled": usable ? null : "true",
    role: usable ? null : "link", target: "_blank", rel: "noopener noreferrer", title: component.url,
    onclick: (event) => openLink(event, component.url),
  }, h("span", { class: "button-face" }, face, icon("external", 16)));
}

/** The three dots of whatever waits. */
export const dots = () => h("span", { class: "dots", role: "img", "aria-label": words("Loading") }, h("i"), h("i"), h("i"));
