// Starts the page: loads the state, and with it the language of whoever looks, before anything is drawn in it.

import "./theme.js";
import { loadState } from "./api.js";
import { waitingScreen } from "./waiting_screen.js";
import { speak, words } from "./words.js";

const RETRY_MS = 1000;

async function load() {
  let state;
  try {
    state = await loadState();
  } catch (error) {
    document.body.replaceChildren(waitingScreen(words("{trouble} Trying again…", { trouble: error.message })));
    return void setTimeout(load, RETRY_MS);
  }
  speak(state.me?.locale ?? navigator.language);
  const { start } = await import("./app.js");
  start(state);
}

speak(navigator.language);
load();
