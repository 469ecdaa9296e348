// The small line above a message: what it answers, or which command it came from.

import { avatar } from "./avatar.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { markdownLine } from "./markdown_view.js";
import { tell } from "./bus.js";
import { findMessage, findUser, nameOf } from "./store.js";
import { words, wordsAround } from "./words.js";

const REPLY_TYPES = [19, 23];

/** That line, or null. */
export function contextLine(message) {
  const command = commandOf(message);
  if (command) return commandLine(command);
  if (message.message_reference && (REPLY_TYPES.includes(message.type) || message.referenced_message)) return replyLine(message);
  return null;
}

/** Who used which command for this message: `{user, name}`. */
function commandOf(message) {
  const { interaction_metadata: metadata, interaction } = message;
  if (metadata && metadata.type !== 2) return null;
  const name = metadata?.name ?? interaction?.name ?? metadata?.command_name;
  const slash = (metadata?.command_type ?? 1) === 1 ? "/" : "";
  return name ? { user: metadata?.user ?? interaction?.user, name: `${slash}${name}` } : null;
}

function commandLine({ user, name }) {
  const known = findUser(user?.id) ?? user;
  return h("div", { class: "context" }, h("span", { class: "spine" }), avatar(known, 16), wordsAround("{name} used {command}", {
    name: h("span", { class: "context-name" }, nameOf(known)), command: h("span", { class: "context-command" }, name) }));
}

function replyLine(message) {
  const reference = message.message_reference;
  const answered = message.referenced_message ?? findMessage(reference.channel_id ?? message.channel_id, reference.message_id);
  if (!answered) return h("div", { class: "context" }, h("span", { class: "spine" }), h("em", {}, words("Original message was deleted")));
  const author = findUser(answered.author?.id) ?? answered.author;
  return h("div", { class: "context" }, h("span", { class: "spine" }), avatar(author, 16),
    h("span", { class: "context-name" }, nameOf(author)),
    h("button", {
      type: "button", class: "context-text",
      onclick: () => tell("go", { channel: answered.channel_id ?? message.channel_id, message: answered.id }),
    }, answered.content ? markdownLine(answered.content.split("\n")[0]) : h("em", {}, `${words("Click to see attachment")} `, icon("file", 14))));
}
