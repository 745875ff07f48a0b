// Lists, menus and selections: a grid with one tab stop, or a listbox. Arrows go through the rows, and into a row.

import { actionsButton, hasActions, swipeActions } from "./actions.js";
import { h } from "../document/dom.js";
import { icon } from "../document/icons.js";
import { arrivals } from "../document/images.js";
import { accessory, controlParts, listTexts, nameOf, rowLook } from "./rows.js";
import { sectionFrame } from "./sections.js";
import { t } from "../document/strings.js";
import { swipeButtons } from "./swipe.js";

/** The rows of a list. */
export function list(layer) {
  const { screen } = layer;
  const isSelection = screen.kind === "selection" && !screen.editing;
  const roles = isSelection
    ? { role: "listbox", "aria-multiselectable": "true" }
    : { role: "grid", "aria-rowcount": layer.total, "aria-colcount": 2 };
  const rows = screen.sections.flatMap((section) => section.rows);
  const hasData = rows.some((row) => !row.id.startsWith("add:"));
  const current = layer.current;
  const sections = screen.sections.map((section, index) => ({ section, index }));
  const fields = sections.map(({ section, index }) => ({ index,
    rows: section.rows.filter((row) => row.id.startsWith("add:")) }));
  const isAppended = fields.some(({ index, rows: own }) => own.length && screen.sections[index].rows[0] !== own[0]);
  const adding = fields.flatMap(({ rows: own }) => own.map((row) => addRow(row, layer)));
  return [
    !isAppended && adding,
    h("div", {
      ...(hasData ? { ...roles, "aria-label": screen.title || screen.name,
        "aria-busy": screen.activity ? "true" : null } : {}),
      class: "list", key: "list", tabindex: "-1", id: layer.id("list"), onkeydown: (event) => listKey(event, layer),
      onfocusin: (event) => {
        const id = event.target.closest("[data-row]")?.dataset.row;
        if (id) layer.setCurrent(id);
      },
    },
    hasData && sections.map(({ section, index }) => {
      const own = section.rows.filter((row) => !row.id.startsWith("add:"));
      if (!own.length) return null;
      return sectionFrame(section, index, layer, isSelection ? "group" : "rowgroup",
        own.map((row) => kept(row, layer, row.id === current, isSelection ? option : listRow)));
    })),
    isAppended && adding,
  ];
}

/** The field that adds an entity. */
function addRow(row, layer) {
  const { beside, below } = controlParts(row, layer);
  return h("div", { ...rowLook(row, "add-row"), key: row.id }, icon("add"), beside, below);
}

/** By row: the element as data, and what it depends on besides the row. */
const elements = new WeakMap();

/** The element of a row, which stays the same while nothing changes that it shows. */
function kept(row, layer, isCurrent, make) {
  if (row.control) return make(row, layer, isCurrent);
  const { name, view, screen, theme } = layer;
  const state = [name, view, layer.rowIndex.get(row.id).index, isCurrent, screen.editing, layer.can("mark"),
    theme.name, theme.cellColor, row.imageInfo ? arrivals : 0].join();
  const known = elements.get(row);
  if (known?.state === state) return known.element;
  const element = make(row, layer, isCurrent);
  elements.set(row, { state, element });
  return element;
}

function listRow(row, layer, isCurrent) {
  const { screen } = layer;
  const { index } = layer.rowIndex.get(row.id);
  const { beside, below } = controlParts(row, layer);
  const isMarking = screen.editing && layer.can("mark");
  const inner = { tabindex: "-1" };
  const action = accessory(row, layer, inner);
  const button = actionsButton(row, layer, inner);
  return h("div", {
    ...rowLook(row, "is-tappable", hasActions(row) && "has-actions"), key: layer.rowKey(row.id), role: "row",
    id: layer.id(row.id),
    tabindex: isCurrent ? "0" : "-1", "aria-rowindex": index + 1,
    "aria-selected": isMarking || row.selected ? String(row.selected) : null,
    "data-focus": row.id, "aria-description": row.hint, "aria-disabled": row.enabled === false ? "true" : null,
    onclick: (event) => tapRow(event, row, layer),
    oncontextmenu: (event) => {
      if (!hasActions(row) || event.target.closest("input, textarea, a")) return;
      event.preventDefault();
      layer.openActions(row.id, layer.element(row.id));
    },
  },
  swipeButtons(row, layer),
  h("span", { class: "row-front", role: "presentation", key: "front" },
    isMarking && h("span", { class: ["mark", row.selected && "is-on"], "aria-hidden": "true" },
      row.selected && icon("check")),
    h("span", { class: "row-main", role: "gridcell", "aria-colindex": 1 }, listTexts(row, layer),
      beside, below && h("span", { class: "row-below" }, below)),
    (action || button) && h("span", { class: "row-end", role: "gridcell", "aria-colindex": 2 }, action, button)));
}

function option(row, layer, isCurrent) {
  const { index } = layer.rowIndex.get(row.id);
  const isOn = row.accessory === "checkmark" || row.selected;
  return h("div", {
    ...rowLook(row, "is-tappable", "is-option"), key: layer.rowKey(row.id), role: "option", id: layer.id(row.id),
    tabindex: isCurrent ? "0" : "-1",
    "aria-selected": String(isOn), "aria-setsize": layer.total, "aria-posinset": index + 1, "data-focus": row.id,
    onclick: (event) => tapRow(event, row, layer),
  },
  swipeButtons(row, layer),
  h("span", { class: "row-front" },
    h("span", { class: "row-main" }, listTexts(row, layer)),
    h("span", { class: "row-end", "aria-hidden": "true" }, isOn && h("span", { class: "checkmark" }, icon("check")))));
}

function tapRow(event, row, layer) {
  if (event.target.closest("input, textarea, select, button, a, label")) return;
  if (row.enabled === false) return;
  layer.setCurrent(row.id);
  layer.act({ tap: row.id });
}

function listKey(event, layer) {
  const element = event.target.closest("[data-row]");
  const isRow = event.target === element;
  const inField = !isRow && event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select");
  if (inField) {
    if (event.key === "Escape") element.focus();
    return;
  }
  const id = element?.dataset.row ?? layer.place.current;
  const row = id ? layer.row(id) : null;
  const handled = () => {
    event.preventDefault();
    event.stopPropagation();
  };
  if (row && (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey))) {
    handled();
    if (hasActions(row)) layer.openActions(row.id, element);
    return;
  }
  if (event.ctrlKey || event.metaKey) return;
  if (event.altKey) {
    if (row?.movable && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      handled();
      move(row, event.key === "ArrowUp" ? -1 : 1, layer);
    }
    return;
  }
  const isForward = document.documentElement.dir === "rtl" ? "ArrowLeft" : "ArrowRight";
  const isBackward = document.documentElement.dir === "rtl" ? "ArrowRight" : "ArrowLeft";
  const index = row ? layer.rowIndex.get(id).index : layer.place.index;
  const page = Math.max(1, Math.floor(layer.scroller.viewHeight / Math.max(24, element?.offsetHeight || 52)) - 1);
  const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key];
  if (steps) {
    handled();
    layer.focusRow(index + steps);
  } else if (event.key === "Home" || event.key === "End") {
    handled();
    layer.focusRow(event.key === "Home" ? 0 : layer.total - 1);
  } else if ((event.key === isForward || event.key === isBackward) && element) {
    handled();
    moveInRow(element, event.target, event.key === isForward ? 1 : -1);
  } else if (isRow && (event.key === "Enter" || event.key === " ")) {
    handled();
    if (row.enabled !== false) layer.act({ tap: row.id });
  } else if (isRow && (event.key === "Delete" || event.key === "Backspace")) {
    const [first] = swipeActions(row).trailing;
    if (!first?.isDestructive) return;
    handled();
    layer.act(first.action);
  }
}

function move(row, steps, layer) {
  const { section, place } = layer.rowIndex.get(row.id);
  const to = place + steps;
  const count = layer.screen.sections[section].rows.filter((other) => !other.id.startsWith("add:")).length;
  if (to >= 0 && to < count) layer.act({ move: row.id, to }, t("moved", nameOf(row, layer)));
}

/** Moves the focus between a row and what can be operated in it. */
function moveInRow(element, from, step) {
  const inside = element.querySelectorAll("button:not(:disabled), input:not(:disabled), textarea, select, a");
  const parts = [element, ...inside]
    .filter((part) => part === element || part.getClientRects().length);
  parts[Math.min(parts.length - 1, Math.max(0, parts.indexOf(from) + step))].focus();
}
