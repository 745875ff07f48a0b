#!/usr/bin/env python3
"""Uses the live page in headless Chromium: accessibility, input, long lists, focus, history, keys.

Usage: tools/check-live.py PATH-OF-OKIT-RUN [--install] [--only NAME,…] [--pictures DIR] [--documentation DIR]

Skips visibly without Chromium, Playwright or axe; --install installs the two from PyPI. With --pictures, makes pictures
of every kind of screen in each theme at 320, 768 and 1280 points; with --documentation, those of the README.
"""

import os
import random
import re
import sys
import zlib

import live_browser
import live_server_checks
from live_browser import Application, Tab, check, failures, violations
from live_server_checks import GALLERY

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
TARGET = os.path.abspath(sys.argv[1])
os.chdir(ROOT)

SCREENS = ["Controls", "Form", "Grid", "Numbers", "Choose several", "Choose one", "Views", "Rows and fields", "Indexed",
           "To do", "Presented", "Empty"]
THEMES = ["Light", "Dark", "Sepia", "Night"]
LIMIT = 120 * 1024

def option(name):
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else None


def visits(tab, screens=None):
    """Every kind of screen, one after the other, by name; the caller looks at it."""
    yield "home"
    for name in screens or SCREENS:
        tab.open(name)
        yield name
        if name in ("Controls", "Rows and fields"):
            tab.button("Edit").click()
            tab.button("Done").wait_for()
            yield f"{name}, editing"
        tab.back()
    if screens:
        return
    for name, button, selector in [("alert", "Alert", "dialog.alert"), ("sheet", "Sheet", "dialog.sheet")]:
        tab.button(button).click()
        tab.locate(selector).wait_for()
        tab.settled()
        yield name
        tab.button("Cancel").click()
        tab.locate(selector).wait_for(state="detached")
    tab.part("left:0").click()
    tab.locate("dialog.menu").wait_for()
    tab.settled()
    yield "menu"
    tab.page.keyboard.press("Escape")
    tab.locate("dialog.menu").wait_for(state="detached")
    tab.part("right:help").click()
    tab.locate("dialog.help").wait_for()
    yield "help"
    tab.page.keyboard.press("Escape")
    tab.locate("dialog.help").wait_for(state="detached")
    tab.part("tab:1").click() if tab.part("tab:1").count() else tab.locate('[data-focus="tab:1"]').click()
    tab.row("Dune").wait_for()
    yield "items"
    tab.row("Dune").locator(".actions-button").click()
    tab.locate("dialog.actions-menu").wait_for()
    tab.settled()
    yield "actions of a row"
    tab.page.keyboard.press("Escape")
    tab.button("Edit").click()
    tab.button("Done").wait_for()
    yield "items, editing"
    tab.button("Done").click()
    tab.locate('[data-focus="tab:0"]').click()
    tab.row("Controls").wait_for()


def choose_theme(tab, theme):
    tab.locate(f'.toolbar button:has-text("{theme}")').click()
    wanted = theme in ("Dark", "Night")
    tab.wait("(dark) => (document.documentElement.dataset.theme === 'dark') === dark", wanted)


def check_axe(chromium, url):
    for width in [320, 1280]:
        tab = Tab(chromium, url, width)
        for theme in THEMES:
            choose_theme(tab, theme)
            for name in visits(tab):
                found = violations(tab)
                check(f"axe at {width} points, {theme}, {name}", not found, found[:4])
                over = tab.run("document.documentElement.scrollWidth - innerWidth")
                check(f"fits into {width} points, {theme}, {name}", over <= 0, over)
        check("the page causes no problem", not tab.problems, tab.problems[:5])
        tab.close()


def check_text_size(chromium, url):
    tab = Tab(chromium, url, 320, 640)
    tab.run("""() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("html { font-size: 200% }");
      document.adoptedStyleSheets = [sheet];
    }""")
    for name in visits(tab, ["Controls", "Form", "Numbers"]):
        over = tab.run("document.documentElement.scrollWidth - innerWidth")
        check(f"fits at 200 % text, {name}", over <= 0, over)
        hidden = tab.run("""[...document.querySelectorAll('.app button, .app .title')].filter((element) => {
          const edge = element.getBoundingClientRect();
          return element.checkVisibility() && edge.width > 0 && (edge.right > innerWidth + 1 || edge.left < -1);
        }).map((element) => element.textContent || element.ariaLabel)""")
        check(f"nothing is cut off at 200 % text, {name}", not hidden, hidden)
    tab.close()


def check_texts(chromium, url):
    tab = Tab(chromium, url)
    tab.locate('[data-focus="tab:1"]').click()
    tab.row("Dune").wait_for()
    check("markup stays text", tab.run("document.querySelectorAll('.screen :is(img, script, iframe)').length") == 0
          and "<img src=x onerror=alert(1)>" in tab.locate(".list").inner_text())
    check("the direction of a text does not reach others", tab.run("""[...document.querySelectorAll('.list .text')]
      .every((text) => getComputedStyle(text).unicodeBidi === 'plaintext')"""))
    tab.locate('[data-focus="tab:0"]').click()
    tab.open("Controls")
    tab.locate("img.picture").first.wait_for()
    page = tab.locate(".web-page")
    check("a page is rebuilt", "alert" not in page.inner_text() and page.locator("img, script").count() == 0)
    check("a link opens a new tab", page.locator("a[target=_blank][rel~=noopener]").count() == 1)
    tab.close()


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


def check_long(chromium, url, total):
    tab = Tab(chromium, url, 1280, 800)
    tab.patience = 180
    tab.open("Numbers")
    tab.row("Number 1").focus()
    tab.page.keyboard.press("End")
    tab.wait(f"document.activeElement.textContent.includes('Number {total}')")
    edge = tab.run("""(() => {
      const row = document.activeElement.getBoundingClientRect();
      const view = document.querySelector('.scroll').getBoundingClientRect();
      return row.top >= view.top && row.bottom <= view.bottom + 1 })()""")
    check("End shows the last row", edge)
    check("rows know their places", tab.run("document.activeElement.ariaRowIndex") == str(total))
    check("only some rows are elements", tab.run("document.querySelectorAll('.list [data-row]').length") <= 1000)
    tab.run("document.querySelector('.scroll').scrollTop = document.querySelector('.scroll').scrollHeight / 2")
    tab.wait(f"""(() => {{ const view = document.querySelector('.scroll').getBoundingClientRect();
      const row = document.elementFromPoint(view.left + view.width / 2, view.top + 200)?.closest('[data-row]');
      const number = Number(row?.querySelector('.text')?.textContent.slice(7));
      return Math.abs(number - {total} / 2) < {max(60, total / 50)} }})()""")
    middle = tab.run("""(() => { const view = document.querySelector('.scroll').getBoundingClientRect();
      const row = document.elementFromPoint(view.left + view.width / 2, view.top + 200).closest('[data-row]');
      return [row.dataset.row, Math.round(row.getBoundingClientRect().top)] })()""")
    return tab, middle


def check_insertion(chromium, url, total):
    """What is inserted above moves nothing."""
    tab, (row, top) = check_long(chromium, url, total)
    other = Tab(chromium, url)
    other.patience = tab.patience
    other.open("Numbers")
    other.button("Add").click()
    tab.wait(f"Number(document.querySelector('.grid, .list').ariaRowCount) === {total + 1}")
    now = tab.run("(id) => Math.round(document.querySelector(`[data-row=\"${id}\"]`).getBoundingClientRect().top)", row)
    check("an insertion above moves nothing", abs(now - top) <= 1, [top, now])
    tab.page.keyboard.press("Home")
    other.close()
    tab.close()


def check_swipe(chromium, url):
    tab = Tab(chromium, url, 390, 800, has_touch=True)
    tab.locate('[data-focus="tab:1"]').click()
    tab.row("Dune").wait_for()
    edge = tab.row("Dune").bounding_box()
    session = tab.context.new_cdp_session(tab.page)

    def touch(kind, x, y):
        points = [] if kind == "touchEnd" else [{"x": x, "y": y}]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def drag(distance):
        x, y = edge["x"] + edge["width"] / 2 - distance / 2, edge["y"] + edge["height"] / 2
        touch("touchStart", x, y)
        for step in range(1, 11):
            touch("touchMove", x + distance * step / 10, y)
        touch("touchEnd", 0, 0)

    drag(-140)
    tab.locate('[data-row][data-open] .swipe-action.is-destructive').wait_for()
    check("a swipe shows the actions", tab.title == "Items")
    tab.locate(".titles").tap()
    drag(300)
    tab.wait("!document.querySelector('[data-row][data-open]')")
    tab.settled()
    check("a full swipe runs the first action", not tab.locate("dialog[open]").count())
    tab.close()


def check_motion(chromium, url):
    tab = Tab(chromium, url, reduced_motion="reduce")
    tab.row("Form").locator(".row-tap").click()
    tab.wait("document.querySelector('.app .title').textContent === 'Form'")
    moving = tab.run("document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 1).length")
    check("nothing moves with reduced motion", moving == 0, moving)
    tab.back()
    tab.close()
    tab = Tab(chromium, url, forced_colors="active")
    tab.open("Controls")
    check("a switch can be seen with forced colors", tab.run(
        "getComputedStyle(document.querySelector('.switch')).borderTopStyle") == "solid")
    tab.close()


def normal(markup):
    """The document of a page without what belongs to a view: tab stops, positions, identifiers of views."""
    for pattern in [r' tabindex="[^"]*"', r' style="[^"]*"', r' data-offset="[^"]*"', r' data-(open|sliding)=""',
        r' src="blob:[^"]*"',
                    r' data-input="[^"]*"']:
        markup = re.sub(pattern, "", markup)
    return markup


def check_documents(chromium, url, count):
    """After many changes, the document is that of a page which is opened now."""
    tab = Tab(chromium, url)
    dice = random.Random(51)
    for _ in range(count):
        choices = tab.run("""() => {
          const top = [...document.querySelectorAll('dialog[open]')].pop() || document.querySelector('.app');
          return [...top.querySelectorAll('button:not(:disabled), [role=row][data-row], [role=option]')]
            .filter((element) => element.checkVisibility() && element.getClientRects().length
                && !element.closest('.notices'))
            .map((element, index) => { element.setAttribute('data-choice', index); return index }) }""")
        if choices:
            tab.run("(index) => document.querySelector(`[data-choice='${index}']`)?.click()", dice.choice(choices))
        tab.run("""() => {
          for (const element of document.querySelectorAll("[data-choice]")) element.removeAttribute("data-choice");
        }""")
        tab.page.wait_for_timeout(30)
    tab.page.wait_for_timeout(500)
    old = normal(tab.run("document.querySelector('.app').outerHTML"))
    tab.page.reload()
    tab.page.wait_for_selector(".screen, .cover")
    tab.page.wait_for_timeout(500)
    new = normal(tab.run("document.querySelector('.app').outerHTML"))
    check("the document is as a fresh one", old == new, difference(old, new))
    check("random actions cause no problem", not tab.problems, tab.problems[:3])
    tab.close()


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


def check_size(chromium, url):
    """The size of script and style: as they are, and compressed, as through a tunnel that compresses."""
    tab = Tab(chromium, url)
    bodies = tab.run("""Promise.all(performance.getEntriesByType("resource")
      .filter((entry) => /[.](js|css)$/.test(entry.name)).map(async (entry) => (await fetch(entry.name)).text()))""")
    size = sum(len(body.encode()) for body in bodies)
    compressed = sum(len(zlib.compress(body.encode())) for body in bodies)
    print(f"live: script and style have {size / 1024:.0f} KiB, compressed {compressed / 1024:.0f} KiB")
    check("script and style have at most 120 KiB, compressed", compressed <= LIMIT, compressed)
    tab.close()


def pictures(chromium, url, folder):
    os.makedirs(folder, exist_ok=True)
    for width, height in [(320, 640), (768, 900), (1280, 800)]:
        tab = Tab(chromium, url, width, height)
        for theme in THEMES:
            choose_theme(tab, theme)
            for name in visits(tab):
                tab.settled()
                file = f"{name} {theme.lower()} {width}.png".replace(" ", "-").replace(",", "")
                tab.page.screenshot(path=os.path.join(folder, file))
        tab.close()


def long_list():
    """The gallery with so many numbers, which takes a debug build longer than a script may."""
    options = ["--limit-time", "600s", "--limit-memory", "4G", "--limit-growth", "8G"]
    return Application(TARGET, GALLERY, str(AMOUNT), options=options)


def documentation(chromium, folder):
    """The bookshop on a desktop, and a book on a phone."""
    application = Application(TARGET, "scripts/bookshop/app.lua")
    tab = Tab(chromium, application.url, 1280, 720)
    tab.wait("document.querySelectorAll('img.picture').length > 4")
    tab.page.screenshot(path=f"{folder}/live-page.png")
    tab.close()
    tab = Tab(chromium, application.url, 390, 720, device_scale_factor=2, has_touch=True)
    tab.open("Piranesi")
    tab.button("Edit").click()
    tab.button("Done").wait_for()
    tab.page.screenshot(path=f"{folder}/live-page-phone.png")
    tab.close()
    application.close()


AMOUNT = int(option("--amount") or 1000000)

# Those that use the gallery, in a process of its own, so that no check changes the data of another one.
CHECKS = {
    "axe": check_axe, "text-size": check_text_size, "texts": check_texts, "focus": check_focus, "keys": check_keys,
    "back": check_back, "insertion": lambda chromium, url: check_insertion(chromium, url, AMOUNT), "swipe": check_swipe,
    "motion": check_motion, "updates": check_updates, "size": check_size,
    "documents": lambda chromium, url: check_documents(chromium, url, 200),
}


def main():
    reason = live_browser.ready("--install" in sys.argv)
    if reason:
        print(f"live: skipped: {reason}")
        return
    from playwright.sync_api import sync_playwright
    only = option("--only").split(",") if option("--only") else [*CHECKS, *live_server_checks.CHECKS]
    with sync_playwright() as driver:
        chromium = driver.chromium.launch(executable_path=live_browser.browser.program(), args=["--no-sandbox"])
        try:
            if option("--documentation"):
                return documentation(chromium, option("--documentation"))
            if option("--pictures"):
                application = Application(TARGET, GALLERY)
                pictures(chromium, application.url, option("--pictures"))
                return application.close()
            for name in only:
                if name in live_server_checks.CHECKS:
                    live_server_checks.CHECKS[name](chromium)
                else:
                    application = long_list() if name == "insertion" else Application(TARGET, GALLERY)
                    CHECKS[name](chromium, application.url)
                    application.close()
                print(f"live: {name} checked", flush=True)
        finally:
            chromium.close()
    if failures:
        raise SystemExit(f"live: {len(failures)} failed")
    print("live: ok")


main()
