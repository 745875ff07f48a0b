// Native modules. A script that has them is trusted with everything: no limit and no sandbox reaches their code.
#define _GNU_SOURCE
#include "io/io.h"

#include <dlfcn.h>
#include <string.h>

static lua_CFunction find_symbol(lua_State *L, void *library, const char *name, size_t length) {
  lua_pushlstring(L, name, length);
  const char *symbol = lua_pushfstring(L, "luaopen_%s", luaL_gsub(L, lua_tostring(L, -1), ".", "_"));
  lua_CFunction opener;
  // The only way from an object's address to a function's that C has.
  *(void **)&opener = dlsym(library, symbol);
  lua_pop(L, 3);
  return opener;
}

// `a.b` is opened by luaopen_a_b. Of a name with a hyphen counts what is before it, else what is behind.
static lua_CFunction find_opener(lua_State *L, void *library, const char *name) {
  const char *hyphen = strchr(name, '-');
  if (hyphen != NULL) {
    lua_CFunction opener = find_symbol(L, library, name, (size_t)(hyphen - name));
    if (opener != NULL) return opener;
    name = hyphen + 1;
  }
  return find_symbol(L, library, name, strlen(name));
}

// Pushes the function that opens a module, or raises. The library stays loaded: what it has made may outlive the state.
int okit_load_native(lua_State *L, const char *name, const char *path) {
  void *library = okit_of(L)->grants->native ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (library == NULL) return luaL_error(L, "module '%s': %s", name, dlerror());
  lua_CFunction opener = find_opener(L, library, name);
  if (opener == NULL) return luaL_error(L, "module '%s': %s", name, dlerror());
  lua_pushcfunction(L, opener);
  return 1;
}
