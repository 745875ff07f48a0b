/// The least that crossing between Lua and its host costs: the same work written in C, by the book of Lua's manual.
#ifndef OKIT_CFLOOR_H
#define OKIT_CFLOOR_H

#include <stdint.h>

typedef struct lua_State lua_State;

/// Makes results used in the eyes of the optimiser.
void floor_use(int64_t value);

lua_State *floor_open(void);
void floor_close(lua_State *lua);

/// Runs `s = host(s)` in Lua `count` times, where `host` adds one; answers `s`, or -1 when something failed.
int64_t floor_lua_to_host(lua_State *lua, int64_t count);

/// Calls a Lua function that adds one `count` times through `lua_pcall`.
int64_t floor_host_to_lua(lua_State *lua, int64_t count);

/// Runs `s = s + e.price` in Lua `count` times, where `e` is a userdata whose `__index` finds the property by its name.
int64_t floor_property(lua_State *lua, int64_t count, int64_t price);

#endif
