// Entities as a host has them at least: records in C, userdata that a weak table holds, names that are found by the
// address of their text.
#include <stdlib.h>
#include <string.h>

#include "floor.h"

typedef struct {
  int64_t price, name;
  uint64_t id[2];
} record;

typedef struct {
  uint32_t index, generation;
} handle;

enum { LIMIT = 1 << 17, IDS = 1 << 18 };

static struct {
  record *records;
  uint32_t *elements, *ids;
  uint32_t count;
  uint64_t random;
  const char *price, *name, *twice;
  int objects, metatable, function;
} items;

static uint64_t next_random(void) {
  items.random ^= items.random << 13;
  items.random ^= items.random >> 7;
  return items.random ^= items.random << 17;
}

static int entity_index(lua_State *lua) {
  handle *self = lua_touserdata(lua, 1);
  const char *name = lua_tostring(lua, 2);
  if (name == items.price) {
    lua_pushinteger(lua, items.records[self->index].price);
  } else {
    lua_pushvalue(lua, lua_upvalueindex(1));
  }
  return 1;
}

static int entity_get(lua_State *lua) {
  if (lua_tostring(lua, 2) != items.twice) return 0;
  lua_rawgeti(lua, LUA_REGISTRYINDEX, items.function);
  lua_pushvalue(lua, 1);
  if (lua_pcall(lua, 1, 1, 0) != LUA_OK) return lua_error(lua);
  return 1;
}

static int entity_gc(lua_State *lua) {
  (void)lua;
  return 0;
}

static void push_entity(lua_State *lua, uint32_t index) {
  lua_rawgeti(lua, LUA_REGISTRYINDEX, items.objects);
  if (lua_rawgeti(lua, -1, index + 1) == LUA_TNIL) {
    lua_pop(lua, 1);
    *(handle *)lua_newuserdatauv(lua, sizeof(handle), 0) = (handle){index, 1};
    lua_rawgeti(lua, LUA_REGISTRYINDEX, items.metatable);
    lua_setmetatable(lua, -2);
    lua_pushvalue(lua, -1);
    lua_rawseti(lua, -3, index + 1);
  }
  lua_remove(lua, -2);
}

static int list_index(lua_State *lua) {
  lua_Integer number = lua_tointeger(lua, 2);
  if (number < 1 || number > items.count) return 0;
  push_entity(lua, items.elements[number - 1]);
  return 1;
}

// Leaves a weak table for the userdata of new entities on the stack.
static void push_objects(lua_State *lua) {
  lua_newtable(lua);
  lua_newtable(lua);
  lua_pushstring(lua, "v");
  lua_setfield(lua, -2, "__mode");
  lua_setmetatable(lua, -2);
}

static int list_clear(lua_State *lua) {
  items.count = 0;
  memset(items.ids, 0, IDS * sizeof *items.ids);
  push_objects(lua);
  lua_rawseti(lua, LUA_REGISTRYINDEX, items.objects);
  return 0;
}

static int list_add(lua_State *lua) {
  if (items.count == LIMIT) return luaL_error(lua, "the list is full");
  uint32_t index = items.count;
  record *made = &items.records[index];
  lua_pushnil(lua);
  while (lua_next(lua, 1)) {
    const char *name = lua_tostring(lua, -2);
    if (name == items.price) {
      made->price = luaL_checkinteger(lua, -1);
    } else if (name == items.name) {
      made->name = (int64_t)(intptr_t)luaL_checkstring(lua, -1);
    } else {
      return luaL_error(lua, "no property '%s'", name);
    }
    lua_pop(lua, 1);
  }
  made->id[0] = next_random();
  made->id[1] = next_random();
  uint32_t place = (uint32_t)made->id[0] & (IDS - 1);
  while (items.ids[place] != 0) place = (place + 1) & (IDS - 1);
  items.ids[place] = index + 1;
  items.elements[items.count++] = index;
  push_entity(lua, index);
  return 1;
}

static const char *intern(lua_State *lua, const char *text) {
  lua_pushstring(lua, text);
  const char *address = lua_tostring(lua, -1);
  luaL_ref(lua, LUA_REGISTRYINDEX);
  return address;
}

static const char script[] =
    "local items, list, add, clear = items, {}, add, clear\n"
    "function addItems(n) clear() for i = 1, n do add { price = i, name = 'abc' } end return n end\n"
    "function hold(n) for i = 1, n do list[i] = items[i] end return n end\n"
    "function sumItems() local s = 0 for _, item in ipairs(items) do s = s + item.price end return s end\n"
    "function call(n) local e, s = items[7], 0 for i = 1, n do s = s + e:get('double()') end return s end\n";

bool floor_define_objects(lua_State *lua) {
  items.records = calloc(LIMIT, sizeof *items.records);
  items.elements = calloc(LIMIT, sizeof *items.elements);
  items.ids = calloc(IDS, sizeof *items.ids);
  items.count = 0;
  items.random = 88172645463325252;
  if (items.records == NULL || items.elements == NULL || items.ids == NULL) return false;
  items.price = intern(lua, "price");
  items.name = intern(lua, "name");
  items.twice = intern(lua, "double()");
  lua_newtable(lua);
  lua_pushcfunction(lua, entity_get);
  lua_pushcclosure(lua, entity_index, 1);
  lua_setfield(lua, -2, "__index");
  lua_pushcfunction(lua, entity_gc);
  lua_setfield(lua, -2, "__gc");
  items.metatable = luaL_ref(lua, LUA_REGISTRYINDEX);
  push_objects(lua);
  items.objects = luaL_ref(lua, LUA_REGISTRYINDEX);
  lua_newuserdatauv(lua, 0, 0);
  lua_newtable(lua);
  lua_pushcfunction(lua, list_index);
  lua_setfield(lua, -2, "__index");
  lua_setmetatable(lua, -2);
  lua_setglobal(lua, "items");
  lua_register(lua, "add", list_add);
  lua_register(lua, "clear", list_clear);
  if (luaL_dostring(lua, "return function(self) return self.price * 2 end") != LUA_OK) return false;
  items.function = luaL_ref(lua, LUA_REGISTRYINDEX);
  return luaL_dostring(lua, script) == LUA_OK;
}

void floor_close_objects(void) {
  free(items.records);
  free(items.elements);
  free(items.ids);
}

int64_t floor_run(lua_State *lua, const char *function, int64_t count) {
  lua_getglobal(lua, function);
  lua_pushinteger(lua, count);
  return floor_finish(lua, 1);
}
