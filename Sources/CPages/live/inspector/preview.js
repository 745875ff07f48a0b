// A screen that nobody operates, as the page would show it: with another theme, width and size of texts.

import { Root } from "../document/dom.js";
import { variables } from "../document/theme.js";
import { content } from "../screen/screen.js";
import { Layer } from "../screen/layer.js";
import { Inputs } from "../session/inputs.js";

const HEIGHT = 640;
let count = 0;

/** Nothing is entered in a preview. */
const inputs = new Inputs(() => Promise.resolve(), () => {});

/**
 * Shows a screen in an element.
 *
 * @param look `{width, size}`: in points and per cent; `room` is the width that the preview may take.
 */
export function preview(element, { screen, language, direction }, { width, size, room }) {
  const frame = document.createElement("div");
  const scale = Math.min(1, room / width);
  frame.className = "preview-frame";
  frame.inert = true;
  frame.lang = language;
  frame.dir = direction;
  frame.dataset.theme = screen.theme.isDark ? "dark" : "light";
  for (const [name, value] of Object.entries(variables(screen.theme))) frame.style.setProperty(name, value);
  Object.assign(frame.style, { width: `${width * 100 / size}px`, height: `${HEIGHT * 100 / size}px`,
    zoom: String(size / 100), scale: String(scale), colorScheme: screen.theme.isDark ? "dark" : "light" });
  Object.assign(element.style, { width: `${width * scale}px`, height: `${HEIGHT * scale}px` });
  element.replaceChildren(frame);
  const shown = { ...screen, menu: null, alert: null, sheet: null, help: null };
  const page = { screen: shown, theme: shown.theme, inputs, menu: null, act() {}, try() {}, render() {}, askRows() {},
    askColumns() {}, can: (action) => shown.actions.includes(action), openActions() {} };
  page.main = page.topLayer = new Layer(page, `preview${count++}`);
  page.main.show(shown, shown.instance, false);
  new Root(frame).show(content(page));
}
