#!/usr/bin/env python3
"""Uses `okit-run tui` in tmux: keys, mouse, sizes, texts of any width, and the terminal after each kind of end.

Usage: tools/check-tui.py PATH-OF-OKIT-RUN [--pictures DIR] [--only NAME,…]

Skips visibly without tmux. With --pictures, makes the picture of the documentation, which needs Chromium.
"""

import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import fcntl

import browser
import stamps
import tmux
from checks import PATIENCE, check, finish, option

OKIT_RUN = os.path.abspath(sys.argv[1])
os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
ROOT = os.getcwd()
def readme_script():
    with open("README.md") as file:
        return re.search(r"```lua\n-- file: app.lua\n(.*?)```", file.read(), re.S).group(1)


WIDE = """
local okit = require "okit"
local Film = okit.ModelEntity:extend("Film", { name = "", note = "" })
local Films = okit.Model:extend("Films", { films = okit.types.list(Film), text = "" })
okit.Model.register(Films).films = {
  { name = "日本語" }, { name = "family 👩‍👩‍👧 end" }, { name = "\\27[31mred" }, { name = "plain" },
}
function Films:crash() error("on purpose") end
function Films:leave() okit.exit(7) end
function Films:spin() while true do end end
function Films:log() okit.log.warn "careful" end
okit.ModelListTableController:extend("home", {
  type = "Film", dataPath = "films", titlePath = "#Films",
  right = {
    okit.ModelBarButtonItem { title = "#Crash", tap = "/crash()" },
    okit.ModelBarButtonItem { title = "#Leave", tap = "/leave()" },
    okit.ModelBarButtonItem { title = "#Spin", tap = "/spin()" },
    okit.ModelBarButtonItem { title = "#Log", tap = "/log()" },
  },
  cell = okit.ModelTableCell { path = "name", segue = "film" },
})
okit.ModelDetailTableController:extend("film", {
  titlePath = "name", editAlways = "#true",
  sections = { { cells = {
    okit.ModelTextCell { path = "#Name", textPath = "name" },
    okit.ModelMultilineCell { path = "#Note", textPath = "note" },
  } } },
})
"""

LONG = """
local okit = require "okit"
local Item = okit.ModelEntity:extend("Item", { n = 0 })
local Items = okit.Model:extend("Items", { items = okit.types.list(Item) })
local list = {}
for n = 1, COUNT do list[n] = { n = n } end
okit.Model.register(Items).items = list
okit.ModelListTableController:extend("home", {
  type = "Item", dataPath = "items", titlePath = "#Items", cell = okit.ModelTableCell { path = "#Item ,n" },
})
"""


class Session:
    """`okit-run tui` in a terminal of its own."""

    def __init__(self, script, *options, columns=80, rows=24, shell=None, environment=(), files=()):
        self.holder = tempfile.TemporaryDirectory(prefix="okit-tui-", ignore_cleanup_errors=True)
        self.folder = self.holder.name
        if script is not None:
            with open(f"{self.folder}/app.lua", "w") as file:
                file.write(script)
            path = "app.lua"
        else:
            path = f"{ROOT}/scripts/bookshop/app.lua"
        # A turn may take longer than the default on a slow machine.
        self.command = f"{OKIT_RUN} tui {path} --documents {self.folder}/d --limit-time 600s {' '.join(options)}"
        command = shell if shell else f"trap : INT; {self.command}; echo \"status $?\"; exec cat"
        self.terminal = tmux.Terminal(command, self.folder, columns, rows, environment)

    def __enter__(self):
        return self.terminal

    def __exit__(self, *_):
        self.terminal.close()
        self.holder.cleanup()


# MARK: The end


def modes(terminal):
    """The modes of the terminal."""
    return subprocess.run(["stty", "-a", "-F", terminal.flag("pane_tty")], capture_output=True, text=True,
                          check=True).stdout


FLAGS = ["alternate_on", "cursor_flag", "mouse_standard_flag", "mouse_sgr_flag", "wrap_flag"]


def restored(terminal, before):
    return [terminal.flag(name) for name in FLAGS] == before


def child(terminal):
    """The process of the session."""
    found = subprocess.run(["ps", "-eo", "pid=,args="], capture_output=True, text=True).stdout
    return next(int(line.split()[0]) for line in found.splitlines()
                if line.split()[1] == OKIT_RUN and f"{terminal.folder}/d" in line)


def processor_time(process):
    """The seconds of processor time that a process has taken."""
    with open(f"/proc/{process}/stat") as file:
        values = file.read().rpartition(")")[2].split()
    return sum(map(int, values[11:13])) / os.sysconf("SC_CLK_TCK")


def check_ends():
    ends = {
        "q": lambda t: t.keys("q"), "Ctrl-C": lambda t: t.keys("C-c"), "Ctrl-\\": lambda t: t.keys("C-\\"),
        "exit of the script": lambda t: t.click("[Leave]"),
        **{f"SIG{number.name[3:]}": lambda t, number=number: os.kill(child(t), number)
           for number in [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGSEGV, signal.SIGKILL]},
    }
    statuses = {"q": 0, "Ctrl-C": 0, "Ctrl-\\": 131, "exit of the script": 7, "SIGTERM": 143, "SIGHUP": 129, "SIGKILL": 137}
    for name, end in ends.items():
        session = Session(WIDE, shell="sh -i")
        with session as terminal:
            terminal.until("$", "a prompt")
            flags = [terminal.flag(flag) for flag in FLAGS]
            before = modes(terminal)
            terminal.type(f"{session.command}; status=$?")
            terminal.keys("Enter")
            terminal.until("q quit", "the first screen")
            check(f"{name}: the whole screen is used", terminal.flag("alternate_on") == "1")
            terminal.until(lambda: terminal.flag("mouse_sgr_flag") == "1", f"the mouse, before {name}")
            end(terminal)
            # After a crash or SIGKILL, the shell can be faster than the process that restores the terminal: what it prints
            # before is on the screen that is left, and lost.
            terminal.until(lambda: restored(terminal, flags), f"flags after {name}")
            terminal.until(lambda: modes(terminal) == before, f"modes after {name}")
            terminal.type("echo status $status")
            terminal.keys("Enter")
            status = int(terminal.found(r"status (\d+)$", f"the end by {name}"))
            check(f"{name}: status", status == statuses.get(name, status), status)


def check_suspend():
    session = Session(WIDE, shell="bash --norc -i")
    with session as terminal:
        terminal.until("$", "a prompt")
        flags = [terminal.flag(flag) for flag in FLAGS]
        terminal.type(session.command)
        terminal.keys("Enter")
        terminal.until("q quit", "the first screen")
        terminal.keys("Down", "Down")
        terminal.until(lambda: "red" in terminal.at_cursor(0), "the third row")
        for number, key in enumerate(["C-z", "signal"], start=1):
            terminal.until("q quit", "the screen")
            shown, cursor = terminal.at_rest()
            if key == "signal":
                os.kill(child(terminal), signal.SIGTSTP)
            else:
                terminal.keys(key)
            # The shell has printed it, also for the time before.
            terminal.until(lambda number=number: terminal.text().count("Stopped") == number, f"suspended by {key}")
            check(f"{key}: flags", restored(terminal, flags))
            check(f"{key}: the state is stored", os.path.exists(f"{session.folder}/d/okit/data"))
            terminal.type("fg")
            terminal.keys("Enter")
            terminal.until(lambda: terminal.text() == shown, f"the same screen after {key}")
            terminal.until(lambda: terminal.cursor() == cursor, f"the cursor after {key}")
        # Another process may have changed everything while it was stopped by a signal that cannot be caught.
        process = child(terminal)
        shown, _ = terminal.at_rest()
        os.kill(process, signal.SIGSTOP)
        terminal.until("Stopped", "stopped")
        terminal.type("fg")
        terminal.keys("Enter")
        terminal.until(lambda: terminal.text() == shown, "the same screen after SIGSTOP")
        terminal.keys("q")
        terminal.until(lambda: restored(terminal, flags), "flags at the end")


# MARK: Screens


def check_sizes():
    with Session(WIDE) as terminal:
        terminal.until("q quit", "the first screen")
        terminal.keys("Down", "Down", "Down", "Enter")
        terminal.until("[plain]", "the fourth film")
        terminal.keys("Enter")
        terminal.until("Enter done", "the field")
        terminal.type(" text")
        for columns, rows in [(20, 6), (200, 50), (19, 6), (20, 5), (40, 12)]:
            terminal.resize(columns, rows)
            if columns < 20 or rows < 6:
                terminal.until("too small", "a note")
            else:
                terminal.until("ain text", f"the input at {columns} × {rows}")
                terminal.until(lambda: len(terminal.lines()) == rows and "Tab" in terminal.lines()[-1],
                               f"the keys at {columns} × {rows}")
        terminal.keys("Enter")
        terminal.until("Esc back", "the end of the input")
        terminal.keys("Escape")
        terminal.until(lambda: "plain text" in terminal.at_cursor(0), "the list, at the same row")


def check_widths():
    with Session(WIDE) as terminal:
        terminal.until("q quit", "the first screen")
        for keys in [["Down"], ["Down"], ["Down"], ["C-l"]]:
            _, place = terminal.at_rest()
            terminal.keys(*keys)
            if keys != ["C-l"]:
                terminal.until(lambda place=place: terminal.cursor() != place, f"a move by {keys}")

            def is_framed(line):
                return line != "" and line[0] in "│├╭╰" and line[-1] in "│┤╮╯"
            terminal.until(lambda: len(terminal.lines()) == 24 and all(map(is_framed, terminal.lines()[1:-2])),
                           f"borders after {keys}")
        terminal.until("\\u{1B}[31mred", "a text that cannot command the terminal")
        check("no color of the text", "\x1b[31m" not in "\n".join(terminal.lines("-e")))


def flow(terminal, add, choose_seen):
    """The flow of the README: adds two films, and marks one."""
    terminal.until("Films", "the first screen")
    for name in ["Metropolis", "Alien"]:
        add(name)
        terminal.until(lambda: f" {name} " in terminal.text() and "[Cancel]" not in terminal.text(), f"{name} was added")
    choose_seen()
    for name, value in [("Alien", "true"), ("Metropolis", "false")]:
        terminal.until(lambda name=name, value=value: any(name in line and value in line for line in terminal.lines()),
                       f"{name} is {value}")


def check_keys():
    for columns, rows in [(80, 24), (40, 12), (200, 50)]:
        with Session(readme_script(), columns=columns, rows=rows) as terminal:
            def add(name):
                # From the rows to the bar above; without rows, it has the focus.
                terminal.until(lambda: "[Cancel]" not in terminal.text(), "no dialog")
                terminal.press_until("BTab", lambda: terminal.at_cursor().startswith("[Add]"), "the button Add")
                terminal.keys("Enter")
                terminal.until("[Cancel]", "the dialog")
                terminal.type(name)
                terminal.until(name, "the name in its field")
                terminal.keys("Enter")
                terminal.until(lambda: terminal.at_cursor().startswith("["), "a button of the dialog")
                terminal.press_until("Right", lambda: terminal.at_cursor().startswith("[OK]"), "the button OK")
                terminal.keys("Enter")

            def seen():
                terminal.keys("Home")
                terminal.keys("a")
                terminal.until("choose", "the actions")
                terminal.keys("Enter")
            flow(terminal, add, seen)
            terminal.keys("Home", "y")
            terminal.until(lambda: terminal.clipboard() == "Alien\ttrue", "the row on the clipboard")
            terminal.keys("M")
            terminal.until(lambda: terminal.flag("mouse_sgr_flag") == "0", "the mouse of the terminal")
            terminal.keys("M")
            terminal.until(lambda: terminal.flag("mouse_sgr_flag") == "1", "the mouse of the application")
            terminal.keys("u")
            terminal.until(lambda: "true" not in terminal.text(), "undo")
            terminal.keys("q")
            terminal.until("status 0", "the end")


def check_mouse():
    for columns, rows in [(80, 24), (40, 12), (200, 50)]:
        with Session(readme_script(), columns=columns, rows=rows) as terminal:
            def add(name):
                terminal.until(lambda: "[Cancel]" not in terminal.text(), "no dialog")
                terminal.click("[Add]")
                terminal.until("[Cancel]", "the dialog")
                terminal.send(f"\x1b[200~{name}\n\x1b[201~".encode())
                terminal.until(name, "the paste")
                terminal.click("[OK]")

            def seen():
                terminal.click("Alien", button=2)
                terminal.until("choose", "the actions")
                terminal.click("Seen")
            flow(terminal, add, seen)
            terminal.click("q quit")
            terminal.until("status 0", "the end")


def check_bookshop():
    """The screens of the bookshop, by keys alone."""
    with Session(None, "--no-store") as terminal:
        terminal.until("Book Shop", "the books")
        terminal.keys("/")
        terminal.type("hob")
        terminal.until(lambda: "The Hobbit" in terminal.text() and "Piranesi" not in terminal.text(), "the search")
        terminal.keys("Enter", "Enter")
        terminal.until("Tolkien", "the book")
        terminal.keys("Escape")
        terminal.until("Book Shop", "back to the books")
        terminal.keys("m")
        terminal.until("☰", "the menu")
        terminal.keys("m")
        terminal.keys("?")
        terminal.until("PgUp PgDn", "the keys")
        terminal.keys("Escape")
        terminal.until(lambda: "PgUp PgDn" not in terminal.text(), "the end of the keys")
        terminal.keys(":")
        terminal.type("get books.@count")
        terminal.keys("Enter")
        terminal.until(lambda: re.fullmatch(r"\s*\d+\s*", terminal.lines()[-1]) is not None, "the result of a command")
        terminal.keys("q")
        terminal.until("status 0", "the end")


def check_long():
    with Session(LONG.replace("COUNT", "20000")) as terminal:
        terminal.until("Item 1", "the first rows")
        terminal.keys("End")
        terminal.until("Item 20000", "the last row")
        terminal.keys("Home")
        terminal.until(lambda: "Item 1 " in terminal.text() + " ", "the first row again")


def check_reload():
    session = Session(WIDE)
    with session as terminal:
        terminal.until("q quit", "the first screen")
        terminal.keys("Down")
        with open(f"{session.folder}/app.lua", "w") as file:
            file.write("local a = = 1")
        terminal.until("Reload failed", "the failure")
        terminal.until("app.lua:1", "its place")
        with open(f"{session.folder}/app.lua", "w") as file:
            file.write(WIDE.replace("#Films", "#Movies"))
        terminal.until("Movies", "the new title")
        terminal.until(lambda: "Reload failed" not in terminal.text(), "the end of the box")
        terminal.type(":set-path films[0]/name = renamed")
        terminal.keys("Enter")
        terminal.until("1 renamed", "a command after a reload")
        terminal.type(":screen")
        terminal.keys("Enter")
        terminal.until("─ screen ─", "a screen as text")
        text, _ = terminal.at_rest()
        check("commands print no colors", "\\u{1B}[0" not in text, text)
        terminal.keys("Escape")
        terminal.until(lambda: "─ screen ─" not in terminal.text(), "the end of its box")
        terminal.click("[Log]")
        terminal.until("warn: careful", "a line of the log")
        line = next((line for line in terminal.lines() if "warn: careful" in line), "")
        check("the log has no colors", "\\u{1B}" not in line, line)
        terminal.click("[Crash]")
        terminal.until("on purpose", "the error of a function")
        terminal.keys("Escape")
        terminal.until(lambda: "on purpose" not in terminal.text(), "the end of its message")
        process = child(terminal)
        before = processor_time(process)
        terminal.click("[Spin]")
        terminal.until(lambda: processor_time(process) > before + 1, "a script that runs")
        terminal.keys("C-c")
        terminal.until(lambda: "interrupted" in terminal.text().lower(), "a script that was stopped")
        terminal.keys("Escape", "q")
        terminal.until("status 0", "the end")


# MARK: Bytes


class Raw:
    """`okit-run tui` at a terminal that only counts."""

    def __init__(self, script, environment=(), columns=80, rows=24):
        self.holder = tempfile.TemporaryDirectory(prefix="okit-tui-")
        folder = self.holder.name
        with open(f"{folder}/app.lua", "w") as file:
            file.write(script)
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            variables = {"HOME": folder, "PATH": os.environ["PATH"], "TERM": "xterm-256color", **dict(environment)}
            os.execve(OKIT_RUN, [OKIT_RUN, "tui", "app.lua", "--no-store", "--limit-time", "600s"], variables)

    def read(self, quiet=0.4):
        """What is written until a picture is complete, or the end, and nothing comes for a while."""
        data = b""
        while select.select([self.terminal], [], [], quiet if data.endswith(b"\x1b[?2026l") else PATIENCE)[0]:
            try:
                part = os.read(self.terminal, 1 << 16)
            except OSError:
                break
            if not part:
                break
            data += part
        return data

    def press(self, data, quiet=0.4):
        os.write(self.terminal, data)
        return self.read(quiet)

    def close(self):
        os.kill(self.process, signal.SIGTERM)
        os.waitpid(self.process, 0)
        os.close(self.terminal)
        self.holder.cleanup()


def check_bytes():
    for columns, rows in [(80, 24), (200, 50)]:
        raw = Raw(WIDE, {"COLORTERM": "truecolor"}, columns, rows)
        check("a picture at the start", b"Films" in raw.read())
        for key in [b"\x1b[B", b"\x1b[B", b"\x1b[A"]:
            written = raw.press(key)
            check(f"{columns} × {rows}: moving writes less than 1 KiB", 0 < len(written) < 1024, len(written))
            check("synchronized output", written.startswith(b"\x1b[?2026h") and written.endswith(b"\x1b[?2026l"), written)
        # The parts of a key come in reads of their own. An escape alone would be a key after a while.
        os.write(raw.terminal, b"\x1b[")
        check("a key that is split is one key", 0 < len(raw.press(b"B")) < 1024)
        raw.close()
    # Also where the list scrolls.
    raw = Raw(LONG.replace("COUNT", "1000"), {"COLORTERM": "truecolor"})
    raw.read()
    for _ in range(40):
        written = raw.press(b"\x1b[B", quiet=0.1)
        check("scrolling writes less than 1 KiB", 0 < len(written) < 1024, len(written))
    raw.close()
    for environment, pattern in [
            ({"COLORTERM": "truecolor"}, rb"38;2;"), ({}, rb"38;5;"), ({"TERM": "xterm"}, rb"\x1b\[[0-9;]*(3[0-7]|9[0-7])m")]:
        raw = Raw(WIDE, environment)
        written = raw.read()
        check(f"colors of {environment}", re.search(pattern, written) is not None, written[:200])
        raw.close()
    raw = Raw(WIDE, {"NO_COLOR": "1"})
    written = raw.read()
    codes = set(b";".join(re.findall(rb"\x1b\[([0-9;]*)m", written)).split(b";"))
    check("no colors", codes <= {b"", b"0", b"1", b"4", b"7"}, codes)
    raw.close()
    with tempfile.TemporaryDirectory(prefix="okit-tui-") as folder:
        with open(f"{folder}/app.lua", "w") as file:
            file.write(WIDE)
        run = subprocess.run([OKIT_RUN, "tui", "app.lua"], capture_output=True, text=True, cwd=folder, input="")
        check("no terminal", run.returncode == 2 and "okit-run app.lua" in run.stderr, run.stderr)
    raw = Raw(WIDE, {"TERM": "dumb"})
    check("TERM=dumb", b"okit-run app.lua" in raw.read())
    check("TERM=dumb: status", os.waitstatus_to_exitcode(os.waitpid(raw.process, 0)[1]) == 2)


# MARK: The documentation


def page():
    """The terminal with the books of the bookshop, as a page."""
    session = Session(None, "--no-store", columns=90, rows=26, environment={"COLORTERM": "truecolor"}.items())
    with session as terminal:
        terminal.until("Book Shop", "the books")
        for _ in range(2):
            _, place = terminal.at_rest()
            terminal.keys("Down")
            terminal.until(lambda place=place: terminal.cursor() != place, "the next book")
        terminal.at_rest()
        return terminal.html("okit")


def check_picture():
    found = stamps.read("docs/images/terminal.png")
    check("docs/images/terminal.png is another picture now; make pictures writes it", found == stamps.digest(page()), found)


def picture(folder):
    path = f"{os.path.abspath(folder)}/terminal.png"
    chromium = browser.program()
    if not chromium:
        raise SystemExit("tui: the picture needs Chromium")
    with tempfile.NamedTemporaryFile("w", prefix="okit-tui-", suffix=".html") as file:
        source = page()
        file.write(source)
        file.flush()
        subprocess.run([chromium, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                        "--force-device-scale-factor=1", "--window-size=892,544", f"--screenshot={path}",
                        f"file://{file.name}"], check=True, capture_output=True)
        stamps.write(path, source)


CHECKS = {
    "ends": check_ends, "suspend": check_suspend, "sizes": check_sizes, "widths": check_widths, "keys": check_keys,
    "mouse": check_mouse, "bookshop": check_bookshop, "long": check_long, "reload": check_reload, "bytes": check_bytes,
    "picture": check_picture,
}


def main():
    if not tmux.program():
        print("tui: skipped: tmux is not installed")
        return
    if option("--pictures"):
        return picture(option("--pictures"))
    for name in option("--only").split(",") if option("--only") else CHECKS:
        start = time.monotonic()
        try:
            CHECKS[name]()
        except AssertionError as error:
            check(name, False, error)
        print(f"tui: {name} checked in {time.monotonic() - start:.0f} s", flush=True)
    finish("tui")


main()
