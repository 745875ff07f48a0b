// Attributed texts, links, and pages of web cells. A page is rebuilt from an allow list: nothing of its markup is used
// but the names of elements and the addresses of links.

import { h, isolated, spoken } from "./dom.js";
import { inkOf } from "./theme.js";
import { t } from "./strings.js";

const SCHEMES = ["http:", "https:", "mailto:"];

/** A link that opens a new tab; plain text for an address that is not opened. */
export function link(address, className, ...children) {
  const target = safe(address);
  if (!target) return h("span", null, ...children);
  return h("a", { class: className, href: target, target: "_blank", rel: "noopener noreferrer" },
    ...children, spoken(` (${t("opensNewTab")})`));
}

function safe(address) {
  try {
    const url = new URL(address);
    return SCHEMES.includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

export function hasLink(runs) { return Boolean(runs?.some((run) => run.link)); }

/** A text with its runs; the plain text without any. */
export function attributed(text, runs, theme) {
  if (!runs?.length) return text;
  return runs.map((run) => {
    const attributes = {
      class: [run.bold && "bold", run.italic && "italic"],
      style: run.color && theme ? { color: inkOf(run.color, theme) } : null,
    };
    return run.link ? link(run.link, "link", h("span", attributes, isolated(run.text)))
      : h("span", attributes, isolated(run.text));
  });
}

const ALLOWED = new Set(["p", "br", "hr", "b", "strong", "i", "em", "u", "s", "small", "sub", "sup", "code", "pre",
  "kbd",
  "blockquote", "ul", "ol", "li", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "span", "div", "mark",
  "abbr", "time", "figure", "figcaption"]);
const DROPPED = new Set(["script", "style", "template", "iframe", "object", "embed", "svg", "math", "noscript", "head",
  "title", "textarea", "select", "button", "input", "form"]);
const DEEPEST = 40;

const parsing = window.trustedTypes?.createPolicy("okit-page", { createHTML: (text) => text });

/**
 * The elements of a page.
 *
 * @param level The level of the heading above it, below which its headings are.
 */
export function webPage(html, level) {
  // A document of its own: it loads nothing, runs nothing and is never shown.
  const page = new DOMParser().parseFromString(parsing ? parsing.createHTML(html) : html, "text/html");
  return rebuild(page.body, 0, { base: level, last: level });
}

function rebuild(parent, depth, headings) {
  if (depth > DEEPEST) return [parent.textContent];
  return [...parent.childNodes].flatMap((node) => {
    if (node.nodeType === Node.TEXT_NODE) return [node.data];
    if (node.nodeType !== Node.ELEMENT_NODE) return [];
    const tag = node.localName;
    if (DROPPED.has(tag)) return [];
    const children = () => rebuild(node, depth + 1, headings);
    if (tag === "a") return [link(node.getAttribute("href") || "", "link", ...children())];
    if (/^h[1-6]$/.test(tag)) {
      headings.last = Math.min(6, headings.base + Number(tag[1]), headings.last + 1);
      return [h(`h${headings.last}`, null, ...children())];
    }
    if (tag === "img") return node.alt ? [h("span", { class: "muted" }, node.alt)] : [];
    return ALLOWED.has(tag) ? [h(tag, null, ...children())] : children();
  });
}
