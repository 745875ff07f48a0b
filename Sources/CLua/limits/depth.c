// How deep calls nest: the levels of Lua in one coroutine, and what is left of the thread's own stack.
//
// Lua has no call for every call, and a hook for each would cost too much. But a level that is deeper than any before it
// needs a record of a size of its own, which the allocator sees; it looks at the depth now and then.
#define _GNU_SOURCE
#include "calls/entry.h"

#include <pthread.h>

enum {
  // What has to be left of the thread's stack where the host is called or Lua is entered: room for what Lua does by
  // itself, up to 200 levels of C, and for the host.
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

int okit_raise_stack(lua_State *L) { return luaL_error(L, "C stack overflow"); }

// MARK: Levels

static void depth_hook(lua_State *L, lua_Debug *record) {
  okit_state *state = okit_of(L);
  (void)record;
  lua_sethook(L, NULL, 0, 0);
  // A limit that trips from here on sets its own hook.
  okit_check(L);
  okit_pay_slice(L, L, false);
  // Its hook may have been the one before this.
  okit_raise_interrupt(L);
  luaL_error(L, "stack overflow (calls nest deeper than %d)", state->depth_limit);
}

// Called by the allocator, which must not raise: a hook does it at the next instruction.
void okit_look_at_depth(okit_state *state) {
  lua_Debug record;
  lua_State *L = state->running;
  state->levels_left = state->depth_limit / 16 + 1;
  if (L == NULL || !lua_getstack(L, state->depth_limit, &record)) return;
  lua_sethook(L, depth_hook, LUA_MASKCALL | LUA_MASKCOUNT, 1);
  if (state->tripped) okit_trip_over(state, (okit_trip)state->tripped);
}

// Goes some levels down, so that records are made.
static int descend(lua_State *L) {
  lua_Integer levels = lua_tointeger(L, 1);
  if (levels == 0) return 0;
  lua_pushcfunction(L, descend);
  lua_pushinteger(L, levels - 1);
  lua_call(L, 1, 0);
  return 0;
}

// Notes the size of the smallest block that is no object.
static void *note_size(void *context, void *block, size_t old_size, size_t new_size) {
  okit_state *state = context;
  if (block == NULL && old_size == 0 && new_size > 0 && new_size < state->level_size) state->level_size = new_size;
  return okit_allocate(context, block, old_size, new_size);
}

void okit_measure_levels(lua_State *L) {
  okit_state *state = okit_of(L);
  size_t size = state->level_size = SIZE_MAX;
  lua_setallocf(L, note_size, state);
  lua_pushcfunction(L, descend);
  lua_pushinteger(L, 40);
  int status = lua_pcall(L, 1, 0, 0);
  lua_setallocf(L, okit_allocate, state);
  if (state->level_size == size) state->level_size = 0;
  if (status != LUA_OK) lua_error(L);
}
