#!/bin/sh
# Builds the fuzzers with AddressSanitizer and runs them: `tools/fuzz.sh [--seconds N] [--work DIR] [target …]`.
# All targets run at once for N seconds (default 60), each in its own process. They start with the inputs in
# Tests/Corpus. New inputs go to DIR/corpus, failing ones to DIR/findings (default DIR: .build-fuzz/work).
# `tools/fuzz.sh --merge [target …]` copies the small inputs that increase coverage from DIR/corpus to Tests/Corpus.
set -eu
cd "$(dirname "$0")/.."

seconds=60
work=.build-fuzz/work
merge=false
while [ $# -gt 0 ]; do
  case "$1" in
    --seconds) seconds=$2; shift 2 ;;
    --work) work=$2; shift 2 ;;
    --merge) merge=true; shift ;;
    --) shift; break ;;
    -*) echo "usage: tools/fuzz.sh [--seconds N] [--work DIR] [--merge] [target …]" >&2; exit 2 ;;
    *) break ;;
  esac
done
[ $# -gt 0 ] || set -- binding formula sqlfunction json document journal container backup image html pattern format \
  textformat action csv spon storyboard script app lsp live

build() {
  swift build --scratch-path .build-fuzz -c release --product okit-fuzz --sanitize address \
    -Xswiftc -DLIBFUZZER -Xswiftc -sanitize=fuzzer -Xswiftc -parse-as-library \
    -Xcc -fsanitize=fuzzer-no-link -Xswiftc -use-ld=lld "$@"
}
build >&2
mkdir -p "$work"
# Runs a copy, because a build during a long run would replace the executable.
fuzz="$work/okit-fuzz"
cp "$(build --show-bin-path)/okit-fuzz" "$fuzz"

# Scripts consist of ASCII characters; they can use escapes for others.
options() {
  case "$1" in
    script | app) echo "-dict=Tests/Corpus/lua.dict -max_len=4000 -only_ascii=1" ;;
    document) echo "-dict=Tests/Corpus/document.dict -max_len=4000" ;;
    backup) echo "-dict=Tests/Corpus/backup.dict -max_len=8000" ;;
    pattern | format) echo "-dict=Tests/Corpus/$1.dict -max_len=300" ;;
    *) echo "-dict=Tests/Corpus/$1.dict -max_len=1000" ;;
  esac
}

# Leaks are detected at the end only: the states that a target keeps would trigger a check after each input.
export ASAN_OPTIONS="detect_leaks=1:allocator_may_return_null=1:handle_segv=0:${ASAN_OPTIONS:-}"
export SWIFT_BACKTRACE=enable=no

if $merge; then
  for target in "$@"; do
    # shellcheck disable=SC2046
    "$fuzz" "$target" -merge=1 $(options "$target") -max_len=400 "Tests/Corpus/$target" "$work/corpus/$target"
  done
  exit
fi

running=""
for target in "$@"; do
  mkdir -p "$work/corpus/$target" "$work/findings/$target" "$work/logs"
  # shellcheck disable=SC2046
  nice -n 19 "$fuzz" "$target" $(options "$target") -max_total_time="$seconds" -detect_leaks=0 -timeout=60 \
    -rss_limit_mb=1500 -print_final_stats=1 -artifact_prefix="$work/findings/$target/" \
    "$work/corpus/$target" "Tests/Corpus/$target" \
    >"$work/logs/$target.log" 2>&1 &
  running="$running $target:$!"
done

failed=0
for one in $running; do
  target=${one%:*}
  if wait "${one#*:}"; then
    echo "fuzz: $target: $(awk '/number_of_executed_units/ { print $2 }' "$work/logs/$target.log") inputs, no failure"
  else
    echo "fuzz: $target: found a failure, see $work/logs/$target.log and $work/findings/$target" >&2
    failed=1
  fi
done
exit "$failed"
