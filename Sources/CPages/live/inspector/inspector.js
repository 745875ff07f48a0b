// The Inspector: a panel beside the page, loaded for `?inspect` only. It knows what its parts show; each part asks for
// it through `ask`.

import { h, Root } from "../document/dom.js";
import { showDialogs } from "../screen/dialogs.js";
import { nameNow } from "../session/changes.js";
import { read, write } from "../session/tab.js";
import { Elements } from "./elements.js";
import { Log } from "./log.js";
import { Models } from "./models.js";
import { Overlay } from "./overlay.js";
import { Prompt } from "./prompt.js";
import { Recorder } from "./recorder.js";
import { sign } from "./signs.js";
import { Timeline } from "./timeline.js";
import { Variants } from "./variants.js";

const STORED = "okit.inspector";
const [LEAST_WIDTH, LEAST_PAGE] = [280, 240];

export class Inspector {
  /** Why there is nothing to show: a diagnostic; null while the Inspector is open. */
  refusal = null;
  isOpen = false;
  #page;
  #root;
  #asked = new Map();
  #lastID = 0;
  #isFrozen = false;

  constructor(page) {
    this.#page = page;
    const stored = JSON.parse(read(STORED) || "{}");
    [this.tab, this.selected] = [stored.tab || "elements", stored.selected || null];
    this.#addStyle();
    const panel = document.body.appendChild(document.createElement("aside"));
    [panel.id, panel.lang] = ["inspector", "en"];
    panel.setAttribute("aria-label", "Inspector");
    this.#root = new Root(panel);
    this.#width = stored.width || 480;
    this.overlay = new Overlay(this);
    this.elements = new Elements(this);
    this.models = new Models(this);
    this.log = new Log(this);
    this.prompt = new Prompt(this);
    this.recorder = new Recorder(this);
    this.variants = new Variants(this);
    this.timeline = new Timeline(this);
    document.documentElement.dataset.inspect = "";
    showDialogs(besideThePanel);
    for (const dialog of document.querySelectorAll("#page dialog:modal")) {
      dialog.close();
      besideThePanel(dialog);
    }
    this.render();
    if (page.welcome) this.welcomed();
  }

  get screen() { return this.#page.screen; }

  // The server

  /** Asks the server. The result rejects with a diagnostic. */
  ask(request, args = {}) {
    const id = ++this.#lastID;
    return new Promise((resolve, reject) => {
      this.#asked.set(id, { resolve, reject });
      if (!this.#page.inspect(id, request, args)) {
        this.#asked.delete(id);
        reject({ code: "live.lost", message: "not connected" });
      }
    });
  }

  received(message) {
    if (message.type === "inspected") {
      const asked = this.#asked.get(message.id);
      this.#asked.delete(message.id);
      if (message.error) asked?.reject(message.error);
      else asked?.resolve(message.result);
      return;
    }
    if (message.log) this.log.add(message.log);
    if (message.recording !== undefined) this.recorder.show(message.recording);
    if (message.timeline) this.timeline.show(message.timeline);
    if (message.ran) this.overlay.flash(message.ran);
    this.#changed();
  }

  /** Opens the Inspector when the page loads, after a reconnection, and when the cover is removed. */
  async welcomed() {
    for (const { reject } of this.#asked.values()) reject({ code: "live.lost", message: "not connected" });
    this.#asked.clear();
    this.isOpen = false;
    try {
      const opened = await this.ask("open");
      [this.isOpen, this.refusal] = [true, null];
      this.log.begin(opened.log);
      this.timeline.show(opened.timeline);
      this.recorder.show(opened.recording);
      this.variants.begin(opened.variants);
      this.#changed();
    } catch (error) { this.refuse(error); }
    this.render();
  }

  /** Shows why there is nothing to show; what was shown is gone. */
  refuse(error) {
    if (error.code === "live.lost") return;
    if (error.code !== "app.covered" && error.code !== "inspect.off") return this.render();
    [this.isOpen, this.refusal] = [false, error];
    for (const part of Object.values(this.#parts)) part.clear();
    this.overlay.clear();
    this.render();
  }

  /** The page shows another screen, or changes of the same one. */
  shown(renamed) {
    if (renamed.size) this.selected = nameNow(this.selected, renamed);
    if (this.screen.cover) return this.refuse({ code: "app.covered", message: "the application is covered" });
    if (!this.isOpen && this.refusal?.code === "app.covered") return void this.welcomed();
    this.overlay.place();
    this.#changed();
  }

  #timer = 0;

  /** Reads again what is shown, once for several changes. */
  #changed() {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.refresh(), 30);
    this.render();
  }

  refresh() {
    if (!this.isOpen || this.#isFrozen) return;
    if (this.tab === "elements") this.elements.refresh();
    if (this.tab === "models") this.models.refresh();
  }

  /** Whether the person gives up the later steps, so that an action of the past is performed. */
  discards() { return this.isOpen ? this.timeline.asks() : Promise.resolve(false); }

  // What a person does

  select(id, { scrolls = false } = {}) {
    this.selected = id;
    this.#keep();
    this.elements.select(id, scrolls);
    this.overlay.place();
    if (this.tab !== "elements") this.show("elements");
    else this.refresh();
  }

  show(tab) {
    this.tab = tab;
    this.#keep();
    this.render();
    this.refresh();
    document.querySelector(`#inspector [data-tab=${tab}]`)?.focus({ preventScroll: true });
  }

  /** Shows a place in the models. */
  showModel(path) {
    this.models.reveal(path);
    this.show("models");
  }

  /** Closes the Inspector: the present returns, and the page is as without it. */
  async close() {
    try { await this.ask("close"); } catch (error) { if (error.code !== "live.lost") this.refuse(error); }
    const url = new URL(location.href);
    url.searchParams.delete("inspect");
    location.replace(url);
  }

  #keep() { write(STORED, JSON.stringify({ tab: this.tab, selected: this.selected, width: this.#width })); }

  // The panel

  #addStyle() {
    const link = document.createElement("link");
    [link.rel, link.href] = ["stylesheet", "/live/inspector/inspector.css"];
    document.head.append(link);
  }

  get #width() { return parseInt(document.documentElement.style.getPropertyValue("--inspector"), 10); }

  set #width(width) {
    const shown = Math.max(LEAST_WIDTH, Math.min(width, innerWidth - LEAST_PAGE));
    document.documentElement.style.setProperty("--inspector", `${shown}px`);
  }

  #resize(event) {
    if (event.buttons !== 1) return;
    const isLeft = document.documentElement.dir === "rtl";
    this.#width = isLeft ? event.clientX : innerWidth - event.clientX;
    this.overlay.place();
    this.#keep();
  }

  #resizeByKey(event) {
    const step = { ArrowLeft: 24, ArrowRight: -24 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.#width += document.documentElement.dir === "rtl" ? -step : step;
    this.overlay.place();
    this.#keep();
    this.render();
  }

  get #parts() {
    const { elements, models, log, prompt, recorder, variants } = this;
    return { elements, models, log, prompt, recorder, variants };
  }

  render() {
    const tabs = this.#parts;
    this.#root.show(
      h("div", { class: "inspector-edge", role: "separator", tabindex: "0", "aria-orientation": "vertical",
        "aria-label": "Width of the Inspector", "aria-valuenow": this.#width, "aria-valuemin": LEAST_WIDTH,
        onpointerdown: (event) => event.currentTarget.setPointerCapture(event.pointerId),
        onpointermove: (event) => this.#resize(event), onkeydown: (event) => this.#resizeByKey(event) }),
      h("header", { class: "inspector-head" },
        h("button", { class: ["tool", this.overlay.isPicking && "is-on"], title: "Pick an element (Esc ends)",
          "aria-pressed": String(this.overlay.isPicking), "aria-label": "Pick",
          disabled: !this.isOpen, onclick: () => this.overlay.pick(!this.overlay.isPicking) },
        sign("pick")),
        h("div", { class: "parts", role: "tablist", "aria-label": "Parts of the Inspector" },
          Object.entries(tabs).map(([name, part]) => h("button", {
            key: name, role: "tab", class: "part-tab", "data-tab": name, id: `inspector-${name}`,
            "aria-selected": String(name === this.tab), "aria-controls": "inspector-panel",
            tabindex: name === this.tab ? "0" : "-1", onclick: () => this.show(name),
            onkeydown: (event) => this.#tabKey(event, Object.keys(tabs)),
          }, part.title, part.isOn && h("span", { class: "recording-sign", "aria-label": "recording" })))),
        h("button", { class: "tool", "aria-label": "Close the Inspector", title: "Close", onclick: () => this.close() },
          sign("close"))),
      h("div", { class: ["inspector-body", `is-${this.tab}`], role: "tabpanel", id: "inspector-panel", key: this.tab,
        "aria-labelledby": `inspector-${this.tab}`, tabindex: "-1" },
      this.refusal ? h("p", { class: "refusal" }, this.refusal.message, this.refusal.hint
        && h("span", { class: "hint" }, this.refusal.hint)) : tabs[this.tab].content()),
      this.isOpen && this.timeline.content());
  }

  #tabKey(event, names) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    this.show(names[(names.indexOf(this.tab) + step + names.length) % names.length]);
  }
}

/** A dialog that leaves the panel operable: what else it covers is inert. */
function besideThePanel(dialog) {
  dialog.classList.add("is-beside");
  dialog.show();
  const covered = [...document.querySelectorAll("#page > .app, #page dialog.menu")].filter((one) => one !== dialog
    && !dialog.contains(one) && !one.contains(dialog));
  for (const element of covered) element.inert = true;
  // What is inert gets no clicks; one on it is one beside the dialog.
  const page = document.querySelector("#page");
  const clicked = (event) => { if (event.target === page) dialog.dispatchEvent(new MouseEvent("click")); };
  page.addEventListener("click", clicked);
  dialog.addEventListener("close", () => {
    page.removeEventListener("click", clicked);
    for (const element of covered) element.inert = false;
  }, { once: true });
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    dialog.dispatchEvent(new Event("cancel", { cancelable: true }));
  });
}
