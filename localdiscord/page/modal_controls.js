// What one fills in: texts, selects, radio buttons and check boxes. Each is `{view, focus, check, read}`.

import { h } from "./dom.js";
import { select } from "./select.js";
import { chosenFirst, selectChoices } from "./select_choices.js";
import { store } from "./store.js";
import { words } from "./words.js";

const PARAGRAPH = 2;
const NEEDED = words("This field is required.");

/** The control of one component; `id` ties it to its label. */
export function modalControl(component, id, label) {
  switch (component.type) {
    case 4: return textInput(component, id);
    case 3: case 5: case 6: case 7: case 8: return selectInput(component, label);
    case 21: return options(component, id, label, "radio");
    case 22: return options(component, id, label, "checkbox");
    case 23: return checkbox(component, id);
    default: return { view: h("p", { class: "muted" }, words("This kind of field can't be shown here.")), check: () => null, read: () => ({}) };
  }
}

function textInput(component, id) {
  const isLong = component.style === PARAGRAPH;
  const least = component.min_length ?? 0;
  const most = component.max_length ?? 4000;
  const field = h(isLong ? "textarea" : "input", {
    id, class: "text-field", type: isLong ? null : "text", rows: isLong ? "4" : null, placeholder: component.placeholder, maxlength: most,
    value: component.value ?? "", dataset: { customId: component.custom_id }, "aria-describedby": `${id}-error`, autocomplete: "off",
  });
  return {
    view: field,
    focus: () => field.focus(),
    check(required) {
      if (required && !field.value.trim()) return NEEDED;
      return field.value && field.value.length < least ? words("Must be {n} or more in length.", { n: least }) : null;
    },
    read: () => ({ value: field.value }),
  };
}

function selectInput(component, label) {
  const channel = store.channels.get(store.current);
  let values = chosenFirst(component, selectChoices(component, channel));
  const required = component.required !== false;
  const view = select({ ...component, min_values: required ? component.min_values ?? 1 : 0 }, { label, channel, onChoose: (chosen) => { values = chosen; } });
  return {
    view,
    focus: () => view.firstChild.focus(),
    check: (needed) => (needed && values.length < Math.max(1, component.min_values ?? 1) ? NEEDED : null),
    read: () => ({ values }),
  };
}

function options(component, id, label, kind) {
  const boxes = component.options.map((option) => h("input", { type: kind, name: id, value: option.value, checked: option.default, dataset: { customId: component.custom_id } }));
  const view = h("div", { class: "option-group", role: kind === "radio" ? "radiogroup" : "group", "aria-label": label }, component.options.map((option, index) =>
    h("label", {}, boxes[index], h("span", {}, option.label, option.description ? h("small", {}, option.description) : null))));
  const chosen = () => boxes.filter((box) => box.checked).map((box) => box.value);
  return {
    view,
    focus: () => boxes[0]?.focus(),
    check(required) {
      const count = chosen().length;
      if (required && !count) return NEEDED;
      if (component.min_values && count && count < component.min_values) return words("Choose at least {n}.", { n: component.min_values });
      return component.max_values && count > component.max_values ? words("Choose at most {n}.", { n: component.max_values }) : null;
    },
    read: () => (kind === "radio" ? { value: chosen()[0] ?? null } : { values: chosen() }),
  };
}

function checkbox(component, id) {
  const box = h("input", { id, type: "checkbox", checked: component.default, dataset: { customId: component.custom_id } });
  return { view: box, focus: () => box.focus(), check: () => null, read: () => ({ value: box.checked }) };
}
