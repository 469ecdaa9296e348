// Takes permissions from the bot in a channel, to see what it does without them.

import { changeChannel } from "./api.js";
import { tell } from "./bus.js";
import { h } from "./dom.js";
import { openPopover } from "./popover.js";
import { channelName, store } from "./store.js";

const PERMISSIONS = [
  ["view_channel", "View channel"], ["send_messages", "Send messages"], ["send_messages_in_threads", "Send messages in threads"],
  ["create_public_threads", "Create public threads"], ["create_private_threads", "Create private threads"], ["manage_threads", "Manage threads"],
  ["manage_messages", "Manage messages"], ["pin_messages", "Pin messages"], ["embed_links", "Embed links"], ["attach_files", "Attach files"],
  ["read_message_history", "Read message history"], ["add_reactions", "Add reactions"], ["use_external_emojis", "Use external emojis"],
  ["mention_everyone", "Mention everyone"],
];

/** Opens the list of permissions at `anchor`; each change is made at once. */
export function openPermissions(anchor, channel) {
  const denied = new Set(store.permissions[channel.id] ?? []);
  const rows = PERMISSIONS.map(([name, label]) => {
    const box = h("input", { type: "checkbox", role: "switch", checked: !denied.has(name), onchange: () => change(name, box.checked) });
    return h("label", { class: "setting" }, h("span", {}, label), box);
  });
  openPopover(anchor, h("div", { class: "settings" }, h("h2", {}, `${store.bot?.username ?? "The bot"} in ${channelName(channel)}`), rows), { label: "What the bot may do here" });

  async function change(name, allowed) {
    if (allowed) denied.delete(name);
    else denied.add(name);
    store.permissions[channel.id] = [...denied];
    await changeChannel(channel.id, { denied: [...denied] }).catch((error) => tell("notice", error.message));
  }
}
