#!/usr/bin/env python3
"""Uses the live page in headless Chromium: accessibility, input, long lists, focus, history, keys.

Usage: tools/check-live.py PATH-OF-OKIT-RUN [--install] [--only NAME,…] [--actions N] [--amount N]
                           [--pictures DIR] [--documentation DIR]

Skips visibly without Chromium, Playwright or axe; --install installs the two from PyPI. With --pictures, makes pictures
of every kind of screen in each theme at 320, 390, 768 and 1280 points; with --documentation, those of the articles.
--actions is the number of random actions in three windows (300), --amount that of the rows of a long list (100,000).
"""

import os
import sys
import time

import live_browser
import live_field_checks
import live_inspector_checks
import live_moving_checks
import live_server_checks
from checks import check, finish, option
from live_browser import ALL_RULES, COLOR_RULES, Application, Tab, violations
from live_document_checks import check_documents, check_other_ids, check_updates
from live_key_checks import check_back, check_columns, check_cover_back, check_focus, check_foreign_keys, check_keys
from live_server_checks import GALLERY
from live_touch_checks import check_touch

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
TARGET = os.path.abspath(sys.argv[1])
os.chdir(ROOT)

SCREENS = ["Controls", "Form", "Grid", "Wide grid", "Numbers", "Choose several", "Choose one", "Views",
           "Rows and fields", "Indexed", "To do", "Presented", "Empty"]
THEMES = ["Light", "Dark", "Sepia", "Night"]
# Those that the gallery declares.
GROUNDS = {"Sepia": "#e9dfc7", "Night": "#0a101e"}
LIMIT = 120 * 1024


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
    tab.settled()
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
    tab.locate("dialog.actions-menu").wait_for(state="detached")
    tab.button("Edit").click()
    tab.button("Done").wait_for()
    yield "items, editing"
    tab.button("Done").click()
    tab.locate('[data-focus="tab:0"]').click()
    tab.row("Controls").wait_for()


def choose_theme(tab, theme):
    tab.locate(f'.toolbar button:has-text("{theme}")').click()
    tab.wait("""([isDark, ground, others]) => {
      const root = document.documentElement;
      const shown = root.style.getPropertyValue("--page");
      return (root.dataset.theme === "dark") === isDark && (ground ? shown === ground : !others.includes(shown));
    }""", [theme in ("Dark", "Night"), GROUNDS.get(theme), list(GROUNDS.values())])


def check_axe(chromium, url):
    # A theme changes colors only, in the same way at each width.
    for width, themes in [(320, THEMES), (1280, THEMES[:1])]:
        tab = Tab(chromium, url, width, reduced_motion="reduce")
        for theme in themes:
            choose_theme(tab, theme)
            for name in visits(tab):
                found = violations(tab, ALL_RULES if theme == THEMES[0] else COLOR_RULES)
                check(f"axe at {width} points, {theme}, {name}", not found, found[:4])
                tab.check_width(f"fits into {width} points, {theme}, {name}")
        check("the page causes no problem", not tab.problems, tab.problems[:5])
        tab.close()


def check_text_size(chromium, url):
    tab = Tab(chromium, url, 320, 640, reduced_motion="reduce")
    tab.run("""() => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("html { font-size: 200% }");
      document.adoptedStyleSheets = [sheet];
    }""")
    for name in visits(tab):
        tab.check_width(f"fits at 200 % text, {name}")
        tab.check(f"nothing is cut off at 200 % text, {name}", """[...document.querySelectorAll(
          ':is(.app, dialog[open]) :is(button, .title):not(.grid *, .index *)')].filter((element) => {
          const edge = element.getBoundingClientRect();
          return element.checkVisibility() && edge.width > 0 && (edge.right > innerWidth + 1 || edge.left < -1);
        }).map((element) => element.textContent || element.ariaLabel)""", [])
    tab.close()


# The words of an attributed text from left to right; one is mirrored if its letters are.
ORDER = """() => {
  const label = [...document.querySelectorAll(".view-text")].find((text) => text.textContent.includes("plain"));
  const nodes = document.createTreeWalker(label, NodeFilter.SHOW_TEXT);
  const words = [];
  while (nodes.nextNode()) {
    const node = nodes.currentNode;
    const place = node.data.search(/[a-z]/);
    if (place < 0 || node.parentElement.closest(".spoken")) continue;
    const word = node.data.slice(place).trim();
    const edges = [place, place + word.length - 1].map((index) => {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      return range.getBoundingClientRect().left;
    });
    // The override acts in its own text: there, the letters run from right to left.
    const isOwn = node.data.includes("\\u202E");
    words.push({ left: Math.min(...edges), word: (edges[0] < edges[1]) !== isOwn ? word : `mirrored ${word}` });
  }
  return words.sort((a, b) => a.left - b.left).map(({ word }) => word);
}"""


def check_texts(chromium, url):
    tab = Tab(chromium, url)
    tab.locate('[data-focus="tab:1"]').click()
    tab.row("Dune").wait_for()
    tab.check("markup stays text", lambda: "<img src=x onerror=alert(1)>" in tab.locate(".list").inner_text()
              and tab.run("document.querySelectorAll('.screen :is(img, script, iframe)').length") == 0)
    tab.check("the direction of a text does not reach others", """[...document.querySelectorAll('.list .text')]
      .every((text) => getComputedStyle(text).unicodeBidi === 'plaintext')""")
    tab.locate('[data-focus="tab:0"]').click()
    tab.open("Controls")
    tab.locate("img.picture").first.wait_for()
    tab.back()
    tab.open("Views")
    tab.wait("[...document.querySelectorAll('.view-text')].some((text) => text.textContent.includes('plain'))")
    tab.check("what changes the direction ends with its text", ORDER, ["abc", "plain", "def", "end"])
    tab.back()
    tab.open("Controls")
    page = tab.locate(".web-page")
    tab.check("a link opens a new tab", page.locator("a[target=_blank][rel~=noopener]").count, 1)
    check("a page is rebuilt", "alert" not in page.inner_text() and page.locator("img, script").count() == 0)
    tab.close()


def check_long(chromium, url, total):
    tab = Tab(chromium, url, 1280, 800)
    tab.patience = 180
    tab.open("Numbers")
    tab.row("Number 1").focus()
    tab.page.keyboard.press("End")
    tab.wait(f"document.activeElement.textContent.includes('Number {total}')")
    tab.check("End shows the last row", """(() => {
      const row = document.activeElement.getBoundingClientRect();
      const view = document.querySelector('.scroll').getBoundingClientRect();
      return row.top >= view.top && row.bottom <= view.bottom + 1 })()""")
    tab.check("rows know their places", "document.activeElement.ariaRowIndex", str(total))
    tab.check("only some rows are elements", "document.querySelectorAll('.list [data-row]').length <= 1000")
    tab.run("document.querySelector('.scroll').scrollTop = document.querySelector('.scroll').scrollHeight / 2")
    tab.wait(f"""(() => {{ const view = document.querySelector('.scroll').getBoundingClientRect();
      const row = document.elementFromPoint(view.left + view.width / 2, view.top + 200)?.closest('[data-row]');
      const number = Number(row?.querySelector('.text')?.textContent.slice(7));
      return Math.abs(number - {total} / 2) < {max(60, total / 50)} }})()""")
    middle = tab.run("""(() => { const view = document.querySelector('.scroll').getBoundingClientRect();
      const row = document.elementFromPoint(view.left + view.width / 2, view.top + 200).closest('[data-row]');
      return [row.dataset.row, Math.round(row.getBoundingClientRect().top)] })()""")
    return tab, middle


def check_index(chromium):
    """Each title of an index that is tapped leads to its rows, however soon, and those above it can be reached."""
    for total in [60, 600]:
        application = Application(TARGET, GALLERY, str(total))
        tab = Tab(chromium, application.url, 390, 500)
        tab.open("Indexed")
        titles = tab.locate(".index button")
        headers = """[...document.querySelectorAll(".section-header")].map((header) => header.textContent)"""
        first = tab.run(headers)[0]
        for tapped in ["M", "P", "MP", "DZM", "YAP"]:
            for title in tapped:
                titles.get_by_text(title, exact=True).click()
            tab.wait(f"""(() => {{ const view = document.querySelector(".scroll").getBoundingClientRect();
              return document.elementFromPoint(view.left + 60, view.top + 8)
                ?.closest(".section")?.querySelector(".section-header").textContent === "{tapped[-1]}" }})()""")
            tab.run("document.querySelector('.scroll').scrollTop = 0")
            tab.wait(f"{headers}[0] === '{first}'")
        check("an index causes no problem", not tab.problems, tab.problems[:3])
        tab.close()
        application.close()


def check_insertion(chromium, url, total):
    """What is inserted above moves nothing."""
    tab, (row, top) = check_long(chromium, url, total)
    other = Tab(chromium, url)
    other.patience = tab.patience
    other.open("Numbers")
    other.button("Add").click()
    tab.wait(f"Number(document.querySelector('.grid, .list').ariaRowCount) === {total + 1}")
    def now():
        return tab.run("(id) => Math.round(document.querySelector(`[data-row=\"${id}\"]`).getBoundingClientRect().top)", row)

    tab.check("an insertion above moves nothing", lambda: abs(now() - top) <= 1, detail=lambda: [top, now()])
    tab.page.keyboard.press("Home")
    other.close()
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
    tab.locate(".switch").first.wait_for()
    tab.check("a switch can be seen with forced colors",
        "getComputedStyle(document.querySelector('.switch')).borderTopStyle", "solid")
    tab.back()
    tab.locate('[data-focus="tab:1"]').click()
    tab.row("Dune").wait_for()
    tab.button("Edit").click()
    tab.button("Done").wait_for()
    tab.row("Dune").click()
    tab.wait("document.querySelector('.row.is-selected')")
    tab.check("what is chosen can be read with forced colors", """(() => {
      const [row, badge] = [document.querySelector(".row.is-selected"), document.querySelector(".badge")];
      const color = (element) => getComputedStyle(element).color;
      const parts = [...row.querySelectorAll(".text, .detail, .icon-button")].map(color);
      const ground = getComputedStyle(row.querySelector(".row-front")).backgroundColor;
      return [new Set(parts).size === 1 && parts[0] !== ground,
        color(badge) !== getComputedStyle(badge).backgroundColor] })()""", [True, True])
    tab.close()


def check_size(chromium, url):
    """The size of script and style: as they are, and as they are sent."""
    tab = Tab(chromium, url)
    sizes = tab.run("""performance.getEntriesByType("resource").filter((entry) => /[.](js|css)$/.test(entry.name))
      .reduce(([all, sent], entry) => [all + entry.decodedBodySize, sent + entry.encodedBodySize], [0, 0])""")
    print(f"live: script and style have {sizes[0] / 1024:.0f} KiB, {sizes[1] / 1024:.0f} KiB as they are sent")
    check("script and style have at most 120 KiB as they are sent", 0 < sizes[1] <= LIMIT, sizes)
    tab.close()


def pictures(chromium, url, folder):
    os.makedirs(folder, exist_ok=True)
    for width, height in [(320, 640), (390, 780), (768, 900), (1280, 800)]:
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
    """The bookshop with the Inspector, and a book on a phone."""
    application = Application(TARGET, "scripts/bookshop/app.lua")
    tab = Tab(chromium, application.url, 390, 720, device_scale_factor=2, has_touch=True)
    tab.open("Piranesi")
    tab.button("Edit").click()
    tab.button("Done").wait_for()
    tab.page.screenshot(path=f"{folder}/live-page-phone.png")
    tab.close()
    live_inspector_checks.picture(chromium, application.url, f"{folder}/inspector.png")
    application.close()


AMOUNT = int(option("--amount") or 100000)
ACTIONS = int(option("--actions") or 300)

# Those that use the gallery, in a process of its own, so that no check changes the data of another one.
CHECKS = {
    "axe": check_axe, "text-size": check_text_size, "texts": check_texts, "focus": check_focus, "keys": check_keys,
    "foreign-keys": check_foreign_keys, "columns": check_columns,
    "back": check_back, "cover-back": check_cover_back,
    "insertion": lambda chromium, url: check_insertion(chromium, url, AMOUNT), "touch": check_touch,
    "motion": check_motion, "updates": check_updates, "other-ids": check_other_ids, "size": check_size,
    "documents": lambda chromium, url: check_documents(chromium, url, ACTIONS),
}

# Those that start applications themselves.
SERVED = {"index": check_index, **live_server_checks.CHECKS, **live_field_checks.CHECKS, **live_inspector_checks.CHECKS,
          **live_moving_checks.CHECKS}


def main():
    reason = live_browser.ready("--install" in sys.argv)
    if reason:
        print(f"live: skipped: {reason}")
        return
    from playwright.sync_api import sync_playwright
    only = option("--only").split(",") if option("--only") else [*CHECKS, *SERVED]
    with sync_playwright() as driver:
        chromium = live_browser.launch(driver)
        try:
            if option("--documentation"):
                return documentation(chromium, option("--documentation"))
            if option("--pictures"):
                application = Application(TARGET, GALLERY)
                pictures(chromium, application.url, option("--pictures"))
                return application.close()
            for name in only:
                start = time.monotonic()
                if name in SERVED:
                    SERVED[name](chromium)
                else:
                    application = long_list() if name == "insertion" else Application(TARGET, GALLERY)
                    CHECKS[name](chromium, application.url)
                    application.close()
                # A page that is left open would look for its server until the end.
                for context in chromium.contexts:
                    context.close()
                print(f"live: {name} checked in {time.monotonic() - start:.0f} s", flush=True)
        finally:
            chromium.close()
    finish("live")


main()
