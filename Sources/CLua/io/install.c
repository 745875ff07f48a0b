// Adds what the permissions give. Without a permission, its library does not exist.
#include "io/internal.h"

void okit_publish_library(lua_State *L, const char *name) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
  lua_setglobal(L, name);
}

void okit_install_io(lua_State *L) {
  const okit_grants *grants = okit_of(L)->io.grants;
  if (okit_has_folder(grants, OKIT_READ)) okit_install_file_loading(L);
  if (grants->system || okit_has_folder(grants, OKIT_READ | OKIT_WRITE)) {
    okit_install_file_methods(L);
    okit_install_io_library(L);
    okit_publish_library(L, LUA_IOLIBNAME);
  }
  lua_getglobal(L, LUA_OSLIBNAME);
  okit_install_os_library(L);
  lua_pop(L, 1);
  if (grants->native) {
    lua_pushcfunction(L, luaopen_debug);
    lua_call(L, 0, 1);
    okit_publish_library(L, LUA_DBLIBNAME);
  }
}
