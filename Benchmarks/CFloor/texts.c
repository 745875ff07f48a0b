#include <string.h>

#include "floor.h"

static const char script[] =
    "function textToHost(s, n) local host, sum = echo, 0 for i = 1, n do sum = sum + #host(s) end return sum end\n"
    "function same(s) return s end\n"
    "function label(e) return 'Price ' .. e.price end\n";

static int echo(lua_State *lua) {
  size_t length;
  const char *text = luaL_checklstring(lua, 1, &length);
  lua_pushlstring(lua, text, length);
  return 1;
}

bool floor_define_texts(lua_State *lua) {
  lua_pushcfunction(lua, echo);
  lua_setglobal(lua, "echo");
  return luaL_dostring(lua, script) == LUA_OK;
}

int64_t floor_text_to_host(lua_State *lua, const char *text, int64_t count) {
  lua_getglobal(lua, "textToHost");
  lua_pushstring(lua, text);
  lua_pushinteger(lua, count);
  return floor_finish(lua, 2);
}

// Calls the function on the stack and copies the text that it returns. Returns its length, or -1 after an error.
static int64_t copy_text(lua_State *lua, int arguments) {
  char copy[256];
  int64_t result = -1;
  if (lua_pcall(lua, arguments, 1, 0) == LUA_OK) {
    size_t length;
    const char *text = lua_tolstring(lua, -1, &length);
    if (text && length <= sizeof copy) {
      memcpy(copy, text, length);
      floor_use(copy[0]);
      result = (int64_t)length;
    }
  }
  lua_pop(lua, 1);
  return result;
}

int64_t floor_text_to_lua(lua_State *lua, const char *text, int64_t count) {
  size_t length = strlen(text);
  int64_t sum = 0;
  for (int64_t i = 0; i < count; i++) {
    lua_getglobal(lua, "same");
    lua_pushlstring(lua, text, length);
    sum += copy_text(lua, 1);
  }
  return sum;
}

int64_t floor_label(lua_State *lua, int64_t entities, int64_t count) {
  lua_getglobal(lua, "label");
  int function = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_createtable(lua, (int)entities, 0);
  for (int64_t i = 0; i < entities; i++) {
    floor_push_entity(lua, i);
    lua_rawseti(lua, -2, i + 1);
  }
  int64_t sum = 0;
  for (int64_t i = 0; i < count; i++) {
    lua_rawgeti(lua, LUA_REGISTRYINDEX, function);
    lua_rawgeti(lua, -2, i % entities + 1);
    sum += copy_text(lua, 1);
  }
  lua_pop(lua, 1);
  luaL_unref(lua, LUA_REGISTRYINDEX, function);
  return sum;
}
