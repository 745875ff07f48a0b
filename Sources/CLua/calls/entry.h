// What each entry into Lua begins and ends with. Inline, because the host enters for every function that it calls.
#ifndef OKIT_ENTERING_H
#define OKIT_ENTERING_H

#include "state/internal.h"

// The compiler thinks that what is used more than once is better called.
#define OKIT_INLINE static inline __attribute__((always_inline))

// What a thread knows of itself.
typedef struct okit_thread {
  // The innermost state that runs on it.
  okit_state *entered;
  // Its number and how many of its timers have gone off: an entry that sees another stamp than before looks at its timer.
  // The number, in the upper half, is our own, which no other thread has, for the system gives its numbers again; 0 until
  // a timer is made.
  volatile uint64_t stamp;
  // Its stack, and how far down it may go; the last is null until somebody has asked.
  char *low, *floor, *high;
} okit_thread;

// Per thread, not per process, so that any number of states can run on any number of threads.
extern OKIT_THREAD_LOCAL okit_thread okit_this_thread;

// limits/limits.c
void okit_arm(okit_state *state);

// limits/depth.c
void okit_find_stack(okit_thread *thread);

// Whether the thread has room for the outermost entry; notes how far down its stack may go.
OKIT_INLINE bool okit_has_room(okit_state *state) {
  char *here = __builtin_frame_address(0);
  okit_thread *thread = &okit_this_thread;
  if (thread->high == NULL) okit_find_stack(thread);
  if (here >= thread->floor && here < thread->high) {
    state->floor = thread->floor;
    return true;
  }
  // A stack that the thread does not know is the business of whoever made it.
  state->floor = NULL;
  return here < thread->low || here >= thread->high;
}

OKIT_INLINE bool okit_is_too_deep(okit_state *state) {
  if (state->depth == 0) return !okit_has_room(state);
  return (char *)__builtin_frame_address(0) < state->floor || state->depth >= state->depth_limit;
}

OKIT_INLINE void okit_begin_outermost(okit_state *state) {
  okit_thread *thread = &okit_this_thread;
  state->depth = 1;
  state->interrupts = 0;
  state->outer = thread->entered;
  state->entry++;
  if (state->budget != 0) okit_begin_budget(state);
  atomic_signal_fence(memory_order_seq_cst);
  thread->entered = state;
  atomic_signal_fence(memory_order_seq_cst);
  if (state->seen_stamp != thread->stamp) okit_arm(state);
}

OKIT_INLINE void okit_begin(okit_state *state) {
  if (state->depth == 0) {
    okit_begin_outermost(state);
  } else {
    state->depth++;
  }
}

OKIT_INLINE void okit_end(okit_state *state) {
  if (--state->depth == 0) okit_this_thread.entered = state->outer;
}

// False, with the reason described, when nothing may enter. `slots` is what the entry needs of the stack.
OKIT_INLINE bool okit_may_enter(okit_state *state, lua_State *L, int slots) {
  if (state->tripped) {
    okit_describe_limit(state, L);
    return false;
  }
  // Nobody has used the stack of a state that does not run.
  bool fits = state->depth == 0 && slots <= LUA_MINSTACK - 2;
  if (!fits && !lua_checkstack(L, slots)) {
    okit_fail(state, "stack overflow");
    return false;
  }
  if (okit_is_too_deep(state)) {
    okit_fail(state, "C stack overflow");
    return false;
  }
  return true;
}

// Begins an entry. Where this is, the state may be left to; then it is false, and the entry has ended.
#define OKIT_BEGIN(state, place) \
  (okit_prepare(state, place), \
   OKIT_SET_JUMP((place)->buffer) == 0 ? ((state)->way_out = (place), true) : (okit_left(state, place), false))

OKIT_INLINE void okit_prepare(okit_state *state, okit_way_out *way_out) {
  way_out->outer = state->way_out;
  way_out->inside = state->inside;
  okit_begin(state);
}

// The index of the message handler, which a state that does not run has at the bottom of its stack.
OKIT_INLINE int okit_push_handler(okit_state *state, lua_State *L) {
  if (state->depth == 1) return OKIT_HANDLER;
  lua_pushcfunction(L, okit_message_handler);
  return lua_gettop(L);
}

#endif
