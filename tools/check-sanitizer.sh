#!/bin/sh
# Runs the Lua tests and the attacks under AddressSanitizer, with leak detection after the tests and with traps for
# undefined behavior in C.
#
#   tools/check-sanitizer.sh                            as in `make test-long`
#   OKIT_ALLOCATIONS=all tools/check-sanitizer.sh       each allocation of Lua fails once
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}

# SwiftPM builds the tests of all targets. So this check has a package of links to the sources, whose manifest is that
# of the project without the targets that do not run here.
package=.build-asan/package
mkdir -p "$package"
for entry in *; do
  [ "$entry" = Package.swift ] || ln -sfn "../../$entry" "$package/$entry"
done
{
  cat Package.swift
  cat <<'END'

let tests: Set = ["OKitLuaTests", "OKitTestRunnerTests"]
let others: Set = ["CFloor", "CPlainLua", "OKitFuzzing", "okit-bench", "okit-fuzz", "okit-start"]
package.targets.removeAll { $0.type == .test ? !tests.contains($0.name) : others.contains($0.name) }
END
} >"$package/Package.swift.new"
cmp -s "$package/Package.swift.new" "$package/Package.swift" || cp "$package/Package.swift.new" "$package/Package.swift"

options="--package-path $package --scratch-path .build-asan --sanitize=address"
options="$options -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined"
# Swift has too many frames for the detection of use after return.
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0
export LSAN_OPTIONS=suppressions=$PWD/tools/leaks.txt:print_suppressions=0

# shellcheck disable=SC2086
"$swift" build $options --build-tests
# Without `swift test`, which would run the tests in the folder of the package.
tools/in-memory.sh .build-asan/debug/okitPackageTests.xctest --testing-library swift-testing
# okit-run leaves its memory to the system at exit, and the sanitizer does not follow references in enums.
ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 tools/check-attacks.sh .build-asan/debug/okit-run
echo "sanitizer: ok"
