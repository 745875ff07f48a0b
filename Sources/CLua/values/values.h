// Values and host objects on their way between Swift and Lua.
#ifndef OKIT_VALUES_H
#define OKIT_VALUES_H

#include "state/extra_space.h"

// A kind of host object.
typedef struct okit_kind okit_kind;

enum {
  // The kind of the host's errors.
  OKIT_KIND_FAILURE = 0,
};

// The registry's name of the function that fills tables on demand.
#define OKIT_FILLER "okit.filler"

typedef struct okit_value_data {
  okit_kind *kinds;
  size_t kind_count;

  // Objects that Lua has collected
  okit_object *collected;
  size_t collected_count, collected_capacity;

  // Values that were read for the host
  okit_value *out;
  size_t out_count, out_capacity;
  bool collecting;  // `out` is being filled; after an error, its slots are to be freed
} okit_value_data;

// Describes a value without keeping it: texts are borrowed, tables and functions are known by their stack index.
void okit_describe_value(lua_State *L, int index, okit_value *value);
void okit_collect_values(lua_State *L, int first, int count, okit_values *values);
// Frees the slots of values whose reading failed.
void okit_release_collected(okit_state *state);

// Pushes a value and returns the one after it and its content.
const okit_value *okit_push(lua_State *L, const okit_value *value, const char *texts);
void okit_push_values(lua_State *L, const okit_value *items, size_t count, const char *texts);
void okit_push_all(lua_State *L, okit_values values);
// Pushes a value that takes no memory. Returns false, with nothing pushed, when it would.
bool okit_push_light(lua_State *L, const okit_value *value);

bool okit_to_object(lua_State *L, int index, okit_object *object);
bool okit_is_object_function(lua_CFunction function);

// Replaces `ipairs` by one that reads the elements of objects ahead.
void okit_install_ipairs(lua_State *L);

void okit_free_values(okit_value_data *values);

#endif
