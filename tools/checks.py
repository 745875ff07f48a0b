"""What a program of checks finds: each failure is printed at once, and all of them again at the end."""

import sys

failures = []


def check(name, holds, detail=""):
    if not holds:
        failures.append(f"{name} {str(detail)[:2000]}".rstrip())
        print(f"failed: {failures[-1]}", file=sys.stderr, flush=True)


def finish(program, message="ok"):
    if failures:
        raise SystemExit(f"{program}: {len(failures)} failed:\n" + "\n".join(failures))
    print(f"{program}: {message}")


def option(name):
    """The argument after a name."""
    return sys.argv[sys.argv.index(name) + 1] if name in sys.argv else None
