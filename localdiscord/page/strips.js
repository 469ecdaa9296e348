// Thin bars over the messages: the connection is being made, the bot is away, something was refused.

import { on } from "./bus.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { nameOf, store } from "./store.js";
import { words } from "./words.js";

const NOTICE_MS = 8000;

const connection = h("div", { class: "strip connecting", role: "status", hidden: true }, words("Connecting…"));
const bot = h("div", { class: "strip offline", role: "status", hidden: true });
const notice = h("div", { class: "strip notice", role: "alert", hidden: true });

/** All of them. */
export const strips = h("div", { class: "strips" }, connection, bot, notice);

let timer;

on("connection", (status) => {
  connection.hidden = status === "open";
});

function drawBot() {
  bot.hidden = !store.bot || store.bot.answers !== false;
  const name = store.bot?.username ? nameOf(store.bot) : words("The bot");
  if (!bot.hidden) bot.textContent = words("{name} is offline. Buttons and commands won't work until it is back.", { name });
}
for (const part of ["state", "bot"]) on(part, drawBot);

on("notice", (text) => {
  clearTimeout(timer);
  const hide = () => { notice.hidden = true; };
  notice.replaceChildren(h("span", {}, text), h("button", { type: "button", class: "icon-button", "aria-label": words("Dismiss"), onclick: hide }, icon("close", 16)));
  notice.hidden = false;
  timer = setTimeout(hide, NOTICE_MS);
});
