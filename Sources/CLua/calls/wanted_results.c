// How many results the caller of a C function takes, which Lua's interface does not tell: a call that is a statement
// takes none, and then the host makes none.
//
// `lua_getstack` gives the call record of the function that runs. Lua trims or extends the results of a function to the
// number in it, -1 for all of them; other negative numbers say more about it.
#include "calls/calls.h"

// The `CallInfo` in Lua's lstate.h, the same in Lua 5.4.0 to 5.4.8.
typedef struct call_record {
  void *function, *top, *previous, *next;
  union {
    struct {
      const void *saved;
      volatile sig_atomic_t trap;
      int extra;
    } of_lua;
    struct {
      lua_KFunction continuation;
      ptrdiff_t error_function;
      lua_KContext context;
    } of_c;
  } function_data;
  union {
    int number;
    unsigned short transferred[2];
  } call_data;
  short wanted;
  unsigned short status;
} call_record;

_Static_assert(LUA_VERSION_NUM == 504, "look at the CallInfo of this version");

static int wanted_results(lua_State *L) {
  lua_Debug level;
  if (!lua_getstack(L, 0, &level)) return LUA_MULTRET;
  return ((const call_record *)(const void *)level.i_ci)->wanted;
}

bool okit_wants_result(const okit_call *call) {
  lua_State *L = call->stack;
  if (L == NULL) return true;
  const okit_call_data *calls = &okit_of(L)->calls;
  if (!calls->knows_wanted_results || calls->abandoned) return true;
  // A hook of a native module may look at the results.
  return wanted_results(L) != 0 || (lua_gethookmask(L) & LUA_MASKRET) != 0;
}

// MARK: The check

static int note_wanted(lua_State *L) {
  *(int *)lua_touserdata(L, 1) = wanted_results(L);
  return 0;
}

void okit_check_wanted_results(lua_State *L) {
  static const int counts[] = {0, 1, 0, LUA_MULTRET, 2, 7, 0};
  bool is_known = true;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    int noted = -2, top = lua_gettop(L);
    lua_pushcfunction(L, note_wanted);
    lua_pushlightuserdata(L, &noted);
    lua_call(L, 1, counts[i]);
    lua_settop(L, top);
    is_known = is_known && noted == counts[i];
  }
  okit_of(L)->calls.knows_wanted_results = is_known;
}
