// An option of a command that wants a file: chosen or dropped, and handed to the server at once.

import { giveFile } from "./api.js";
import { localised } from "./command_match.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { store } from "./store.js";
import { suggest } from "./suggestions.js";
import { words } from "./words.js";

const EMPTY = words("Drag and drop or click to upload file");

/** The field: `{option, view, focus, isFilled, read, complain, take}`; `on` tells what happens to it. */
export function fileField(option, on) {
  const locale = store.me?.locale;
  const name = localised(option, "name", locale);
  const description = localised(option, "description", locale);
  /** What the server knows the file by. */
  let given = null;
  let trouble = null;
  let underWay = null;
  const chooser = h("input", { type: "file", hidden: true, tabindex: "-1", "aria-hidden": "true", onchange: () => chooser.files[0] && take(chooser.files[0]) });
  const label = h("span", {});
  const button = h("button", {
    type: "button", class: "option-file", onclick: () => chooser.click(), onkeydown: onKey, onfocus: () => suggest(button, { heading: heading(), list: [] }),
  }, icon("file", 16), label);
  const remove = h("button", { type: "button", class: "option-remove", onclick: clear, onkeydown: onKey }, icon("close", 16));
  const view = h("span", { class: "option", dataset: { option: option.name }, ondragover: () => view.classList.add("dropping"), ondragleave: () => view.classList.remove("dropping"), ondrop: onDrop },
    h("span", { class: "option-name" }, name), button, remove, chooser);
  const field = { option, view, focus: () => button.focus(), isFilled: () => Boolean(given || underWay), read, complain, take };
  show(null);
  return field;

  function heading() {
    return h("span", {}, h("strong", {}, name), ` ${description}`, option.required ? null : h("em", {}, ` (${words("optional")})`));
  }

  /** Writes on the button which file it holds, for the eyes and for screen readers. */
  function show(file, sign = "") {
    label.textContent = file ? `${file}${sign}` : EMPTY;
    button.setAttribute("aria-label", `${name}: ${description}. ${label.textContent}`);
    button.title = file ?? "";
    remove.hidden = !file;
    remove.setAttribute("aria-label", words("Remove {file}", { file }));
  }

  /** Takes a file; another one that is still on its way is forgotten. */
  async function take(file) {
    clear();
    show(file.name, " …");
    const mine = giveFile(file);
    underWay = mine;
    try {
      const { id } = await mine;
      if (underWay !== mine) return;
      underWay = null;
      given = id;
      show(file.name);
    } catch (refused) {
      if (underWay !== mine) return;
      clear();
      trouble = refused.message;
      on.onTrouble(field, trouble);
    }
  }

  function clear() {
    given = trouble = underWay = null;
    chooser.value = "";
    view.classList.remove("wrong");
    show(null);
    on.onChange();
    button.focus();
  }

  function onDrop(event) {
    view.classList.remove("dropping");
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    event.stopPropagation();
    take(file);
  }

  function onKey(event) {
    if (event.key === "Backspace" || event.key === "Delete") {
      event.preventDefault();
      if (given || underWay) clear();
      else on.onBack(field);
    } else if (event.key === "Escape") {
      event.preventDefault();
      on.onEnd();
    }
  }

  /** `{option}` as Discord posts it, `{}` if left empty, `{error}` if it won't do. */
  function read() {
    if (given) return { option: { type: option.type, name: option.name, value: given } };
    if (underWay) return { error: words("The file is still on its way.") };
    if (trouble) return { error: trouble };
    return option.required ? { error: words("This option is required. Please choose a file.") } : {};
  }

  function complain(sentence) {
    view.classList.add("wrong");
    button.title = sentence;
  }
}
