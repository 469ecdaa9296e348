// The lines that Discord itself writes.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { drawStarter } from "./thread_starter.js";
import { tell } from "./bus.js";
import { findUser, nameOf, store } from "./store.js";
import { formatMessageTime } from "./times.js";

const Type = { RECIPIENT_ADD: 1, RECIPIENT_REMOVE: 2, CHANNEL_NAME_CHANGE: 4, PIN: 6, JOIN: 7, THREAD_CREATED: 18, THREAD_STARTER: 21 };

/** Whether Discord wrote it, not its author. */
export const isSystem = (message) => Object.values(Type).includes(message.type);

/** The element of such a line. */
export function systemMessage(message) {
  if (message.type === Type.THREAD_STARTER) return drawStarter(message);
  const who = h("strong", {}, nameOf(findUser(message.author?.id) ?? message.author));
  return h("div", { class: "message system", role: "article", tabindex: "-1", dataset: { messageId: message.id } },
    icon(message.type === Type.THREAD_CREATED ? "thread" : "right", 18),
    h("span", { class: "system-text" }, sentence(message, who)),
    h("time", { class: "time", datetime: message.timestamp }, formatMessageTime(message.timestamp, store.me?.locale)));
}

function sentence(message, who) {
  const named = (message.mentions ?? []).map(nameOf).join(", ");
  switch (message.type) {
    case Type.THREAD_CREATED: return [who, " started a thread: ", threadLink(message)];
    case Type.PIN: return [who, " pinned a message to this channel."];
    case Type.JOIN: return [who, " joined the server."];
    case Type.CHANNEL_NAME_CHANGE: return [who, " changed the thread name: ", h("strong", {}, message.content)];
    case Type.RECIPIENT_ADD: return [who, " added ", h("strong", {}, named), " to the thread."];
    case Type.RECIPIENT_REMOVE: return [who, " removed ", h("strong", {}, named), " from the thread."];
    default: return [who];
  }
}

function threadLink(message) {
  const id = message.message_reference?.channel_id ?? message.thread?.id;
  return h("button", { type: "button", class: "link-button strong", onclick: () => tell("go", { channel: id }) }, message.content || "thread");
}
