// Makes elements. Text always becomes text nodes, so nothing that a person or a bot wrote is ever read as HTML.

/**
 * An element with its attributes and children.
 * `class`, `style` (an object) and `dataset` are set as such, `onName` listens, other properties become attributes;
 * null, undefined and false are left out, both as attributes and as children.
 */
export function h(tag, props = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) setProperty(element, name, value);
  append(element, children);
  return element;
}

function setProperty(element, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "dataset") Object.assign(element.dataset, value);
  else if (name === "style") for (const [key, text] of Object.entries(value)) element.style.setProperty(key, text);
  else if (name.startsWith("on")) element.addEventListener(name.slice(2).toLowerCase(), value);
  else if (name === "value") element.value = value;
  else element.setAttribute(name, value === true ? "" : value);
}

/** Adds children, lists of children and texts to `element`. */
export function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false || child === "") continue;
    element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/** Puts `children` in the place of whatever `element` holds. */
export function fill(element, ...children) {
  element.replaceChildren();
  return append(element, children);
}

/** Whether `url` may stand in a link or an image: only the web and this server, never a script. */
export function isSafeUrl(url) {
  try {
    return ["http:", "https:", "discord:", "mailto:"].includes(new URL(url, location.href).protocol);
  } catch {
    return false;
  }
}
