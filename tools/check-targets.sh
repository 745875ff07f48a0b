#!/bin/sh
# The dependencies between targets: okit-run → OKitTesting → OKitLua → LuaSyntax → OKitEngine, OKitLua → CLua, OKitTesting → CTesting,
# okit-run → OKitLanguageServer → OKitCheck → OKitLua, okit-run → OKitScaffold → OKitStoryboard and OKitSQLite, and the parts of
# applications: OKitBackup → OKitEncryption → OKitEngine, OKitSQLite, OKitHTTP and OKitStoryboard → OKitEngine. Argument parsing is only in
# okit-run, and cryptography only in OKitEncryption. Only OKitStoryboard reads XML with expat.
set -eu
cd "$(dirname "$0")/.."

forbid() {
  if grep -rnE "^(@testable )?[a-z]* *import ($2)\b" "$1"; then
    echo "targets: $1 must not import $2" >&2
    exit 1
  fi
}

# Rejects targets that a target needs, directly or through others.
forbid_needing() {
  needed=$(swift package describe --type text | awk -v target="$1" '
    /^    Name: / { name = $2 }
    /^    [A-Z]/ { inside = /^    Target dependencies:/; next }
    inside && /^        / { needs[name] = needs[name] " " $1 }
    END {
      queue[1] = target; last = 1
      for (next_ = 1; next_ <= last; next_++) {
        count = split(needs[queue[next_]], found, " ")
        for (i = 1; i <= count; i++) if (!(found[i] in seen)) { seen[found[i]]; queue[++last] = found[i]; print found[i] }
      }
    }')
  [ -n "$needed" ] || { echo "targets: $1 needs no other target; is the description of the package as expected?" >&2; exit 1; }
  if echo "$needed" | grep -xE "$2"; then
    echo "targets: $1 must not need what is above, also not through other targets" >&2
    exit 1
  fi
}

crypto=CCrypto
later='LuaSyntax|OKitLua|OKitCheck|OKitLanguageServer|OKitScaffold|OKitTesting|CTesting|ArgumentParser'
storages='OKitEncryption|OKitBackup|OKitSQLite|CSQLite'
http='OKitHTTP|CCurl'
storyboards='OKitStoryboard|CExpat'
forbid Sources/OKitEngine "$later|CLua|$storages|$storyboards|$crypto"
forbid Sources/OKitEncryption "$later|CLua|OKitBackup|OKitSQLite|CSQLite|$storyboards"
forbid Sources/OKitBackup "$later|CLua|OKitSQLite|CSQLite|$storyboards|$crypto"
forbid Sources/OKitSQLite "$later|CLua|OKitEncryption|OKitBackup|$storyboards|$crypto"
forbid Sources/OKitStoryboard "$later|CLua|$storages|$crypto"
forbid Sources/LuaSyntax "OKitLua|OKitCheck|OKitLanguageServer|OKitScaffold|OKitTesting|CTesting|ArgumentParser|CLua|$storages|$storyboards|$crypto"
forbid Sources/OKitLua "OKitCheck|OKitLanguageServer|OKitScaffold|OKitTesting|CTesting|ArgumentParser|$storages|$http|$storyboards|$crypto"
forbid Sources/OKitTesting "OKitCheck|OKitLanguageServer|OKitScaffold|CLua|ArgumentParser|$storages|$http|$storyboards|$crypto"
forbid Sources/OKitCheck "OKitLanguageServer|OKitScaffold|OKitTesting|CTesting|CSQLite|CExpat|CLua|ArgumentParser|$storages|$crypto"
forbid Sources/OKitLanguageServer "OKitScaffold|OKitTesting|CTesting|CSQLite|CExpat|CLua|ArgumentParser|$storages|$storyboards|$crypto"
forbid Sources/OKitScaffold "OKitLua|OKitCheck|OKitLanguageServer|OKitTesting|CTesting|CSQLite|CExpat|CLua|ArgumentParser|OKitEncryption|OKitBackup|$crypto"
forbid Sources/okit-run "CSQLite|CExpat|CLua|CTesting|$crypto"
for target in OKitLua OKitTesting OKitCheck OKitLanguageServer; do
  forbid_needing $target "ArgumentParser|$storages|$http|$storyboards|$crypto"
done
swift build --explicit-target-dependency-import-check error >/dev/null
echo "targets: ok"
