// A picture: a scene's sprites on a canvas, over it what can be touched, with zoom by pinch, wheel, buttons and keys.

import { choose } from "./choice.js";
import { element, paragraphs } from "./words.js";

const NAMES = 60, LENGTH = 5000, DEEPEST = 5, REACH = 22, MOVED = 8, STEP = 60, LARGEST = 4096, LOW = 500;
const TEXT = /^text:([a-z]+):(.*)$/su;
const INKS = { light: "#fff4de", gold: "#ffd166", dim: "#b9a9b8", dark: "#3a2b2b" }, OUTLINE = "#241a2e";
const sprites = new Map();
let art = "", words = {};
let wanted = new Map();

export function setUp(session) {
  art = session.art;
  words = session.words;
}

/** The image of a sprite at its size; names that are asked for at the same moment are fetched together. */
function sprite(name, width, height) {
  const key = `${name}@${width}x${height}`;
  if (!sprites.has(key)) {
    if (!wanted.size) queueMicrotask(fetchWanted);
    sprites.set(key, new Promise((resolve) => wanted.set(key, resolve)));
  }
  return sprites.get(key);
}

function fetchWanted() {
  const asked = wanted;
  wanted = new Map();
  let batch = [], length = 0;
  const send = () => {
    fetchSprites(batch, asked);
    [batch, length] = [[], 0];
  };
  for (const key of asked.keys()) {
    const long = encodeURIComponent(key).length + 3;
    if (batch.length === NAMES || length + long > LENGTH) send();
    batch.push(key);
    length += long;
  }
  send();
}

async function fetchSprites(keys, asked) {
  const drawn = {};
  try {
    const answer = await fetch(`sprites?${new URLSearchParams({ art, names: keys.join("|") })}`);
    if (answer.ok) Object.assign(drawn, await answer.json());
  } catch { /* The next scene with these sprites asks again. */ }
  for (const key of keys) {
    if (!drawn[key]) sprites.delete(key);
    asked.get(key)(drawn[key] ? loaded(drawn[key], key) : null);
  }
}

async function loaded(svg, key) {
  const [, width, height] = /@(\d+)x(\d+)$/.exec(key);
  const image = new Image();
  // Without a size of its own, some browsers draw no SVG on a canvas.
  const size = `width="${width}" height="${height}" preserveAspectRatio="none"`;
  const sized = svg.replace(/<svg[^>]*>/, (tag) => tag.replace(/ (width|height)="[^"]*"/g, "").replace("<svg", `<svg ${size}`));
  image.src = `data:image/svg+xml,${encodeURIComponent(sized)}`;
  try {
    await image.decode();
    return image;
  } catch {
    return null;
  }
}

/** Names of people are written here, so that no address holds them; otherwise as `pictures/lettering.py` does. */
function write(pen, { x, y, width, height }, ink, text) {
  const size = height / 1.7, edge = 0.12 * size;
  pen.font = `bold ${size}px "Noto Sans JP", "Noto Sans", system-ui, sans-serif`;
  pen.lineWidth = 2 * edge;
  pen.lineJoin = "round";
  pen.strokeStyle = OUTLINE;
  pen.fillStyle = INKS[ink];
  for (const draw of ["strokeText", "fillText"])
    pen[draw](text, x + edge, y + height / 2 + 0.36 * size, width - 2 * edge);
}

export class Picture {
  #scene;
  #canvas;
  #layer;
  #window;
  #images = null;
  #zoom = 1;
  #x = 0;
  #y = 0;
  #fingers = new Map();
  #has_moved = false;
  #later = 0;

  constructor({ scene, alt, touch }, press) {
    this.#scene = scene;
    this.#canvas = element("canvas", { role: "img", "aria-label": alt });
    this.#layer = element("div", { className: "layer" }, this.#canvas, ...this.#areas(touch, press));
    const buttons = [["+", 1.5, words.zoom_in], ["−", 1 / 1.5, words.zoom_out]].map(([label, by, title]) => {
      const made = element("button", { type: "button", title, "aria-label": title }, label);
      made.addEventListener("click", () => this.#zoomed(by));
      return made;
    });
    const zoom = element("div", { className: "zoom" }, ...buttons);
    this.#window = element("div", { className: "window" }, this.#layer);
    this.#window.style.aspectRatio = `${scene.width} / ${scene.height}`;
    this.node = element("figure", { className: "picture" }, this.#window, zoom);
    this.node.style.setProperty("--share", scene.width / scene.height);
    this.node.classList.toggle("low", scene.height < LOW);
    this.#listen();
    new ResizeObserver(() => this.#draw()).observe(this.#window);
    this.#load();
  }

  async #load() {
    const { ground, width, height, placed } = this.#scene;
    const back = sprite(`ground:${ground}`, width, height);
    const things = placed.map((one) => !TEXT.test(one.sprite) && sprite(one.sprite, one.width, one.height));
    this.#images = await Promise.all([back, ...things]);
    this.#draw();
  }

  #draw() {
    const wide = this.#window.clientWidth;
    if (!this.#images || !wide) return;
    const { width, height, placed } = this.#scene;
    const most = Math.min(LARGEST / width, LARGEST / height);
    const scale = Math.min((wide / width) * devicePixelRatio * this.#zoom, most);
    const [back, ...things] = this.#images;
    this.#canvas.width = Math.round(width * scale);
    this.#canvas.height = Math.round(height * scale);
    const pen = this.#canvas.getContext("2d");
    pen.scale(scale, scale);
    if (back) pen.drawImage(back, 0, 0, width, height);
    placed.forEach((one, at) => {
      const [, ink, text] = TEXT.exec(one.sprite) ?? [];
      if (text) write(pen, one, ink, text);
      else if (things[at]) pen.drawImage(things[at], one.x, one.y, one.width, one.height);
    });
    this.node.classList.add("drawn");
  }

  /** Buttons over the picture, one for each rectangle; what several answers share offers each of them. */
  #areas(touch, press) {
    const { width, height } = this.#scene;
    const boxes = Map.groupBy(touch, ({ x, y, w, h }) => [x, y, w, h].join());
    return [...boxes.values()].map((answers) => {
      const [{ x, y, w, h }] = answers;
      const label = answers.map(({ label, note = "" }) => [label, ...paragraphs(note).map((one) => one.textContent)].join(" · ")).join("\n");
      const made = element("button", { type: "button", className: "area", "aria-label": label, title: label });
      Object.assign(made.style, {
        left: `${(100 * x) / width}%`,
        top: `${(100 * y) / height}%`,
        width: `${(100 * w) / width}%`,
        height: `${(100 * h) / height}%`,
      });
      made.dataset.press = answers[0].press;
      made.addEventListener("click", () => choose(made, answers, press));
      return made;
    });
  }

  #listen() {
    const node = this.#window;
    node.addEventListener("pointerdown", (event) => {
      this.#fingers.set(event.pointerId, event);
      if (this.#fingers.size === 1) this.#has_moved = false;
    });
    node.addEventListener("pointermove", (event) => this.#dragged(event));
    for (const kind of ["pointerup", "pointercancel", "pointerleave"])
      node.addEventListener(kind, (event) => this.#fingers.delete(event.pointerId));
    node.addEventListener("click", (event) => this.#clicked(event), true);
    node.addEventListener("wheel", (event) => {
      if (!event.ctrlKey && this.#zoom === 1) return;
      event.preventDefault();
      this.#zoomed(Math.exp(-event.deltaY / 300), event.clientX, event.clientY);
    }, { passive: false });
    node.addEventListener("keydown", (event) => {
      const by = { "+": 1.5, "=": 1.5, "-": 1 / 1.5, 0: 1 / DEEPEST }[event.key];
      const way = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[event.key];
      if (event.ctrlKey || event.metaKey || !(by || (way && this.#zoom > 1))) return;
      event.preventDefault();
      if (by) this.#zoomed(by);
      else this.#moved(this.#x + STEP * way[0], this.#y + STEP * way[1]);
    });
    node.addEventListener("focusin", ({ target }) => {
      if (this.#zoom === 1 || !target.matches(".area:focus-visible")) return;
      const [whole, part] = [node.getBoundingClientRect(), target.getBoundingClientRect()];
      const across = (whole.left + whole.right - part.left - part.right) / 2;
      this.#moved(this.#x + across, this.#y + (whole.top + whole.bottom - part.top - part.bottom) / 2);
    });
  }

  #dragged(event) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const others = [...this.#fingers.values()].filter((one) => one.pointerId !== event.pointerId);
    const [across, down] = [event.clientX - before.clientX, event.clientY - before.clientY];
    if (!this.#has_moved && Math.hypot(across, down) < MOVED) return;
    this.#has_moved = true;
    this.#fingers.set(event.pointerId, event);
    if (others.length) {
      const [{ clientX, clientY }] = others;
      const far = (one) => Math.hypot(one.clientX - clientX, one.clientY - clientY) || 1;
      this.#zoomed(far(event) / far(before), (event.clientX + clientX) / 2, (event.clientY + clientY) / 2);
    } else if (this.#zoom > 1) {
      this.#moved(this.#x + across, this.#y + down);
    }
  }

  /** A finger beside a small thing means that thing; the end of a drag means nothing. */
  #clicked(event) {
    if (!event.detail) return;
    if (this.#has_moved) {
      event.stopPropagation();
      return;
    }
    if (event.target !== this.#canvas) return;
    const apart = (area) => {
      const { left, top, right, bottom } = area.getBoundingClientRect();
      const x = Math.max(left - event.clientX, 0, event.clientX - right);
      return Math.hypot(x, Math.max(top - event.clientY, 0, event.clientY - bottom));
    };
    const areas = [...this.#layer.querySelectorAll(".area")].sort((one, other) => apart(one) - apart(other));
    if (areas.length && apart(areas[0]) <= REACH) areas[0].click();
  }

  #zoomed(by, clientX, clientY) {
    const { left, top, width, height } = this.#window.getBoundingClientRect();
    const [x, y] = [(clientX ?? left + width / 2) - left, (clientY ?? top + height / 2) - top];
    const zoom = Math.min(Math.max(this.#zoom * by, 1), DEEPEST);
    const grown = zoom / this.#zoom;
    this.#zoom = zoom;
    this.node.classList.toggle("near", zoom > 1);
    this.#moved(x - (x - this.#x) * grown, y - (y - this.#y) * grown);
    clearTimeout(this.#later);
    this.#later = setTimeout(() => this.#draw(), 150);
  }

  #moved(x, y) {
    const { clientWidth, clientHeight } = this.#window;
    this.#x = Math.min(0, Math.max(x, clientWidth * (1 - this.#zoom)));
    this.#y = Math.min(0, Math.max(y, clientHeight * (1 - this.#zoom)));
    this.#layer.style.transform = `translate(${this.#x}px, ${this.#y}px) scale(${this.#zoom})`;
  }
}
