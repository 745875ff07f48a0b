"""Checks of what stays as it is while the application moves it: fields in rows, dates in time zones, pictures."""

import json
import os
import sys
import urllib.request

from checks import check
from live_browser import Application, Tab, new_context
from live_server_checks import Tunnel

TARGET = os.path.abspath(sys.argv[1])
SCRIPT = "Tests/Live/moving.lua"

# The field in which a person types, and how often it has lost the focus.
WATCH = """() => {
  window.field = document.activeElement;
  window.blurs = 0;
  window.field.addEventListener("blur", () => window.blurs++);
}"""
FIELD = """[document.activeElement === window.field, document.activeElement.value, document.activeElement.selectionStart,
  window.blurs]"""


class Script:
    """Taps the buttons of the first screen, as a script does."""

    def __init__(self, url):
        self.address, token = url.split("#")
        self.headers = {"Authorization": f"Bearer {token}"}

    def tap(self, place, window="script"):
        body = json.dumps({"action": {"tap": f"right:{place}"}}).encode()
        request = urllib.request.Request(f"{self.address}action?window={window}", body, self.headers)
        answer = json.loads(urllib.request.urlopen(request).read())
        if "error" in answer:
            raise SystemExit(f"live: {answer}")


def names(tab):
    return tab.run("[...document.querySelectorAll('.screen [data-row] .text')].map((text) => text.textContent)")


def type_in(tab, name):
    tab.locate(f'.screen [data-row]:has(.text:text-is("{name}")) input').click()
    tab.page.keyboard.type("abcd")
    tab.page.keyboard.press("ArrowLeft")
    tab.run(WATCH)


def check_moving(chromium):
    """A row that is sorted elsewhere, or whose section moves, keeps its field with focus, caret and composition."""
    application = Application(TARGET, SCRIPT)
    script = Script(application.url)
    tab = Tab(chromium, application.url)
    tab.open("Table")
    type_in(tab, "Team 2")
    session = tab.context.new_cdp_session(tab.page)
    session.send("Input.imeSetComposition", {"text": "日本", "selectionStart": 2, "selectionEnd": 2})
    script.tap(0)
    tab.wait("document.querySelector('.screen [data-row] .text').textContent === 'Team 5'")
    tab.check("a row that is sorted elsewhere keeps its field", FIELD, [True, "abc日本d", 5, 0])
    session.send("Input.insertText", {"text": "日本"})
    tab.check("the composition ends where it began", FIELD, [True, "abc日本d", 5, 0])
    tab.check("the other rows have moved", lambda: names(tab), [f"Team {number}" for number in (5, 4, 3, 2, 1)])
    tab.back()
    tab.open("Leagues")
    type_in(tab, "Team 3")
    script.tap(1)
    tab.wait("document.querySelector('.screen .section-header').textContent === 'A'")
    tab.check("a section before it moves no field", FIELD, [True, "abcd", 3, 0])
    script.tap(2)
    tab.wait("""[...document.querySelectorAll('.screen .section')][0].textContent.includes('Team 3')""")
    tab.check("a row of another section has the focus and the caret",
        """[document.activeElement.closest('[data-row]')?.querySelector('.text').textContent,
        document.activeElement.value, document.activeElement.selectionStart]""", ["Team 3", "abcd", 3])
    check("moving causes no problem", not tab.problems, tab.problems[:3])
    tab.close()
    application.close()


def check_interrupted(chromium):
    """A dialog that opens while a person types takes nothing of the text, nor the caret; the text is sent afterwards."""
    for latency in ["0", "300"]:
        application = Application(TARGET, SCRIPT, options=["--latency", latency])
        script = Script(application.url)
        tab, other = Tab(chromium, application.url), Tab(chromium, application.url)
        field = tab.locate('.screen input[aria-label="Motto"]')
        field.click()
        tab.page.keyboard.type("abcd")
        tab.page.keyboard.press("ArrowLeft")
        script.tap(3, tab.run("sessionStorage.getItem('okit.window')"))
        tab.locate("dialog.alert").wait_for()
        tab.page.keyboard.press("Enter")
        tab.locate("dialog.alert").wait_for(state="detached")
        tab.check(f"the text and the caret stay, with a latency of {latency} ms",
            "['ariaLabel', 'value', 'selectionStart'].map((name) => document.activeElement[name])", ["Motto", "abcd", 3])
        other.check(f"the text is sent, with a latency of {latency} ms",
            other.locate('.screen input[aria-label="Motto"]').input_value, "abcd")
        check("nothing is reported", tab.locate(".notices").inner_text() == "", tab.locate(".notices").inner_text())
        application.close()


def check_zones(chromium):
    """The picker of the browser shows and chooses dates in the time zone of the application."""
    application = Application(TARGET, SCRIPT, options=["--time-zone", "Asia/Tokyo"])
    tab = Tab(chromium, application.url, timezone_id="America/New_York")

    def choose(row, kind, shown, value, written):
        """Opens the picker of a row, and chooses another value than the one that it shows."""
        tab.locate(f'.screen .row-tap:has(.text:text-is("{row}"))').click()
        picker = f".native-picker[type={kind}]"
        tab.locate(picker).wait_for(state="attached")
        tab.check(f"the picker of {row} has the time of the application", f"document.querySelector('{picker}').value", shown)
        tab.run("""([picker, value]) => {
          document.querySelector(picker).value = value;
          document.querySelector(picker).dispatchEvent(new Event("change", { bubbles: true }));
        }""", [picker, value])
        tab.check(f"what was chosen for {row} is the time of the application",
            f"document.querySelector('{picker}').parentElement.querySelector('.field').value.replace(/\\s/g, ' ')", written)

    choose("Start", "datetime-local", "2024-05-01T19:00", "2024-12-24T08:30", "12/24/24, 8:30 AM")
    choose("Time", "time", "08:30", "23:15", "11:15 PM")
    choose("Start", "datetime-local", "2024-12-24T23:15", "2025-03-09T02:30", "3/9/25, 2:30 AM")
    check("dates cause no problem", not tab.problems, tab.problems[:3])
    tab.close()
    application.close()
    application = Application(TARGET, SCRIPT, options=["--time-zone", "GMT+9"])
    tab = Tab(chromium, application.url, timezone_id="America/New_York")
    choose("Start", "datetime-local", "2024-05-01T19:00", "2024-12-24T08:30", "12/24/24, 8:30 AM")
    # The row is open until another one is.
    tab.locate('.screen .row-tap:has(.text:text-is("Time"))').click()
    tab.locate('.screen .row-tap:has(.text:text-is("Start"))').wait_for()
    tab.page.add_init_script("""
      const Known = Intl.DateTimeFormat;
      Intl.DateTimeFormat = function (locale, options) {
        if (options.timeZone) throw new RangeError("unknown time zone");
        return new Known(locale, options);
      };
    """)
    tab.page.reload()
    tab.locate('.screen .row-tap:has(.text:text-is("Start"))').click()
    tab.locate('.screen [data-row]:has(.text:text-is("Start")) input.field').wait_for()
    tab.check("in a time zone that the browser does not know there is no picker",
        "document.querySelectorAll('.native-picker').length", 0)
    tab.close()
    application.close()


def check_pictures(chromium):
    """Pictures come again after a lost connection, and none of many pushes out another that is shown."""
    application = Application(TARGET, SCRIPT)
    port = int(application.url.split("#")[0].rstrip("/").split(":")[-1])
    tunnel = Tunnel(port)
    context = new_context(chromium)
    page = context.new_page()
    page.route("**/image?*", lambda route: route.abort())
    page.goto(application.url.replace(f":{port}/", f":{tunnel.own_port}/"))
    page.locator(".image-name, .icon-image, .screen [data-row]:last-child .icon").first.wait_for()
    page.unroute("**/image?*")
    tunnel.cut()
    page.locator("img.picture").wait_for()
    row = page.locator('.screen [data-row]:has-text("Time") + [data-row]')
    row.wait_for()
    check("a closed picker says its value once", row.inner_text() == "M", row.inner_text())
    flag = page.locator("img.picture.is-large")
    before = flag.get_attribute("src")
    page.locator('.screen [data-row]:has-text("Flag") .row-tap').click()
    check("a picture that replaces another one with as many bytes is shown",
        lambda: flag.get_attribute("src") != before, before)
    context.close()
    tab, requests = Tab(chromium, application.url), []
    tab.page.on("request", lambda request: "/image?" in request.url and requests.append(request.url))
    tab.open("Players")
    tab.part("left:0").click()
    tab.check("all pictures of a list and a menu are there",
        "['img.picture', '.is-loading'].map((kind) => document.querySelectorAll(kind).length)", [240, 0])
    # The browser may report requests later than the page has their pictures.
    tab.check("each picture is asked for", lambda: len(set(requests)), 240)
    tab.page.wait_for_timeout(300)
    check("each picture is asked for once", len(requests) == 240, len(requests))
    application.close()


CHECKS = {"moving": check_moving, "interrupted": check_interrupted, "zones": check_zones, "pictures": check_pictures}
