#include <string.h>

#include "floor.h"

static const char kind[] = "entity";

static int add_one(lua_State *lua) {
  lua_pushinteger(lua, luaL_checkinteger(lua, 1) + 1);
  return 1;
}

static int get(lua_State *lua) {
  floor_entity *self = luaL_checkudata(lua, 1, kind);
  const char *name = luaL_checkstring(lua, 2);
  if (strcmp(name, "price") != 0) return luaL_error(lua, "no property '%s'", name);
  lua_pushinteger(lua, self->price);
  return 1;
}

static int entity_index(lua_State *lua) {
  if (strcmp(luaL_checkstring(lua, 2), "get") != 0) return get(lua);
  lua_pushcfunction(lua, get);
  return 1;
}

static const char script[] =
    "function toHost(n) local host, s = host, 0 for i = 1, n do s = host(s) end return s end\n"
    "function addOne(s) return s + 1 end\n"
    "function get(e, n) local s = 0 for i = 1, n do s = s + e:get('price') end return s end\n"
    "function property(e, n) local s = 0 for i = 1, n do s = s + e.price end return s end\n";

lua_State *floor_open(void) {
  lua_State *lua = luaL_newstate();
  if (!lua) return 0;
  luaL_openlibs(lua);
  lua_pushcfunction(lua, add_one);
  lua_setglobal(lua, "host");
  luaL_newmetatable(lua, kind);
  lua_pushcfunction(lua, entity_index);
  lua_setfield(lua, -2, "__index");
  lua_pop(lua, 1);
  return luaL_dostring(lua, script) == LUA_OK && floor_define_texts(lua) ? lua : 0;
}

void floor_close(lua_State *lua) { lua_close(lua); }

int64_t floor_finish(lua_State *lua, int arguments) {
  int64_t result = -1;
  if (lua_pcall(lua, arguments, 1, 0) == LUA_OK) result = lua_tointeger(lua, -1);
  lua_pop(lua, 1);
  return result;
}

void floor_push_entity(lua_State *lua, int64_t price) {
  floor_entity *self = lua_newuserdatauv(lua, sizeof(floor_entity), 0);
  self->price = price;
  luaL_setmetatable(lua, kind);
}

int64_t floor_lua_to_host(lua_State *lua, int64_t count) {
  lua_getglobal(lua, "toHost");
  lua_pushinteger(lua, count);
  return floor_finish(lua, 1);
}

int64_t floor_call_by_name(lua_State *lua, int64_t count) {
  int64_t sum = 0;
  for (int64_t i = 0; i < count; i++) {
    lua_getglobal(lua, "addOne");
    lua_pushinteger(lua, sum);
    sum = floor_finish(lua, 1);
  }
  return sum;
}

static int64_t read_price(lua_State *lua, const char *function, int64_t count, int64_t price) {
  lua_getglobal(lua, function);
  floor_push_entity(lua, price);
  lua_pushinteger(lua, count);
  return floor_finish(lua, 2);
}

int64_t floor_property(lua_State *lua, int64_t count, int64_t price) {
  return read_price(lua, "property", count, price);
}

int64_t floor_get(lua_State *lua, int64_t count, int64_t price) { return read_price(lua, "get", count, price); }

int32_t floor_load(lua_State *lua, const char *script) {
  return luaL_dostring(lua, script) == LUA_OK && lua_isfunction(lua, -1) ? luaL_ref(lua, LUA_REGISTRYINDEX) : 0;
}

int64_t floor_call(lua_State *lua, int32_t function, int64_t argument) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, function);
  lua_pushinteger(lua, argument);
  return floor_finish(lua, 1);
}
