// The declarations that the files of `values` share.
#ifndef OKIT_VALUES_INTERNAL_H
#define OKIT_VALUES_INTERNAL_H

#include "values/values.h"

enum { OKIT_TABLE_DEPTH = 64 };

// The names of a kind that have numbers, by the addresses of their strings. The addresses stay valid, because `fields`
// of the kind has the strings as keys.
typedef struct okit_names {
  struct okit_name {
    const void *address;
    int32_t slot;
  } *entries;
  size_t count, mask;  // of a table whose size is a power of two, at most half full
} okit_names;

struct okit_kind {
  int metatable, cache, fields;  // registry slots
  size_t weight;
  okit_operations operations;
  void *handler;
  okit_names names;
  const uint64_t *epoch;  // of elements that were read ahead, NULL for kinds without elements
};

static inline size_t okit_name_index(const okit_names *names, const void *address) {
  uintptr_t bits = (uintptr_t)address;
  size_t index = (bits >> 4 ^ bits >> 12) & names->mask;
  while (names->entries[index].address != NULL && names->entries[index].address != address) {
    index = (index + 1) & names->mask;
  }
  return index;
}

// Returns the number of a name, or -1.
static inline int32_t okit_find_name(const okit_names *names, const void *address) {
  if (names->entries == NULL) return -1;
  const struct okit_name *entry = &names->entries[okit_name_index(names, address)];
  return entry->address != NULL ? entry->slot : -1;
}

// name_slots.c
void okit_set_name(okit_names *names, const void *address, int32_t slot);

// objects.c
void okit_push_object(lua_State *L, uint16_t kind, uint64_t bits);
bool okit_push_known_object(lua_State *L, uint16_t kind, uint64_t bits);

#endif
