// What this window knows: who one is, the channels, the messages of channels that were opened. Data only, no drawing.

import { useAddress } from "./own_files.js";
import { compareIds } from "./snowflake.js";
import { words } from "./words.js";

export const ChannelType = { TEXT: 0, DIRECT: 1, VOICE: 2, GROUP: 3, NEWS: 5, NEWS_THREAD: 10, PUBLIC_THREAD: 11, PRIVATE_THREAD: 12, STAGE: 13, FORUM: 15, MEDIA: 16 };

export const store = {
  me: null,
  people: [],
  guild: { id: "", name: "" },
  /** The other servers that one is in: `{id, name, has_bot, people}`, the people by id. */
  servers: [],
  channels: new Map(),
  commands: [],
  bot: null,
  emojis: [],
  permissions: {},
  /** What the bot uses and isn't here, the latest last. */
  lacks: [],
  /** The channel on screen. */
  current: null,
  /** channel id -> its messages, oldest first; a channel never opened is missing. */
  messages: new Map(),
};

/** Takes what `GET /local/state` gave. Messages are forgotten: they may have changed in between. */
export function takeState(state) {
  useAddress(state.address);
  store.me = state.me ?? null;
  store.people = state.people ?? [];
  store.guild = state.guild ?? store.guild;
  store.servers = state.servers ?? [];
  store.channels = new Map((state.channels ?? []).map((channel) => [channel.id, channel]));
  store.commands = state.commands ?? [];
  store.bot = state.bot ?? null;
  store.emojis = state.emojis ?? [];
  store.lacks = state.lacks ?? [];
  store.permissions = state.permissions ?? {};
  store.messages.clear();
}

export const isThread = (channel) => [ChannelType.NEWS_THREAD, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD].includes(channel?.type);
/** Whether a channel holds posts alone. */
export const isForum = (channel) => [ChannelType.FORUM, ChannelType.MEDIA].includes(channel?.type);
/** Whether a channel belongs to no server. */
export const isDirect = (channel) => [ChannelType.DIRECT, ChannelType.GROUP].includes(channel?.type);
/** Whether these are the direct messages with the bot, who is their other side, and not those of people. */
const isWithBot = (channel) => channel?.type === ChannelType.DIRECT && (channel.recipients ?? []).length < 2;

export const isArchived = (channel) => Boolean(channel?.thread_metadata?.archived);
export const isLocked = (channel) => Boolean(channel?.thread_metadata?.locked);

/** What a closed thread is called, or null. */
export const shutWord = (channel) => (isLocked(channel) ? words("locked") : isArchived(channel) ? words("archived") : null);

const serverOf = (channel) => store.servers.find((server) => server.id === channel?.guild_id);

/** What decides which commands a channel offers: its context, its server, whether the bot is in it, and one's installation. */
export function placeOf(channel) {
  const installed = Boolean(store.me?.installed);
  if (isDirect(channel)) return { context: isWithBot(channel) ? 1 : 2, server: null, hasBot: isWithBot(channel), installed };
  const server = serverOf(channel);
  return { context: 0, server: channel?.guild_id, hasBot: server ? server.has_bot : store.bot?.in_guild !== false, installed };
}

/** Who can be chosen and named in a channel: the server's members, or those who write to each other. */
export function peopleIn(channel) {
  if (isWithBot(channel)) return [store.me, store.bot].filter(Boolean);
  if (isDirect(channel)) return channel.recipients.map((user) => findUser(user.id) ?? user);
  const server = serverOf(channel);
  if (server) return [...server.people.map(findUser), server.has_bot ? store.bot : null].filter(Boolean);
  return [...store.people, store.bot].filter((user) => user && user.in_guild !== false);
}

/** A server's channels in their order. */
export function guildChannels(server = store.guild.id) {
  return [...store.channels.values()]
    .filter((channel) => !isThread(channel) && !isDirect(channel) && channel.guild_id === server)
    .sort((a, b) => (a.position ?? 0) - (b.position ?? 0) || compareIds(a.id, b.id));
}

/** The channels and threads of a channel's server, which one can choose there; none in direct messages. */
export const channelsBeside = (here) => (isDirect(here) ? [] : [...store.channels.values()].filter((channel) => channel.guild_id && channel.guild_id === here?.guild_id));

/** The threads under a channel, oldest first; those that sleep come last. */
export function threadsOf(parent) {
  return [...store.channels.values()]
    .filter((channel) => isThread(channel) && channel.parent_id === parent)
    .sort((a, b) => isArchived(a) - isArchived(b) || compareIds(a.id, b.id));
}

/** The direct messages and groups, the latest first. */
export function directChannels() {
  return [...store.channels.values()].filter(isDirect).sort((a, b) => compareIds(b.last_message_id, a.last_message_id));
}

/** Somebody known here, by id: a person or the bot. */
export function findUser(id) {
  return store.people.find((person) => person.id === id) ?? (store.bot?.id === id ? store.bot : undefined);
}

/** The name that Discord shows for a user. */
export const nameOf = (user) => user?.global_name || user?.username || words("Unknown User");

/** The other side of a direct-message channel; null: it is none, as a group. */
export function partnerOf(channel) {
  if (channel?.type !== ChannelType.DIRECT) return null;
  const other = (channel.recipients ?? []).find((user) => user.id !== store.me?.id);
  return (other && findUser(other.id)) ?? other ?? store.bot;
}

/** A channel's name as shown, without its sign. */
export function channelName(channel) {
  if (channel?.type === ChannelType.DIRECT) return nameOf(partnerOf(channel));
  const others = isDirect(channel) ? channel.recipients.filter((user) => user.id !== store.me?.id) : [];
  return channel?.name || others.map(nameOf).join(", ") || "unknown";
}

/** A message that was loaded, or undefined. */
export const findMessage = (channel, id) => store.messages.get(channel)?.find((message) => message.id === id);

/** Whether a message rings for me: it names me, names everyone, or came to me alone. */
export function pingsMe(message) {
  if (!store.me || message.author?.id === store.me.id) return false;
  if (isDirect(store.channels.get(message.channel_id))) return true;
  return Boolean(message.mention_everyone) || (message.mentions ?? []).some((user) => user.id === store.me.id);
}
