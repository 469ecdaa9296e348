// Dark or light: as the system says, until somebody chooses.

const KEY = "localdiscord.theme";
const system = window.matchMedia("(prefers-color-scheme: light)");

export const currentTheme = () => localStorage.getItem(KEY) ?? (system.matches ? "light" : "dark");

function paint() {
  document.documentElement.dataset.theme = currentTheme();
}

/** Changes from one theme to the other and remembers it. */
export function toggleTheme() {
  localStorage.setItem(KEY, currentTheme() === "dark" ? "light" : "dark");
  paint();
}

system.addEventListener("change", paint);
window.addEventListener("storage", paint);
paint();
