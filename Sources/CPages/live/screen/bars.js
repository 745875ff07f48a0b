// The bars around the rows: title and buttons, search, toolbar, keys of a form, tabs.

import { h, spoken } from "../document/dom.js";
import { icon } from "../document/icons.js";
import { attributed } from "../document/runs.js";
import { t } from "../document/strings.js";
import { tapping, typing } from "../controls/textfields.js";

/** Buttons that a small screen shows as icons; Edit and Done stay words, as people know them. */
function signOf(button) {
  if (button.image) return icon(button.image);
  return { add: icon("add"), help: icon("help") }[button.id.split(":")[1]] || null;
}

/** A button of a bar, or a label. */
function barButton(button, layer) {
  if (button.role === "text") {
    return h("span", { class: "bar-label", key: button.id, "data-identifier": button.identifier },
      attributed(button.title, button.runs, layer.theme));
  }
  const sign = signOf(button);
  const name = button.label || button.title || button.image;
  return h("button", {
    class: ["bar-button", sign && "has-icon", button.id.endsWith(":help") && "is-bare",
      button.style === "done" && "is-done"],
    key: button.id,
    "data-focus": button.id, "data-identifier": button.identifier,
    title: button.hint || (sign ? name : null),
    "aria-label": sign || name !== button.title ? name : null,
    style: button.tintColor ? { "--own": button.tintColor } : null,
    ...tapping(button.id, button.enabled !== false, layer),
  }, sign, h("span", { class: "bar-title" }, button.title));
}

/** The header of a screen: buttons, title, and what can be done on the screen as a whole. */
export function header(layer, { canGoBack, backTitle }) {
  const { screen } = layer;
  const canTapTitle = layer.name === "s" && layer.can("title");
  const title = screen.titleView
    ? titleView(screen.titleView, layer)
    : attributed(screen.title || (layer.name === "s" ? screen.name : t("menu")), screen.titleRuns, layer.theme);
  const hasClose = screen.left.some((button) => button.id === "left:close");
  return h("div", { class: "bar", key: "bar" },
    h("div", { class: "bar-side is-left" },
      canGoBack && h("button", {
        class: "bar-button is-back", key: "back", "data-focus": "back",
        "aria-label": backTitle ? `${t("back")}: ${backTitle}` : t("back"),
        onclick: () => layer.act("back"),
      }, icon("back"), h("span", { class: "bar-title" }, backTitle || t("back"))),
      !canGoBack && !hasClose && layer.can("close") && !screen.left.length && h("button", {
        class: "bar-button", key: "close", "data-focus": "close", onclick: () => layer.act("close"),
      }, t("close")),
      screen.left.map((button) => barButton(button, layer))),
    h("div", { class: "titles" },
      screen.prompt && h("p", { class: "prompt" }, screen.prompt),
      h(layer.name === "s" ? "h1" : "h2", { class: "title", tabindex: "-1", "data-focus": "heading",
        id: layer.id("title") },
        canTapTitle && !screen.titleView
          ? h("button", { class: "title-button", "data-focus": "title", onclick: () => layer.act({ tap: "title" }) },
            title)
          : title),
      screen.subtitle && h("p", { class: "subtitle" }, attributed(screen.subtitle, screen.subtitleRuns, layer.theme))),
    h("div", { class: "bar-side is-right" },
      screen.activity && h("span", { class: "spinner", key: "activity", role: "progressbar", "aria-label": t("busy") }),
      screen.refresh && h("button", {
        class: "bar-button has-icon is-bare", key: "refresh", "aria-label": t("refresh"), title: t("refresh"),
        "data-focus": "refresh", onclick: () => layer.act("refresh"),
      }, icon("refresh")),
      screen.right.map((button) => barButton(button, layer))));
}

function titleView(view, layer) {
  const text = attributed(view.text, view.runs, layer.theme);
  if (view.kind !== "button") return text;
  return h("button", {
    class: "title-button", disabled: !view.enabled, "data-focus": "title", onclick: () => layer.act({ tap: "title" }),
  }, view.image && icon(view.image), text || view.label);
}

/** The search field and its scopes. */
export function search(layer) {
  const { search: bar } = layer.screen;
  if (!bar) return null;
  const target = { key: layer.key("search"), instance: layer.instance, field: null, isSecure: false,
    action: (text) => ({ search: text }) };
  layer.inputs.resume(target);
  const text = layer.inputs.shown(target.key, bar.text);
  const clear = () => {
    layer.inputs.type(target, "");
    layer.render();
  };
  return h("search", { class: "search", key: "search" },
    h("span", { class: "search-field" }, icon("search"),
      h("input", {
        type: "text", inputmode: "search", enterkeyhint: "search", class: "field", placeholder: t("search"),
        "aria-label": bar.label || t("search"),
        role: "searchbox", autocomplete: "off", spellcheck: "false", id: layer.id("search"), "data-focus": "search",
        ".value": text,
        ...typing(target, layer, {
          onKey: (event) => {
            if (event.key !== "ArrowDown") return false;
            event.preventDefault();
            layer.focusRow(0);
            return true;
          },
          enter: () => {
            layer.inputs.flush();
            layer.focusRow(0);
          },
          escape: text ? clear : () => layer.focusRow(0),
        }),
      }),
      text && h("button", { class: "icon-button", key: "clear", "aria-label": t("clearSearch"), onclick: (event) => {
        clear();
        event.currentTarget.previousSibling?.focus();
      } }, icon("cancel"))),
    bar.scopes.length > 0 && h("span", { class: "segments scopes", role: "radiogroup", "aria-label": t("scopes"),
      key: "scopes" },
      bar.scopes.map((title, index) => h("label", { class: "segment", key: index },
        h("input", {
          type: "radio", name: layer.id("scope"), value: index, ".checked": bar.scope === index,
          onchange: () => layer.act({ filter: index }),
        }), h("span", null, title)))));
}

/** The titles of the index beside a list. */
export function index(layer) {
  const { screen } = layer;
  if (!screen.index.length) return null;
  const initials = new Set(screen.sections.map((section) => initial(section.header)));
  return h("nav", { class: "index", key: "index", "aria-label": t("index") },
    screen.index.map((title) => h("button", {
      key: title, class: screen.total === undefined && !initials.has(title) && "is-empty",
      "data-focus": `index:${title}`,
      tabindex: title === screen.index[0] ? "0" : "-1", onkeydown: indexKey,
      onclick: () => layer.goToIndex(title),
    }, title)));
}

export function initial(header) {
  const letter = (header || "").normalize("NFD").replace(/\p{M}/gu, "")[0]?.toUpperCase() || "";
  return /[A-Z]/.test(letter) ? letter : "#";
}

function indexKey(event) {
  const next = { ArrowDown: "nextSibling", ArrowUp: "previousSibling" }[event.key];
  if (!next) return;
  event.preventDefault();
  event.currentTarget[next]?.focus();
}

/** The toolbar below the rows. */
export function toolbar(layer) {
  const { toolbar: buttons } = layer.screen;
  return buttons.length > 0 && h("div", { class: "toolbar", key: "toolbar", role: "toolbar", "aria-label": t("toolbar"),
    onkeydown: toolbarKey },
    buttons.map((button) => barButton(button, layer)));
}

/** The buttons above the keyboard, while a field of a form is edited. */
export function keyboard(layer) {
  const { keyboard: keys } = layer.screen;
  return keys && h("div", { class: "toolbar is-keyboard", key: "keyboard", role: "toolbar", "aria-label": t("keyboard"),
    onkeydown: toolbarKey },
    keys.map((key) => h("button", {
      class: "bar-button", key: key.key, disabled: !key.enabled, "data-focus": key.id,
      // The field keeps the focus, and with it the keyboard of a phone.
      onmousedown: (event) => event.preventDefault(), onclick: () => layer.pressKey(key.key, key.id),
    }, key.image && icon(key.image), h("span", { class: "bar-title" }, key.title || key.image))));
}

function toolbarKey(event) {
  const buttons = [...event.currentTarget.querySelectorAll("button:not(:disabled)")];
  const place = buttons.indexOf(event.target);
  const next = { ArrowRight: place + 1, ArrowLeft: place - 1 }[event.key];
  if (next === undefined || place < 0) return;
  event.preventDefault();
  buttons[(next + buttons.length) % buttons.length].focus();
}

/** The tabs. */
export function tabs(layer) {
  const { tabs: all } = layer.screen;
  if (!all.length) return null;
  const hasImages = all.some((tab) => tab.image && icon(tab.image));
  return h("nav", { class: ["tabs", !hasImages && "has-no-images"], key: "tabs", "aria-label": t("tabs") },
    h("div", { role: "tablist", "aria-label": t("tabs"), onkeydown: tabKey },
      all.map((tab) => h("button", {
        role: "tab", key: tab.id, id: layer.id(tab.id), "aria-selected": String(tab.selected),
        "aria-controls": layer.id("panel"),
        tabindex: tab.selected ? "0" : "-1", "data-focus": tab.id, onclick: () => layer.act({ tap: tab.id }),
      },
      h("span", { class: "tab-image" }, hasImages && (icon(tab.image) || h("span", { class: "tab-dot" })),
        tab.badge && h("span", { class: "badge" }, tab.badge)),
      h("span", { class: "tab-title" }, tab.title), tab.badge && spoken(` (${tab.badge})`)))));
}

function tabKey(event) {
  const all = [...event.currentTarget.querySelectorAll("[role=tab]")];
  const place = all.indexOf(event.target);
  const next = { ArrowRight: place + 1, ArrowDown: place + 1, ArrowLeft: place - 1, ArrowUp: place - 1, Home: 0,
    End: all.length - 1 }[event.key];
  if (next === undefined || place < 0) return;
  event.preventDefault();
  all[(next + all.length) % all.length].focus();
}
