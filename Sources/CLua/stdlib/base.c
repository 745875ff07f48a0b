// The functions of the base library that a sandbox needs in another form.
#include "stdlib/libraries.h"

#include <string.h>

int okit_set_metatable(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  luaL_argexpected(L, lua_isnoneornil(L, 2) || lua_istable(L, 2), 2, "nil or table");
  if (luaL_getmetafield(L, 1, "__metatable") != LUA_TNIL) return luaL_error(L, "cannot change a protected metatable");
  lua_settop(L, 2);
  if (lua_istable(L, 2)) {
    // No limit would reach a finalizer.
    lua_pushliteral(L, "__gc");
    if (lua_rawget(L, 2) != LUA_TNIL) return luaL_error(L, "scripts cannot have finalizers ('__gc')");
    lua_pop(L, 1);
  }
  lua_setmetatable(L, 1);
  return 1;
}

static int collect_garbage(lua_State *L) {
  const char *option = luaL_optstring(L, 1, "collect");
  if (strcmp(option, "count") != 0) return luaL_error(L, "scripts can use collectgarbage only with 'count'");
  lua_pushnumber(L, lua_gc(L, LUA_GCCOUNT) + lua_gc(L, LUA_GCCOUNTB) / 1024.0);
  return 1;
}

static int to_text(lua_State *L) {
  luaL_checkany(L, 1);
  okit_push_text(L, 1, NULL);
  return 1;
}

static int print(lua_State *L) {
  okit_check_stack(L);
  int count = lua_gettop(L);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  for (int i = 1; i <= count; i++) {
    if (i > 1) luaL_addchar(&buffer, '\t');
    okit_push_text(L, i, NULL);
    luaL_addvalue(&buffer);
  }
  luaL_pushresult(&buffer);
  okit_value text;
  okit_describe_value(L, -1, &text);
  okit_call_handler(L, okit_of(L)->host.print, &text, 1);
  return 0;
}

// An error that a script raises again stays the same error, with a position in front.
static int raise_error(lua_State *L) {
  int level = (int)luaL_optinteger(L, 2, 1);
  lua_settop(L, 1);
  if (lua_type(L, 1) == LUA_TSTRING && level > 0) okit_add_position(L, level);
  return lua_error(L);
}

static int assert_value(lua_State *L) {
  if (lua_toboolean(L, 1)) return lua_gettop(L);
  luaL_checkany(L, 1);
  lua_remove(L, 1);
  lua_pushliteral(L, "assertion failed!");
  lua_settop(L, 1);
  return raise_error(L);
}

static int load(lua_State *L) {
  okit_check_stack(L);
  bool has_environment = !lua_isnone(L, 4);
  const char *text = NULL;
  size_t length = 0;
  if (lua_type(L, 1) == LUA_TSTRING || lua_type(L, 1) == LUA_TNUMBER) text = lua_tolstring(L, 1, &length);
  if (text == NULL) luaL_checktype(L, 1, LUA_TFUNCTION);
  const char *chunk = luaL_optstring(L, 2, text != NULL ? text : "=(load)");
  // Bytecode is rejected in every mode; a mode without text rejects everything.
  const char *mode = strchr(luaL_optstring(L, 3, "t"), 't') != NULL ? "t" : "";
  lua_settop(L, 4);
  int status;
  if (text != NULL) {
    status = okit_load_text(L, text, length, chunk, mode);
  } else {
    lua_pushnil(L);
    status = okit_load_pieces(L, chunk, mode);
  }
  okit_check_status(L, status);
  return okit_load_results(L, status, has_environment ? 4 : 0);
}

// Its upvalues: the function that writes a warning, and whether warnings are on.
static int warn(lua_State *L) {
  int count = lua_gettop(L);
  luaL_checkstring(L, 1);
  for (int i = 2; i <= count; i++) luaL_checkstring(L, i);
  const char *text = lua_tostring(L, 1);
  if (count == 1 && *text == '@') {
    bool turns_on = strcmp(text, "@on") == 0;
    if (turns_on || strcmp(text, "@off") == 0) {
      lua_pushboolean(L, turns_on);
      lua_replace(L, lua_upvalueindex(2));
    }
    return 0;
  }
  if (!lua_toboolean(L, lua_upvalueindex(2))) return 0;
  okit_check_stack(L);
  lua_concat(L, count);
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, -2);
  lua_call(L, 1, 0);
  return 0;
}

static int set_warning(lua_State *L) {
  const int32_t *write = lua_touserdata(L, 1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, *write);
  lua_pushboolean(L, false);
  lua_pushcclosure(L, warn, 2);
  lua_setglobal(L, "warn");
  return 0;
}

bool okit_set_warning(okit_state *state, int32_t write) { return okit_enter(state, set_warning, &write, 0); }

static const luaL_Reg base[] = {
  {"setmetatable", okit_set_metatable},
  {"collectgarbage", collect_garbage},
  {"print", print},
  {"tostring", to_text},
  {"error", raise_error},
  {"assert", assert_value},
  {"load", load},
  {"dofile", NULL},
  {"loadfile", NULL},
};

void okit_install_base(lua_State *L) {
  for (size_t i = 0; i < sizeof base / sizeof *base; i++) {
    if (base[i].func != NULL) {
      lua_pushcfunction(L, base[i].func);
    } else {
      lua_pushnil(L);
    }
    lua_setglobal(L, base[i].name);
  }
}
