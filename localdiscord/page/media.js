// Pictures and files: galleries, thumbnails, attachments.

import { cover } from "./cover.js";
import { h, isSafeUrl } from "./dom.js";
import { icon } from "./icons.js";
import { openLightbox } from "./lightbox.js";
import { words } from "./words.js";

/** The address of a media item; `attachment://name` is looked up among the message's attachments. */
export function mediaUrl(media, message) {
  const url = media?.url ?? "";
  if (!url.startsWith("attachment://")) return isSafeUrl(url) ? url : "";
  const name = url.slice("attachment://".length);
  return message.attachments?.find((file) => file.filename === name)?.url ?? "";
}

/** One to ten pictures in Discord's grid. */
export function gallery(component, message) {
  const items = (component.items ?? []).map((item) => ({
    url: mediaUrl(item.media, message), alt: item.description ?? "", spoiler: item.spoiler,
    width: item.media?.width, height: item.media?.height,
  }));
  return pictures(items);
}

/** A grid of `{url, alt, spoiler, width, height}`; a click shows one large. */
export function pictures(items) {
  return h("div", { class: "gallery", dataset: { count: items.length } }, items.map((item, index) => {
    const single = items.length === 1 && item.width && item.height;
    return picture(item, () => openLightbox(items, index), single ? { "aspect-ratio": `${item.width} / ${item.height}`, "--width": `${item.width}px`, "--ratio": item.width / item.height } : {});
  }));
}

/** The small picture at a section's right. */
export function thumbnail(component, message) {
  const item = { url: mediaUrl(component.media, message), alt: component.description ?? "", spoiler: component.spoiler };
  return h("div", { class: "thumbnail" }, picture(item, () => openLightbox([item], 0)));
}

function picture(item, onOpen, style = {}) {
  const frame = h("button", {
    type: "button", class: item.spoiler ? "picture hidden" : "picture", style, "aria-label": item.spoiler ? words("Show spoiler") : item.alt || words("Image"),
    onclick: () => {
      if (!frame.classList.contains("hidden")) return onOpen();
      frame.classList.remove("hidden");
      frame.setAttribute("aria-label", item.alt || words("Image"));
    },
  }, h("img", { src: item.url, alt: item.alt, title: item.alt || null, width: item.width, height: item.height, decoding: "async", draggable: "false" }),
  item.spoiler ? h("span", { class: "spoiler-cover" }, words("Spoiler")) : null,
  item.alt ? h("span", { class: "alt-mark", title: item.alt, "aria-hidden": "true" }, "ALT") : null);
  return frame;
}

/** A file to download, with its size; without an address (it is gone) only its name. */
export function fileCard({ url, filename, size, spoiler }) {
  const link = { href: url && isSafeUrl(url) ? url : null, download: filename, target: "_blank", rel: "noopener" };
  const card = h("div", { class: "file-card" }, h("div", { class: "file-row" }, icon("file", 32),
    h("div", { class: "file-text" },
      h("a", { ...link, class: "file-name", title: filename }, filename),
      Number.isFinite(size) ? h("span", { class: "muted" }, formatSize(size)) : null),
    link.href ? h("a", { ...link, class: "icon-button", "aria-label": words("Download {file}", { file: filename }), title: words("Download") }, icon("download", 20)) : null));
  return spoiler ? cover(card) : card;
}

function formatSize(bytes) {
  if (bytes < 1024) return words("{n} bytes", { n: bytes });
  return bytes < 1048576 ? `${(bytes / 1024).toFixed(2)} KB` : `${(bytes / 1048576).toFixed(2)} MB`;
}

/** The attachments of a message that has no components to show them: pictures in a grid, files below. */
export function attachments(message) {
  const files = message.attachments ?? [];
  const shown = files.filter((file) => file.content_type?.startsWith("image/") || file.width);
  const others = files.filter((file) => !shown.includes(file));
  return [
    shown.length ? pictures(shown.map((file) => ({
      url: file.url, alt: file.description ?? "", spoiler: file.filename?.startsWith("SPOILER_"), width: file.width, height: file.height,
    }))) : null,
    others.map((file) => fileCard({ ...file, spoiler: file.filename?.startsWith("SPOILER_") })),
  ];
}
