// The messages of the channel on screen, and where one has scrolled to.

import { on, tell } from "./bus.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { keepInView } from "./keep_in_view.js";
import { replaceKeeping } from "./keep_place.js";
import { drawMessage, isEphemeral } from "./message.js";
import { channelStart, dayLine, newLine } from "./message_lines.js";
import { isNewer } from "./snowflake.js";
import { findMessage, shutWord, store } from "./store.js";
import { isSameDay } from "./times.js";
import { lastRead, markRead } from "./unread.js";
import { loadChannel } from "./updates.js";
import { counted, words } from "./words.js";

const NEAR_BOTTOM_PX = 60;

const log = h("div", { class: "log", role: "log", "aria-live": "polite", "aria-label": words("Messages"), tabindex: "-1" });
const scroller = h("div", { class: "scroller", tabindex: "0" }, h("div", { class: "log-space" }), log);
const pill = h("button", { type: "button", class: "new-pill", hidden: true, onclick: toBottom });

/** The whole view. */
export const messageList = h("div", { class: "messages" }, scroller, pill);

let atBottom = true;
/** How far from the top one was when that was looked at last. */
let scrolled = 0;
let unseen = 0;
/** The id after which messages are new, as it was when the channel was opened. */
let newFrom = null;

/** Shows the current channel from its end, or at the message `target`, or anew where one was. */
export async function showMessages(target, { keepPlace = false } = {}) {
  const channel = store.current;
  if (!keepPlace) {
    newFrom = lastRead(channel);
    unseen = 0;
    atBottom = true;
  }
  if (!store.messages.has(channel)) {
    if (!keepPlace) log.replaceChildren();
    await loadChannel(channel).catch((error) => tell("notice", error.message));
    if (store.current !== channel) return;
  }
  const place = scroller.scrollTop;
  drawAll();
  if (target && goTo(target)) return;
  if (keepPlace && !atBottom) scroller.scrollTop = place;
  else toBottom();
}

/** Scrolls to a message and lights it up; gives false if it isn't here. */
function goTo(id) {
  const view = viewOf(id);
  if (!view) return false;
  atBottom = false;
  view.scrollIntoView({ block: "center" });
  view.classList.add("lit");
  setTimeout(() => view.classList.remove("lit"), 2000);
  return true;
}

const viewOf = (id) => log.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
const messagesHere = () => store.messages.get(store.current) ?? [];

function drawAll() {
  // Read aloud is only what comes later, not a whole channel at once.
  log.setAttribute("aria-live", "off");
  const messages = messagesHere();
  log.replaceChildren(channelStart(store.channels.get(store.current)), ...messages.flatMap((message, index) => withLines(message, messages[index - 1])));
  requestAnimationFrame(() => log.setAttribute("aria-live", "polite"));
}

function withLines(message, before) {
  const isNewDay = !before || !isSameDay(before.timestamp, message.timestamp);
  const isFirstNew = newFrom !== "0" && isNewer(message.id, newFrom) && !isNewer(before?.id ?? message.id, newFrom) && message.author?.id !== store.me?.id;
  const breaks = isNewDay || isFirstNew;
  return [isNewDay ? dayLine(message.timestamp) : null, isFirstNew ? newLine() : null, drawMessage(message, breaks ? undefined : before)].filter(Boolean);
}

function redraw(id) {
  const old = viewOf(id);
  const index = messagesHere().findIndex((message) => message.id === id);
  if (!old || index < 0) return;
  const grouped = old.classList.contains("grouped");
  const next = drawMessage(messagesHere()[index], grouped ? messagesHere()[index - 1] : undefined);
  noticeScroll();
  const wasAtBottom = atBottom;
  keepInView(scroller, old, next, () => replaceKeeping(old, next));
  if (wasAtBottom) toBottom();
}

/** Goes to the newest message. */
export function toBottom() {
  scroller.scrollTop = scroller.scrollHeight;
  atBottom = true;
  seen();
}

/** Who is at the end leaves it by scrolling up, not by something that grows; the event of it may be yet to come. */
function noticeScroll() {
  const isNear = scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_BOTTOM_PX;
  atBottom = isNear || (atBottom && scroller.scrollTop >= scrolled);
  scrolled = scroller.scrollTop;
}

function seen() {
  unseen = 0;
  pill.hidden = true;
  if (document.visibilityState === "visible" && document.hasFocus()) markRead(store.current);
}

on("message-created", (message) => {
  if (message.channel_id !== store.current || !store.messages.has(store.current)) return;
  noticeScroll();
  // Seen as it comes, it needs no line of new ones above it.
  if (atBottom && document.hasFocus()) newFrom = message.id;
  const messages = messagesHere();
  log.append(...withLines(message, messages.at(-2)));
  if (atBottom || isEphemeral(message) || (message.author?.id === store.me?.id && !message.interaction_metadata)) return void toBottom();
  unseen += 1;
  pill.replaceChildren(counted(unseen, "{n} new message", "{n} new messages"), icon("down", 16));
  pill.hidden = false;
});

on("message-changed", (message) => message.channel_id === store.current && redraw(message.id));

on("message-dropped", ({ id, channel_id: channel }) => {
  if (channel !== store.current) return;
  const view = viewOf(id);
  if (!view) return;
  const next = view.nextElementSibling;
  view.remove();
  // The next one may have stood under the dropped one's name.
  if (next?.classList.contains("grouped")) {
    const messages = messagesHere();
    const index = messages.findIndex((message) => message.id === next.dataset.messageId);
    if (index >= 0) replaceKeeping(next, drawMessage(messages[index], messages[index - 1]));
  }
});

on("interaction", ({ messageId, channel }) => messageId && channel === store.current && findMessage(channel, messageId) && redraw(messageId));

on("current", (channel) => !channel && log.replaceChildren());

// Names, custom emojis and threads stand in messages too.
for (const part of ["people", "emojis"]) on(part, () => store.messages.has(store.current) && messagesHere().forEach(({ id }) => redraw(id)));
let wasShut = null;
on("channels", () => {
  // In a locked thread no button can be pressed.
  const shut = shutWord(store.channels.get(store.current));
  messagesHere().filter((message) => message.thread || shut !== wasShut).forEach(({ id }) => redraw(id));
  wasShut = shut;
});

scroller.addEventListener("scroll", () => {
  noticeScroll();
  if (atBottom) seen();
}, { passive: true });

// Pictures that load and windows that change keep the end in sight.
new ResizeObserver(() => atBottom && (scroller.scrollTop = scroller.scrollHeight)).observe(log);
new ResizeObserver(() => atBottom && (scroller.scrollTop = scroller.scrollHeight)).observe(scroller);
window.addEventListener("focus", () => atBottom && store.current && seen());
