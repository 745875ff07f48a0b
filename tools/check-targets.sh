#!/bin/sh
# The dependencies between targets: okit-run → OKitTesting → OKitLua → OKitBackup → OKitEncryption → OKitEngine,
# OKitLua → CLua, OKitTesting → CTesting, argument parsing only in okit-run, and cryptography only in OKitEncryption.
set -eu
cd "$(dirname "$0")/.."

forbid() {
  if grep -rnE "^(@testable )?[a-z]* *import ($2)\b" "$1"; then
    echo "targets: $1 must not import $2" >&2
    exit 1
  fi
}

crypto='Crypto|CryptoExtras|_CryptoExtras'
forbid Sources/OKitEngine "OKitLua|OKitEncryption|OKitBackup|OKitTesting|CLua|CTesting|ArgumentParser|$crypto"
forbid Sources/OKitEncryption 'OKitBackup|OKitLua|OKitTesting|CLua|CTesting|ArgumentParser'
forbid Sources/OKitBackup "OKitLua|OKitTesting|CLua|CTesting|ArgumentParser|$crypto"
forbid Sources/OKitLua "OKitTesting|CTesting|ArgumentParser|$crypto"
forbid Sources/OKitTesting "CLua|ArgumentParser|$crypto"
forbid Sources/okit-run "CLua|CTesting|$crypto"
swift build --explicit-target-dependency-import-check error >/dev/null
echo "targets: ok"
