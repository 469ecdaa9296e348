// Reads Discord's markdown into a tree of {type, ...}; knows nothing of the page, so that it can be tested alone.

import { parseInline } from "./markdown_inline.js";

const FENCE = /^```(?:([a-z0-9_+\-.#]+)\n)?\n?([\s\S]+?)\n?```/i;
const HEADING = /^(#{1,3}) +(.+?)(?:\n|$)/;
const SUBTEXT = /^-# +(.+?)(?:\n|$)/;
const QUOTE_ALL = /^>>> ([\s\S]+)$/;
const QUOTE = /^(?:> ?[^\n]*(?:\n|$))+/;
const LIST = /^(?: *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n|$))(?: *(?:[-*]|\d{1,9}\.) +[^\n]+(?:\n|$)| {2,}\S[^\n]*(?:\n|$))*/;
const LIST_ITEM = /^( *)([-*]|\d{1,9}\.) +([^\n]+)/;

/** The tree of a message's text: a list of blocks and of inline nodes between them. */
export function parseMarkdown(text) {
  const blocks = [];
  let plain = "";
  let rest = String(text ?? "").trim();
  let atLineStart = true;
  const flush = () => {
    if (plain) blocks.push(...parseInline(plain));
    plain = "";
  };
  while (rest) {
    const found = (atLineStart && readBlock(rest)) || readFence(rest);
    if (found) {
      plain = plain.replace(/\n$/, "");
      flush();
      blocks.push(found.node);
      rest = rest.slice(found.length);
      if (found.node.type === "code_block") rest = rest.replace(/^\n/, "");
      atLineStart = true;
      continue;
    }
    const step = nextStep(rest);
    plain += rest.slice(0, step);
    atLineStart = rest[step - 1] === "\n";
    rest = rest.slice(step);
  }
  flush();
  return blocks;
}

/** How far plain text goes: to the next line or the next fence, whichever is first. */
function nextStep(rest) {
  if (rest[0] === "\\" && rest.length > 1 && rest[1] !== "\n") return 2;
  const stop = rest.slice(1).search(/\\|```|(?<=\n)/);
  return stop < 0 ? rest.length : stop + 1;
}

function readFence(rest) {
  const match = FENCE.exec(rest);
  return match && { length: match[0].length, node: { type: "code_block", language: match[1] ?? "", text: match[2] } };
}

function readBlock(rest) {
  let match;
  if ((match = HEADING.exec(rest))) {
    return { length: match[0].length, node: { type: "heading", level: match[1].length, children: parseInline(match[2].trim()) } };
  }
  if ((match = SUBTEXT.exec(rest))) {
    return { length: match[0].length, node: { type: "subtext", children: parseInline(match[1].trim()) } };
  }
  if ((match = QUOTE_ALL.exec(rest))) {
    return { length: match[0].length, node: { type: "quote", children: parseMarkdown(match[1]) } };
  }
  if (/^> /.test(rest) && (match = QUOTE.exec(rest))) {
    const inner = match[0].replace(/^> ?/gm, "").replace(/\n$/, "");
    return { length: match[0].length, node: { type: "quote", children: parseMarkdown(inner) } };
  }
  if ((match = LIST.exec(rest))) return { length: match[0].length, node: readList(match[0]) };
  return null;
}

/** A list from its lines; deeper lines become lists within the item above them. */
function readList(text) {
  const lines = text.replace(/\n$/, "").split("\n");
  const depth = LIST_ITEM.exec(lines[0])[1].length;
  const mark = LIST_ITEM.exec(lines[0])[2];
  const items = [];
  for (const line of lines) {
    const match = LIST_ITEM.exec(line);
    if (match && match[1].length <= depth) items.push({ text: match[3], inner: [] });
    else items.at(-1).inner.push(line);
  }
  return {
    type: "list",
    start: /\d/.test(mark) ? Number.parseInt(mark, 10) : null,
    items: items.map(({ text: line, inner }) => [
      ...parseInline(line),
      ...(inner.length ? parseMarkdownInner(inner.join("\n")) : []),
    ]),
  };
}

function parseMarkdownInner(text) {
  const match = LIST.exec(text);
  return match ? [readList(match[0])] : [{ type: "break" }, ...parseInline(text.trim())];
}
