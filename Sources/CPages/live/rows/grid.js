// Grids: a table whose cells are operated in place. Arrows go from cell to cell; Enter and F2 go into a cell, Esc
// leaves it.

import { actionsButton, hasActions } from "./actions.js";
import { h, spoken } from "../document/dom.js";
import { icon } from "../document/icons.js";
import { accessory, controlParts, listTexts, texts } from "./rows.js";
import { t } from "../document/strings.js";

/** The rows of a grid. */
export function grid(layer) {
  const { screen } = layer;
  const rows = screen.sections.flatMap((section) => section.rows).filter((row) => !row.id.startsWith("add:"));
  const hasHeaders = screen.rowHeaders;
  const shift = (screen.columnFrom ?? 0) + (hasHeaders ? 1 : 0);
  const hasEnds = rows.some((row) => hasActions(row) || row.button || row.accessory !== "none");
  const total = (screen.columnTotal ?? screen.columns.length) + (hasHeaders ? 1 : 0) + (hasEnds ? 1 : 0);
  return h("div", {
    class: "grid", key: "grid", role: "grid", "aria-label": screen.title || screen.name,
    "aria-rowcount": layer.total + 1,
    "aria-colcount": total, id: layer.id("list"), tabindex: "-1", onkeydown: (event) => gridKey(event, layer),
    onfocusin: (event) => {
      const cell = event.target.closest("[data-cell]");
      if (!cell) return;
      layer.place.cell = cell.dataset.cell;
      layer.setCurrent(cell.closest("[data-row]")?.dataset.row);
      makeTabStop(event.currentTarget, cell);
    },
    hooks: { created: (element) => makeTabStop(element, null, layer),
      changed: (element) => makeTabStop(element, null, layer) },
  },
  h("div", { role: "row", class: "grid-row grid-head", "aria-rowindex": 1, key: "head" },
    hasHeaders && h("span", { role: "columnheader", class: "grid-cell is-row-header", "aria-colindex": 1,
      "data-cell": "row" }, spoken(t("rowsShown"))),
    screen.columns.map((column, index) => columnHeader(column, index + shift + 1, layer)),
    hasEnds && h("span", { role: "columnheader", class: "grid-cell is-end", "aria-colindex": total,
      "data-cell": "end" }, spoken(t("actions")))),
  rows.map((row) => gridRow(row, layer, hasHeaders, hasEnds, shift, total)));
}

/** Which columns of a wide grid are shown, and the buttons that show others. */
export function columnPager(layer) {
  const { columns, columnFrom: from, columnTotal: total } = layer.screen;
  if (total === undefined) return null;
  const button = (name, sign, first, isOff) => h("button", {
    class: "icon-button is-tinted", key: name, "aria-label": t(name), title: t(name), "aria-disabled": String(isOff),
    "data-focus": name, onclick: () => { if (!isOff) layer.showColumns(first); },
  }, icon(sign));
  return h("div", { class: "column-pager", key: "columns" },
    button("columnsBefore", "back", from - columns.length, from === 0),
    h("span", { role: "status" }, t("columnsOf", `${from + 1}–${from + columns.length} / ${total}`)),
    button("columnsAfter", "disclosure", from + columns.length, from + columns.length >= total));
}

/** Goes to a column that is not shown; false if there is none. */
function goToOtherColumn(key, column, layer) {
  const { columns, columnFrom: from, columnTotal: total } = layer.screen;
  if (total === undefined) return false;
  const [first, last] = [from, from + columns.length - 1];
  const isFirst = column === columns[0].id;
  const target = key === "Home" && first > 0 ? 0 : key === "End" && last < total - 1 ? total - 1
    : key === "before" && isFirst && first > 0 ? first - 1
      : key === "after" && column === columns.at(-1).id && last < total - 1 ? last + 1 : null;
  if (target === null) return false;
  layer.showColumns(target < first ? target - columns.length + 1 : target, `column:${target}`);
  return true;
}

function columnHeader(column, index, layer) {
  const title = column.title || spoken(t("column", index));
  const sort = { ascending: "ascending", descending: "descending" }[column.order];
  return h("span", {
    role: "columnheader", class: "grid-cell", "aria-colindex": index, key: column.id, "data-cell": column.id,
    "aria-sort": column.sortable ? sort || "none" : null,
  }, column.sortable
    ? h("button", { class: "column-button", tabindex: "-1", "data-focus": column.id,
      onclick: () => layer.act({ tap: column.id }) },
      title, sort && icon(sort === "ascending" ? "up" : "down"))
    : title);
}

function gridRow(row, layer, hasHeaders, hasEnds, shift, total) {
  const { index } = layer.rowIndex.get(row.id);
  return h("div", {
    role: "row", class: ["grid-row", row.selected && "is-selected"], "aria-rowindex": index + 2,
    key: layer.rowKey(row.id),
    "data-row": row.id,
    "data-identifier": row.identifier, id: layer.id(row.id),
  },
  hasHeaders && h("span", {
    role: "rowheader", class: "grid-cell is-row-header", "aria-colindex": 1, "data-cell": "row", key: "header",
    "data-focus": row.id,
    onclick: () => layer.act({ tap: row.id }),
  }, listTexts(row, layer)),
  (row.cells || []).map((cell, column) => gridCell(cell, layer.screen.columns[column], column + shift + 1, row, layer)),
  hasEnds && h("span", { role: "gridcell", class: "grid-cell is-end", "aria-colindex": total, "data-cell": "end",
    key: "end" },
    accessory(row, layer, { tabindex: "-1" }), actionsButton(row, layer, { tabindex: "-1" })));
}

function gridCell(cell, column, index, row, layer) {
  const { beside, below } = controlParts(cell, layer);
  const isOperated = cell.control?.enabled;
  return h("span", {
    role: "gridcell", class: ["grid-cell", cell.selected && "is-selected", isOperated && "is-field"],
    "aria-colindex": index,
    key: column?.id ?? index, "data-cell": column?.id ?? index, "data-focus": cell.id,
    "data-identifier": cell.identifier,
    "aria-description": cell.hint,
    onclick: (event) => { if (!event.target.closest("input, textarea, select, button, a, label")
      && cell.enabled !== false) layer.act({ tap: cell.id }); },
  },
  // The column is the name of a control.
  !isOperated && !(cell.control && beside) && texts(cell, layer), beside, below,
  accessory(cell, layer, { tabindex: "-1" }));
}

/** One cell has the tab stop; what is in cells has none. */
function makeTabStop(grid, focused, layer) {
  const inside = "[data-cell] :is(input, select, textarea, button, a)";
  for (const element of grid.querySelectorAll(inside)) element.tabIndex = -1;
  let stop = focused;
  if (!stop && layer) {
    const row = layer.place.current && grid.querySelector(`[data-row="${CSS.escape(layer.place.current)}"]`);
    stop = row && row.querySelector(`[data-cell="${CSS.escape(layer.place.cell || "")}"]`);
  }
  stop ||= grid.querySelector("[data-row] [data-cell]") || grid.querySelector("[data-cell]");
  for (const cell of grid.querySelectorAll("[data-cell]")) cell.tabIndex = cell === stop ? 0 : -1;
}

function gridKey(event, layer) {
  const cell = event.target.closest("[data-cell]");
  if (!cell || event.ctrlKey || event.metaKey) return;
  const isCell = event.target === cell;
  const inside = cell.querySelector("input:not(.native-picker), select, textarea, button, a");
  const handled = () => {
    event.preventDefault();
    event.stopPropagation();
  };
  if (!isCell) {
    if (event.key === "Escape") cell.focus();
    else if (event.key === "Enter"
      && event.target.matches("input:not([type=checkbox], [type=radio])")) queueMicrotask(() => cell.isConnected
        && cell.focus());
    return;
  }
  const row = cell.closest("[data-row]");
  if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
    if (row && hasActions(layer.row(row.dataset.row))) {
      handled();
      layer.openActions(row.dataset.row, cell);
    }
    return;
  }
  if (event.key === "Enter" || event.key === "F2" || event.key === " ") {
    handled();
    if (!inside) cell.click();
    else if (inside.matches("button, [type=checkbox]")) inside.click();
    else inside.focus();
    return;
  }
  const cells = [...cell.parentElement.querySelectorAll(":scope > [data-cell]")];
  const column = cells.indexOf(cell);
  const sign = document.documentElement.dir === "rtl" ? -1 : 1;
  const across = { ArrowLeft: -sign, ArrowRight: sign, Home: -column, End: cells.length - 1 - column }[event.key];
  if (across !== undefined) {
    handled();
    const key = event.key.startsWith("Arrow") ? across < 0 ? "before" : "after" : event.key;
    if (row && goToOtherColumn(key, cell.dataset.cell, layer)) return;
    cells[column + across]?.focus();
    return;
  }
  const page = Math.max(1, Math.floor(layer.scroller.viewHeight / 48) - 1);
  const down = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page }[event.key];
  if (!down) return;
  handled();
  const index = row ? layer.rowIndex.get(row.dataset.row).index : -1;
  if (index + down < 0) layer.element("head")?.querySelector(`[data-cell="${CSS.escape(cell.dataset.cell)}"]`)?.focus();
  else layer.focusRow(index + down, cell.dataset.cell);
}
