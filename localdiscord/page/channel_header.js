// The line over the messages: where one is, and what can be done with the channel.

import { changeChannel, deleteChannel } from "./api.js";
import { launchButton } from "./apps_menu.js";
import { avatar } from "./avatar.js";
import { on, tell } from "./bus.js";
import { drawingOf } from "./channel_kinds.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { markdownLine } from "./markdown_view.js";
import { openPermissions } from "./permissions.js";
import { openMenu } from "./popover.js";
import { unlessPressed } from "./press.js";
import { showDrawer } from "./sidebar.js";
import { channelName, isDirect, isThread, partnerOf, placeOf, shutWord, store } from "./store.js";
import { pingTotal } from "./unread.js";
import { counted, words } from "./words.js";

/** The line. */
export const channelHeader = h("header", { class: "channel-header" });

function draw() {
  const channel = store.channels.get(store.current);
  const rings = pingTotal();
  channelHeader.replaceChildren(
    h("button", { type: "button", class: "icon-button drawer-button", "aria-label": [words("Channels"), rings ? counted(rings, "{n} mention", "{n} mentions") : null].filter(Boolean).join(", "), "aria-controls": "sidebar", onclick: () => showDrawer(true) },
      icon("menu", 24), rings ? h("span", { class: "badge" }, rings) : null));
  if (!channel) return;
  const parent = isThread(channel) ? store.channels.get(channel.parent_id) : null;
  channelHeader.append(
    partnerOf(channel) ? avatar(partnerOf(channel), 24) : icon(drawingOf(channel), 24),
    h("h2", {}, parent ? h("button", { type: "button", class: "parent-name", onclick: () => tell("go", { channel: parent.id }) }, parent.name) : null,
      parent ? h("span", { class: "muted" }, " › ") : null, channelName(channel)),
    ...(shutWord(channel) ? [h("span", { class: "shut-mark" }, shutWord(channel))] : []),
    channel.topic ? h("span", { class: "topic", title: channel.topic }, markdownLine(channel.topic)) : h("span", { class: "topic" }));
  const launcher = launchButton();
  if (launcher) channelHeader.append(launcher);
  const items = menuOf(channel);
  if (items.length) {
    channelHeader.append(h("button", { type: "button", class: "icon-button", "aria-label": words("Channel settings"), title: words("Channel settings"), "aria-haspopup": "menu", "aria-expanded": "false",
      onclick: (event) => openMenu(event.currentTarget, words("Channel settings"), items.map((item) => ({ ...item, run: item.run.bind(null, event.currentTarget) }))) }, icon("gear", 20)));
  }
}

function menuOf(channel) {
  return [
    isDirect(channel) || !placeOf(channel).hasBot ? null : { label: words("What the bot may do here"), lead: icon("shield", 20), run: (anchor) => openPermissions(anchor, channel) },
    ...(isThread(channel) ? threadItems(channel) : []),
    isDirect(channel) ? null : item(isThread(channel) ? words("Delete thread") : words("Delete channel"), "trash", () => deleteChannel(channel.id), true),
  ].filter(Boolean);
}

function threadItems(channel) {
  if (shutWord(channel)) return [item(words("Open thread again"), "thread", () => changeChannel(channel.id, { archived: false }))];
  return [item(words("Close thread"), "close", () => changeChannel(channel.id, { archived: true })),
    item(words("Close and lock thread"), "shield", () => changeChannel(channel.id, { archived: true, locked: true }))];
}

const item = (label, drawing, act, danger = false) => ({ label, danger, lead: icon(drawing, 20), run: () => act().catch((error) => tell("notice", error.message)) });

for (const part of ["state", "channels", "current", "unread", "people", "commands"]) on(part, unlessPressed(channelHeader, draw));
