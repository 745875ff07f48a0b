// The actions of a row: those of its swipes, and moving. A swipe, a button and Shift+F10 lead to them.

import { h } from "../document/dom.js";
import { icon } from "../document/icons.js";
import { picture } from "../document/images.js";
import { nameOf } from "./rows.js";
import { t } from "../document/strings.js";
import { modal } from "../screen/dialogs.js";

/** The actions of a swipe: the first one is that of a full swipe. */
export function swipeActions(row) {
  const leading = row.leading.map((title) => ({ title, image: row.leadingImage, action: { quick: row.id },
    edge: "leading" }));
  // The first of two deletes; of a single one only its edge is known.
  const trailing = row.trailing.map((title, index) => ({
    title, edge: "trailing", isDestructive: index === 0 && !/[.…]$/.test(title),
    action: index === 0 ? { swipe: row.id, edge: "trailing" } : { more: row.id },
  }));
  return { leading, trailing };
}

export function hasActions(row) { return Boolean(row.leading?.length || row.trailing?.length || row.movable); }

/**
 * All actions of a row.
 *
 * @param place `{index, count}` in its section, for moving.
 */
function allActions(row, place) {
  const { leading, trailing } = swipeActions(row);
  const last = place ? place.count - 1 : 0;
  const moves = row.movable && place ? [
    place.index > 0 && { title: t("moveUp"), icon: "up", action: { move: row.id, to: place.index - 1 }, isMove: true },
    place.index < last && { title: t("moveDown"), icon: "down", action: { move: row.id, to: place.index + 1 },
      isMove: true },
    place.index > 1 && { title: t("moveToTop"), icon: "up", action: { move: row.id, to: 0 }, isMove: true },
    place.index < last - 1 && { title: t("moveToBottom"), icon: "down", action: { move: row.id, to: last },
      isMove: true },
  ].filter(Boolean) : [];
  return [...leading, ...trailing.filter((action) => !action.isDestructive), ...moves,
    ...trailing.filter((action) => action.isDestructive)];
}

/** The button that opens the actions of a row. */
export function actionsButton(row, layer, attributes = {}) {
  if (!hasActions(row)) return null;
  return h("button", {
    class: "icon-button actions-button", "aria-label": t("actionsOf", nameOf(row, layer)), "aria-haspopup": "menu",
    "data-focus": `${row.id}/actions`, key: "actions", onclick: (event) => {
      event.stopPropagation();
      layer.openActions(row.id, event.currentTarget);
    }, ...attributes,
  }, icon("more"));
}

/** The open menu of actions. It closes with Esc, with a tap beside it, and when the row leaves. */
export function actionsMenu(open, layer) {
  const { row, place, anchor } = open;
  const name = nameOf(row, layer);
  const choose = (choice) => {
    layer.closeActions();
    layer.act(choice.action, choice.isMove ? t("moved", name) : null);
  };
  return h("dialog", {
    class: "actions-menu", key: `actions ${row.id}`, "aria-label": t("actionsOf", name),
    hooks: modal((element) => {
      position(element, anchor);
      element.querySelector("button")?.focus();
    }),
    oncancel: (event) => {
      event.preventDefault();
      layer.closeActions();
    },
    onclick: (event) => { if (event.target === event.currentTarget) layer.closeActions(); },
    onkeydown: (event) => moveInMenu(event, layer),
  },
  h("p", { class: "actions-title", "aria-hidden": "true" }, name),
  h("div", { role: "menu", "aria-label": t("actionsOf", name) },
    allActions(row, place).map((choice, index) => h("button", {
      role: "menuitem", class: choice.isDestructive && "is-destructive", tabindex: index === 0 ? "0" : "-1",
      onclick: () => choose(choice),
    }, choice.image ? picture(choice.image, null, "menu-image") : icon(choice.icon || signOf(choice)),
      h("span", null, choice.title)))));
}

function signOf(choice) { return choice.isDestructive ? "trash" : choice.edge === "leading" ? "check" : "more"; }

function moveInMenu(event, layer) {
  const items = [...event.currentTarget.querySelectorAll("[role=menuitem]")];
  const index = items.indexOf(document.activeElement);
  const next = { ArrowDown: index + 1, ArrowUp: index - 1 + items.length, Home: 0, End: items.length - 1 }[event.key];
  if (next !== undefined) {
    event.preventDefault();
    items[next % items.length].focus();
  } else if (event.key === "Tab") {
    event.preventDefault();
    layer.closeActions();
  }
}

/** On a wide page, beside the button; on a phone, the style puts it at the lower edge. */
function position(element, anchor) {
  const edge = anchor?.isConnected ? anchor.getBoundingClientRect() : null;
  if (!edge || innerWidth < 600) return;
  const size = element.getBoundingClientRect();
  // Beside the panel of the Inspector, it belongs to the page.
  const area = element.matches(":modal") ? new DOMRect(0, 0, innerWidth, innerHeight)
    : document.querySelector("#page").getBoundingClientRect();
  const isBelow = edge.bottom + size.height + 12 <= area.bottom;
  const top = isBelow ? edge.bottom + 4 : Math.max(area.top + 8, edge.top - size.height - 4);
  const left = Math.max(area.left + 8, Math.min(edge.right, area.right - 8) - size.width);
  element.style.setProperty("top", `${top - area.top}px`);
  element.style.setProperty("left", `${left - area.left}px`);
}
