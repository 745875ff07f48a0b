"""The most memory of a process that loads the document of 100,000 entities, with an index by id."""

import sys

try:
    import orjson
except ImportError:
    sys.exit(0)

with open(sys.argv[1], "rb") as file:
    items = orjson.loads(file.read())["items"]
index = {item["id"]: item for item in items}
total = sum(item["price"] for item in items)
with open("/proc/self/status") as status:
    peak = next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
print("peak@orjson", peak * 1024 / 1e6, total if len(index) == len(items) else -1)
