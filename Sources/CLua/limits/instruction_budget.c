// Where work meets the limits: the slices of bounded functions, and the budget of instructions, if there is one.
//
// A slice of the budget is paid for before it is used, by bounded functions and by each coroutine for itself, so that the
// budget is never exceeded. A coroutine that ends has paid for more than it used; its first slice is therefore a short one.
#include "stdlib/libraries.h"

enum { OKIT_SLICE = 1000, OKIT_FIRST_SLICE = 100 };

static int64_t pay(okit_state *state, int64_t wanted) {
  int64_t paid = wanted < state->budget_left ? wanted : state->budget_left;
  state->budget_left -= paid;
  return paid;
}

static int64_t pay_slice(lua_State *L, int64_t wanted) {
  okit_state *state = okit_of(L);
  if (state->budget_left == 0 && state->slice > 0) {
    // What bounded functions have paid for and not used.
    state->budget_left = state->slice;
    state->slice = 0;
  }
  int64_t paid = pay(state, wanted);
  if (paid == 0) {
    okit_trip_over(state, OKIT_TRIP_INSTRUCTIONS);
    okit_raise_limit(L);
  }
  return paid;
}

static void on_slice_used(lua_State *L, lua_Debug *record) {
  (void)record;
  okit_check(L);
  int64_t paid = pay_slice(L, OKIT_SLICE);
  // Lua counts from the same number again by itself; setting a hook looks at every call on the stack.
  if (paid != lua_gethookcount(L)) lua_sethook(L, on_slice_used, LUA_MASKCOUNT, (int)paid);
}

static void set_slice(lua_State *coroutine, int64_t steps) {
  lua_sethook(coroutine, on_slice_used, LUA_MASKCOUNT, (int)steps);
}

void okit_pay_slice(lua_State *L, lua_State *coroutine, bool is_new) {
  if (okit_of(L)->budget == 0) return;
  set_slice(coroutine, pay_slice(L, is_new ? OKIT_FIRST_SLICE : OKIT_SLICE));
}

void okit_begin_budget(okit_state *state) {
  state->budget_left = state->budget;
  state->slice = 0;
  // The coroutine that is entered may only start another one, so it pays for a slice when it needs one.
  set_slice(state->running, pay(state, 1));
}

void okit_settle(lua_State *L) {
  okit_state *state = okit_of(L);
  okit_check(L);
  okit_raise_interrupt(L);
  if (state->budget == 0) {
    state->slice = OKIT_SLICE;
    return;
  }
  if (pay(state, -state->slice) < -state->slice) {
    okit_trip_over(state, OKIT_TRIP_INSTRUCTIONS);
    okit_raise_limit(L);
  }
  state->slice = pay(state, OKIT_SLICE);
}
