// The lines that Discord itself writes.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { drawStarter } from "./thread_starter.js";
import { tell } from "./bus.js";
import { findUser, nameOf, store } from "./store.js";
import { formatMessageTime } from "./times.js";
import { words, wordsAround } from "./words.js";

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
    case Type.THREAD_CREATED: return wordsAround("{who} started a thread: {thread}", { who, thread: threadLink(message) });
    case Type.PIN: return wordsAround("{who} pinned a message to this channel.", { who });
    case Type.JOIN: return wordsAround("{who} joined the server.", { who });
    case Type.CHANNEL_NAME_CHANGE: return wordsAround("{who} changed the thread name: {name}", { who, name: h("strong", {}, message.content) });
    case Type.RECIPIENT_ADD: return wordsAround("{who} added {named} to the thread.", { who, named: h("strong", {}, named) });
    case Type.RECIPIENT_REMOVE: return wordsAround("{who} removed {named} from the thread.", { who, named: h("strong", {}, named) });
    default: return [who];
  }
}

function threadLink(message) {
  const id = message.message_reference?.channel_id ?? message.thread?.id;
  return h("button", { type: "button", class: "link-button strong", onclick: () => tell("go", { channel: id }) }, message.content || words("thread"));
}
