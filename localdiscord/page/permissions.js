// Takes permissions from the bot in a channel, to see what it does without them.

import { changeChannel } from "./api.js";
import { tell } from "./bus.js";
import { h } from "./dom.js";
import { openPopover } from "./popover.js";
import { channelName, store } from "./store.js";
import { words } from "./words.js";

const PERMISSIONS = [
  ["view_channel", words("View channel")], ["send_messages", words("Send messages")], ["send_messages_in_threads", words("Send messages in threads")],
  ["create_public_threads", words("Create public threads")], ["create_private_threads", words("Create private threads")], ["manage_threads", words("Manage threads")],
  ["manage_messages", words("Manage messages")], ["pin_messages", words("Pin messages")], ["embed_links", words("Embed links")], ["attach_files", words("Attach files")],
  ["read_message_history", words("Read message history")], ["add_reactions", words("Add reactions")], ["use_external_emojis", words("Use external emojis")],
  ["mention_everyone", words("Mention everyone")],
];

/** Opens the list of permissions at `anchor`; each change is made at once. */
export function openPermissions(anchor, channel) {
  const denied = new Set(store.permissions[channel.id] ?? []);
  const rows = PERMISSIONS.map(([name, label]) => {
    const box = h("input", { type: "checkbox", role: "switch", checked: !denied.has(name), onchange: () => change(name, box.checked) });
    return h("label", { class: "setting" }, h("span", {}, label), box);
  });
  openPopover(anchor, h("div", { class: "settings" }, h("h2", {}, words("{name} in {place}", { name: store.bot?.username ?? words("The bot"), place: channelName(channel) })), rows), { label: words("What the bot may do here") });

  async function change(name, allowed) {
    if (allowed) denied.delete(name);
    else denied.add(name);
    store.permissions[channel.id] = [...denied];
    await changeChannel(channel.id, { denied: [...denied] }).catch((error) => tell("notice", error.message));
  }
}
