// A list with a search field and a selected entry, which the fragment holds.

/**
 * A list of `entries`. `name` is what the fragment calls the selected one, and `keyOf` its value there; `textOf` is
 * what the field called `label` searches, and `view` makes the content of the list from the entries that match.
 */
function searchList({ entries, label, name, keyOf, textOf, view }) {
  const elements = new Map();
  let shown = entries;
  let selected = null;
  const list = h("div");
  const input = h("input", {
    class: "field", type: "search", placeholder: label, "aria-label": label, oninput: () => draw(),
    onkeydown: (event) => { if (event.key === "Enter" && shown.length) { select(shown[0]); input.blur(); } },
  });

  /** The element of an entry: a click selects it. */
  function item(entry, kind, ...content) {
    const element = h("li", { class: kind, onclick: () => select(entry) }, ...content);
    elements.set(entry, element);
    return element;
  }

  function draw() {
    const query = input.value.trim().toLowerCase();
    shown = entries.filter((entry) => textOf(entry).toLowerCase().includes(query));
    elements.clear();
    fill(list, view(shown, item));
    mark();
  }

  function mark() {
    for (const [entry, element] of elements) element.classList.toggle("is-selected", entry === selected);
    elements.get(selected)?.scrollIntoView({ block: "nearest" });
  }

  function select(entry) {
    selected = entry;
    address.set({ [name]: keyOf(entry) });
    mark();
  }

  function move(step, among) {
    const visible = among.filter((entry) => shown.includes(entry));
    const index = visible.indexOf(selected);
    const next = index < 0 ? visible[step > 0 ? 0 : visible.length - 1] : visible[index + step];
    if (next) select(next);
  }

  function fromAddress() {
    selected = entries.find((entry) => keyOf(entry) === address.get(name)) || null;
    mark();
  }

  return {
    input, list, move, selected: () => selected,
    /** Adds the keys of the list; `among` are the entries that `n` and `p` go to, `what` their names in the help. */
    addKeys(what, among) {
      keys.add("j", `The next ${name}`, () => move(1, entries), "ArrowDown");
      keys.add("k", `The previous ${name}`, () => move(-1, entries), "ArrowUp");
      keys.add("n", `The next ${what}`, () => move(1, among));
      keys.add("p", `The previous ${what}`, () => move(-1, among));
      keys.add("/", label, () => input.focus());
    },
    start() {
      keys.start();
      address.read();
      draw();
      fromAddress();
      address.observe(fromAddress);
    },
  };
}

/** The body of a page that is one list. */
function listPage({ input, list }, badge, title, subtitle) {
  document.body.append(
    h("header", { class: "header" }, badge,
      h("div", { class: "titles" }, h("h1", null, title), h("p", null, subtitle)),
      h("div", { class: "tools" }, h("button", { class: "button round", type: "button", "aria-label": "Keys",
        onclick: () => keys.help() }, "?"))),
    h("main", { class: "tests" }, h("div", { class: "column" }, input, list)));
}
