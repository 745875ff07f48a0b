#include "floor.h"

// What a turn looks at when it begins and ends; other code may change each of them.
static volatile struct {
  int64_t depth, number, journal, made, failure, stopped, interrupted, deadline, exceeded, abandoned, observers;
  int64_t patches, appeared, top, followers, changed, due, requests, timers, collected, postponed, owned, garbage;
  int64_t settings;
} turn;

__attribute__((noinline)) static bool begin(void) {
  if (turn.depth != 0) return false;
  turn.number++;
  turn.failure = 0;
  turn.deadline = 1;
  turn.depth = 1;
  turn.made = turn.journal;
  return true;
}

__attribute__((noinline)) static bool commit(void) {
  if (turn.failure | turn.stopped | turn.interrupted | turn.exceeded | turn.abandoned) return false;
  if (turn.journal != turn.made || turn.observers) return false;
  turn.depth = 0;
  turn.deadline = 0;
  return true;
}

__attribute__((noinline)) static bool is_settled(void) {
  return (turn.patches | turn.followers | turn.changed | turn.due | turn.requests | turn.timers | turn.collected |
          turn.postponed | turn.owned | turn.garbage | turn.settings) == 0 &&
         turn.appeared == turn.top;
}

static int handle(lua_State *lua) {
  (void)lua;
  return 1;
}

int64_t floor_call_as_turn(lua_State *lua, int64_t count) {
  int64_t sum = 0;
  for (int64_t i = 0; i < count; i++) {
    if (!begin()) return -1;
    lua_pushcfunction(lua, handle);
    if (lua_getglobal(lua, "addOne") != LUA_TFUNCTION) return -1;
    lua_pushinteger(lua, sum);
    if (lua_pcall(lua, 1, 1, -3) != LUA_OK || !lua_isinteger(lua, -1)) return -1;
    sum = lua_tointeger(lua, -1);
    lua_settop(lua, 0);
    if (!commit() || !is_settled()) return -1;
  }
  return sum;
}
