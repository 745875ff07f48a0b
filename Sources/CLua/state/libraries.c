// The libraries that a new state gets.
#include "state/libraries.h"

#include "io/io.h"
#include "objects/objects.h"
#include "stdlib/libraries.h"

static const struct {
  const char *name;
  lua_CFunction open;
} libraries[] = {
  {LUA_GNAME, luaopen_base},       {LUA_COLIBNAME, luaopen_coroutine}, {LUA_TABLIBNAME, luaopen_table},
  {LUA_STRLIBNAME, luaopen_string}, {LUA_MATHLIBNAME, luaopen_math},    {LUA_UTF8LIBNAME, luaopen_utf8},
};

static const char *const system_functions[] = {"time", "clock", "difftime"};

static void open_system(lua_State *L) {
  lua_newtable(L);
  lua_pushcfunction(L, luaopen_os);
  lua_call(L, 0, 1);
  for (size_t i = 0; i < sizeof system_functions / sizeof *system_functions; i++) {
    lua_getfield(L, -1, system_functions[i]);
    lua_setfield(L, -3, system_functions[i]);
  }
  lua_pop(L, 1);
  okit_publish_library(L, LUA_OSLIBNAME);
}

int okit_open_libraries(lua_State *L) {
  for (size_t i = 0; i < sizeof libraries / sizeof *libraries; i++) {
    luaL_requiref(L, libraries[i].name, libraries[i].open, 1);
    lua_pop(L, 1);
  }
  open_system(L);
  okit_intern_keys(L);
  okit_install_identities(L);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushboolean(L, false);
  lua_setfield(L, -2, "__metatable");
  lua_settop(L, 0);
  okit_install_base(L);
  okit_install_ipairs(L);
  okit_install_libraries(L);
  okit_install_protected_calls(L);
  okit_install_coroutines(L);
  okit_install_io(L);
  okit_install_require(L);
  okit_measure_level_record(L);
  okit_check_wanted_results(L);
  return 0;
}
