// Draws emojis, the application's own and Unicode's.

import { h } from "./dom.js";

/** An emoji of the application as a picture. */
export function customEmoji({ id, name, animated }) {
  return h("img", {
    class: "emoji", src: `/cdn/emojis/${encodeURIComponent(id)}.${animated ? "gif" : "png"}`,
    alt: `:${name}:`, title: `:${name}:`, draggable: "false",
  });
}

/** An emoji as it stands in a component: `{id, name, animated}`, without id a Unicode one. */
export function componentEmoji(emoji) {
  if (!emoji) return null;
  return emoji.id ? customEmoji(emoji) : h("span", { class: "emoji-text", "aria-hidden": "true" }, emoji.name);
}

const ONLY_EMOJIS = /^(?:(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[#*0-9]\uFE0F?\u20E3|\uFE0F|\u200D|<a?:\w+:\d+>)|\s)+$/u;

/** Whether a message is nothing but a few emojis, which Discord shows large. */
export const isOnlyEmojis = (text) => text.length < 400 && ONLY_EMOJIS.test(text) && /\S/.test(text);

const UNICODE = /((?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F)(?:\p{Emoji_Modifier}|\uFE0F|\u200D(?:\p{Emoji_Presentation}|\p{Extended_Pictographic})|\p{Regional_Indicator})*)/u;

/** `text` with each Unicode emoji in a span, so that it can have the size that Discord gives it. */
export function textWithEmojis(text) {
  if (!UNICODE.test(text)) return [text];
  return text.split(UNICODE).map((part, index) => (index % 2 ? h("span", { class: "emoji-text" }, part) : part));
}
