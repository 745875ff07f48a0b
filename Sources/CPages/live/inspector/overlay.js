// What is drawn over the page: outlines of elements, and picking one with the pointer.

/** The elements that flash at once. */
const MOST_FLASHES = 200;

export class Overlay {
  isPicking = false;
  #inspector;
  #layer = document.createElement("div");
  #hovered = null;
  #marked = [];
  #then = null;

  constructor(inspector) {
    this.#inspector = inspector;
    this.#layer.id = "inspector-overlay";
    this.#layer.setAttribute("aria-hidden", "true");
    document.body.append(this.#layer);
    for (const type of ["pointerdown", "pointerup", "mousedown", "mouseup", "click", "dblclick", "contextmenu"]) {
      addEventListener(type, (event) => this.#intercept(event), true);
    }
    addEventListener("pointermove", (event) => this.#move(event), true);
    addEventListener("keydown", (event) => this.#key(event), true);
    addEventListener("scroll", () => this.place(), { capture: true, passive: true });
    addEventListener("resize", () => this.place());
  }

  // Picking

  /**
   * Begins or ends picking.
   *
   * @param then Gets the element that is picked; by default it is selected.
   */
  pick(isPicking, then = (id) => this.#inspector.select(id, { scrolls: true })) {
    [this.isPicking, this.#then] = [isPicking, then];
    document.documentElement.classList.toggle("is-picking", isPicking);
    this.hover(null);
    this.#inspector.render();
  }

  #intercept(event) {
    if (!this.isPicking || event.altKey || !isOfPage(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    if (event.type !== "click") return;
    const id = idAt(event.target);
    const then = this.#then;
    this.pick(false);
    if (id) then(id);
  }

  #move(event) {
    if (this.isPicking) this.hover(isOfPage(event.target) ? idAt(event.target) : null);
  }

  #key(event) {
    if (event.key !== "Escape" || !this.isPicking) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    this.pick(false);
  }

  // Outlines

  /** Outlines an element; null for none. */
  hover(id) {
    if (id === this.#hovered) return;
    this.#hovered = id;
    this.place();
    this.#inspector.elements.hovered(id);
  }

  /** Outlines elements until something else is marked. */
  mark(ids) {
    this.#marked = ids;
    this.place();
  }

  clear() {
    [this.#hovered, this.#marked] = [null, []];
    this.#layer.replaceChildren();
  }

  /** Puts the outlines where the elements are now. */
  place() {
    const { selected } = this.#inspector;
    const boxes = [
      ...this.#marked.map((id) => box(id, "is-marked")), selected && box(selected, "is-selected"),
      this.#hovered && box(this.#hovered, "is-hovered", this.#hovered),
    ];
    for (const old of this.#layer.querySelectorAll(":scope > :not(.is-flash)")) old.remove();
    this.#layer.append(...boxes.filter(Boolean));
  }

  /** Shows what ran in the last turn. */
  flash(ids) {
    for (const id of ids.slice(0, MOST_FLASHES)) {
      const flash = box(id, "is-flash");
      if (!flash) continue;
      flash.addEventListener("animationend", () => flash.remove());
      this.#layer.append(flash);
    }
  }
}

function isOfPage(target) { return target instanceof Element && Boolean(target.closest("#page")); }

/** The elements of the page that stand for parts of the screen as a whole. */
const WHOLE = { heading: "title", back: "title", close: "title", refresh: "title" };

/** The identifier of the element of the screen in which an element of the document is. */
export function idAt(target) {
  const part = target.closest("[data-focus], [data-row]");
  if (!part) return target.closest(".screen, dialog") ? "title" : null;
  const id = part.dataset.focus ?? part.dataset.row;
  return WHOLE[id] ?? id.replace(/\/actions$/, "");
}

/** The element of the document of an element of the screen; null for one that is not shown. */
export function elementOf(id) {
  const names = id === "title" ? ["heading", "title"] : [id];
  const layers = [...document.querySelectorAll("#page > dialog[open]"), document.querySelector("#page > .app"),
    document.querySelector("#page > main")].filter(Boolean);
  for (const layer of layers) {
    for (const name of names) {
      const quoted = CSS.escape(name);
      const found = layer.querySelector(`[data-row="${quoted}"], [data-focus="${quoted}"]`)
        ?? layer.querySelector(`[data-row="${CSS.escape(name.replace(/\/(control|accessory)$/, ""))}"]`);
      if (found) return found;
    }
  }
  return null;
}

function box(id, kind, label = null) {
  const element = elementOf(id);
  const edge = element?.getBoundingClientRect();
  if (!edge?.width || !edge.height) return null;
  const box = document.createElement("div");
  box.className = `outline ${kind}`;
  Object.assign(box.style, { left: `${edge.left}px`, top: `${edge.top}px`, width: `${edge.width}px`,
    height: `${edge.height}px` });
  if (label) box.append(Object.assign(document.createElement("span"), { className: "outline-label",
    textContent: label }));
  return box;
}
