// What a select offers: its own options, or people, channels and roles of the server.

import { avatar } from "./avatar.js";
import { channelName, channelsBeside, nameOf, peopleIn } from "./store.js";
import { icon } from "./icons.js";

export const SELECT_TYPES = { STRING: 3, USER: 5, ROLE: 6, MENTIONABLE: 7, CHANNEL: 8 };

/** The choices of a select in a channel: `{value, label, description, emoji, picture}`. */
export function selectChoices(component, channel) {
  switch (component.type) {
    case SELECT_TYPES.STRING: return component.options ?? [];
    case SELECT_TYPES.USER:
    case SELECT_TYPES.MENTIONABLE: return userChoices(channel);
    case SELECT_TYPES.CHANNEL: return channelChoices(channel, component.channel_types);
    default: return [];
  }
}

function userChoices(channel) {
  return peopleIn(channel).map((user) => ({
    value: user.id, label: nameOf(user), description: user.username, picture: avatar(user, 24),
  }));
}

function channelChoices(here, types) {
  return channelsBeside(here)
    .filter((channel) => !types?.length || types.includes(channel.type))
    .map((channel) => ({ value: channel.id, label: channelName(channel), picture: icon("hash", 20) }));
}

/** The values that are chosen before anybody touches the select. */
export function chosenFirst(component, choices) {
  if (component.default_values) return component.default_values.map((value) => value.id);
  return choices.filter((choice) => choice.default).map((choice) => choice.value);
}
