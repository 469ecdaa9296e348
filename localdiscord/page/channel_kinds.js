// The kinds of channels that a server has: their types, drawings and names.

import { ChannelType, isThread } from "./store.js";
import { words } from "./words.js";

/** Each kind as its type, its drawing and its name. */
export const KINDS = [
  [ChannelType.TEXT, "hash", words("Text")], [ChannelType.NEWS, "news", words("Announcements")], [ChannelType.FORUM, "forum", words("Forum")],
  [ChannelType.MEDIA, "media", words("Media")], [ChannelType.VOICE, "voice", words("Voice")], [ChannelType.STAGE, "stage", words("Stage")],
];

/** The name of a channel's drawing. */
export function drawingOf(channel) {
  if (channel.type === ChannelType.GROUP) return "group";
  return isThread(channel) ? "thread" : KINDS.find(([type]) => type === channel.type)?.[1] ?? "hash";
}
