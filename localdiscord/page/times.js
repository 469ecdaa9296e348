// Dates and times as Discord writes them, in the language of whoever looks.

const RELATIVE_STEPS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

// The letters of <t:unix:LETTER>.
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

const dayOf = (date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Whether two times fall on the same day here. */
export const isSameDay = (a, b) => dayOf(new Date(a)) === dayOf(new Date(b));

export const formatDay = (when, locale) => new Date(when).toLocaleDateString(locale, { dateStyle: "long" });
export const formatClock = (when, locale) => new Date(when).toLocaleTimeString(locale, { timeStyle: "short" });
export const formatFull = (when, locale) => new Date(when).toLocaleString(locale, { dateStyle: "full", timeStyle: "short" });

/** The time beside a name: the clock alone if today. */
export function formatMessageTime(when, locale) {
  if (isSameDay(when, Date.now())) return formatClock(when, locale);
  return new Date(when).toLocaleString(locale, { dateStyle: "short", timeStyle: "short" });
}

/** The text of a timestamp `<t:unix:style>`. */
export function formatTimestamp(unix, style, locale) {
  if (style === "R") return formatRelative(unix, locale);
  return new Date(unix * 1000).toLocaleString(locale, STYLES[style] ?? STYLES.f);
}

function formatRelative(unix, locale) {
  const seconds = Math.round(unix - Date.now() / 1000);
  const [unit, size] = RELATIVE_STEPS.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(Math.round(seconds / size), unit);
}
