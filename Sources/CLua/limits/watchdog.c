// The last way out of a script that a deadline cannot stop.
//
// Lua runs some things to their end whatever hooks say: a collection of garbage that follows a long chain through tables
// with weak keys, a call of a value whose `__call` leads through ever more values. Both take time with the square of their
// number. When such a thing has run on for a while after the deadline, the signal handler leaves it by a jump to where the
// host entered Lua. That is sound because a state that has met a limit is never used again: it is not even closed, and its
// memory stays until the process ends.
#define _GNU_SOURCE
#include "calls/entry.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <ucontext.h>

// Where Lua's own code lies; nowhere when it is part of the program.
static uintptr_t code_start, code_end;

// Keeps what is left behind reachable.
static _Atomic(okit_state *) left_behind;

static int find_code(struct dl_phdr_info *object, size_t size, void *context) {
  uintptr_t inside = *(uintptr_t *)context, own = (uintptr_t)okit_find_lua;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *part = &object->dlpi_phdr[i];
    uintptr_t start = object->dlpi_addr + part->p_vaddr, end = start + part->p_memsz;
    if (part->p_type != PT_LOAD || (part->p_flags & PF_X) == 0 || inside < start || inside >= end) continue;
    if (own >= start && own < end) return 1;
    code_start = start;
    code_end = end;
    return 1;
  }
  return 0;
}

void okit_find_lua(void) {
  uintptr_t inside = (uintptr_t)dlsym(RTLD_DEFAULT, "lua_newstate");
  if (inside != 0) dl_iterate_phdr(find_code, &inside);
}

// Only Lua's own code may be left: it holds no lock and owns nothing outside of the state. Between it and the entry that
// is jumped to lie frames of Lua and of the bridge alone, unless a function of the host runs.
bool okit_may_leave(const okit_state *state, const void *context) {
  const ucontext_t *interrupted = context;
#if defined(__x86_64__)
  uintptr_t place = (uintptr_t)interrupted->uc_mcontext.gregs[REG_RIP];
#elif defined(__aarch64__)
  uintptr_t place = (uintptr_t)interrupted->uc_mcontext.pc;
#else
  uintptr_t place = 0;
#endif
  return state->way_out != NULL && state->way_out->inside == state->inside && place >= code_start && place < code_end;
}

void okit_leave(okit_state *state) {
  state->pushing = false;
  OKIT_JUMP(state->way_out->buffer);
}

// What is left of an entry that was left.
void okit_left(okit_state *state, const okit_way_out *way_out) {
  state->inside = way_out->inside;
  state->way_out = way_out->outer;
  if (state->pushing) {
    // There was no memory, and Lua has unwound itself.
    state->pushing = false;
    okit_trip_over(state, OKIT_TRIP_MEMORY);
    okit_describe_limit(state, NULL);
  } else if (!state->abandoned) {
    state->abandoned = true;
    state->resumer = NULL;
    okit_unblock();
    // An error that was being described is none any more.
    state->describing = false;
    okit_describe_limit(state, NULL);
  }
  if (state->collecting) okit_drop_collected(state);
  okit_end(state);
}

// Only what Lua has taken is left, which nothing but the state leads to.
void okit_leave_behind(okit_state *state) {
  state->outer = atomic_load(&left_behind);
  while (!atomic_compare_exchange_weak(&left_behind, &state->outer, state)) {}
}
