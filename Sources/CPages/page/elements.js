"use strict";

// Elements. Texts become text nodes, never markup.

/**
 * An element. Attributes that are null or false are left out; `on…` are listeners, `class` may be an array, and
 * `style` an object of custom properties. Children are elements, texts, numbers, arrays of these, or nothing.
 */
function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "class") element.className = Array.isArray(value) ? value.filter(Boolean).join(" ") : value;
    else if (name === "style") for (const [key, part] of Object.entries(value)) element.style.setProperty(key, part);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element, children) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined && child !== false) {
      element.append(child instanceof Node ? child : String(child));
    }
  }
}

/** Replaces the children of an element. */
function fill(element, ...children) {
  element.replaceChildren();
  append(element, children);
  return element;
}

/** A text that only screen readers read. */
function spoken(text) { return h("span", { class: "spoken" }, text); }

function plural(count, noun) { return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`; }

/** A value of JSON as one line. */
function inline(value, limit = 300) {
  const text = value === undefined ? "nil" : value === null ? "nil" : JSON.stringify(value);
  return text.length > limit ? text.slice(0, limit) + " …" : text;
}

/** Microseconds as a person reads them. */
function duration(us) {
  if (us < 1000) return `${Math.round(us)} µs`;
  return us < 1e6 ? `${(us / 1000).toFixed(us < 1e4 ? 1 : 0)} ms` : `${(us / 1e6).toFixed(2)} s`;
}

/** The data of the page, from its block of JSON. */
function pageData() { return JSON.parse(document.getElementById("data").textContent); }
