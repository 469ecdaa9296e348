// The input box: plain words, or a command once one was chosen after a slash.

import { say } from "./api.js";
import { on, tell } from "./bus.js";
import { commandForm } from "./command_form.js";
import { exactCommand, findCommands, runnable } from "./command_match.js";
import { avatar } from "./avatar.js";
import { h } from "./dom.js";
import { icon } from "./icons.js";
import { mentionsWritten, suggestMentions } from "./mention_input.js";
import { newPostButton } from "./new_post.js";
import { channelName, isForum, isThread, isDirect, partnerOf, placeOf, store } from "./store.js";
import { hideSuggestions, suggest, suggestionBox, suggestionKey } from "./suggestions.js";
import { toBottom } from "./message_list.js";
import { words } from "./words.js";

const MOST_LETTERS = 2000;

const text = h("textarea", { class: "composer-text", rows: "1", maxlength: MOST_LETTERS, role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", autocomplete: "off", spellcheck: "false", oninput: onInput, onkeydown: onKey, onblur: () => hideSuggestions() });
const slash = h("button", { type: "button", class: "icon-button", "aria-label": words("Use a command"), title: words("Use a command"), onclick: beginCommand }, icon("slash", 24));
const sendButton = h("button", { type: "submit", class: "icon-button send", "aria-label": words("Send message") }, icon("send", 20));
const plain = h("form", { class: "composer-line", onsubmit: send }, slash, text, sendButton);
const holder = h("div", { class: "composer-holder" }, plain);

/** The box with the list of suggestions above it. */
export const composer = h("div", { class: "composer" }, suggestionBox, holder);

/** channel id -> what was being written there. */
const drafts = new Map();
let channelHere = null;
let form = null;

/** Puts the cursor into the box. */
export function focusComposer() {
  (form ?? text).focus();
}

function commandsHere() {
  return runnable(store.commands, { locale: store.me?.locale, place: placeOf(store.channels.get(store.current)) });
}

function onInput() {
  grow();
  sendButton.classList.toggle("ready", Boolean(text.value.trim()));
  if (!text.value.startsWith("/") || text.value.includes("\n")) return suggestMentions(text);
  const typed = text.value.slice(1);
  const exact = exactCommand(commandsHere(), typed);
  if (exact) return chooseCommand(exact);
  suggest(text, {
    heading: findCommands(commandsHere(), typed).length ? words("Commands") : words("No command begins like this."),
    list: findCommands(commandsHere(), typed).map((entry) => ({
      label: `/${entry.title}`, detail: entry.description, side: store.bot?.username, entry,
      lead: store.bot ? avatar(store.bot, 32) : null,
    })),
    onPick: ({ entry }) => chooseCommand(entry),
  });
}

function grow() {
  text.style.height = "auto";
  text.style.height = `${Math.min(text.scrollHeight, window.innerHeight / 2)}px`;
}

function onKey(event) {
  if (event.isComposing || suggestionKey(event)) return;
  if (event.key === "Escape") hideSuggestions();
  if (event.key === "Enter" && !event.shiftKey) send(event);
}

async function send(event) {
  event.preventDefault();
  const content = mentionsWritten(text.value.trim());
  if (!content) return;
  if (content.startsWith("/") && commandsHere().length && findCommands(commandsHere(), content.slice(1)).length) return onInput();
  const channel = store.current;
  const before = text.value;
  setText("");
  toBottom();
  try {
    await say(channel, content);
  } catch (error) {
    if (store.current === channel && !text.value) setText(before);
    tell("notice", error.message);
  }
}

function setText(value) {
  text.value = value;
  hideSuggestions();
  grow();
  sendButton.classList.toggle("ready", Boolean(value.trim()));
}

function beginCommand() {
  setText("/");
  text.focus();
  onInput();
}

function chooseCommand(entry) {
  setText("");
  form = commandForm(entry, endCommand);
  holder.replaceChildren(form);
  form.focus();
}

/** Back to plain words; `kept` is what stands in the box then. */
function endCommand(kept = "", focus = true) {
  form = null;
  hideSuggestions();
  holder.replaceChildren(plain);
  setText(kept);
  if (!focus) return;
  text.focus();
  if (kept) onInput();
}

on("current", (channel) => {
  if (channelHere === channel) return;
  // Quick fingers write, and begin commands, before the page knows its first channel.
  if (form && channelHere) endCommand("", false);
  if (channelHere) drafts.set(channelHere, text.value);
  const written = channelHere ? "" : text.value;
  channelHere = channel;
  setText(drafts.get(channel) ?? written);
  const place = store.channels.get(channel);
  const sign = partnerOf(place) ? "@" : isThread(place) || isDirect(place) ? "" : "#";
  text.placeholder = place ? words("Message {place}", { place: `${sign}${channelName(place)}` }) : "";
  text.setAttribute("aria-label", text.placeholder);
  composer.hidden = !place;
  if (!form) holder.replaceChildren(isForum(place) ? newPostButton : plain);
});
/** What is typed or pasted goes to the box, wherever the focus is, unless something else is there to be written in or chosen from. */
window.addEventListener("keydown", (event) => {
  if (isWritten(event) && !takesLetters(document.activeElement) && !document.querySelector("dialog[open], .popover")) focusComposer();
});

/** Whether a key writes something; the space bar presses buttons and turns pages. */
function isWritten(event) {
  if (event.defaultPrevented || event.key === " ") return false;
  if (event.ctrlKey !== event.metaKey && !event.altKey && event.key.toLowerCase() === "v") return true;
  const isLetter = event.key.length === 1 || event.key === "Dead";
  return isLetter && (event.getModifierState("AltGraph") || !(event.ctrlKey || event.metaKey || event.altKey));
}

const takesLetters = (element) => Boolean(element?.matches("input, textarea, select, [contenteditable], [role=combobox][aria-expanded=true]"));

on("use-command", chooseCommand);
on("begin-command", () => !form && beginCommand());

const bringsFiles = (event) => event.dataTransfer?.types.includes("Files");
window.addEventListener("dragover", (event) => bringsFiles(event) && event.preventDefault());
window.addEventListener("drop", (event) => {
  if (!bringsFiles(event)) return;
  event.preventDefault(); // or the browser would leave the page for the file
  if (event.dataTransfer.files[0]) form?.takeFile(event.dataTransfer.files[0]);
});
for (const part of ["current", "commands", "bot", "people"]) on(part, () => document.activeElement === text && text.value.startsWith("/") && onInput());
