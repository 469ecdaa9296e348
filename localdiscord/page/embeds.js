// The older kind of rich message.

import { h, isSafeUrl } from "./dom.js";
import { markdown, markdownLine } from "./markdown_view.js";
import { mediaUrl, pictures } from "./media.js";
import { formatMessageTime } from "./times.js";
import { store } from "./store.js";

/** Draws an embed: author, title, text, fields, pictures, footer. */
export function embed(data, message) {
  const image = (media) => ({ url: mediaUrl(media, message), alt: media.description ?? "", width: media.width, height: media.height });
  return h("article", { class: "embed", style: data.color ? { "--accent": `#${data.color.toString(16).padStart(6, "0")}` } : {} },
    h("div", { class: "embed-main" },
      data.author ? h("div", { class: "embed-author" }, data.author.name) : null,
      data.title ? h("div", { class: "embed-title" }, linked(markdownLine(data.title), data.url)) : null,
      data.description ? markdown(data.description, { users: message.mentions }) : null,
      data.fields?.length ? h("div", { class: "embed-fields" }, data.fields.map((field) => h("div", { class: field.inline ? "embed-field inline" : "embed-field" },
        h("div", { class: "embed-field-name" }, markdownLine(field.name)), markdown(field.value, { users: message.mentions })))) : null,
      data.image ? pictures([image(data.image)]) : null,
      data.footer || data.timestamp ? h("footer", {}, [data.footer?.text, data.timestamp && formatMessageTime(data.timestamp, store.me?.locale)].filter(Boolean).join(" • ")) : null),
    data.thumbnail ? h("div", { class: "thumbnail" }, pictures([image(data.thumbnail)])) : null);
}

function linked(view, url) {
  return url && isSafeUrl(url) ? h("a", { href: url, target: "_blank", rel: "noopener noreferrer" }, view) : view;
}
