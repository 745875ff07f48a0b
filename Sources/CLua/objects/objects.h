// Host objects: their kinds, and the operations that the host performs.
#ifndef OKIT_OBJECTS_H
#define OKIT_OBJECTS_H

#include "calls/calls.h"

static inline size_t okit_name_index(const okit_names *names, const void *address) {
  uintptr_t bits = (uintptr_t)address;
  size_t index = (bits >> 4 ^ bits >> 12) & names->mask;
  while (names->entries[index].address != NULL && names->entries[index].address != address) {
    index = (index + 1) & names->mask;
  }
  return index;
}

// Returns what is known of a name, or NULL.
static inline const struct okit_name *okit_find_name(const okit_names *names, const void *address) {
  if (names->entries == NULL) return NULL;
  const struct okit_name *entry = &names->entries[okit_name_index(names, address)];
  return entry->address != NULL ? entry : NULL;
}

void okit_set_name(okit_names *names, const void *address, int32_t slot);

// Whether a C function of the bridge calls the host.
bool okit_calls_host(lua_CFunction function);

// Replaces `ipairs` by one that reads the elements of objects ahead.
void okit_install_ipairs(lua_State *L);

void okit_free_values(okit_value_data *values);

#endif
