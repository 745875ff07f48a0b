// Lua, found by pkg-config: its headers have other folders, and its library other names, on other systems than Debian.
#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>
