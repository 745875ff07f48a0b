// Fields into which texts are typed, and what stands below them: messages, hints, texts from before a restart.

import { h, isolated, spoken } from "../document/dom.js";
import { icon } from "../document/icons.js";
import { t } from "../document/strings.js";
import { described, errorID, plain, swatchOf, tinted } from "./values.js";

/** The message about a value that is not valid, the hint, and what was entered before a restart; null without any. */
export function notes(row, layer) {
  const { control } = row;
  const value = control.text ?? control.value;
  if (row.field && control.enabled) layer.inputs.follow(row.field, value, Boolean(control.error));
  const offer = control.enabled ? layer.inputs.offer(row.field, value) : null;
  if (!control.error && !control.hint && offer === null) return null;
  const answer = (name, look, use) => h("button", {
    class: ["button", "is-small", look], onclick: () => {
      layer.inputs.takeOffer(row.field);
      use?.();
      layer.render();
    },
  }, t(name));
  return [
    (control.error || control.hint) && h("p", { class: control.error ? "error" : "spoken", id: errorID(control, layer),
      key: "error" },
      control.error && icon("warning"), control.error || "", control.error && control.hint ? spoken(" ") : null,
      control.hint && (control.error ? spoken(control.hint) : control.hint)),
    offer !== null && h("p", { class: "offer", key: "offer" },
      h("span", null, t("inputLost"), " ", h("q", null, isolated(offer))),
      h("span", { class: "offer-answers" },
        answer("restore", "", () => layer.inputs.type(textTarget(control, row, layer), offer)),
        answer("discard", "is-quiet"))),
  ];
}

function textTarget(control, row, layer) {
  return {
    key: layer.key(control.id), instance: layer.instance, field: row.field, isSecure: control.secure,
    action: (text) => ({ edit: control.id, text }),
  };
}

/** What a button does. What was typed and is not written yet may enable it: the application decides about the tap. */
export function tapping(id, isEnabled, layer) {
  if (isEnabled || !layer.inputs.isPending) return { disabled: !isEnabled, onclick: () => layer.act({ tap: id }) };
  return { "aria-disabled": "true", onclick: () => layer.press({ tap: id }) };
}

/** Whether a field has lost the focus because its window has. */
export function isInBackground(event) { return document.activeElement === event.target; }

/** What a field of any kind does with typing and its keys. */
export function typing(target, layer, { enter, escape, onKey }) {
  return {
    "data-input": target.key,
    oninput: (event) => {
      const wasPending = layer.inputs.isPending;
      layer.inputs.type(target, event.target.value);
      // What typing may enable can be used at once.
      if (!wasPending) layer.render();
    },
    oncompositionstart: () => layer.inputs.compose(target.key, true),
    oncompositionend: (event) => {
      layer.inputs.compose(target.key, false);
      layer.inputs.type(target, event.target.value);
    },
    onblur: (event) => { if (!isInBackground(event)) layer.inputs.leave(target.key); },
    onkeydown: (event) => {
      // Enter in a composition chooses a candidate.
      if (event.isComposing || event.keyCode === 229) return;
      if (onKey?.(event)) return;
      if (event.key === "Enter" && !event.shiftKey && enter) {
        event.preventDefault();
        enter(event);
      } else if (event.key === "Escape" && escape) {
        event.preventDefault();
        event.stopPropagation();
        escape(event);
      }
    },
  };
}

function keys(control, row, layer, target, onKey, isMultiline) {
  return typing(target, layer, {
    onKey,
    enter: isMultiline ? null : async () => {
      layer.inputs.flush();
      const error = await layer.press("done");
      // The field that adds an entity is empty now; any other one shows its value as the application formats it.
      if (!error) layer.inputs.drop(target.key);
      if (error && row.id.startsWith("cell:")) document.activeElement?.blur();
      layer.render();
    },
    escape: () => {
      layer.inputs.drop(target.key);
      layer.press("cancel");
      layer.render();
    },
  });
}

/**
 * A field with one line.
 *
 * @param attributes Further attributes.
 * @param onKey Handles a key, and returns whether it has.
 */
export function field(control, row, layer, attributes = {}, onKey = null) {
  if (!control.enabled) return plain(control, layer.theme);
  const target = textTarget(control, row, layer);
  layer.inputs.resume(target);
  const shown = layer.inputs.shown(target.key, control.value === null ? "" : String(control.value));
  const color = swatchOf(shown);
  const input = h("input", {
    ...described(control, layer), type: control.secure ? "password" : "text", class: "field", autocomplete: "off",
    autocapitalize: "sentences", spellcheck: control.secure ? "false" : null, placeholder: control.placeholder,
    enterkeyhint: row.id.startsWith("add:") ? "send" : "done", ".value": shown, style: tinted(control, layer),
    onfocus: () => layer.focused(row), ...keys(control, row, layer, target, onKey, false), ...attributes,
  });
  if (!color) return input;
  return h("span", { class: "with-button" }, input, h("input", {
    type: "color", class: "color-well", ".value": color.toLowerCase(),
    "aria-label": `${t("chooseColor")}: ${control.label}`,
    onchange: (event) => layer.inputs.type(target, event.target.value),
  }));
}

/** A field with several lines, as high as its text. */
export function multiline(control, row, layer) {
  const target = textTarget(control, row, layer);
  if (!control.enabled) {
    const { value, placeholder } = control;
    const text = value || (!row.text && placeholder);
    return text && h("p", { class: ["multiline-text", !value && "placeholder"] }, text);
  }
  layer.inputs.resume(target);
  return h("textarea", {
    ...described(control, layer), class: "field", rows: 3, placeholder: control.placeholder,
    style: tinted(control, layer),
    ".value": layer.inputs.shown(target.key, control.value === null ? "" : String(control.value)),
    onfocus: () => layer.focused(row), ...keys(control, row, layer, target, null, true),
  });
}
