// Texts with Discord's markup, as elements: nothing that a text says becomes HTML.

import { open } from "./frame.js";

const INLINE = new RegExp([
  String.raw`\\(?<escaped>[^\sA-Za-z0-9])`,
  String.raw`<t:(?<time>\d+)(?::(?<style>[tTdDfFR]))?>`,
  String.raw`<@!?(?<person>\d+)>`,
  String.raw`<(?:#|@&)(?<place>\d+)>`,
  String.raw`</(?<command>[^:>]+):\d+>`,
  String.raw`<a?:(?<emoji>\w+):\d+>`,
  String.raw`\[(?<label>(?:[^\[\]]|\[[^\[\]]*\])+)\]\(<?(?<url>https?://[^\s)>]+)>?\)`,
  String.raw`<?(?<bare>https?://[^\s<>()]+[^\s<>().,;:!?])>?`,
  "`(?<code>[^`]+)`",
  String.raw`\*\*(?<strong>(?:\\.|[^\\])+?)\*\*(?!\*)`,
  String.raw`__(?<under>(?:\\.|[^\\])+?)__`,
  String.raw`~~(?<gone>(?:\\.|[^\\])+?)~~`,
  String.raw`\|\|(?<spoiler>(?:\\.|[^\\])+?)\|\|`,
  String.raw`\*(?<em>(?:\\.|[^\\*\s])(?:(?:\\.|[^\\*])*(?:\\.|[^\\*\s]))?)\*`,
  String.raw`(?<![\p{L}\p{N}_])_(?<em2>(?:\\.|[^\\_])+)_(?![\p{L}\p{N}_])`,
].join("|"), "gsu");
const TAGS = { strong: "strong", under: "u", gone: "s", em: "em", em2: "em", spoiler: "span" };
const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};
const LATEST_S = 8.64e12;  // The last moment that a Date can be.
const STEPS = [[60, "second"], [60, "minute"], [24, "hour"], [30.4, "day"], [12, "month"], [Infinity, "year"]];

let people = {};

/** Let mentions of people show these names, by the people's ids. */
export function introduce(names) {
  people = { ...people, ...names };
}

export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name in made && name !== "role") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** A link to another site; an address of another kind, such as a script, is no link. */
export function link(url, ...children) {
  if (!URL.canParse(url) || !["https:", location.protocol].includes(new URL(url).protocol)) return element("span", {}, ...children);
  const made = element("a", { href: url, rel: "noreferrer", target: "_blank" }, ...children);
  made.addEventListener("click", (event) => {
    event.preventDefault();
    open(url);
  });
  return made;
}

/** The paragraphs, headings, quotes and lists of a text. */
export function paragraphs(text) {
  const made = [];
  let list = null;
  for (const line of text.split("\n")) {
    const [, mark, rest] = /^(#{1,3} |-# |>>? |\s*[-*] |\s*\d+\. )?(.*)$/su.exec(line);
    const kind = (mark ?? "").trim();
    if (kind === "-" || kind === "*" || /^\d+\.$/.test(kind)) {
      const tag = kind.length > 1 ? "ol" : "ul";
      if (list?.localName !== tag) made.push((list = element(tag, tag === "ol" ? { start: parseInt(kind) } : {})));
      list.append(element("li", {}, ...inline(rest)));
      continue;
    }
    list = null;
    if (kind.startsWith("#")) made.push(element(`h${kind.length}`, {}, ...inline(rest)));
    else if (kind === "-#") made.push(element("p", { className: "small" }, ...inline(rest)));
    else if (kind) made.push(element("blockquote", {}, ...inline(rest)));
    else if (rest.trim()) made.push(element("p", {}, ...inline(rest)));
  }
  return made;
}

function inline(text) {
  const made = [];
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    made.push(text.slice(at, found.index), piece(found.groups, found[0]));
    at = found.index + found[0].length;
  }
  made.push(text.slice(at));
  return made.filter((one) => one !== "");
}

function piece(found, whole) {
  if (found.escaped) return found.escaped;
  if (found.time) return Number(found.time) <= LATEST_S ? moment(Number(found.time), found.style ?? "f") : whole;
  if (found.person) return element("span", { className: "person" }, `@${people[found.person] ?? "…"}`);
  if (found.place) return element("span", { className: "person" }, "#…");
  if (found.command) return element("code", {}, `/${found.command}`);
  if (found.emoji) return `:${found.emoji}:`;
  if (found.url) return link(found.url, ...inline(found.label));
  if (found.bare) return link(found.bare, found.bare);
  if (found.code) return element("code", {}, found.code);
  const name = Object.keys(TAGS).find((one) => found[one]);
  return name ? element(TAGS[name], { className: name }, ...inline(found[name])) : whole;
}

function moment(seconds, style) {
  const date = new Date(seconds * 1000);
  const made = element("time", { dateTime: date.toISOString() });
  made.dataset.style = style;
  tell(made);
  return made;
}

function tell(made) {
  const language = document.documentElement.lang || undefined;
  const date = new Date(made.dateTime);
  const format = (how) => new Intl.DateTimeFormat(language, how).format(date);
  made.title = format(STYLES.F);
  made.textContent = made.dataset.style === "R" ? relative(date, language) : format(STYLES[made.dataset.style]);
}

function relative(date, language) {
  let apart = (date - Date.now()) / 1000;
  const says = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  for (const [most, unit] of STEPS) {
    if (Math.abs(Math.round(apart)) < most) return says.format(Math.round(apart), unit);
    apart /= most;
  }
}

setInterval(() => document.querySelectorAll("time[data-style=R]").forEach(tell), 10_000);
