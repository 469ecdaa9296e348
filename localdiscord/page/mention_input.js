// Naming people while writing: "@an" offers Ana, and what is sent holds her id.

import { avatar } from "./avatar.js";
import { nameOf, peopleIn, store } from "./store.js";
import { hideSuggestions, suggest } from "./suggestions.js";
import { words } from "./words.js";

const everyone = () => peopleIn(store.channels.get(store.current));

/** Offers people for the word with an @ before the cursor, if there is one. */
export function suggestMentions(field) {
  const before = field.value.slice(0, field.selectionStart);
  const typed = /(?:^|\s)@([^\s@]*)$/.exec(before)?.[1];
  if (typed === undefined) return hideSuggestions();
  const query = typed.toLowerCase();
  const fitting = everyone().filter((user) => [nameOf(user), user.username].some((name) => name.toLowerCase().startsWith(query)));
  if (!fitting.length) return hideSuggestions();
  suggest(field, {
    heading: words("Members"),
    list: fitting.map((user) => ({ label: nameOf(user), side: user.username, lead: avatar(user, 24), user })),
    onPick: ({ user }) => {
      const start = before.length - typed.length;
      field.setRangeText(`${user.username} `, start, field.selectionStart, "end");
      hideSuggestions();
    },
  });
}

/** The text with each @username as Discord's `<@id>`. */
export function mentionsWritten(text) {
  const byLength = everyone().sort((a, b) => b.username.length - a.username.length);
  return text.replace(/(^|\s)@(\S+)/g, (whole, space, word) => {
    const user = byLength.find(({ username }) => word === username || (word.startsWith(username) && /^[^\p{L}\p{N}_]/u.test(word.slice(username.length))));
    return user ? `${space}<@${user.id}>${word.slice(user.username.length)}` : whole;
  });
}
