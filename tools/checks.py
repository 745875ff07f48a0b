"""What a program of checks finds: each failure is printed at once, and all of them again at the end."""

import sys
import time

failures = []
# The seconds after which a condition never becomes true, also on a slow machine that does something else.
PATIENCE = 120


def check(name, holds, detail=""):
    """Checks that something holds; if it is a function, in time."""
    if callable(holds):
        end = time.monotonic() + PATIENCE
        while not (value := holds()) and time.monotonic() < end:
            time.sleep(0.02)
        holds = value
    if not holds:
        detail = detail() if callable(detail) else detail
        failures.append(f"{name} {str(detail)[:2000]}".rstrip())
        print(f"failed: {failures[-1]}", file=sys.stderr, flush=True)


def finish(program, message="ok"):
    if failures:
        raise SystemExit(f"{program}: {len(failures)} failed:\n" + "\n".join(failures))
    print(f"{program}: {message}")


def option(name):
    """The argument after a name."""
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else None
