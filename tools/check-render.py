#!/usr/bin/env python3
"""Checks okit-run render: the same bytes everywhere, SVG by an XML parser and two renderers, pages and PNG in Chromium.

Usage: tools/check-render.py PATH-OF-OKIT-RUN

Skips visibly what needs rsvg-convert (Debian: librsvg2-bin) or Chromium, where they are not installed.
"""

import json
import os
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml
import zlib

import browser
from checks import check, finish

OKIT_RUN = os.path.abspath(sys.argv[1])
ROOT = os.path.abspath(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
GALLERY = f"{ROOT}/Tests/Live/gallery.lua"
SVG = "{http://www.w3.org/2000/svg}"
CELL = (9, 20)

def render(*arguments, folder=ROOT, status=0, **environment):
    run = subprocess.run([OKIT_RUN, "render", *arguments], cwd=folder, capture_output=True,
                         env={**os.environ, **environment})
    if run.returncode != status:
        raise SystemExit(f"render: {' '.join(arguments)}: {run.returncode}\n{run.stderr.decode()}")
    return run


def contents(folder):
    found = {}
    for name in sorted(os.listdir(folder)):
        with open(f"{folder}/{name}", "rb") as file:
            found[name] = file.read()
    return found


def pixels(png):
    """The rows of a PNG with 8 bits a channel, each a list of (red, green, blue)."""
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    place, data, width, channels = 8, b"", 0, 0
    while place < len(png):
        size, kind = struct.unpack(">I4s", png[place:place + 8])
        body = png[place + 8:place + 8 + size]
        if kind == b"IHDR":
            width, _, depth, color = struct.unpack(">IIBB", body[:10])
            channels = {2: 3, 6: 4}[color]
            assert depth == 8
        elif kind == b"IDAT":
            data += body
        place += 12 + size
    data, stride = zlib.decompress(data), width * channels
    rows, before = [], bytes(stride)
    for start in range(0, len(data), stride + 1):
        row, kind = bytearray(data[start + 1:start + 1 + stride]), data[start]
        for i in range(stride):
            left = row[i - channels] if i >= channels else 0
            up, corner = before[i], before[i - channels] if i >= channels else 0
            if kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            else:
                near = [0, left, up, (left + up) // 2][kind]
            row[i] = (row[i] + near) & 255
        before = bytes(row)
        rows.append([tuple(row[i:i + 3]) for i in range(0, stride, channels)])
    return rows


def color(text):
    return tuple(int(text[i:i + 2], 16) for i in (1, 3, 5))


def near(first, second, distance=24):
    return all(abs(a - b) <= distance for a, b in zip(first, second))


def check_svg(name, data):
    """The structure of a picture. Returns its root."""
    root = xml.fromstring(data)
    check(f"{name} is SVG", root.tag == f"{SVG}svg")
    kinds = {element.tag.removeprefix(SVG) for element in root}
    check(f"{name} has only shapes and texts", kinds <= {"title", "rect", "path", "text"}, kinds)
    check(f"{name} has no identifiers", all("id" not in element.attrib for element in root.iter()))
    check(f"{name} does not refer to anything", b"href" not in data and b"url(" not in data)
    return root


def check_drawing(name, root, png):
    """What a renderer that knows nothing of okit makes of a picture: backgrounds, lines and texts at their cells."""
    rows = pixels(png)
    width, height = int(root.get("width")), int(root.get("height"))
    check(f"{name} has its size", (len(rows[0]), len(rows)) == (width, height), (len(rows[0]), len(rows)))
    background = {}
    for area in root.iter(f"{SVG}rect"):
        if area.get("fill-opacity"):
            continue
        x, y = int(area.get("x", 0)), int(area.get("y", 0))
        for line in range(y // CELL[1], (y + int(area.get("height"))) // CELL[1]):
            for column in range(x // CELL[0], (x + int(area.get("width"))) // CELL[0]):
                background[line, column] = color(area.get("fill"))
    drawn = set()
    for text in root.iter(f"{SVG}text"):
        line, start = (int(text.get("y")) - 15) // CELL[1], int(text.get("x")) // CELL[0]
        columns = int(text.get("textLength", CELL[0])) // CELL[0]
        cells = [rows[y][x] for y in range(line * CELL[1], (line + 1) * CELL[1])
                 for x in range(start * CELL[0], (start + columns) * CELL[0])]
        ground = background[line, start]
        letters = any(c.isalnum() and c.isascii() for c in text.text)
        check(f"{name} draws {text.text!r}", not letters or any(not near(pixel, ground) for pixel in cells))
        # A font without an emoji draws its parts, and some renderers know no length of texts.
        beyond = 5 if any(ord(c) > 0xFFFF for c in text.text) else 1
        drawn.update((line, column) for column in range(start - 1, start + columns + beyond))
    strokes = list(root.iter(f"{SVG}path")) + [r for r in root.iter(f"{SVG}rect") if r.get("fill-opacity")]
    check(f"{name} has lines", strokes)
    top = color(next(root.iter(f"{SVG}path")).get("stroke"))
    check(f"{name} draws the upper line", near(rows[10][width // 2 // 9 * 9 + 4], top)
          or (0, width // 18) in drawn, rows[10][width // 2 // 9 * 9 + 4])
    left = rows[height // 2][4]
    check(f"{name} draws the left line", not near(left, background[height // 2 // CELL[1], 0], 8) or top == background[
        height // 2 // CELL[1], 0], left)
    # Cells without a text or a shape have the color of their background.
    with_shape = set(drawn)
    for path in root.iter(f"{SVG}path"):
        for part in path.get("d").split("M")[1:]:
            x, y = part.replace("h", " ").replace("v", " ").replace("q", " ").replace("m", " ").split()[:2]
            x, y = float(x), float(y.split("-")[0])
            count = int(part.split("h")[1]) // CELL[0] if part.count("h") == 1 and "m" not in part else 1
            for line in {int(y) // CELL[1], (int(y) - 1) // CELL[1]}:
                with_shape.update((line, int(x) // CELL[0] + offset) for offset in range(count))
    for shape in root.iter(f"{SVG}rect"):
        if shape.get("fill-opacity"):
            start, columns = int(shape.get("x")) // CELL[0], int(float(shape.get("width")) / CELL[0] + 0.5)
            with_shape.update((int(shape.get("y")) // CELL[1], start + offset) for offset in range(max(1, columns)))
    wrong = [cell for cell, ground in background.items() if cell not in with_shape
             and not near(rows[cell[0] * CELL[1] + 10][cell[1] * CELL[0] + 4], ground, 4)]
    check(f"{name} has its backgrounds", not wrong, wrong[:5])


def check_bytes(folder):
    """Two folders, time zones, languages and sets of fonts."""
    os.makedirs(f"{folder}/one")
    os.makedirs(f"{folder}/other/deeper")
    shutil.copytree(f"{ROOT}/scripts/orders", f"{folder}/one/orders")
    shutil.copytree(f"{ROOT}/scripts/orders", f"{folder}/other/deeper/shop")
    with open(f"{folder}/fonts.conf", "w") as file:
        file.write('<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig></fontconfig>')
    for form, locales in [("html", "de_DE"), ("svg", "en_US,de_DE")]:
        options = ["--all", "--theme", ",dark", "--locale", locales]
        first = render("app.lua", *options, "--format", form, "--output", f"../{form}", folder=f"{folder}/one/orders",
                       TZ="Asia/Tokyo", LC_ALL="de_DE.UTF-8")
        second = render("app.lua", *options, "--format", form, "--output", f"../../{form}",
                        folder=f"{folder}/other/deeper/shop", TZ="America/New_York", LC_ALL="C", HOME=f"{folder}/other",
                        FONTCONFIG_FILE=f"{folder}/fonts.conf")
        one, other = contents(f"{folder}/one/{form}"), contents(f"{folder}/other/{form}")
        check(f"{form}: the same files", list(one) == list(other), set(one) ^ set(other))
        index = one.pop("index.html"), other.pop("index.html")
        differing = [name for name in one if one[name] != other.get(name)]
        check(f"{form}: the same bytes", not differing, differing)
        check(f"{form}: the same pictures in the index", index[0].count(b"<figure>") == len(one) == index[1].count(
            b"<figure>"))
        names = {name.split(".")[0] for name in one}
        count = 2 * len(locales.split(","))
        check(f"{form}: {count} files a screen", len(one) == count * len(names), len(one))
        lines = first.stderr.decode(), second.stderr.decode()
        check(f"{form}: the same warnings", lines[0].replace(f"../{form}", "") == lines[1].replace(f"../../{form}", ""),
              lines)
    return one


def check_pages(page, folder):
    """Pages open from files without a request, and cover the width that they are given."""
    for name, data in contents(f"{folder}/pages").items():
        page.open(f"{folder}/pages/{name}")
        check(f"{name} has no scripts", lambda: page.run("document.scripts.length") == 0)
        if name != "index.html":
            check(f"{name} shows a screen", lambda: page.run("document.querySelector('.app, .cover') !== null"))
            check(f"{name} has styles", lambda: page.run(
                "getComputedStyle(document.querySelector('.app, .cover')).display") == "grid")
            for width in [320, 1280]:
                page.size(width, 800)
                wide = "document.documentElement.scrollWidth"
                check(f"{name} fits into {width} points", lambda: b"kind-grid" in data or page.run(wide) <= width,
                      lambda: page.run(wide))
    problems = [problem for problem in page.problems if not problem.startswith("request: data:")]
    check("pages request and break nothing", not problems, problems[:3])


def check_themes(page):
    """The colors of a page are those that the script of the live page computes."""
    script = ""
    for name in ["color", "theme"]:
        with open(f"{ROOT}/Sources/CPages/live/document/{name}.js") as file:
            lines = [line for line in file.read().splitlines() if not line.startswith("import ")]
        script += "\n".join(lines).replace("export ", "") + "\n"
    for theme in ["", "dark", "sepia", "night"]:
        data = json.loads(render(GALLERY, "--theme", theme, "--format", "json").stdout)["theme"]
        html = render(GALLERY, "--theme", theme, "--format", "html").stdout.decode()
        own = dict(re.findall(r"--([a-z-]+): ([^;]+);", html[html.rindex(":root {"):]))
        page.go("about:blank")
        live = page.run(f"(() => {{ {script} return variables({json.dumps(data)}) }})()")
        differing = {name: (value, own[name.removeprefix("--")]) for name, value in live.items()
                     if own.get(name.removeprefix("--"), value) != value}
        check(f"the theme {theme!r} has the colors of the live page", not differing and len(own) > 30, differing)


def check_png(folder):
    render(GALLERY, "--exec", "tap Controls", "--width", "390", "--output", f"{folder}/controls.png")
    with open(f"{folder}/controls.png", "rb") as file:
        rows = pixels(file.read())
    check("a PNG is as wide as it should be", len(rows[0]) == 390, len(rows[0]))
    check("a PNG has the whole screen", len(rows) > 700, len(rows))
    check("a PNG has a drawing", len({pixel for row in rows for pixel in row}) > 50)


def main():
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory(prefix="okit-render-") as folder:
        check_bytes(folder)
        render(GALLERY, "--all", "--theme", ",dark,sepia,night", "--output", f"{folder}/pictures")
        pictures = contents(f"{folder}/pictures")
        pictures.pop("index.html")
        for name, data in contents(f"{folder}/one/svg").items():
            if name.endswith(".svg"):
                pictures[f"orders {name}"] = data
        roots = {name: check_svg(name, data) for name, data in pictures.items()}
        texts = "".join(text.text for root in roots.values() for text in root.iter(f"{SVG}text"))
        check("markup in texts stays text", "<img" in texts and "<script>alert(1)</script>" in texts)
        if shutil.which("rsvg-convert"):
            # Each screen in at least one theme.
            for name in list(pictures)[::1 if os.environ.get("OKIT_LONG") else 3]:
                run = subprocess.run(["rsvg-convert"], input=pictures[name], capture_output=True)
                check(f"rsvg-convert draws {name}", run.returncode == 0, run.stderr)
                check_drawing(name, roots[name], run.stdout)
        else:
            print("render: skipped: a second renderer of SVG (Debian: apt-get install librsvg2-bin)")
        missing = render(GALLERY, "--format", "png", "--output", f"{folder}/x.png", status=1, OKIT_CHROMIUM="/nowhere")
        check("an error names the variable", b"OKIT_CHROMIUM" in missing.stderr, missing.stderr)
        check_browser(folder, pictures, roots)
    finish("render", f"ok, {len(pictures)} pictures")


def check_browser(folder, pictures, roots):
    if not browser.program():
        return print("render: skipped: pages and PNG in Chromium (Debian: apt-get install chromium)")
    try:
        page = browser.Browser()
    except SystemExit:
        return print("render: skipped: Chromium does not start on this machine")
    try:
        render(GALLERY, "--all", "--theme", ",dark", "--format", "html", "--output", f"{folder}/pages")
        check_png(folder)
        check_pages(page, folder)
        check_themes(page)
        check_chromium(page, folder, pictures, roots)
    finally:
        page.close()


def check_chromium(page, folder, pictures, roots):
    """Chromium draws the same."""
    for name in list(pictures)[::7]:
        with open(f"{folder}/one.svg", "wb") as file:
            file.write(pictures[name])
        page.open(f"{folder}/one.svg")
        page.size(int(roots[name].get("width")), int(roots[name].get("height")))
        page.picture(f"{folder}/one.png")
        with open(f"{folder}/one.png", "rb") as file:
            check_drawing(f"Chromium: {name}", roots[name], file.read())


main()
