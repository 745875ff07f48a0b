#!/usr/bin/env python3
"""Checks a report of mutants independently of okit's own run.

    tools/check-mutants.py BINARY FOLDER [--report FILE] [--run] [--jobs N] [--only STATUS]

Applies each mutant of FOLDER/mutation/mutation.json as text to a copy of the folder, runs all tests there with another
process, and compares: a killed mutant makes a test fail, one that survived or is not covered makes none fail. Each
suggestion must pass without its mutant and fail with it. The report must have the form that viewers of mutation reports
read. With --run, it makes the report first, of all scripts of the folder. Prints what differs, and exits with 1 if
anything does.
"""
import argparse
import concurrent.futures
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading


def offset(lines, position):
    """The index in the text of a line and a column, both from 1."""
    return sum(len(line) for line in lines[: position["line"] - 1]) + position["column"] - 1


def mutated(source, mutant):
    lines = source.splitlines(keepends=True)
    start, end = (offset(lines, mutant["location"][side]) for side in ("start", "end"))
    return source[:start] + mutant["replacement"] + source[end:]


def with_suggestion(text, suggestion):
    lines = text.splitlines(keepends=True)
    line = suggestion["line"]
    indentation = lines[line - 1][: len(lines[line - 1]) - len(lines[line - 1].lstrip())]
    lines.insert(line, f"{indentation}{suggestion['text']}\n")
    return "".join(lines)


def is_text(value):
    return isinstance(value, str)


def is_position(value):
    return isinstance(value, dict) and all(
        type(value.get(name)) is int and value[name] >= 1 for name in ("line", "column"))


def is_location(value):
    return isinstance(value, dict) and is_position(value.get("start")) and is_position(value.get("end"))


def are_texts(value):
    return isinstance(value, list) and all(map(is_text, value))


STATUSES = {"Killed", "Survived", "NoCoverage", "CompileError", "RuntimeError", "Timeout", "Ignored", "Pending"}
MUTANT = {"id": is_text, "mutatorName": is_text, "location": is_location, "status": STATUSES.__contains__}
OPTIONAL_OF_MUTANT = {"coveredBy": are_texts, "killedBy": are_texts, "description": is_text, "replacement": is_text,
                      "statusReason": is_text}


def form_problems(report):
    """What a report lacks of the mutation-testing-report-schema, version 2, or has in another form:
    https://github.com/stryker-mutator/mutation-testing-elements/blob/master/packages/report-schema/src/mutation-testing-report-schema.json
    """
    found = []

    def expect(owner, members, where, optional=False):
        for name, holds in members.items():
            if (name in owner or not optional) and not holds(owner.get(name)):
                found.append(f"{where}.{name}: {json.dumps(owner.get(name))[:80]}")

    expect(report, {
        "schemaVersion": lambda text: is_text(text) and re.fullmatch(r"2(\.\d+){0,2}", text),
        "thresholds": lambda value: isinstance(value, dict)
        and all(type(value.get(name)) is int and 0 <= value[name] <= 100 for name in ("high", "low")),
        "files": lambda value: isinstance(value, dict), "testFiles": lambda value: isinstance(value, dict),
        "framework": lambda value: isinstance(value, dict) and is_text(value.get("name"))}, "report")
    tests = set()
    for file, value in report.get("testFiles", {}).items():
        for test in value["tests"]:
            expect(test, {"id": is_text, "name": is_text}, file)
            expect(test.get("location", {}), {"start": is_position}, file)
            tests.add(test["id"])
    ids = set()
    for file, value in report.get("files", {}).items():
        expect(value, {"language": is_text, "source": is_text, "mutants": lambda list_: isinstance(list_, list)}, file)
        for mutant in value["mutants"]:
            where = mutant.get("id", file)
            expect(mutant, MUTANT, where)
            expect(mutant, OPTIONAL_OF_MUTANT, where, optional=True)
            if where in ids:
                found.append(f"{where}: there are two mutants of this id")
            ids.add(where)
            for test in mutant.get("coveredBy", []) + mutant.get("killedBy", []):
                if test not in tests:
                    found.append(f"{where}: testFiles has no test {test}")
    return found


class Checker:
    def __init__(self, options):
        self.options = options
        self.local = threading.local()
        self.root = tempfile.mkdtemp(prefix="okit-mutants-")

    def copy(self):
        """The copy of the folder of this thread."""
        if not hasattr(self.local, "folder"):
            self.local.folder = tempfile.mkdtemp(dir=self.root) + "/copy"
            shutil.copytree(self.options.folder, self.local.folder, ignore=shutil.ignore_patterns("mutation"))
        return self.local.folder

    def fails(self, changes, timeout):
        """Whether a test fails when files have other texts, also by a test that takes longer than it may."""
        folder = self.copy()
        before = {}
        for name, text in changes.items():
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8", newline="") as file:
                before[path] = file.read()
            with open(path, "w", encoding="utf-8", newline="") as file:
                file.write(text)
        command = [os.path.abspath(self.options.binary), "test", "--bail", "--ci", "--timeout", timeout]
        try:
            run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=600)
            if run.returncode not in (0, 1):
                raise SystemExit(f"{' '.join(command)} exits with {run.returncode}:\n{run.stdout}{run.stderr}")
            return run.returncode == 1
        except subprocess.TimeoutExpired:
            return True
        finally:
            for path, text in before.items():
                with open(path, "w", encoding="utf-8", newline="") as file:
                    file.write(text)

    def read(self, name):
        with open(os.path.join(self.options.folder, name), encoding="utf-8", newline="") as file:
            return file.read()

    def problems(self, name, source, mutant):
        """What differs from the report, for one mutant: also when tests have more time, which a slow machine needs."""
        return self.differences(name, source, mutant, "4s") and self.differences(name, source, mutant, "60s")

    def differences(self, name, source, mutant, timeout):
        change = {name: mutated(source, mutant)}
        fails = self.fails(change, timeout)
        found = []
        if fails != (mutant["status"] in ("Killed", "Timeout")):
            found.append(f"{mutant['id']}: {mutant['status']}, but {'a' if fails else 'no'} test fails")
        suggestion = mutant.get("suggestion")
        if suggestion:
            test = {suggestion["file"]: with_suggestion(self.read(suggestion["file"]), suggestion)}
            if self.fails(test, timeout):
                found.append(f"{mutant['id']}: the suggestion fails without the mutant: {suggestion['text']}")
            elif not self.fails({**test, **change}, timeout):
                found.append(f"{mutant['id']}: the suggestion passes with the mutant: {suggestion['text']}")
        return found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("folder")
    parser.add_argument("--report")
    parser.add_argument("--run", action="store_true", help="makes the report first")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--only", help="checks the mutants with this status")
    options = parser.parse_args()
    checker = Checker(options)
    try:
        check(options, checker)
    finally:
        shutil.rmtree(checker.root, ignore_errors=True)


def make_report(options, root):
    """Tests the mutants of all scripts of the folder, and returns the path of the report."""
    folder = os.path.join(root, "mutation")
    command = [os.path.abspath(options.binary), "test", "--mutate", ".", "--no-cache", "--quiet", "--jobs",
               str(options.jobs), "--output", folder]
    subprocess.run(command, cwd=options.folder, check=True)
    return os.path.join(folder, "mutation.json")


def check(options, checker):
    report = options.report or os.path.join(options.folder, "mutation", "mutation.json")
    if options.run:
        report = make_report(options, checker.root)
    with open(report, encoding="utf-8") as file:
        report = json.load(file)
    wrong = form_problems(report)
    for problem in wrong:
        print(problem)
    files = report["files"]
    mutants = []
    for name, file in files.items():
        if checker.read(name) != file["source"]:
            sys.exit(f"{name} has changed since the report was written")
        for mutant in file["mutants"]:
            if mutant["status"] in ("Ignored", "Pending") or options.only not in (None, mutant["status"]):
                continue
            mutants.append((name, file["source"], mutant))
    if checker.fails({}, "60s"):
        sys.exit("the tests fail without any mutant")
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        problems = [text for found in pool.map(lambda entry: checker.problems(*entry), mutants) for text in found]
    for problem in problems:
        print(problem)
    print(f"{len(mutants)} mutants checked, {len(problems)} differ")
    sys.exit(1 if problems or wrong else 0)


if __name__ == "__main__":
    main()
