#!/usr/bin/env python3
"""Keeps the pictures of README.md and docs/*.md true: runs the command before each picture, and compares the bytes.

Usage: tools/check-gallery.py PATH-OF-OKIT-RUN [--update]

A picture has a comment before it: <!-- render: ARGUMENTS OF okit-run render -->. With --update, writes the pictures. Of a
PNG, which depends on fonts, the page is compared that it shows, without its style; writing it needs Chromium.
"""

import glob
import os
import re
import shlex
import subprocess
import sys
import tempfile

import stamps

OKIT_RUN = os.path.abspath(sys.argv[1])
UPDATES = "--update" in sys.argv
FOLDER = "docs/images/gallery"
COMMAND = re.compile(r"<!-- render: (.*?) -->\n(.*)")
PICTURE = re.compile(r"!\[[^\]]+\]\(([^)]+\.(?:svg|png))\)")

os.chdir(os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
found, failed = set(), 0



def render(article, arguments, ending):
    """The bytes of a picture, or of the page that it shows."""
    with tempfile.TemporaryDirectory(prefix="okit-gallery-") as folder:
        made = f"{folder}/picture.{ending}"
        run = subprocess.run([OKIT_RUN, "render", *shlex.split(arguments), "--output", made], capture_output=True,
                             text=True, env={**os.environ, "OKIT_DOCUMENTS": folder})
        if run.returncode != 0:
            raise SystemExit(f"gallery: {article}: okit-run render {arguments}: {run.returncode}\n{run.stderr}")
        with open(made, "rb") as file:
            return file.read()


def content(page):
    """What a page shows, without its style, which changes more often."""
    return re.sub(rb"<style>.*?</style>", b"", page, flags=re.DOTALL)


def is_true(path, data):
    if not os.path.exists(path):
        return False
    if path.endswith(".png"):
        return stamps.read(path) == stamps.digest(content(data))
    with open(path, "rb") as file:
        return file.read() == data


for article in ["README.md", *sorted(glob.glob("docs/*.md"))]:
    with open(article) as file:
        text = re.sub(r"^```.*?^```", "", file.read(), flags=re.DOTALL | re.MULTILINE)
    for arguments, line in COMMAND.findall(text):
        picture = PICTURE.match(line)
        if not picture:
            raise SystemExit(f"gallery: {article}: no picture after: {arguments}")
        path = os.path.normpath(os.path.join(os.path.dirname(article), picture[1]))
        if path in found:
            raise SystemExit(f"gallery: {article}: {path} is there twice")
        found.add(path)
        is_png = path.endswith(".png")
        data = render(article, arguments, "html" if is_png else "svg")
        if is_true(path, data):
            continue
        if UPDATES:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(render(article, arguments, "png") if is_png else data)
            if is_png:
                stamps.write(path, content(data))
            continue
        failed += 1
        print(f"gallery: {article}: {path} {'is another picture now' if os.path.exists(path) else 'does not exist'}; "
              f"make pictures writes it", file=sys.stderr)

for path in glob.glob(f"{FOLDER}/*"):
    if path not in found:
        failed += 1
        print(f"gallery: no article shows {path}", file=sys.stderr)
if failed or not found:
    raise SystemExit(f"gallery: {failed} failed")
print(f"gallery: ok, {len(found)} pictures")
