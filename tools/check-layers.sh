#!/bin/sh
# Checks that each folder of the engine uses only the folders before it: each prefix of the list must type-check alone.
# In CLua, each folder includes only headers of itself and of the folders before it.
set -eu
cd "$(dirname "$0")/../Sources/OKitEngine"

layers="Diagnostics Execution Values JSON Binding Storage Observation Model Exchange Evaluation Services Screen Controllers App"

for folder in */; do
  case " $layers " in
    *" ${folder%/} "*) ;;
    *) echo "layers: Sources/OKitEngine/${folder%/} is not in the list of layers; add it to $0" >&2; exit 1 ;;
  esac
done

# The modules of other packages, as the last build left them.
modules="$(swift build --show-bin-path)/Modules"
options="-swift-version 6 -warnings-as-errors -package-name okit -module-name OKitEngine
  -enable-upcoming-feature ExistentialAny -enable-upcoming-feature InternalImportsByDefault"
before=""
for layer in $layers; do
  files=$(find "$layer" -name '*.swift' | sort)
  primary=$(printf ' -primary-file %s' $files)
  # Only the layer's own files are checked: those before it were.
  # shellcheck disable=SC2086
  swiftc -frontend -typecheck $options -I "$modules" $primary $before ||
    { echo "layers: $layer uses something of a later layer" >&2; exit 1; }
  before="$before $files"
done

cd ../CLua
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
echo "layers: ok"
