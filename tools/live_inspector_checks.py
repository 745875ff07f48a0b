"""Checks of the Inspector beside the page: picking, bindings, models, time travel, log, prompt and recorder."""

import os
import subprocess
import sys
import tempfile

from checks import PATIENCE, check
from live_browser import Application, Tab, violations

TARGET = os.path.abspath(sys.argv[1])

SCRIPT = """
local okit = require "okit"
local t = okit.types
local Book = okit.ModelEntity:extend("Book", { title = "", pages = 0 })
local Shop = okit.Model:extend("Shop", { books = t.list(Book), visits = 0, note = "" })
function Shop:visit() self.visits = self.visits + 1 okit.log.warn("visit " .. self.visits) end
function Shop:ask()
  okit.alert { title = "Sure?", actions = { { title = "Yes" }, { title = "No", style = "cancel" } } }
end
okit.Model.initialize(function()
  local shop = okit.Model.register(Shop)
  for number = 1, 250 do shop.books:add({ title = "Book " .. number, pages = number }) end
  shop:observe("visits", function(new) okit.log.info("observed " .. new) end)
end)
okit.ModelListTableController:extend("home", {
  type = "Book", dataPath = "books", titlePath = "= visits || ' visits'",
  right = { okit.ModelBarButtonItem { title = "#Visit", tap = "visit()" } },
  left = { okit.ModelBarButtonItem { title = "#Ask", tap = "ask()" } },
  cell = okit.ModelTableCell { path = "title", detailPath = "pages", segue = "book" },
})
okit.ModelDetailTableController:extend("book", {
  titlePath = "title",
  sections = { { cells = { okit.ModelTextCell { path = "#Title", textPath = "title" } } } },
})
"""


class Inspected:
    """The application above, with the Inspector beside its page."""

    def __init__(self, chromium, options=(), **page):
        self.folder = tempfile.TemporaryDirectory(prefix="okit-inspector-")
        self.script = os.path.join(self.folder.name, "app.lua")
        self.documents = os.path.join(self.folder.name, "documents")
        with open(self.script, "w") as file:
            file.write(SCRIPT)
        self.application = Application(TARGET, self.script, options=options, documents=self.documents)
        self.tab = Tab(chromium, inspecting(self.application.url), 1280, 800, **page)
        self.tab.locate("#inspector .part-tab").first.wait_for()

    def close(self):
        # The script logs warnings.
        problems = [problem for problem in self.tab.problems if not problem.startswith("console: visit")]
        check("the Inspector causes no problem", not problems, problems[:5])
        self.tab.close()
        self.application.close()
        self.folder.cleanup()

    def show(self, part):
        self.tab.locate(f'#inspector [data-tab="{part}"]').click()
        self.tab.locate(f".inspector-body.is-{part}").wait_for()

    def pick(self):
        self.tab.locate('#inspector [aria-label="Pick"]').click()

    def selected(self):
        return self.tab.run("document.querySelector('.screen-tree [aria-selected=true]')?.dataset.node ?? ''")

    def run(self, text):
        """Runs a text at the prompt, and returns what it has printed."""
        self.show("prompt")
        count = self.tab.locate(".prompt-entry").count()
        field = self.tab.locate(".prompt-field")
        field.fill(text)
        field.press("Enter")
        self.tab.wait(f"document.querySelectorAll('.prompt-entry').length === {count + 1}")
        return self.tab.locate(".prompt-entry").last.locator("pre:not(.prompt-text)").all_inner_texts()

    def lines_of_log(self, visit):
        """Shows the log up to a visit. Returns the number of its lines."""
        self.show("log")
        for text in [f"visit {visit}", f"observed {visit}"]:
            self.tab.locate(f'.log-message:text-is("{text}")').wait_for()
        return self.tab.locate(".log-line").count()

    def edit(self, path):
        """Begins to edit a value."""
        self.tab.locate(f'[data-edit="{path}"]').click()
        self.tab.locate(".model-field").wait_for()

    def travel(self, step):
        self.tab.run("""(step) => {
          const slider = document.getElementById("timeline");
          slider.value = step;
          slider.dispatchEvent(new Event("input"));
        }""", step)
        self.tab.wait(f"document.querySelector('.timeline-label').textContent.startsWith('Step {step} of')")
        self.tab.wait(f"document.querySelector('#page .app .title').textContent === '{step} visits'")


def inspecting(url):
    return url.replace("/#", "/?inspect#")


def check_elements(chromium):
    app = Inspected(chromium)
    tab = app.tab
    row, outline = tab.row("Book 3"), tab.locate(".outline.is-hovered")
    app.pick()
    row.hover()
    tab.check("what is below the pointer is outlined", outline.count, 1)

    def distances(part):
        """How far the edges of the outline are from those of a part."""
        box, edge = tab.box(part), tab.box(outline)
        return {key: round(abs(box[key] - edge[key])) for key in box} if box and edge else {"x": None}

    def is_near(part, *keys):
        found = distances(part)
        return all(found[key] is not None and found[key] <= 2 for key in keys or found)

    tab.check("the outline is where the element is", lambda: is_near(row), detail=lambda: distances(row))
    row.click(modifiers=["Alt"])
    tab.wait("document.querySelector('.app .title').textContent === 'Book 3'")
    tab.page.keyboard.press("Escape")
    tab.check("Esc ends picking", "document.documentElement.classList.contains('is-picking')", False)
    tab.back()
    app.pick()
    tab.row("Book 3").click()
    tab.wait("document.querySelector('.binding')")
    check("a click selects and does not operate", tab.title == "0 visits", tab.title)
    tab.check("the tree has the selected element", lambda: app.selected()[:7], "entity:")
    tab.page.reload()
    tab.wait("document.querySelector('.binding')")
    tab.check("the selection survives a reload of the page", lambda: app.selected()[:7], "entity:")
    app.run('okit.Model.get().books[3].title = "Dune"')
    app.show("elements")
    tab.wait("[...document.querySelectorAll('.binding dd')].some((fact) => fact.textContent.includes('was written'))")
    told = app.run(":why Dune > path")[0]
    app.show("elements")
    tab.wait("document.querySelector('.binding')")
    tab.check("a picked cell shows what `why` prints",
        "[...document.querySelectorAll('.binding[data-property=path] dd')].map((one) => one.textContent)",
        [line[10:].strip() for line in told.splitlines()[2:]])
    line = next(number for number, text in enumerate(SCRIPT.split("\n"), 1) if 'path = "title"' in text)
    tab.check("properties have their lines", tab.locate('.property:has(dt:text-is("path")) .source-place').inner_text,
        f":{line}")
    # The screen itself and a dialog.
    tab.part("left:0").click()
    tab.locate("dialog.alert").wait_for()
    app.pick()
    tab.locate("dialog.alert button").first.click()
    tab.check("parts of dialogs can be picked", lambda: app.selected()[:7], "dialog:")
    check("picking in a dialog does not answer it", tab.locate("dialog.alert").count() == 1)
    tab.locate("dialog.alert button").filter(has_text="No").click()
    tab.locate("dialog.alert").wait_for(state="detached")
    # From the tree to the page.
    tab.locate('.node[data-node="right:0"]').hover()
    button = tab.part("right:0")
    tab.check("the tree outlines the element", lambda: is_near(button, "x"), detail=lambda: distances(button))
    # A flash is over soon.
    tab.run("""() => new MutationObserver(() => {
      window.hasFlashed ||= Boolean(document.querySelector(".outline.is-flash"));
    }).observe(document.body, { childList: true, subtree: true })""")
    tab.part("right:0").click()
    tab.check("what has changed flashes", "window.hasFlashed === true")
    app.close()


def check_models(chromium):
    app = Inspected(chromium)
    tab, other = app.tab, Tab(chromium, app.application.url, 600, 600)
    app.run(r'okit.Model.get().note = "one\ntwo\r\tthree \u{202E}\u{1B}"')
    app.show("models")
    tab.locate('[data-path=""] .twist').click()
    check_edits(app)
    tab.locate('[data-path="/books"] .twist').click()
    tab.locate('[data-path="/books/99"]').wait_for()
    tab.check("a list shows a hundred children", tab.locate(".model-row").count, 1 + 3 + 100)
    tab.locate(".node.is-more").first.click()
    tab.locate('[data-path="/books/199"]').wait_for()
    tab.locate('[data-path="/books/0"] .twist').click()
    app.edit("/books/0/title")
    tab.page.keyboard.type("Piranesi")
    tab.page.keyboard.press("Enter")
    for page in (tab, other):
        page.row("Piranesi").wait_for()
    app.edit("/books/0/pages")
    tab.page.keyboard.type("many")
    tab.page.keyboard.press("Enter")
    tab.locate("#inspector .problem").wait_for()
    tab.page.keyboard.press("Escape")
    tab.check("leaving an edit that has failed takes its error away", tab.locate("#inspector .problem").count, 0)
    tab.check("an edit that fails changes nothing", tab.locate('[data-edit="/books/0/pages"]').inner_text, "1")
    tab.locate('[data-path="/books/0/title"] .readers-button').click()
    tab.locate(".reader-list .link-button").wait_for()
    tab.check("the readers of a value are outlined", tab.locate(".outline.is-marked").count, 1)
    tab.run("document.activeElement.blur()")
    tab.page.keyboard.press("Control+z")
    other.row("Book 1").wait_for()
    # A link leads into the tree.
    app.pick()
    tab.row("Book 2").click()
    tab.locate(".binding .link-button").filter(has_text="/books/1/title").click()
    tab.locate('[data-path="/books/1/title"]').wait_for()
    other.close()
    app.close()


def check_edits(app):
    """Edits of a text with lines and controls: each ends once, and keeps what was not typed."""
    tab = app.tab
    note, field = tab.locate('[data-edit="/note"]'), tab.locate(".model-field")

    def edit(*keys):
        app.edit("/note")
        for key in keys:
            tab.page.keyboard.press(key)
        field.wait_for(state="detached")
        tab.page.wait_for_timeout(100)
        check(f"an edit ends without a problem: {keys}", tab.locate("#inspector .problem").count() == 0,
              tab.locate("#inspector .problem").all_inner_texts())
        return tab.locate(".timeline-label").inner_text(), note.inner_text()

    tab.wait("document.querySelector('.timeline-label').textContent.startsWith('Step 1 of 1')")
    before = tab.locate(".timeline-label").inner_text(), r"one\ntwo\u{D} three \u{202E}\u{1B}"
    tab.check("the tree shows controls as `why` does", note.inner_text, before[1])
    check("an unchanged text is not written", edit("Enter") == before)
    check("Esc writes nothing", edit("End", "x", "Escape") == before)
    check("leaving a field writes nothing", edit("x", "Tab") == before)
    edit("Control+Home", "Shift+Enter", "ArrowUp", "z", "Enter")
    tab.check("an edit keeps the ends of lines", note.inner_text, r"z\n" + before[1])
    app.edit("/note")
    app.show("log")
    app.show("models")
    tab.check("another part ends an edit", field.count, 0)


def files(folder):
    found = {}
    for parent, _, names in os.walk(folder):
        for name in names:
            with open(os.path.join(parent, name), "rb") as file:
                found[os.path.relpath(os.path.join(parent, name), folder)] = file.read()
    return found


def check_travel(chromium):
    app = Inspected(chromium)
    tab = app.tab
    app.show("log")
    for visit in range(1, 51):
        tab.part("right:0").click()
        tab.wait(f"document.querySelector('.app .title').textContent === '{visit} visits'")
    app.run(":store")
    before = files(app.documents)
    lines = app.lines_of_log(50)
    for step in [*range(49, -1, -1), *range(1, 50)]:
        app.travel(step)
    tab.wait("document.querySelector('.app .title').textContent === '49 visits'")
    tab.check("the past says that nothing runs", tab.locate(".timeline-note").count, 1)
    tab.locate(".timeline button").filter(has_text="Return to the present").click()
    tab.wait("document.querySelector('.app .title').textContent === '50 visits'")
    check("nothing was logged on the way", tab.locate(".log-line").count() == lines, tab.locate(".log-line").count())
    app.run(":store")
    check("50 steps back and forward leave the documents as they were", files(app.documents) == before)
    app.travel(20)
    tab.part("right:0").click()
    tab.locate(".question").wait_for()
    tab.locate(".question button").filter(has_text="Cancel").click()
    tab.locate(".question").wait_for(state="detached")
    check("an action of the past asks", tab.title == "20 visits", tab.title)
    tab.part("right:0").click()
    tab.locate(".question button").filter(has_text="Discard").click()
    tab.wait("document.querySelector('.app .title').textContent === '21 visits'")
    tab.wait("document.querySelector('.timeline-label').textContent.startsWith('Step 21 of 21')")
    app.travel(3)
    tab.locate('[aria-label="Close the Inspector"]').click()
    tab.page.wait_for_url(lambda url: "inspect" not in url)
    tab.wait("!location.search && document.querySelector('.app .title')?.textContent === '21 visits'")
    app.close()


def check_log(chromium):
    app = Inspected(chromium)
    tab = app.tab
    tab.part("right:0").click()
    app.show("log")
    tab.locate(".log-line.is-warn").wait_for()
    tab.check("lines have their turn", lambda: tab.locate(".log-line.is-warn .log-turn").inner_text()[:5], "turn ")
    tab.locate(".chip.is-warn").click()
    tab.locate(".log-line.is-warn").wait_for(state="detached")
    tab.locate(".log-search").fill("OBSERVED 1")
    tab.check("the log is searched", tab.locate(".log-line").count, 1)
    check("the prompt prints results", app.run("1 + 1, okit.Model.get().visits") == ["2\t1"])
    check("the prompt reports errors", "nothing" in app.run("okit.nothing()")[0]
          and tab.locate(".prompt-entry").last.locator(".is-error").count() == 1)
    field = tab.locate(".prompt-field")
    field.fill("okit.Mod")
    field.press("Tab")
    tab.wait("document.querySelector('.prompt-field').value.startsWith('okit.Model')")
    field.fill("for number = 1, 2 do")
    field.press("Enter")
    tab.wait("document.querySelector('.prompt-field').value.includes('\\n')")
    field.fill("")
    check("commands are about the window of the page", app.run(":stack") == ["home"])
    app.close()


def check_recorder(chromium):
    app = Inspected(chromium, permissions=["clipboard-read", "clipboard-write"])
    tab = app.tab
    # The test begins with the models of the beginning of the recording.
    tab.part("right:0").click()
    tab.wait("document.querySelector('.app .title').textContent === '1 visits'")
    app.show("recorder")
    tab.row("Book 1").click()
    tab.wait("document.querySelector('.app .title').textContent === 'Book 1'")
    tab.button("Record").click()
    tab.locate("#inspector .problem").wait_for()
    tab.check("a recording begins at the first screen",
        lambda: "first screen" in tab.locate("#inspector .problem").inner_text())
    tab.back()
    tab.button("Record").click()
    tab.button("Stop").wait_for()
    for number in range(1, 5):
        tab.part("right:0").click()
        tab.row(f"Book {number}").click()
        tab.wait(f"document.querySelector('.app .title').textContent === 'Book {number}'")
        tab.button("Edit").click()
        field = tab.page.get_by_label("Title", exact=True).first
        field.click()
        field.press_sequentially(" again", delay=40)
        tab.button("Done").click()
        tab.wait(f"document.querySelector('.app .title').textContent === 'Book {number} again'")
        tab.back()
    tab.part("left:0").click()
    tab.locate("dialog.alert button").filter(has_text="Yes").click()
    tab.locate("dialog.alert").wait_for(state="detached")
    tab.button("Assert").click()
    tab.row("Book 2 again").click()
    tab.locate(".is-expectation").wait_for()
    tab.check("an assertion has what the element shows", lambda: tab.locate(".is-expectation").inner_text().endswith(
        'expect(app:row("Book 2 again").detail).to_be("2")'), detail=tab.locate(".is-expectation").inner_text)

    def texts():
        return tab.run('[...document.querySelectorAll(".recorder-line")].map((one) => one.value ?? one.textContent)')

    tab.check("each intent is a line", lambda: len(texts()), 4 * 6 + 3, texts)
    typed = [text for text in texts() if ":type(" in text]
    check("typing is one line", len(typed) == 4 and typed[0].endswith(':type("Book 1 again")'), typed)
    line = tab.locate("select.recorder-line").first
    options = line.locator("option").all_inner_texts()
    line.select_option(options[0])
    tab.wait("(text) => document.querySelector('select.recorder-line').value === text", options[0])
    check("locators can be exchanged", options[0].startswith("app:byRole("), options)
    tab.button("Verify").click()
    tab.patience = 3 * PATIENCE
    tab.wait("document.querySelector('.recorder-result b')")
    tab.patience = PATIENCE
    shown = tab.locate(".recorder-result").inner_text
    tab.check("the test passes in a new process", lambda: shown().startswith("The test passes."), detail=shown)
    tab.run("navigator.clipboard.writeText('')")
    tab.button("Copy the test").click()
    tab.wait("navigator.clipboard.readText()")
    test = os.path.join(app.folder.name, "app_test.lua")
    with open(test, "w") as file:
        file.write(tab.run("navigator.clipboard.readText()"))
    run = subprocess.run([TARGET, "test", test], capture_output=True, text=True)
    check("the recording passes under okit-run test", run.returncode == 0, run.stdout[-800:] + run.stderr[-800:])
    app.close()


def check_variants(chromium):
    app = Inspected(chromium)
    tab = app.tab
    tab.part("right:0").click()
    tab.wait("document.querySelector('#page .app .title').textContent === '1 visits'")
    lines = app.lines_of_log(1)
    app.show("variants")
    tab.locate("#variant-locales").fill("en_US de_DE")
    tab.locate(".chip").filter(has_text="320").click()
    tab.locate(".chip").filter(has_text="200 %").click()
    tab.locate(".variant-tools .is-strong").click()
    tab.wait("document.querySelectorAll('.preview .row, .preview [data-row]').length > 0"
             " && document.querySelectorAll('.variant').length === 8")
    tab.check("variants have the models of the application",
        "[...document.querySelectorAll('.preview .title')].map((one) => one.textContent)", ["1 visits"] * 8)
    texts = tab.locate(".preview").last.inner_text
    tab.check("a variant has its language", lambda: ["Bearbeiten" in texts(), "Edit" in texts()], [True, False], texts)
    tab.check("a variant has its width", "document.querySelector('.preview-frame').offsetWidth", 390)
    tab.check("nobody operates a variant", "[...document.querySelectorAll('.preview-frame')].every((one) => one.inert)")
    app.show("log")
    check("a variant logs nothing", tab.locate(".log-line").count() == lines)
    tab.part("right:0").first.click()
    tab.wait("document.querySelector('#page .app .title').textContent === '2 visits'")
    app.close()


def check_row_actions(chromium):
    app = Inspected(chromium)
    tab = app.tab
    button, menu = tab.row("Book 3").locator(".actions-button"), tab.locate("dialog.actions-menu")
    button.click()
    menu.wait_for()
    page = tab.box(tab.locate("#page"))

    def gaps():
        """Between the button and the menu below it, and between the menu and the edge of the page."""
        edge, box = tab.box(button), tab.box(menu)
        return [box["y"] - edge["y"] - edge["height"], page["x"] + page["width"] - box["x"] - box["width"]]

    tab.check("the menu of a row is below its button", lambda: 0 <= gaps()[0] <= 8, detail=gaps)
    tab.check("the menu of a row is within the page", lambda: gaps()[1] >= 0, detail=gaps)
    tab.check("what the menu covers is inert", "document.querySelector('#page > .app').inert")
    app.show("log")
    check("the panel works beside the menu of a row", menu.count() == 1)
    app.show("elements")
    app.pick()
    menu.locator("button").first.click()
    check("picking in the menu does not choose", menu.count() == 1)
    tab.page.mouse.click(page["x"] + 20, page["y"] + page["height"] - 20)
    menu.wait_for(state="detached")
    tab.check("a click beside it closes the menu", "document.querySelector('#page > .app').inert", False)
    button.click()
    menu.wait_for()
    tab.page.keyboard.press("Escape")
    menu.wait_for(state="detached")
    button.click()
    menu.locator("button").filter(has_text="Delete").click()
    tab.locate("dialog.alert").wait_for()
    tab.check("the menu chooses", "document.querySelector('#page > .app').inert")
    app.close()


def check_languages(chromium):
    """A page in German, and one that is hardly wide enough for both."""
    app = Inspected(chromium, options=["--locale", "de_DE"])
    tab = app.tab
    for width in [1280, 768]:
        tab.page.set_viewport_size({"width": width, "height": 900})
        for part in ["elements", "models", "log", "prompt", "recorder", "variants"]:
            app.show(part)
            tab.settled()
            tab.check_width(f"nothing is wider than the page, {part} at {width}")
            panel = "Math.abs(document.querySelector('#inspector').getBoundingClientRect().right - innerWidth)"
            tab.check(f"the panel is within the page, {part} at {width}", f"{panel} <= 1", detail=panel)
            found = violations(tab)
            check(f"axe beside a German page, {part} at {width}", not found, found[:4])
    tab.check("the page is German", "document.documentElement.lang.slice(0, 2)", "de")
    check("the Inspector is English", tab.run("document.querySelector('#inspector').lang") == "en")
    app.close()


def check_panel(chromium):
    app = Inspected(chromium)
    tab = app.tab
    app.pick()
    tab.row("Book 2").click()
    tab.wait("document.querySelector('.binding')")
    for part in ["elements", "models", "log", "prompt", "recorder", "variants"]:
        app.show(part)
        found = violations(tab)
        check(f"axe beside the page, {part}", not found, found[:4])
    app.close()
    plain = Application(TARGET, "Tests/Live/gallery.lua", options=["--no-inspect"])
    tab = Tab(chromium, plain.url)
    names = tab.run("performance.getEntriesByType('resource').map((entry) => entry.name)")
    check("the Inspector is not loaded without ?inspect", not any("inspector" in name for name in names))
    tab.close()
    tab = Tab(chromium, inspecting(plain.url))
    tab.locate(".refusal").wait_for()
    tab.check("--no-inspect refuses it", lambda: "--no-inspect" in tab.locate(".refusal").inner_text())
    tab.close()
    plain.close()


def picture(chromium, url, file):
    """The Inspector beside the bookshop, with a picked book."""
    tab = Tab(chromium, inspecting(url), 1280, 800)
    tab.locate('#inspector [aria-label="Pick"]').click()
    tab.row("Piranesi").click()
    tab.wait("document.querySelector('.binding') && document.querySelector('.outline.is-selected')")
    tab.settled()
    tab.page.screenshot(path=file)
    tab.close()


CHECKS = {
    "inspector-elements": check_elements, "inspector-models": check_models, "inspector-travel": check_travel,
    "inspector-log": check_log, "inspector-recorder": check_recorder, "inspector-variants": check_variants,
    "inspector-panel": check_panel, "inspector-row-actions": check_row_actions,
    "inspector-languages": check_languages,
}
