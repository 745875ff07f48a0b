// Making, entering and closing states. The host comes into Lua by `okit_enter`, and by `okit_call_function`.
#include "calls/entry.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

void okit_free_released(okit_state *state, lua_State *L) {
  // Freeing a slot writes to fields that exist, so it neither allocates nor raises.
  while (state->released_count > 0) {
    luaL_unref(L, LUA_REGISTRYINDEX, state->released[--state->released_count]);
  }
}

// Runs `body` under protection, with `argument` as a light userdata and, if `index` is not 0, a copy of the value
// there. False when it failed, with the failure described.
bool okit_enter(okit_state *state, lua_CFunction body, void *argument, int index) {
  lua_State *L = state->running;
  if (!okit_may_enter(state, L, 8)) return false;
  okit_way_out way_out;
  if (!OKIT_BEGIN(state, &way_out)) return false;
  if (state->released_count > 0) okit_free_released(state, L);
  int top = lua_gettop(L), handler = okit_push_handler(state, L);
  lua_pushcfunction(L, body);
  lua_pushlightuserdata(L, argument);
  if (index != 0) lua_pushvalue(L, index);
  int status = lua_pcall(L, index != 0 ? 2 : 1, 0, handler);
  // Unreachable: an error has passed over a frame of the host.
  if (state->inside != way_out.inside) abort();
  if (state->collecting) okit_drop_collected(state);
  if (status != LUA_OK || state->tripped) okit_describe_status(state, L, status);
  lua_settop(L, top);
  state->way_out = way_out.outer;
  okit_end(state);
  return status == LUA_OK && !state->tripped;
}

// An error outside of a protected call: there is no memory for what `okit_call_function` pushes. Only Lua's frames lie
// between, and no error of the host's, so that the entry is left at once.
static int at_panic(lua_State *L) {
  okit_state *state = okit_of(L);
  // Unreachable: nothing else raises there.
  if (!state->pushing) abort();
  OKIT_JUMP(state->way_out->buffer);
}

okit_state *okit_open(okit_limits limits, okit_grants *grants, okit_host host) {
  okit_state *state = okit_resize(NULL, sizeof *state);
  if (state == NULL) {
    okit_free_grants(grants);
    return NULL;
  }
  memset(state, 0, sizeof *state);
  state->host = host;
  state->grants = grants;
  state->limit = limits.memory;
  state->depth_limit = INT_MAX;
  lua_State *L = lua_newstate(okit_allocate, state);
  if (L == NULL) {
    okit_free_grants(grants);
    free(state);
    return NULL;
  }
  *(okit_state **)lua_getextraspace(L) = state;
  state->main = state->running = L;
  lua_atpanic(L, at_panic);
  lua_pushcfunction(L, okit_message_handler);
  if (!okit_enter(state, okit_open_libraries, NULL, 0)) {
    okit_close(state);
    return NULL;
  }
  // Opening had no limit of time, and so no timer.
  state->seen_stamp = OKIT_NO_STAMP;
  state->time_limit = limits.nanoseconds > INT64_MAX / 2 ? 0 : (int64_t)limits.nanoseconds;
  okit_limit_growth(state, limits.growth);
  state->budget = limits.instructions > INT64_MAX / 2 ? 0 : (int64_t)limits.instructions;
  if (limits.depth > 0 && limits.depth < INT_MAX) state->depth_limit = (int)limits.depth;
  state->levels_left = state->depth_limit / 16 + 1;
  return state;
}

size_t okit_close(okit_state *state) {
  okit_stop_timer(state);
  if (!state->abandoned) {
    // Finalizers need a little room, and are all our own.
    state->tripped = 0;
    state->limit = 0;
    state->running = state->main;
    lua_sethook(state->main, NULL, 0, 0);
    lua_close(state->main);
  }
  okit_close_held(state);
  size_t left = state->used;
  okit_free_details(&state->details);
  okit_free_details(&state->inner.details);
  free(state->inner.text.start);
  free(state->current_trace.start);
  for (size_t i = 0; i < state->kind_count; i++) free(state->kinds[i].names.entries);
  free(state->kinds);
  free(state->collected);
  free(state->released);
  free(state->out);
  okit_free_grants(state->grants);
  if (state->abandoned) {
    okit_leave_behind(state);
  } else {
    free(state);
  }
  return left;
}

size_t okit_memory(const okit_state *state) { return state->used; }

okit_trip okit_tripped(const okit_state *state) { return (okit_trip)state->tripped; }

bool okit_is_running(const okit_state *state) { return state->depth > 0; }

void okit_release(okit_state *state, int32_t reference) {
  if (reference <= 0) return;
  if (state->released_count == state->released_capacity) {
    size_t capacity = state->released_capacity * 2 + 16;
    int32_t *released = okit_resize(state->released, capacity * sizeof *released);
    if (released == NULL) return;
    state->released = released;
    state->released_capacity = capacity;
  }
  state->released[state->released_count++] = reference;
}

static int collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}

bool okit_collect(okit_state *state) { return okit_enter(state, collect, NULL, 0); }
