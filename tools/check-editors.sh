#!/bin/sh
# Drives `okit-run lsp` with a real editor: the client that is a part of Neovim.
# Usage: tools/check-editors.sh PATH-OF-OKIT-RUN
set -eu
OKIT_RUN=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
cd "$(dirname "$0")/.."
OKIT_FOLDER=$(mktemp -d)
trap 'rm -rf "$OKIT_FOLDER"' EXIT
export OKIT_RUN OKIT_FOLDER

# Nothing of the user's: no settings, no plugins, no state. The script ends the editor; the limit is for one that hangs.
XDG_CONFIG_HOME="$OKIT_FOLDER" XDG_DATA_HOME="$OKIT_FOLDER" \
  XDG_STATE_HOME="$OKIT_FOLDER" XDG_CACHE_HOME="$OKIT_FOLDER" \
  timeout 1200 nvim --headless -u NONE -i NONE -n --cmd 'set noswapfile' -S Tests/Neovim/client.lua
echo "editors: ok"
