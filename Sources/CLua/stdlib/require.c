// `require` calls its searchers one after the other, the host last, and keeps the result. It searches nothing itself.
#include "io/io.h"
#include "stdlib/libraries.h"

enum { LOADED = 1, LOADING = 2, PACKAGE = 3 };  // upvalues of `require`
enum { NAME = 1, LOADER = 2, DATA = 3 };        // its stack

// Runs however the module's chunk ends, so that a failed module can be required again.
static int end_loading(lua_State *L) {
  lua_rawgeti(L, 1, 2);
  lua_rawgeti(L, 1, 1);
  lua_pushnil(L);
  lua_rawset(L, -3);
  return 0;
}

// Pushes a guard that removes the name from the modules that are being loaded.
static void begin_loading(lua_State *L) {
  lua_createtable(L, 2, 0);
  lua_pushvalue(L, NAME);
  lua_rawseti(L, -2, 1);
  lua_pushvalue(L, lua_upvalueindex(LOADING));
  lua_rawseti(L, -2, 2);
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, end_loading);
  lua_setfield(L, -2, "__close");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, NAME);
  lua_pushboolean(L, true);
  lua_rawset(L, lua_upvalueindex(LOADING));
  lua_toclose(L, -1);
}

static int finish(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  okit_check(L);
  lua_pushvalue(L, NAME);
  if (lua_isnil(L, -2)) {
    // A module may have added itself to `package.loaded`.
    lua_pushvalue(L, NAME);
    if (lua_rawget(L, lua_upvalueindex(LOADED)) == LUA_TNIL) {
      lua_pop(L, 1);
      lua_pushboolean(L, true);
    }
    lua_replace(L, -3);
  }
  lua_pushvalue(L, -2);
  lua_rawset(L, lua_upvalueindex(LOADED));
  lua_pushvalue(L, DATA);
  return 2;
}

// Pushes the loader and its extra argument.
static void find_loader(lua_State *L) {
  lua_pushliteral(L, "searchers");
  if (lua_rawget(L, lua_upvalueindex(PACKAGE)) != LUA_TTABLE) luaL_error(L, "'package.searchers' must be a table");
  for (int i = 1; lua_rawgeti(L, 2, i) != LUA_TNIL; i++) {
    lua_pushvalue(L, NAME);
    lua_call(L, 1, 2);
    if (lua_isfunction(L, -2)) {
      lua_remove(L, 2);
      return;
    }
    lua_settop(L, 2);
  }
  // The host knows the folders and the names in them.
  okit_value arguments[2] = {[1] = {.tag = OKIT_TAG_BOOL, .bits = 1}};
  okit_describe_value(L, NAME, &arguments[0]);
  okit_call_handler(L, okit_of(L)->host.resolve, arguments, 2);
  okit_raise(L, "lua.module", lua_pushfstring(L, "module '%s' not found", lua_tostring(L, NAME)));
}

static int require(lua_State *L) {
  luaL_checkstring(L, NAME);
  lua_settop(L, NAME);
  lua_pushvalue(L, NAME);
  if (lua_rawget(L, lua_upvalueindex(LOADED)) != LUA_TNIL) return 1;
  lua_pushvalue(L, NAME);
  if (lua_rawget(L, lua_upvalueindex(LOADING)) != LUA_TNIL) {
    return luaL_error(L, "module '%s' requires itself", lua_tostring(L, NAME));
  }
  lua_settop(L, NAME);
  find_loader(L);
  begin_loading(L);
  lua_pushvalue(L, LOADER);
  lua_pushvalue(L, NAME);
  lua_pushvalue(L, DATA);
  lua_callk(L, 2, 1, 0, finish);
  return finish(L, LUA_OK, 0);
}

// MARK: Searchers

static int search_preloaded(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_pushliteral(L, "preload");
  if (lua_rawget(L, lua_upvalueindex(1)) != LUA_TTABLE) return 0;
  lua_pushvalue(L, 1);
  if (lua_rawget(L, -2) == LUA_TNIL) return 0;
  lua_pushliteral(L, ":preload:");
  return 2;
}

// Asks the host. Pushes the text and the name of the chunk, or its compiled form or number, the name and the cost of
// loading it, and returns true; false when there is no such module.
static bool resolve(lua_State *L) {
  luaL_checkstring(L, 1);
  lua_settop(L, 1);
  okit_value name;
  okit_describe_value(L, 1, &name);
  return okit_call_handler(L, okit_of(L)->host.resolve, &name, 1) >= 2;
}

static int search_host(lua_State *L) {
  if (!resolve(L)) return 0;
  if (lua_isnil(L, 2)) {
    // A native library instead of a text.
    okit_load_native(L, lua_tostring(L, 1), lua_tostring(L, 3));
    lua_pushvalue(L, 3);
    return 2;
  }
  okit_text text = {NULL, (size_t)lua_tointeger(L, 2)};
  if (!lua_isinteger(L, 2)) text.bytes = lua_tolstring(L, 2, &text.length);
  const char *chunk = lua_tostring(L, 3);
  if (lua_isinteger(L, 4)) {
    okit_push_compiled(L, text, chunk, (size_t)lua_tointeger(L, 4));
  } else {
    okit_push_chunk(L, text, chunk);
  }
  lua_pushstring(L, okit_chunk_title(chunk));
  return 2;
}

// `package.searchpath(name)`: the file that `require` would read, independent of the given path.
int okit_search_path(lua_State *L) {
  if (!resolve(L)) {
    lua_pushnil(L);
    lua_pushfstring(L, "no file for module '%s'", lua_tostring(L, 1));
    return 2;
  }
  lua_pushstring(L, okit_chunk_title(lua_tostring(L, 3)));
  return 1;
}

static const char *const known[] = {
  LUA_GNAME, LUA_COLIBNAME, LUA_TABLIBNAME, LUA_STRLIBNAME, LUA_MATHLIBNAME, LUA_UTF8LIBNAME, LUA_OSLIBNAME,
  // With permission
  LUA_IOLIBNAME, LUA_DBLIBNAME,
};

// Pushes the table `package`, which is kept even where scripts do not see it.
static void push_package(lua_State *L, int loaded) {
  lua_createtable(L, 0, 8);
  lua_pushvalue(L, loaded);
  lua_setfield(L, -2, "loaded");
  lua_newtable(L);
  lua_setfield(L, -2, "preload");
  lua_createtable(L, 2, 0);
  lua_pushvalue(L, -2);
  lua_pushcclosure(L, search_preloaded, 1);
  lua_rawseti(L, -2, 1);
  lua_pushcfunction(L, search_host);
  lua_rawseti(L, -2, 2);
  lua_setfield(L, -2, "searchers");
  lua_pushvalue(L, -1);
  lua_setfield(L, LUA_REGISTRYINDEX, OKIT_PACKAGE);
}

void okit_install_require(lua_State *L) {
  lua_newtable(L);
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    lua_getglobal(L, known[i]);
    lua_setfield(L, -2, known[i]);
  }
  lua_newtable(L);
  push_package(L, lua_gettop(L) - 1);
  lua_pushcclosure(L, require, 3);
  lua_setglobal(L, "require");
}
