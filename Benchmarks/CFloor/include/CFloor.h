/// The lower bound of a cost: the same work written in C directly against Lua's API.
#ifndef OKIT_CFLOOR_H
#define OKIT_CFLOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lua_State lua_State;

/// Keeps the optimiser from removing the computation of a value.
void floor_use(int64_t value);

/// The bytes in use of the heap of this process.
int64_t floor_heap(void);

// MARK: Lua

lua_State *floor_open(void);
void floor_close(lua_State *lua);

/// Runs `s = host(s)` in Lua `count` times, where `host` adds one. Returns `s`, or -1 after an error.
int64_t floor_lua_to_host(lua_State *lua, int64_t count);

/// Calls the global function `addOne` through `lua_pcall` `count` times.
int64_t floor_call_by_name(lua_State *lua, int64_t count);

/// Runs `s = s + e.price` in Lua `count` times, where `e` is a userdata whose `__index` finds the property by its name.
int64_t floor_property(lua_State *lua, int64_t count, int64_t price);

/// Runs `s = s + e:get("price")` in Lua `count` times, where `get` is a C function.
int64_t floor_get(lua_State *lua, int64_t count, int64_t price);

/// As `floor_lua_to_host`, with a host function that returns its text argument. Returns the sum of the lengths.
int64_t floor_text_to_host(lua_State *lua, const char *text, int64_t count);

/// As `floor_call_by_name`, with a function that returns its text argument; the result is copied. Returns the sum of
/// the lengths.
int64_t floor_text_to_lua(lua_State *lua, const char *text, int64_t count);

/// Calls a Lua function that formats the price of one of `entities` userdata; the price of each is its index.
int64_t floor_label(lua_State *lua, int64_t entities, int64_t count);

/// Runs a script that returns a function from an integer to an integer. Returns a reference to the function, or 0 after
/// an error.
int32_t floor_load(lua_State *lua, const char *script);

/// Calls a function that `floor_load` returned.
int64_t floor_call(lua_State *lua, int32_t function, int64_t argument);

/// Defines `entities`, with which scripts make entities in C; only one Lua state can have it. Returns false after an
/// error. - Parameter limit: The number of entities that there can be.
bool floor_define_entities(lua_State *lua, uint32_t limit);
void floor_close_entities(void);

/// Runs `launch.lua` for a script. Returns the least time of a launch in nanoseconds, or -1 after an error.
double floor_launch(lua_State *lua, const char *program, const char *root, const char *script);

/// The number of entities after the last launch.
int64_t floor_entity_count(void);

// MARK: Servers

/// Loads `m1.json` and so on with libcurl. Returns the number of bytes, or -1 after an error.
int64_t floor_http_load(const char *url, int64_t count, long connections);

// MARK: Disks

/// Writes a temporary file, syncs it, renames it, and syncs the folder.
bool floor_store(const char *folder, const void *bytes, size_t length);

/// Whether SQLite is installed.
bool floor_sqlite_exists(void);

/// A table with a row for each entity, in SQLite's WAL mode.
typedef struct floor_rows floor_rows;

/// Only one can be open. - Parameter survives_power_loss: Whether each change is synced.
floor_rows *floor_rows_open(const char *file, int64_t count, bool survives_power_loss);
/// Stores the price of one entity, as one transaction.
bool floor_rows_change(floor_rows *rows, int64_t number, int64_t price);
int64_t floor_rows_sum(floor_rows *rows);
void floor_rows_close(floor_rows *rows);

#endif
