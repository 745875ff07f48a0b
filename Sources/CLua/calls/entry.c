// Entries into Lua that run a C function under protection.
#include "calls/entry.h"

#include <stdlib.h>

bool okit_enter(okit_state *state, lua_CFunction body, void *argument, int index) {
  lua_State *L = state->running;
  if (!okit_may_enter(state, L, 8)) return false;
  okit_recovery_point recovery;
  if (!OKIT_BEGIN(state, &recovery)) return false;
  if (state->values.released_count > 0) okit_free_released(state, L);
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
