// Native modules. A script that has them is fully trusted: no limit and no sandbox reaches their code.
#define _GNU_SOURCE
#include "io/internal.h"

#include <dlfcn.h>
#include <string.h>

static lua_CFunction find_symbol(lua_State *L, void *library, const char *name, size_t length) {
  lua_pushlstring(L, name, length);
  const char *symbol = lua_pushfstring(L, "luaopen_%s", luaL_gsub(L, lua_tostring(L, -1), ".", "_"));
  lua_CFunction opener;
  // C's only conversion from the address of an object to that of a function.
  *(void **)&opener = dlsym(library, symbol);
  lua_pop(L, 3);
  return opener;
}

// `a.b` is opened by luaopen_a_b. In a name with a hyphen, the part before it counts, else the part after it.
static lua_CFunction find_opener(lua_State *L, void *library, const char *name) {
  const char *hyphen = strchr(name, '-');
  if (hyphen != NULL) {
    lua_CFunction opener = find_symbol(L, library, name, (size_t)(hyphen - name));
    if (opener != NULL) return opener;
    name = hyphen + 1;
  }
  return find_symbol(L, library, name, strlen(name));
}

// The library stays loaded: what it has made may outlive the state.
int okit_load_native(lua_State *L, const char *name, const char *path) {
  void *library = okit_of(L)->io.grants->native ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
  if (library == NULL) return luaL_error(L, "module '%s': %s", name, dlerror());
  lua_CFunction opener = find_opener(L, library, name);
  if (opener == NULL) return luaL_error(L, "module '%s': %s", name, dlerror());
  lua_pushcfunction(L, opener);
  return 1;
}
