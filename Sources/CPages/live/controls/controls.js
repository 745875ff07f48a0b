// The controls of rows. Each kind is a function: (control, row, layer) → the element that a person operates.

import { dateControl } from "./dates.js";
import { h } from "../document/dom.js";
import { icon, namedImage } from "../document/icons.js";
import { imageLabel, picture } from "../document/images.js";
import { link, webPage } from "../document/runs.js";
import { t } from "../document/strings.js";
import { field, multiline } from "./textfields.js";
import { described, plain, tinted } from "./values.js";

const KINDS = {
  text: field, multiline, switch: switchControl, stepper, slider, segment, date: dateControl, picker,
  textpicker: picker,
  progress, image, web,
};

/** The element of a control; of an unknown kind, its text. */
export function control(row, layer) {
  const kind = KINDS[row.control.kind];
  return kind ? kind(row.control, row, layer) : plain(row.control);
}

/** Whether a control needs the width of its row. */
export function isWide({ kind, enabled, imageInfo, mode }) {
  if (kind === "image") return Boolean(imageInfo);
  return kind === "multiline" || (kind === "web" && mode === "html") || (kind === "segment" && enabled);
}

/** Whether a person sees only a value, as outside edit mode. */
export function isPlain({ kind, enabled }) {
  return !enabled && !["switch", "progress", "image", "web", "slider", "segment"].includes(kind);
}

function target(control, row, layer, action) {
  return { key: layer.key(control.id), instance: layer.instance, field: row.field, action };
}

function switchControl(control, row, layer) {
  const edit = target(control, row, layer, (on) => ({ edit: control.id, value: on }));
  return h("input", {
    ...described(control, layer), type: "checkbox", role: "switch", class: "switch", disabled: !control.enabled,
    style: tinted(control, layer), ".checked": layer.inputs.shown(edit.key, control.value === true),
    onchange: (event) => layer.inputs.choose(edit, event.target.checked),
  });
}

function stepper(control, row, layer) {
  if (!control.enabled) return plain(control, layer.theme);
  const step = (steps) => layer.act({ edit: control.id, steps });
  const button = (name, steps, isOff) => h("button", {
    class: "step", tabindex: "-1", "aria-label": `${t(name)}: ${control.label}`, disabled: isOff,
    onclick: () => step(steps),
  }, icon(steps < 0 ? "minus" : "add"));
  const text = field({ ...control, kind: "text", value: control.text ?? String(control.value ?? "") }, row, layer, {
    role: "spinbutton", inputmode: "decimal", class: "field stepper-value",
    "aria-valuenow": control.value, "aria-valuemin": control.min, "aria-valuemax": control.max,
    "aria-valuetext": control.text,
  }, (event) => {
    const steps = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (steps) {
      event.preventDefault();
      step(steps);
    }
    return Boolean(steps);
  });
  return h("span", { class: "stepper", style: tinted(control, layer) },
    button("decrease", -1, control.value <= control.min), text, button("increase", 1, control.value >= control.max));
}

function slider(control, row, layer) {
  const edit = target(control, row, layer, (value) => ({ edit: control.id, value: Number(value) }));
  const value = String(control.value ?? control.min ?? 0);
  const span = Number(control.max) - Number(control.min);
  const step = control.step || (span > 20 && Number.isInteger(control.min) && Number.isInteger(control.max) ? 1
    : span / 100);
  const shown = layer.inputs.shown(edit.key, value);
  const share = span > 0 ? (Number(shown) - Number(control.min)) / span : 0;
  const side = (name) => name && namedImage(name, "slider-image");
  return h("span", { class: "slider", style: { "--share": `${share * 100}%`, ...tinted(control, layer) } },
    side(control.minImage),
    h("input", {
      ...described(control, layer), type: "range", min: control.min, max: control.max, step: step > 0 ? step : "any",
      disabled: !control.enabled, ".value": shown, "aria-valuetext": control.text,
      oninput: (event) => {
        layer.inputs.choose(edit, event.target.value);
        layer.render();
      },
    }),
    side(control.maxImage),
    h("output", { class: "slider-value", "aria-hidden": "true" }, control.text ?? value));
}

function segment(control, row, layer) {
  const edit = target(control, row, layer, (index) => ({ edit: control.id, option: index }));
  const chosen = layer.inputs.shown(edit.key, control.value);
  const { id, ...names } = described(control, layer);
  return h("span", { ...names, id, role: "radiogroup", class: "segments", style: tinted(control, layer),
    "data-focus": null },
    control.options.map((title, index) => h("label", { class: "segment", key: index },
      h("input", {
        type: "radio", name: layer.id(control.id), value: index, disabled: !control.enabled,
        ".checked": chosen === index,
        "data-focus": chosen === index || (chosen === null && index === 0) ? control.id : null,
        onchange: () => layer.inputs.choose(edit, index),
      }),
      h("span", null, title))));
}

function picker(control, row, layer) {
  if (!control.enabled) return plain(control, layer.theme);
  const edit = target(control, row, layer, (index) => ({ edit: control.id, option: Number(index) }));
  const index = typeof control.value === "number" ? control.value
    : control.options.indexOf(control.text ?? control.value);
  const isOther = index < 0;
  return h("span", { class: "select", style: tinted(control, layer) },
    h("select", {
      ...described(control, layer), onchange: (event) => layer.inputs.choose(edit, event.target.value),
      ".value": layer.inputs.shown(edit.key, isOther ? "" : String(index)),
    },
    isOther && h("option", { key: "other", value: "", disabled: true }, control.text || control.title || "–"),
    control.options.map((title, option) => h("option", { key: option, value: option }, title || "–"))),
    icon("disclosure"));
}

/** How much of a progress is done, in percent. */
export function percent(control) {
  const [value, max] = [Number(control.value) || 0, Number(control.max) || 0];
  return max > 0 ? Math.min(1, Math.max(0, value / max)) * 100 : 0;
}

function progress(control, row, layer) {
  const [value, max, share] = [Number(control.value) || 0, Number(control.max) || 0, percent(control)];
  return h("span", { class: "progress", style: tinted(control, layer) },
    h("span", {
      class: "progress-bar", role: "progressbar", "aria-label": control.label, "aria-valuemin": 0, "aria-valuemax": max,
      "aria-valuenow": value, "aria-valuetext": `${Math.round(share)} %`,
    }, h("span", { class: "progress-share", style: { width: `${share}%` } })),
    h("span", { class: "progress-text", "aria-hidden": "true" }, `${Math.round(share)} %`));
}

function image(control) {
  if (!control.imageInfo && !control.value) return h("span", { class: "muted" }, "–");
  if (control.imageInfo) return picture(control.value, control.imageInfo, "is-large", imageLabel(control));
  return h("span", { class: "image-name" }, namedImage(control.value, "is-medium"),
    h("span", { class: "muted" }, control.value));
}

function web(control, row, layer) {
  if (!control.value) return null;
  if (control.mode === "url") return link(control.value, "link web-link", icon("link"),
    h("span", null, control.text || control.value));
  return h("div", { class: "web-page", role: "document", "aria-label": control.label, memo: control },
    webPage(control.value, layer.headingLevel(row)));
}
