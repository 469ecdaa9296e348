// What is being pressed stays until it is let go: a press on something that is replaced meanwhile comes to nothing.

let pressed = null;
const waiting = new Set();

/** A function that calls `draw` or, while anything in `element` is being pressed, does so afterwards. */
export function unlessPressed(element, draw) {
  return () => {
    if (pressed && element.contains(pressed)) waiting.add(draw);
    else draw();
  };
}

function letGo() {
  pressed = null;
  const due = [...waiting];
  waiting.clear();
  for (const draw of due) draw();
}

document.addEventListener("pointerdown", (event) => {
  letGo();
  pressed = event.target;
}, true);
// The click comes after these.
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(letGo), true);
