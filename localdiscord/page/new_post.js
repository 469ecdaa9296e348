// In a forum nobody writes: this button, in place of the input box, opens a post.

import { createPost } from "./api.js";
import { tell } from "./bus.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { openPopover } from "./popover.js";
import { store } from "./store.js";
import { takeEvent } from "./updates.js";
import { words } from "./words.js";

/** The button. */
export const newPostButton = h("button", { type: "button", class: "button primary", "aria-haspopup": "dialog", "aria-expanded": "false", onclick: ask }, icon("plus", 20), words("New post"));

function ask() {
  const forum = store.current;
  const title = h("input", { class: "text-field", type: "text", maxlength: 100, required: true, autocomplete: "off" });
  const text = h("textarea", { class: "text-field", rows: 3, maxlength: 2000, required: true });
  const close = openPopover(newPostButton, h("form", { class: "settings", onsubmit: send },
    h("label", { class: "setting stacked" }, h("span", {}, words("Title")), title),
    h("label", { class: "setting stacked" }, h("span", {}, words("First message")), text),
    h("button", { type: "submit", class: "button primary" }, words("Post"))), { label: words("New post") });

  async function send(event) {
    event.preventDefault();
    try {
      const post = await createPost(forum, { name: title.value, content: text.value });
      close();
      takeEvent({ t: "THREAD_CREATE", d: post });
      tell("go", { channel: post.id });
    } catch (error) {
      tell("notice", error.message);
    }
  }
}
