// The application's Activity: a page of its own in a frame beside the messages, and what it asks of Discord's client.
// The frame speaks as the embedded-app SDK does: arrays of an operation and its data, sent by postMessage.

import { leaveActivity, sendFromFrame } from "./api.js";
import { avatar } from "./avatar.js";
import { on } from "./bus.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { nameOf, store } from "./store.js";
import { words } from "./words.js";

const HANDSHAKE = 0;
const FRAME = 1;
const CLOSE = 2;
const PARTICIPANTS = "ACTIVITY_INSTANCE_PARTICIPANTS_UPDATE";
const SANDBOX = "allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-presentation allow-same-origin allow-scripts";

const LOOPBACK = ["127.0.0.1", "localhost"];

/** What is open: `{instance, url, frame, isReady, hears}`; `hears`: whether it wants to know who is there. */
let open = null;

/** The place of the frame, hidden without one. */
export const activity = h("aside", { class: "activity", hidden: true });

function launch({ instance_id: instance, url: address }) {
  if (open?.instance === instance) return void open.frame.focus();
  const url = new URL(address);
  // With the page's own name for this machine, both are of one site, as strict cookies need.
  if (LOOPBACK.includes(url.hostname) && LOOPBACK.includes(location.hostname)) url.hostname = location.hostname;
  if (matchMedia("(max-width: 600px)").matches) url.searchParams.set("platform", "mobile");
  const name = nameOf(store.bot);
  const frame = h("iframe", { src: url.href, title: name, sandbox: SANDBOX, allow: "autoplay; clipboard-write; fullscreen" });
  open = { instance, url, frame, isReady: false, hears: false };
  activity.replaceChildren(
    h("header", { class: "activity-header" }, avatar(store.bot, 24), h("h2", {}, name),
      h("button", { type: "button", class: "icon-button", "aria-label": words("Close"), title: words("Close"), onclick: leave }, icon("close", 24))),
    frame);
  activity.setAttribute("aria-label", name);
  activity.hidden = false;
  frame.focus();
}

function leave() {
  if (!open) return;
  close();
  leaveActivity().catch(() => {});
}

function close() {
  open = null;
  activity.hidden = true;
  activity.replaceChildren();
}

const send = (operation, data) => open?.frame.contentWindow.postMessage([operation, data], open.url.origin);
const dispatch = (evt, data) => send(FRAME, { cmd: "DISPATCH", evt, data, nonce: null });

function take(event) {
  if (!open || event.source !== open.frame.contentWindow || event.origin !== open.url.origin || !Array.isArray(event.data)) return;
  const [operation, data] = event.data;
  if (operation === HANDSHAKE) shakeHands(data ?? {});
  else if (operation === FRAME && open.isReady) answer(data ?? {});
  else if (operation === CLOSE) leave();
}

function shakeHands({ v, encoding = "json", client_id: client, frame_id: id }) {
  if (Number(v) !== 1) return send(CLOSE, { code: 4004, message: "Invalid version" });
  if (encoding !== "json") return send(CLOSE, { code: 4005, message: "Invalid encoding" });
  if (client !== store.bot.id || id !== open.url.searchParams.get("frame_id")) return send(CLOSE, { code: 4000, message: "Invalid Client ID" });
  open.isReady = true;
  const { username, discriminator, global_name } = store.me;
  const config = { cdn_host: location.host, api_endpoint: `//${location.host}/api`, environment: "production" };
  return dispatch("READY", { v: 1, config, user: { id: store.me.id, username, discriminator, global_name, bot: false } });
}

async function answer({ cmd, args, evt, nonce }) {
  const asked = open;
  const told = await sendFromFrame(cmd, { ...args, ...(evt && { evt }) })
    .catch((error) => ({ evt: "ERROR", data: { code: 1000, message: error.message } }));
  if (open !== asked) return;
  if (!told.evt && cmd.endsWith("SUBSCRIBE")) open.hears = cmd === "SUBSCRIBE";
  send(FRAME, { cmd, nonce, evt: told.evt ?? null, data: told.data });
}

on("activity-launched", launch);
on("activity-closed", ({ instance_id: instance }) => instance === open?.instance && close());
on("activity-people", ({ instance_id: instance, participants }) => instance === open?.instance && open.hears && dispatch(PARTICIPANTS, { participants }));
window.addEventListener("message", take);
window.addEventListener("pagehide", leave);
