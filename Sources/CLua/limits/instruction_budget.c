// Charging for work: slices of C functions, and the budget of instructions if there is one.
//
// C functions and coroutines pay for a slice of the budget before they use it, so the budget is never exceeded. A
// coroutine that ends has paid for more than it used, so its first slice is short.
#include "limits/limits.h"

enum { OKIT_SLICE = 1000, OKIT_FIRST_SLICE = 100 };

// Counts steps of this thread. Returns whether they are within its limit.
static bool count_steps(uint64_t steps) {
  okit_thread *thread = &okit_this_thread;
  thread->steps += steps;
  if (thread->step_limit == 0 || thread->steps <= thread->step_limit) return true;
  thread->has_exceeded_steps = true;
  return false;
}

void okit_count_steps(uint64_t limit) {
  okit_this_thread.steps = 0;
  okit_this_thread.step_limit = limit;
}

uint64_t okit_counted_steps(void) { return okit_this_thread.steps; }

bool okit_take_exceeded_steps(void) {
  bool has_exceeded = okit_this_thread.has_exceeded_steps;
  okit_this_thread.has_exceeded_steps = false;
  return has_exceeded;
}

void okit_count_host_steps(uint64_t steps) {
  okit_state *state = okit_this_thread.entered;
  if (state != NULL && state->limits.instruction_limit != 0 && !count_steps(steps)) {
    okit_trip_limit(state, OKIT_TRIP_INSTRUCTIONS);
  }
}

static int64_t pay(okit_state *state, int64_t wanted) {
  if (!count_steps((uint64_t)wanted)) return 0;
  int64_t paid = wanted < state->limits.instructions_left ? wanted : state->limits.instructions_left;
  state->limits.instructions_left -= paid;
  return paid;
}

static int64_t pay_slice(lua_State *L, int64_t wanted) {
  okit_state *state = okit_of(L);
  if (state->limits.instructions_left == 0 && state->limits.slice > 0) {
    // Steps that C functions have paid for and not used.
    state->limits.instructions_left = state->limits.slice;
    state->limits.slice = 0;
  }
  int64_t paid = pay(state, wanted);
  if (paid == 0) {
    okit_trip_limit(state, OKIT_TRIP_INSTRUCTIONS);
    okit_raise_limit(L);
  }
  return paid;
}

static void on_slice_used(lua_State *L, lua_Debug *record) {
  (void)record;
  okit_check(L);
  int64_t paid = pay_slice(L, OKIT_SLICE);
  // Lua restarts the count by itself, and setting a hook visits every call on the stack.
  if (paid != lua_gethookcount(L)) lua_sethook(L, on_slice_used, LUA_MASKCOUNT, (int)paid);
}

static void set_slice(lua_State *coroutine, int64_t steps) {
  lua_sethook(coroutine, on_slice_used, LUA_MASKCOUNT, (int)steps);
}

void okit_pay_slice(lua_State *L, lua_State *coroutine, bool is_new) {
  if (okit_of(L)->limits.instruction_limit == 0) return;
  set_slice(coroutine, pay_slice(L, is_new ? OKIT_FIRST_SLICE : OKIT_SLICE));
}

void okit_begin_budget(okit_state *state) {
  state->limits.instructions_left = state->limits.instruction_limit;
  state->limits.slice = 0;
  // The entered coroutine may only start another one, so it pays when it needs a slice.
  int64_t paid = pay(state, 1);
  // Without steps that are left, the first instruction is the last.
  set_slice(state->running, paid == 0 ? 1 : paid);
}

void okit_refill_slice(lua_State *L) {
  okit_state *state = okit_of(L);
  okit_check(L);
  okit_raise_interrupt(L);
  if (state->limits.instruction_limit == 0) {
    state->limits.slice = OKIT_SLICE;
    return;
  }
  if (pay(state, -state->limits.slice) < -state->limits.slice) {
    okit_trip_limit(state, OKIT_TRIP_INSTRUCTIONS);
    okit_raise_limit(L);
  }
  state->limits.slice = pay(state, OKIT_SLICE);
}
