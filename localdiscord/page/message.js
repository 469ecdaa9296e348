// Draws one message: who, when, what, and the lines above and below.

import { Apps, openApps, opensApps } from "./apps_menu.js";
import { avatar } from "./avatar.js";
import { dots } from "./button.js";
import { drawComponents } from "./components.js";
import { h } from "./dom.js";
import { embed } from "./embeds.js";
import { icon } from "./icons.js";
import { failureOf } from "./interactions.js";
import { markdown } from "./markdown_view.js";
import { attachments } from "./media.js";
import { contextLine } from "./message_context.js";
import { dismiss, hoverMenu } from "./message_menu.js";
import { isSystem, systemMessage } from "./message_system.js";
import { threadCard } from "./thread_card.js";
import { findUser, isDirect, nameOf, pingsMe, store } from "./store.js";
import { formatClock, formatFull, formatMessageTime } from "./times.js";
import { words } from "./words.js";

export const Flag = { EPHEMERAL: 64, LOADING: 128, COMPONENTS_V2: 32768 };

const has = (message, flag) => Boolean((message.flags ?? 0) & flag);
export const isEphemeral = (message) => has(message, Flag.EPHEMERAL);

const GROUP_MS = 7 * 60 * 1000;

/** Whether `message` needs no name of its own, since `before` it the same person spoke. */
export function continues(message, before) {
  return Boolean(before) && !isSystem(message) && !isSystem(before)
    && before.author?.id === message.author?.id && isEphemeral(before) === isEphemeral(message)
    && !contextLine(message) && Date.parse(message.timestamp) - Date.parse(before.timestamp) < GROUP_MS;
}

/** The element of a message. */
export function drawMessage(message, before) {
  if (isSystem(message)) return systemMessage(message);
  const author = findUser(message.author?.id) ?? message.author;
  const grouped = continues(message, before);
  const locale = store.me?.locale;
  const classes = ["message", grouped ? "grouped" : "first", pingsMe(message) && isInGuild(message) ? "mentioned" : "", isEphemeral(message) ? "ephemeral" : ""];
  const time = { datetime: message.timestamp, title: formatFull(message.timestamp, locale) };
  return h("div", {
    class: classes.join(" "), role: "article", tabindex: "-1", dataset: { messageId: message.id, authorId: message.author?.id ?? "" },
    "aria-label": `${nameOf(author)}, ${formatClock(message.timestamp, locale)}`,
    oncontextmenu: (event) => opensMenu(event, message),
  },
  grouped ? null : contextLine(message),
  grouped
    ? h("time", { class: "side-time", ...time }, formatClock(message.timestamp, locale))
    : h("div", { class: "message-avatar" }, avatar(author, 40)),
  grouped ? null : h("div", { class: "message-head" },
    h("span", { class: "author", ...opensApps(message.author?.id) }, nameOf(author)),
    message.author?.bot ? h("span", { class: "app-tag" }, "APP") : null,
    h("time", { class: "time", ...time }, formatMessageTime(message.timestamp, locale))),
  h("div", { class: "message-body" }, body(message)),
  footer(message),
  hoverMenu(message));
}

/** Opens a message's menu in place of the browser's, unless that is wanted for a link, a picture or words. */
function opensMenu(event, message) {
  const anchor = event.currentTarget.querySelector(".hover-menu .apps");
  if (!anchor || event.target.closest("a, img, input") || String(getSelection())) return;
  event.preventDefault();
  openApps(anchor, Apps.MESSAGE, message.id);
}

const isInGuild = (message) => !isDirect(store.channels.get(message.channel_id));

function body(message) {
  if (has(message, Flag.LOADING)) {
    return h("div", { class: "thinking", role: "status" }, dots(), h("span", {}, message.content || words("{name} is thinking…", { name: nameOf(message.author) })));
  }
  const isNew = has(message, Flag.COMPONENTS_V2);
  const text = !isNew && message.content ? markdown(message.content, { users: message.mentions }) : null;
  const edited = message.edited_timestamp ? h("span", { class: "edited", title: formatFull(message.edited_timestamp, store.me?.locale) }, `(${words("edited")})`) : null;
  if (text && edited) text.append(" ", edited);
  const drawn = drawComponents(message.components, message);
  return [
    text,
    isNew ? null : attachments(message),
    isNew ? null : (message.embeds ?? []).map((data) => embed(data, message)),
    drawn.length ? h("div", { class: isNew ? "components new" : "components" }, drawn) : null,
    edited && !text ? edited : null,
    message.thread ? threadCard(message.thread) : null,
  ];
}

function footer(message) {
  const failure = failureOf(message.id);
  return [
    failure ? h("div", { class: "failure", role: "alert" }, failure) : null,
    isEphemeral(message) ? h("div", { class: "only-you" }, icon("eye", 16), `${words("Only you can see this")} • `,
      h("button", { type: "button", class: "link-button", onclick: () => dismiss(message) }, words("Dismiss message"))) : null,
  ];
}
