// Host objects as Lua has them: userdata with a kind and 64 bits.
#ifndef OKIT_USERDATA_H
#define OKIT_USERDATA_H

#include "shared/state.h"

enum {
  // The kind of the host's errors.
  OKIT_KIND_FAILURE = 0,
  OKIT_OBJECT_MARK = 0x6f6b6974,
};

// The names of a kind that have numbers, by the addresses of their strings. The addresses stay valid, because `fields`
// of the kind has the strings as keys.
typedef struct okit_names {
  struct okit_name {
    const void *address;
    int32_t slot;
    int32_t shared;  // the registry slot of the method that the name is on every object, or 0
  } *entries;
  size_t count, mask;  // of a table whose size is a power of two, at most half full
} okit_names;

struct okit_kind {
  int metatable, cache, fields;  // registry slots
  int room;      // the size of the array of the cache, as far as it was made for it
  size_t count;  // of the objects that were made
  size_t weight;
  okit_operations operations;
  void *handler;
  okit_names names;
  const uint64_t *epoch;  // of elements that were read ahead, NULL for kinds without elements
  // Shared methods are valid while the number at the address is the one that it was when they were set.
  const intptr_t *definitions;
  intptr_t shared_since;
};

// The mark distinguishes it from other userdata: open files, and those of native modules.
typedef struct okit_userdata {
  uint64_t bits;
  uint16_t kind;
  uint32_t mark;
} okit_userdata;

static inline bool okit_to_object(lua_State *L, int index, okit_object *object) {
  if (lua_type(L, index) != LUA_TUSERDATA) return false;
  const okit_userdata *data = lua_touserdata(L, index);
  if (lua_rawlen(L, index) < sizeof *data || data->mark != OKIT_OBJECT_MARK) return false;
  *object = (okit_object){.bits = data->bits, .kind = data->kind};
  return true;
}

void okit_push_object(lua_State *L, uint16_t kind, uint64_t bits);
// The same, for an object that no userdata stands for.
void okit_push_unknown_object(lua_State *L, uint16_t kind, uint64_t bits);
// Pushes the userdata of an object if it exists, which takes no memory. Needs three stack slots.
bool okit_push_known_object(lua_State *L, uint16_t kind, uint64_t bits);

#endif
