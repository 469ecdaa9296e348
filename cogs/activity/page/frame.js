// Talks to the Discord client around the frame, as Discord's embedded-app SDK does: [opcode, payload] by postMessage.

const HANDSHAKE = 0, FRAME = 1, READY_MS = 10_000;
const asked = new URLSearchParams(location.search);
const around = window.parent.opener ?? window.parent;
const origin = document.referrer ? new URL(document.referrer).origin : "*";
const waiting = new Map();
let opened;

export const instance = asked.get("instance_id") ?? "";
export const ready = new Promise((resolve) => { opened = resolve; });

window.addEventListener("message", ({ source, data }) => {
  if (source !== around || !Array.isArray(data)) return;
  const [opcode, payload] = data;
  if (opcode !== FRAME || !payload) return;
  if (payload.evt === "READY") opened(payload.data);
  const answered = waiting.get(payload.nonce);
  if (!answered) return;
  waiting.delete(payload.nonce);
  if (payload.evt === "ERROR") answered.reject(new Error(payload.data?.message));
  else answered.resolve(payload.data);
});

function send(opcode, payload) {
  around.postMessage([opcode, payload], origin);
}

/** Have Discord do a command; resolves to the data of its answer. */
export function command(cmd, args) {
  const nonce = crypto.randomUUID();
  send(FRAME, { cmd, args, nonce });
  return new Promise((resolve, reject) => waiting.set(nonce, { resolve, reject }));
}

/** The code by which the server learns from Discord who has opened the page. */
export async function authorize() {
  const client_id = document.documentElement.dataset.application;
  if (around === window) throw new Error("no Discord around the page");
  send(HANDSHAKE, { v: 1, encoding: "json", client_id, frame_id: asked.get("frame_id") });
  await Promise.race([ready, new Promise((_, reject) => setTimeout(reject, READY_MS, new Error("no answer of Discord")))]);
  const how = { client_id, scope: ["identify"], response_type: "code", prompt: "none", state: "" };
  return (await command("AUTHORIZE", how)).code;
}

/** Open an address outside of the frame. */
export function open(url) {
  command("OPEN_EXTERNAL_LINK", { url }).catch(() => window.open(url, "_blank", "noopener"));
}

