// What stands between messages: the channel's beginning, the days, the line of new ones.

import { avatar } from "./avatar.js";
import { tell } from "./bus.js";
import { drawingOf } from "./channel_kinds.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { markdownLine } from "./markdown_view.js";
import { channelName, isDirect, isForum, isThread, nameOf, partnerOf, placeOf, store } from "./store.js";
import { formatDay } from "./times.js";
import { words, wordsAround } from "./words.js";

/** The welcome at the top of a channel. */
export function channelStart(channel) {
  if (!channel) return h("div", {});
  const name = channelName(channel);
  if (isDirect(channel)) {
    const partner = partnerOf(channel);
    return h("div", { class: "channel-start" }, partner ? avatar(partner, 80) : h("span", { class: "channel-sign" }, icon(drawingOf(channel), 40)), h("h2", {}, name),
      h("p", {}, wordsAround("This is the beginning of your direct message history with {name}.", { name: h("strong", {}, name) })));
  }
  const sign = h("span", { class: "channel-sign" }, icon(drawingOf(channel), 40));
  if (isThread(channel)) return h("div", { class: "channel-start" }, sign, h("h2", {}, name));
  return h("div", { class: "channel-start" }, sign, h("h2", {}, words("Welcome to #{name}!", { name })),
    h("p", {}, words("This is the start of the #{name} channel.", { name }), channel.topic ? [" ", markdownLine(channel.topic)] : null),
    isForum(channel) ? h("p", {}, words("Open a post to write here.")) : placeOf(channel).hasBot || store.me?.installed ? h("p", {}, wordsAround("Type {slash} to see what {name} can do.", {
      slash: h("button", { type: "button", class: "key", "aria-label": words("Use a command"), onclick: () => tell("begin-command") }, "/"), name: nameOf(store.bot) })) : null);
}

/** The date between two days. */
export const dayLine = (when) => h("div", { class: "day-line", role: "separator" }, h("span", {}, formatDay(when, store.me?.locale)));

/** The red line above the first message not yet seen. */
export const newLine = () => h("div", { class: "new-line", role: "separator", "aria-label": words("New messages") }, h("span", {}, words("NEW")));
