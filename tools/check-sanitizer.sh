#!/bin/sh
# Runs the Lua tests and the attacks under AddressSanitizer, with leak detection after the tests and with traps for undefined
# behavior in C.
#
#   tools/check-sanitizer.sh                            as in CI
#   OKIT_ALLOCATIONS=all tools/check-sanitizer.sh       each allocation of Lua fails once
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
export OKIT_SANITIZER=1
options="--scratch-path .build-asan --sanitize=address -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined"
# Swift has too many frames for the detection of use after return.
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0
export LSAN_OPTIONS=suppressions=$PWD/tools/leaks.txt:print_suppressions=0

# shellcheck disable=SC2086
"$swift" build $options --build-tests
# shellcheck disable=SC2086
tools/in-memory.sh "$swift" test $options --skip-build --disable-xctest --filter 'OKitLuaTests|OKitTestingTests'
# okit-run leaves its memory to the system at exit, and the sanitizer does not follow references in enums.
ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 tools/check-attacks.sh .build-asan/debug/okit-run
echo "sanitizer: ok"
