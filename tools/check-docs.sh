#!/bin/sh
# Runs the examples of README.md and docs/*.md. In each article
#   - a ```lua block whose first line is `-- file: NAME` is written to a folder of its own;
#   - a ```console block runs its `$ okit-run …` lines there, in order, and what follows each line must be what it prints.
# Usage: tools/check-docs.sh PATH-OF-OKIT-RUN
set -eu
cd "$(dirname "$0")/.."
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
root=$(pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
ran=0

for article in README.md docs/*.md; do
  folder="$work/$(basename "$article" .md)"
  mkdir -p "$folder/bin"
  ln -s "$binary" "$folder/bin/okit-run"
  # Blocks in order: NNN.file.NAME or NNN.console.
  awk -v folder="$folder" '
    /^```lua/ { kind = "lua"; first = 1; next }
    /^```console/ { kind = "console"; count++; name = sprintf("%s/%03d.console", folder, count); next }
    /^```/ { if (kind != "") close(name); kind = ""; name = ""; next }
    kind == "lua" {
      if (first) { first = 0; if ($0 ~ /^-- file: /) { name = folder "/" substr($0, 10); printf "" > name } else { name = "" } }
      if (name != "") print >> name
    }
    kind == "console" { print >> name }
  ' "$article"
  for session in "$folder"/*.console; do
    [ -e "$session" ] || continue
    while IFS= read -r line; do
      case "$line" in
        "\$ "*)
          command=${line#"\$ "}
          (cd "$folder" && PATH="$folder/bin:$PATH" XDG_DATA_HOME="$folder/data" NO_COLOR=1 OKIT_SCRIPTS="$root/scripts" \
            sh -c "$command" </dev/null 2>&1) >>"$session.got" || true
          ran=$((ran + 1))
          ;;
      esac
    done <"$session"
    grep -v '^\$ ' "$session" >"$session.expected" || true
    if ! diff -u "$session.expected" "$session.got" >"$session.diff"; then
      echo "docs: $article: an example prints something else:" >&2
      cat "$session.diff" >&2
      failed=1
    fi
  done
done

[ "$failed" = 0 ] && echo "docs: $ran commands ran as written"
exit "$failed"
