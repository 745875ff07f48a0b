// The beginning and the end of each entry into Lua. Inline, because the host enters Lua for each function that it
// calls.
#ifndef OKIT_ENTRY_H
#define OKIT_ENTRY_H

#include <stdatomic.h>

#include "calls/calls.h"

// The compiler would call functions that are used more than once.
#define OKIT_INLINE static inline __attribute__((always_inline))

// Whether the thread has room for the outermost entry. Notes the lowest address that its stack may reach.
OKIT_INLINE bool okit_has_stack_room(okit_state *state) {
  char *here = __builtin_frame_address(0);
  okit_thread *thread = &okit_this_thread;
  if (thread->high == NULL) okit_find_stack(thread);
  if (here >= thread->floor && here < thread->high) {
    state->limits.stack_floor = thread->floor;
    return true;
  }
  // The code that made another stack is responsible for it.
  state->limits.stack_floor = NULL;
  return here < thread->low || here >= thread->high;
}

OKIT_INLINE bool okit_is_too_deep(okit_state *state) {
  if (state->calls.depth == 0) return !okit_has_stack_room(state);
  return (char *)__builtin_frame_address(0) < state->limits.stack_floor ||
         state->calls.depth >= state->limits.depth_limit;
}

OKIT_INLINE void okit_begin_outermost(okit_state *state) {
  okit_thread *thread = &okit_this_thread;
  state->calls.depth = 1;
  state->limits.interrupts = 0;
  state->calls.outer = thread->entered;
  state->limits.entry_number++;
  if (state->limits.instruction_limit != 0) okit_begin_budget(state);
  atomic_signal_fence(memory_order_seq_cst);
  thread->entered = state;
  atomic_signal_fence(memory_order_seq_cst);
  if (state->limits.timer_stamp != thread->stamp) okit_start_timer(state);
}

OKIT_INLINE void okit_begin(okit_state *state) {
  if (state->calls.depth == 0) {
    okit_begin_outermost(state);
  } else {
    state->calls.depth++;
  }
}

OKIT_INLINE void okit_end(okit_state *state) {
  if (--state->calls.depth == 0) okit_this_thread.entered = state->calls.outer;
}

// Returns false, with the reason described, when nothing may enter. `slots` is the number of stack slots that the entry
// needs.
OKIT_INLINE bool okit_may_enter(okit_state *state, lua_State *L, int slots) {
  if (state->limits.tripped && !okit_recover(state)) {
    okit_describe_limit(state, L);
    return false;
  }
  if (*state->calls.unwinding != 0) {
    okit_fail(state, "the evaluation has ended");
    return false;
  }
  // The stack of a state that does not run is unused.
  bool fits = state->calls.depth == 0 && slots <= LUA_MINSTACK - 2;
  if (!fits && !lua_checkstack(L, slots)) {
    okit_fail(state, "stack overflow");
    state->limits.stack_overflows++;
    return false;
  }
  if (okit_is_too_deep(state)) {
    okit_fail(state, "C stack overflow");
    state->limits.stack_overflows++;
    return false;
  }
  return true;
}

// Begins an entry with a recovery point here. False after a jump to it; the entry has ended then.
#define OKIT_BEGIN(state, point) \
  (okit_prepare(state, point), \
   OKIT_SET_JUMP((point)->buffer) == 0 ? ((state)->calls.recovery = (point), true) \
                                       : (okit_end_jumped_entry(state, point), false))

OKIT_INLINE void okit_prepare(okit_state *state, okit_recovery_point *recovery) {
  recovery->outer = state->calls.recovery;
  recovery->host_depth = state->calls.host_depth;
  okit_begin(state);
}

// The index of the message handler, which a state that does not run has at the bottom of its stack.
OKIT_INLINE int okit_push_handler(okit_state *state, lua_State *L) {
  if (state->calls.depth == 1) return OKIT_HANDLER;
  lua_pushcfunction(L, okit_message_handler);
  return lua_gettop(L);
}

#endif
