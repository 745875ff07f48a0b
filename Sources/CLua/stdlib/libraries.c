// Puts the bounded functions in the place of the originals.
#include "stdlib/libraries.h"

static const struct {
  const char *name;
  void (*set)(lua_State *L);
} parts[] = {
  {LUA_STRLIBNAME, okit_set_text_functions},  {LUA_STRLIBNAME, okit_set_search_functions},
  {LUA_STRLIBNAME, okit_set_pack_functions},  {LUA_TABLIBNAME, okit_set_table_functions},
  {LUA_UTF8LIBNAME, okit_set_utf8_functions},
};

void okit_install_bounded(lua_State *L) {
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
