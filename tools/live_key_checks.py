"""Checks of keys, the focus and the browser's history."""

from checks import check
from live_browser import Tab


def check_focus(chromium, url):
    tab = Tab(chromium, url)
    tab.open("Controls")
    tab.check("after a push, the title has the focus", tab.focused, "heading")
    tab.back()
    tab.check_focus("after a pop, the row has the focus", "Controls")
    tab.button("Alert").click()
    tab.locate("dialog.alert").wait_for()
    tab.check("the first field of an alert has the focus", lambda: "/field:0" in tab.focused(), detail=tab.focused)
    tab.page.keyboard.press("Escape")
    tab.locate("dialog.alert").wait_for(state="detached")
    tab.check("the focus returns from an alert", "document.activeElement.textContent", "Alert")
    tab.open("To do")
    tab.row("Biography").focus()
    tab.page.keyboard.press("Delete")
    tab.locate("dialog.alert").wait_for()
    tab.button("Yes").click()
    tab.wait("!document.querySelector('.list').textContent.includes('Biography')")
    tab.check_focus("after a deletion, the neighbor has the focus", "Comedy")
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
    tab.check("/ focuses the search", tab.focused, "search")
    keys.type("42")
    tab.wait("document.querySelectorAll('.list [data-row]').length === 1")
    keys.press("Enter")
    tab.check_focus("Enter goes to the rows", "42")
    keys.press("/")
    tab.check("/ focuses the search again", tab.focused, "search")
    keys.press("Escape")
    tab.wait("document.querySelectorAll('.list [data-row]').length > 10")
    tab.check("Esc ends the search", tab.locate('.screen [data-focus="search"]').input_value, "")
    for number in range(1, 5):
        keys.press("ArrowDown")
        tab.check_focus(f"arrows go through the rows, {number}", f"Number {number}")
    tab.check("rows have one tab stop", tab.locate('.list [data-row][tabindex="0"]').count, 1)
    keys.press("ArrowRight")
    tab.check("arrows go into a row", lambda: "actions" in tab.focused(), detail=tab.focused)
    keys.press("ArrowLeft")
    tab.check_focus("arrows leave what is in a row", "Number 4")
    keys.press("Shift+F10")
    tab.locate("dialog.actions-menu").wait_for()
    tab.check("Shift+F10 lists the actions", lambda: "Delete" in tab.locate("dialog.actions-menu").inner_text())
    keys.press("Escape")
    tab.locate("dialog.actions-menu").wait_for(state="detached")
    tab.check_focus("the focus returns from the actions", "Number 4")
    keys.press("Home")
    tab.check_focus("Home goes to the first row", "Number 1")
    tab.back()
    tab.locate('[data-focus="tab:0"]').focus()
    keys.press("ArrowRight")
    keys.press("Enter")
    tab.row("Dune").wait_for()
    tab.check("tabs are chosen by keys", tab.locate("[role=tab][aria-selected=true] .tab-title").inner_text, "Items")
    keys.press("Tab")
    tab.check("Tab leaves the tabs", "!document.activeElement.closest('[role=tablist]')")
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
    tab.check("/ is typed in a field", lambda: field.input_value().endswith("xy/"), detail=field.input_value)
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
        tab.check("other columns begin at the left", "document.querySelector('.scroll').scrollLeft", 0)
        seen += titles()
    expected = [f"Column {number}" for number in range(1, 121)]
    check("all columns are reached", list(dict.fromkeys(seen)) == expected, seen[-3:])
    tab.locate('[data-row] [data-cell="column:119"]').first.focus()
    tab.check("the focus is not below the name of the row", """(() => {
      const [cell, header] = [document.activeElement, document.querySelector("[role=rowheader]")]
        .map((element) => element.getBoundingClientRect());
      return cell.left >= header.right - 1 && cell.right <= innerWidth + 1 })()""")
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
    tab.check("the row stays", "document.activeElement.closest('[data-row]').ariaRowIndex", "2")
    tab.close()


def check_back(chromium, url):
    tab = Tab(chromium, url)
    tab.open("Rows and fields")
    tab.page.go_back()
    tab.wait("document.querySelector('.app .title').textContent === 'Gallery'")
    tab.page.go_forward()
    tab.wait("history.state?.depth === 0")
    check("Forward opens nothing that is closed", tab.title == "Gallery", tab.title)
    tab.open("Form")
    field = tab.locate('.screen input[aria-label="Address"]')
    field.fill("no address")
    tab.page.go_back()
    tab.locate("dialog.alert").wait_for()
    tab.wait("history.state?.depth === 1")
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
        tab.wait("history.state?.depth === 0")
        tab.check(f"Back closes the {name.lower()}", lambda: [tab.title, tab.page.url], ["Gallery", url.split("#")[0]])
        tab.button(name).click()
        tab.locate(selector).wait_for()
        tab.wait("history.state?.depth === 1")
        tab.page.keyboard.press("Escape")
        tab.locate(selector).wait_for(state="detached")
        tab.wait("history.state?.depth === 0")
    tab.open("Rows and fields")
    tab.locate('[data-focus="tab:1"]').click()
    tab.row("Dune").wait_for()
    tab.wait("history.state?.depth === 0")
    tab.locate('[data-focus="tab:0"]').click()
    tab.wait("document.querySelector('.app .title').textContent === 'Rows and fields'")
    tab.wait("history.state?.depth === 1")
    tab.page.go_back()
    tab.wait("document.querySelector('.app .title').textContent === 'Gallery'")
    tab.check("Back leaves the screen of the other tab", lambda: tab.page.url, url.split("#")[0])
    tab.row("Controls").wait_for()
    tab.close()
