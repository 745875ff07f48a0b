// Entries into Lua that run a C function under protection, and the registry slots that the next entry frees.
#include "calls/entry.h"
#include "calls/internal.h"

#include <stdlib.h>

void okit_free_released(okit_state *state, lua_State *L) {
  // Freeing a slot writes to fields that exist, so it neither allocates nor raises.
  while (state->calls.released_count > 0) {
    luaL_unref(L, LUA_REGISTRYINDEX, state->calls.released[--state->calls.released_count]);
  }
}

bool okit_enter(okit_state *state, lua_CFunction body, void *argument, int index) {
  lua_State *L = state->running;
  if (!okit_may_enter(state, L, 8)) return false;
  okit_recovery_point recovery;
  if (!OKIT_BEGIN(state, &recovery)) return false;
  if (state->calls.released_count > 0) okit_free_released(state, L);
  int top = lua_gettop(L), handler = okit_push_handler(state, L);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, argument);
  if (index != 0) lua_pushvalue(L, index);
  int status = lua_pcall(L, index != 0 ? 2 : 1, 0, handler);
  // Unreachable: an error has crossed a host frame.
  if (state->calls.host_depth != recovery.host_depth) abort();
  if (state->values.collecting) okit_release_collected(state);
  if (status != LUA_OK || state->limits.tripped) okit_describe_status(state, L, status);
  lua_settop(L, top);
  state->calls.recovery = recovery.outer;
  okit_end(state);
  return status == LUA_OK && !state->limits.tripped;
}

int32_t okit_call_depth(const okit_state *state) {
  return state->calls.depth == 0 || okit_this_thread.entered == state ? state->calls.depth : -1;
}

void okit_release(okit_state *state, int32_t reference) {
  if (reference <= 0) return;
  if (state->calls.released_count == state->calls.released_capacity) {
    size_t capacity = state->calls.released_capacity * 2 + 16;
    int32_t *released = okit_resize(state->calls.released, capacity * sizeof *released);
    if (released == NULL) return;
    state->calls.released = released;
    state->calls.released_capacity = capacity;
  }
  state->calls.released[state->calls.released_count++] = reference;
}
