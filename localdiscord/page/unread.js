// Remembers in the browser how far each person has read each channel, and counts what rings for them.

import { loadMessages } from "./api.js";
import { on, tell } from "./bus.js";
import { pingsMe, store } from "./store.js";
import { isNewer } from "./snowflake.js";

/** channel id -> number of messages that ring and weren't seen. */
const pings = new Map();

const key = (channel) => `localdiscord.read.${store.me?.id}.${channel}`;
const readUntil = (channel) => localStorage.getItem(key(channel)) ?? "0";

/** Whether a channel holds anything newer than what was read. */
export const isUnread = (channel) => isNewer(channel.last_message_id, readUntil(channel.id));
export const pingCount = (channel) => pings.get(channel.id) ?? 0;
export const pingTotal = () => [...pings.values()].reduce((sum, count) => sum + count, 0);

/** The id of the last message read, to draw the line of new ones. */
export const lastRead = readUntil;

/** Notes that everything in a channel was seen. */
export function markRead(channelId) {
  const channel = store.channels.get(channelId);
  if (!channel || (!isUnread(channel) && !pings.has(channelId))) return;
  localStorage.setItem(key(channelId), channel.last_message_id ?? "0");
  pings.delete(channelId);
  tell("unread");
}

/** After loading the state: counts the rings in channels with something new. */
export async function countPings() {
  pings.clear();
  const waiting = [...store.channels.values()].filter(isUnread);
  await Promise.all(waiting.map(async ({ id }) => {
    const messages = (await loadMessages(id).catch(() => null)) ?? [];
    const count = messages.filter((message) => isNewer(message.id, readUntil(id)) && pingsMe(message)).length;
    if (count) pings.set(id, count);
  }));
  tell("unread");
}

on("message-created", (message) => {
  if (!store.channels.has(message.channel_id)) return;
  if (message.author?.id === store.me?.id && !isUnreadBefore(message)) markRead(message.channel_id);
  else if (pingsMe(message)) pings.set(message.channel_id, (pings.get(message.channel_id) ?? 0) + 1);
  tell("unread");
});

/** Whether somebody else's message was still unread when `message` of mine came. */
function isUnreadBefore(message) {
  const before = (store.messages.get(message.channel_id) ?? []).filter((known) => known.id !== message.id).at(-1);
  return Boolean(before) && isNewer(before.id, readUntil(message.channel_id));
}

// Another window of the same person has read something.
window.addEventListener("storage", (event) => {
  if (!event.key?.startsWith(`localdiscord.read.${store.me?.id}.`)) return;
  pings.delete(event.key.split(".").at(-1));
  tell("unread");
});
