// What tables, functions and other objects are called in texts: a number that an object gets when it is first asked
// for. An address would be another one in each process, and would tell a script where the memory of the host lies.
#include "values/values.h"

void okit_install_identities(lua_State *L) {
  lua_newtable(L);
  lua_createtable(L, 0, 1);
  lua_pushliteral(L, "k");
  lua_setfield(L, -2, "__mode");
  lua_setmetatable(L, -2);
  okit_of(L)->identities.slot = luaL_ref(L, LUA_REGISTRYINDEX);
}

// Equal texts may be two objects, so that a text is known by its address, and kept for it.
static void push_key(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TSTRING) {
    lua_pushlightuserdata(L, (void *)lua_topointer(L, index));
  } else {
    lua_pushvalue(L, index);
  }
}

static lua_Integer number_of(lua_State *L, int index) {
  okit_identity_data *identities = &okit_of(L)->identities;
  luaL_checkstack(L, 4, NULL);
  lua_rawgeti(L, LUA_REGISTRYINDEX, identities->slot);
  push_key(L, index);
  lua_Integer number = ++identities->count;
  if (lua_rawget(L, -2) == LUA_TNUMBER) {
    identities->count--;
    number = lua_tointeger(L, -1);
  } else {
    push_key(L, index);
    lua_pushinteger(L, number);
    lua_rawset(L, -4);
    if (lua_type(L, index) == LUA_TSTRING) {
      lua_pushvalue(L, index);
      lua_rawseti(L, -3, number);
    }
  }
  lua_pop(L, 2);
  return number;
}

enum { IDENTITY_SIZE = 2 + 16 + 1 };

// Writes a number as an address looks.
static const char *write_identity(char text[IDENTITY_SIZE], uint64_t number) {
  char *at = text + IDENTITY_SIZE;
  *--at = '\0';
  for (int digits = 0; digits < 8 || number != 0; digits++, number >>= 4) *--at = "0123456789abcdef"[number & 15];
  *--at = 'x';
  *--at = '0';
  return at;
}

const char *okit_push_identity(lua_State *L, int index) {
  char text[IDENTITY_SIZE];
  return lua_pushstring(L, write_identity(text, (uint64_t)number_of(L, lua_absindex(L, index))));
}

const char *okit_push_text(lua_State *L, int index, size_t *length) {
  int type = lua_type(L, index);
  if (type == LUA_TSTRING || type == LUA_TNUMBER || type == LUA_TBOOLEAN || type == LUA_TNIL) {
    return luaL_tolstring(L, index, length);
  }
  index = lua_absindex(L, index);
  if (luaL_callmeta(L, index, "__tostring")) {
    if (!lua_isstring(L, -1)) luaL_error(L, "'__tostring' must return a string");
    return lua_tolstring(L, -1, length);
  }
  char text[IDENTITY_SIZE];
  const char *identity = write_identity(text, (uint64_t)number_of(L, index));
  type = luaL_getmetafield(L, index, "__name");
  lua_pushfstring(L, "%s: %s", type == LUA_TSTRING ? lua_tostring(L, -1) : luaL_typename(L, index), identity);
  if (type != LUA_TNIL) lua_remove(L, -2);
  return lua_tolstring(L, -1, length);
}
