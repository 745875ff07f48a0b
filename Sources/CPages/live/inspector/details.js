// What an element is made of: its controller, cell and properties, and its bindings with what they have read.

import { h } from "../document/dom.js";

/** Format characters of Unicode that are shown as they are: joiners, and the visible signs of numbers and verses. */
const VISIBLE = "\\u200C\\u200D\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}";
const CONTROLS = new RegExp(`(?![${VISIBLE}])[\\p{Cc}\\p{Cf}\\u2028\\u2029]`, "gu");

/** A text as `why` prints it: `\u{202E}`, on one line unless it keeps its lines. */
export function printable(text, { keepsLines = false } = {}) {
  return String(text ?? "").replace(CONTROLS, (control) => {
    if (control === "\n") return keepsLines ? control : "\\n";
    if (control === "\t") return keepsLines ? control : " ";
    return `\\u{${control.codePointAt(0).toString(16).toUpperCase()}}`;
  });
}

/** A link to a place in the models. */
export function link(text, go) { return h("button", { class: "link-button", onclick: go }, printable(text)); }

export function placeText(place) { return place ? `${place.file}:${place.line}` : ""; }

/** A controller, cell, button or view, with the properties that the script has given. */
export function part({ name, class: builtIn, place, properties }, key) {
  return h("section", { class: "card", key },
    h("h2", { class: "card-title" }, name, name !== builtIn && h("span", { class: "faint" }, ` ${builtIn}`),
      place && h("span", { class: "source-place" }, placeText(place))),
    properties.length > 0 && h("dl", { class: "properties" }, properties.map((property) => h("div", {
      key: property.name, class: "property",
    },
    h("dt", {}, property.name),
    h("dd", {}, h("code", { class: `kind-${property.kind}` }, printable(property.text) || "—"),
      property.place && h("span", { class: "source-place" }, `:${property.place.line}`))))));
}

/** The bindings as `why` explains them, with links to what they have read. */
export function bindings(reports, goTo) {
  if (!reports.length) return h("p", { class: "empty-note", key: "bindings" }, "No bindings.");
  return h("section", { class: "card", key: "bindings" }, h("h2", { class: "card-title" }, "Bindings"),
    reports.map((report) => h("div", { class: "binding", key: report.property, "data-property": report.property },
      h("div", { class: "binding-head" }, h("b", {}, report.property), report.binding !== undefined
        && h("code", { class: "kind-binding" }, printable(report.binding))),
      h("dl", { class: "facts" },
        fact("value", h("code", {}, printable(report.value ?? "nil"))),
        report.reads.length > 0 && fact("read", report.reads.map((read) => h("div", { key: read }, isPath(read)
          ? link(read, () => goTo(read)) : printable(read)))),
        report.ran && fact("ran", ran(report)),
        report.cause !== undefined && fact("cause", [isPath(report.cause)
          ? link(report.cause, () => goTo(report.cause)) : printable(report.cause), " was written"])))));
}

function fact(label, content) {
  return h("div", { class: "fact", key: label }, h("dt", {}, label), h("dd", {}, content));
}

/** As the command `why` says it. */
function ran({ runs, ran: { turn, at } }) {
  return `${runs === 1 ? "once" : `${runs} times, last`} in turn ${turn}${at ? `, ${at}` : ""}`;
}

/** Whether a read is a path in the models, and not the clock or the language. */
function isPath(read) { return /^([^/ >]+>)?\//.test(read); }
