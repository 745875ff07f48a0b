// Elements as data, and the changes that make the document show them. Texts become text nodes, never markup.

const SVG = "http://www.w3.org/2000/svg";
const listeners = Symbol("listeners");

/**
 * An element as data.
 *
 * Attributes: null and false are absent. `class` may be an array. `style` is an object of style properties. `on…` are
 * listeners. A name with a leading dot is a property of the element, such as `.value`. `key` identifies the element
 * among its siblings. `kept` keeps an element that leaves the document for its return, with what is in it; its key then
 * identifies it in the whole tree. `memo` skips an element while the value stays the same, and so does the same data. `hooks` are
 * functions of the element:
 * `created` when it is in the document, `changed` after each change, `removed` before it leaves.
 */
export function h(tag, attributes, ...children) {
  const { key = null, memo, kept = false, hooks = null, ...rest } = attributes || {};
  if (tag === "button") rest.type ||= "button";
  return { tag, key, memo, kept, hooks, attributes: rest, children: nodes(children, []), element: null };
}

function nodes(children, found) {
  for (const child of children) {
    if (Array.isArray(child)) nodes(child, found);
    else if (child !== null && child !== undefined && child !== false && child !== "") {
      found.push(typeof child === "object" ? child : { text: String(child), key: null, element: null });
    }
  }
  return found;
}

/** How many elements that have left the document are kept, and how many there may be in them. */
const MOST_AWAY = 4;
const MOST_INSIDE = 20_000;

/** A part of a tree. */
export class Root {
  #container;
  #children = [];
  #created = [];
  /** The kept nodes that have left the document, by their keys. */
  #away = new Map();

  constructor(container) { this.#container = container; }

  /** Makes the container show some elements. */
  show(...children) {
    const next = nodes(children, []);
    this.#patchChildren(this.#container, this.#children, next);
    this.#children = next;
    const created = this.#created;
    this.#created = [];
    for (const [hook, element] of created) hook(element);
  }

  /** Drops the elements that were kept. */
  forget() { this.#away.clear(); }

  #create(node, inSVG) {
    const away = node.kept && this.#away.get(node.key);
    if (away) return this.#adopt(away, node);
    if (node.text !== undefined) return (node.element = document.createTextNode(node.text));
    const isSVG = inSVG || node.tag === "svg";
    const element = isSVG ? document.createElementNS(SVG, node.tag) : document.createElement(node.tag);
    node.element = element;
    for (const child of node.children) element.append(this.#create(child, isSVG));
    // After the children: the value of a select needs its options.
    for (const [name, value] of Object.entries(node.attributes)) set(element, name, value, undefined);
    if (node.hooks?.created) this.#created.push([node.hooks.created, element]);
    return element;
  }

  /** Brings an element back. */
  #adopt(away, node) {
    this.#away.delete(node.key);
    const count = this.#created.length;
    this.#patch(away, node);
    this.#created.length = count;
    this.#enter(node);
    return node.element;
  }

  #enter(node) {
    for (const child of node.children || []) this.#enter(child);
    if (node.hooks?.created) this.#created.push([node.hooks.created, node.element]);
  }

  #patch(old, next) {
    if (old === next) return;
    const element = (next.element = old.element);
    if (next.text !== undefined) {
      if (old.text !== next.text) element.data = next.text;
      return;
    }
    if (next.memo !== undefined && next.memo === old.memo) {
      next.children = old.children;
      next.attributes = old.attributes;
      return;
    }
    this.#patchChildren(element, old.children, next.children);
    for (const name of Object.keys(old.attributes)) {
      if (!(name in next.attributes)) set(element, name, undefined, old.attributes[name]);
    }
    for (const [name, value] of Object.entries(next.attributes)) set(element, name, value, old.attributes[name]);
    if (next.hooks?.changed) this.#created.push([next.hooks.changed, element]);
  }

  #patchChildren(parent, old, next) {
    const known = new Map();
    const unkeyed = [];
    for (const node of old) {
      if (node.key !== null && node.key !== undefined) known.set(`${node.tag} ${node.key}`, node);
      else unkeyed.push(node);
    }
    const kept = new Set();
    const matches = next.map((node) => {
      const match = node.key !== null && node.key !== undefined
        ? known.get(`${node.tag} ${node.key}`)
        : unkeyed.find((other) => !kept.has(other) && other.tag === node.tag);
      if (!match || kept.has(match)) return null;
      kept.add(match);
      return match;
    });
    for (const node of old) if (!kept.has(node)) this.#remove(node);
    const stay = staying(old, matches);
    // From the end, so that the next sibling is in its place.
    let following = null;
    for (let index = next.length - 1; index >= 0; index--) {
      const [node, match] = [next[index], matches[index]];
      if (match) {
        this.#patch(match, node);
        if (!stay.has(match)) parent.insertBefore(node.element, following);
      } else {
        parent.insertBefore(this.#create(node, parent.namespaceURI === SVG), following);
      }
      following = node.element;
    }
  }

  #remove(node) {
    this.#leave(node);
    node.element.remove();
    if (!node.kept) return;
    this.#away.set(node.key, node);
    let inside = 0;
    [...this.#away].reverse().forEach(([key, { element }], place) => {
      inside += element.getElementsByTagName("*").length;
      if (place >= MOST_AWAY || inside > MOST_INSIDE) this.#away.delete(key);
    });
  }

  #leave(node) {
    node.hooks?.removed?.(node.element);
    for (const child of node.children || []) this.#leave(child);
  }
}

/**
 * The old nodes that keep their place: a longest increasing sequence. An element that moves loses its focus, its caret and
 * a composition: the one with the focus is among those that stay.
 */
function staying(old, matches) {
  const places = new Map(old.map((node, index) => [node, index]));
  let found = matches.filter(Boolean);
  if (found.every((node, index) => index === 0
    || places.get(found[index - 1]) < places.get(node))) return new Set(found);
  const fixed = found.findIndex((node) => node.element.contains(document.activeElement));
  if (fixed >= 0) {
    const place = places.get(found[fixed]);
    found = found.filter((node, index) => index === fixed || (index < fixed) === (places.get(node) < place));
  }
  const ends = [];
  const before = new Map();
  for (const node of found) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (places.get(ends[middle]) < places.get(node)) low = middle + 1;
      else high = middle;
    }
    before.set(node, ends[low - 1]);
    ends[low] = node;
  }
  const stay = new Set();
  for (let node = ends[ends.length - 1]; node; node = before.get(node)) stay.add(node);
  return stay;
}

function set(element, name, value, old) {
  if (name.startsWith("on")) {
    const handlers = (element[listeners] ||= {});
    const type = name.slice(2);
    if (!(type in handlers)) {
      element.addEventListener(type, (event) => element[listeners][type]?.(event), { passive: false });
    }
    handlers[type] = value || null;
  } else if (name === "style") {
    for (const key of Object.keys(old || {})) if (!(key in (value || {}))) element.style.removeProperty(key);
    for (const [key, part] of Object.entries(value || {})) {
      if (old?.[key] !== part) element.style.setProperty(key, part);
    }
  } else if (name.startsWith(".")) {
    const property = name.slice(1);
    // The document may have another value than the last tree: a person has typed.
    if (value !== undefined && element[property] !== value) element[property] = value;
  } else {
    const text = name === "class" && Array.isArray(value) ? value.filter(Boolean).join(" ") : value;
    const before = name === "class" && Array.isArray(old) ? old.filter(Boolean).join(" ") : old;
    if (text === before) return;
    if (text === null || text === undefined || text === false || (name === "class" && text === "")) {
      element.removeAttribute(name);
    } else {
      element.setAttribute(name, text === true ? "" : String(text));
    }
  }
}

const DIRECTIONS = /[\u202A-\u202E\u2066-\u2069]/;

/** A text among others: what changes the direction in it ends with it, even if it ends none of it. */
export function isolated(text) { return DIRECTIONS.test(text) ? h("span", { class: "isolated" }, text) : text; }

/** A text that only screen readers read. */
export function spoken(text) { return h("span", { class: "spoken" }, text); }

/** Whether an event comes from a place where texts are typed. */
export function isField(element) {
  return element instanceof HTMLElement && element.matches(
    "textarea, select, input:not([type=checkbox], [type=radio], [type=range], [type=button], [type=color])");
}
