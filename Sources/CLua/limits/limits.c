// Tripping a limit, and the errors that limits and interruptions raise.
#include "limits/limits.h"

// The address is the error that a limit raises: a light userdata, which takes no memory.
static char limit_error;

static void limit_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  if (okit_of(L)->limits.tripped) okit_raise_limit(L);
  // The work was interrupted before, and this is other work.
  lua_sethook(L, NULL, 0, 0);
  okit_pay_slice(L, L, false);
}

// Setting a hook visits every call on the stack, which may be deep; once is enough.
static void set_limit_hook(lua_State *L) {
  if (lua_gethook(L) != limit_hook) lua_sethook(L, limit_hook, LUA_MASKCALL | LUA_MASKCOUNT, 1);
}

// Also called by the signal handler.
void okit_trip_limit(okit_state *state, okit_trip trip) {
  if (!state->limits.tripped) {
    state->limits.tripped = trip;
    if (trip == OKIT_TRIP_MEMORY) state->errors.limit_described = state->errors.details.kind == OKIT_FAILURE_LIMIT;
  }
  set_limit_hook(state->running);
}

int okit_raise_limit(lua_State *L) {
  okit_describe_limit(okit_of(L), L);
  // A coroutine that did not run when the limit tripped has no hook yet.
  set_limit_hook(L);
  lua_pushlightuserdata(L, &limit_error);
  return lua_error(L);
}

// After a protected call: the limit takes precedence over its result.
void okit_check_status(lua_State *L, int status) {
  if (status == LUA_ERRMEM) okit_trip_limit(okit_of(L), OKIT_TRIP_MEMORY);
  okit_check(L);
}

void okit_raise_interrupt(lua_State *L) {
  okit_state *state = okit_of(L);
  if (state->limits.interrupts != OKIT_WANTED) return;
  state->limits.interrupts = OKIT_RAISED;
  luaL_error(L, "interrupted");
}
