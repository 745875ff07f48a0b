// Names that have numbers, found by the address of the string: Lua keeps one string for each short text, so equal
// addresses are equal names. A hash table with open addressing on the host's heap. A name that does not fit is found by
// a slower search.
#include "objects/objects.h"

#include <stdlib.h>
#include <string.h>

static bool grow(okit_names *names) {
  size_t capacity = names->entries == NULL ? 64 : (names->mask + 1) * 2;
  size_t bytes = capacity * sizeof *names->entries;
  okit_names larger = {.entries = okit_resize(NULL, bytes), .count = names->count, .mask = capacity - 1};
  if (larger.entries == NULL) return false;
  memset(larger.entries, 0, bytes);
  for (size_t i = 0; names->entries != NULL && i <= names->mask; i++) {
    struct okit_name entry = names->entries[i];
    if (entry.address != NULL) larger.entries[okit_name_index(&larger, entry.address)] = entry;
  }
  free(names->entries);
  *names = larger;
  return true;
}

// Sets the number of a name; -1 removes it.
void okit_set_name(okit_names *names, const void *address, int32_t slot) {
  if (names->entries != NULL) {
    struct okit_name *known = &names->entries[okit_name_index(names, address)];
    if (known->address == address) {
      known->slot = slot;
      known->shared = 0;
      return;
    }
  }
  if (slot < 0 || (names->count * 2 >= names->mask && !grow(names))) return;
  names->entries[okit_name_index(names, address)] = (struct okit_name){.address = address, .slot = slot};
  names->count++;
}
