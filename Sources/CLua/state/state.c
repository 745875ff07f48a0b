// Opening and closing states.
#include "io/io.h"
#include "objects/objects.h"
#include "state/libraries.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

// Handles an error outside of a protected call: there is no memory for what `okit_call_function` pushes. Only frames of
// Lua lie between, so the entry can be left at once.
static int at_panic(lua_State *L) {
  okit_state *state = okit_of(L);
  // Unreachable: nothing else raises outside of protected calls.
  if (!state->calls.pushing_text) abort();
  OKIT_JUMP(state->calls.recovery->buffer);
}

okit_state *okit_open(okit_limits limits, okit_grants *grants, okit_host host, bool has_seed) {
  okit_state *state = okit_resize(NULL, sizeof *state);
  if (state == NULL) {
    okit_free_grants(grants);
    return NULL;
  }
  memset(state, 0, sizeof *state);
  state->host = host;
  state->calls.unwinding = &okit_not_unwinding;
  state->calls.calls_host = okit_calls_host;
  state->io.grants = grants;
  state->limits.memory_limit = limits.memory;
  state->limits.depth_limit = INT_MAX;
  state->arena = okit_open_arena(limits.memory);
  lua_State *L = state->arena == NULL ? NULL
    : has_seed                        ? okit_new_seeded_state(state)
                                      : lua_newstate(okit_allocate, state);
  if (L == NULL) {
    okit_free_grants(grants);
    okit_close_arena(state->arena);
    free(state);
    return NULL;
  }
  *(okit_state **)lua_getextraspace(L) = state;
  state->main = state->running = L;
  lua_atpanic(L, at_panic);
  lua_pushcfunction(L, okit_message_handler);
  if (
    !okit_enter(state, okit_open_libraries, NULL, 0) ||
    (has_seed && !okit_enter(state, okit_check_order, NULL, 0))) {
    okit_close(state);
    return NULL;
  }
  // The libraries were opened without a time limit, and so without a timer.
  state->limits.timer_stamp = OKIT_NO_STAMP;
  state->limits.time_limit = limits.nanoseconds > INT64_MAX / 2 ? 0 : (int64_t)limits.nanoseconds;
  okit_limit_process_memory(state, limits.growth);
  state->limits.instruction_limit = limits.instructions > INT64_MAX / 2 ? 0 : (int64_t)limits.instructions;
  if (limits.depth > 0 && limits.depth < INT_MAX) state->limits.depth_limit = (int)limits.depth;
  state->limits.levels_until_check = state->limits.depth_limit / 16 + 1;
  return state;
}

size_t okit_close(okit_state *state) {
  okit_stop_timer(state);
  okit_release_interruption(state);
  if (!state->calls.abandoned) {
    // Finalizers need a little memory; all of them are our own.
    state->limits.tripped = 0;
    state->limits.memory_limit = 0;
    state->running = state->main;
    lua_sethook(state->main, NULL, 0, 0);
    lua_close(state->main);
  }
  okit_close_open_files(state);
  size_t left = state->limits.memory_used;
  okit_free_errors(&state->errors);
  okit_free_values(&state->values);
  free(state->values.released);
  okit_free_grants(state->io.grants);
  if (state->calls.abandoned) {
    okit_keep_abandoned(state);
  } else {
    okit_close_arena(state->arena);
    okit_free_saved(state->saved);
    free(state);
  }
  return left;
}

size_t okit_memory(const okit_state *state) { return state->limits.memory_used; }

okit_trip okit_tripped(const okit_state *state) { return (okit_trip)state->limits.tripped; }

_Static_assert(sizeof(sig_atomic_t) == sizeof(int32_t), "the host reads the tripped limit as 32 bits");

const int32_t *okit_trip_place(const okit_state *state) { return (const int32_t *)&state->limits.tripped; }

bool okit_is_running(const okit_state *state) { return state->calls.depth > 0; }

static int collect(lua_State *L) {
  lua_gc(L, LUA_GCCOLLECT);
  return 0;
}

bool okit_collect(okit_state *state) { return okit_enter(state, collect, NULL, 0); }

void okit_pause_collection(okit_state *state, bool is_paused) {
  lua_gc(state->main, is_paused ? LUA_GCSTOP : LUA_GCRESTART);
}

// How large the heap becomes before the next collection, in percent of what is in use after this one.
enum { BEFORE_SCRIPT = 800 };

static int collect_before_script(lua_State *L) {
  int pause = lua_gc(L, LUA_GCSETPAUSE, BEFORE_SCRIPT);
  lua_gc(L, LUA_GCCOLLECT);
  lua_gc(L, LUA_GCSETPAUSE, pause);
  return 0;
}

bool okit_collect_before_script(okit_state *state) { return okit_enter(state, collect_before_script, NULL, 0); }
