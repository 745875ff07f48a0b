// Stubs of `package`, `debug` and `io` for modules that expect them at load time. They reach nothing. A state gets them
// with the first such module from a folder that the host has named.
#include "stdlib/libraries.h"

#include <string.h>

// MARK: debug

static lua_State *thread_argument(lua_State *L, int *index) {
  *index = lua_isthread(L, 1) ? 2 : 1;
  return *index == 2 ? lua_tothread(L, 1) : L;
}

static int traceback(lua_State *L) {
  int index;
  lua_State *coroutine = thread_argument(L, &index);
  const char *message = lua_tostring(L, index);
  if (message == NULL && !lua_isnoneornil(L, index)) {
    lua_pushvalue(L, index);
    return 1;
  }
  luaL_traceback(L, coroutine, message, (int)luaL_optinteger(L, index + 1, coroutine == L));
  return 1;
}

static void set_text(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

static void set_number(lua_State *L, const char *name, int number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, name);
}

static void set_flag(lua_State *L, const char *name, int flag) {
  lua_pushboolean(L, flag);
  lua_setfield(L, -2, name);
}

// Whether a function belongs to a script: it is written in Lua, and not a part of the bridge.
static bool is_script(const lua_Debug *record) {
  return *record->what != 'C' && strncmp(record->source, "=[okit", 6) != 0;
}

// Returns places and names of functions; functions themselves only if they belong to a script.
static int get_info(lua_State *L) {
  int index;
  lua_State *coroutine = thread_argument(L, &index);
  const char *options = luaL_optstring(L, index + 1, "flnSrtu");
  luaL_argcheck(L, strspn(options, "SlnrutLf") == strlen(options), index + 1, "invalid option");
  lua_Debug record;
  bool is_function = lua_isfunction(L, index);
  if (is_function) {
    lua_pushvalue(L, index);
    lua_getinfo(L, ">Slnut", &record);
  } else {
    lua_Integer level = luaL_checkinteger(L, index);
    if (level < 0 || level > INT32_MAX || !lua_getstack(coroutine, (int)level, &record)) return 0;
    lua_getinfo(coroutine, "Slnut", &record);
  }
  lua_newtable(L);
  if (strchr(options, 'S') != NULL) {
    lua_pushlstring(L, record.source, record.srclen);
    lua_setfield(L, -2, "source");
    set_text(L, "short_src", record.short_src);
    set_number(L, "linedefined", record.linedefined);
    set_number(L, "lastlinedefined", record.lastlinedefined);
    set_text(L, "what", record.what);
  }
  if (strchr(options, 'l') != NULL) set_number(L, "currentline", record.currentline);
  if (strchr(options, 'n') != NULL) {
    set_text(L, "name", record.name);
    set_text(L, "namewhat", record.namewhat);
  }
  if (strchr(options, 'u') != NULL) {
    set_number(L, "nups", record.nups);
    set_number(L, "nparams", record.nparams);
    set_flag(L, "isvararg", record.isvararg);
  }
  if (strchr(options, 't') != NULL) set_flag(L, "istailcall", record.istailcall);
  if (strchr(options, 'f') == NULL) return 1;
  if (is_function) {
    lua_pushvalue(L, index);
  } else if (is_script(&record)) {
    lua_getinfo(coroutine, "f", &record);
    lua_xmove(coroutine, L, 1);
  } else {
    return 1;
  }
  lua_setfield(L, -2, "func");
  return 1;
}

// Modules look for the environment of a function. Other upvalues have a name and no value.
static int get_upvalue(lua_State *L) {
  lua_Integer number = luaL_checkinteger(L, 2);
  luaL_checktype(L, 1, LUA_TFUNCTION);
  lua_Debug record;
  lua_pushvalue(L, 1);
  lua_getinfo(L, ">S", &record);
  if (!is_script(&record) || number < 1 || number > 255) return 0;
  const char *name = lua_getupvalue(L, 1, (int)number);
  if (name == NULL) return 0;
  if (strcmp(name, "_ENV") != 0) lua_pushnil(L);
  lua_pushstring(L, name);
  lua_insert(L, -2);
  return 2;
}

// A protected metatable is nil.
static int get_metatable(lua_State *L) {
  luaL_checkany(L, 1);
  if (!lua_getmetatable(L, 1)) return 0;
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL && !lua_istable(L, -1)) return 0;
  return 1;
}

// Sets the metatable of a table. For a text it does nothing, without an error, because modules remove that metatable
// while they read data.
static int set_metatable(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING) {
    lua_settop(L, 1);
    return 1;
  }
  return okit_set_metatable(L);
}

static int get_hook(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

static int set_hook(lua_State *L) {
  int index = lua_isthread(L, 1) ? 2 : 1;
  if (!lua_isnoneornil(L, index)) return luaL_error(L, "scripts cannot have hooks");
  return 0;
}

static const luaL_Reg debug_functions[] = {
  {"traceback", traceback},        {"getinfo", get_info},  {"getmetatable", get_metatable},
  {"setmetatable", set_metatable}, {"getupvalue", get_upvalue},
  {"gethook", get_hook},           {"sethook", set_hook},  {NULL, NULL},
};

// MARK: package

static void fill_package(lua_State *L, const okit_text *path) {
  lua_getfield(L, LUA_REGISTRYINDEX, OKIT_PACKAGE);
  lua_pushlstring(L, path->bytes, path->length);
  lua_setfield(L, -2, "path");
  set_text(L, "cpath", "");
  set_text(L, "config", "/\n;\n?\n!\n-\n");
  lua_pushcfunction(L, okit_search_path);
  lua_setfield(L, -2, "searchpath");
}

// MARK: All of them

// Makes the value on top a global and a module, past any metatables of the globals.
static void add(lua_State *L, int loaded, const char *name) {
  lua_pushvalue(L, -1);
  lua_setfield(L, loaded, name);
  lua_pushglobaltable(L);
  lua_insert(L, -2);
  lua_pushstring(L, name);
  lua_insert(L, -2);
  lua_rawset(L, -3);
  lua_pop(L, 1);
}

// A permission's library, or the script's own value, has precedence over a stub.
static bool is_missing(lua_State *L, const char *name) {
  lua_pushglobaltable(L);
  lua_pushstring(L, name);
  bool is_missing = lua_rawget(L, -2) == LUA_TNIL;
  lua_pop(L, 2);
  return is_missing;
}

static int add_stubs(lua_State *L) {
  const okit_text *path = lua_touserdata(L, 1);
  fill_package(L, path);
  lua_getfield(L, -1, "loaded");
  lua_insert(L, -2);
  int loaded = lua_gettop(L) - 1;
  add(L, loaded, "package");
  if (is_missing(L, "debug")) {
    luaL_newlib(L, debug_functions);
    add(L, loaded, "debug");
  }
  if (is_missing(L, "io")) {
    okit_push_io_stub(L);
    add(L, loaded, "io");
  }
  return 0;
}

bool okit_add_stubs(okit_state *state, okit_text path) { return okit_enter(state, add_stubs, &path, 0); }
