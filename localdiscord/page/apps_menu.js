// "Apps": the bot's commands in the menus of people and of messages, and slash commands that a message mentions.

import { tell } from "./bus.js";
import { avatar } from "./avatar.js";
import { isUsable, localised, runnable } from "./command_match.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { runCommand } from "./interactions.js";
import { openMenu } from "./popover.js";
import { nameOf, peopleIn, placeOf, store } from "./store.js";
import { words } from "./words.js";

export const Apps = { PERSON: 2, MESSAGE: 3, ENTRY: 4 };

const here = () => placeOf(store.channels.get(store.current));
const appsOf = (type) => store.commands.filter((command) => command.type === type && isUsable(command, here()));

/** Whether the bot has commands for people or messages here. */
export const hasApps = (type) => appsOf(type).length > 0;

/** The button that uses the entry-point command, or null if there is none here. */
export function launchButton() {
  const [entry] = appsOf(Apps.ENTRY);
  const label = words("Launch {name}", { name: nameOf(store.bot) });
  const data = entry && { id: entry.id, name: entry.name, type: Apps.ENTRY };
  return entry ? h("button", { type: "button", class: "icon-button launch", "aria-label": label, title: label,
    onclick: () => runCommand(store.current, data, label) }, icon("apps", 20)) : null;
}

/** Opens the menu of a person or message at `anchor`. */
export function openApps(anchor, type, target) {
  const items = appsOf(type).map((command) => {
    const label = localised(command, "name", store.me?.locale);
    const data = { id: command.id, name: command.name, type, target_id: target };
    return { label, lead: avatar(store.bot, 24), run: () => runCommand(store.current, data, label) };
  });
  if (items.length) openMenu(anchor, words("Apps"), items);
}

/** Opens the list of those in the channel, each with their menu, at `anchor`. */
export const openMembers = (anchor) => openMenu(anchor, words("Members"), peopleIn(store.channels.get(store.current)).map((user) => ({
  label: nameOf(user), lead: avatar(user, 24), run: () => openApps(anchor, Apps.PERSON, user.id),
})));

/** What makes an element a button for `run(element)`, also by the keyboard. */
const pressable = (run) => ({
  role: "button", tabindex: "0", onclick: (event) => run(event.currentTarget),
  onkeydown: (event) => ["Enter", " "].includes(event.key) && (event.preventDefault(), run(event.currentTarget)),
});

/** What makes a person's name open their menu, by a press or a right click; nothing if there is none. */
export const opensApps = (user) => (hasApps(Apps.PERSON) ? {
  ...pressable((element) => openApps(element, Apps.PERSON, user)), "aria-haspopup": "menu",
  oncontextmenu: (event) => (event.preventDefault(), event.stopPropagation(), openApps(event.currentTarget, Apps.PERSON, user)),
} : {});

/** A mentioned command as it is written and pressed here: `{name, props}`. */
export function mentionedCommand({ name, id }) {
  const entry = runnable(store.commands, { locale: store.me?.locale, place: here() })
    .find((known) => known.id === id && known.path.join(" ") === name);
  return entry ? { name: entry.title, props: pressable(() => tell("use-command", entry)) } : { name, props: {} };
}
