// An option of a command that wants a file: chosen or dropped, and handed to the server at once.

import { giveFile } from "./api.js";
import { localised } from "./command_match.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { store } from "./store.js";
import { suggest } from "./suggestions.js";

/** The field: `{option, view, focus, isFilled, read, complain}`; `on` tells what happens to it. */
export function fileField(option, on) {
  const locale = store.me?.locale;
  const name = localised(option, "name", locale);
  /** What the server knows the file by. */
  let given = null;
  let trouble = null;
  let underWay = null;
  const chooser = h("input", { type: "file", hidden: true, tabindex: "-1", "aria-hidden": "true", onchange: () => chooser.files[0] && take(chooser.files[0]) });
  const label = h("span", {}, "Choose a file");
  const button = h("button", {
    type: "button", class: "option-file", "aria-label": `${name}: ${localised(option, "description", locale)}`,
    onclick: () => chooser.click(), onkeydown: onKey, onfocus: () => suggest(button, { heading: heading(), list: [] }),
  }, icon("file", 16), label);
  const view = h("span", { class: "option", dataset: { option: option.name }, ondragover: (event) => event.preventDefault(), ondrop: onDrop },
    h("span", { class: "option-name" }, name), button, chooser);
  const field = { option, view, focus: () => button.focus(), isFilled: () => Boolean(given || underWay), read, complain };
  return field;

  function heading() {
    return h("span", {}, h("strong", {}, name), ` ${localised(option, "description", locale)}`, option.required ? null : h("em", {}, " (optional)"));
  }

  async function take(file) {
    given = null;
    trouble = null;
    label.textContent = `${file.name} …`;
    view.classList.remove("wrong");
    const mine = giveFile(file);
    underWay = mine;
    try {
      const { id } = await mine;
      if (underWay !== mine) return;
      given = id;
      label.textContent = file.name;
    } catch (refused) {
      if (underWay !== mine) return;
      trouble = refused.message;
      label.textContent = "Choose a file";
      complain(trouble);
    }
    underWay = null;
    on.onChange();
    button.focus();
  }

  function onDrop(event) {
    event.preventDefault();
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  }

  function onKey(event) {
    if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      if (!given) return void on.onBack(field);
      given = null;
      chooser.value = "";
      label.textContent = "Choose a file";
      on.onChange();
    } else if (event.key === "Escape") {
      event.preventDefault();
      on.onEnd();
    }
  }

  /** `{option}` as Discord posts it, `{}` if left empty, `{error}` if it won't do. */
  function read() {
    if (given) return { option: { type: option.type, name: option.name, value: given } };
    if (underWay) return { error: "The file is still on its way." };
    if (trouble) return { error: trouble };
    return option.required ? { error: "This option is required. Please choose a file." } : {};
  }

  function complain(sentence) {
    view.classList.add("wrong");
    button.title = sentence;
  }
}
