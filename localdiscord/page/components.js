// Draws the components of a message, old (action rows) and new (containers, sections, galleries and the rest).

import { button } from "./button.js";
import { cover } from "./cover.js";
import { h } from "./dom.js";
import { isPending, press } from "./interactions.js";
import { markdown } from "./markdown_view.js";
import { fileCard, gallery, mediaUrl, thumbnail } from "./media.js";
import { select } from "./select.js";
import { isLocked, store } from "./store.js";

const DRAW = {
  1: actionRow,
  2: button,
  3: messageSelect, 5: messageSelect, 6: messageSelect, 7: messageSelect, 8: messageSelect,
  9: section,
  10: (component, message) => markdown(component.content, { users: message.mentions }),
  11: thumbnail,
  12: gallery,
  13: file,
  14: separator,
  17: container,
};

/** The elements of a list of components. */
export const drawComponents = (components, message) => (components ?? []).map((component) => DRAW[component.type]?.(component, message));

function actionRow(component, message) {
  return h("div", { class: "action-row" }, drawComponents(component.components, message));
}

function messageSelect(component, message) {
  const channel = store.channels.get(message.channel_id);
  return select({ ...component, disabled: component.disabled || isLocked(channel) }, {
    channel,
    waits: isPending(message.id, component.custom_id),
    onChoose: (values) => press(message, component, values),
  });
}

function section(component, message) {
  return h("div", { class: "section" },
    h("div", { class: "section-texts" }, drawComponents(component.components, message)),
    component.accessory ? h("div", { class: "section-accessory" }, drawComponents([component.accessory], message)) : null);
}

function file(component, message) {
  const name = component.name ?? component.file?.url?.split("/").at(-1) ?? "file";
  return fileCard({ url: mediaUrl(component.file, message), filename: name, size: component.size, spoiler: component.spoiler });
}

function separator(component) {
  const className = `separator ${component.spacing === 2 ? "large" : "small"} ${component.divider === false ? "" : "line"}`;
  return h("div", { class: className, role: component.divider === false ? "presentation" : "separator" });
}

function container(component, message) {
  const colour = component.accent_color;
  const view = h("div", {
    class: `container ${colour === null || colour === undefined ? "" : "accented"}`,
    style: colour === null || colour === undefined ? {} : { "--accent": `#${colour.toString(16).padStart(6, "0")}` },
  }, h("div", { class: "container-inner" }, drawComponents(component.components, message)));
  if (component.spoiler) cover(view);
  return view;
}
