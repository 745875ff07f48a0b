"""Checks of fields: where the focus goes from them, and what is typed before the application has it."""

import os
import sys

from checks import check
from live_browser import Application, Tab

TARGET = os.path.abspath(sys.argv[1])


def leave(tab):
    """The ways of leaving a field for something that is no field."""
    yield "Tab", lambda: tab.page.keyboard.press("Tab")
    yield "Shift+Tab", lambda: tab.page.keyboard.press("Shift+Tab")
    yield "a click on the background", lambda: tab.page.mouse.click(980, 830)
    yield "a click on the title", lambda: tab.locate(".app .title").click()
    yield "a click on a row", lambda: tab.locate('.form .text:text-is("Net")').click()
    yield "a click on a choice", lambda: tab.page.get_by_label("express").click()


def check_leaving(chromium):
    """When the focus leaves a field, its editing ends; not when the window loses the focus."""
    application = Application(TARGET, "scripts/orders/app.lua")
    tab = Tab(chromium, application.url, 1000, 844)
    tab.locate("[role=row]").first.click()
    field = tab.page.get_by_label("Date", exact=True).first
    field.wait_for()
    due = """[...document.querySelectorAll(".form [data-row]")].find((row) =>
      row.querySelector(".text")?.textContent === "Due").querySelector(".detail").textContent"""

    def type_date(text):
        field.click()
        tab.page.keyboard.press("Control+A")
        tab.page.keyboard.type(text)

    for day, (name, go) in enumerate(leave(tab), 5):
        type_date(f"03/{day:02}/2019")
        go()
        tab.wait(f"{due} === '04/{day - 1:02}/2019'")
        tab.wait("!document.querySelector('.is-keyboard')")
        tab.check(f"{name} leaves the field", "!document.activeElement.matches('[data-input]')", detail=tab.focused)
    type_date("hello")
    tab.locate(".is-keyboard").wait_for()
    # A window that loses the focus takes it from no element.
    field.evaluate("(field) => field.dispatchEvent(new FocusEvent('blur'))")
    field.evaluate("(field) => field.dispatchEvent(new FocusEvent('focusout', { bubbles: true }))")
    tab.page.wait_for_timeout(300)
    check("a window without the focus keeps the editing", tab.locate(".is-keyboard").count() == 1
          and field.get_attribute("aria-invalid") is None)
    tab.locate('.is-keyboard button:has-text("Done")').focus()
    tab.page.wait_for_timeout(300)
    check("the keys belong to the field", tab.locate(".is-keyboard").count() == 1)
    tab.locate(".app .title").click()
    tab.wait("!document.querySelector('.is-keyboard')")
    tab.check("what is not valid stays, with its error",
        lambda: [field.input_value(), field.get_attribute("aria-invalid"), tab.locate(".form .error").count()],
        ["hello", "true", 1])
    type_date("1.5.2019")
    tab.locate(".app .title").click()
    tab.wait("document.querySelector('input[aria-label=Date]').value === '01/05/2019'")
    check("no problem", not tab.problems, tab.problems[:3])
    tab.close()
    application.close()


def check_typed_ahead(chromium):
    """Enter and buttons right after the last key: the text is sent first, and may enable the button."""
    application = Application(TARGET, "scripts/bookshop/app.lua", options=["--latency", "200"])
    tab = Tab(chromium, application.url)
    keys = tab.page.keyboard

    def add(name):
        tab.button("Add").click()
        tab.locate("dialog.alert").wait_for()
        tab.wait("document.activeElement?.dataset.focus?.includes('/field:0')")
        keys.type(name)

    ways = {"Enter": lambda: keys.press("Enter"), "a click": lambda: tab.button("OK").click(force=True),
            "Tab and Enter": lambda: (keys.press("Tab"), keys.press("Enter"))}
    for name, confirm in ways.items():
        add(f"A book by {name}")
        confirm()
        tab.locate("dialog.alert").wait_for(state="detached")
        tab.row(f"A book by {name}").wait_for()
    add("x")
    keys.press("Backspace")
    keys.press("Enter")
    tab.wait("document.querySelector('dialog.alert button')?.disabled")
    tab.page.wait_for_timeout(600)
    check("Enter without a text does nothing", tab.locate("dialog.alert").count() == 1
          and tab.locate(".notices").inner_text() == "")
    keys.press("Escape")
    tab.locate("dialog.alert").wait_for(state="detached")
    check("no problem", not tab.problems, tab.problems[:3])
    tab.close()
    application.close()


def check_looks(chromium):
    """Tabs without images, the line around rows below a header, and a row with an empty text."""
    application = Application(TARGET, "scripts/orders/app.lua")
    tab = Tab(chromium, application.url)
    tab.locate("[role=row]").first.wait_for()
    tab.check("the badge of a tab stays", tab.locate(".tabs .badge").inner_text, "1")
    check("tabs without images have texts only", tab.locate(".tabs .tab-dot, .tabs .icon").count() == 0)
    gap = """(() => {
      const bottom = document.querySelector(".section-header").getBoundingClientRect().bottom;
      return document.querySelector(".section-rows").getBoundingClientRect().top - bottom })()"""
    tab.check("a header does not hide the line around the rows", f"{gap} >= 1", detail=gap)
    tab.settled()
    ends = tab.run("""(() => {
      const ends = [...document.querySelectorAll("[role=row] .row-end .actions-button")];
      ends[0].closest("[role=row]").querySelector(".row-main").replaceChildren();
      return ends.map((end) => Math.round(end.getBoundingClientRect().right)) })()""")
    check("a row with an empty text has its buttons at the end", len(ends) > 1 and len(set(ends)) == 1, ends)
    tab.close()
    application.close()


CHECKS = {"looks": check_looks, "leaving": check_leaving, "typed-ahead": check_typed_ahead}
