// Calls from Lua into the host. The host returns before anything is pushed or raised, so no error, not even one for
// lack of memory, crosses a host frame.
#include "calls/internal.h"
#include "state/state.h"

// Continues a host function that waits, after its coroutine was resumed. `base` values were on its stack when it
// yielded.
static int host_resumed(lua_State *L, int status, lua_KContext base) {
  okit_state *state = okit_of(L);
  (void)status;
  okit_check(L);
  if (state->calls.raise_resumed) {
    state->calls.raise_resumed = false;
    return lua_error(L);
  }
  return lua_gettop(L) - (int)base;
}

// The address is the error that ends an evaluation without a result: a light userdata, which takes no memory.
static char unwinding_error;

const uint32_t okit_not_unwinding = 0;

int okit_raise_unwinding(lua_State *L) {
  lua_pushlightuserdata(L, &unwinding_error);
  return lua_error(L);
}

void okit_set_unwinding_place(okit_state *state, const uint32_t *place) { state->calls.unwinding = place; }

static inline void before_host(lua_State *L, okit_state *state) {
  okit_check_stack(L);
  // A to-be-closed variable of a function that is being ended calls the host.
  if (*state->calls.unwinding != 0) okit_raise_unwinding(L);
  state->calls.host_depth++;
}

static inline void after_host(lua_State *L, okit_state *state) {
  state->calls.host_depth--;
  if (!state->limits.tripped) {
    if (*state->calls.unwinding != 0) okit_raise_unwinding(L);
    return;
  }
  // An abandoned state has tripped a limit.
  if (state->calls.abandoned) okit_jump_out(state);
  okit_raise_limit(L);
}

static int raise_failure(lua_State *L, const okit_value *failure) {
  okit_push(L, failure, NULL);
  // An interrupted call failed only because of the interruption.
  okit_raise_interrupt(L);
  return lua_error(L);
}

int okit_call_host(lua_State *L, okit_call *call) {
  okit_state *state = okit_of(L);
  before_host(L, state);
  state->host.invoke(call);
  after_host(L, state);
  switch (call->answer) {
    case OKIT_ANSWER_NOTHING:
      return 0;
    case OKIT_ANSWER_ONE:
      okit_push(L, &call->result, NULL);
      return 1;
    case OKIT_ANSWER_MANY:
      okit_push_all(L, call->results);
      return (int)call->results.count;
    case OKIT_ANSWER_FAILURE:
      return raise_failure(L, &call->result);
    case OKIT_ANSWER_YIELD: {
      if (!lua_isyieldable(L)) okit_raise(L, "lua.wait", OKIT_CANNOT_WAIT);
      int base = lua_gettop(L);
      okit_push_all(L, call->results);
      state->calls.host_yield = true;
      return lua_yieldk(L, (int)call->results.count, base, host_resumed);
    }
  }
  return 0;
}

uint64_t okit_ask_host(lua_State *L, okit_call *call) {
  okit_state *state = okit_of(L);
  before_host(L, state);
  state->host.invoke(call);
  after_host(L, state);
  return call->answer == OKIT_ANSWER_ONE && call->result.tag == OKIT_TAG_INT ? call->result.bits : 0;
}

int okit_call_handler(lua_State *L, void *handler, const okit_value *arguments, size_t count) {
  okit_call call = {
    .operation = OKIT_CALL_FUNCTION, .slot = OKIT_NO_SLOT, .handler = handler, .arguments = arguments, .count = count};
  return okit_call_host(L, &call);
}

static int host_function(lua_State *L) {
  okit_call call;
  call.operation = OKIT_CALL_FUNCTION;
  call.answer = OKIT_ANSWER_NOTHING;
  call.kind = 0;
  call.slot = OKIT_NO_SLOT;
  call.bits = 0;
  call.handler = lua_touserdata(L, lua_upvalueindex(1));
  call.arguments = NULL;
  call.stack = L;
  call.first = 1;
  return okit_call_host(L, &call);
}

bool okit_is_host_function(lua_CFunction function) { return function == host_function; }

typedef struct definition {
  void *handler;
  int32_t *reference;
} definition;

static int make_function(lua_State *L) {
  const definition *definition = lua_touserdata(L, 1);
  lua_pushlightuserdata(L, definition->handler);
  lua_pushcclosure(L, host_function, 1);
  *definition->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_make_function(okit_state *state, void *handler, int32_t *reference) {
  definition definition = {handler, reference};
  return okit_enter(state, make_function, &definition, 0);
}

// MARK: Functions of a prelude

static int prelude_returned(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  return lua_gettop(L);
}

static int prelude_function(lua_State *L) {
  int count = lua_gettop(L);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_callk(L, count, LUA_MULTRET, 0, prelude_returned);
  return lua_gettop(L);
}

static int keep_frame(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_settop(L, 1);
  lua_pushcclosure(L, prelude_function, 1);
  return 1;
}

static int make_frame_keeper(lua_State *L) {
  int32_t *reference = lua_touserdata(L, 1);
  lua_pushcfunction(L, keep_frame);
  *reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_make_frame_keeper(okit_state *state, int32_t *reference) {
  return okit_enter(state, make_frame_keeper, reference, 0);
}

// MARK: Arguments

void okit_argument(const okit_call *call, int32_t index, okit_value *value) {
  value->tag = OKIT_TAG_NIL;
  if (call->arguments != NULL) {
    if (index >= 0 && (size_t)index < call->count) *value = call->arguments[index];
  } else if (index >= 0 && index < LUAI_MAXSTACK && !okit_of(call->stack)->calls.abandoned) {
    // An index beyond every stack could be mistaken for a pseudo-index.
    okit_describe_value(call->stack, call->first + index, value);
  }
}

bool okit_int_argument(const okit_call *call, int32_t index, int64_t *number) {
  if (call->arguments != NULL || index < 0 || index >= LUAI_MAXSTACK) {
    okit_value value;
    okit_argument(call, index, &value);
    *number = (int64_t)value.bits;
    return value.tag == OKIT_TAG_INT;
  }
  if (okit_of(call->stack)->calls.abandoned || !lua_isinteger(call->stack, call->first + index)) return false;
  *number = lua_tointegerx(call->stack, call->first + index, NULL);
  return true;
}

int32_t okit_argument_count(const okit_call *call) {
  if (call->arguments != NULL) return (int32_t)call->count;
  return okit_of(call->stack)->calls.abandoned ? 0 : lua_gettop(call->stack) - call->first + 1;
}

static int read_argument(lua_State *L) {
  okit_collect_values(L, 2, 1, lua_touserdata(L, 1));
  return 0;
}

bool okit_read(okit_state *state, int32_t index, okit_values *values) {
  return okit_enter(state, read_argument, values, index);
}

static int retain_argument(lua_State *L) {
  int32_t *reference = lua_touserdata(L, 1);
  *reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_retain(okit_state *state, int32_t index, int32_t *reference) {
  return okit_enter(state, retain_argument, reference, index);
}
