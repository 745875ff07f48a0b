// `require`: the host finds a module's text, and the result is kept for the next time. Nothing is searched for here.
#include "bounded/bounded.h"

enum { LOADED = 1, LOADING = 2 };  // upvalues of `require`

// Runs however the module's chunk ends, so that one that failed can be required again.
static int end_loading(lua_State *L) {
  lua_rawgeti(L, 1, 2);
  lua_rawgeti(L, 1, 1);
  lua_pushnil(L);
  lua_rawset(L, -3);
  return 0;
}

// Leaves a guard on the stack that takes the name (at 1) out of the modules that are loading.
static void begin_loading(lua_State *L) {
  lua_createtable(L, 2, 0);
  lua_pushvalue(L, 1);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, lua_upvalueindex(LOADING));
  lua_rawseti(L, -2, 2);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, end_loading);
  lua_setfield(L, -2, "__close");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, 1);
  lua_pushboolean(L, true);
  lua_rawset(L, lua_upvalueindex(LOADING));
  lua_toclose(L, -1);
}

static int finish(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  okit_check(L);
  lua_pushvalue(L, 1);
  if (lua_isnil(L, -2)) {
    lua_pushboolean(L, true);
    lua_replace(L, -3);
  }
  lua_pushvalue(L, -2);
  lua_rawset(L, lua_upvalueindex(LOADED));
  return 1;
}

static int require(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  lua_pushvalue(L, 1);
  if (lua_rawget(L, lua_upvalueindex(LOADED)) != LUA_TNIL) return 1;
  lua_pushvalue(L, 1);
  if (lua_rawget(L, lua_upvalueindex(LOADING)) != LUA_TNIL) {
    return luaL_error(L, "module '%s' requires itself", lua_tostring(L, 1));
  }
  lua_settop(L, 1);
  okit_value name;
  okit_describe_value(L, 1, &name);
  okit_call call = {
    .operation = OKIT_CALL_FUNCTION, .slot = -1, .handler = okit_of(L)->host.resolve, .arguments = &name, .count = 1};
  if (okit_call_host(L, &call) != 2) return luaL_error(L, "module '%s' not found", lua_tostring(L, 1));
  size_t length;
  const char *text = lua_tolstring(L, 2, &length);
  const char *chunk = lua_tostring(L, 3);
  begin_loading(L);
  int status = okit_load_text(L, text, length, chunk, "t");
  okit_check_status(L, status);
  if (status != LUA_OK) okit_raise_syntax(L, chunk);
  lua_pushvalue(L, 1);
  lua_pushvalue(L, 3);
  lua_callk(L, 2, 1, 0, finish);
  return finish(L, LUA_OK, 0);
}

static const char *const known[] = {
  LUA_GNAME, LUA_COLIBNAME, LUA_TABLIBNAME, LUA_STRLIBNAME, LUA_MATHLIBNAME, LUA_UTF8LIBNAME, LUA_OSLIBNAME,
};

void okit_install_require(lua_State *L) {
  lua_newtable(L);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    lua_getglobal(L, known[i]);
    lua_setfield(L, -2, known[i]);
  }
  lua_newtable(L);
  lua_pushcclosure(L, require, 2);
  lua_setglobal(L, "require");
}
