// The heap of the bridge, and buffers that grow.
#include "shared/memory.h"

#include <stdlib.h>
#include <string.h>

void *okit_resize(void *block, size_t size) { return okit_allocation_fails() ? NULL : realloc(block, size); }

bool okit_append(okit_bytes *bytes, const char *text, size_t length) {
  if (bytes->length + length > bytes->capacity) {
    size_t capacity = (bytes->length + length) * 2 + 64;
    char *start = okit_resize(bytes->start, capacity);
    if (start == NULL) return false;
    bytes->start = start;
    bytes->capacity = capacity;
  }
  // An empty text may have no address.
  if (length > 0) memcpy(bytes->start + bytes->length, text, length);
  bytes->length += length;
  return true;
}
