#!/bin/sh
# Checks the tests of the bookshop and of the orders: they reach 95 % of the lines and of the bindings. Those of the
# orders kill 90 % of a sample of the mutants, which is the same each time as far as the budget is enough; with OKIT_LONG,
# those of both kill 90 % of all mutants, which takes half an hour.
# Usage: tools/check-coverage.sh PATH-OF-OKIT-RUN
set -eu
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/../scripts"
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# Tests an application, and prints the totals.
run() {
  application=$1
  shift
  (cd "$application" && "$binary" test --quiet "$@" >"$folder/report" 2>&1) || {
    cat "$folder/report" >&2
    echo "coverage: the tests of scripts/$application are not enough" >&2
    exit 1
  }
  grep -E '^lines |mutants: ' "$folder/report" | sed "s/^/$application: /"
}

# Tests mutants. Tests in databases and on servers repeat what others do with files, and backups take their time.
mutate() {
  application=$1
  shift
  tests=$(cd "$application" && ls ./*_test.lua | grep -v -e backups -e server)
  # shellcheck disable=SC2086
  run "$application" $tests --exclude-tags storages --mutate --mutate-min 90 --seed 1 --no-cache "$@" \
    --output "$folder/$application-mutants"
  if grep -q '^0 mutants' "$folder/report"; then
    echo "coverage: no mutant of scripts/$application was tested" >&2
    exit 1
  fi
}

for application in bookshop orders; do
  run "$application" --jobs 2 --coverage "$folder/$application" --coverage-min lines=95,bindings=95
done
if [ "${OKIT_LONG:-}" ]; then
  mutate bookshop
  mutate orders
else
  mutate orders --budget 20s
fi
echo "coverage: ok"
