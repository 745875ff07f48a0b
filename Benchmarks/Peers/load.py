"""The document of 100,000 entities: read, with an index by id, and written as we write it."""

import json
import sys

from bench import run

try:
    import orjson
except ImportError:
    orjson = None

with open(sys.argv[1], "rb") as file:
    document = file.read()


def loading(loads):
    def load():
        items = loads(document)["items"]
        index = {item["id"]: item for item in items}
        return Loaded(sum(item["price"] for item in items), index)

    return load


class Loaded(int):
    """The sum of the prices, which keeps what was loaded alive."""

    def __new__(cls, value, kept):
        self = super().__new__(cls, value)
        self.kept = kept
        return self


shop = json.loads(document)
if orjson:
    run("load@orjson", 1, loading(orjson.loads), "ms", 5)
    options = orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS
    run("store@orjson", 1, lambda: len(orjson.dumps(shop, option=options)), "ms", 5)
run("load", 1, loading(json.loads), "ms", 5)
run("store", 1, lambda: len(json.dumps(shop, indent=2, sort_keys=True).encode()), "ms", 5)
