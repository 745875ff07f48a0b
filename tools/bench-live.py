#!/usr/bin/env python3
"""Measures in headless Chromium the time from a tap to the frame that shows the next screen, for the workload `live` of
the benchmarks.

Usage: tools/bench-live.py PATH-OF-OKIT-RUN

Prints `NAME MILLISECONDS COUNT` for each figure. Without Chromium, Playwright or axe, says so and exits with 77.
"""

import os
import sys

import live_browser
from live_browser import Application, Tab

ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
SKIPPED = 77
WARM_UP, COUNT = 10, 100

# Notes when a click begins, as the browser received it, and when the frame is painted that has another title: the task
# that a callback of the frame posts runs after it. The policy of the page does not bind the debugger.
MEASURE = """() => {
  const title = () => document.querySelector(".app .title")?.textContent;
  window.painted = [];
  let start = null, before = null;
  addEventListener("click", (event) => { [start, before] = [event.timeStamp, title()]; }, { capture: true });
  new MutationObserver(() => {
    if (start === null || title() === before) return;
    const began = start;
    start = null;
    requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => window.painted.push(performance.now() - began);
      channel.port2.postMessage(null);
    });
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


def place(tab, selector):
    """The middle of the first element."""
    box = tab.locate(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def click(tab, place, count):
    """Clicks, and waits until the next screen was painted."""
    tab.page.mouse.click(*place)
    tab.wait("(count) => window.painted.length === count", count)


def times(url):
    from playwright.sync_api import sync_playwright
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(
            executable_path=live_browser.browser.program(), args=["--no-sandbox", "--disable-gpu"])
        # The motion begins with the frame that is measured. While it lasts, the next tap would wait for it.
        tab = Tab(chromium, url, reduced_motion="reduce")
        tab.run(MEASURE)
        row = place(tab, ".screen [data-row]")
        click(tab, row, 1)
        back = place(tab, '.app [data-focus="back"]')
        click(tab, back, 2)
        for number in range(1, WARM_UP + COUNT):
            click(tab, row, 2 * number + 1)
            click(tab, back, 2 * number + 2)
        painted = tab.run("window.painted")[2 * WARM_UP:]
        chromium.close()
    return {"tap": painted[0::2], "back": painted[1::2]}


def main():
    # `ready` may start the program again.
    sys.argv = [os.path.abspath(name) for name in sys.argv]
    os.chdir(ROOT)
    reason = live_browser.ready(install=False)
    if reason:
        print(f"bench-live: skipped the paint of the live page: {reason}", file=sys.stderr)
        sys.exit(SKIPPED)
    application = Application(sys.argv[1], "scripts/bookshop/app.lua")
    try:
        for name, found in times(application.url).items():
            found.sort()
            for label, share in [("p50", 0.5), ("p99", 0.99)]:
                print(name + "-" + label, found[int(len(found) * share + 0.5) - 1], len(found))
    finally:
        application.close()


main()
