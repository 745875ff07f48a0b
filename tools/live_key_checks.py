"""Checks of keys, the focus and the browser's history."""

from checks import check
from live_browser import Tab


def check_focus(chromium, url):
    tab = Tab(chromium, url)
    tab.open("Controls")
    check("after a push, the title has the focus", tab.focused() == "heading", tab.focused())
    tab.back()
    check("after a pop, the row has the focus", "Controls" in tab.run("document.activeElement.textContent"),
        tab.focused())
    tab.button("Alert").click()
    tab.locate("dialog.alert").wait_for()
    check("the first field of an alert has the focus", "/field:0" in tab.focused(), tab.focused())
    tab.page.keyboard.press("Escape")
    tab.locate("dialog.alert").wait_for(state="detached")
    check("the focus returns from an alert", tab.run("document.activeElement.textContent") == "Alert", tab.focused())
    tab.open("To do")
    tab.row("Biography").focus()
    tab.page.keyboard.press("Delete")
    tab.locate("dialog.alert").wait_for()
    tab.button("Yes").click()
    tab.wait("!document.querySelector('.list').textContent.includes('Biography')")
    check("after a deletion, the neighbor has the focus", "Comedy" in tab.run("document.activeElement.textContent"),
        tab.focused())
    tab.wait("document.getElementById('announcements').textContent === '2 entries'")
    tab.page.keyboard.press("Control+z")
    tab.row("Biography").wait_for()
    tab.close()


def check_keys(chromium, url):
    """A flow by the keyboard alone."""
    tab = Tab(chromium, url)
    keys = tab.page.keyboard
    tab.open("Numbers")
    keys.press("/")
    check("/ focuses the search", tab.focused() == "search", tab.focused())
    keys.type("42")
    tab.wait("document.querySelectorAll('.list [data-row]').length === 1")
    keys.press("Enter")
    check("Enter goes to the rows", "42" in tab.run("document.activeElement.textContent"))
    keys.press("/")
    keys.press("Escape")
    tab.wait("document.querySelectorAll('.list [data-row]').length > 10")
    check("Esc ends the search", tab.locate('.screen [data-focus="search"]').input_value() == "")
    keys.press("ArrowDown")
    for _ in range(3):
        keys.press("ArrowDown")
    check("arrows go through the rows", "Number 4" in tab.run("document.activeElement.textContent"),
          tab.run("document.activeElement.textContent"))
    check("rows have one tab stop", tab.locate('.list [data-row][tabindex="0"]').count() == 1)
    keys.press("ArrowRight")
    check("arrows go into a row", "actions" in tab.focused(), tab.focused())
    keys.press("ArrowLeft")
    keys.press("Shift+F10")
    tab.locate("dialog.actions-menu").wait_for()
    check("Shift+F10 lists the actions", "Delete" in tab.locate("dialog.actions-menu").inner_text())
    keys.press("Escape")
    tab.locate("dialog.actions-menu").wait_for(state="detached")
    check("the focus returns from the actions", "Number 4" in tab.run("document.activeElement.textContent"))
    keys.press("Home")
    check("Home goes to the first row", "Number 1" in tab.run("document.activeElement.textContent"))
    tab.back()
    tab.locate('[data-focus="tab:0"]').focus()
    keys.press("ArrowRight")
    keys.press("Enter")
    tab.row("Dune").wait_for()
    check("tabs are chosen by keys", tab.locate("[role=tab][aria-selected=true] .tab-title").inner_text() == "Items")
    keys.press("Tab")
    check("Tab leaves the tabs", tab.run("!document.activeElement.closest('[role=tablist]')"))
    tab.close()


def check_foreign_keys(chromium, url):
    """Keys that belong to the browser: find, and undo in a field."""
    tab = Tab(chromium, url)
    keys = tab.page.keyboard
    tab.run("""() => {
      window.taken = [];
      addEventListener("keydown", (event) => { if (event.defaultPrevented) window.taken.push(event.key); });
    }""")
    tab.open("Controls")
    for key in ["Control+f", "Control+g", "Control+l", "F5", "Alt+d"]:
        tab.run("""(key) => document.dispatchEvent(
          new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...key }))""", {
            "key": key.split("+")[-1], "ctrlKey": "Control" in key, "altKey": "Alt" in key})
    check("the browser keeps its keys", tab.run("window.taken") == [], tab.run("window.taken"))
    tab.button("Edit").click()
    field = tab.locate('.screen input[aria-label="Name"]')
    field.click()
    keys.type("xy/")
    check("/ is typed in a field", field.input_value().endswith("xy/"), field.input_value())
    keys.press("Control+z")
    tab.wait("!document.querySelector('.screen input[aria-label=\"Name\"]').value.includes('xy')")
    check("undo in a field is the browser's", tab.run("window.taken") == [] and tab.title == "Controls")
    keys.press("Escape")
    tab.button("Done").click()
    tab.back()
    tab.open("To do")
    tab.locate(".add-row input").fill("Drama")
    keys.press("Enter")
    tab.row("Drama").wait_for()
    tab.locate(".app .title").focus()
    keys.press("Control+z")
    tab.row("Drama").wait_for(state="detached")
    keys.press("Control+Shift+z")
    tab.row("Drama").wait_for()
    keys.press("Control+z")
    tab.row("Drama").wait_for(state="detached")
    tab.close()


def check_columns(chromium, url):
    """All columns of a wide grid, by buttons and by keys."""
    tab = Tab(chromium, url, 390, 700)
    tab.open("Wide grid")
    keys = tab.page.keyboard

    def titles():
        return tab.run("[...document.querySelectorAll('.grid-head [data-cell^=column]')].map((cell) => cell.innerText)")

    seen = titles()
    while tab.locate('[aria-label="Next columns"][aria-disabled=false]').count():
        before = titles()[0]
        tab.button("Next columns").click()
        tab.wait("(before) => document.querySelector('.grid-head [data-cell^=column]').innerText !== before", before)
        check("other columns begin at the left", tab.run("document.querySelector('.scroll').scrollLeft") == 0)
        seen += titles()
    expected = [f"Column {number}" for number in range(1, 121)]
    check("all columns are reached", list(dict.fromkeys(seen)) == expected, seen[-3:])
    tab.locate('[data-row] [data-cell="column:119"]').first.focus()
    check("the focus is not below the name of the row", tab.run("""(() => {
      const [cell, header] = [document.activeElement, document.querySelector("[role=rowheader]")]
        .map((element) => element.getBoundingClientRect());
      return cell.left >= header.right - 1 && cell.right <= innerWidth + 1 })()"""))
    keys.press("Home")
    tab.wait("document.activeElement.dataset.cell === 'column:0'")
    keys.press("End")
    tab.wait("document.activeElement.dataset.cell === 'column:119'")
    tab.button("Previous columns").click()
    tab.wait("document.querySelector('.grid-head [data-cell^=column]').innerText === 'Column 71'")
    tab.locate('[data-row] [data-cell="column:70"]').first.focus()
    keys.press("ArrowLeft")
    tab.wait("document.activeElement.dataset.cell === 'column:69'")
    keys.press("ArrowRight")
    tab.wait("document.activeElement.dataset.cell === 'column:70'")
    check("the row stays", tab.run("document.activeElement.closest('[data-row]').ariaRowIndex") == "2")
    tab.close()


def check_back(chromium, url):
    tab = Tab(chromium, url)
    tab.open("Rows and fields")
    tab.page.go_back()
    tab.wait("document.querySelector('.app .title').textContent === 'Gallery'")
    tab.page.go_forward()
    tab.wait("history.state.depth === 0")
    check("Forward opens nothing that is closed", tab.title == "Gallery", tab.title)
    tab.open("Form")
    field = tab.locate('.screen input[aria-label="Address"]')
    field.fill("no address")
    tab.page.go_back()
    tab.locate("dialog.alert").wait_for()
    tab.wait("history.state.depth === 1")
    check("the form that asks stays, and so does its entry", tab.title == "Form", tab.title)
    tab.page.keyboard.press("Escape")
    tab.locate("dialog.alert").wait_for(state="detached")
    field.fill("a@b")
    tab.page.go_back()
    tab.wait("document.querySelector('.app .title').textContent === 'Gallery'")
    tab.close()


def check_cover_back(chromium, url):
    """The browser's Back closes what covers the first screen, and knows the screens of the application's tabs."""
    tab = Tab(chromium, url)
    for name, selector in [("Alert", "dialog.alert"), ("Sheet", "dialog.sheet")]:
        tab.button(name).click()
        tab.locate(selector).wait_for()
        tab.page.go_back()
        tab.locate(selector).wait_for(state="detached")
        tab.wait("history.state.depth === 0")
        check(f"Back closes the {name.lower()}", tab.title == "Gallery" and tab.page.url == url.split("#")[0])
        tab.button(name).click()
        tab.locate(selector).wait_for()
        tab.wait("history.state.depth === 1")
        tab.page.keyboard.press("Escape")
        tab.locate(selector).wait_for(state="detached")
        tab.wait("history.state.depth === 0")
    tab.open("Rows and fields")
    tab.locate('[data-focus="tab:1"]').click()
    tab.row("Dune").wait_for()
    tab.wait("history.state.depth === 0")
    tab.locate('[data-focus="tab:0"]').click()
    tab.wait("document.querySelector('.app .title').textContent === 'Rows and fields'")
    tab.wait("history.state.depth === 1")
    tab.page.go_back()
    tab.wait("document.querySelector('.app .title').textContent === 'Gallery'")
    check("Back leaves the screen of the other tab", tab.page.url == url.split("#")[0], tab.page.url)
    tab.row("Controls").wait_for()
    tab.close()
