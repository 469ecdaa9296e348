// What the page asks of the server. Each function gives the answer's JSON, or null where there is none.

import { parsed } from "./own_files.js";
import { words } from "./words.js";

/** The id of the person this window is, from the address; null before one is chosen. */
export const whoAmI = () => new URLSearchParams(location.search).get("as");

/** A refusal of the server, in a sentence that can be shown. */
export class Refused extends Error {}

async function request(method, path, body, type = "application/json") {
  const address = new URL(path, location.origin);
  if (whoAmI()) address.searchParams.set("as", whoAmI());
  let answer;
  try {
    answer = await fetch(address, {
      method,
      headers: body === undefined ? {} : { "Content-Type": type },
      keepalive: method === "DELETE",
      body: body === undefined || body instanceof Blob ? body : JSON.stringify(body),
    });
  } catch {
    throw new Refused(words("The local Discord does not answer."));
  }
  const text = await answer.text();
  if (!answer.ok) throw new Refused(refusal(answer, text));
  return text ? parsed(text) : null;
}

function refusal(answer, text) {
  try {
    const { message } = JSON.parse(text);
    if (message) return String(message);
  } catch { /* not JSON: the status says enough */ }
  return words("The local Discord refused ({status}).", { status: `${answer.status} ${answer.statusText}` });
}

export const loadState = () => request("GET", "/local/state");
export const loadMessages = (channel) => request("GET", `/local/channels/${channel}/messages`);
export const say = (channel, content) => request("POST", `/local/channels/${channel}/messages`, { content });
export const interact = (interaction) => request("POST", "/local/interactions", interaction);
export const giveFile = (file) => request("POST", `/local/files?name=${encodeURIComponent(file.name)}`, file, "application/octet-stream");
/** Sends a command of the page in one's own frame. */
export const sendFromFrame = (command, args) => request("POST", `/local/activities/${encodeURIComponent(command)}`, args);
/** Closes one's own frame, also while the window is being closed. */
export const leaveActivity = () => request("DELETE", "/local/activities");
export const changePerson = (person, changes) => request("PATCH", `/local/people/${person}`, changes);
export const changeChannel = (channel, changes) => request("PATCH", `/local/channels/${channel}`, changes);
export const deleteMessage = (channel, message) => request("DELETE", `/local/messages/${channel}/${message}`);
export const createChannel = (name, type) => request("POST", "/local/channels", { name, type });
export const createPost = (forum, post) => request("POST", `/local/posts/${forum}`, post);
export const deleteChannel = (channel) => request("DELETE", `/local/channels/${channel}`);
export const changeBot = (changes) => request("PATCH", "/local/bot", changes);
