// Thin bars over the messages: the connection is being made, the bot is away, it uses what isn't here, something was refused.

import { on } from "./bus.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { nameOf, store } from "./store.js";
import { words, wordsAround } from "./words.js";

const NOTICE_MS = 8000;
const MOST_LACKS = 3;

const connection = h("div", { class: "strip connecting", role: "status", hidden: true }, words("Connecting…"));
const bot = h("div", { class: "strip offline", role: "status", hidden: true });
const lacks = h("div", { class: "strip lacks", role: "status", hidden: true });
const notice = h("div", { class: "strip notice", role: "alert", hidden: true });

/** All of them. */
export const strips = h("div", { class: "strips" }, connection, bot, lacks, notice);

let timer;
/** So many of what isn't here were dismissed. */
let dismissed = 0;

on("connection", (status) => {
  connection.hidden = status === "open";
});

function drawBot() {
  bot.hidden = !store.bot || store.bot.answers !== false;
  const name = store.bot?.username ? nameOf(store.bot) : words("The bot");
  if (!bot.hidden) bot.textContent = words("{name} is offline. Buttons and commands won't work until it is back.", { name });
}
for (const part of ["state", "bot"]) on(part, drawBot);

const dismissButton = (hide) => h("button", { type: "button", class: "icon-button", "aria-label": words("Dismiss"), onclick: hide }, icon("close", 16));

function drawLacks() {
  const latest = store.lacks.slice(Math.max(dismissed, store.lacks.length - MOST_LACKS)).reverse();
  lacks.hidden = !latest.length;
  const what = latest.map((one, index) => [index ? ", " : "", h("code", {}, one)]);
  const hide = () => { dismissed = store.lacks.length; drawLacks(); };
  lacks.replaceChildren(h("span", {}, wordsAround("The bot uses what the local Discord doesn't have: {what}", { what })), dismissButton(hide));
}
for (const part of ["state", "lacks"]) on(part, drawLacks);

on("notice", (text) => {
  clearTimeout(timer);
  const hide = () => { notice.hidden = true; };
  notice.replaceChildren(h("span", {}, text), dismissButton(hide));
  notice.hidden = false;
  timer = setTimeout(hide, NOTICE_MS);
});
