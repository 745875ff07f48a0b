"""A served application and Chromium for the checks of the live page, both started and ended by their process id."""

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import venv

import browser
from checks import PATIENCE, check

PACKAGES = ["playwright==1.65.2", "axe-playwright-python==0.1.8"]
FOLDER = ".build/live-browser"


def ready(install):
    """Makes Playwright and axe importable. Returns why that is not possible; None if it is."""
    if not browser.program():
        return "Chromium is not installed (Debian: apt-get install chromium)"
    try:
        import axe_playwright_python  # noqa: F401
        import playwright  # noqa: F401
        return None
    except ImportError:
        pass
    python = os.path.join(FOLDER, "bin", "python3")
    if not os.path.exists(os.path.join(FOLDER, "installed")):
        if not install:
            return "Playwright and axe are not installed; --install installs them from PyPI into " + FOLDER
        print(f"live: installing {' and '.join(PACKAGES)} from PyPI into {FOLDER}", flush=True)
        try:
            venv.create(FOLDER, with_pip=True)
        except subprocess.CalledProcessError:
            return "Python cannot make environments (Debian: apt-get install python3-venv)"
        run = subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES], capture_output=True, text=True)
        if run.returncode != 0:
            return f"PyPI does not answer: {run.stderr.strip().splitlines()[-1:]}"
        open(os.path.join(FOLDER, "installed"), "w").close()
    # The rest runs in the environment that has them.
    os.execv(python, [python, *sys.argv])


def axe_script():
    import axe_playwright_python
    with open(os.path.join(os.path.dirname(axe_playwright_python.__file__), "axe.min.js")) as file:
        return file.read()


def launch(driver):
    return driver.chromium.launch(executable_path=browser.program(), args=["--no-sandbox"], timeout=1000 * PATIENCE)


def new_context(chromium, **options):
    """A browser of its own, which waits as long as conditions do."""
    context = chromium.new_context(**options)
    context.set_default_timeout(1000 * PATIENCE)
    return context


class Application:
    """`okit-run serve` with an application, in a folder of its own."""

    def __init__(self, okit_run, script, *arguments, options=(), documents=None, port=None, environment=None):
        self.folder = tempfile.TemporaryDirectory(prefix="okit-live-")
        documents = documents or os.path.join(self.folder.name, "documents")
        # A turn may take longer than the default on a slow machine.
        limits = [] if "--limit-time" in options else ["--limit-time", "300s"]
        self.command = [okit_run, "serve", script, "--format", "json", "--documents", documents, *limits, *options,
                        *(["--port", str(port)] if port else []), *(["--", *arguments] if arguments else [])]
        everything = {**os.environ, "XDG_STATE_HOME": os.path.join(self.folder.name, "state"), **(environment or {})}
        self.environment = {name: value for name, value in everything.items() if value is not None}
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.command, env=self.environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"live: okit-run serve has ended: {self.process.stderr.read()[-2000:]}")
        self.url = json.loads(line)["url"]
        # The log of scripts must not fill the pipe.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def kill(self):
        self.process.kill()
        self.process.wait()

    def close(self):
        self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.kill()
        self.folder.cleanup()


class Tab:
    """A page in a browser. `problems` has what it must not cause: errors, violations of its policy, other requests."""

    def __init__(self, chromium, url, width=1280, height=800, **options):
        self.context = new_context(chromium, viewport={"width": width, "height": height}, **options)
        self.page = self.context.new_page()
        self.problems = []
        self.patience = PATIENCE
        self.page.on("console", lambda message: self.note(message))
        self.page.on("pageerror", lambda error: self.problems.append(f"error: {error}"))
        self.page.on("request", lambda request: self.noted_request(request, url))
        self.page.goto(url)
        self.page.wait_for_selector(".screen, .cover")

    def note(self, message):
        # A lost connection is reported by the browser itself.
        is_connection = "ERR_CONNECTION" in message.text or "WebSocket" in message.text
        if message.type in ("error", "warning") and not is_connection:
            self.problems.append(f"console: {message.text}")

    def noted_request(self, request, url):
        if not request.url.startswith((url.split("#")[0].split("?")[0], "blob:")):
            self.problems.append(f"request: {request.url}")

    def close(self):
        self.context.close()

    # What a person does and sees

    def run(self, script, *arguments):
        return self.page.evaluate(script, *arguments)

    def locate(self, selector):
        return self.page.locator(selector)

    def part(self, name):
        return self.page.locator(f'.screen [data-focus="{name}"]')

    def button(self, name):
        return self.page.get_by_role("button", name=name, exact=True)

    def row(self, text):
        return self.page.locator(f'.screen [data-row]:has(.text:text-is("{text}"))').first

    def settled(self):
        """Waits until the motion has ended, apart from that of progress."""
        self.wait("""!document.getAnimations().some((one) => one.playState === "running"
          && one.transitionProperty !== "width" && one.effect.getComputedTiming().iterations !== Infinity)""")

    def box(self, part):
        """Where a part is after the motion has ended."""
        self.settled()
        return part.bounding_box()

    def wait(self, condition, argument=None):
        """Waits until an expression or a function of the page is true. Playwright's own way would evaluate it in the
        page, which the policy forbids."""
        end = time.monotonic() + self.patience
        while not self.run(condition, argument):
            if time.monotonic() > end:
                shown = " | ".join(self.locate("#page").inner_text().split("\n"))
                raise SystemExit(f"live: {shown[:800]}\nlive: never true: {' '.join(condition.split())[:800]}")
            self.page.wait_for_timeout(15)

    def check(self, name, read, expected=True, detail=None):
        """Checks that a value is as expected in time: `read` is an expression of the page, or a function, and `detail`
        what tells more than the value."""
        def current(source):
            return source() if callable(source) else self.run(source)

        end = time.monotonic() + self.patience
        while (value := current(read)) != expected and time.monotonic() < end:
            self.page.wait_for_timeout(15)
        check(name, value == expected, value if value == expected or detail is None else current(detail))

    def check_focus(self, name, text):
        """Checks that the focus is on an element with a text, in time."""
        self.check(name, lambda: text in (self.run("document.activeElement?.textContent") or ""), detail=self.focused)

    def check_width(self, name):
        """Checks that nothing is wider than the page."""
        self.check(name, "Math.max(0, document.documentElement.scrollWidth - innerWidth)", 0)

    def open(self, text):
        """Opens the screen of a row, and waits for it."""
        view = self.title
        row = self.row(text)
        (row.locator(".row-tap") if row.locator(".row-tap").count() else row).click()
        self.wait("(old) => document.querySelector('.app .title')?.textContent !== old", view)
        self.settled()

    def back(self):
        view = self.title
        close = self.locate('.app [data-focus="left:close"]')
        (close if close.count() else self.locate('.app [data-focus="back"]')).first.click()
        self.wait("(old) => document.querySelector('.app .title')?.textContent !== old", view)
        self.settled()

    @property
    def title(self):
        return self.locate(".app .title").inner_text()

    def focused(self):
        return self.run("document.activeElement?.dataset.focus || document.activeElement?.id || ''")


def axe_options(kind, values):
    # No rule of these needs the style sheets once more.
    return json.dumps({"resultTypes": ["violations"], "preload": False, "runOnly": {"type": kind, "values": values}})


ALL_RULES = axe_options("tag", ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
COLOR_RULES = axe_options("rule", ["color-contrast", "link-in-text-block"])


def violations(tab, rules=ALL_RULES):
    """What axe finds, also after a while. It is evaluated by the debugger, which the policy of the page does not
    bind."""
    for attempt in range(3):
        tab.settled()
        if not tab.run("Boolean(window.axe)"):
            tab.context.new_cdp_session(tab.page).send("Runtime.evaluate", {"expression": axe_script()})
        result = tab.run(f"axe.run(document, {rules})")
        found = [f"{violation['id']}: {node['html'][:140]}" for violation in result["violations"]
                 for node in violation["nodes"]]
        if not found:
            break
        tab.page.wait_for_timeout(500)
    return found
