/// The least that work costs: written in C, what crosses between Lua and its host by the book of Lua's manual.
#ifndef OKIT_CFLOOR_H
#define OKIT_CFLOOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct lua_State lua_State;

/// Makes results used in the eyes of the optimiser.
void floor_use(int64_t value);

/// The bytes in use of the heap of this process.
int64_t floor_heap(void);

// MARK: Lua

lua_State *floor_open(void);
void floor_close(lua_State *lua);

/// Runs `s = host(s)` in Lua `count` times, where `host` adds one; answers `s`, or -1 when something failed.
int64_t floor_lua_to_host(lua_State *lua, int64_t count);

/// Calls a Lua function that adds one `count` times through `lua_pcall`.
int64_t floor_host_to_lua(lua_State *lua, int64_t count);

/// Runs `s = s + e.price` in Lua `count` times, where `e` is a userdata whose `__index` finds the property by its name.
int64_t floor_property(lua_State *lua, int64_t count, int64_t price);

/// As `floor_lua_to_host`, with a host function that answers the text that it gets; the sum of the lengths.
int64_t floor_text_to_host(lua_State *lua, const char *text, int64_t count);

/// As `floor_host_to_lua`, with a Lua function that answers the text that it gets, which is copied then.
int64_t floor_text_to_lua(lua_State *lua, const char *text, int64_t count);

/// Calls a Lua function that makes a text of the price of one of so many userdata, whose price is their number.
int64_t floor_label(lua_State *lua, int64_t entities, int64_t count);

/// Keeps what a script returns, a function from an integer to an integer, with all of Lua's libraries: its number, or 0.
int32_t floor_load(lua_State *lua, const char *script);

/// Calls a function that `floor_load` has kept.
int64_t floor_call(lua_State *lua, int32_t function, int64_t argument);

// MARK: Disks

/// Writes a file aside, syncs it, gives it its name, and syncs the folder.
bool floor_store(const char *folder, const void *bytes, size_t length);

/// Whether SQLite is installed.
bool floor_sqlite_exists(void);

/// A table with a row for each entity, in SQLite's WAL mode.
typedef struct floor_rows floor_rows;

/// One at a time. - Parameter survives_power_loss: whether each change is synced.
floor_rows *floor_rows_open(const char *file, int64_t count, bool survives_power_loss);
/// Stores the price of one entity, as one transaction.
bool floor_rows_change(floor_rows *rows, int64_t number, int64_t price);
int64_t floor_rows_sum(floor_rows *rows);
void floor_rows_close(floor_rows *rows);

#endif
