// Alerts and sheets as modal dialogs: what they cover is inert, and the focus returns when they close.

import { h, isolated } from "../document/dom.js";
import { icon } from "../document/icons.js";
import { t } from "../document/strings.js";
import { tapping, typing } from "../controls/textfields.js";

let show = (element) => element.showModal();

/** Shows dialogs in another way from now on, with the panel of the Inspector beside them. */
export function showDialogs(by) { show = by; }

/** Hooks of a modal dialog. */
export function modal(onCreated) {
  return {
    created: (element) => {
      show(element);
      onCreated?.(element);
    },
    removed: (element) => element.close(),
  };
}

/** The action that leaves a dialog without doing anything. */
export function cancelOf(dialog) {
  return dialog.actions.find((action) => action.style === "cancel" && action.enabled)
    || (dialog.actions.length === 1 && dialog.actions[0].enabled ? dialog.actions[0] : null);
}

/** The action that Enter means. */
function standardOf({ actions }) {
  return actions.find((action) => action.enabled && action.style === "default")
    || actions.find((action) => action.enabled && action.style !== "cancel");
}

/** Enter in a field of a dialog: what is typed may enable the action. */
async function enter(id, layer) {
  await layer.inputs.written();
  const dialog = [layer.screen.alert, layer.screen.sheet].find((one) => one?.id === id);
  const action = dialog && standardOf(dialog);
  if (action) layer.press({ tap: action.id });
}

/** The open alert or sheet of a screen. */
export function dialogs(layer) {
  const { alert, sheet } = layer.screen;
  return [alert && dialog(alert, layer, true), sheet && dialog(sheet, layer, false)];
}

function dialog(content, layer, isAlert) {
  const [title, text] = [layer.id(`${content.id}/title`), layer.id(`${content.id}/text`)];
  const tap = (action) => layer.act({ tap: action.id });
  const cancel = () => {
    const action = cancelOf(content);
    if (action) tap(action);
  };
  const standard = standardOf(content);
  // What cannot be taken back does not happen by pressing Enter.
  const first = standard?.style === "destructive" ? cancelOf(content) ?? standard : standard;
  const isColumn = !isAlert || content.actions.length > 2;
  return h("dialog", {
    class: isAlert ? "alert" : "sheet", key: content.id, role: isAlert ? "alertdialog" : null,
    "aria-labelledby": content.title ? title : text,
    "aria-describedby": content.title && content.message ? text : null,
    hooks: modal((element) => {
      const target = element.querySelector("input") || element.querySelector("[data-first]")
        || element.querySelector("button");
      target?.focus();
    }),
    oncancel: (event) => {
      event.preventDefault();
      cancel();
    },
    onclick: (event) => { if (!isAlert && event.target === event.currentTarget) cancel(); },
  },
  h("div", { class: "dialog-box" },
    h("div", { class: "dialog-texts" },
      content.title && h("h2", { id: title, class: "dialog-title" }, content.title),
      content.message && h("p", { id: text, class: "dialog-message" }, content.message),
      !content.title && !content.message && h("h2", { id: text, class: "spoken" }, t("actions"))),
    content.fields.length > 0 && h("div", { class: "dialog-fields" }, content.fields.map((field) => dialogField(field,
      layer, () => enter(content.id, layer), cancel))),
    h("div", { class: ["dialog-actions", isColumn && "is-column"] }, content.actions.map((action) => h("button", {
      key: action.id, class: ["button", "is-large", action.style === "destructive" && "is-destructive",
        action === standard && "is-standard", action.style === "cancel" && "is-cancel"],
      "data-focus": action.id, "data-first": action === first, ...tapping(action.id, action.enabled, layer),
    }, action.title)))));
}

function dialogField(field, layer, enter, escape) {
  const target = {
    key: layer.key(field.id), instance: layer.instance, field: null, isSecure: field.secure,
    action: (text) => ({ edit: field.id, text }),
  };
  return h("label", { class: "dialog-field", key: field.id },
    h("span", null, field.label || field.placeholder || field.name),
    h("input", {
      type: field.secure ? "password" : "text", class: "field", autocomplete: "off", "data-focus": field.id,
      ".value": layer.inputs.shown(target.key, field.text || ""),
      "aria-label": field.label || field.placeholder || field.name,
      ...typing(target, layer, { enter, escape }),
    }));
}

/** The help that covers the screen: its callouts, with a ring around each element. Any tap closes it. */
export function help(layer) {
  const { screen } = layer;
  if (!screen.help) return null;
  const close = () => layer.act({ tap: "help" });
  const pointing = screen.help.filter((callout) => callout.element);
  const numberOf = (callout) => String(pointing.indexOf(callout) + 1);
  return h("dialog", {
    class: "help", key: "help", "aria-labelledby": layer.id("help-title"), onclick: close,
    oncancel: (event) => {
      event.preventDefault();
      close();
    },
    hooks: { ...modal((element) => rings(element)), changed: rings },
  },
  screen.help.map((callout) => callout.element && h("span", {
    class: "ring", key: `ring ${numberOf(callout)}`, "data-target": callout.element, "aria-hidden": "true",
  }, h("span", { class: "ring-number" }, numberOf(callout)))),
  h("div", { class: "help-box" },
    h("h2", { id: layer.id("help-title"), class: "dialog-title" }, screen.helpTitle || "?"),
    h("ol", { class: "callouts" }, screen.help.map((callout, place) => h("li", { key: place, class: callout.element
      && "has-ring" },
      h("span", { class: "callout-number", "aria-hidden": "true" }, callout.element ? numberOf(callout) : "•"),
      h("span", null, callout.label && h("b", null, isolated(callout.label), ": "), isolated(callout.text))))),
    h("button", { class: "button is-large is-standard" }, icon("check"), h("span", null, t("close"))),
    h("p", { class: "muted", "aria-hidden": "true" }, t("helpHint"))));
}

/** Puts the rings around the elements that the callouts explain. */
function rings(element) {
  for (const ring of element.querySelectorAll(".ring")) {
    const target = document.querySelector(`.app [data-focus="${CSS.escape(ring.dataset.target)}"]`);
    const edge = target?.getBoundingClientRect();
    const isVisible = edge && edge.width > 0 && edge.bottom > 0 && edge.top < innerHeight;
    ring.hidden = !isVisible;
    if (!isVisible) continue;
    for (const [name, value] of Object.entries({
      left: edge.left - 4, top: edge.top - 4, width: edge.width + 8, height: edge.height + 8 })) {
      ring.style.setProperty(name, `${value}px`);
    }
  }
}
