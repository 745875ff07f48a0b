// The arguments of a call of the host.
#include "calls/calls.h"

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

okit_text okit_text_argument(const okit_call *call, int32_t index) {
  okit_text text = {NULL, 0};
  if (call->arguments != NULL || index < 0 || index >= LUAI_MAXSTACK) {
    okit_value value;
    okit_argument(call, index, &value);
    if (value.tag == OKIT_TAG_TEXT) text = (okit_text){(const char *)(uintptr_t)value.bits, value.length};
  } else if (!okit_of(call->stack)->calls.abandoned && lua_type(call->stack, call->first + index) == LUA_TSTRING) {
    text.bytes = lua_tolstring(call->stack, call->first + index, &text.length);
  }
  return text;
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

// Reads a list of plain values and objects; returns the number of items with its own, 0 where `okit_read` reads it.
static size_t read_list(lua_State *L, int list, okit_value *items, size_t capacity) {
  size_t length = lua_rawlen(L, list), count = 0;
  if (length == 0 || length >= capacity) return 0;
  if (lua_getmetatable(L, list)) {
    lua_pop(L, 1);
    return 0;
  }
  for (; count < length; count++) {
    okit_value *item = items + 1 + count;
    lua_rawgeti(L, list, (lua_Integer)count + 1);
    okit_describe_value(L, lua_gettop(L), item);
    lua_pop(L, 1);
    if (item->tag == OKIT_TAG_NIL || item->tag > OKIT_TAG_OBJECT) return 0;
  }
  // Members beside the elements are one more.
  lua_pushnil(L);
  while (lua_next(L, list) != 0) {
    lua_pop(L, 1);
    if (count-- == 0) {
      lua_pop(L, 1);
      return 0;
    }
  }
  items->tag = OKIT_TAG_TABLE;
  items->bits = length;
  items->length = 0;
  return length + 1;
}

// The members are read where the host runs, outside of a protected call: nothing here allocates in the state or raises.
bool okit_read_members(const okit_call *call, int32_t index, okit_value *items, size_t capacity, size_t *count) {
  lua_State *L = call->stack;
  int table = call->first + index;
  if (call->arguments != NULL || index < 0 || index >= LUAI_MAXSTACK || okit_of(L)->calls.abandoned) return false;
  if (lua_type(L, table) != LUA_TTABLE || !lua_checkstack(L, 5)) return false;
  if (lua_getmetatable(L, table)) {
    lua_pop(L, 1);
    return false;
  }
  int top = lua_gettop(L);
  *count = 0;
  lua_pushnil(L);
  while (lua_next(L, table) != 0) {
    okit_value *item = items + *count;
    size_t used = 0;
    if (*count + 2 <= capacity && lua_type(L, top + 1) == LUA_TSTRING) {
      item->tag = OKIT_TAG_TEXT;
      item->bits = (uint64_t)(uintptr_t)lua_tolstring(L, top + 1, &item->length);
      okit_describe_value(L, top + 2, ++item);
      used = item->tag <= OKIT_TAG_OBJECT;
      if (item->tag == OKIT_TAG_TABLE) used = read_list(L, top + 2, item, capacity - *count - 1);
    }
    if (used == 0) {
      lua_settop(L, top);
      return false;
    }
    *count += 1 + used;
    lua_settop(L, top + 1);
  }
  return true;
}

static int retain_argument(lua_State *L) {
  int32_t *reference = lua_touserdata(L, 1);
  *reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_retain(okit_state *state, int32_t index, int32_t *reference) {
  return okit_enter(state, retain_argument, reference, index);
}
