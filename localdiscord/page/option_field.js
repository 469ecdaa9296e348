// One option of a command in the input box: its name, what was typed, and its list of choices.

import { avatar } from "./avatar.js";
import { localised } from "./command_match.js";
import { choicesOf, isChosen, kindOf, OptionType, readOption } from "./command_options.js";
import { h } from "./dom.js";
import { complete } from "./interactions.js";
import { channelsBeside, peopleIn, store } from "./store.js";
import { suggest, suggestionKey } from "./suggestions.js";
import { words } from "./words.js";

const WAIT_MS = 120;

/** Whom and what one can choose here. */
function offered() {
  const here = store.channels.get(store.current);
  return { people: peopleIn(here), channels: channelsBeside(here) };
}

/** The field: `{option, view, focus, isFilled, read, complain}`; `on` tells what happens to it. */
export function optionField(option, on) {
  const locale = store.me?.locale;
  const name = localised(option, "name", locale);
  /** What was picked from a list: `{name, value}`. */
  let picked = null;
  let timer;
  let asked = 0;
  const input = h("input", {
    class: "option-input", role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", autocomplete: "off", spellcheck: "false",
    "aria-label": `${name}: ${localised(option, "description", locale)}`, "aria-required": option.required ? "true" : null,
    inputmode: [OptionType.INTEGER, OptionType.NUMBER].includes(option.type) ? "decimal" : null,
    oninput: onInput, onfocus: offer, onkeydown: onKey,
  });
  const view = h("label", { class: "option", dataset: { option: option.name } }, h("span", { class: "option-name" }, name), input);
  const field = { option, view, focus: () => input.focus(), isFilled: () => Boolean(picked || input.value.trim()), read, complain };
  fit();
  return field;

  function onInput() {
    picked = null;
    fit();
    view.classList.remove("wrong");
    on.onChange();
    offer();
  }

  function fit() {
    input.style.width = `${Math.max(2, Math.min(40, input.value.length + 1))}ch`;
  }

  function heading(text) {
    return h("span", {}, h("strong", {}, name), ` ${text ?? localised(option, "description", locale)}`, option.required ? null : h("em", {}, ` (${words("optional")})`));
  }

  function offer() {
    clearTimeout(timer);
    if (option.autocomplete && !picked) {
      show([], words("Loading options…"));
      timer = setTimeout(askBot, WAIT_MS);
    } else if (isChosen(option) && !picked) {
      const list = choicesOf(option, input.value, { locale, ...offered() });
      show(list, list.length ? undefined : words("Nothing fits what you wrote."));
    } else show([]);
  }

  function askBot() {
    const number = ++asked;
    const own = { type: option.type, name: option.name, value: input.value, focused: true };
    complete(store.current, on.complete(own), (choices) => {
      if (number !== asked || document.activeElement !== input || picked) return;
      const list = (choices ?? []).map((choice) => ({ name: localised(choice, "name", locale), value: choice.value }));
      show(list, choices === null ? words("Loading options failed.") : list.length ? undefined : words("No options match your search."));
    });
  }

  function show(list, text) {
    suggest(input, {
      heading: heading(text),
      list: list.map((choice) => ({ label: choice.name, side: choice.detail, lead: choice.user ? avatar(choice.user, 24) : null, choice })),
      onPick: ({ choice }) => pick(choice),
    });
  }

  function pick(choice) {
    picked = choice;
    input.value = choice.name;
    fit();
    view.classList.remove("wrong");
    on.onChange();
    on.onNext(field);
  }

  function onKey(event) {
    if (event.isComposing || suggestionKey(event)) return;
    const atStart = !input.value;
    if (event.key === "Backspace" && (atStart || picked)) {
      event.preventDefault();
      if (atStart) return void on.onBack(field);
      input.value = "";
      onInput();
    } else if (event.key === "Escape") {
      event.preventDefault();
      on.onEnd();
    } else if (event.key === "Tab" && !event.shiftKey) {
      event.preventDefault();
      on.onNext(field);
    } else if (event.key === "Enter") {
      event.preventDefault();
      on.onSend();
    }
  }

  /** `{option}` as Discord posts it, `{}` if left empty, `{error}` if it won't do. */
  function read() {
    if (picked) return { option: { type: option.type, name: option.name, value: picked.value } };
    if (!input.value.trim()) return option.required ? { error: words("This option is required. Please give it a value.") } : {};
    const exact = isChosen(option) && choicesOf(option, input.value, { locale, ...offered() })
      .find((choice) => choice.name.toLowerCase() === input.value.trim().toLowerCase());
    const { value, error } = exact ? { value: exact.value } : isChosen(option) ? { error: words("Please choose {kind} from the list.", { kind: kindOf(option) }) } : readOption(option, input.value);
    return error ? { error } : { option: { type: option.type, name: option.name, value } };
  }

  function complain(sentence) {
    view.classList.add("wrong");
    input.setAttribute("aria-invalid", "true");
    input.title = sentence;
  }
}
