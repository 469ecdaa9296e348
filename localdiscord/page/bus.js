// Tells the parts of the page that something changed, so that they needn't know each other.

const listeners = new Map();

/** Calls `listener(detail)` whenever `name` is told. */
export function on(name, listener) {
  if (!listeners.has(name)) listeners.set(name, new Set());
  listeners.get(name).add(listener);
}

/** Tells everyone who listens to `name`. */
export function tell(name, detail) {
  for (const listener of listeners.get(name) ?? []) listener(detail);
}
