// `pcall` and `xpcall` that cannot swallow a limit.
#include "calls/calls.h"

static int finish(lua_State *L, int status, lua_KContext skip) {
  okit_state *state = okit_of(L);
  if (state->limits.tripped && lua_isyieldable(L)) {
    // A coroutine can hold any number of protected calls, and leaving each takes time in proportion to the whole stack.
    // Yielding leaves all at once. The resuming coroutine sees the limit, and no coroutine resumes this one again; only
    // here the line of the script is known.
    okit_describe_limit(state, L);
    return lua_yield(L, 0);
  }
  okit_check_status(L, status);
  if (status != LUA_OK && status != LUA_YIELD) {
    if (*state->calls.unwinding != 0) return okit_raise_unwinding(L);
    okit_note_caught_error(state, L, status);
    lua_pushboolean(L, false);
    lua_pushvalue(L, -2);
    return 2;
  }
  return lua_gettop(L) - (int)skip;
}

static int protected_call(lua_State *L) {
  okit_check_stack(L);
  luaL_checkany(L, 1);
  lua_pushboolean(L, true);
  lua_insert(L, 1);
  int status = lua_pcallk(L, lua_gettop(L) - 2, LUA_MULTRET, 0, 0, finish);
  return finish(L, status, 0);
}

// A handler runs without hooks when the error came from a hook, so it must not run after a limit.
static int checked_handler(lua_State *L) {
  okit_state *state = okit_of(L);
  if (state->limits.tripped || *state->calls.unwinding != 0) return 1;
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, 1);
  return 1;
}

static int protected_call_with_handler(lua_State *L) {
  okit_check_stack(L);
  int count = lua_gettop(L);
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, checked_handler, 1);
  lua_replace(L, 2);
  lua_pushboolean(L, true);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2);  // function, handler, true, function, arguments
  int status = lua_pcallk(L, count - 2, LUA_MULTRET, 2, 2, finish);
  return finish(L, status, 2);
}

void okit_install_protected_calls(lua_State *L) {
  lua_pushcfunction(L, protected_call);
  lua_setglobal(L, "pcall");
  lua_pushcfunction(L, protected_call_with_handler);
  lua_setglobal(L, "xpcall");
}
