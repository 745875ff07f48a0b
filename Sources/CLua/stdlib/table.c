// The functions of `table` that visit elements, except `sort`. They accept everything that has the metamethods that
// they need.
#include "stdlib/table.h"

static bool has_field(lua_State *L, const char *name, int metatable) {
  lua_pushstring(L, name);
  return lua_rawget(L, metatable) != LUA_TNIL;
}

void okit_check_list(lua_State *L, int index, okit_uses uses) {
  if (lua_type(L, index) == LUA_TTABLE) return;
  int top = lua_gettop(L);
  bool fits = lua_getmetatable(L, index) && (!(uses & OKIT_READS) || has_field(L, "__index", top + 1)) &&
              (!(uses & OKIT_WRITES) || has_field(L, "__newindex", top + 1)) &&
              (!(uses & OKIT_MEASURES) || has_field(L, "__len", top + 1));
  lua_settop(L, top);
  if (!fits) luaL_checktype(L, index, LUA_TTABLE);
}

// MARK: insert and remove

static int table_insert(lua_State *L) {
  okit_check_list(L, 1, OKIT_READS | OKIT_WRITES | OKIT_MEASURES);
  lua_Unsigned end = (lua_Unsigned)luaL_len(L, 1) + 1;
  int count = lua_gettop(L);
  if (count == 2) {
    lua_seti(L, 1, (lua_Integer)end);
    return 0;
  }
  if (count != 3) return luaL_error(L, "wrong number of arguments to 'insert'");
  lua_Integer position = luaL_checkinteger(L, 2);
  // Unsigned, so that an end beyond the largest integer is right too.
  luaL_argcheck(L, (lua_Unsigned)position - 1 < end, 2, "position out of bounds");
  for (lua_Integer at = (lua_Integer)end; at > position;) {
    for (lua_Integer stop = okit_charge_batch(L, at - position); stop > 0; stop--, at--) {
      lua_geti(L, 1, at - 1);
      lua_seti(L, 1, at);
    }
  }
  lua_seti(L, 1, position);
  return 0;
}

static int table_remove(lua_State *L) {
  okit_check_list(L, 1, OKIT_READS | OKIT_WRITES | OKIT_MEASURES);
  lua_Integer length = luaL_len(L, 1), position = luaL_optinteger(L, 2, length);
  if (position != length) {
    luaL_argcheck(L, (lua_Unsigned)position - 1 <= (lua_Unsigned)length, 2, "position out of bounds");
  }
  lua_geti(L, 1, position);
  while (position < length) {
    for (lua_Integer stop = okit_charge_batch(L, length - position); stop > 0; stop--, position++) {
      lua_geti(L, 1, position + 1);
      lua_seti(L, 1, position);
    }
  }
  lua_pushnil(L);
  lua_seti(L, 1, position);
  return 1;
}

// MARK: move

static int table_move(lua_State *L) {
  lua_Integer first = luaL_checkinteger(L, 2), last = luaL_checkinteger(L, 3), target = luaL_checkinteger(L, 4);
  int to = lua_isnoneornil(L, 5) ? 1 : 5;
  okit_check_list(L, 1, OKIT_READS);
  okit_check_list(L, to, OKIT_WRITES);
  if (last >= first) {
    luaL_argcheck(L, first > 0 || last < LUA_MAXINTEGER + first, 3, "too many elements to move");
    lua_Integer count = last - first + 1;
    luaL_argcheck(L, target <= LUA_MAXINTEGER - count + 1, 4, "destination wrap around");
    // Moving upwards within one table must not overwrite elements that are still to be moved.
    bool backwards = target > first && target <= last && (to == 1 || lua_compare(L, 1, to, LUA_OPEQ));
    if (backwards) {
      for (lua_Integer offset = count - 1; offset >= 0; offset--) {
        lua_geti(L, 1, first + offset);
        lua_seti(L, to, target + offset);
        okit_charge(L, 1);
      }
    } else {
      for (lua_Integer offset = 0; offset < count; offset++) {
        lua_geti(L, 1, first + offset);
        lua_seti(L, to, target + offset);
        okit_charge(L, 1);
      }
    }
  }
  lua_pushvalue(L, to);
  return 1;
}

// MARK: concat

static void add_element(lua_State *L, luaL_Buffer *buffer, lua_Integer position) {
  lua_geti(L, 1, position);
  if (!lua_isstring(L, -1)) {
    luaL_error(
      L, "invalid value (%s) at index %I in table for 'concat'", luaL_typename(L, -1), (LUAI_UACINT)position);
  }
  luaL_addvalue(buffer);
}

static int table_concat(lua_State *L) {
  okit_check_list(L, 1, OKIT_READS | OKIT_MEASURES);
  lua_Integer length = luaL_len(L, 1);
  size_t separator_length;
  const char *separator = luaL_optlstring(L, 2, "", &separator_length);
  lua_Integer first = luaL_optinteger(L, 3, 1), last = luaL_optinteger(L, 4, length);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (lua_Integer position = first; position < last; position++) {
    size_t before = luaL_bufflen(&buffer);
    add_element(L, &buffer, position);
    luaL_addlstring(&buffer, separator, separator_length);
    okit_charge_bytes(L, luaL_bufflen(&buffer) - before);
  }
  if (first <= last) add_element(L, &buffer, last);
  luaL_pushresult(&buffer);
  return 1;
}

void okit_add_table_functions(lua_State *L) {
  static const luaL_Reg functions[] = {
    {"insert", table_insert}, {"remove", table_remove}, {"move", table_move}, {"concat", table_concat}, {NULL, NULL},
  };
  luaL_setfuncs(L, functions, 0);
}
