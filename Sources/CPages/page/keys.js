// Keys, and the help that lists them.

const keys = {
  table: [],
  names: { ArrowDown: "↓", ArrowUp: "↑" },

  /** Adds a key with what it does; `others` are further keys that do the same. */
  add(key, help, action, ...others) { this.table.push({ keys: [key, ...others], help, action }); },

  /** Clears a search field and leaves it. Browsers send different events when they clear one. */
  leave(field) {
    if (field.value && field.type === "search") {
      field.value = "";
      field.dispatchEvent(new Event("input"));
    }
    field.blur();
  },

  help() {
    const dialog = h("dialog", { "aria-labelledby": "help-title" },
      h("h2", { id: "help-title" }, "Keys"),
      h("dl", null, this.table.map((entry) => [
        h("dt", null, entry.keys.map((key, index) => [index ? " " : null, h("kbd", null, this.names[key] || key)])),
        h("dd", null, entry.help)])),
      h("form", { method: "dialog" }, h("button", { class: "button", autofocus: true }, "Close")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  },

  start() {
    this.add("?", "This help", () => this.help());
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      const isTyping = event.target.matches("input, select, textarea");
      if (isTyping && event.key === "Escape") return this.leave(event.target);
      if (isTyping) return;
      const entry = this.table.find((entry) => entry.keys.includes(event.key));
      if (!entry) return;
      event.preventDefault();
      entry.action(event.key);
    });
  },
};
