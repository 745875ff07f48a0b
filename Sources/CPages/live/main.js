// Starts the page, and the keys that apply everywhere.

import { isField } from "./document/dom.js";
import { Page } from "./screen/page.js";
import { takeToken } from "./session/tab.js";

takeToken();
const page = new Page(document.getElementById("page"));

addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  const key = event.key.toLowerCase();
  if ((event.ctrlKey || event.metaKey) && !event.altKey && (key === "z" || key === "y")) {
    if (isField(event.target)) return;
    event.preventDefault();
    page.undo(key === "y" || event.shiftKey ? "redo" : "undo");
  } else if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isField(event.target)) {
    const search = page.screen && document.getElementById(page.topLayer.id("search"));
    if (!search || document.querySelector("dialog[open]:not(.menu)")) return;
    event.preventDefault();
    search.focus();
    search.select();
  }
});

// Before a field, which the same key would leave without its input.
addEventListener("keydown", (event) => {
  if (event.key !== "Escape" || event.isComposing || !page.diagnostics) return;
  event.preventDefault();
  event.stopPropagation();
  page.diagnostics = null;
  page.render();
}, true);

if (new URLSearchParams(location.search).has("inspect")) {
  import("./inspector/inspector.js").then(({ Inspector }) => { page.inspector = new Inspector(page); });
}

addEventListener("pagehide", () => {
  page.inputs.flush();
  page.main.store();
});
