// A picture large over everything, with its description below and its neighbours at the arrows; a click on it shows it in
// its own size, where the window is smaller.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { words } from "./words.js";

/** Shows `items[index]`; each is `{url, alt}`. */
export function openLightbox(items, index) {
  const image = h("img", { onclick: enlarge });
  const text = h("p", { class: "lightbox-alt" });
  const step = (by) => show((index + by + items.length) % items.length);
  const dialog = h("dialog", {
    class: "lightbox", "aria-label": words("Image"),
    onclick: (event) => event.target === image || event.target === text || event.target.closest("button, a") || dialog.close(),
    onclose: () => dialog.remove(),
    onkeydown: (event) => {
      if (event.key === "ArrowRight") step(1);
      if (event.key === "ArrowLeft") step(-1);
    },
  },
  h("button", { type: "button", class: "icon-button lightbox-close", "aria-label": words("Close"), onclick: () => dialog.close() }, icon("close", 24)),
  items.length > 1 ? h("button", { type: "button", class: "icon-button lightbox-back", "aria-label": words("Previous"), onclick: () => step(-1) }, icon("right", 28)) : null,
  items.length > 1 ? h("button", { type: "button", class: "icon-button lightbox-next", "aria-label": words("Next"), onclick: () => step(1) }, icon("right", 28)) : null,
  h("figure", {}, image, text));

  /** To its own size, with the point that was clicked where it was, or back. */
  function enlarge(event) {
    const before = image.getBoundingClientRect();
    if (image.naturalWidth <= before.width && !dialog.classList.contains("own-size")) return;
    const [across, down] = [(event.clientX - before.left) / before.width, (event.clientY - before.top) / before.height];
    dialog.classList.toggle("own-size");
    const frame = image.parentElement;
    const after = image.getBoundingClientRect();
    frame.scrollLeft += after.left + across * after.width - event.clientX;
    frame.scrollTop += after.top + down * after.height - event.clientY;
  }

  function show(at) {
    index = at;
    dialog.classList.remove("own-size");
    image.src = items[at].url;
    image.alt = items[at].alt;
    text.textContent = items[at].alt;
    text.hidden = !items[at].alt;
  }

  show(index);
  document.body.append(dialog);
  dialog.showModal();
}
