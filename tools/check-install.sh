#!/bin/sh
# Installs okit-run into a scratch folder and checks what is there: a stripped binary that loads native modules, the man
# page, and the completions. Shells and tools that are not installed are skipped.
# Usage: tools/check-install.sh PATH-OF-OKIT-RUN
set -eu
binary=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0

fail() {
  echo "install: $1" >&2
  status=1
}

make --silent install-files RELEASE="$binary" DESTDIR="$scratch" PREFIX=/usr
installed=$scratch/usr/bin/okit-run
share=$scratch/usr/share

# The binary.
readelf --sections --wide "$installed" | grep -q ' \.symtab ' && fail "the binary is not stripped"
# A debug build uses the shared libraries of Swift and Lua; a binary that ships needs neither.
libraries=$(readelf --dynamic --wide "$installed" | grep NEEDED)
case "$libraries" in
  *libswiftCore*) ;;
  *liblua*) fail "the binary needs a library of Lua" ;;
  *)
    for symbol in lua_callk lua_newuserdatauv luaL_checkversion_ luaL_openlibs luaL_traceback; do
      readelf --dyn-syms --wide "$installed" | grep -q "GLOBAL DEFAULT .* $symbol\$" ||
        fail "the binary does not export $symbol"
    done
    readelf --sections --wide "$installed" | grep -q ' okit_lua_code ' ||
      fail "the time limit does not know the code of Lua"
    ;;
esac
version=$("$installed" --version)
[ "$("$installed" repl --exec '1 + 1')" = 2 ] || fail "the binary does not run"

# A native module, which finds Lua's functions in the process.
if command -v cc >/dev/null 2>&1; then
  cat >"$scratch/answer.c" <<'END'
#include <lauxlib.h>
int luaopen_answer(lua_State *L) {
  lua_pushinteger(L, 42);
  luaL_tolstring(L, -1, NULL);
  return 1;
}
END
  cc $(pkg-config --cflags lua5.4) -shared -fPIC -o "$scratch/answer.so" "$scratch/answer.c"
  found=$(cd "$scratch" && "$installed" repl --allow native --lua-path . --exec 'require "answer"' 2>&1) || true
  case "$found" in
    '"42"'*) ;;
    *) fail "a native module does not load: $found" ;;
  esac
fi

# The man page.
manual=$share/man/man1/okit-run.1
for name in run repl test 'models list' api; do
  grep -q "^\.Ss \"okit\\\\-run $name\"" "$manual" || fail "the man page does not describe \"$name\""
done
grep -Eq '^\.Dd [A-Z][a-z]+ [0-9]{1,2}, [0-9]{4}$' "$manual" || fail "the man page has no date"
grep -q "^\.Os okit\\\\-run $version" "$manual" || fail "the man page has another version than $version"
if command -v mandoc >/dev/null 2>&1; then
  mandoc -T lint -W warning "$manual" >&2 || fail "mandoc warns about the man page"
elif command -v groff >/dev/null 2>&1; then
  [ -z "$(groff -mandoc -ww -z -T utf8 -K utf8 "$manual" 2>&1 | tee /dev/stderr)" ] ||
    fail "groff warns about the man page"
fi

# The completions: every shell can read its own.
check_shell() { # shell, file
  [ -s "$2" ] || fail "no completions for $1"
  if command -v "$1" >/dev/null 2>&1; then "$1" -n "$2" || fail "$1 cannot read its completions"; fi
}
check_shell bash "$share/bash-completion/completions/okit-run"
check_shell zsh "$share/zsh/site-functions/_okit-run"
check_shell fish "$share/fish/vendor_completions.d/okit-run.fish"
completed=$(bash -c '. "$1"; COMP_WORDS=(okit-run mod); COMP_CWORD=1; COMP_LINE="okit-run mod"; COMP_POINT=12
  "$(complete -p okit-run | sed -E "s/.*-F ([^ ]+).*/\1/")" okit-run mod okit-run 2>/dev/null; echo "${COMPREPLY[*]}"' \
  - "$share/bash-completion/completions/okit-run")
[ "$completed" = models ] || fail "bash does not complete \"mod\" to \"models\": $completed"

if command -v fish >/dev/null 2>&1; then
  completed=$(fish --no-config -c "source '$share/fish/vendor_completions.d/okit-run.fish'; complete -C 'okit-run mod'")
  case "$completed" in
    models*) ;;
    *) fail "fish does not complete \"mod\" to \"models\": $completed" ;;
  esac
fi
if command -v zsh >/dev/null 2>&1; then
  completed=$(zsh -f -c 'fpath=("$1" $fpath); autoload -Uz compinit; compinit -u -D
    autoload +X _okit-run && print -r -- "${_comps[okit-run]}"' - "$share/zsh/site-functions")
  [ "$completed" = _okit-run ] || fail "zsh does not find its completions: $completed"
fi

[ "$status" = 0 ] && echo "install: ok"
exit "$status"
