// The depth of calls: the levels of Lua in one coroutine, and the rest of the thread's own stack.
//
// Lua has no hook for calls that would be cheap enough. But a level that is deeper than any before needs a call record
// of a distinct size. The allocator sees it and checks the depth now and then.
#define _GNU_SOURCE
#include "limits/limits.h"

#include <pthread.h>
#include <string.h>

enum {
  // The part of the thread's stack that must be free when the host is called or Lua is entered: room for Lua itself, up
  // to 200 levels of C, and for the host.
#if __has_feature(address_sanitizer)
  OKIT_STACK_RESERVE = 512 << 10,
#else
  OKIT_STACK_RESERVE = 160 << 10,
#endif
};

// MARK: The thread's stack

void okit_find_stack(okit_thread *thread) {
  pthread_attr_t attributes;
  void *low = NULL;
  size_t size = 0, guard = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return;
  pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_getguardsize(&attributes, &guard);
  pthread_attr_destroy(&attributes);
  thread->low = (char *)low + guard;
  thread->high = (char *)low + size;
  size_t half = (size_t)(thread->high - thread->low) / 2;
  thread->floor = thread->low + (half < OKIT_STACK_RESERVE ? half : OKIT_STACK_RESERVE);
}

int okit_raise_stack_overflow(lua_State *L) { return luaL_error(L, "C stack overflow"); }

void okit_note_overflow(okit_state *state, const char *message, size_t length) {
  static const char reason[] = "stack overflow";
  if (length > 0 && memmem(message, length, reason, sizeof reason - 1) != NULL) state->limits.stack_overflows++;
}

void okit_note_caught_error(okit_state *state, lua_State *L, int status) {
  size_t length;
  if (status == LUA_ERRERR) {
    state->limits.stack_overflows++;
  } else if (lua_type(L, -1) == LUA_TSTRING) {
    const char *message = lua_tolstring(L, -1, &length);
    okit_note_overflow(state, message, length);
  }
}

uint64_t okit_stack_overflows(const okit_state *state) { return state->limits.stack_overflows; }

// MARK: Levels

static void depth_hook(lua_State *L, lua_Debug *record) {
  okit_state *state = okit_of(L);
  (void)record;
  lua_sethook(L, NULL, 0, 0);
  // A limit that trips after this sets its own hook.
  okit_check(L);
  okit_pay_slice(L, L, false);
  // This hook may have replaced the limit's.
  okit_raise_interrupt(L);
  luaL_error(L, "stack overflow (calls nest deeper than %d)", state->limits.depth_limit);
}

// Called by the allocator, which must not raise; a hook raises at the next instruction.
void okit_check_depth(okit_state *state) {
  lua_Debug record;
  lua_State *L = state->running;
  state->limits.levels_until_check = state->limits.depth_limit / 16 + 1;
  if (L == NULL || !lua_getstack(L, state->limits.depth_limit, &record)) return;
  lua_sethook(L, depth_hook, LUA_MASKCALL | LUA_MASKCOUNT, 1);
  if (state->limits.tripped) okit_trip_limit(state, (okit_trip)state->limits.tripped);
}
