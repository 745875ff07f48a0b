// Replaces functions of the libraries by those that limits can stop.
#include "stdlib/libraries.h"

static const struct {
  const char *name;
  void (*set)(lua_State *L);
} parts[] = {
  {LUA_STRLIBNAME, okit_add_string_functions}, {LUA_STRLIBNAME, okit_add_find_functions},
  {LUA_TABLIBNAME, okit_add_table_functions},  {LUA_TABLIBNAME, okit_add_sort},
  {LUA_MATHLIBNAME, okit_add_seed},
};

void okit_install_libraries(lua_State *L) {
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    lua_getglobal(L, parts[i].name);
    parts[i].set(L);
    lua_pop(L, 1);
  }
  lua_getglobal(L, LUA_OSLIBNAME);
  lua_pushcfunction(L, okit_date);
  lua_setfield(L, -2, "date");
  lua_pop(L, 1);
}
