#!/usr/bin/env python3
"""Opens the pages of traces in headless Chromium and uses them; checks the trace events for Perfetto.

Usage: tools/check-pages.py PATH-OF-OKIT-RUN [--pictures DIR]; with --pictures, makes the pictures of the documentation.
"""

import glob
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

import browser
from checks import check, finish, option

OKIT_RUN = os.path.abspath(sys.argv[1])
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))

def okit(*arguments, status=0):
    run = subprocess.run([OKIT_RUN, *arguments], capture_output=True, text=True)
    if status is not None and run.returncode != status:
        raise SystemExit(f"pages: okit-run {' '.join(arguments)}: {run.returncode}\n{run.stdout}{run.stderr}")
    return run


def many(path, count):
    """Writes a trace with many actions."""
    rows = [{"id": f"entity:{n}.1", "role": "row", "label": f"Item {n}", "text": f"Item {n}", "detail": "0"}
            for n in range(100)]
    place = {"file": "many_test.lua", "line": 2}
    records = [
        {"kind": "trace", "version": 1, "okit": "1", "command": "test", "started": "2020-01-01T00:00:00Z",
         "test": {"file": "many_test.lua", "line": 1, "name": "many", "attempt": 1}},
        {"kind": "source", "file": "many_test.lua", "text": "-- 1\n-- 2\n"},
        {"kind": "screen", "id": 1, "value": {"kind": "list", "name": "items", "title": "Items",
                                              "sections": [{"rows": rows}]}},
        {"kind": "launch", "app": 1, "script": "many.lua", "screen": 1, "clock": "2020-01-01T00:00:00Z"}]
    for n in range(1, count + 1):
        row, old, new = (n - 1) % 100, (n - 1) // 100, (n - 1) // 100 + 1
        records += [
            {"kind": "action", "id": n, "app": 1, "place": place, "clock": "2020-01-01T00:00:00Z", "before": n,
             "action": {"quick": f"entity:{row}.1"}, "target": {"role": "row", "label": f"Item {row}"},
             "line": f'app:row("Item {row}"):quick()'},
            {"kind": "screen", "id": n + 1, "base": n, "patch": [
                {"op": "replace", "path": f"/sections/0/rows/{row}/detail", "value": str(new)}]},
            {"kind": "done", "id": n, "after": n + 1, "turn": n, "clock": "2020-01-01T00:00:00Z", "us": 100,
             "changes": [{"op": "replace", "path": f"/items/{row}/count", "old": old, "value": new}],
             "log": [{"level": "info", "message": f"action {n}"}]}]
        if n % 1000 == 0:
            records.append({"kind": "expect", "place": place, "matcher": "to_be", "passed": False, "diff": f"at {n}"})
    records.append({"kind": "end", "status": "fail", "failures": [], "dropped": 0})
    with open(path, "w") as file:
        file.writelines(json.dumps(record) + "\n" for record in records)


def text(page, selector):
    return page.run(f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.innerText).join('\\n')")


def selected(page):
    return page.run("new URLSearchParams(location.hash.slice(1)).get('action')")


def check_shop(page, path, trace):
    """The trace of a failed test: the failure, marks, keys, narrowing, texts of models."""
    page.size(1280, 800)
    page.open(path)
    check("the failure is the headline", lambda: 'expected to be "0 left", got "1 left"' in text(page, ".headline"))
    check("the failure shows its line", lambda: 'to_be("0 left")' in text(page, ".failure-card .line.failed"))
    check("the failed action is selected", lambda: "✕" in text(page, ".item.is-selected .mark"))
    check("the element is outlined", lambda: text(page, ".is-before .row.is-target").startswith("Lamp"))
    check("the dialog is marked", lambda: "Sell the last one?" in text(page, ".is-after .dialog.is-added"))
    check("a name stays text", lambda: page.run("document.querySelectorAll('img, iframe').length") == 0
          and "<img src=x onerror=alert(1)>" in text(page, ".is-before .rows"))
    page.press("k")
    check("k selects the previous action", lambda: selected(page) == "3", lambda: selected(page))
    for change in ["/items/2/stock", "/sales/0"]:
        check(f"{change} is shown", lambda: change in text(page, ".details .scroll"))
    check("the change of the row is marked", lambda: "detail was 2 left" in text(page, ".is-after .row.is-changed"))
    page.press("k")
    check("another action has other changes", lambda: "/items/2/stock" not in text(page, ".details .scroll"))
    check("an action without changes says so", lambda: "No model has changed" in text(page, ".details .scroll"))
    page.press("j")
    page.press("n")
    check("n selects the failure", lambda: selected(page) == "4", lambda: selected(page))
    page.press("p")
    check("p stays at the first failure", lambda: selected(page) == "4", lambda: selected(page))
    for tab, expected in [("log", "sold Lamp"), ("why", "subTitlePath"), ("source", "self.stock = self.stock - 1")]:
        page.open(path, f"#action=3&tab={tab}")
        if tab == "source":
            page.run("document.querySelector('.source-bar select').selectedIndex = 1;"
                     "document.querySelector('.source-bar select').dispatchEvent(new Event('change'))")
        check(f"the tab {tab}", lambda: expected in text(page, ".details .scroll"), lambda: text(page, ".details .scroll")[:200])
    page.open(path, "#action=3&tab=source")
    check("the line of the action is marked", lambda: 'app:row("Lamp"):quick()' in text(page, ".source .line.current"))
    page.press("Escape")
    check("Escape selects nothing", lambda: selected(page) is None and "All actions" in text(page, ".details-head"))
    page.press("?")
    check("? shows the keys", lambda: "The next failure" in text(page, "dialog[open]"))
    page.press("Escape")
    page.run("document.querySelector('dialog') && document.querySelector('dialog').close()")
    page.press("/")
    page.type("back")
    check("/ searches", lambda: page.run("document.querySelectorAll('.item').length") == 1)
    page.press("Enter")
    check("Enter selects what was found", lambda: selected(page) == "2")
    page.run("document.querySelector('.actions input').value = '';"
             "document.querySelector('.actions input').dispatchEvent(new Event('input'))")
    page.run("document.querySelector('.step').click()")
    check("steps fold", lambda: page.run("document.querySelectorAll('.item').length") == 3, lambda: text(page, ".timeline"))
    page.run("location.hash = '#action=1'")
    check("a selected action unfolds its step", lambda: page.run("document.querySelectorAll('.item').length") == 5)
    page.open(path, "#action=1")
    page.press("l")
    page.type('row "lamp"')
    check("a locator marks its element", lambda: text(page, ".is-before .is-hit").startswith("Lamp"))
    page.run("document.querySelector('.is-before [data-id=\"right:add\"]').click()")
    check("a click gives a locator", lambda: page.run("document.querySelector('.locator input').value")
          == "role=button label=Add", lambda: page.run("document.querySelector('.locator input').value"))
    printed = okit("trace", trace, "--view", "changes").stdout
    check("the command prints the same changes", "/items/2/stock" in printed and "/sales/0" in printed)


def check_access(page, path):
    """Names and roles for screen readers, and widths without a horizontal scroll bar."""
    page.open(path)
    unnamed = page.run("""[...document.querySelectorAll("button, input, select, [role=tabpanel], nav, section")].filter((e) =>
      !(e.innerText || e.ariaLabel || e.getAttribute("aria-labelledby"))).map((e) => e.outerHTML.slice(0, 80))""")
    check("each control has a name", not unnamed, unnamed)
    for width in [1280, 768, 320]:
        for dark in [False, True]:
            page.size(width, 800, dark)
            over = "document.documentElement.scrollWidth - innerWidth"
            check(f"fits into {width} points", lambda: page.run(over) <= 0, lambda: page.run(over))
            check(f"contrast at {width} points, dark: {dark}", lambda: not page.run(CONTRAST), lambda: page.run(CONTRAST))
    page.size(1280, 800)


# Texts of the page, not those of drawn screens below a dialog, whose contrast to their ground is less than 4.5.
CONTRAST = """(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((part, index) => index === 3 ? part / 255 : part); };
  const over = (top, ground) => top.slice(0, 3).map((part, index) => part * top[3] + ground[index] * (1 - top[3]));
  const light = (color) => color.map((part) => { part /= 255; return part <= .03928 ? part / 12.92 : ((part + .055) / 1.055) ** 2.4; })
    .reduce((sum, part, index) => sum + part * [.2126, .7152, .0722][index], 0);
  const ground = (element) => element ? over(rgba(getComputedStyle(element).backgroundColor), ground(element.parentElement)) : [255, 255, 255];
  const poor = new Set();
  for (const element of document.body.querySelectorAll("*")) {
    if (![...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) continue;
    if (element.closest(".is-covered, .dialog, .is-off, .is-disabled, .spoken, script, noscript") || !element.getClientRects().length) continue;
    const back = ground(element);
    const [a, b] = [light(over(rgba(getComputedStyle(element).color), back)), light(back)].sort((a, b) => b - a);
    if ((a + .05) / (b + .05) < 4.5) poor.add(`${element.className}: ${element.innerText.slice(0, 20)} ${((a + .05) / (b + .05)).toFixed(2)}`);
  }
  return [...poor];
})()"""


def check_many(page, path):
    """5,000 actions: the number of elements, scroll positions. The time is only printed: machines differ."""
    page.size(1280, 800)
    print(f"pages: 5,000 actions open in {min(page.open(path) for _ in range(3)):.1f} s")
    count = "document.querySelectorAll('.item').length"
    check("only visible actions have elements", lambda: 10 < page.run(count) < 60, lambda: page.run(count))
    page.open(path, "#action=4321&tab=log")
    check("the fragment selects", lambda: "action 4321" in text(page, ".details .scroll"))
    check("the selected action is visible", lambda: page.run(
        "(() => { const r = document.querySelector('.item.is-selected').getBoundingClientRect(); return r.top > 0 && r.bottom < innerHeight })()"))
    page.run("document.querySelector('.is-after .app-body').scrollTop = 0")
    top = page.run("document.querySelector('.timeline').scrollTop")
    page.press("j")
    check("the list keeps its position", lambda: abs(page.run("document.querySelector('.timeline').scrollTop") - top) < 60)
    page.press("p")
    check("p selects the previous failure", lambda: selected(page) == "4000", lambda: selected(page))
    page.press("Escape")
    page.run("document.querySelector('.details .scroll').scrollTop = 777")
    page.run("document.querySelector('#details-changes').click()")
    page.run("document.querySelector('#details-log').click()")
    check("a tab keeps its position", lambda: page.run("document.querySelector('.details .scroll').scrollTop") == 777)
    page.run("location.hash = '#action=7'")
    check("a changed fragment selects", lambda: "Item 6" in text(page, ".details-head h2"), lambda: text(page, ".details-head h2"))


def check_events(path):
    """Events of one thread are in each other, or apart."""
    with open(path) as file:
        events = json.load(file)["traceEvents"]
    threads = {}
    for event in events:
        if event["ph"] == "X":
            threads.setdefault((event["pid"], event["tid"]), []).append((event["ts"], -event["dur"], event["name"]))
    for thread in threads.values():
        ends = []
        for start, dur, name in sorted(thread):
            while ends and ends[-1] <= start:
                ends.pop()
            check(f"the event {name} is nested", not ends or start - dur <= ends[-1])
            ends.append(start - dur)
    begun = [event["id"] for event in events if event["ph"] == "b"]
    check("each request ends", sorted(begun) == sorted(event["id"] for event in events if event["ph"] == "e"))
    return [event["cat"] for event in events if "cat" in event]


def check_index(page, folder):
    page.open(f"{folder}/index.html")
    page.press("n")
    check("the list shows the failure", lambda: 'got "1 left"' in text(page, ".test.is-selected"))
    href = page.run("document.querySelector('.test.is-selected a.name').getAttribute('href')")
    check("the list links to the page", os.path.exists(f"{folder}/{href}"), href)


def check_map(page, path):
    """The page of a flow map, compared with its JSON."""
    with open(path.replace(".html", ".json")) as file:
        screens = json.load(file)["screens"]
    missing = [screen["id"] for screen in screens if not screen["visits"]]
    page.open(path)
    shown = "document.querySelectorAll('.test').length"
    check("all screens are listed", lambda: page.run(shown) == len(screens), lambda: page.run(shown))
    page.press("n")
    check("n selects what was never reached", lambda: missing and missing[0] in text(page, ".test.is-selected"), missing)
    check("the fragment has the screen", lambda: f"screen={missing[0]}" in page.run("location.hash"), lambda: page.run("location.hash"))
    page.press("/")
    page.type("no such screen")
    check("/ searches", lambda: page.run(shown) == 0 and "No screen matches" in text(page, ".tests"))
    page.press("Escape")
    check("Escape lists all", lambda: page.run(shown) == len(screens), lambda: page.run(shown))
    check_access(page, path)


def check_mutants(page, path, report):
    """The page of a run of mutants, compared with its JSON."""
    with open(report) as file:
        files = json.load(file)["files"]
    mutants = [mutant for file in files.values() for mutant in file["mutants"]]
    missed = [mutant for mutant in mutants if mutant["status"] in ("Survived", "NoCoverage")]
    shown = "document.querySelectorAll('.mutant').length"
    page.open(path)
    check("what no test notices is listed", lambda: page.run(shown) == len(missed), lambda: (page.run(shown), len(missed)))
    page.run("document.querySelector('.mutants select').value = '';"
             "document.querySelector('.mutants select').dispatchEvent(new Event('change'))")
    check("all mutants are listed", lambda: page.run(shown) == len(mutants), lambda: (page.run(shown), len(mutants)))
    page.press("k")
    page.press("n")
    check("n selects what no test notices", lambda: text(page, ".mutant[aria-current]")[:1] in ["✕", "○"])
    place = text(page, ".mutant[aria-current] .place")
    check("the fragment has the mutant", lambda: place.replace(":", "%3A") in page.run("location.hash"), place)
    check("the line is marked", lambda: page.run("document.querySelector('.source .line.current')?.dataset.line")
          == place.split(":")[0])
    check("the change is shown", lambda: text(page, ".detail h2") == text(page, ".mutant[aria-current] .change"))
    page.press("/")
    page.type("no such mutant")
    check("/ searches", lambda: page.run(shown) == 0 and "No mutant matches" in text(page, ".mutants"))
    page.press("Escape")
    check_access(page, path)


def check_coverage(page, path, report):
    """The page of coverage, compared with its JSON."""
    with open(report) as file:
        report = json.load(file)
    missed = [item for item in report["items"] if 0 in item["outcomes"].values()]
    page.open(path)
    for kind, total in report["totals"].items():
        check(f"the total of {kind} is shown", lambda: f"{total['covered']}/{total['of']}" in text(page, ".totals"))
    page.press("n")
    item = missed[0]
    check("n selects what was missed", lambda: item["text"] in text(page, ".item.is-selected"), item)
    place = f"{item['place']['file']}:{item['place']['line']}:{item['column']}"
    check("the place is shown", lambda: place in text(page, ".details"), place)
    check("the line is marked", lambda: page.run("document.querySelector('.source .line.current')?.dataset.line")
          == str(item["place"]["line"]))
    fragment = page.run("location.hash")
    page.press("j")
    check("j selects the next item", lambda: page.run("location.hash") != fragment)
    page.press("k")
    check("k returns", lambda: page.run("location.hash") == fragment)
    page.run("document.querySelector('.coverage input[type=checkbox]').click()")
    covered = next(item for item in report["items"] if item["tests"] and 0 not in item["outcomes"].values())
    page.open(path, f"#item={covered['id']}")
    name = report["tests"][covered["tests"][0]]["name"]
    check("the tests of an item are shown", lambda: name in text(page, ".details"), name)
    page.press("/")
    page.type("no such item")
    check("/ searches", lambda: "No item matches" in text(page, ".coverage .list"))
    page.press("Escape")
    check_access(page, path)


def check_files(folder, trace):
    page = f"{folder}/again.html"
    okit("trace", trace, "--to", "html", "--output", page)
    okit("trace", trace, "--to", "html", "--output", page)
    check("the mode of a page", os.stat(page).st_mode & 0o777 == 0o600)
    own = f"{folder}/own.html"
    with open(own, "w") as file:
        file.write("<!doctype html>\nmine")
    for form in ["html", "chrome"]:
        run = okit("trace", trace, "--to", form, "--output", own, status=1)
        check(f"another file is not replaced by {form}", "okit has not written it" in run.stderr, run.stderr)
    check("it stays", open(own).read() == "<!doctype html>\nmine")
    html = okit("trace", trace, "--to", "html").stdout
    check("the printed page is the written one", html == open(page).read())
    check("no text of a model ends the data", "<img" not in html.split('id="data">')[1].split("</script>")[0])
    check("no link leads out", not re.search(r"(src|href)=", html.split("<script")[0]))


def pictures(page, folder, shop, bookshop, coverage, mutants):
    for name, path, width, height, dark, fragment in [
            ("coverage-page", coverage, 1280, 720, False, "#item=branch:Tests/Pages/shop.lua:Item.sell:1"),
            ("mutation-page", mutants, 1280, 720, False, "#mutant=scripts/examples/todo.lua:50:58 Condition 1"),
            ("trace-page", shop, 1280, 720, False, ""), ("trace-page-dark", bookshop, 1280, 720, True, "#action=6"),
            ("trace-page-narrow", shop, 400, 900, False, "")]:
        page.size(width, height, dark)
        page.open(path, fragment)
        page.picture(f"{folder}/{name}.png")


def draw_map(folder):
    """The flow map of the gallery: what the tests of the bookshop's screens reach."""
    if not shutil.which("dot"):
        return print("pages: no flow map: Graphviz is not installed (Debian: apt-get install graphviz)")
    tests = [f"scripts/bookshop/{name}_test.lua" for name in ["authors", "book", "groups"]]
    with tempfile.TemporaryDirectory() as traces:
        okit("test", *tests, "--trace", traces, "--trace-when", "always")
        files = sorted(glob.glob(f"{traces}/**/*.okittrace", recursive=True))
        okit("trace", *files, "--map", f"{folder}/flow-map.svg")


def main():
    if not browser.program():
        print("pages: skipped: Chromium is not installed (Debian: apt-get install chromium)")
        return
    with tempfile.TemporaryDirectory() as folder:
        coverage = f"{folder}/coverage"
        okit("test", "Tests/Pages", "--trace", folder, "--trace-when", "always", "--coverage", coverage, status=1)
        shop = f"{folder}/Tests/Pages/shop_test-4"
        bookshop = f"{folder}/Tests/Pages/bookshop_test-4"
        okit("trace", f"{bookshop}.okittrace", "--to", "html", "--output", f"{bookshop}.html")
        mutants = f"{folder}/mutants"
        okit("test", "scripts/examples/todo_test.lua", "--mutate", "--no-cache", "--output", mutants)
        for form in ["html", "json"]:
            okit("trace", f"{bookshop}.okittrace", "--map", f"{folder}/map.{form}")
        many(f"{folder}/many.okittrace", 5000)
        okit("trace", f"{folder}/many.okittrace", "--to", "html", "--output", f"{folder}/many.html")
        check("200 actions take less than 1 MB", os.path.getsize(f"{bookshop}.html") < 1 << 20)
        check_files(folder, f"{shop}.okittrace")
        for trace in [shop, bookshop, f"{folder}/many"]:
            okit("trace", f"{trace}.okittrace", "--to", "chrome", "--output", f"{trace}.json")
            kinds = check_events(f"{trace}.json")
        kinds = check_events(f"{shop}.json")
        check("the events have all kinds", {"action", "turn", "binding"} <= set(kinds), kinds)
        try:
            page = browser.Browser()
        except SystemExit:
            print("pages: skipped: Chromium does not start on this machine")
            return
        try:
            pictures_folder = option("--pictures")
            if pictures_folder:
                draw_map(pictures_folder)
                return pictures(page, pictures_folder, f"{shop}.html", f"{bookshop}.html", f"{coverage}/index.html",
                                f"{mutants}/index.html")
            check_shop(page, f"{shop}.html", f"{shop}.okittrace")
            check_access(page, f"{shop}.html")
            check_many(page, f"{folder}/many.html")
            check_index(page, folder)
            check_coverage(page, f"{coverage}/index.html", f"{coverage}/coverage.json")
            check_mutants(page, f"{mutants}/index.html", f"{mutants}/mutation.json")
            check_map(page, f"{folder}/map.html")
            page.open(f"{bookshop}.html")
            for _ in range(60):
                page.press("j")
            check("j goes through the bookshop", lambda: selected(page) == "60", lambda: selected(page))
            check("no request, no violation, no error", not page.problems, page.problems[:5])
            # What the checks would miss otherwise: the browser reports what a page must not do.
            page.run("new Image().src = 'https://example.org/x.png'; setTimeout(() => missing(), 0)")
            check("problems are noticed", lambda: page.run("true") and len(page.problems) >= 2, lambda: page.problems)
        finally:
            page.close()
    finish("pages")


main()
