// Tripping a limit, and interrupting a script.
#include "limits/internal.h"
#include "state/state.h"

// The address is the error that a limit raises: a light userdata, which takes no memory.
static char limit_error;

// MARK: Tripping

static void limit_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  if (okit_of(L)->limits.tripped) okit_raise_limit(L);
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

// MARK: Interrupting

// The progress of an interruption: an error was requested; it was raised.
enum { OKIT_WANTED = 1, OKIT_RAISED = 2 };

static void interrupt_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  okit_check(L);
  lua_sethook(L, NULL, 0, 0);
  okit_pay_slice(L, L, false);
  okit_raise_interrupt(L);
}

void okit_raise_interrupt(lua_State *L) {
  okit_state *state = okit_of(L);
  if (state->limits.interrupts != OKIT_WANTED) return;
  state->limits.interrupts = OKIT_RAISED;
  luaL_error(L, "interrupted");
}

void okit_hook_interrupt(lua_State *L) {
  if (okit_of(L)->limits.interrupts == OKIT_WANTED) lua_sethook(L, interrupt_hook, LUA_MASKCALL | LUA_MASKCOUNT, 1);
}

void okit_repeat_interrupt(lua_State *L) {
  okit_state *state = okit_of(L);
  if (state->limits.interrupts != OKIT_RAISED) return;
  state->limits.interrupts = OKIT_WANTED;
  okit_hook_interrupt(L);
}

void okit_interrupt(void) {
  for (okit_state *state = okit_this_thread.entered; state != NULL; state = state->calls.outer) {
    if (state->limits.tripped) {
      if (state == okit_this_thread.entered) okit_leave_soon();
    } else if (state->limits.interrupts != 0) {
      okit_trip_limit(state, OKIT_TRIP_INTERRUPT);
    } else {
      state->limits.interrupts = OKIT_WANTED;
      okit_hook_interrupt(state->running);
      okit_interrupt_children(state);
    }
  }
}

bool okit_was_interrupted(const okit_state *state) { return state->limits.interrupts != 0; }

okit_limit_status okit_current_limit_status(void) {
  okit_limit_status status = okit_this_thread.entered != NULL ? OKIT_LIMIT_STATUS_RUNNING : OKIT_LIMIT_STATUS_IDLE;
  for (const okit_state *state = okit_this_thread.entered; state != NULL; state = state->calls.outer) {
    if (state->limits.tripped) return OKIT_LIMIT_STATUS_EXCEEDED;
    if (state->limits.interrupts == OKIT_WANTED) status = OKIT_LIMIT_STATUS_INTERRUPTED;
  }
  return status;
}

// MARK: Threads

bool okit_runs_elsewhere(const okit_state *state) {
  if (state->calls.depth == 0) return false;
  for (const okit_state *inside = okit_this_thread.entered; inside != NULL; inside = inside->calls.outer) {
    if (inside == state) return false;
  }
  return true;
}
