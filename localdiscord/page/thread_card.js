// The box under a message on which a thread was opened.

import { tell } from "./bus.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { store } from "./store.js";
import { pingCount } from "./unread.js";
import { counted, words } from "./words.js";

/** A box that opens the thread. */
export function threadCard(thread) {
  const known = store.channels.get(thread.id) ?? thread;
  const count = known.message_count ?? 0;
  const rings = store.channels.has(thread.id) ? pingCount(known) : 0;
  return h("button", { type: "button", class: "thread-card", dataset: { threadId: thread.id }, onclick: () => tell("go", { channel: thread.id }) },
    h("span", { class: "thread-name" }, icon("thread", 16), known.name),
    rings ? h("span", { class: "badge" }, rings) : null,
    h("span", { class: "thread-count" }, count ? counted(count, "{n} message", "{n} messages") : words("See thread"), " ›"));
}
