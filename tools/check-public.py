#!/usr/bin/env python3
"""Compares the public symbols of the libraries with library/public, one file per product, and counts them.

tools/check-public.py [--update | --graphs FOLDER] [MODULES]

Requires a debug build, whose module folder is MODULES. With --update, writes the files instead. With --graphs, only writes
the symbol graph of each product to a folder, for DocC. Fails when a symbol was
added, removed or changed, when there are more than 600, and when one has no documentation. Symbols that the compiler
makes, such as init(rawValue:) of an enum, do not count. The cases of a documented enum, and what a protocol requires,
need no documentation of their own.
"""
import difflib
import json
import pathlib
import re
import subprocess
import sys
import tempfile

LIMIT = 600
ROOT = pathlib.Path(__file__).resolve().parent.parent
FACES = ROOT / "library" / "public"
# What Equatable, Hashable, Comparable, CustomStringConvertible and the protocols of OKitValues require.
REQUIRED = {
    "==(_:_:)", "<(_:_:)", "hash(into:)", "description", "fromValue(_:)", "toValue()", "valueName", "jsonValue",
    "init(json:)", "init(rawValue:)", "rawValue",
}


def products():
    """Returns the targets of each library by the name of its product: its own, and those that it is the first to export."""
    manifest = (ROOT / "Package.swift").read_text()
    names = re.findall(r"\.library\(name: \"(\w+)\"", manifest)
    exports = re.compile(r"^@_exported public import (\w+)", re.M)

    def exports_of(name):
        file = ROOT / "Sources" / name / "Exports.swift"
        return exports.findall(file.read_text()) if file.exists() else []

    faces, known = {}, set(names)
    for name in names:
        faces[name] = [name]
        for target in faces[name]:
            found = [exported for exported in exports_of(target) if exported not in known]
            known.update(found)
            faces[name] += found
    return faces


def graphs(target, modules, folder):
    """Returns the symbol graphs of a target: of its own types, and of the types that it extends."""
    maps = [*modules.parent.glob("*.build/module.modulemap"), *ROOT.glob("Sources/*/module.modulemap")]
    triple = subprocess.run(["uname", "-m"], capture_output=True, text=True, check=True).stdout.strip()
    options = [option for path in maps for option in ("-Xcc", f"-fmodule-map-file={path}")]
    done = subprocess.run(
        ["swift", "symbolgraph-extract", "-module-name", target, "-I", modules, "-output-dir", folder, *options,
         "-target", f"{triple}-unknown-linux-gnu", "-minimum-access-level", "public", "-skip-synthesized-members"],
        capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"public: the symbols of {target} cannot be read; build first\n{done.stderr}")
    return [json.loads(path.read_text()) for path in pathlib.Path(folder).glob(f"{target}[.@]*symbols.json")]


def symbols(target, modules):
    """Returns the lines of a target's symbols, and the names of those without documentation."""
    lines, undocumented = [], []
    with tempfile.TemporaryDirectory() as folder:
        for graph in graphs(target, modules, folder):
            documented = {s["identifier"]["precise"] for s in graph["symbols"] if s.get("docComment")}
            owners = {r["source"]: r["target"] for r in graph["relationships"] if r["kind"] == "memberOf"}
            for symbol in graph["symbols"]:
                if "location" not in symbol:
                    continue
                name = ".".join(symbol["pathComponents"])
                text = "".join(part["spelling"] for part in symbol.get("declarationFragments", []))
                lines.append(f"{name}\n    {' '.join(text.split())}\n")
                precise = symbol["identifier"]["precise"]
                isCase = symbol["kind"]["identifier"] == "swift.enum.case" and owners.get(precise) in documented
                if precise not in documented and not isCase and symbol["pathComponents"][-1] not in REQUIRED:
                    undocumented.append(f"{target}: {name}")
    return sorted(lines), undocumented


def write_graphs(faces, modules, target_folder):
    """Writes one graph for each product, as if all of its symbols were its own."""
    for product, targets in faces.items():
        merged = None
        for target in targets:
            with tempfile.TemporaryDirectory() as folder:
                for graph in graphs(target, modules, folder):
                    merged = merged or {**graph, "symbols": [], "relationships": []}
                    merged["symbols"] += graph["symbols"]
                    merged["relationships"] += graph["relationships"]
        merged["module"]["name"] = product
        (pathlib.Path(target_folder) / f"{product}.symbols.json").write_text(json.dumps(merged))


def main():
    arguments = sys.argv[1:]
    update = "--update" in arguments
    graph_folder = arguments[arguments.index("--graphs") + 1] if "--graphs" in arguments else None
    arguments = [argument for argument in arguments if argument not in ("--update", "--graphs", graph_folder)]
    if arguments:
        modules = pathlib.Path(arguments[0])
    else:
        built = subprocess.run(["swift", "build", "--show-bin-path"], capture_output=True, text=True, check=True, cwd=ROOT)
        modules = pathlib.Path(built.stdout.strip()) / "Modules"
    faces = products()
    if graph_folder:
        return write_graphs(faces, modules, graph_folder)
    count, undocumented, differences = 0, [], []
    FACES.mkdir(exist_ok=True)
    for product, targets in faces.items():
        lines = []
        for target in targets:
            found, bare = symbols(target, modules)
            count += len(found)
            undocumented += bare
            lines += found
        file = FACES / f"{product}.txt"
        text = "".join(lines)
        old = file.read_text() if file.exists() else ""
        if update:
            file.write_text(text)
        elif old != text:
            differences += difflib.unified_diff(
                old.splitlines(), text.splitlines(), f"{product}, as recorded", f"{product}, as built", lineterm="", n=1)
    for file in FACES.glob("*.txt"):
        if file.stem in faces:
            continue
        if update:
            file.unlink()
        else:
            differences.append(f"{file.relative_to(ROOT)} belongs to no product")
    if differences:
        print("\n".join(differences))
        print("public: the public symbols have changed; record them with tools/check-public.py --update")
    if undocumented:
        print("\n".join(sorted(undocumented)))
        print(f"public: {len(undocumented)} public symbols have no documentation")
    if count > LIMIT:
        print(f"public: {count} public symbols, but at most {LIMIT} are allowed; give others package access")
    if differences or undocumented or count > LIMIT:
        sys.exit(1)
    print(f"public: ok ({count} symbols)")


main()
