// Results of the functions of files: a value, or nil, a message and the number of an error, as Lua's do.
#include "io/internal.h"

#include <errno.h>
#include <string.h>

// The system would cut a name at a zero byte.
const char *okit_check_name(lua_State *L, int index) {
  size_t length;
  const char *name = luaL_checklstring(L, index, &length);
  luaL_argcheck(L, strlen(name) == length, index, "a name cannot contain a zero byte");
  return name;
}

static const char *flag_for(int access) {
  switch (access) {
    case OKIT_READ: return "read";
    case OKIT_WRITE: return "write";
    default: return "read,write";
  }
}

const char *okit_permission_prefix(lua_State *L) { return okit_of(L)->io.grants->prefix; }

void okit_push_error(lua_State *L, const char *name, int result, int access) {
  if (result == OKIT_REFUSED) {
    lua_pushfstring(L, "%s: permission denied; run with %s%s", name, okit_permission_prefix(L), flag_for(access));
  } else if (result == OKIT_REFUSED_PROCESS) {
    lua_pushfstring(
      L, "%s: permission denied; %s%s does not include /proc", name, okit_permission_prefix(L), flag_for(access));
  } else if (name != NULL) {
    lua_pushfstring(L, "%s: %s", name, strerror(-result));
  } else {
    lua_pushstring(L, strerror(-result));
  }
}

int okit_file_result(lua_State *L, bool succeeded, const char *name, int error) {
  if (succeeded) {
    lua_pushboolean(L, true);
    return 1;
  }
  return okit_open_result(L, name, -error, 0);
}

int okit_open_result(lua_State *L, const char *name, int result, int access) {
  lua_pushnil(L);
  okit_push_error(L, name, result, access);
  lua_pushinteger(L, result <= OKIT_REFUSED ? EACCES : -result);
  return 3;
}
