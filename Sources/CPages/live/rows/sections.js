// Sections: the header, the rows and the footer.

import { h } from "../document/dom.js";
import { sectionKey } from "../session/changes.js";

/** A section with its rows. The header of a grid is its name, because a grid has only rows. */
export function sectionFrame(section, index, layer, role, rows) {
  const header = layer.id(`header:${index}`);
  const isNamed = Boolean(section.header);
  return h("div", {
    class: ["section", !isNamed && "has-no-header"], key: `section ${sectionKey(section)}`, role,
    "aria-labelledby": isNamed && role ? header : null, "data-section": index,
  },
  isNamed && h(role ? "div" : "h2", {
    class: "section-header", id: header, key: "header", "aria-hidden": role ? "true" : null,
  }, section.header),
  rows.length > 0 && h("div", { class: "section-rows", role: role ? "presentation" : null, key: "rows" }, rows),
  section.footer && h("p", { class: "section-footer", key: "footer", "aria-hidden": role ? "true" : null },
    section.footer));
}
