// The elements of a screen in a tree: as identifiers with names, outermost first.

/** `[{id, name, text, level}]` of the topmost screen. */
export function screenTree(screen) {
  if (screen.cover) return [];
  const top = screen.menu ? { ...screen.menu, alert: screen.alert, sheet: screen.sheet } : screen;
  const nodes = [{ id: "title", name: top.name, text: top.title, level: 1 }];
  const add = (id, name, text, level = 2) => nodes.push({ id, name, text: text || "", level });
  for (const dialog of [top.alert, top.sheet].filter(Boolean)) {
    nodes[nodes.length - 1].text ||= "";
    for (const field of dialog.fields || []) add(field.id, "field", field.name || field.placeholder);
    for (const action of dialog.actions) add(action.id, "action", action.title);
  }
  for (const bar of ["left", "right", "toolbar"]) {
    for (const button of top[bar] || []) add(button.id, bar, button.title);
  }
  if (top.search) add("search", "search", top.search.text);
  for (const view of top.views || []) add(view.id, view.kind, view.text || view.title);
  for (const column of top.columns || []) add(column.id, "column", column.title);
  for (const section of top.sections || []) {
    for (const row of section.rows) {
      add(row.id, row.id.startsWith("add:") ? "add" : "row", row.text || row.label);
      if (row.control) add(row.control.id, row.control.kind, String(row.control.value ?? ""), 3);
      for (const cell of row.cells || []) add(cell.id, "cell", cell.text, 3);
    }
  }
  for (const tab of screen.tabs || []) add(tab.id, "tab", tab.title);
  return nodes;
}
