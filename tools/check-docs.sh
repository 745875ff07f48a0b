#!/bin/sh
# Runs the examples in README.md and docs/*.md from top to bottom, each article in its own folder.
#   - A block whose first line is `-- file: NAME` (or `// file: NAME`, `<!-- file: NAME -->`) is written to that file; a
#     later block replaces it.
#   - The `$ …` lines of a ```console block run there; the output must equal the lines that follow. Times are not
#     compared.
#   - In a table whose header begins with `| binding | value |`, the first code span of each row is evaluated on the
#     first screen of the current app.lua and must equal the second code span.
#   - The test files that the article has written run at its end and must pass.
# README.md, docs/forms.md and docs/gallery.md also have access to the folder scripts/.
# Usage: tools/check-docs.sh [--update] PATH-OF-OKIT-RUN [ARTICLE…]
# With --update, writes the output into the console blocks instead; review the differences before you commit them.
set -eu
update=false
[ "${1-}" != --update ] || { update=true; shift; }
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
shift
cd "$(dirname "$0")/.."
root=$(pwd)
[ $# -gt 0 ] || set -- README.md docs/*.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
ln -s "$binary" "$work/bin/okit-run"
failed=0
count=0

# Splits an article into numbered steps: NNN.file with its name in NNN.name, NNN.console, NNN.bindings.
split() {
  awk -v out="$2" '
    function step(kind) { close(path); path = sprintf("%s/%03d.%s", out, ++steps, kind); printf "" > path; return path }
    # Returns the first code span of a cell; spans with several backquotes do not occur.
    function code(cell,  text) {
      text = match(cell, /`[^`]*`/) ? substr(cell, RSTART + 1, RLENGTH - 2) : ""
      gsub(/\\\|/, "|", text) # A table needs a backslash before each vertical line.
      return text
    }
    /^```/ {
      table = 0
      if (inside) { inside = 0; next }
      inside = 1; first = 1; path = ""
      if ($0 ~ /^```console/) { path = step("console"); first = 0 }
      next
    }
    inside && first {
      first = 0
      if ($0 ~ /^(--|\/\/|<!--) file: /) {
        name = $0; sub(/^[^ ]* file: /, "", name); sub(/ -->$/, "", name)
        path = step("file"); print name > substr(path, 1, length(path) - 4) "name"
      }
    }
    inside { if (path != "") print > path; next }
    /^\| binding \| value \|/ { table = 1; path = step("bindings"); next }
    table && /^\| *-/ { next }
    table && /^\|/ { split($0, cells, /[^\\]\| /); print code(cells[1]) "\t" code(cells[2]) > path; next }
    { table = 0 }
  ' "$1"
}

# Runs a command line of an article in a neutral environment.
run() {
  (cd "$folder" && env -u OKIT_DOCUMENTS PATH="$work/bin:$PATH" HOME="$folder" XDG_DATA_HOME="$folder/.data" \
    LC_ALL=C.UTF-8 TZ=UTC NO_COLOR=1 sh -c "$1" </dev/null 2>&1)
}

timeless() { sed -E 's/in [0-9]+\.[0-9]+ s$/in 0.000 s/' "$1"; }

compare() { # expected, got, what
  timeless "$1" >"$1.timeless"
  timeless "$2" >"$2.timeless"
  if ! diff -u --label "$article" --label "okit-run" "$1.timeless" "$2.timeless" >"$1.diff"; then
    echo "docs: $article: $3:" >&2
    cat "$1.diff" >&2
    failed=1
  fi
}

# Prints the article with the current output in its console blocks.
updated() {
  ls "$2"/*.console.got 2>/dev/null | awk -v article="$1" '
    { got[++count] = $0 }
    END {
      while ((getline line <article) > 0) {
        if (skipping && line !~ /^```/) continue
        skipping = 0
        print line
        if (line !~ /^```console/) continue
        skipping = 1
        path = got[++block]
        while ((getline printed <path) > 0) { sub(/in [0-9]+\.[0-9]+ s$/, "in 0.012 s", printed); print printed }
      }
    }'
}

for article in "$@"; do
  name=$(basename "$article" .md)
  folder="$work/$name"
  steps="$work/$name.steps"
  mkdir "$folder" "$steps"
  case "$name" in README | forms | gallery) ln -s "$root/scripts" "$folder/scripts" ;; esac
  split "$article" "$steps"
  for step in "$steps"/*; do
    case "$step" in
      *.file)
        target="$folder/$(cat "${step%.file}.name")"
        mkdir -p "$(dirname "$target")"
        cp "$step" "$target"
        ;;
      *.console)
        : >"$step.got"
        while IFS= read -r line; do
          case "$line" in
            "\$ "*)
              printf '%s\n' "$line" >>"$step.got"
              run "${line#"\$ "}" >>"$step.got" || true
              count=$((count + 1))
              ;;
          esac
        done <"$step"
        $update || compare "$step" "$step.got" "the output of an example differs"
        ;;
      *.bindings)
        cut -f 1 "$step" | sed 's/^/get /' >"$folder/.commands"
        cut -f 2 "$step" >"$step.values"
        paste "$step" /dev/null >"$step.expected"
        run "okit-run app.lua --documents .bindings --now 2020-01-31T12:00:00Z <.commands" >"$step.results" || true
        cut -f 1 "$step" | paste - "$step.results" | sed 's/$/\t/' >"$step.got"
        compare "$step.expected" "$step.got" "the value of a binding differs"
        count=$((count + $(wc -l <"$step")))
        ;;
      *) ;;
    esac
  done
  if $update; then
    updated "$article" "$steps" >"$steps.updated"
    cp "$steps.updated" "$article"
  fi
  if find "$folder" -name '*_test.lua' | grep -q .; then
    count=$((count + 1))
    rm -f "$folder/scripts"
    if ! run "okit-run test ." >"$steps.tests"; then
      echo "docs: $article: its tests fail:" >&2
      cat "$steps.tests" >&2
      failed=1
    fi
  fi
done

[ "$failed" = 0 ] && echo "docs: $count examples passed"
exit "$failed"
