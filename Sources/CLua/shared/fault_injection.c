// Fault injection for tests: allocations that fail, a clock that jumps.
#include "shared/memory.h"

// Per thread, because tests run on several threads at the same time.
static OKIT_THREAD_LOCAL uint64_t allocations, first_failure, failure_count;
static OKIT_THREAD_LOCAL volatile int64_t clock_advance;

bool okit_allocation_fails(void) {
  if (first_failure == 0) return false;
  uint64_t number = ++allocations;
  return number >= first_failure && number - first_failure < failure_count;
}

uint64_t okit_fail_allocations(uint64_t first, uint64_t count) {
  uint64_t before = allocations;
  allocations = 0;
  first_failure = first;
  failure_count = count;
  return before;
}

int64_t okit_clock_advance(void) { return clock_advance; }

void okit_advance_clock(int64_t nanoseconds) { clock_advance += nanoseconds; }
