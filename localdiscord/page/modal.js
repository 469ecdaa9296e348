// A modal of the bot: a dialogue with fields, sent back as one.

import { avatar } from "./avatar.js";
import { dots } from "./button.js";
import { on } from "./bus.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { FAILED, submitModal } from "./interactions.js";
import { modalParts } from "./modal_fields.js";
import { nameOf, store } from "./store.js";
import { words } from "./words.js";

/** Opens the modal that `INTERACTION_MODAL_CREATE` told of. */
function openModal(modal) {
  const parts = modalParts(modal.components ?? []);
  const error = h("div", { class: "failure", role: "alert", hidden: true });
  const submit = h("button", { type: "submit", class: "button primary" }, h("span", { class: "button-face" }, words("Submit")));
  const dialog = h("dialog", { class: "modal", "aria-labelledby": "modal-title", onclose: () => dialog.remove() },
    h("form", { onsubmit: send, novalidate: true },
      h("header", {}, avatar(store.bot, 24), h("h2", { id: "modal-title" }, modal.title),
        h("button", { type: "button", class: "icon-button", "aria-label": words("Close"), onclick: () => dialog.close() }, icon("close", 24))),
      h("div", { class: "modal-body" },
        h("p", { class: "modal-note" }, words("This form will be submitted to {name}. Do not share passwords or other sensitive information.", { name: nameOf(store.bot) })),
        parts.map((part) => part.view), error),
      h("footer", {}, h("button", { type: "button", class: "button secondary", onclick: () => dialog.close() }, h("span", { class: "button-face" }, words("Cancel"))), submit)));

  function send(event) {
    event.preventDefault();
    error.hidden = true;
    const wrong = parts.filter((part) => part.check?.());
    if (wrong.length) return wrong[0].focus();
    submit.disabled = true;
    submit.append(dots());
    submit.classList.add("waiting");
    const components = parts.map((part) => part.read?.()).filter(Boolean);
    submitModal(modal.channel_id, modal.message_id, { id: modal.id, custom_id: modal.custom_id, components }, (failure) => {
      if (!failure) return dialog.close();
      submit.disabled = false;
      submit.classList.remove("waiting");
      submit.querySelector(".dots").remove();
      error.textContent = failure === FAILED ? words("Something went wrong. Try again.") : failure;
      error.hidden = false;
    });
  }

  document.body.append(dialog);
  dialog.showModal();
  parts.find((part) => part.focus)?.focus();
}

on("modal", openModal);
