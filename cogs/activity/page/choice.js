// What was touched, before anything binding: the answers about that thing, each with what it would bring.

import { element, paragraphs } from "./words.js";

const MOVE = /^m:/;
let asked = null;

/** Close the choice if what was touched is no longer offered; returns whether the focus was in it. */
export function closeChoice() {
  if (!asked || asked.isConnected) return false;
  const box = document.getElementById("choice");
  const had = box.contains(document.activeElement);
  box.hidePopover();
  return had;
}

/** Ask which of `answers` is meant, unless there is one and it only leads to a further step. */
export function choose(area, answers, press) {
  if (answers.length === 1 && !MOVE.test(answers[0].press)) return press(answers[0].press, [], area);
  const box = document.getElementById("choice");
  const buttons = answers.map((answer) => {
    const made = element("button", { type: "button", className: MOVE.test(answer.press) ? "style-3" : "style-2" });
    made.append(element("span", {}, answer.label));
    if (answer.note) made.append(...paragraphs(answer.note));
    made.addEventListener("click", () => {
      box.hidePopover();
      press(answer.press, [], area);
    });
    return made;
  });
  box.replaceChildren(...buttons);
  box.setAttribute("aria-label", answers.map(({ label }) => label).join(" · "));
  box.showPopover();
  asked = area;
  area.classList.add("chosen");
  const gone = ({ newState }) => {
    if (newState !== "closed") return;
    area.classList.remove("chosen");
    if (asked === area) asked = null;
    box.removeEventListener("toggle", gone);
  };
  box.addEventListener("toggle", gone);
  const { left, bottom, top, width } = area.getBoundingClientRect();
  const { width: wide, height: high } = box.getBoundingClientRect();
  const below = bottom + high + 8 < innerHeight;
  box.style.left = `${Math.max(8, Math.min(left + width / 2 - wide / 2, innerWidth - wide - 8))}px`;
  box.style.top = `${below ? bottom + 8 : Math.max(8, top - high - 8)}px`;
  buttons[0].focus();
}
