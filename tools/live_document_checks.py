"""Checks that after many changes, a page shows what a fresh one shows."""

import json
import time
import urllib.request

from checks import check
from live_browser import Tab

# Random actions of a person in one window, as fast as the page takes them. A number that begins the random numbers, and
# how many actions.
ACTIONS = """([state, count]) => {
  const random = (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * limit);
  };
  const visible = (element) => element.checkVisibility() && element.getClientRects().length;
  const change = (element, type) => element.dispatchEvent(new Event(type, { bubbles: true }));
  const step = () => {
    const top = [...document.querySelectorAll("dialog[open]")].pop() || document.querySelector(".app");
    const choices = [...top.querySelectorAll(
      "button:not(:disabled), [role=row][data-row], [role=option], :is(input, select, textarea):not(:disabled)")]
      .filter(visible);
    const choice = choices[random(choices.length)];
    if (!choice || choice.matches("button, [role=row], [role=option], [type=checkbox], [type=radio]")) choice?.click();
    else if (choice.matches("select")) {
      choice.selectedIndex = random(choice.options.length);
      change(choice, "change");
    } else if (!choice.matches("[type=color], .native-picker")) {
      choice.focus();
      choice.value = choice.type === "range" ? random(100) : choice.value.slice(0, random(9)) + random(100);
      change(choice, "input");
      choice.blur();
    }
    window.actionsLeft = --count;
    if (count > 0) setTimeout(step, 2 + random(12));
  };
  window.actionsLeft = count;
  step();
}"""

# The application as the page shows it, without what belongs to a view: tab stops, positions, identifiers of views. The
# open actions of a row are the page's own. The order of attributes means nothing.
SHOWN = """() => {
  const own = ["tabindex", "style", "data-offset", "data-open", "data-sliding", "data-input", "src"];
  const text = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    const attributes = [...node.attributes].filter(({ name }) => !own.includes(name))
      .map(({ name, value }) => ` ${name}="${value}"`).sort().join("");
    return `<${node.localName}${attributes}>${[...node.childNodes].map(text).join("")}</${node.localName}>`;
  };
  return [...document.querySelectorAll(".app, dialog:not(.actions-menu)")].map(text).join("");
}"""


class Window:
    """A page whose messages are counted."""

    def __init__(self, chromium, url, width):
        self.tab, self.width, self.open = Tab(chromium, url, width), width, 0
        self.tab.page.on("websocket", self.watch)
        self.reload()

    def watch(self, socket):
        socket.on("framesent", lambda text: self.count(text, "act", 1))
        socket.on("framereceived", lambda text: self.count(text, "done", -1))

    def count(self, text, name, step):
        self.open += step * (json.loads(text)["type"] == name)

    def reload(self):
        self.tab.page.reload()
        self.tab.page.wait_for_selector(".screen, .cover")

    @property
    def is_waiting(self):
        """Whether an action is not answered, or a picture not there."""
        return bool(self.open or self.tab.locate(".is-loading").count())


def at_rest(windows):
    """What all pages show when none of them waits, and none has changed for half a second."""
    before, end = None, time.monotonic() + windows[0].tab.patience
    while (now := [one.tab.run(SHOWN) for one in windows]) != before or any(one.is_waiting for one in windows):
        if time.monotonic() > end:
            raise SystemExit(f"live: not at rest, with {[one.open for one in windows]} actions that are not answered")
        before = now
        windows[0].tab.page.wait_for_timeout(500)
    return now


def check_documents(chromium, url, count):
    """After actions in three windows at once, each document is that of a page which is opened now."""
    windows = [Window(chromium, url, width) for width in [320, 768, 1280]]
    for place, window in enumerate(windows):
        window.tab.patience = 60 + count / 5
        window.tab.run(ACTIONS, [51 + place, (count + 2 - place) // 3])
    for window in windows:
        window.tab.wait("window.actionsLeft <= 0")
    olds = at_rest(windows)
    for window in windows:
        window.reload()
    for window, old, new in zip(windows, olds, at_rest(windows)):
        check(f"the document of {window.width} points is as a fresh one", old == new, difference(old, new))
        check("random actions cause no problem", not window.tab.problems, window.tab.problems[:3])
        window.tab.close()


def difference(old, new):
    place = next((index for index, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))
    return f"\n  {old[max(0, place - 120):place + 120]}\n  {new[max(0, place - 120):place + 120]}"


UPDATES = """async (count) => {
  const { changed } = await import("/live/session/changes.js");
  let state = 51;
  const random = (limit) => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return Math.floor((state / 2147483648) * limit);
  };
  const screen = (ids) => {
    const headers = ["A", "B", "C", "D"].filter(() => random(4)).sort(() => random(3) - 1);
    const sections = headers.map((header) => ({ header, footer: random(3) ? null : "f" + random(9), rows: [] }));
    for (const id of ids.filter(() => sections.length && random(4))) {
      const { rows } = sections[random(sections.length)];
      rows.splice(random(rows.length + 1), 0, { id, text: String(random(3)) });
    }
    return { title: String(random(3)), total: random(2) ? random(9) : undefined, sections };
  };
  const places = (one) => new Map(one.sections.flatMap((section, place) =>
    section.rows.map((row, index) => [row.id, { path: [place, index], row }])));
  const same = (a, b) => JSON.stringify(a) === JSON.stringify(b);
  for (let round = 0; round < count; round++) {
    const ids = [...Array(12).keys()];
    const [old, next] = [screen(ids), screen(ids)];
    const origin = next.sections.map((section) => old.sections.findIndex((other) => other.header === section.header));
    const sections = { removed: [], moved: [], inserted: [], updated: [] };
    old.sections.forEach((section, place) => { if (!origin.includes(place)) sections.removed.push(place); });
    let last = -1;
    next.sections.forEach((section, place) => {
      const { rows, ...head } = section;
      if (origin[place] < 0) sections.inserted.push({ place, section: { ...head, rows: [] } });
      else if (origin[place] < last) sections.moved.push({ from: origin[place], to: place });
      else last = origin[place];
      if (origin[place] >= 0) sections.updated.push({ place, section: head });
    });
    const [before, after] = [places(old), places(next)];
    const rows = { removed: [], moved: [], inserted: [], updated: [] };
    for (const [id, { path }] of before) if (!after.has(id)) rows.removed.push(path);
    next.sections.forEach((section, place) => {
      let lastRow = -1;
      section.rows.forEach((row, index) => {
        const known = before.get(row.id);
        if (!known) return rows.inserted.push({ path: [place, index], row });
        if (known.path[0] === origin[place] && known.path[1] > lastRow) lastRow = known.path[1];
        else rows.moved.push({ from: known.path, to: [place, index] });
        if (!same(known.row, row)) rows.updated.push({ path: [place, index], row });
      });
    });
    const fields = { title: next.title, total: next.total ?? null };
    const copy = JSON.stringify(old);
    const result = changed(old, { fields, sections, rows });
    const parts = (one) =>
      [one.title, one.total ?? null, one.sections.map((part) => [part.header, part.footer, part.rows])];
    if (!same(parts(result), parts(next)) || JSON.stringify(old) !== copy) return JSON.stringify([old, next, result]);
  }
  return "";
}"""


def check_updates(chromium, url):
    """Random updates make the next screen, and leave the one before as it is."""
    tab = Tab(chromium, url)
    difference = tab.run(UPDATES, 2000)
    check("updates make the next screen", not difference, difference[:600])
    tab.close()


class Server:
    """Stands between a page and the server, and can send messages of its own."""

    def __init__(self, tab, url):
        self.address, self.token = url.split("#")
        self.sent, self.revision, self.page = [], None, None
        tab.page.route_web_socket("**/socket", self.open)
        tab.page.reload()
        tab.page.wait_for_selector(".screen")

    def open(self, page):
        self.page, server = page, page.connect_to_server()
        page.on_message(lambda text: (self.sent.append(json.loads(text)), server.send(text)))
        server.on_message(lambda text: (self.note(json.loads(text)), page.send(text)))

    def note(self, message):
        self.revision = message.get("revision", message.get("to", self.revision))

    def give_other_ids(self, window):
        """The update after a reload of the script: the same rows with other ids, in another instance."""
        request = urllib.request.Request(
            f"{self.address}screen?format=json&window={window}", headers={"Authorization": f"Bearer {self.token}"})
        screen = json.loads(urllib.request.urlopen(request).read())
        screen = screen.get("screen", screen)
        updated = []
        for section, rows in enumerate(part["rows"] for part in screen["sections"]):
            for place, row in enumerate(rows):
                if not row["id"].startswith("entity:"):
                    continue
                old = row["id"]
                row["id"] = old.replace("entity:", "entity:9")
                if row["control"]:
                    row["control"]["id"] = row["control"]["id"].replace(old, row["id"])
                updated.append({"path": [section, place], "row": row})
        self.page.send(json.dumps({
            "type": "update", "from": self.revision, "to": self.revision, "motion": None,
            "changes": {"fields": {"instance": screen["instance"] + 1000}, "rows": {"updated": updated}}}))
        return len(updated)


def check_other_ids(chromium, url):
    """After a reload of the script, rows have other ids: elements, focus, text, caret and scroll position stay."""
    tab = Tab(chromium, url)
    server = Server(tab, url)
    window = tab.run("sessionStorage.getItem('okit.window')")
    tab.open("Rows and fields")
    tab.button("Edit").click()
    tab.button("Done").wait_for()
    field = tab.locate('.screen [data-row^="entity"] input').nth(1)
    field.click()
    field.evaluate("(field) => { field.setSelectionRange(3, 3); window.field = field; }")
    # What is typed is sent when the rows have other ids, however long that takes here.
    tab.run("""() => {
      const later = window.setTimeout;
      window.setTimeout = (body, time, ...rest) => later(body, time === 100 ? 600_000 : time, ...rest);
    }""")
    tab.page.keyboard.type("XY")
    check("rows have got other ids", server.give_other_ids(window) == 3)
    tab.wait("document.querySelectorAll('[data-row^=\"entity:9\"]').length === 3")
    state = """[document.activeElement === window.field, window.field.isConnected, window.field.value,
      window.field.selectionStart]"""
    tab.check("the field, its text and the caret stay", state, [True, True, "BioXYgraphy", 5])
    tab.check("the text is sent for the other id",
        lambda: [message["action"]["edit"][:8] for message in server.sent if "XY" in str(message)], ["entity:9"])
    tab.page.reload()
    tab.page.wait_for_selector(".screen")
    tab.button("Done").click()
    tab.back()
    tab.open("Numbers")
    tab.row("Number 40").focus()
    tab.wait("!document.querySelector('[data-returning]')")
    tab.run("window.row = document.activeElement, document.querySelector('.scroll').scrollTop += 33")
    place = tab.run("Math.round(window.row.getBoundingClientRect().top)")
    server.give_other_ids(window)
    tab.wait("window.row.dataset.row.startsWith('entity:9')")
    tab.check("the row, the focus and the scroll position stay",
        "[document.activeElement === window.row, Math.round(window.row.getBoundingClientRect().top)]", [True, place])
    check("other ids cause no problem", not tab.problems, tab.problems[:3])
    tab.close()
