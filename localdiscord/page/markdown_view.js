// Draws the tree of a message's markdown.

import { mentionedCommand, opensApps } from "./apps_menu.js";
import { h, isSafeUrl } from "./dom.js";
import { customEmoji, isOnlyEmojis, textWithEmojis } from "./emoji.js";
import { icon } from "./icons.js";
import { parseMarkdown } from "./markdown.js";
import { inHere, openLink } from "./links.js";
import { channelName, findUser, isThread, nameOf, store } from "./store.js";
import { formatFull, formatTimestamp } from "./times.js";
import { words } from "./words.js";

const INLINE_TAGS = { bold: "strong", italic: "em", underline: "u", strike: "s" };

/** The element of a text in Discord's markdown; `users` are those that its message brought along. */
export function markdown(text, { users = [], className = "markdown" } = {}) {
  const view = h("div", { class: isOnlyEmojis(text) ? `${className} jumbo` : className });
  view.append(...drawAll(parseMarkdown(text), users));
  return view;
}

/** The same within a line, for labels and previews. */
export function markdownLine(text, users = []) {
  return h("span", { class: "markdown line" }, drawAll(parseMarkdown(text), users));
}

const drawAll = (nodes, users) => nodes.flatMap((node) => draw(node, users));

function draw(node, users) {
  const children = () => drawAll(node.children, users);
  if (INLINE_TAGS[node.type]) return h(INLINE_TAGS[node.type], {}, children());
  switch (node.type) {
    case "text": return textWithEmojis(node.text);
    case "break": return h("br");
    case "code": return h("code", {}, node.text);
    case "code_block": return h("pre", {}, h("code", { dataset: { language: node.language } }, node.text));
    case "heading": return h(`h${node.level + 2}`, { class: `heading-${node.level}` }, children());
    case "subtext": return h("small", { class: "subtext" }, children());
    case "quote": return h("blockquote", {}, h("div", {}, children()));
    case "list": return drawList(node, users);
    case "spoiler": return drawSpoiler(children());
    case "link": return drawLink(node, children());
    case "emoji": return customEmoji(node);
    case "user": return drawUser(node.id, users);
    case "role": return h("span", { class: "mention" }, "@role");
    case "everyone": return h("span", { class: "mention" }, `@${node.name}`);
    case "channel": return drawChannel(node.id);
    case "command": return drawCommand(node);
    case "timestamp": return drawTimestamp(node);
    default: return [];
  }
}

function drawList({ start, items }, users) {
  const tag = start === null ? "ul" : "ol";
  return h(tag, { start }, items.map((item) => h("li", {}, drawAll(item, users))));
}

function drawSpoiler(children) {
  const spoiler = h("span", { class: "spoiler", role: "button", tabindex: "0", "aria-label": words("Spoiler"), "aria-expanded": "false" },
    h("span", {}, children));
  const reveal = (event) => {
    if (spoiler.classList.contains("revealed")) return;
    event.preventDefault();
    event.stopPropagation();
    spoiler.classList.add("revealed");
    spoiler.setAttribute("aria-expanded", "true");
    spoiler.removeAttribute("aria-label");
  };
  spoiler.addEventListener("click", reveal, true);
  spoiler.addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && reveal(event));
  return spoiler;
}

function drawLink({ url, title }, children) {
  if (!isSafeUrl(url)) return children;
  const place = inHere(url);
  if (!place) return h("a", { href: url, title: title ?? url, target: "_blank", rel: "noopener noreferrer" }, children);
  const isBare = children.length === 1 && children[0] === url;
  const label = isBare ? [icon("hash", 16), channelName(store.channels.get(place.channel)), place.message ? " › 💬" : ""] : children;
  return h("a", { href: url, class: isBare ? "mention" : null, onclick: (event) => openLink(event, url) }, label);
}

function drawCommand(node) {
  const { name, props } = mentionedCommand(node);
  return h("span", { class: "mention", ...props }, `/${name}`);
}

function drawUser(id, users) {
  const user = findUser(id) ?? users.find((known) => known.id === id);
  return h("span", { class: id === store.me?.id ? "mention me" : "mention", dataset: { userId: id }, ...opensApps(id) }, `@${user ? nameOf(user) : "unknown-user"}`);
}

function drawChannel(id) {
  const channel = store.channels.get(id);
  if (!channel) return h("span", { class: "mention" }, icon("hash", 16), "unknown");
  const place = `https://discord.com/channels/${store.guild.id}/${id}`;
  return h("a", { class: "mention", href: place, onclick: (event) => openLink(event, place) },
    icon(isThread(channel) ? "thread" : "hash", 16), channelName(channel));
}

function drawTimestamp({ unix, style }) {
  const locale = store.me?.locale;
  const time = h("time", { class: "timestamp", title: formatFull(unix * 1000, locale), dataset: { unix, style } }, formatTimestamp(unix, style, locale));
  return time;
}

// Relative times go on counting while they are looked at.
setInterval(() => {
  for (const time of document.querySelectorAll('time.timestamp[data-style="R"]')) {
    const text = formatTimestamp(Number(time.dataset.unix), "R", store.me?.locale);
    if (time.textContent !== text) time.textContent = text;
  }
}, 1000);
