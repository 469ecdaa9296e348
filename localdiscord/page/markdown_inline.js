// Reads the markdown within a line: emphasis, code, links, mentions, emojis, timestamps.

// In the order in which they are tried at each place. A rule gives a node, or null to let the next one try.
const RULES = [
  [/^\\([^A-Za-z0-9\s])/, (m) => ({ type: "text", text: m[1] })],
  [/^(`+)([\s\S]*?[^`])\1(?!`)/, (m) => ({ type: "code", text: m[2].length > 2 ? m[2].replace(/^ (.*) $/, "$1") : m[2] })],
  [/^<a?:(\w{2,32}):(\d{15,22})>/, (m) => ({ type: "emoji", name: m[1], id: m[2], animated: m[0][1] === "a" })],
  [/^<@!?(\d{5,22})>/, (m) => ({ type: "user", id: m[1] })],
  [/^<@&(\d{5,22})>/, (m) => ({ type: "role", id: m[1] })],
  [/^<#(\d{5,22})>/, (m) => ({ type: "channel", id: m[1] })],
  [/^<\/([^:<>]{1,100}):(\d{1,22})>/, (m) => ({ type: "command", name: m[1], id: m[2] })],
  [/^<t:(-?\d{1,13})(?::([tTdDfFR]))?>/, (m) => ({ type: "timestamp", unix: Number(m[1]), style: m[2] ?? "f" })],
  [/^@(everyone|here)\b/, (m) => ({ type: "everyone", name: m[1] })],
  [/^<(https?:\/\/[^\s<>]+)>/, (m) => ({ type: "link", url: m[1], children: [{ type: "text", text: m[1] }] })],
  [/^\[((?:\\.|[^[\]\\]|\[[^\]]*\])+)\]\(<?((?:https?|discord):\/\/[^\s<>()]*(?:\([^\s<>()]*\)[^\s<>()]*)*)>?(?: +["'](.*?)["'])?\)/,
    (m, inner) => ({ type: "link", url: m[2], title: m[3], children: inner(m[1]) })],
  [/^https?:\/\/[^\s<>]+[^\s<>.,:;"'\])*_~|!?]\/?/, (m) => {
    const url = balanced(m[0]);
    return { type: "link", url, length: url.length, children: [{ type: "text", text: url }] };
  }],
  [/^\|\|([\s\S]+?)\|\|/, (m, inner) => ({ type: "spoiler", children: inner(m[1]) })],
  [/^\*\*\*((?:\\.|[^\\*])+?)\*\*\*(?!\*)/s, (m, inner) => ({ type: "bold", children: [{ type: "italic", children: inner(m[1]) }] })],
  [/^\*\*((?:\\.|[^\\])+?)\*\*(?!\*)/s, (m, inner) => ({ type: "bold", children: inner(m[1]) })],
  [/^__((?:\\.|[^\\])+?)__(?!_)/s, (m, inner) => ({ type: "underline", children: inner(m[1]) })],
  [/^~~((?:\\.|[^\\])+?)~~(?!~)/s, (m, inner) => ({ type: "strike", children: inner(m[1]) })],
  [/^\*(?=\S)((?:\*\*|\\.|[^\\*])+?)(?<=\S)\*(?!\*)/s, (m, inner) => ({ type: "italic", children: inner(m[1]) })],
  [/^_((?:__|\\.|[^\\_])+?)_(?![A-Za-z0-9_])/s, (m, inner) => ({ type: "italic", children: inner(m[1]) })],
];

// Where a rule could begin; text in between is taken at once.
const STARTS = /[\\`<@[|*_~]|https?:\/\//g;

/** The inline nodes of `text`; line breaks stay in the texts. */
export function parseInline(text) {
  const nodes = [];
  let at = 0;
  while (at < text.length) {
    const rest = text.slice(at);
    const before = text[at - 1] ?? "";
    const found = tryRules(rest, before);
    if (found) {
      pushNode(nodes, found.node);
      at += found.length;
      continue;
    }
    STARTS.lastIndex = at + 1;
    const next = STARTS.exec(text)?.index ?? text.length;
    pushNode(nodes, { type: "text", text: text.slice(at, next) });
    at = next;
  }
  return nodes;
}

function tryRules(rest, before) {
  for (const [pattern, make] of RULES) {
    const match = pattern.exec(rest);
    if (!match) continue;
    // snake_case_words are no italics.
    if (match[0][0] === "_" && match[0][1] !== "_" && /[A-Za-z0-9]/.test(before)) continue;
    const { length, ...node } = make(match, parseInline);
    return { node, length: length ?? match[0].length };
  }
  return null;
}

/** A bare link without the closing bracket of the sentence around it. */
function balanced(url) {
  const opened = (url.match(/\(/g) ?? []).length;
  let closed = (url.match(/\)/g) ?? []).length;
  while (url.endsWith(")") && closed > opened) {
    url = url.slice(0, -1);
    closed -= 1;
  }
  return url;
}

function pushNode(nodes, node) {
  const last = nodes.at(-1);
  if (node.type === "text" && last?.type === "text") last.text += node.text;
  else nodes.push(node);
}
