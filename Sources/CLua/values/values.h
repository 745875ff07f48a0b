// Values on their way between Swift and Lua.
#ifndef OKIT_VALUES_H
#define OKIT_VALUES_H

#include "limits/limits.h"

// The registry's name of the function that fills tables on demand.
#define OKIT_FILLER "okit.filler"

// Describes a value without keeping it: texts are borrowed, tables and functions are known by their stack index.
void okit_describe_value(lua_State *L, int index, okit_value *value);
void okit_collect_values(lua_State *L, int first, int count, okit_values *values);
// Frees the slots of values whose reading failed.
void okit_release_collected(okit_state *state);
// Frees the registry slots that were released since the last entry.
void okit_free_released(okit_state *state, lua_State *L);

// Pushes a value with its content and returns the one after it.
const okit_value *okit_push(lua_State *L, const okit_value *value, const char *texts);
void okit_push_values(lua_State *L, const okit_value *items, size_t count, const char *texts);
void okit_push_all(lua_State *L, okit_values values);
// Pushes a value that takes no memory. Returns false, with nothing pushed, when it would.
bool okit_push_light(lua_State *L, const okit_value *value);

// identities.c
void okit_install_identities(lua_State *L);
// Pushes what stands for the address of a value in texts, such as `0x00000001`.
const char *okit_push_identity(lua_State *L, int index);
// `luaL_tolstring`, without addresses.
const char *okit_push_text(lua_State *L, int index, size_t *length);

#endif
