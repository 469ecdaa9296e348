// The parts of a modal. Each is `{view, check?, focus?, read?}`: `check()` gives a complaint after showing it, `read()` what is posted.

import { h } from "./dom.js";
import { markdown } from "./markdown_view.js";
import { modalControl } from "./modal_controls.js";

const ACTION_ROW = 1;
const TEXT_DISPLAY = 10;
const LABEL = 18;

let count = 0;

/** The parts of a modal's components. */
export function modalParts(components) {
  return components.map((component) => {
    if (component.type === TEXT_DISPLAY) return { view: markdown(component.content) };
    if (component.type === LABEL) return labelled(component.component, component.label, component.description, (inner) => ({ type: LABEL, id: component.id, component: inner }));
    if (component.type === ACTION_ROW) return labelled(component.components[0], component.components[0].label, null, (inner) => ({ type: ACTION_ROW, id: component.id, components: [inner] }));
    return { view: h("div", {}) };
  });
}

function labelled(component, text, description, wrap) {
  const id = `field-${++count}`;
  const control = modalControl(component, id, text);
  const error = h("div", { class: "failure", id: `${id}-error`, role: "alert", hidden: true });
  const required = component.required !== false && component.type !== 23;
  const view = h("div", { class: "modal-field" },
    h("label", { for: id }, text, required ? h("span", { class: "required", "aria-hidden": "true" }, " *") : null),
    description ? h("p", { class: "muted" }, description) : null, control.view, error);
  return {
    view,
    focus: control.focus,
    check() {
      const complaint = control.check(required);
      error.textContent = complaint ?? "";
      error.hidden = !complaint;
      view.classList.toggle("wrong", Boolean(complaint));
      return complaint;
    },
    read: () => wrap({ type: component.type, id: component.id, custom_id: component.custom_id, ...control.read() }),
  };
}
