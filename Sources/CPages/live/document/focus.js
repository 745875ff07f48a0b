// Where the focus goes, and what a screen reader says: to the title after a push, to the tapped row after a pop, to the
// neighbor after a deletion.

/** The element with the focus, as the identifier of what it belongs to; its caret; and its neighbors, if it is in a row. */
export function focusOf(layer) {
  const element = document.activeElement;
  const part = element?.closest("[data-focus]");
  // A dialog may ask what becomes of the row that had the focus before.
  const isAsked = element?.closest("dialog:not(.menu)");
  const row = isAsked ? layer.place.current : element?.closest("[data-row]")?.dataset.row;
  const caret = typeof element?.selectionStart === "number"
    ? [element.selectionStart, element.selectionEnd, element.selectionDirection] : null;
  return { element, part: part?.dataset.focus, row, caret, neighbors: row ? neighbors(layer.rowIDs, row) : [] };
}

/** The rows after a row, nearest first, then those before it. */
function neighbors(ids, id) {
  const place = ids.indexOf(id);
  return place < 0 ? [] : [...ids.slice(place + 1), ...ids.slice(0, place).reverse()];
}

/** Gives the focus back after a change of the same screen. */
export function restoreFocus(before, layer) {
  // What has kept the focus, or has got it back from a dialog.
  if (document.activeElement !== document.body || before.element === document.body) return;
  // The field is another element, such as that of a row in another section.
  if (before.part && focus(layer.part(before.part))) {
    const field = document.activeElement;
    if (before.caret && typeof field.selectionStart === "number") field.setSelectionRange(...before.caret);
    return;
  }
  const target = before.row
    && (layer.element(before.row) || before.neighbors.map((id) => layer.element(id)).find(Boolean));
  if (focus(target)) return;
  if (before.row && layer.rowIndex.size
    && document.getElementById(layer.id("list"))) focus(document.getElementById(layer.id("list")));
  else if (before.element && !before.element.isConnected) focus(layer.part("heading"));
}

/** Focuses a part of the page, or what can be focused in it. */
export function focus(element) {
  if (!element) return false;
  const target = element.matches("[tabindex], button, input, textarea, select, a[href]")
    ? element : element.querySelector("button, input, textarea, select, [tabindex]");
  target?.focus({ preventScroll: true });
  return Boolean(target);
}

let region = null;
let timer = 0;

/** Lets a screen reader say something, once it has said what it is saying. */
export function announce(text) {
  region ||= document.getElementById("announcements");
  clearTimeout(timer);
  region.textContent = "";
  timer = setTimeout(() => { region.textContent = text; }, 60);
}
