// Presses, choices, commands and modals on their way to the bot, until the server tells what came of them.

import { interact, Refused } from "./api.js";
import { tell } from "./bus.js";
import { makeNonce } from "./snowflake.js";
import { words } from "./words.js";

export const InteractionType = { COMMAND: 2, COMPONENT: 3, AUTOCOMPLETE: 4, MODAL: 5 };

/** nonce -> what was posted and nobody has answered yet. */
const pending = new Map();
/** message id -> the sentence that stands under it in red. */
const failures = new Map();

export const FAILED = words("This interaction failed");

export const failureOf = (messageId) => failures.get(messageId);

/** Whether a component waits for its answer. */
export function isPending(messageId, customId) {
  return [...pending.values()].some((posted) => posted.messageId === messageId && posted.customId === customId);
}

/** Whether anything that was pressed on a message waits for its answer. */
export const isBusy = (messageId) => [...pending.values()].some((posted) => posted.messageId === messageId);

/** Presses a button, or chooses `values` in a select, of `message`. */
export function press(message, component, values) {
  if (isPending(message.id, component.custom_id)) return;
  failures.delete(message.id);
  const data = { component_type: component.type, custom_id: component.custom_id };
  if (values) data.values = values;
  post({ type: InteractionType.COMPONENT, channel_id: message.channel_id, message_id: message.id, data },
    { messageId: message.id, customId: component.custom_id });
}

/** Sends a command; `title` is what one typed, for the line that waits. */
export const runCommand = (channel, data, title) => post({ type: InteractionType.COMMAND, channel_id: channel, data }, { title, channelId: channel });

/** Asks for completions of the focused option; `onChoices(list)` gets them. */
export const complete = (channel, data, onChoices) => post({ type: InteractionType.AUTOCOMPLETE, channel_id: channel, data }, { onChoices });

/** Sends a modal; `onDone(error)` is called with null if it was taken. */
export const submitModal = (channel, message, data, onDone) => post(
  { type: InteractionType.MODAL, channel_id: channel, message_id: message ?? undefined, data }, { onDone });

async function post(interaction, about) {
  const nonce = makeNonce();
  const posted = { ...about, type: interaction.type, channel: interaction.channel_id, nonce };
  pending.set(nonce, posted);
  tell("interaction", posted);
  try {
    await interact({ ...interaction, nonce });
  } catch (error) {
    settle(nonce, error instanceof Refused ? error.message : FAILED);
  }
}

/** Takes the server's events about one's own interactions; gives false for all others. */
export function takeInteractionEvent({ t, d }) {
  switch (t) {
    case "INTERACTION_CREATE": return true;
    case "INTERACTION_SUCCESS": settle(d.nonce, null); return true;
    case "INTERACTION_FAILURE": settle(d.nonce, FAILED); return true;
    case "INTERACTION_MODAL_CREATE": {
      const from = pending.get(d.nonce);
      settle(d.nonce, null);
      tell("modal", { ...d, channel_id: d.channel_id ?? from?.channel, message_id: from?.messageId });
      return true;
    }
    case "ACTIVITY_LAUNCH":
      if (!d.nonce || pending.has(d.nonce)) tell("activity-launched", d); // Else another window of this person pressed.
      settle(d.nonce, null);
      return true;
    case "APPLICATION_COMMAND_AUTOCOMPLETE_RESPONSE":
      pending.get(d.nonce)?.onChoices?.(d.choices ?? []);
      pending.delete(d.nonce);
      return true;
    default: return false;
  }
}

/** Ends an interaction, well (`error` null) or with a sentence. */
function settle(nonce, error) {
  const posted = pending.get(nonce);
  if (!posted) return;
  pending.delete(nonce);
  if (error && posted.messageId) failures.set(posted.messageId, error);
  posted.onDone?.(error);
  if (error) posted.onChoices?.(null);
  tell("interaction", { ...posted, done: true, error });
}

/** After the connection broke nobody will tell any more: everything that waited has failed. */
export function abandonAll() {
  for (const nonce of [...pending.keys()]) settle(nonce, FAILED);
}
