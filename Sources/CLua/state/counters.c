// Counters of instrumented chunks: for each function a list of numbers, which the chunk increases, and a function that
// counts the outcomes of operators.
#include "calls/calls.h"

#include <string.h>

typedef struct counters {
  const char *global;
  const uint32_t *sizes;
  size_t function_count, operator_count;
  int32_t *reference;
} counters;

// `count(operator, value)` returns the value.
static int count_outcome(lua_State *L) {
  uint64_t *outcomes = lua_touserdata(L, lua_upvalueindex(1));
  size_t index = 2 * (size_t)lua_tointeger(L, 1) + (size_t)lua_toboolean(L, 2);
  if (index < lua_rawlen(L, lua_upvalueindex(1)) / sizeof *outcomes) outcomes[index]++;
  lua_settop(L, 2);
  return 1;
}

static void push_list(lua_State *L, uint32_t size) {
  lua_createtable(L, (int)size, 0);
  for (uint32_t i = 1; i <= size; i++) {
    lua_pushinteger(L, 0);
    lua_rawseti(L, -2, i);
  }
}

static int add_counters(lua_State *L) {
  const counters *counters = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  if (counters->global != NULL) lua_pushstring(L, counters->global);
  lua_createtable(L, (int)counters->function_count, counters->operator_count > 0 ? 1 : 0);
  for (size_t i = 0; i < counters->function_count; i++) {
    push_list(L, counters->sizes[i]);
    lua_rawseti(L, -2, (lua_Integer)i + 1);
  }
  if (counters->operator_count > 0) {
    size_t size = 2 * counters->operator_count * sizeof(uint64_t);
    memset(lua_newuserdatauv(L, size, 0), 0, size);
    lua_pushcclosure(L, count_outcome, 1);
    lua_rawseti(L, -2, 0);
  }
  lua_pushvalue(L, -1);
  *counters->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  if (counters->global != NULL) lua_rawset(L, -3);
  return 0;
}

bool okit_add_counters(
  okit_state *state, const char *global, const uint32_t *sizes, size_t function_count, size_t operator_count,
  int32_t *reference) {
  counters counters = {global, sizes, function_count, operator_count, reference};
  return okit_enter(state, add_counters, &counters, 0);
}

typedef struct counted_function {
  int32_t function, reference;
  size_t count;
} counted_function;

// The list is that of the function alone, whose environment may differ from that of others of the file.
static int count_function(lua_State *L) {
  const counted_function *counted = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, counted->function);
  lua_rawgeti(L, LUA_REGISTRYINDEX, counted->reference);
  int function = lua_gettop(L) - 1;
  lua_createtable(L, (int)counted->count, 2);
  for (size_t i = 0; i <= counted->count; i++) {
    lua_rawgeti(L, function + 1, (lua_Integer)i);
    lua_rawseti(L, -2, (lua_Integer)i);
  }
  if (lua_getupvalue(L, function, 1) == NULL) lua_pushnil(L);
  lua_rawseti(L, -2, OKIT_COUNTED_ENVIRONMENT);
  lua_setupvalue(L, function, 1);
  return 0;
}

bool okit_count_function(okit_state *state, int32_t function, int32_t reference, size_t function_count) {
  counted_function counted = {function, reference, function_count};
  return okit_enter(state, count_function, &counted, 0);
}

// Nothing here raises an error, so that the counters can also be read after a limit has stopped the state.
bool okit_take_counters(
  okit_state *state, int32_t reference, const uint32_t *sizes, size_t function_count, size_t operator_count,
  uint64_t *totals) {
  lua_State *L = state->running;
  if (state->calls.abandoned || !lua_checkstack(L, 4)) return false;
  int top = lua_gettop(L);
  lua_rawgeti(L, LUA_REGISTRYINDEX, reference);
  for (size_t i = 0; i < function_count; i++) {
    lua_rawgeti(L, top + 1, (lua_Integer)i + 1);
    for (uint32_t j = 1; j <= sizes[i]; j++) {
      lua_rawgeti(L, -1, j);
      lua_Integer count = lua_tointeger(L, -1);
      lua_pop(L, 1);
      *totals++ += (uint64_t)count;
      if (count == 0) continue;
      lua_pushinteger(L, 0);
      lua_rawseti(L, -2, j);
    }
    lua_pop(L, 1);
  }
  if (operator_count > 0) {
    lua_rawgeti(L, top + 1, 0);
    lua_getupvalue(L, -1, 1);
    uint64_t *outcomes = lua_touserdata(L, -1);
    for (size_t i = 0; i < 2 * operator_count; i++) *totals++ += outcomes[i];
    memset(outcomes, 0, 2 * operator_count * sizeof *outcomes);
  }
  lua_settop(L, top);
  return true;
}
