#!/bin/sh
# Checks that the relative links of all articles lead to a file and a heading, and that the files in
# docs/architecture.md and the folders in docs/glossary.md and in the table of CONTRIBUTING.md exist.
set -eu
cd "$(dirname "$0")/.."
status=0

# Prints the anchors of an article's headings, as GitHub derives them.
anchors() {
  awk '/^```/ { code = !code } !code && /^#+ / { sub(/^#+ /, ""); print tolower($0) }' "$1" |
    LC_ALL=C.UTF-8 sed -E 's/[^[:alnum:] _-]//g; s/ /-/g'
}

for article in *.md docs/*.md docs/decisions/*.md scripts/bookshop/*.md Sources/OKitLua/OKitLua.docc/*.md; do
  folder=$(dirname "$article")
  links=$(awk '/^```/ { code = !code } !code' "$article" | grep -oE '\]\([^) ]+\)' | sed -E 's/^\]\(//; s/\)$//')
  for link in $links; do
    case "$link" in http*) continue ;; esac
    file=${link%%#*}
    target=${file:+$folder/$file}
    target=${target:-$article}
    if [ ! -e "$target" ]; then
      echo "links: $article: broken link $link: no such file" >&2
      status=1
    elif [ "$link" != "${link#*#}" ] && ! anchors "$target" | grep -qxF "${link#*#}"; then
      echo "links: $article: broken link $link: no such heading" >&2
      status=1
    fi
  done
done

# Files of the architecture: without a prefix they are in Sources or in CLua.
for file in $(grep -oE '`[^`* ]+/[^`* ]+\.(swift|c|h|lua|sh)`' docs/architecture.md | tr -d '`'); do
  if [ ! -e "$file" ] && [ ! -e "Sources/$file" ] && [ ! -e "Sources/CLua/$file" ]; then
    echo "links: docs/architecture.md: no such file: $file" >&2
    status=1
  fi
done

# The last column of the glossary: folders without a prefix are in Sources.
for folder in $(sed -n 's/^|.*| \(`[^|]*`\) |$/\1/p' docs/glossary.md | tr -d '`,'); do
  if [ ! -d "$folder" ] && [ ! -d "Sources/$folder" ]; then
    echo "links: docs/glossary.md: no such folder: $folder" >&2
    status=1
  fi
done

# The table of folders. `…/` stands for the target of a row above; the folders of a cell may be in each other.
while IFS='|' read -r _ folders contents _; do
  bases=""
  for folder in $(echo "$folders" | grep -oE '`[^` ]+/`' | tr -d '`'); do
    case $folder in
      …/*) folder=$target/${folder#…/} ;;
      Sources/*) target=$(echo "$folder" | cut -d/ -f1,2) ;;
    esac
    [ -d "$folder" ] || folder=$target/$folder
    bases="$bases $folder"
  done
  for folder in $bases $(echo "$contents" | grep -oE '`[^` ]+/`' | tr -d '`'); do
    [ -d "$folder" ] && continue
    for base in $bases; do [ -d "$base/$folder" ] && continue 2; done
    echo "links: CONTRIBUTING.md: no such folder: $folder" >&2
    status=1
  done
done <<END
$(sed -n '/^## Where is/,/^## Tests/p' CONTRIBUTING.md | grep '^| `')
END

[ "$status" = 0 ] && echo "links: ok"
exit "$status"
