// The page itself: asks who one is, puts the parts together and keeps them up to date.

import { activity } from "./activity.js";
import { loadState, whoAmI } from "./api.js";
import { on, tell } from "./bus.js";
import { channelHeader } from "./channel_header.js";
import { composer, focusComposer } from "./composer.js";
import { h } from "./dom.js";
import { abandonAll, takeInteractionEvent } from "./interactions.js";
import { connect } from "./live.js";
import { messageList, showMessages } from "./message_list.js";
import "./modal.js";
import { pendingCommands } from "./pending_commands.js";
import { addressOf, showDrawer, sidebar } from "./sidebar.js";
import { startScreen } from "./start_screen.js";
import { directChannels, guildChannels, store, takeState } from "./store.js";
import { strips } from "./strips.js";
import { countPings } from "./unread.js";
import { takeEvent } from "./updates.js";
import { languageFor, spoken } from "./words.js";

const wantedChannel = () => new URLSearchParams(location.search).get("channel");

/** Begins with what `GET /local/state` gave. */
export function start(state) {
  takeState(state);
  if (!whoAmI() || !store.me) return void document.body.replaceChildren(startScreen());
  document.body.replaceChildren(layout());
  tell("state");
  connect(whoAmI(), { onEvent, onStatus });
}

function layout() {
  return h("div", { class: "app" }, sidebar,
    h("div", { class: "drawer-shade", onclick: () => showDrawer(false) }),
    h("main", { class: "main" }, channelHeader, strips, messageList, pendingCommands, composer),
    activity);
}

/** Leaving and joining the server change nearly everything. */
const RELOADING = ["GUILD_DELETE", "GUILD_CREATE"];

function onEvent(event) {
  if (RELOADING.includes(event.t)) reload();
  else if (!takeInteractionEvent(event)) takeEvent(event);
}

/** After every connection the state is loaded anew: what happened meanwhile isn't told again. */
async function onStatus(status) {
  tell("connection", status);
  if (status !== "open") return abandonAll();
  await reload();
}

async function reload() {
  try {
    takeState(await loadState());
  } catch {
    return; // The connection will close too, and bring us here again.
  }
  tell("state");
  if (store.channels.has(store.current)) await showMessages(null, { keepPlace: true });
  else await go({ channel: wantedChannel(), replace: true });
  countPings();
}

/** Shows a channel, and in it a message if one is named. */
async function go({ channel, message, replace = false }) {
  const place = store.channels.has(channel) ? channel : guildChannels()[0]?.id ?? directChannels()[0]?.id ?? null;
  const isOther = place !== store.current;
  store.current = place;
  if (place && isOther) history[replace ? "replaceState" : "pushState"](null, "", addressOf(place));
  showDrawer(false);
  tell("current", place);
  if (!place) return;
  await showMessages(message);
  if (matchMedia("(hover: hover)").matches && !message) focusComposer();
}

on("go", go);
on("channel-dropped", (channel) => channel.id === store.current && go({ channel: channel.parent_id, replace: true }));
window.addEventListener("popstate", () => store.me && go({ channel: wantedChannel(), replace: true }));
window.addEventListener("keydown", (event) => event.key === "Escape" && showDrawer(false));

// Nearly every element has words on it.
on("people", () => languageFor(store.me?.locale) !== spoken() && location.reload());
