// The left side: the server's channels with their threads, direct messages, and oneself at the bottom.

import { avatar } from "./avatar.js";
import { on, tell } from "./bus.js";
import { drawingOf } from "./channel_kinds.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { unlessPressed } from "./press.js";
import { openServerMenu } from "./server_menu.js";
import { channelName, directChannels, guildChannels, isDirect, isThread, partnerOf, shutWord, store, threadsOf } from "./store.js";
import { isUnread, pingCount, pingTotal } from "./unread.js";
import { userPanel } from "./user_panel.js";
import { counted, words } from "./words.js";

const list = h("div", { class: "channel-list" });
const title = h("header", { class: "guild-name" });

/** The whole side. */
export const sidebar = h("nav", { class: "sidebar", id: "sidebar", "aria-label": words("Channels") }, title, list, userPanel);

/** On narrow windows: slides the side in or out. */
export function showDrawer(open) {
  document.body.classList.toggle("drawer-open", open);
  if (open) list.querySelector("[aria-current]")?.focus();
}

function draw() {
  const focused = document.activeElement?.closest?.(".channel-link")?.dataset.channelId;
  drawTitle();
  const isHere = store.me?.in_guild !== false;
  list.replaceChildren(
    section(words("Channels"), guildChannels().map((channel) => [row(channel), threads(channel)]), isHere ? words("There are no channels.") : words("You are not in this server.")),
    ...store.servers.map(({ id, name }) => section(name, guildChannels(id).map((channel) => [row(channel), threads(channel)]))),
    section(words("Direct Messages"), directChannels().map((channel) => row(channel)), words("Nobody has written to you yet.")),
  );
  if (focused) list.querySelector(`[data-channel-id="${CSS.escape(focused)}"]`)?.focus();
  const rings = pingTotal();
  const here = store.channels.get(store.current);
  const sign = here && !isDirect(here) && !isThread(here) ? "#" : "";
  document.title = `${rings ? `(${rings}) ` : ""}${here ? `${sign}${channelName(here)} | ` : ""}${store.guild.name || "Local Discord"}`;
}

/** The server's name with its menu, which keeps the focus while the name stays the same. */
function drawTitle() {
  const name = store.guild.name || "Local Discord";
  if (title.textContent === name) return;
  title.replaceChildren(h("h1", {}, name), h("button", { type: "button", class: "icon-button", "aria-label": words("Server settings"), title: words("Server settings"), "aria-haspopup": "menu", "aria-expanded": "false",
    onclick: (event) => openServerMenu(event.currentTarget) }, icon("chevron", 20)));
}

function section(name, rows, empty) {
  return h("section", {}, h("h2", { class: "section-name" }, name),
    rows.length ? h("ul", {}, rows) : empty ? h("p", { class: "section-empty" }, empty) : null);
}

function threads(channel) {
  const rows = threadsOf(channel.id).map((thread) => row(thread));
  return rows.length ? h("li", { class: "threads" }, h("ul", { "aria-label": words("Threads of {name}", { name: channel.name }) }, rows)) : null;
}

function row(channel) {
  const here = channel.id === store.current;
  const rings = pingCount(channel);
  const unread = !here && isUnread(channel);
  const partner = partnerOf(channel);
  const shut = shutWord(channel);
  const classes = ["channel-link", here ? "here" : "", unread ? "unread" : "", isThread(channel) ? "thread" : "", partner ? "direct" : "", shut ? "shut" : ""];
  return h("li", {}, h("a", {
    class: classes.join(" "), href: addressOf(channel.id), "aria-current": here ? "page" : null, dataset: { channelId: channel.id },
    "aria-label": [channelName(channel), shut, rings ? counted(rings, "{n} mention", "{n} mentions") : unread ? words("unread") : ""].filter(Boolean).join(", "),
    onclick: (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      showDrawer(false);
      tell("go", { channel: channel.id });
    },
  },
  partner ? avatar(partner, 32, partner.id === store.bot?.id ? Boolean(store.bot.online) : undefined) : isThread(channel) ? null : icon(drawingOf(channel), 20),
  h("span", { class: "channel-name" }, channelName(channel)),
  shut ? h("span", { class: "shut-mark" }, shut) : null,
  partner?.bot ? h("span", { class: "app-tag" }, "APP") : null,
  rings && !here ? h("span", { class: "badge" }, rings) : null));
}

/** The address of a channel for the same person. */
export function addressOf(channel) {
  const address = new URL(location.href);
  address.searchParams.set("channel", channel);
  return `${address.pathname}${address.search}`;
}

for (const part of ["state", "channels", "unread", "bot", "people", "current"]) on(part, unlessPressed(sidebar, draw));
