// Calls from Lua into the host. The host returns before anything is pushed or raised, so no error, not even one for
// lack of memory, crosses a host frame.
#include "calls/calls.h"

#include <string.h>

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
    case OKIT_ANSWER_NEW_OBJECT:
      okit_push_unknown_object(L, call->result.kind, call->result.bits);
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

// MARK: Errors with a code of the host's

static void raise_error(
  lua_State *L, okit_text code, okit_text message, okit_text file, int32_t line, okit_lua_error error) {
  // A null pointer is not a text, not even an empty one.
  const char *name = error.name.bytes == NULL ? "" : error.name.bytes;
  okit_value arguments[] = {
    {.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)code.bytes, .length = code.length},
    {.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)message.bytes, .length = message.length},
    {.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)file.bytes, .length = file.length},
    {.tag = OKIT_TAG_INT, .bits = (uint64_t)line},
    {.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)name, .length = error.name.length},
    {.tag = OKIT_TAG_BOOL, .bits = error.kind == OKIT_LUA_ERROR_END},
  };
  okit_call_handler(L, okit_of(L)->host.fail, arguments, 6);
  lua_error(L);
}

// Not inline, so that calls of the host reserve no stack for it.
__attribute__((noinline)) void okit_raise(lua_State *L, const char *code, const char *message) {
  raise_error(
    L, (okit_text){code, strlen(code)}, (okit_text){message, strlen(message)}, (okit_text){"", 0}, 0,
    (okit_lua_error){.kind = OKIT_LUA_ERROR_OTHER});
}

void okit_raise_syntax(lua_State *L, const char *title) {
  okit_text message, file, rest;
  int32_t line = 0;
  message.bytes = luaL_tolstring(L, -1, &message.length);
  if (!okit_split_position(message.bytes, message.length, &file, &line, &rest)) rest = message;
  raise_error(
    L, (okit_text){"lua.syntax", 10}, rest, (okit_text){title, strlen(title)}, line, okit_read_message(rest));
}

// MARK: Functions of the host

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

// Calls with the object that is the first argument, which has the kind of failures when it is anything else.
static int host_method(lua_State *L) {
  okit_call call;
  okit_object object = {.kind = OKIT_KIND_FAILURE};
  okit_to_object(L, 1, &object);
  call.operation = OKIT_CALL_FUNCTION;
  call.answer = OKIT_ANSWER_NOTHING;
  call.kind = object.kind;
  call.slot = OKIT_NO_SLOT;
  call.bits = object.bits;
  call.handler = lua_touserdata(L, lua_upvalueindex(1));
  call.arguments = NULL;
  call.stack = L;
  call.first = 1;
  return okit_call_host(L, &call);
}

// `__call` of a class of entities: passes the number of the class and a table of values to the host. Its upvalues are
// the handler of the host, the number and the name. The prelude does the same for the first call of a class, with the
// same error.
static int class_call(lua_State *L) {
  if (lua_isnoneornil(L, 2)) {
    lua_settop(L, 1);
    lua_newtable(L);
  } else if (lua_type(L, 2) != LUA_TTABLE) {
    const char *name = lua_tostring(L, lua_upvalueindex(3));
    okit_raise(
      L, "class.values", lua_pushfstring(L, "%s needs a table of values, got %s", name, luaL_typename(L, 2)));
  }
  lua_pushvalue(L, lua_upvalueindex(2));
  lua_replace(L, 1);
  return host_function(L);
}

bool okit_is_host_function(lua_CFunction function) {
  return function == host_function || function == host_method || function == class_call;
}

typedef struct definition {
  void *handler;
  lua_CFunction function;
  int32_t *reference;
} definition;

static int make_function(lua_State *L) {
  const definition *definition = lua_touserdata(L, 1);
  lua_pushlightuserdata(L, definition->handler);
  lua_pushcclosure(L, definition->function, 1);
  *definition->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_make_function(okit_state *state, void *handler, bool is_method, int32_t *reference) {
  definition definition = {handler, is_method ? host_method : host_function, reference};
  return okit_enter(state, make_function, &definition, 0);
}

// Makes a `class_call` of the host function that makes entities, and the number and the name of the class.
static int make_class_call(lua_State *L) {
  luaL_argcheck(L, lua_tocfunction(L, 1) == host_function, 1, "host function expected");
  luaL_checkinteger(L, 2);
  luaL_checkstring(L, 3);
  lua_settop(L, 3);
  lua_getupvalue(L, 1, 1);
  lua_replace(L, 1);
  lua_pushcclosure(L, class_call, 3);
  return 1;
}

bool okit_make_class_caller(okit_state *state, int32_t *reference) {
  definition definition = {.function = make_class_call, .reference = reference};
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

bool okit_make_frame_keeper(okit_state *state, int32_t *reference) {
  definition definition = {.function = keep_frame, .reference = reference};
  return okit_enter(state, make_function, &definition, 0);
}
