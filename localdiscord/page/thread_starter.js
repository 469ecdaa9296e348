// The first line of a thread that was opened on a message: that message again.

import { avatar } from "./avatar.js";
import { h } from "./dom.js";
import { markdown } from "./markdown_view.js";
import { tell } from "./bus.js";
import { findMessage, findUser, nameOf } from "./store.js";
import { words } from "./words.js";

/** The starter message, with a way back to its channel. */
export function drawStarter(message) {
  const reference = message.message_reference ?? {};
  const first = message.referenced_message ?? findMessage(reference.channel_id, reference.message_id);
  const author = findUser(first?.author?.id) ?? first?.author;
  return h("div", { class: "message first starter", role: "article", tabindex: "-1", dataset: { messageId: message.id } },
    first ? h("div", { class: "message-avatar" }, avatar(author, 40)) : null,
    first ? h("div", { class: "message-head" }, h("span", { class: "author" }, nameOf(author)), author?.bot ? h("span", { class: "app-tag" }, "APP") : null) : null,
    h("div", { class: "message-body" },
      first?.content ? markdown(first.content, { users: first.mentions }) : null,
      h("button", { type: "button", class: "link-button", onclick: () => tell("go", { channel: reference.channel_id, message: reference.message_id }) },
        first ? words("Go to the message this thread began with") : words("The message this thread began with"))));
}
