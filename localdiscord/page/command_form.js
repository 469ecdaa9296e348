// A chosen command in the input box: its name, a field for each option in use, and a place to add the others.

import { runCommand } from "./interactions.js";
import { commandData, localised } from "./command_match.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { OptionType } from "./command_options.js";
import { fileField } from "./file_field.js";
import { optionField } from "./option_field.js";
import { toBottom } from "./message_list.js";
import { store } from "./store.js";
import { hideSuggestions, suggest, suggestionKey } from "./suggestions.js";
import { words } from "./words.js";

/** The form of `entry`, for the channel that is open when it is sent; `onEnd(keptText)` is called when it was sent or given up. */
export function commandForm(entry, onEnd) {
  const locale = store.me?.locale;
  const fields = [];
  const error = h("div", { class: "command-error", role: "alert", hidden: true });
  const tail = h("input", { class: "command-tail", "aria-label": words("Add an option, or press Enter to send"), autocomplete: "off", oninput: offerRest, onfocus: offerRest, onkeydown: onTailKey });
  const line = h("div", { class: "command-fields" }, h("span", { class: "command-name" }, `/${entry.title}`), tail);
  const form = h("form", { class: "composer-line command", "aria-label": words("Command /{name}", { name: entry.title }), onsubmit: send, onfocusout: onLeave,
    onclick: (event) => [form, line].includes(event.target) && tail.focus() },
  h("button", { type: "button", class: "icon-button", "aria-label": words("Cancel command"), title: words("Cancel"), onclick: () => onEnd() }, icon("close", 20)),
  line, h("button", { type: "submit", class: "icon-button send ready", "aria-label": words("Send command") }, icon("send", 20)));
  const view = h("div", { class: "command-form" }, error, form);
  view.focus = () => (fields.find((field) => !field.isFilled()) ?? { focus: () => tail.focus() }).focus();
  view.takeFile = takeFile;

  entry.options.filter((option) => option.required).forEach((option) => add(option));
  return view;

  function add(option) {
    const kind = option.type === OptionType.ATTACHMENT ? fileField : optionField;
    const field = kind(option, { onNext: next, onBack: back, onSend: () => send(), onEnd, onChange: clearError, onTrouble: complain, complete: (own) => dataWith(own) });
    fields.push(field);
    tail.before(field.view);
    return field;
  }

  /** A file that was dropped somewhere: for the first option that waits for one, else in the place of another. */
  function takeFile(file) {
    const free = rest().find((option) => option.type === OptionType.ATTACHMENT);
    const field = fields.find((other) => other.take && !other.isFilled()) ?? (free ? add(free) : fields.find((other) => other.take));
    field?.take(file);
  }

  function rest() {
    return entry.options.filter((option) => !fields.some((field) => field.option === option));
  }

  function offerRest() {
    const query = tail.value.trim().toLowerCase();
    const offered = rest().filter((option) => `${option.name} ${localised(option, "name", locale)}`.toLowerCase().includes(query));
    tail.placeholder = rest().length ? words("+{n} optional", { n: rest().length }) : "";
    suggest(tail, {
      heading: offered.length ? words("Options") : h("span", {}, h("strong", {}, `/${entry.title}`), ` ${entry.description}`),
      list: offered.map((option) => ({ label: localised(option, "name", locale), detail: localised(option, "description", locale), option })),
      preselect: Boolean(query),
      onPick: ({ option }) => {
        tail.value = "";
        add(option).focus();
      },
    });
  }

  function onTailKey(event) {
    if (event.key === "Tab" && !tail.value) return;
    if (suggestionKey(event)) return;
    if (event.key === "Escape") return escape(event);
    if (event.key === "Backspace" && !tail.value) {
      event.preventDefault();
      if (fields.length) fields.at(-1).focus();
      else onEnd(`/${entry.title}`);
    }
  }

  function next(field) {
    const following = fields.slice(fields.indexOf(field) + 1).find((other) => !other.isFilled());
    (following ?? fields.find((other) => !other.isFilled() && other !== field) ?? { focus: () => tail.focus() }).focus();
  }

  /** Backspace in an empty field: an optional one goes away, before the first one the command does. */
  function back(field) {
    const index = fields.indexOf(field);
    if (!field.option.required) {
      fields.splice(index, 1);
      field.view.remove();
      return (fields[index - 1] ?? tail).focus();
    }
    if (index > 0) return fields[index - 1].focus();
    return onEnd(`/${entry.title}`);
  }

  function escape(event) {
    event.preventDefault();
    onEnd();
  }

  function onLeave(event) {
    if (!form.contains(event.relatedTarget)) hideSuggestions();
  }

  function clearError() {
    error.hidden = true;
    form.classList.remove("wrong");
  }

  function complain(field, sentence) {
    form.classList.add("wrong");
    field.complain(sentence);
    error.textContent = `${localised(field.option, "name", locale)}: ${sentence}`;
    error.hidden = false;
    field.focus();
  }

  /** The command's data while `own` (`{type, name, value, focused}`) is being typed. */
  function dataWith(own) {
    const others = fields.filter((field) => field.option.name !== own.name).map((field) => field.read()).filter((read) => read.option).map((read) => read.option);
    return commandData(entry, [...others, own]);
  }

  function send(event) {
    event?.preventDefault();
    if (!store.current) return;
    const options = [];
    for (const field of fields) {
      const read = field.read();
      if (read.error) return complain(field, read.error);
      if (read.option) options.push(read.option);
    }
    const title = `/${entry.path.join(" ")}`;
    onEnd();
    toBottom();
    runCommand(store.current, commandData(entry, options), title);
  }
}
