// The allocator of a state, which counts its bytes and refuses what goes over the limit.
#include "errors/errors.h"
#include "limits/internal.h"
#include "state/state.h"

#include <stdlib.h>

void *okit_allocate(void *context, void *block, size_t old_size, size_t new_size) {
  okit_state *state = context;
  okit_limit_data *limits = &state->limits;
  if (block == NULL) {
    if (old_size == 0 && new_size == limits->level_record_size && --limits->levels_until_check <= 0) {
      okit_check_depth(state);
    }
    old_size = 0;
  }
  if (new_size == 0) {
    free(block);
    limits->memory_used -= old_size;
    return NULL;
  }
  if (new_size > old_size) {
    bool fits = limits->memory_limit == 0 || limits->memory_used - old_size + new_size <= limits->memory_limit;
    if (limits->tripped || !fits || okit_allocation_fails()) {
      // A memory error unwinds the stack without a handler, so its place is recorded here.
      if (state->running != NULL) okit_describe_limit(state, state->running);
      return NULL;
    }
  }
  void *result = realloc(block, new_size);
  if (result == NULL) return new_size <= old_size ? block : NULL;
  limits->memory_used += new_size - old_size;
  return result;
}
