"""Checks of the live page that start, end, reload and disconnect applications themselves."""

import os
import re
import shutil
import socket
import sys
import tempfile
import threading
import time

from checks import PATIENCE, check
from live_browser import Application, Tab, new_context, violations

TARGET = os.path.abspath(sys.argv[1])
GALLERY = "Tests/Live/gallery.lua"
STATE = "[document.activeElement.value, document.activeElement.selectionStart]"


def check_input(chromium):
    """Text, caret and composition stay, while another window changes the same property and the script is reloaded."""
    with tempfile.TemporaryDirectory(prefix="okit-live-") as folder:
        script = f"{folder}/gallery.lua"
        shutil.copy(GALLERY, script)
        with open(script, "a") as file:
            file.write("okit.every(0.1, function() gallery.items[1].read = (gallery.items[1].read + 1) % 100 end)\n")
        application = Application(TARGET, script, options=["--latency", "300"])
        tab, other = Tab(chromium, application.url), Tab(chromium, application.url)
        for one in [tab, other]:
            one.open("Controls")
            one.button("Edit").click()
            one.button("Done").wait_for()
        field = tab.locate('.screen input[aria-label="Name"]')
        field.click()
        field.evaluate("(field) => field.setSelectionRange(2, 2)")
        expected = "Du"
        for step, key in enumerate("XYZABC"):
            tab.page.keyboard.press(key)
            expected += key
            if step == 1:
                other.locate('.screen input[aria-label="Name"]').fill("Other")
            if step == 3:
                with open(script, "a") as file:
                    file.write("-- changed\n")
            tab.page.wait_for_timeout(250)
            check(f"the text and the caret stay, key {step}", tab.run(STATE) == [expected + "ne", len(expected)],
                tab.run(STATE))
        # What was typed has arrived, so that what the other window writes comes later.
        other.wait("(text) => document.querySelector('.app .subtitle').textContent === text", f"{expected}ne")
        session = tab.context.new_cdp_session(tab.page)
        session.send("Input.imeSetComposition", {"text": "日本", "selectionStart": 2, "selectionEnd": 2})
        other.locate('.screen input[aria-label="Name"]').fill("Another")
        # What the other window has written is here, so that it is not the last to write.
        tab.wait("document.querySelector('.app .subtitle').textContent === 'Another'")
        tab.page.wait_for_timeout(200)
        check("a composition stays", tab.run(STATE)[0] == f"{expected}日本ne", tab.run(STATE))
        session.send("Input.insertText", {"text": "日本"})
        expected += "日本"
        other.wait("(text) => document.querySelector('.app .subtitle').textContent === text", f"{expected}ne")
        check("the caret is after the composition", tab.run(STATE) == [f"{expected}ne", len(expected)], tab.run(STATE))
        tab.button("Done").click()
        tab.locate(".plain-value:has-text('XYZABC')").first.wait_for()
        check("no problem", not tab.problems, tab.problems[:3])
        application.close()


def check_unwritten(chromium):
    """Input that is not written survives a reload of the page, and is offered after a restart."""
    application = Application(TARGET, GALLERY, options=["--no-watch"])
    tab = Tab(chromium, application.url)
    tab.open("Form")
    tab.locate('.screen input[aria-label="Address"]').fill("not an address")
    tab.page.reload()
    tab.page.wait_for_selector(".screen")
    tab.wait("() => document.querySelector('.screen input[aria-label=\"Address\"]')?.value === 'not an address'")
    application.kill()
    tab.locate("dialog.connection").wait_for()
    application.start()
    tab.locate("dialog.connection").wait_for(state="detached")
    tab.wait("() => document.querySelector('.app .title').textContent === 'Gallery'")
    tab.open("Form")
    tab.button("Restore").click()
    tab.wait("() => document.querySelector('.screen input[aria-label=\"Address\"]')?.value === 'not an address'")
    application.close()


class Tunnel:
    """Passes connections on to a server, and cuts them."""

    def __init__(self, port):
        self.port, self.pairs = port, []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.own_port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
                server = socket.create_connection(("127.0.0.1", self.port))
            except OSError:
                return
            self.pairs.append((client, server))
            for source, target in [(client, server), (server, client)]:
                threading.Thread(target=self.copy, args=(source, target), daemon=True).start()

    def copy(self, source, target):
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass
        for end in (source, target):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        for pair in self.pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        self.pairs = []


def check_reconnect(chromium):
    """An action whose connection is cut is performed once."""
    application = Application(TARGET, GALLERY, options=["--latency", "200"])
    tunnel = Tunnel(int(re.search(r":(\d+)/", application.url).group(1)))
    tab = Tab(chromium, application.url.replace(f":{tunnel.port}/", f":{tunnel.own_port}/"))
    tab.open("Views")
    for number in range(1, 6):
        tab.button("Count").click()
        # Once before the server has it, then later.
        tab.page.wait_for_timeout(number * 80)
        tunnel.cut()
        tab.wait("(text) => [...document.querySelectorAll('.view-text')].some((view) => view.textContent === text)",
            str(number))
    tab.locate("dialog.connection").wait_for(state="detached")
    other = Tab(chromium, application.url)
    other.open("Views")
    other.check("each action was performed once", other.locate(".view-text").last.inner_text, "5")
    application.close()


def check_token(chromium):
    application = Application(TARGET, GALLERY)
    context = new_context(chromium)
    page = context.new_page()
    page.goto(application.url.split("#")[0] + "#wrong")
    page.locator("dialog.connection:has-text('no longer valid')").wait_for()
    check("nothing is shown with a wrong token", page.locator(".app").count() == 0)
    page.goto("about:blank")
    page.goto(application.url)
    page.wait_for_selector(".screen")
    page.wait_for_url(lambda url: "#" not in url)
    check("the token leaves the address", page.url.endswith("/"), page.url)
    context.close()
    application.close()


def check_windows(chromium):
    """Ten tabs of one browser; a dialog of one does not block another."""
    application = Application(TARGET, GALLERY)
    tab = Tab(chromium, application.url)
    pages = []
    for _ in range(9):
        page = tab.context.new_page()
        page.goto(application.url)
        page.wait_for_selector(".screen")
        pages.append(page)
    tab.button("Alert").click()
    tab.locate("dialog.alert").wait_for()
    check("a dialog belongs to its window", all(page.locator("dialog").count() == 0 for page in pages))
    pages[8].locator('.row-tap:has(.text:text-is("Views"))').click()
    pages[8].get_by_role("button", name="Count").click()
    pages[8].locator(".view-text:has-text('1')").wait_for()
    application.close()


def check_reload(chromium):
    """A reload keeps the place; a failed one shows its message, also in pages that connect later."""
    with tempfile.TemporaryDirectory(prefix="okit-live-") as folder:
        script = f"{folder}/gallery.lua"
        shutil.copy(GALLERY, script)
        source = open(script).read()
        application = Application(TARGET, script)
        tab = Tab(chromium, application.url)
        tab.open("Controls")
        tab.button("Edit").click()
        field = tab.locate('.screen input[aria-label="Name"]')
        field.fill("Kept")

        def write(text):
            with open(script, "w") as file:
                file.write(text)

        write(source + "local x = = 1\n")
        tab.locate(".overlay").wait_for()
        overlay = tab.locate(".overlay").inner_text
        tab.check("the overlay has the message and the place",
            lambda: "unexpected symbol" in overlay() and "gallery.lua:" in overlay(), detail=overlay)
        found = violations(tab)
        check("axe, the overlay", not found, found[:3])
        later = Tab(chromium, application.url)
        later.locate(".overlay").wait_for()
        tab.page.keyboard.press("Escape")
        tab.locate(".overlay").wait_for(state="detached")
        tab.check("Esc hides the overlay, and leaves the field as it is",
            lambda: [field.input_value(), tab.focused()[-8:]], ["Kept", "/control"])
        tab.run("document.querySelector('.scroll').scrollTop = 500")
        later.open("Numbers")
        later.row("Number 30").focus()
        later.run("window.row = document.activeElement")
        write(source.replace('"#Texts"', '"#Written texts"'))
        later.locate(".overlay").wait_for(state="detached")
        tab.wait("document.querySelector('.section-header').textContent === 'Written texts'")
        place = "document.querySelector('.scroll').scrollTop"
        tab.check("the scroll position stays", f"Math.abs({place} - 500) < 120", detail=place)
        later.check("the row and its focus stay", """document.activeElement === window.row && window.row.isConnected
          && window.row.textContent.includes('Number 30')""")
        tab.check("the screen stays in edit mode", tab.button("Done").count, 1)
        application.close()


def check_protection(chromium):
    """The passphrase of encrypted models, and the cover."""
    application = Application(TARGET, "scripts/bookshop/app.lua", options=["--ask"])
    context = new_context(chromium, viewport={"width": 390, "height": 800})
    page = context.new_page()
    tab = Tab.__new__(Tab)
    tab.context, tab.page, tab.problems, tab.patience = context, page, [], PATIENCE
    page.goto(application.url)
    page.wait_for_selector("dialog.passphrase, .screen")
    if page.locator("dialog.passphrase").count():
        found = violations(tab)
        check("axe, the passphrase", not found, found[:3])
        for field in page.locator("dialog.passphrase input").all():
            field.fill("correct horse")
        page.keyboard.press("Enter")
    page.wait_for_selector(".screen")
    hide = """(hidden) => { Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
      document.dispatchEvent(new Event("visibilitychange")) }"""
    search = page.locator('[data-focus="search"]')
    search.fill("whispered words")
    tab.wait("sessionStorage.getItem('okit.inputs')?.includes('whispered')")
    tab.run(hide, True)
    page.wait_for_selector(".cover")
    check("the storage of a covered page has nothing that was typed",
        "whispered" not in tab.run("JSON.stringify([{ ...sessionStorage }, { ...localStorage }])"))
    check("the cover shows nothing of the models", "Hail Mary" not in page.locator("body").inner_text())
    found = violations(tab)
    check("axe, the cover", not found, found[:3])
    tab.run(hide, False)
    page.wait_for_selector(".screen")
    application.close()


def check_stopped(chromium):
    """A program that ends says so, and the page connects again when it is started."""
    application = Application(TARGET, GALLERY)
    tab = Tab(chromium, application.url)
    attempts = []
    # The page asks why it cannot connect.
    tab.page.on("requestfailed", lambda request: "/screen?" in request.url and attempts.append(request.url))
    application.process.terminate()
    application.process.wait(PATIENCE)
    tab.locate("dialog.connection:has-text('was stopped')").wait_for()
    tab.check("the page attempts to connect", lambda: len(attempts) >= 2)
    check("attempts to connect do not change it", "was stopped" in tab.locate("dialog.connection").inner_text())
    found = violations(tab)
    check("axe, the stopped program", not found, found[:3])
    application.start()
    tab.locate("dialog.connection").wait_for(state="detached")
    application.kill()
    tab.locate("dialog.connection:has-text('Connection lost')").wait_for()
    application.close()


BROWSER = """#!/bin/sh
# Stands for a browser: notes what it was started with, who may read it, and all lists of processes.
printf '%s\\n' "$#" "$1" "$(stat -c %a "$1")" > "$OKIT_TEST_NOTES.part"
cat /proc/[0-9]*/cmdline 2> /dev/null | tr '\\0' ' ' > "$OKIT_TEST_NOTES.processes"
cat /proc/[0-9]*/environ 2> /dev/null >> "$OKIT_TEST_NOTES.processes"
mv "$OKIT_TEST_NOTES.part" "$OKIT_TEST_NOTES"
"""


def check_open(chromium):
    """--open starts $BROWSER, or else xdg-open, with a private file that leads to the page."""
    for name in ["a browser", "xdg-open"]:
        with tempfile.TemporaryDirectory(prefix="okit-live-") as folder:
            program, notes = f"{folder}/{name}", f"{folder}/notes"
            with open(program, "w") as file:
                file.write(BROWSER)
            os.chmod(program, 0o755)
            environment = {"OKIT_TEST_NOTES": notes, "PATH": f"{folder}:{os.environ['PATH']}"}
            environment["BROWSER"] = program if name == "a browser" else None
            application = Application(TARGET, GALLERY, options=["--open"], environment=environment)
            end = time.monotonic() + PATIENCE
            while not os.path.exists(notes) and time.monotonic() < end:
                time.sleep(0.02)
            with open(notes) as file:
                count, path, mode = file.read().splitlines()
            token = application.url.split("#")[1]
            check(f"{name} gets one file", count == "1" and path.endswith(".html"), [count, path])
            check(f"only the user can read the file for {name}", mode == "600", mode)
            with open(f"{notes}.processes", errors="replace") as file:
                check(f"no list of processes shows the token, {name}", token not in file.read())
            context = new_context(chromium)
            page = context.new_page()
            page.goto(f"file://{path}")
            page.wait_for_selector(".screen")
            page.wait_for_url(lambda url: "#" not in url)
            check(f"the file leads {name} to the page", page.url == application.url.split("#")[0], page.url)
            context.close()
            application.close()
            check(f"the file for {name} is removed", not os.path.exists(path))


CHECKS = {
    "input": check_input, "unwritten": check_unwritten, "reconnect": check_reconnect, "token": check_token,
    "windows": check_windows, "reload": check_reload, "protection": check_protection, "stopped": check_stopped,
    "open": check_open,
}
