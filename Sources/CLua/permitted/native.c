// Native modules. A script that has them is trusted with everything: no limit and no sandbox reaches their code.
#define _GNU_SOURCE
#include "permitted.h"

#include <dlfcn.h>
#include <string.h>

// `a.b` is opened by luaopen_a_b; what is before a hyphen does not count.
static lua_CFunction find_opener(lua_State *L, void *library, const char *name) {
  const char *hyphen = strchr(name, '-');
  if (hyphen != NULL) name = hyphen + 1;
  luaL_gsub(L, name, ".", "_");
  const char *symbol = lua_pushfstring(L, "luaopen_%s", lua_tostring(L, -1));
  lua_CFunction opener;
  // The only way from an object's address to a function's that C has.
  *(void **)&opener = dlsym(library, symbol);
  return opener;
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
