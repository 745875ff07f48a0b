// The signs of the Inspector, drawn as lines of 24 by 24 points.

import { h } from "../document/dom.js";

const PATHS = {
  close: "M6 6l12 12M18 6L6 18",
  pick: "M4 4h6M4 4v6M20 4h-6M20 4v6M4 20v-6M4 20h6M12 12l8 3.2-3.4 1.4L15.2 20z",
  readers: "M12 2v5M12 17v5M2 12h5M17 12h5M12 7a5 5 0 1 0 0 10a5 5 0 0 0 0-10",
};

export function sign(name) {
  return h("svg", { viewBox: "0 0 24 24", class: "tool-icon", "aria-hidden": "true" }, h("path", { d: PATHS[name] }));
}
