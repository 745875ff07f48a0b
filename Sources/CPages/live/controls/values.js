// What controls of several kinds show: their value as a text, their name and state, their color.

import { h } from "../document/dom.js";
import { inkOf } from "../document/theme.js";

/** The value of a control that cannot be operated. */
export function plain(control, theme) {
  const value = control.text ?? control.value;
  if (value === null || value === undefined || value === "") return null;
  const color = swatchOf(value);
  return h("span", { class: "plain-value", style: control.color && theme ? { color: inkOf(control.color, theme) }
    : null },
    color && h("span", { class: "swatch", "aria-hidden": "true", style: { "background-color": color } }),
      String(value));
}

export function swatchOf(value) { return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value) ? value : null; }

/** What every control has: its name, and the messages that describe it. */
export function described(control, layer) {
  return {
    id: layer.id(control.id), "data-focus": control.id, "data-identifier": control.identifier,
    "aria-label": control.label,
    "aria-invalid": control.error ? "true" : null,
    "aria-describedby": control.error || control.hint ? errorID(control, layer) : null,
  };
}

/** The style of a control with a color of its own. */
export function tinted(control, layer) {
  return control.color ? { "--active": control.color, "--tint": inkOf(control.color, layer.theme) } : null;
}

/** The identifier of the texts that describe a control. */
export function errorID(control, layer) { return layer.id(`${control.id}/note`); }
