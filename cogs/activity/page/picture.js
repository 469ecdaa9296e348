// A picture: a scene as one SVG, over it what can be touched, with zoom by pinch, wheel, buttons and keys.

import { choose } from "./choice.js";
import { element, paragraphs } from "./words.js";

const NAMES = 60, LENGTH = 3500, DEEPEST = 5, REACH = 22, MOVED = 8, STEP = 60, LOW = 700, CORNER = 0.15;
const SIZED = /^(bar|curve|ground|mark|panel|place|tapa):/;  // These are drawn to their size, others to any.
const TEXT = /^text:([a-z]+):(.*)$/su;
const INKS = { light: "#fff4de", gold: "#ffd166", dim: "#b9a9b8", dark: "#3a2b2b" }, OUTLINE = "#241a2e";
const sprites = new Map();
let words = {};
let wanted = new Map();

export function setUp(session) {
  words = session.words;
}

/** The SVG of a sprite at its size; names that are asked for at the same moment are fetched together. */
function sprite(name, width, height) {
  const key = SIZED.test(name) ? `${name}@${width}x${height}` : name;
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
    const long = encodeURIComponent(key).length + 3;  // At least as long as in the body.
    if (batch.length === NAMES || length + long > LENGTH) send();
    batch.push(key);
    length += long;
  }
  send();
}

async function fetchSprites(keys, asked) {
  const drawn = {};
  try {
    const body = JSON.stringify({ names: keys });
    const headers = { "content-type": "application/json" };
    const answer = await fetch("sprites", { method: "POST", headers, body });
    if (answer.ok) Object.assign(drawn, await answer.json());
  } catch { /* The next scene with these sprites asks again. */ }
  for (const key of keys) {
    if (!drawn[key]) sprites.delete(key);
    asked.get(key)(drawn[key] ?? null);
  }
}

/** One SVG of a whole scene: each sprite is defined once, and used wherever it stands. */
async function drawn({ ground, width, height, placed }) {
  const back = { sprite: `ground:${ground}`, x: 0, y: 0, width, height };
  const defined = new Map();
  const used = [back, ...placed].map(async (one) => {
    const [, ink, text] = TEXT.exec(one.sprite) ?? [];
    if (text) return written(one, ink, text);
    const svg = await sprite(one.sprite, one.width, one.height);
    if (!svg) return "";
    if (!defined.has(svg)) defined.set(svg, `s${defined.size}`);
    return `<use href="#${defined.get(svg)}" x="${one.x}" y="${one.y}" width="${one.width}" height="${one.height}"/>`;
  });
  const things = (await Promise.all(used)).join("");
  const symbols = [...defined].map(([svg, id]) => symbol(svg, id)).join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"><defs>${symbols}</defs>${things}</svg>`;
}

/** A sprite's SVG as a symbol; its ids get the symbol's own before them, since sprites share a document. */
function symbol(svg, id) {
  const [head] = /<svg[^>]*>/.exec(svg);
  const [, box] = /viewBox="([^"]*)"/.exec(head);
  const inner = svg.slice(svg.indexOf(head) + head.length, svg.lastIndexOf("</svg>"));
  const own = inner.replace(/(\bid="|url\(#|href="#)/g, `$1${id}-`);
  return `<symbol id="${id}" viewBox="${box}" preserveAspectRatio="none">${own}</symbol>`;
}

/** Names of people are written here, so that no address holds them; otherwise as `pictures/lettering.py` does. */
function written({ x, y, width, height }, ink, text) {
  const size = height / 1.7, edge = 0.12 * size;
  const safe = text.replace(/[&<>"]/g, (one) => `&#${one.codePointAt()};`);
  const where = `x="${x + edge}" y="${y + height / 2 + 0.36 * size}" textLength="${width - 2 * edge}" lengthAdjust="spacingAndGlyphs"`;
  const stroke = `stroke="${OUTLINE}" stroke-width="${2 * edge}" stroke-linejoin="round" paint-order="stroke"`;
  const font = `font-family="Noto Sans JP, Noto Sans, system-ui, sans-serif" font-weight="bold" font-size="${size}"`;
  return `<text ${where} ${stroke} ${font} fill="${INKS[ink]}">${safe}</text>`;
}

/** The corner of a picture where the buttons that enlarge it hide nothing that can be touched; else the lower right one. */
function freeCorner({ width, height }, touch) {
  const side = CORNER * width;
  const isFree = (corner) => {
    const left = corner.includes("left") ? 0 : width - side, top = corner.includes("high") ? 0 : height - side;
    return touch.every(({ x, y, w, h }) => x >= left + side || x + w <= left || y >= top + side || y + h <= top);
  };
  return ["", "high", "left", "high left"].find(isFree) ?? "";
}

export class Picture {
  #scene;
  #image;
  #layer;
  #window;
  #zoom = 1;
  #x = 0;
  #y = 0;
  #fingers = new Map();
  #has_moved = false;

  /** `former`: the picture in whose place this one comes; it is seen until this one is drawn. */
  constructor({ scene, alt, touch }, press, former) {
    this.#scene = scene;
    this.#image = element("img", { alt, draggable: false });
    this.#layer = element("div", { className: "layer" }, this.#image, ...this.#areas(touch, press));
    const buttons = [["+", 1.5, words.zoom_in], ["−", 1 / 1.5, words.zoom_out]].map(([label, by, title]) => {
      const made = element("button", { type: "button", title, "aria-label": title }, label);
      made.addEventListener("click", () => this.#zoomed(by));
      return made;
    });
    const zoom = element("div", { className: `zoom ${freeCorner(scene, touch)}` }, ...buttons);
    this.#window = element("div", { className: "window" }, this.#layer);
    this.#window.style.aspectRatio = `${scene.width} / ${scene.height}`;
    this.node = element("figure", { className: "picture" }, this.#window, zoom);
    this.node.style.setProperty("--share", scene.width / scene.height);
    this.node.classList.toggle("low", scene.height < LOW);
    this.#listen();
    this.#follow(former);
    this.#draw();
  }

  #follow(former) {
    if (!former || former.#scene.width !== this.#scene.width || former.#scene.height !== this.#scene.height) return;
    this.#image.src = former.#image.src;
    this.#zoom = former.#zoom;
    [this.#x, this.#y] = [former.#x, former.#y];
    this.#place();
  }

  async #draw() {
    const src = `data:image/svg+xml,${encodeURIComponent(await drawn(this.#scene))}`;
    const ready = new Image();
    ready.src = src;
    await ready.decode().catch(() => {});
    this.#image.src = src;
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
      made.dataset.answers = answers.map(({ press }) => press).join();
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
    if (event.target !== this.#image) return;
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
    this.#moved(x - (x - this.#x) * grown, y - (y - this.#y) * grown);
  }

  #moved(x, y) {
    const { clientWidth, clientHeight } = this.#window;
    this.#x = Math.min(0, Math.max(x, clientWidth * (1 - this.#zoom)));
    this.#y = Math.min(0, Math.max(y, clientHeight * (1 - this.#zoom)));
    this.#place();
  }

  #place() {
    this.node.classList.toggle("near", this.#zoom > 1);
    this.#layer.style.setProperty("--zoom", this.#zoom);
    this.#layer.style.transform = `translate(${this.#x}px, ${this.#y}px) scale(${this.#zoom})`;
  }
}
