// Puts a message drawn anew in the place of the old one without anybody losing hold of it.

/**
 * Replaces `old` by `next`: the focus stays on the same button, select or download, an open list stays open if its
 * select is unchanged, opened spoilers stay open, and a picture gives way only once the next one can be shown.
 */
export function replaceKeeping(old, next) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  keepLists(old, next);
  keepSpoilers(old, next);
  keepPictures(old, next);
  old.replaceWith(next);
  if (!focused) return;
  const same = counterpart(focused, next);
  if (same && !same.disabled) same.focus({ preventScroll: true });
  else next.focus({ preventScroll: true });
}

/** The button, select or download in `next` that is the same as `focused`: a file's address changes, its name does not. */
function counterpart(focused, next) {
  const { customId } = focused.dataset;
  if (customId) return next.querySelector(`[data-custom-id="${CSS.escape(customId)}"]`);
  return focused.download && [...next.querySelectorAll("a[download]")].find((link) => link.download === focused.download && link.className === focused.className);
}

function keepLists(old, next) {
  for (const wrapper of old.querySelectorAll(".select")) {
    if (!wrapper.openList?.isOpen()) continue;
    const id = wrapper.firstChild.dataset.customId;
    const box = next.querySelector(`.select > [data-custom-id="${CSS.escape(id)}"]`);
    if (box?.parentElement.openList.sameAs === wrapper.openList.sameAs) box.parentElement.replaceWith(wrapper);
    else wrapper.openList.close();
  }
}

function keepSpoilers(old, next) {
  const before = [...old.querySelectorAll(".spoiler")];
  [...next.querySelectorAll(".spoiler")].forEach((spoiler, index) => {
    const same = before[index];
    if (same?.classList.contains("revealed") && same.textContent === spoiler.textContent) spoiler.classList.add("revealed");
  });
}

function keepPictures(old, next) {
  const before = [...old.querySelectorAll(".picture img")];
  const taken = new Set();
  [...next.querySelectorAll(".picture img")].forEach((image, index) => {
    const same = before.find((known) => known.src === image.src && !taken.has(known));
    if (same) {
      taken.add(same);
      image.replaceWith(same);
      return;
    }
    const earlier = before[index];
    if (!earlier?.complete) return;
    const stand = earlier.cloneNode();
    image.replaceWith(stand);
    image.decode().catch(() => {}).then(() => stand.replaceWith(image));
  });
}
