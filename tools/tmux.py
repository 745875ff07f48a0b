"""Drives a terminal of tmux, with a server and a socket of its own."""

import os
import re
import shutil
import subprocess
import time
import uuid

from checks import PATIENCE


def program():
    """The path of tmux; None if it is not installed."""
    return shutil.which("tmux")


class Terminal:
    """A terminal with one command."""

    def __init__(self, command, folder, columns=80, rows=24, environment=()):
        self.folder = folder
        self.socket = f"okit-{uuid.uuid4().hex[:12]}"
        variables = {"HOME": folder, "PATH": os.environ["PATH"], "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
                     "SHELL": "/bin/sh", "PS1": "$ ",
                     # A report of a crash would wait for a key.
                     "SWIFT_BACKTRACE": "enable=no"}
        if "TMPDIR" in os.environ:
            variables["TMPDIR"] = os.environ["TMPDIR"]
        self.environment = {**variables, **dict(environment)}
        options = ["set -g default-terminal tmux-256color", "set -g escape-time 0", "set -g status off",
                   "set -g remain-on-exit on", "set -g set-clipboard on"]
        configuration = os.path.join(folder, "tmux.conf")
        with open(configuration, "w") as file:
            file.write("\n".join(options) + "\n")
        subprocess.run(["tmux", "-L", self.socket, "-f", configuration, "-u", "new-session", "-d", "-x", str(columns),
                        "-y", str(rows), "-c", folder, command], check=True, env=self.environment)

    def run(self, *arguments):
        return subprocess.run(["tmux", "-L", self.socket, *arguments], capture_output=True, text=True, check=True,
                              env=self.environment).stdout

    def close(self):
        subprocess.run(["tmux", "-L", self.socket, "kill-server"], capture_output=True, env=self.environment)

    def keys(self, *keys):
        """Presses keys by their names in tmux."""
        self.run("send-keys", *keys)

    def type(self, text):
        self.run("send-keys", "-l", text)

    def send(self, data):
        """Sends bytes at once, as one read."""
        self.run("send-keys", "-H", *[f"{byte:02x}" for byte in data])

    def click(self, text, button=0):
        """Clicks the first place that shows a text, as soon as there is one."""
        def place():
            return next(((line.index(text) + 1, row) for row, line in enumerate(self.lines(), 1) if text in line), None)

        self.until(place, f"{text!r}, to click it")
        column, row = place()
        self.send(f"\x1b[<{button};{column};{row}M\x1b[<{button};{column};{row}m".encode())

    def lines(self, *options):
        return self.run("capture-pane", "-p", *options).rstrip("\n").split("\n")

    def text(self):
        return "\n".join(self.lines())

    def flag(self, name):
        return self.run("display-message", "-p", f"#{{{name}}}").strip()

    def clipboard(self):
        """What the application has put on the clipboard (OSC 52)."""
        shown = subprocess.run(["tmux", "-L", self.socket, "show-buffer"], capture_output=True, text=True,
                               env=self.environment)
        return shown.stdout

    def cursor(self):
        return tuple(map(int, self.run("display-message", "-p", "#{cursor_x} #{cursor_y}").split()))

    def at_cursor(self, start=None):
        """The text of the cursor's line, from the cursor on if no other column is given."""
        x, y = self.cursor()
        return "".join(self.lines()[y:y + 1])[x if start is None else start:]

    def at_rest(self):
        """Waits until a picture is complete. Returns its text and the place of the cursor."""
        before = None
        while (now := (self.text(), self.cursor())) != before:
            before = now
            time.sleep(0.1)
        return now

    def press_until(self, key, condition, what):
        """Presses a key until a function returns true, each time after the cursor has moved."""
        for _ in range(20):
            _, place = self.at_rest()
            if condition():
                return
            self.keys(key)
            self.until(lambda: self.cursor() != place, f"a move of the cursor, for {what}")
        raise AssertionError(f"{what}: not with 20 keys:\n{self.text()}")

    def resize(self, columns, rows):
        self.run("resize-window", "-x", str(columns), "-y", str(rows))

    def until(self, condition, what):
        """Waits until a text is shown, or a function returns true."""
        holds = condition if callable(condition) else lambda: condition in self.text()
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if holds():
                return
            time.sleep(0.02)
        raise AssertionError(f"{what}: not within {PATIENCE} s:\n{self.text()}")

    def found(self, pattern, what):
        """Waits until a line matches a pattern, whose first group is returned. The line of a command does not match what
        the command prints."""
        search = re.compile(pattern, re.MULTILINE).search
        self.until(lambda: search(self.text()), what)
        return search(self.text()).group(1)

    def html(self, title):
        """The terminal as a page."""
        return PAGE.replace("TITLE", title).replace("ROWS", to_html("\n".join(self.lines("-e"))))


PAGE = """<!doctype html><meta charset="utf-8"><title>TITLE</title>
<style>body { margin: 0; background: #fff } pre { margin: 0; padding: 12px; display: inline-block; line-height: 20px;
font: 16px/20px "DejaVu Sans Mono", "Noto Sans Mono", monospace } span { display: inline-block; height: 20px }</style>
<pre id="terminal">ROWS</pre>"""


def to_html(text):
    """A text with escape sequences (SGR), whose styles go on after a line break, as HTML."""
    output, style = [], {}
    for sequence, part in re.findall(r"(?:\x1b\[([0-9;]*)m)?([^\x1b]*)", text):
        values = [int(value or 0) for value in sequence.split(";")] if sequence != "" else []
        while values:
            value = values.pop(0)
            if value == 0:
                style = {}
            elif value == 1:
                style["font-weight"] = "bold"
            elif value in (38, 48) and values[:1] == [2]:
                style["color" if value == 38 else "background"] = f"rgb({values[1]},{values[2]},{values[3]})"
                values = values[4:]
            elif value == 39:
                style.pop("color", None)
            elif value == 49:
                style.pop("background", None)
        looks = ";".join(f"{name}:{value}" for name, value in style.items())
        escaped = part.replace("&", "&amp;").replace("<", "&lt;")
        output.append("\n".join(f'<span style="{looks}">{line}</span>' if line else "" for line in escaped.split("\n")))
    return "".join(output)
