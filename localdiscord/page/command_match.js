// The bot's commands as one types them, and back into what Discord posts. Knows nothing of the page.

const SUBCOMMAND = 1;
const GROUP = 2;

/** A name or description in the person's language. */
export const localised = (thing, field, locale) => thing[`${field}_localizations`]?.[locale] ?? thing[field] ?? "";

/**
 * Each thing that can be run: `{id, command, path, title, description, options}`, subcommands one by one.
 * `path` holds the names Discord wants, `title` what the person sees in their language, `place` where they are (`placeOf`).
 */
export function runnable(commands, { locale, place }) {
  return commands
    .filter((command) => (command.type ?? 1) === 1 && isUsable(command, place))
    .flatMap((command) => unfold(command, command, [command.name], [localised(command, "name", locale)], locale))
    .sort((a, b) => a.title.localeCompare(b.title));
}

/** Whether a command is offered in a place (`placeOf`). */
export function isUsable({ contexts, dm_permission: inDirect, integration_types: types = [0], guild_id: only }, { context, server, hasBot, installed }) {
  if (!(contexts ?? (inDirect === false ? [0] : [0, 1, 2])).includes(context) || (only && only !== server)) return false;
  return (hasBot && types.includes(0)) || (installed && types.includes(1));
}

function unfold(command, node, path, names, locale) {
  const inner = (node.options ?? []).filter((option) => option.type === SUBCOMMAND || option.type === GROUP);
  if (inner.length) {
    return inner.flatMap((option) => unfold(command, option, [...path, option.name], [...names, localised(option, "name", locale)], locale));
  }
  return [{ id: command.id, command, path, title: names.join(" "), description: localised(node, "description", locale), options: node.options ?? [] }];
}

/** Those that fit what was typed after the slash: first those that begin so, then those with a word that does. */
export function findCommands(list, typed) {
  const query = typed.trim().toLowerCase();
  const names = (entry) => [entry.title.toLowerCase(), entry.path.join(" ").toLowerCase()];
  const begins = list.filter((entry) => names(entry).some((name) => name.startsWith(query)));
  const holds = list.filter((entry) => !begins.includes(entry) && query && names(entry).some((name) => name.split(" ").some((word) => word.startsWith(query)) || name.includes(query)));
  return [...begins, ...holds];
}

/** The one command that was typed out in full with a space after it, or undefined. */
export function exactCommand(list, typed) {
  if (!typed.endsWith(" ")) return undefined;
  const query = typed.trim().toLowerCase();
  return list.find((entry) => [entry.title, entry.path.join(" ")].some((name) => name.toLowerCase() === query));
}

/** What Discord posts for a command: its options nested below group and subcommand. */
export function commandData(entry, options) {
  const [name, ...inner] = entry.path;
  const kinds = inner.length === 2 ? [GROUP, SUBCOMMAND] : [SUBCOMMAND];
  const nested = inner.reduceRight((below, part, index) => [{ type: kinds[index], name: part, options: below }], options);
  return { id: entry.id, name, type: 1, version: entry.command.version, options: nested };
}
