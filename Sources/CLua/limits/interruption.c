// Interrupting a script.
#include "limits/limits.h"

static void interrupt_hook(lua_State *L, lua_Debug *record) {
  (void)record;
  okit_check(L);
  lua_sethook(L, NULL, 0, 0);
  okit_pay_slice(L, L, false);
  okit_raise_interrupt(L);
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
