#!/usr/bin/env python3
"""Explores the applications of Tests/Explore, and prints a table of what was found after how many steps.

Usage: tools/check-planted.py PATH-OF-OKIT-RUN [--seeds N] [--steps N] [--clean-steps N] [--misses N] [NAME ...]

The first line of an application says what is planted: "-- Planted (ORACLE): ..." or "-- No fault: ...". The lines of a
fault end with "-- fault", and the line after each has what corrects it: "-- corrected: ...".

A planted fault must be found for all seeds but --misses. With the first seed, also: the test that is written fails with
the code and at the line of the finding, it does not without any one of its actions, and it passes on the corrected
application. An application without a fault must give no finding, with any seed.
"""
import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "Explore")
# An exploration with fewer steps is the beginning of one with more.
STAGES = [500, 2500, 8500, 20000]


class Planted:
    def __init__(self, name):
        self.name = name
        self.app = name + ".lua"
        self.text = open(os.path.join(ROOT, self.app)).read()
        lines = self.text.split("\n")
        planted = re.match(r"-- Planted \((\w+)\): ", lines[0])
        self.oracle = planted.group(1) if planted else None
        self.lines = [number + 1 for number, line in enumerate(lines) if line.endswith(" -- fault")]
        test = name + "_test.lua"
        self.explored = test if os.path.exists(os.path.join(ROOT, test)) else self.app

    def corrected(self):
        """The text without the faults, with the same lines."""
        return re.sub(r"^.* -- fault\n( *)-- corrected:(.*)$", lambda match: match[2] + "\n", self.text, flags=re.M)

    def matches(self, finding):
        if finding["oracle"] != self.oracle:
            return False
        return self.oracle != "error" or self.line(finding) in self.lines

    @staticmethod
    def line(finding):
        return (finding.get("place") or {}).get("line")

    def count(self, findings):
        """The number of planted faults among findings."""
        found = [finding for finding in findings if self.matches(finding)]
        return len({self.line(finding) for finding in found}) if self.oracle == "error" else len(found)

    @property
    def faults(self):
        return len(self.lines) if self.oracle == "error" else 1


class Check:
    def __init__(self, binary, folder):
        self.binary, self.folder = os.path.abspath(binary), folder
        self.failures = 0

    def fail(self, text):
        self.failures += 1
        print(f"planted: {text}", file=sys.stderr)

    def run(self, *arguments):
        return subprocess.run([self.binary, *arguments], cwd=self.folder, capture_output=True, text=True)

    def explore(self, planted, seed, steps):
        result = self.run("explore", planted.explored, "--steps", str(steps), "--seed", str(seed), "--format", "json")
        records = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
        if result.returncode > 1 or not records:
            raise SystemExit(f"planted: {planted.name}: {result.stdout}{result.stderr}")
        return [record for record in records if record["kind"] == "finding"]

    def failure(self, test):
        """The code and the line of the first failure of each test of a file; None for one that passes."""
        events = [json.loads(line) for line in self.run("test", test, "--format", "json").stdout.splitlines()]
        failures = []
        for event in events:
            if event.get("kind") == "pass":
                failures.append(None)
            elif event.get("kind") == "fail":
                first = event["failures"][0]
                failures.append((first.get("code"), first.get("line")))
        return failures

    def examine(self, planted, finding):
        """Compares the test of a finding with it."""
        wanted = (finding["code"], planted.line(finding))
        test = finding["test"]
        text = open(os.path.join(self.folder, test)).read()
        failed = self.failure(test)
        if failed != [wanted]:
            self.fail(f"{planted.name}: {test} fails with {failed}, expected {wanted}")
            return
        lines = text.split("\n")
        first = next(number for number, line in enumerate(lines) if " app = " in line) + 1
        last = next(number for number, line in enumerate(lines) if "app:terminate()" in line)
        body = [line for line in lines if not line.startswith("--")]
        offset = len(lines) - len(body)
        shorter = ["\n".join(body[: number - offset] + body[number + 1 - offset:]) for number in range(first, last)]
        # The last line is the check, or the action with it.
        with open(os.path.join(self.folder, "explore", "shorter_test.lua"), "w") as file:
            file.write("\n".join(shorter))
        for number, failed in zip(range(first, last), self.failure("explore/shorter_test.lua")):
            if failed == wanted:
                self.fail(f"{planted.name}: {test}: {lines[number].strip()} can be left out")

    def check_corrected(self, planted, tests):
        path = os.path.join(self.folder, planted.app)
        with open(path, "w") as file:
            file.write(planted.corrected())
        for test in tests:
            failed = self.failure(test)
            if failed != [None]:
                self.fail(f"{planted.name}: {test} fails on the corrected application with {failed}")
        with open(path, "w") as file:
            file.write(planted.text)

    def check(self, planted, seeds, steps, clean_steps, misses):
        missed, after, actions, others = [], [], [], {}
        for seed in range(1, seeds + 1):
            stages = [stage for stage in STAGES if stage < steps] + [steps] if planted.oracle else [clean_steps]
            for stage in stages:
                findings = self.explore(planted, seed, stage)
                if planted.oracle and planted.count(findings) == planted.faults:
                    break
            right = [finding for finding in findings if planted.matches(finding)]
            if planted.count(findings) < planted.faults:
                missed.append(seed)
            elif planted.oracle:
                after.append(max(finding["after"] for finding in right))
                actions.append(max(len(finding["flow"]) for finding in right))
                if seed == 1:
                    for finding in right:
                        self.examine(planted, finding)
                    self.check_corrected(planted, [finding["test"] for finding in right])
            for finding in findings:
                if not planted.matches(finding):
                    cause = f"{finding['oracle']} {planted.line(finding)}: {finding['message']}"
                    others.setdefault(cause, []).append(seed)
        found = f"{seeds - len(missed)} of {seeds}" if planted.oracle else f"{len(others)} findings"
        median = f"{statistics.median(after):.0f} steps, at most {max(after)}; {max(actions)} statements" if after else ""
        print(f"{planted.name:14} {planted.oracle or 'none':9} {found:10} {median}", flush=True)
        for cause, seeds_of in others.items():
            if planted.oracle:
                print(f"{'':14} also with {seeds_of}: {cause}", flush=True)
            else:
                self.fail(f"{planted.name} has a finding with the seeds {seeds_of}: {cause}")
        if planted.oracle and len(missed) > misses:
            self.fail(f"{planted.name} was not found with the seeds {missed}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("binary")
    parser.add_argument("names", nargs="*")
    parser.add_argument("--seeds", type=int, default=1)
    parser.add_argument("--steps", type=int, default=20000)
    parser.add_argument("--clean-steps", type=int, default=2500)
    parser.add_argument("--misses", type=int, default=0)
    options = parser.parse_args()
    names = options.names or sorted(
        file[:-4] for file in os.listdir(ROOT) if file.endswith(".lua") and not file.endswith("_test.lua")
    )
    with tempfile.TemporaryDirectory() as folder:
        for file in os.listdir(ROOT):
            with open(os.path.join(ROOT, file)) as source, open(os.path.join(folder, file), "w") as copy:
                copy.write(source.read())
        check = Check(options.binary, folder)
        for name in names:
            check.check(Planted(name), options.seeds, options.steps, options.clean_steps, options.misses)
        if check.failures:
            sys.exit(1)
    print("planted: ok")


main()
