// What an element is made of: its controller, cell and properties, and its bindings with what they have read.

import { h } from "../document/dom.js";

/** A link to a place in the models. */
export function link(text, go) { return h("button", { class: "link-button", onclick: go }, text); }

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
    h("dd", {}, h("code", { class: `kind-${property.kind}` }, property.text || "—"),
      property.place && h("span", { class: "source-place" }, `:${property.place.line}`))))));
}

/** The bindings as `why` explains them, with links to what they have read. */
export function bindings(reports, goTo) {
  if (!reports.length) return h("p", { class: "empty-note", key: "bindings" }, "No bindings.");
  return h("section", { class: "card", key: "bindings" }, h("h2", { class: "card-title" }, "Bindings"),
    reports.map((report) => h("div", { class: "binding", key: report.property, "data-property": report.property },
      h("div", { class: "binding-head" }, h("b", {}, report.property), report.binding !== undefined
        && h("code", { class: "kind-binding" }, report.binding)),
      h("dl", { class: "facts" },
        fact("value", h("code", {}, report.value ?? "nil")),
        report.reads.length > 0 && fact("read", report.reads.map((read) => h("div", { key: read }, isPath(read)
          ? link(read, () => goTo(read)) : read))),
        report.ran && fact("ran", ran(report)),
        report.cause !== undefined && fact("cause", isPath(report.cause)
          ? [link(report.cause, () => goTo(report.cause)), " was written"] : `${report.cause} was written`)))));
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
