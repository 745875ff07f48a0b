#!/bin/sh
# The Lua half of the tests and the attacks under AddressSanitizer, with a look for leaks at the end of the tests, and with
# traps in C where its behaviour would be undefined.
#
#   tools/check-sanitizer.sh                            as CI does
#   OKIT_ALLOCATIONS=all tools/check-sanitizer.sh       with each allocation of Lua failing once
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
options="--scratch-path .build-asan --sanitize=address -Xcc -fsanitize=undefined -Xcc -fsanitize-trap=undefined"
# Swift's frames are too many for the detection of uses after return.
export ASAN_OPTIONS=detect_leaks=1:detect_stack_use_after_return=0
export LSAN_OPTIONS=suppressions=$PWD/tools/leaks.txt:print_suppressions=0

# shellcheck disable=SC2086
"$swift" build $options --build-tests
# shellcheck disable=SC2086
"$swift" test $options --skip-build --disable-xctest --filter OKitLuaTests
# The command leaves what it has to the system at its end, and the sanitizer does not find what enums refer to.
ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=0 tools/check-attacks.sh .build-asan/debug/okit-run
echo "sanitizer: ok"
