// Puts a message drawn anew in the place of the old one without anybody losing hold of it.

/**
 * Replaces `old` by `next`: the focus stays on the same button, select or download, an open list stays open if its
 * select offers the same, opened spoilers stay open, and a picture gives way only once the next one can be shown.
 * Gives what has the focus in `next` as it had in `old`, or null.
 */
export function replaceKeeping(old, next) {
  const focused = old.contains(document.activeElement) ? document.activeElement : null;
  const place = controlsOf(old).indexOf(focused);
  const openAgain = keepLists(old, next);
  keepSpoilers(old, next);
  keepPictures(old, next);
  old.replaceWith(next);
  openAgain();
  if (!focused) return null;
  const same = counterpart(focused, next, place);
  if (same && !same.disabled) same.focus({ preventScroll: true });
  else next.focus({ preventScroll: true });
  return same ?? null;
}

const controlsOf = (view) => [...view.querySelectorAll("[data-custom-id]")];

/**
 * The button, select or download in `next` that is the same as `focused`, which was at `place` among its like: an id or
 * an address may change where the words on it don't.
 */
function counterpart(focused, next, place) {
  if (focused.download) return [...next.querySelectorAll("a[download]")].find((link) => link.download === focused.download && link.className === focused.className);
  const controls = controlsOf(next);
  const there = controls[place];
  return controls.find((control) => control.dataset.customId === focused.dataset.customId)
    ?? (there && wordsOn(there) === wordsOn(focused) ? there : null);
}

const wordsOn = (control) => control.getAttribute("aria-label") ?? control.textContent;

/** Gives a function that opens those lists again whose select has changed, but not what it offers. */
function keepLists(old, next) {
  const others = [...next.querySelectorAll(".select")];
  const opening = [];
  [...old.querySelectorAll(".select")].forEach((wrapper, index) => {
    if (!wrapper.openList?.isOpen()) return;
    const other = others[index]?.openList;
    if (other?.sameAs === wrapper.openList.sameAs) return others[index].replaceWith(wrapper);
    const place = wrapper.openList.close();
    if (other?.offers === wrapper.openList.offers) opening.push(() => other.open(place));
  });
  return () => opening.forEach((open) => open());
}

function keepSpoilers(old, next) {
  const before = [...old.querySelectorAll(".spoiler")];
  [...next.querySelectorAll(".spoiler")].forEach((spoiler, index) => {
    const same = before[index];
    if (same?.classList.contains("revealed") && same.textContent === spoiler.textContent) spoiler.classList.add("revealed");
  });
}

/** So long a picture has to be the latest until it is asked for, since messages often change twice in a moment. */
const CALM_MS = 120;
/** A picture that isn't asked for yet -> its address. */
const addresses = new WeakMap();
/** A picture on screen -> the one that takes its place once it is there. */
const successors = new WeakMap();

const addressOf = (image) => addresses.get(image) ?? image.src;
const comingFor = (image) => successors.get(image) ?? image;
const isThere = (image) => image.complete && image.naturalWidth > 0;

function keepPictures(old, next) {
  const before = [...old.querySelectorAll(".picture img")];
  const taken = new Set();
  [...next.querySelectorAll(".picture img")].forEach((image, index) => {
    const same = before.find((known) => addressOf(comingFor(known)) === image.src && !taken.has(known));
    if (same) {
      taken.add(same);
      image.replaceWith(same);
      return giveUp(image);
    }
    const earlier = before[index];
    if (!earlier || taken.has(earlier) || !isThere(earlier)) return void fetchCalmly(image);
    giveUp(comingFor(earlier));
    taken.add(earlier);
    standIn(earlier, image);
  });
  for (const known of before) if (!taken.has(known)) giveUp(comingFor(known));
}

/** Shows the earlier picture until the next one can be shown. */
async function standIn(earlier, image) {
  successors.set(earlier, image);
  image.replaceWith(earlier);
  await fetchCalmly(image);
  if (successors.get(earlier) === image) earlier.replaceWith(image);
}

async function fetchCalmly(image) {
  addresses.set(image, image.src);
  image.removeAttribute("src");
  await new Promise((resolve) => setTimeout(resolve, CALM_MS));
  if (!addresses.has(image)) return;
  image.src = addresses.get(image);
  addresses.delete(image);
  await image.decode().catch(() => {});
}

/** Asks no longer for a picture that nobody will see: when another has replaced it, it may be gone. */
function giveUp(image) {
  addresses.delete(image);
  if (!isThere(image)) image.removeAttribute("src");
}
