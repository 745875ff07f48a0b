// Swiping rows by pointer. Vertical scrolling wins; a full swipe runs the first action of its edge.

import { h } from "../document/dom.js";
import { swipeActions } from "./actions.js";
import { picture } from "../document/images.js";

const BEGIN = 12;
const FULL_SHARE = 0.55;

/** The row that shows its actions. */
let opened = null;

document.addEventListener("pointerdown", (event) => { if (opened && !opened.contains(event.target)) close(); });

/** The actions of a row, which a swipe shows; a screen reader has them in the menu of the row. */
export function swipeButtons(row, layer) {
  const { leading, trailing } = swipeActions(row);
  const side = (actions, edge) => actions.length > 0 && h("span", { class: ["swipe-side", `is-${edge}`], key: edge,
    "aria-hidden": "true" },
    actions.map((action) => h("span", {
      class: ["swipe-action", action.isDestructive ? "is-destructive" : edge === "leading" ? "is-quick" : "is-more"],
      onclick: (event) => {
        event.stopPropagation();
        close();
        layer.act(action.action);
      },
    }, action.image && picture(action.image, null, "swipe-image"), h("span", null, action.title))));
  return [side(leading, "leading"), side(trailing, "trailing")];
}

/** Closes the open row. */
export function close() {
  if (!opened) return;
  slide(opened, 0, true);
  opened = null;
}

/** Makes the rows in an element follow the pointer. */
export function swipes(layerOf) {
  let drag = null;
  return {
    onpointerdown: (event) => {
      const element = event.target.closest("[data-row]");
      if (!element || event.button !== 0 || !event.isPrimary
        || event.target.closest("input, textarea, select, .swipe-action")) return;
      if (event.pointerType === "mouse" && event.target.closest("button, a")) return;
      const layer = layerOf();
      const row = layer.row(element.dataset.row);
      if (!row || !(row.leading?.length || row.trailing?.length)) return;
      drag = { element, row, layer, x: event.clientX, y: event.clientY, start: offset(element), id: event.pointerId,
        isHorizontal: false };
    },
    onpointermove: (event) => {
      if (!drag || event.pointerId !== drag.id) return;
      const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
      if (!drag.isHorizontal) {
        if (Math.abs(dy) > BEGIN && Math.abs(dy) > Math.abs(dx)) drag = null;
        else if (Math.abs(dx) > BEGIN && Math.abs(dx) > 1.5 * Math.abs(dy)) {
          drag.isHorizontal = true;
          drag.element.setPointerCapture(event.pointerId);
        }
        if (!drag?.isHorizontal) return;
      }
      slide(drag.element, bounded(drag.start + dx, drag.row), false);
    },
    onpointerup: (event) => {
      if (!drag || event.pointerId !== drag.id) return;
      const { element, row, layer, isHorizontal } = drag;
      drag = null;
      if (!isHorizontal) return;
      // The click that follows is not a tap.
      element.addEventListener("click", stop, { capture: true, once: true });
      setTimeout(() => element.removeEventListener("click", stop, { capture: true }), 50);
      finish(element, row, layer);
    },
    onpointercancel: () => {
      if (drag?.isHorizontal) slide(drag.element, 0, true);
      drag = null;
    },
  };
}

function stop(event) {
  event.stopPropagation();
  event.preventDefault();
}

function finish(element, row, layer) {
  const x = offset(element);
  const isEnd = x * direction(element) < 0;
  const { leading, trailing } = swipeActions(row);
  const actions = isEnd ? trailing : leading;
  if (actions.length && Math.abs(x) > element.clientWidth * FULL_SHARE) {
    slide(element, 0, true);
    opened = null;
    layer.act(actions[0].action);
    return;
  }
  const side = element.querySelector(`.swipe-side.is-${isEnd ? "trailing" : "leading"}`);
  if (side && Math.abs(x) > side.clientWidth / 2) {
    slide(element, Math.sign(x) * side.clientWidth, true);
    opened = element;
  } else {
    slide(element, 0, true);
    if (opened === element) opened = null;
  }
}

function direction(element) { return getComputedStyle(element).direction === "rtl" ? -1 : 1; }

function bounded(x, row) {
  const { leading, trailing } = row;
  const isRight = document.documentElement.dir === "rtl" ? -x : x;
  return (isRight > 0 && !leading.length) || (isRight < 0 && !trailing.length) ? x / 8 : x;
}

function offset(element) { return Number(element.dataset.offset) || 0; }

function slide(element, x, isAnimated) {
  element.dataset.offset = String(x);
  element.toggleAttribute("data-sliding", !isAnimated);
  element.toggleAttribute("data-open", x !== 0);
  element.style.setProperty("--slide", `${x}px`);
}
