// What a row shows, in every kind of screen.

import { control, isPlain, isWide } from "../controls/controls.js";
import { h, spoken } from "../document/dom.js";
import { icon } from "../document/icons.js";
import { picture } from "../document/images.js";
import { attributed } from "../document/runs.js";
import { t } from "../document/strings.js";
import { notes } from "../controls/textfields.js";
import { inkOf } from "../document/theme.js";
import { plain } from "../controls/values.js";

/** The classes and the style of a row. */
export function rowLook(row, ...classes) {
  return {
    class: ["row", row.selected && "is-selected", row.accent && "is-accented", row.enabled === false && "is-disabled",
      row.ribbon && "has-ribbon", ...classes],
    style: {
      ...(row.ribbon ? { "--ribbon": row.ribbon } : {}),
      ...(row.height && !isPicker(row) ? { "min-height": `${row.height / 16}rem` } : {}),
    },
    "data-row": row.id, "data-identifier": row.identifier,
  };
}

/** Whether a row has a picker, whose height in UIKit is a part of the row; here it is a list or a calendar above it. */
export function isPicker(row) { return ["date", "picker", "textpicker"].includes(row.control?.kind); }

/** What a row is called: one without a text by its number. */
export function nameOf(row, layer) {
  const found = layer.rowIndex.get(row.id);
  return row.label || (found ? t("row", found.index + 1) : "");
}

/** The image and the texts of a row of a list: a dash if there is nothing, so that a person sees the row. */
export function listTexts(row, layer) {
  if (row.text || row.detail || row.image || row.control) return texts(row, layer);
  return h("span", { class: "texts muted", key: "texts" },
    h("span", null, h("span", { "aria-hidden": "true" }, "–"), spoken(nameOf(row, layer))));
}

/** The image, the text and the detail text. */
export function texts(row, layer, { labelFor = null } = {}) {
  const color = row.color && !row.control ? { color: inkOf(row.color, layer.theme) } : null;
  const text = attributed(row.text, row.textRuns, layer.theme);
  // An open picker shows its value itself.
  const isSaid = row.control?.enabled && row.control.text === row.detail;
  const detail = !isSaid && attributed(row.detail, row.detailRuns, layer.theme);
  const isEmpty = !row.text && !detail;
  return [
    picture(row.image, row.imageInfo, "row-image"),
    !isEmpty && h("span", { class: "texts", key: "texts" },
      row.text && h(labelFor ? "label" : "span", { class: "text", for: labelFor, style: color }, text),
      detail && h("span", { class: "detail" }, detail)),
  ];
}

/** The control of a row, with the messages below it. */
export function controlParts(row, layer) {
  if (!row.control) return { beside: null, below: null };
  const messages = notes(row, layer);
  if (isPlain(row.control) && row.control.kind !== "multiline") {
    // The row says it already, as for a closed picker.
    const isSaid = isPicker(row) && (row.detail || row.text === (row.control.text ?? row.control.value));
    const value = isSaid ? null : plain(row.control, layer.theme);
    const { placeholder } = row.control;
    // A row without a label is not empty: it says what belongs there.
    const shown = value
      || (!row.text && !row.detail && placeholder && h("span", { class: "placeholder" }, placeholder));
    return { beside: shown && h("span", { class: "control", key: "control" }, shown), below: null };
  }
  const element = h("span", { class: ["control", `is-${row.control.kind}`], key: "control" }, control(row, layer));
  return isWide(row.control)
    ? { beside: null, below: [h("div", { class: "below", key: "below" }, element), messages] }
    : { beside: element, below: messages && [messages] };
}

/**
 * What stands at the end of a row: the button, the label or the accessory.
 *
 * @param attributes Those of what can be tapped.
 */
export function accessory(row, layer, attributes = {}) {
  const id = `${row.id}/accessory`;
  const tap = (event) => {
    event.stopPropagation();
    layer.act({ tap: id });
  };
  if (row.button) {
    const { title, image, enabled, label, hint } = row.button;
    const sign = image && picture(image, null, "button-image");
    return h("button", {
      class: ["button", "row-button", !title && "is-icon"], disabled: !enabled, onclick: tap, "data-focus": id,
      "data-identifier": row.button.identifier, "aria-label": label && label !== title ? label : title ? null : label
        || image,
      title: hint, ...attributes,
    }, sign, title && h("span", null, title));
  }
  if (row.view) return h("span", { class: "row-view muted" }, attributed(row.view.text, row.view.runs, layer.theme));
  switch (row.accessory) {
    case "disclosure": return sign("disclosure");
    case "checkmark": return h("span", { class: "checkmark", "aria-hidden": "true" }, icon("check"));
    case "detail":
    case "detailDisclosure":
      return [
        h("button", {
          class: "icon-button is-tinted", "aria-label": t("detailsOf", nameOf(row, layer)), onclick: tap, key: "detail",
          "data-focus": id, ...attributes,
        }, icon("info")),
        row.accessory === "detailDisclosure" && sign("disclosure"),
      ];
    default: return null;
  }
}

/** A sign at the end of a row: it opens something. */
export function sign(name) {
  return h("span", { class: ["chevron", `is-${name}`], key: "chevron", "aria-hidden": "true" }, icon("disclosure"));
}
