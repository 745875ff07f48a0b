// Calls of Lua functions for the host. Results stay on the stack, where the host reads them without a copy.
#include "calls/entry.h"

#include <stdlib.h>

// A C function may use this many stack slots without asking; so may the host before it has entered.
enum { OKIT_LIGHT_ARGUMENTS = LUA_MINSTACK - 8 };

typedef struct calling {
  const okit_value *arguments;
  size_t count;
  const char *texts;
  int32_t function;
  int wanted;
} calling;

// Runs under protection, because pushing texts and tables may raise.
static int call_with_all(lua_State *L) {
  const calling *calling = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, calling->function);
  okit_push_values(L, calling->arguments, calling->count, calling->texts);
  lua_call(L, (int)calling->count, calling->wanted);
  return lua_gettop(L) - 1;
}

// Pushes the function and its arguments if none of them takes memory. A text is pushed in the outermost entry too,
// which can be left when there is no memory. Otherwise, restores the stack and returns false.
static bool push_light(okit_state *state, lua_State *L, const calling *calling) {
  if (calling->count > OKIT_LIGHT_ARGUMENTS) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, calling->function);
  for (size_t i = 0; i < calling->count; i++) {
    const okit_value *argument = &calling->arguments[i];
    if (argument->tag == OKIT_TAG_INT) {
      lua_pushinteger(L, (lua_Integer)argument->bits);
    } else if (argument->tag == OKIT_TAG_TEXT && state->calls.depth == 1) {
      state->calls.pushing_text = true;
      lua_pushlstring(L, calling->texts + argument->bits, argument->length);
      state->calls.pushing_text = false;
    } else if (!okit_push_light(L, argument)) {
      lua_pop(L, (int)i + 1);
      return false;
    }
  }
  return true;
}

static int call(okit_state *state, lua_State *L, const calling *calling, int handler) {
  if (push_light(state, L, calling)) return lua_pcall(L, (int)calling->count, calling->wanted, handler);
  lua_pushcfunction(L, call_with_all);
  lua_pushlightuserdata(L, (void *)calling);
  return lua_pcall(L, 1, calling->wanted, handler);
}

// Whether the value is complete without Lua's stack, so that the entry has ended.
static inline bool is_whole(const okit_value *value) {
  switch (value->tag) {
    case OKIT_TAG_TEXT:
    case OKIT_TAG_TABLE:
    case OKIT_TAG_FUNCTION:
    case OKIT_TAG_OTHER:
      return false;
    default:
      return true;
  }
}

// Ends a call. The stack was `top` high before; the results follow `handler`.
OKIT_INLINE bool end_call(
  okit_state *state, lua_State *L, const okit_recovery_point *recovery, int status, int top, int handler, int wanted,
  okit_results *results) {
  // Unreachable: an error has crossed a host frame.
  if (state->calls.host_depth != recovery->host_depth) abort();
  state->calls.recovery = recovery->outer;
  if (status != LUA_OK || state->limits.tripped) {
    okit_describe_status(state, L, status);
    lua_settop(L, top);
    okit_end(state);
    return false;
  }
  if (lua_isinteger(L, handler + 1)) {
    results->first.tag = OKIT_TAG_INT;
    results->first.bits = (uint64_t)lua_tointegerx(L, handler + 1, NULL);
  } else {
    okit_describe_value(L, handler + 1, &results->first);
  }
  if (wanted == 1 && is_whole(&results->first)) {
    lua_settop(L, top);
    okit_end(state);
    return true;
  }
  results->top = top;
  results->start = handler + 1;
  results->count = wanted == LUA_MULTRET ? lua_gettop(L) - handler : wanted;
  return true;
}

bool okit_call_function(
  okit_state *state, int32_t function, const okit_value *arguments, size_t count, const char *texts, int32_t wanted,
  okit_results *results) {
  if (state->calls.depth > 0 && okit_runs_elsewhere(state)) return false;
  lua_State *L = state->running;
  if (!okit_may_enter(state, L, LUA_MINSTACK - 2)) return false;
  okit_recovery_point recovery;
  if (!OKIT_BEGIN(state, &recovery)) return false;
  if (state->values.released_count > 0) okit_free_released(state, L);
  int top = state->calls.depth == 1 ? OKIT_HANDLER : lua_gettop(L), handler = okit_push_handler(state, L);
  calling calling = {arguments, count, texts, function, wanted};
  return end_call(state, L, &recovery, call(state, L, &calling, handler), top, handler, wanted, results);
}

okit_value okit_result(okit_state *state, const okit_results *results, int32_t index) {
  okit_value value = {.tag = OKIT_TAG_NIL};
  if (!state->calls.abandoned) okit_describe_value(state->running, results->start + index, &value);
  return value;
}

void okit_finish(okit_state *state, int32_t top) {
  if (!state->calls.abandoned) lua_settop(state->running, top);
  okit_end(state);
}

// MARK: Parameters

typedef struct parameters {
  int32_t function;
  int32_t *count;
} parameters;

static int count_parameters(lua_State *L) {
  const parameters *parameters = lua_touserdata(L, 1);
  lua_Debug record;
  if (lua_rawgeti(L, LUA_REGISTRYINDEX, parameters->function) != LUA_TFUNCTION) return 0;
  lua_getinfo(L, ">u", &record);
  *parameters->count = record.isvararg ? -1 : record.nparams;
  return 0;
}

bool okit_count_parameters(okit_state *state, int32_t function, int32_t *count) {
  parameters parameters = {function, count};
  *count = -1;
  return okit_enter(state, count_parameters, &parameters, 0);
}
