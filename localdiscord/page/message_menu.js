// What one can do with a message: the little bar that appears over it.

import { deleteMessage } from "./api.js";
import { Apps, hasApps, openApps } from "./apps_menu.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { store } from "./store.js";
import { tell } from "./bus.js";
import { takeEvent } from "./updates.js";
import { words } from "./words.js";

const EPHEMERAL = 64;

/** Takes a message that only one sees off this screen. */
export const dismiss = (message) => takeEvent({ t: "MESSAGE_DELETE", d: { id: message.id, channel_id: message.channel_id } });

/** The bar over a message, seen under the pointer and when something in it has the focus. */
export function hoverMenu(message) {
  const thread = message.thread && store.channels.get(message.thread.id);
  return h("div", { class: "hover-menu", role: "group", "aria-label": words("Message actions") },
    thread ? action("thread", words("Open thread"), () => tell("go", { channel: thread.id })) : null,
    message.content ? action("copy", words("Copy text"), () => navigator.clipboard?.writeText(message.content)) : null,
    hasApps(Apps.MESSAGE) && !message.local ? action("apps", words("Apps"), (event) => openApps(event.currentTarget, Apps.MESSAGE, message.id), "apps") : null,
    action("trash", words("Delete"), (event) => remove(message, event), "danger"));
}

function action(drawing, label, run, className = "") {
  return h("button", { type: "button", class: `icon-button ${className}`, "aria-label": label, title: label, onclick: run }, icon(drawing, 20));
}

async function remove(message, event) {
  if (message.flags & EPHEMERAL || message.local) return dismiss(message);
  event.currentTarget.disabled = true;
  try {
    await deleteMessage(message.channel_id, message.id);
  } catch (error) {
    tell("notice", error.message);
  }
}
