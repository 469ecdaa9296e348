// Messages as Discord describes them (components), as elements.  Parts that stay the same stay as they are.

import { Picture } from "./picture.js";
import { element, link, paragraphs } from "./words.js";

const ROW = 1, BUTTON = 2, LIST = 3, SECTION = 9, TEXT = 10, GALLERY = 12, LINE = 14, BOX = 17;

let words = {};

export function setWords(said) {
  words = said;
}

/** Shows one message after another in a node; `press(press, values, node)` is called for what is pressed. */
export class Message {
  #node;
  #press;
  #parts = new Map();
  #texts = new Set();
  #view = null;
  #pictures = [];
  #former = [];

  constructor(node, press) {
    this.#node = node;
    this.#press = press;
  }

  /** Show a view (null: nothing), and return those of its texts that the last one didn't have. */
  show(view) {
    const focused = this.#focused();
    this.#view = view;
    const former = this.#parts;
    this.#parts = new Map();
    [this.#former, this.#pictures] = [this.#pictures, []];
    const shown = [...(view?.pictures ?? [])];
    const parts = (view?.components ?? []).flatMap((one) => (one.type === BOX ? this.#inside(one) : [one]));
    const nodes = parts.flatMap((part) => this.#kept(part, shown, former));
    this.#node.classList.toggle("empty", !nodes.length);
    const stays = new Set(nodes);
    for (const node of [...this.#node.childNodes]) if (!stays.has(node)) node.remove();
    nodes.forEach((node, at) => {
      if (this.#node.childNodes[at] !== node) this.#node.insertBefore(node, this.#node.childNodes[at] ?? null);
    });
    if (focused && !this.#node.contains(document.activeElement)) this.#refocus(focused);
    const texts = new Set(parts.filter((part) => part.type === TEXT).map((part) => part.content));
    const fresh = [...texts].filter((text) => !this.#texts.has(text));
    this.#texts = texts;
    return fresh;
  }

  #inside({ accent_color, components }) {
    const colour = accent_color == null ? "" : `#${accent_color.toString(16).padStart(6, "0")}`;
    this.#node.style.setProperty("--accent", colour || "transparent");
    return components;
  }

  #kept(part, shown, former) {
    const pictures = part.type === GALLERY ? part.items.map(() => shown.shift()).filter(Boolean) : [];
    let key = JSON.stringify([part, pictures]);
    while (this.#parts.has(key)) key += "'";
    const kept = former.get(key);
    if (kept) this.#pictures.push(...this.#former.filter((one) => kept.includes(one.node)));
    const nodes = kept ?? this.#made(part, pictures);
    this.#parts.set(key, nodes);
    return nodes;
  }

  #made(part, pictures = []) {
    const made = (inner) => inner.flatMap((one) => this.#made(one));
    switch (part.type) {
      case ROW:
        return [element("div", { className: "row" }, ...made(part.components))];
      case BUTTON:
        return [this.#button(part)];
      case LIST:
        if (part.max_values > 1) return [this.#several(part)];
        return [...this.#slider(part), this.#list(part)];
      case SECTION: {
        const text = element("div", {}, ...made(part.components));
        return [element("div", { className: "section" }, text, ...made([part.accessory]))];
      }
      case TEXT:
        return paragraphs(part.content);
      case GALLERY:
        return pictures.map((one) => {
          this.#pictures.push(new Picture(one, this.#press, this.#former[this.#pictures.length]));
          return this.#pictures.at(-1).node;
        });
      case LINE:
        return [element("hr")];
      default:
        return [];
    }
  }

  #button({ style, label = "", emoji, custom_id, url, disabled }) {
    const inner = [...sign(emoji), element("span", {}, label)];
    const className = `style-${style}`;
    if (url) {
      const made = link(url, ...inner);
      made.className = `button ${className}`;
      return made;
    }
    const made = element("button", { type: "button", className, disabled: Boolean(disabled) }, ...inner);
    made.dataset.press = custom_id;
    made.addEventListener("click", () => this.#press(custom_id, [], made));
    return made;
  }

  #list({ custom_id, placeholder = "", options }) {
    const chosen = options.find((option) => option.default);
    const summary = element("summary", {}, ...(chosen ? title(chosen) : [placeholder]));
    const made = element("details", { className: "list" }, summary);
    for (const option of options) {
      const button = element("button", { type: "button" }, ...title(option));
      if (option.default) button.setAttribute("aria-current", "true");
      button.dataset.press = option.value;
      button.addEventListener("click", () => {
        made.open = false;
        this.#press(custom_id, [option.value], summary);
      });
      made.append(button);
    }
    made.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !made.open) return;
      event.preventDefault();
      made.open = false;
      summary.focus();
    });
    return made;
  }

  /** A slider to any frame of a replay, beside the list of its turns. */
  #slider({ custom_id, placeholder = "", options }) {
    const [, at] = /\bjump\.(\d+)\./.exec(custom_id) ?? [];
    const [, last] = /\blast\.(\d+)\./.exec(JSON.stringify(this.#view)) ?? [];
    if (!at || !last) return [];
    const range = element("input", { type: "range", min: 0, max: last, value: at, "aria-label": placeholder });
    const tell = () => {
      const turn = options.findLast((option) => Number(option.value) <= range.valueAsNumber);
      range.setAttribute("aria-valuetext", `${turn?.label} · ${range.value}/${last}`);
      range.title = range.getAttribute("aria-valuetext");
    };
    tell();
    range.dataset.press = "slider";
    range.addEventListener("input", tell);
    range.addEventListener("change", () => this.#press(custom_id, [range.value], range));
    return [range];
  }

  #several({ custom_id, placeholder = "", options, min_values, max_values }) {
    const boxes = options.map((option) => {
      const box = element("input", { type: "checkbox", value: option.value, checked: Boolean(option.default) });
      return [box, element("label", {}, box, element("span", {}, ...title(option)))];
    });
    const done = element("button", { type: "button", className: "style-1" }, words.send);
    const chosen = () => boxes.map(([box]) => box).filter((box) => box.checked).map((box) => box.value);
    const check = () => { done.disabled = chosen().length < min_values || chosen().length > max_values; };
    const labels = boxes.map(([, label]) => label);
    const made = element("details", { className: "list" }, element("summary", {}, placeholder), ...labels, done);
    made.addEventListener("change", check);
    done.addEventListener("click", () => this.#press(custom_id, chosen(), done));
    check();
    return made;
  }

  /** Which of the node's parts has the focus: what it does, or else its place. */
  #focused() {
    const has = document.activeElement;
    if (!this.#node.contains(has) || has === this.#node) return null;
    return { press: has.dataset.press, at: this.#focusable().indexOf(has) };
  }

  #refocus({ press, at }) {
    const all = this.#focusable();
    const same = all.find((one) => press && one.dataset.press === press);
    (same ?? all[Math.min(Math.max(at, 0), all.length - 1)])?.focus({ preventScroll: true });
  }

  /** What can have the focus and is seen; the buttons that only enlarge a picture are nowhere to go on from. */
  #focusable() {
    const all = [...this.#node.querySelectorAll("button:enabled, a, summary, [type=range]")];
    return all.filter((one) => one.checkVisibility() && !one.closest(".zoom"));
  }

  /** Take the focus: to the first thing that can be pressed, or to the message itself. */
  focus() {
    const [first] = this.#focusable();
    if (!first) this.#node.tabIndex = -1;
    (first ?? this.#node).focus({ preventScroll: true });
  }
}

function sign(emoji) {
  return emoji?.name && !emoji.id ? [element("span", { className: "sign", "aria-hidden": "true" }, emoji.name)] : [];
}

function title({ label, description, emoji }) {
  const told = description ? [element("small", {}, description)] : [];
  return [...sign(emoji), element("span", {}, label, ...told)];
}
