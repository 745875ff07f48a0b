// An error that ended a coroutine and that its resumer raised again.
#include "errors/errors.h"

// The error is recognized as a value. It is the only element of a table with weak values, so that an error object is
// not kept alive, and no other object can take its place at the same address. Equal texts are one value to Lua.

void okit_intern_nested_error(lua_State *L) {
  lua_createtable(L, 1, 0);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "v");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  okit_of(L)->errors.nested.slot = luaL_ref(L, LUA_REGISTRYINDEX);
}

bool okit_is_nested_error(okit_state *state, lua_State *L, int index) {
  if (!state->errors.nested.is_valid || lua_isnil(L, index)) return false;
  index = lua_absindex(L, index);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->errors.nested.slot);
  lua_rawgeti(L, -1, 1);
  bool is_nested = lua_rawequal(L, -1, index);
  lua_pop(L, 2);
  return is_nested;
}

void okit_set_nested_error(okit_state *state, lua_State *L, int index) {
  index = lua_absindex(L, index);
  lua_rawgeti(L, LUA_REGISTRYINDEX, state->errors.nested.slot);
  lua_pushvalue(L, index);
  lua_rawseti(L, -2, 1);
  lua_pop(L, 1);
}

void okit_add_position(lua_State *L, int level) {
  okit_state *state = okit_of(L);
  bool is_nested = okit_is_nested_error(state, L, -1);
  luaL_where(L, level);
  lua_insert(L, -2);
  lua_concat(L, 2);
  if (is_nested) okit_set_nested_error(state, L, -1);
}

static void swap(okit_bytes *a, okit_bytes *b) {
  okit_bytes kept = *a;
  *a = *b;
  *b = kept;
}

// Describes the error where it arose, followed by the path to the coroutine that resumed.
void okit_describe_nested_error(okit_state *state) {
  okit_details *details = &state->errors.details, *inner = &state->errors.nested.details;
  state->errors.nested.is_valid = false;
  swap(&inner->message, &details->message);
  swap(&inner->candidates, &details->candidates);
  swap(&inner->notes, &details->notes);
  if (inner->line > 0) {
    swap(&inner->file, &details->file);
    details->line = inner->line;
  }
  okit_append_note(&details->notes, (okit_note){.kind = OKIT_NOTE_COROUTINE});
}
