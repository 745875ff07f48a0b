// Calling functions for the host. The results stay on the stack, from where the host reads them without a copy between.
#include "internal.h"

#include <stdlib.h>

enum {
  // A C function may use as many slots of the stack without asking; so may the host before it has entered.
  OKIT_FREE_SLOTS = LUA_MINSTACK,
  OKIT_LIGHT_ARGUMENTS = OKIT_FREE_SLOTS - 6,
};

typedef struct calling {
  const okit_value *arguments;
  size_t count;
  const char *texts;
  int32_t function;
  int wanted;
} calling;

// Pushing texts and tables may raise, so this runs under protection.
static int call_with_all(lua_State *L) {
  const calling *calling = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, calling->function);
  okit_push_values(L, calling->arguments, calling->count, calling->texts);
  lua_call(L, (int)calling->count, calling->wanted);
  return lua_gettop(L) - 1;
}

// Pushes the function and its arguments if none of them takes memory; else leaves the stack as it was.
static bool push_light(lua_State *L, const calling *calling) {
  if (calling->count > OKIT_LIGHT_ARGUMENTS) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, calling->function);
  for (size_t i = 0; i < calling->count; i++) {
    if (okit_push_light(L, &calling->arguments[i])) continue;
    lua_pop(L, (int)i + 1);
    return false;
  }
  return true;
}

static int call(lua_State *L, calling *calling, int handler) {
  if (push_light(L, calling)) return lua_pcall(L, (int)calling->count, calling->wanted, handler);
  lua_pushcfunction(L, call_with_all);
  lua_pushlightuserdata(L, calling);
  return lua_pcall(L, 1, calling->wanted, handler);
}

bool okit_call_function(
  okit_state *state, int32_t function, const okit_value *arguments, size_t count, const char *texts, int32_t wanted,
  okit_results *results) {
  lua_State *L = state->running;
  if (state->tripped) {
    okit_describe_limit(state, L);
    return false;
  }
  bool is_outermost = state->depth == 0;
  if (!is_outermost && !lua_checkstack(L, OKIT_FREE_SLOTS)) {
    okit_fail(state, "stack overflow");
    return false;
  }
  if (okit_is_too_deep(state)) {
    okit_fail(state, "C stack overflow");
    return false;
  }
  okit_way_out way_out;
  way_out.outer = state->way_out;
  way_out.inside = state->inside;
  okit_begin(state);
  if (_setjmp(way_out.buffer) != 0) {
    okit_left(state, &way_out);
    return false;
  }
  state->way_out = &way_out;
  if (state->released_count > 0) okit_free_released(state, L);
  int base = is_outermost ? 0 : lua_gettop(L);
  lua_pushcfunction(L, okit_message_handler);
  calling calling = {arguments, count, texts, function, wanted};
  int status = call(L, &calling, base + 1);
  // Unreachable: an error has passed over a frame of the host.
  if (state->inside != way_out.inside) abort();
  if (status == LUA_OK && !state->tripped) {
    state->way_out = way_out.outer;
    results->base = base;
    results->count = wanted == LUA_MULTRET ? lua_gettop(L) - base - 1 : wanted;
    okit_describe_value(L, base + 2, &results->first);
    return true;
  }
  okit_describe_status(state, L, status);
  lua_settop(L, base);
  state->way_out = way_out.outer;
  okit_end(state);
  return false;
}

okit_value okit_result(okit_state *state, const okit_results *results, int32_t index) {
  okit_value value = {.tag = OKIT_TAG_NIL};
  if (!state->abandoned) okit_describe_value(state->running, results->base + 2 + index, &value);
  return value;
}

void okit_finish(okit_state *state, const okit_results *results) {
  if (!state->abandoned) lua_settop(state->running, results->base);
  okit_end(state);
}
