// The elements of a screen, and what differs between two screens.

/** What a person can operate: the menu, or else the screen itself. */
function topmost(screen) { return screen.menu || screen; }

/** All elements with what locators and differences need. */
function elementsOf(screen) {
  const elements = [];
  const add = (part, kind, members, more) => {
    if (!part || !part.id) return;
    elements.push({ id: part.id, role: part.role, label: part.label, value: part.value, identifier: part.identifier,
      hint: part.hint, kind, members, ...more });
  };
  const addScreen = (screen, place) => {
    for (const bar of ["left", "right", "toolbar"]) {
      for (const button of screen[bar] || []) add(button, "button", pick(button, "title", "enabled", "image"),
        { place });
    }
    add(screen.search, "search", pick(screen.search, "text", "scope"), { place });
    (screen.sections || []).forEach((section, index) => {
      for (const row of section.rows || []) {
        const shown = { section: section.header || `${index + 1}`, text: row.text, detail: row.detail, row: row.id };
        add(row, "row", rowMembers(row, section), { ...shown, place });
        add(row.control, "control", null, { ...shown, place });
        add(row.button, "button", null, { ...shown, place });
        for (const cell of row.cells || []) {
          add(cell, "cell", rowMembers(cell), { ...shown, text: cell.text, place });
          add(cell.control, "control", null, { ...shown, row: cell.id, place });
        }
      }
    });
    for (const column of screen.columns || []) add(column, "column", pick(column, "title", "order"), { place });
    for (const view of screen.views || []) add(view, "view", pick(view, "text", "enabled", "image"), { place });
    add(screen.titleView, "view", pick(screen.titleView, "text", "enabled"), { place });
    for (const tab of screen.tabs || []) add(tab, "tab", pick(tab, "title", "selected", "badge"), { place });
    for (const key of screen.keyboard || []) add(key, "key", pick(key, "title", "enabled"), { place });
  };
  for (const name of ["alert", "sheet"]) {
    const dialog = screen[name];
    if (!dialog) continue;
    add(dialog, name, pick(dialog, "title", "message"));
    for (const field of dialog.fields || []) add(field, "field", pick(field, "text"), { text: field.text });
    for (const action of dialog.actions || []) add(action, "action", pick(action, "title", "enabled"));
  }
  if (screen.menu) addScreen(screen.menu, "menu");
  addScreen(screen, "screen");
  return elements;
}

function pick(part, ...names) {
  return part ? Object.fromEntries(names.map((name) => [name, part[name] ?? null])) : {};
}

function rowMembers(row, section) {
  const control = row.control || {};
  const members = pick(row, "text", "detail", "image", "ribbon", "accessory", "selected", "enabled", "accent");
  if (section && section.header) members.section = section.header;
  if (row.button) Object.assign(members, { button: row.button.title, "button enabled": row.button.enabled ?? null });
  if (row.control) {
    members.value = control.text ?? control.value ?? null;
    members.error = control.error ?? null;
    members["control enabled"] = control.enabled ?? null;
    if (members.text === members.value) delete members.text;
  }
  return members;
}

const screenFields = ["title", "subtitle", "prompt", "editing", "activity", "cover", "help", "total"];

/**
 * What differs between two screens.
 *
 * @returns `isOther` (another controller), `marks` (`added`, `changed`, `removed` by id, with notes), and `list` for
 *   people: `{ type, what, member, old, value }`.
 */
function compareScreens(before, after) {
  const result = { isOther: false, marks: new Map(), list: [] };
  if (!before || !after || before === after) return result;
  if (before.name !== after.name || before.kind !== after.kind) {
    result.isOther = true;
    result.list.push({ type: "changed", what: "screen", member: "", old: before.name, value: after.name });
    return compareElements(before, after, result, (element) => element.kind === "alert" || element.kind === "sheet");
  }
  for (const name of screenFields) {
    const [old, value] = [before[name] ?? null, after[name] ?? null];
    if (same(old, value)) continue;
    const plain = typeof value === "object" && value ? true : value;
    result.marks.set(name, { type: "changed", notes: [note(name, old)] });
    result.list.push({ type: "changed", what: "screen", member: name, old: old && typeof old === "object" ? true : old,
      value: plain });
  }
  return compareElements(before, after, result, () => true);
}

function compareElements(before, after, result, isCompared) {
  const byID = (screen) => new Map(elementsOf(screen).filter((element) => element.members && isCompared(element))
    .map((element) => [element.id, element]));
  const [old, now] = [byID(before), byID(after)];
  for (const [id, element] of now) {
    const previous = old.get(id);
    const what = describeElement(element);
    if (!previous) {
      result.marks.set(id, { type: "added", notes: [] });
      result.list.push({ type: "added", what, member: "", value: element.members.detail ?? "" });
      continue;
    }
    const notes = [];
    for (const member of new Set([...Object.keys(previous.members), ...Object.keys(element.members)])) {
      const [from, to] = [previous.members[member] ?? null, element.members[member] ?? null];
      // A button that came or went is one change.
      if (same(from, to) || (member.endsWith(" enabled") && (from === null || to === null))) continue;
      notes.push(note(member, from));
      result.list.push({ type: "changed", what, member, old: from, value: to });
    }
    if (notes.length) result.marks.set(id, { type: "changed", notes });
  }
  for (const [id, element] of old) {
    if (now.has(id)) continue;
    result.marks.set(id, { type: "removed", notes: [] });
    result.list.push({ type: "removed", what: describeElement(element), member: "",
      old: element.members.detail ?? "" });
  }
  return result;
}

function describeElement(element) {
  const roles = { alert: "alert", sheet: "sheet", row: "row", tab: "tab", action: "button", field: "field" };
  return `${roles[element.kind] || element.role || element.kind} “${element.label || ""}”`;
}

function note(member, old) {
  const text = old === null || old === "" ? "empty" : typeof old === "string" ? old : inline(old, 60);
  return `${member} was ${text}`;
}

function same(a, b) { return a === b || JSON.stringify(a) === JSON.stringify(b); }
