// The selection of a page, which is the fragment of its address: `#action=12&tab=why`.

const address = {
  values: new Map(),

  read() { this.values = new Map(new URLSearchParams(location.hash.slice(1))); },

  get(name) { return this.values.get(name) ?? null; },

  /** Sets values; null removes one. The history of the browser gets no entry. */
  set(changes) {
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) this.values.delete(name); else this.values.set(name, String(value));
    }
    const fragment = new URLSearchParams([...this.values]).toString();
    history.replaceState(null, "", fragment ? `#${fragment}` : "#");
  },

  /** Calls a function when a link or the Back button changes the fragment. */
  observe(changed) {
    window.addEventListener("hashchange", () => { this.read(); changed(); });
  },
};
