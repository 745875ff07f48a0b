"""Bytes for each of 100,000 objects of six attributes."""

import tracemalloc

from same_work import items

COUNT = 100_000
tracemalloc.start()
before = tracemalloc.get_traced_memory()[0]
made = items(COUNT)
size = (tracemalloc.get_traced_memory()[0] - before) / COUNT
tracemalloc.stop()
print("entity", size, sum(item.price for item in made))
