"""Measuring in Python: the median of the processor time of several runs."""

import gc
import time

PER_SECOND = {"ns": 1e9, "ms": 1e3}


def run(name, operations, work, unit="ns", repeats=11):
    """Prints `name value result`: time per operation, and what the work came to."""
    result = work()
    times = []
    for _ in range(repeats):
        gc.collect()
        start = time.process_time()
        kept = work()
        times.append(time.process_time() - start)
        del kept
    times.sort()
    print(name, f"{times[repeats // 2] * PER_SECOND[unit] / operations:.6f}", result)
