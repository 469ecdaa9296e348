// Keeps what one looks at in its place while a message changes its height.

/**
 * Puts `next` in the place of `old` by `replace`, which gives what has the focus in it as before, or null. A button that
 * one has pressed doesn't move under the finger; the end of a message, where its buttons are, stays in view.
 */
export function keepInView(scroller, old, next, replace) {
  const frame = scroller.getBoundingClientRect();
  const isSeen = (edge) => edge > frame.top && edge <= frame.bottom;
  const before = old.getBoundingClientRect();
  const pressed = old.contains(document.activeElement) && old !== document.activeElement ? document.activeElement.getBoundingClientRect() : null;
  const same = replace();
  const scrollBy = (pixels) => { scroller.scrollTop += pixels; };
  if (same && pressed && isSeen(pressed.bottom)) scrollBy(same.getBoundingClientRect().bottom - pressed.bottom);
  else if (isSeen(before.bottom) && !isSeen(before.top)) scrollBy(next.getBoundingClientRect().bottom - before.bottom);
  if (isSeen(before.bottom)) scrollBy(Math.max(0, next.getBoundingClientRect().bottom - frame.bottom));
}
