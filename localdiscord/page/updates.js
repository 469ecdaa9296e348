// Brings the store up to date with each event of the server, then tells the page which part changed.

import { loadMessages } from "./api.js";
import { tell } from "./bus.js";
import { findMessage, store } from "./store.js";
import { compareIds, isNewer } from "./snowflake.js";

/** channel id -> events that came while its messages were being loaded. */
const heldBack = new Map();

const HANDLERS = {
  MESSAGE_CREATE: addMessage,
  MESSAGE_UPDATE: changeMessage,
  MESSAGE_DELETE: ({ id, channel_id }) => dropMessages(channel_id, [id]),
  MESSAGE_DELETE_BULK: ({ ids, channel_id }) => dropMessages(channel_id, ids),
  CHANNEL_CREATE: keepChannel,
  CHANNEL_UPDATE: keepChannel,
  CHANNEL_DELETE: dropChannel,
  THREAD_CREATE: keepChannel,
  THREAD_UPDATE: keepChannel,
  THREAD_DELETE: dropChannel,
  COMMANDS_UPDATE: (d) => replace("commands", d?.commands ?? d),
  EMOJIS_UPDATE: (d) => replace("emojis", d?.emojis ?? d),
  LACKS_UPDATE: (d) => replace("lacks", d?.lacks),
  PEOPLE_UPDATE: (d) => replacePeople(d?.people ?? d),
  BOT_UPDATE: changeBot,
  ACTIVITY_CLOSE: (d) => tell("activity-closed", d),
  ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE: (d) => tell("activity-people", d),
};

/** Takes one event; gives false if it is none of the store's. */
export function takeEvent({ t, d }) {
  if (!HANDLERS[t]) return false;
  const waiting = t.startsWith("MESSAGE_") && heldBack.get(d.channel_id);
  if (waiting) waiting.push({ t, d });
  else HANDLERS[t](d);
  return true;
}

/** Loads a channel's messages; what happens to them while they are on their way is not lost. */
export async function loadChannel(channel) {
  heldBack.set(channel, []);
  try {
    const messages = (await loadMessages(channel)) ?? [];
    store.messages.set(channel, messages.sort((a, b) => compareIds(a.id, b.id)));
  } finally {
    const waiting = heldBack.get(channel) ?? [];
    heldBack.delete(channel);
    waiting.forEach(takeEvent);
  }
}

/** Adds a message, unless it is there already (it can come by an event and by loading at once). */
function addMessage(message) {
  const channel = store.channels.get(message.channel_id);
  if (channel && isNewer(message.id, channel.last_message_id)) channel.last_message_id = message.id;
  const list = store.messages.get(message.channel_id);
  if (list && findMessage(message.channel_id, message.id)) return changeMessage(message);
  list?.push(message);
  tell("message-created", message);
}

function changeMessage(message) {
  const list = store.messages.get(message.channel_id);
  const index = list?.findIndex((known) => known.id === message.id) ?? -1;
  if (index < 0) return;
  list[index] = { ...list[index], ...message };
  tell("message-changed", list[index]);
}

function dropMessages(channel, ids) {
  const list = store.messages.get(channel);
  if (list) store.messages.set(channel, list.filter((message) => !ids.includes(message.id)));
  for (const id of ids) tell("message-dropped", { id, channel_id: channel });
}

function keepChannel(channel) {
  store.channels.set(channel.id, { ...store.channels.get(channel.id), ...channel });
  tell("channels");
}

/** With a channel go its threads, of which nobody tells; from a message goes the thread that hung on it. */
function dropChannel({ id }) {
  const threads = [...store.channels.values()].filter((channel) => channel.parent_id === id);
  const dropped = [store.channels.get(id), ...threads].filter(Boolean);
  for (const channel of dropped) {
    store.channels.delete(channel.id);
    store.messages.delete(channel.id);
    const starter = findMessage(channel.parent_id, channel.id);
    if (starter) changeMessage({ ...starter, thread: undefined });
  }
  tell("channels");
  for (const channel of dropped) tell("channel-dropped", channel);
}

function replace(part, value) {
  if (Array.isArray(value)) store[part] = value;
  tell(part);
}

function replacePeople(people) {
  if (Array.isArray(people)) store.people = people;
  else if (people?.id) store.people = store.people.map((person) => (person.id === people.id ? { ...person, ...people } : person));
  const me = store.people.find((person) => person.id === store.me?.id);
  if (me) store.me = { ...store.me, ...me };
  tell("people");
}

function changeBot({ online, ...user }) {
  store.bot = { ...store.bot, ...user, online };
  tell("bot");
}
