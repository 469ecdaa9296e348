// Addresses of messages and channels on discord.com lead to their place in this page.

import { tell } from "./bus.js";
import { store } from "./store.js";

const PLACE = /^(?:https:\/\/(?:\w+\.)?discord(?:app)?\.com|discord:\/\/-?|https?:\/\/(?:127\.0\.0\.1|localhost)(?::\d+)?)\/channels\/(?:@me|\d+)\/(\d+)(?:\/(\d+))?/;

/** `{channel, message}` if `url` names a place that can be shown here, else null. */
export function inHere(url) {
  const match = PLACE.exec(url);
  return match && store.channels.has(match[1]) ? { channel: match[1], message: match[2] } : null;
}

/** On a click: goes there within the page, if the place is here; else the browser follows the link. */
export function openLink(event, url) {
  const place = inHere(url);
  if (!place || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  tell("go", place);
}
