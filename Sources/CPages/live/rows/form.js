// Details, forms and settings: native controls with their labels, and rows that are buttons.

import { actionsButton } from "./actions.js";
import { isPlain, percent } from "../controls/controls.js";
import { h } from "../document/dom.js";
import { icon } from "../document/icons.js";
import { attributed, hasLink } from "../document/runs.js";
import { accessory, controlParts, isPicker, nameOf, rowLook, sign, texts } from "./rows.js";
import { sectionFrame } from "./sections.js";
import { swipeButtons } from "./swipe.js";

/** The rows of a detail. */
export function form(layer) {
  return h("div", {
    class: "form", key: "form", onkeydown: (event) => rowKey(event, layer),
    onfocusin: (event) => layer.setCurrent(rowOf(event)),
  },
    layer.screen.sections.map((section, index) => section.rows.length || section.header || section.footer
      ? sectionFrame(section, index, layer, null, section.rows.map((row) => formRow(row, layer)))
      : null));
}

/** Labels and buttons of a screen without rows. */
export function views(layer) {
  return h("div", { class: "views", key: "views" }, layer.screen.views.map((view) => view.kind === "button"
    ? h("button", {
      class: "button is-large", key: view.id, disabled: !view.enabled, "data-focus": view.id,
      "data-identifier": view.identifier, "aria-label": view.label !== view.text ? view.label : null, title: view.hint,
      onclick: () => layer.act({ tap: view.id }),
    }, view.image && (icon(view.image) || null), h("span", null, attributed(view.text, view.runs, layer.theme)))
    : h("p", { class: "view-text", key: view.id, "data-identifier": view.identifier },
      attributed(view.text, view.runs, layer.theme))));
}

/** Whether the row is a button: a control that can be operated takes its place; images and progress are only shown. */
function isTappable(row) {
  return row.tappable !== false && row.enabled !== false
    && (!row.control || isPlain(row.control) || ["image", "progress"].includes(row.control.kind));
}

/** What the button of a row is called where its texts do not say it. */
function tapLabel(row, layer) {
  if (row.control?.kind === "progress") return `${nameOf(row, layer)}, ${Math.round(percent(row.control))} %`;
  return row.text || row.detail ? null : nameOf(row, layer);
}

function formRow(row, layer) {
  if (row.id.startsWith("add:")) return addRow(row, layer);
  const { beside, below } = controlParts(row, layer);
  // A button cannot contain a link.
  const tappable = isTappable(row) && !hasLink(row.textRuns) && !hasLink(row.detailRuns);
  const opens = tappable && isPicker(row) && row.accessory === "none";
  const end = [opens ? sign("down") : accessory(row, layer), actionsButton(row, layer)].filter(Boolean);
  const isField = row.control && !isPlain(row.control);
  const content = [
    texts(row, layer, { labelFor: isField && !["segment", "stepper", "progress", "image",
      "web"].includes(row.control.kind)
      ? layer.id(row.control.id) : null }),
    beside,
  ];
  return h("div", {
    ...rowLook(row, tappable && "is-tappable", isField && "is-field", row.control && `has-${row.control.kind}`),
    key: layer.rowKey(row.id),
    id: layer.id(row.id),
  },
  (row.leading.length > 0 || row.trailing.length > 0) && swipeButtons(row, layer),
  h("span", { class: "row-front", key: "front" },
    tappable
      ? h("button", {
        class: "row-main row-tap", key: "tap", "data-focus": row.id, "aria-description": row.hint,
        "aria-label": tapLabel(row, layer), onclick: () => layer.act({ tap: row.id }),
      }, content, below && h("span", { class: "row-below", key: "below" }, below))
      : h("span", { class: "row-main", key: "main" }, content),
    end.length > 0 && h("span", { class: "row-end", key: "end" }, end)),
  !tappable && below && h("div", { class: "row-below", key: "below" }, below));
}

/** What adds an entity to a section: a field, or a button. */
function addRow(row, layer) {
  const { beside, below } = controlParts(row, layer);
  return h("div", { ...rowLook(row, "add-row"), key: row.id, id: layer.id(row.id) },
    row.control
      ? [icon("add"), beside, below]
      : h("button", { class: "row-main row-tap is-add", "data-focus": row.id,
        onclick: () => layer.act({ tap: row.id }) },
        icon("add"), h("span", { class: "text" }, row.text || row.label)));
}

function rowOf(event) { return event.target.closest("[data-row]")?.dataset.row; }

function rowKey(event, layer) {
  const element = event.target.closest("[data-row]");
  const row = layer.row(rowOf(event));
  if (!row || !(event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey))) return;
  if (!element.querySelector(".actions-button")) return;
  event.preventDefault();
  layer.openActions(row.id, element);
}
