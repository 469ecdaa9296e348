// The values of a command's options: what can be chosen, and whether what was typed will do.

import { localised } from "./command_match.js";
import { words } from "./words.js";

export const OptionType = { STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11 };

const KINDS = {
  3: words("text"), 4: words("a whole number"), 5: words("true or false"), 6: words("a person"), 7: words("a channel"),
  8: words("a role"), 9: words("a person or role"), 10: words("a number"), 11: words("a file"),
};

/** What an option asks for, in a word or two. */
export const kindOf = (option) => KINDS[option.type] ?? words("a value");

/** Whether an option is chosen from a list and not typed freely. */
export const isChosen = (option) => Boolean(option.choices?.length) || [OptionType.BOOLEAN, OptionType.USER, OptionType.CHANNEL, OptionType.ROLE, OptionType.MENTIONABLE].includes(option.type);

/** The list of an option that has one: `{name, value, detail?}`, those that fit what was typed. */
export function choicesOf(option, typed, { locale, people = [], channels = [] }) {
  const query = typed.trim().toLowerCase().replace(/^[@#]/, "");
  return allChoices(option, locale, people, channels)
    .filter((choice) => `${choice.name} ${choice.detail ?? ""}`.toLowerCase().includes(query));
}

function allChoices(option, locale, people, channels) {
  if (option.choices?.length) return option.choices.map((choice) => ({ name: localised(choice, "name", locale), value: choice.value }));
  switch (option.type) {
    case OptionType.BOOLEAN: return [{ name: words("True"), value: true }, { name: words("False"), value: false }];
    case OptionType.USER:
    case OptionType.MENTIONABLE: return people.map((user) => ({ name: user.global_name || user.username, value: user.id, detail: user.username, user }));
    case OptionType.CHANNEL: return channels
      .filter((channel) => !option.channel_types?.length || option.channel_types.includes(channel.type))
      .map((channel) => ({ name: channel.name, value: channel.id }));
    default: return [];
  }
}

/** Reads a typed text: `{value}`, or `{error}` with a kind sentence. */
export function readOption(option, typed) {
  const text = typed.trim();
  switch (option.type) {
    case OptionType.INTEGER:
    case OptionType.NUMBER: return readNumber(option, text);
    case OptionType.STRING:
      if (option.min_length && text.length < option.min_length) return { error: words("Must be {n} or more in length.", { n: option.min_length }) };
      if (option.max_length && text.length > option.max_length) return { error: words("Must be {n} or fewer in length.", { n: option.max_length }) };
      return { value: text };
    default: return { error: words("Please choose {kind} from the list.", { kind: kindOf(option) }) };
  }
}

function readNumber(option, text) {
  const value = Number(text);
  const whole = option.type === OptionType.INTEGER;
  if (!text || !Number.isFinite(value) || (whole && !Number.isInteger(value))) return { error: words("Please give {kind}.", { kind: kindOf(option) }) };
  if (option.min_value !== undefined && value < option.min_value) return { error: words("Must be at least {n}.", { n: option.min_value }) };
  if (option.max_value !== undefined && value > option.max_value) return { error: words("Must be at most {n}.", { n: option.max_value }) };
  return { value };
}
