// Puts what the permissions give beside what every script has. Without a permission nothing of it is there.
#include "io/io.h"

void okit_install_io(lua_State *L);
void okit_install_system(lua_State *L);
void okit_install_loading(lua_State *L);

// Makes the library on top of the stack a global, and known by its name in messages about arguments.
static void publish(lua_State *L, const char *name) {
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, name);
  lua_pop(L, 1);
  lua_setglobal(L, name);
}

void okit_install_permitted(lua_State *L) {
  const okit_grants *grants = okit_of(L)->grants;
  if (okit_has_folder(grants, OKIT_READ)) okit_install_loading(L);
  if (grants->system || okit_has_folder(grants, OKIT_READ | OKIT_WRITE)) {
    okit_install_io(L);
    publish(L, LUA_IOLIBNAME);
  }
  lua_getglobal(L, LUA_OSLIBNAME);
  okit_install_system(L);
  lua_pop(L, 1);
  if (grants->native) {
    lua_pushcfunction(L, luaopen_debug);
    lua_call(L, 0, 1);
    publish(L, LUA_DBLIBNAME);
  }
}
