// Discord's ids: numbers that hold the time of their making. Kept as texts, since JavaScript's numbers are too short.

const EPOCH_MS = 1420070400000;

/** A fresh id for an interaction of this window, unlike any other. */
export function makeNonce() {
  const random = BigInt(Math.floor(Math.random() * (1 << 22)));
  return String((BigInt(Date.now() - EPOCH_MS) << 22n) | random);
}

/** Orders ids by age: negative if `a` is older than `b`. */
export function compareIds(a, b) {
  const [left, right] = [BigInt(a ?? 0), BigInt(b ?? 0)];
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Whether `a` is newer than `b`; nothing is older than everything. */
export const isNewer = (a, b) => compareIds(a, b) > 0;
