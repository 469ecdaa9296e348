// What can be done to the server: leaving it, its channels, and the bot in it.

import { changeBot, changePerson, createChannel } from "./api.js";
import { Apps, hasApps, openMembers } from "./apps_menu.js";
import { tell } from "./bus.js";
import { KINDS } from "./channel_kinds.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { openMenu, openPopover } from "./popover.js";
import { store } from "./store.js";
import { takeEvent } from "./updates.js";
import { words } from "./words.js";

/** Opens the menu at `anchor`. */
export function openServerMenu(anchor) {
  const isHere = store.me?.in_guild !== false;
  const botIsHere = store.bot?.in_guild !== false;
  const bot = store.bot?.username ?? words("the bot");
  openMenu(anchor, words("Server settings"), [
    isHere && hasApps(Apps.PERSON) ? item(words("Members"), "at", () => openMembers(anchor)) : null,
    isHere ? item(words("Create channel"), "plus", () => askForName(anchor)) : null,
    item(botIsHere ? words("Remove {name}", { name: bot }) : words("Invite {name}", { name: bot }), botIsHere ? "close" : "plus", () => attempt(changeBot({ in_guild: !botIsHere })), botIsHere),
    item(isHere ? words("Leave server") : words("Join server again"), "external", () => attempt(changePerson(store.me.id, { in_guild: !isHere })), isHere),
  ]);
}

const item = (label, drawing, run, danger = false) => ({ label, danger, lead: icon(drawing, 20), run });
const show = (channel) => takeEvent({ t: "CHANNEL_CREATE", d: channel }) && tell("go", { channel: channel.id });
const attempt = (request) => request.catch((error) => tell("notice", error.message));

function askForName(anchor) {
  const name = h("input", { class: "text-field", type: "text", maxlength: 100, autocomplete: "off" });
  const kind = h("select", {}, KINDS.map(([type, , label]) => h("option", { value: type }, label)));
  const close = openPopover(anchor, h("form", { class: "settings", onsubmit: (event) => {
    event.preventDefault();
    const wanted = name.value.trim().toLowerCase().replace(/\s+/g, "-");
    if (!wanted) return;
    close();
    attempt(createChannel(wanted, Number(kind.value)).then(show));
  } }, h("label", { class: "setting stacked" }, h("span", {}, words("Name of the channel")), name),
  h("label", { class: "setting stacked" }, h("span", {}, words("Kind of channel")), kind),
  h("button", { type: "submit", class: "button primary" }, words("Create channel"))), { label: words("Create channel") });
}
