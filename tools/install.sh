#!/bin/sh
# Installs okit-run below a folder: the stripped binary, the man page, and completions for bash, zsh and fish.
# Usage: tools/install.sh PATH-OF-OKIT-RUN FOLDER
set -eu
binary=$1
target=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$binary" manual >"$work/okit-run.1"
for shell in bash zsh fish; do
  "$binary" --generate-completion-script "$shell" >"$work/$shell"
done

install -D -m 755 -s "$binary" "$target/bin/okit-run"
install -D -m 644 "$work/okit-run.1" "$target/share/man/man1/okit-run.1"
install -D -m 644 "$work/bash" "$target/share/bash-completion/completions/okit-run"
install -D -m 644 "$work/zsh" "$target/share/zsh/site-functions/_okit-run"
install -D -m 644 "$work/fish" "$target/share/fish/vendor_completions.d/okit-run.fish"
