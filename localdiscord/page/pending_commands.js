// Below the messages: commands that wait for the bot, and those that it never answered.

import { avatar } from "./avatar.js";
import { dots } from "./button.js";
import { on } from "./bus.js";
import { h } from "./dom.js";
import { FAILED, InteractionType } from "./interactions.js";
import { nameOf, store } from "./store.js";
import { words } from "./words.js";

/** The lines of commands in the channel on screen. */
export const pendingCommands = h("div", { class: "pending-commands", "aria-live": "polite" });

/** nonce -> `{title, channel, error}` */
const commands = new Map();

function draw() {
  const here = [...commands.values()].filter((command) => command.channel === store.current);
  pendingCommands.replaceChildren(...here.map((command) => h("div", { class: command.error ? "pending-command failed" : "pending-command" },
    avatar(store.bot, 24),
    h("span", {}, h("strong", {}, nameOf(store.bot)), " ", h("span", { class: "context-command" }, command.title)),
    command.error
      ? [h("span", { class: "failure", role: "alert" }, command.error), h("button", { type: "button", class: "link-button", onclick: () => forget(command.nonce) }, words("Dismiss message"))]
      : [dots(), h("span", { class: "muted" }, words("Sending command…"))])));
}

function forget(nonce) {
  commands.delete(nonce);
  draw();
}

on("interaction", ({ nonce, type, title, channel, done, error }) => {
  if (type !== InteractionType.COMMAND) return;
  if (done && !error) return forget(nonce);
  const sentence = error === FAILED ? words("The application did not respond") : error;
  commands.set(nonce, { nonce, title, channel, error: sentence });
  draw();
});
on("current", draw);
