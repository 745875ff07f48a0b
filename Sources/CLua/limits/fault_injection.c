// The heap of the bridge, and a way for tests to make it refuse: each block that Lua or the bridge asks for passes here.
#include "state/internal.h"

#include <stdlib.h>

// Per thread, because a test runs on one, and others run beside it.
static OKIT_THREAD_LOCAL uint64_t asked, first_refused, refused_count;

bool okit_refuses(void) {
  if (first_refused == 0) return false;
  uint64_t number = ++asked;
  return number >= first_refused && number - first_refused < refused_count;
}

void *okit_resize(void *block, size_t size) { return okit_refuses() ? NULL : realloc(block, size); }

uint64_t okit_refuse(uint64_t first, uint64_t count) {
  uint64_t before = asked;
  asked = 0;
  first_refused = first;
  refused_count = count;
  return before;
}
