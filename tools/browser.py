"""Drives headless Chromium over the DevTools protocol, through a pipe."""

import base64
import json
import os
import shutil
import subprocess
import tempfile
import time

from checks import PATIENCE

NAMES = ["chromium", "chromium-browser", "google-chrome"]


def program():
    """The path of Chromium; None if it is not installed."""
    return next(filter(None, map(shutil.which, filter(None, [os.environ.get("CHROMIUM"), *NAMES]))), None)


class Browser:
    """A browser with one page. `problems` has what no page may cause: requests, violations of its policy, errors."""

    def __init__(self):
        self.profile = tempfile.mkdtemp(prefix="okit-pages-")
        commands, self.answers = os.pipe(), os.pipe()
        self.commands = commands[1]

        def connect():
            # The descriptors 3 and 4 may be among those of the pipes.
            read, write = os.dup(commands[0]), os.dup(self.answers[1])
            read, write = os.dup2(read, 30), os.dup2(write, 31)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [program(), "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--no-first-run",
             "--remote-debugging-pipe", f"--user-data-dir={self.profile}", "about:blank"],
            preexec_fn=connect, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(commands[0])
        os.close(self.answers[1])
        self.buffer, self.count, self.session, self.address, self.problems = b"", 0, None, "about:blank", []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network", "Audits"]:
            self.call(f"{domain}.enable")

    def close(self):
        self.process.terminate()
        self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def message(self):
        while b"\0" not in self.buffer:
            part = os.read(self.answers[0], 1 << 20)
            if not part:
                raise SystemExit("pages: the browser has ended")
            self.buffer += part
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **arguments):
        self.count += 1
        message = {"id": self.count, "method": method, "params": arguments}
        if self.session:
            message["sessionId"] = self.session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.commands, data):]
        while True:
            answer = self.message()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise SystemExit(f"pages: {method}: {answer['error']}")
                return answer["result"]
            self.note(answer)

    def note(self, event):
        method, values = event.get("method"), event.get("params", {})
        if method == "Network.requestWillBeSent":
            if values["request"]["url"].split("#")[0] not in [self.address, "about:blank"]:
                self.problems.append(f"request: {values['request']['url'][:200]}")
        elif method == "Runtime.exceptionThrown":
            details = values["exceptionDetails"]
            self.problems.append(f"error: {details.get('exception', {}).get('description', details['text'])}")
        elif method == "Runtime.consoleAPICalled":
            self.problems.append(f"console: {[a.get('value') for a in values['args']]}")
        elif method == "Log.entryAdded":
            self.problems.append(f"log: {values['entry']['text']}")
        elif method == "Audits.issueAdded" and values["issue"]["code"] == "ContentSecurityPolicyIssue":
            self.problems.append(f"policy: {values['issue']['details']}")

    def open(self, path, fragment=""):
        """Opens a file; returns the seconds until it is loaded and drawn."""
        self.go("about:blank")
        self.address = "file://" + os.path.abspath(path)
        start = time.monotonic()
        self.go(self.address + fragment)
        self.draw()
        return time.monotonic() - start

    def go(self, url):
        address = url.split("#")[0]
        self.call("Page.navigate", url=url)
        self.wait("[location.href.split('#')[0], document.readyState]", [address, "complete"])

    def run(self, script):
        """The value of a script."""
        result = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise SystemExit(f"pages: {script}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def press(self, key):
        text = key if len(key) == 1 else ""
        codes = {"Enter": 13, "Escape": 27, "Tab": 9}
        self.call("Input.dispatchKeyEvent", type="keyDown" if text or key == "Enter" else "rawKeyDown", key=key,
                  text="\r" if key == "Enter" else text, windowsVirtualKeyCode=codes.get(key, 0))
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=codes.get(key, 0))

    def type(self, text):
        self.call("Input.insertText", text=text)

    def size(self, width, height, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.wait("[innerWidth, innerHeight, matchMedia('(prefers-color-scheme: dark)').matches]", [width, height, dark])
        self.draw()

    def wait(self, script, value):
        """Waits until a script has a value."""
        end = time.monotonic() + PATIENCE
        while (found := self.run(script)) != value:
            if time.monotonic() > end:
                raise SystemExit(f"pages: {script} is {found}, not {value}")
            time.sleep(0.002)

    def draw(self):
        """Waits until what has changed is drawn."""
        self.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def picture(self, path, whole=False):
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
