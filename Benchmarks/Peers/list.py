"""Sorting the 100,000 items by whether they are marked, price and id."""

import json
import sys

from bench import run

with open(sys.argv[1], "rb") as file:
    items = json.load(file)["items"]


def first():
    rows = sorted(items, key=lambda item: (item["marked"], item["price"], item["id"]))
    result = 0
    for item in rows[:10]:
        result = (result * 31 + int(item["name"].split()[-1])) % 1_000_003
    return result


run("first", 1, first, "ms", 5)
