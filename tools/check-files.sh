#!/bin/sh
# Rejects long files and lines, traps that input could reach, and build products in the repository.
set -eu
cd "$(dirname "$0")/.."
status=0

long=$(git ls-files 'Sources/*.swift' 'Sources/*.c' 'Sources/*.h' 'Sources/*.lua' | xargs wc -l |
  awk '$1 > 500 && $2 != "total"')
if [ -n "$long" ]; then
  echo "files: longer than 500 lines:" >&2
  echo "$long" >&2
  status=1
fi

traps=$(grep -rnE '\b(fatalError|preconditionFailure)\(|try!|\bas!|unowned\(unsafe\)' Sources --include='*.swift' |
  grep -v '// Safe:' || true)
if [ -n "$traps" ]; then
  echo "files: traps without a comment that gives the reason (// Safe: …):" >&2
  echo "$traps" >&2
  status=1
fi

wide=$(git ls-files '*.swift' '*.c' '*.h' 'Sources/*.lua' | LC_ALL=C.UTF-8 xargs grep -nE '^.{121}' | cut -c1-160 || true)
if [ -n "$wide" ]; then
  echo "files: lines of more than 120 columns:" >&2
  echo "$wide" >&2
  status=1
fi

if git ls-files | grep -qE '(^|/)(\.build|Package\.resolved)'; then
  echo "files: build products are in the repository" >&2
  status=1
fi

[ "$status" = 0 ] && echo "files: ok"
exit "$status"
