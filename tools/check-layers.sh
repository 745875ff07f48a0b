#!/bin/sh
# Checks the order of folders, which the compiler does not know: in a module, each folder uses only the folders before it, so that
# each prefix of its list type-checks alone. In CLua, each folder includes only headers of itself and of the folders before it.
# Also checks that programs with OKitLua compile no part of an application that they do not name.
set -eu
cd "$(dirname "$0")/.."
# The build names the package after its folder.
package=$(basename "$PWD" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9_]/_/g')
cd Sources

# The modules, as the last build left them.
modules="$(swift build --show-bin-path)/Modules"
options="-swift-version 6 -warnings-as-errors -package-name $package
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault"

check() { # module, folders …
  module=$1
  shift
  before=$(find "$module" -maxdepth 1 -name '*.swift')
  for folder in "$module"/*/; do
    case " $* $module.docc " in
      *" $(basename "$folder") "*) ;;
      *) echo "layers: Sources/$folder is not in the list of layers; add it to $0" >&2; exit 1 ;;
    esac
  done
  for layer in "$@"; do
    files=$(find "$module/$layer" -name '*.swift' | sort)
    primary=$(printf ' -primary-file %s' $files)
    # Only the layer's own files are checked: those before it were.
    # shellcheck disable=SC2086
    swiftc -frontend -typecheck $options -module-name "$module" -I "$modules" $primary $before ||
      { echo "layers: $module/$layer uses something of a later layer" >&2; exit 1; }
    before="$before $files"
  done
}

check OKitValues Diagnostics Execution Values JSON
check OKitModel Binding Observation Model Evaluation
check OKitEngine Services Controllers App

cd CLua
before=""
for layer in shared errors limits values calls objects io stdlib state; do
  before="$before|$layer"
  ! grep -nE '^#include "[a-z]+/' "$layer"/*.[ch] | grep -vE "\"(${before#|})/" ||
    { echo "layers: Sources/CLua/$layer includes a header of a later folder" >&2; exit 1; }
done
for folder in */; do
  case "$before|include|lua|" in
    *"|${folder%/}|"*) ;;
    *) echo "layers: Sources/CLua/${folder%/} is not in the list of layers; add it to $0" >&2; exit 1 ;;
  esac
done

cd ../..
# The targets that a target needs, directly or through others.
needed() { # target
  swift package describe --type text | awk -v target="$1" '
    /^    Name: / { name = $2 }
    /^    [A-Z]/ { inside = /^    Target dependencies:/; next }
    inside && /^        / { needs[name] = needs[name] " " $1 }
    END {
      queue[1] = target; last = 1
      for (place = 1; place <= last; place++) {
        count = split(needs[queue[place]], found, " ")
        for (i = 1; i <= count; i++) if (!(found[i] in seen)) { seen[found[i]]; queue[++last] = found[i]; print found[i] }
      }
    }'
}
for target in OKitLua OKitTesting OKitTestRunner OKitCheck OKitLanguageServer; do
  all=$(needed $target)
  echo "$all" | grep -qx OKitEngine ||
    { echo "layers: $target does not need OKitEngine; is the description of the package as expected?" >&2; exit 1; }
  ! echo "$all" | grep -xE 'C?SQLite|C(Curl|Crypto|Expat)|OKit(SQLite|HTTP|Encryption|Backup|Storyboard)' ||
    { echo "layers: $target needs a part of applications" >&2; exit 1; }
done
for target in OKitLua OKitTesting; do
  ! needed $target | grep -xE 'OKit(Exchange|Trace)' ||
    { echo "layers: $target needs what only the command line uses" >&2; exit 1; }
done
echo "layers: ok"
