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

// Pushes the name of the permission: that of an option, as in "--allow read,write", or those of properties.
static const char *push_permission(lua_State *L, int access) {
  const char *prefix = okit_of(L)->io.grants->prefix;
  switch (access) {
    case OKIT_READ: return lua_pushfstring(L, "%sread", prefix);
    case OKIT_WRITE: return lua_pushfstring(L, "%swrite", prefix);
    default:
      return *prefix == '-' ? lua_pushfstring(L, "%sread,write", prefix)
                            : lua_pushfstring(L, "%sread and %swrite", prefix, prefix);
  }
}

static const char *verb(lua_State *L) { return *okit_of(L)->io.grants->prefix == '-' ? "run with" : "set"; }

void okit_push_refusal(lua_State *L, const char *name, int access) {
  const char *permission = push_permission(L, access);
  lua_pushfstring(L, "%s: permission denied; %s %s", name, verb(L), permission);
  lua_remove(L, -2);
}

void okit_push_refused_stream(lua_State *L, const char *name) {
  const char *prefix = okit_of(L)->io.grants->prefix;
  lua_pushfstring(L, "%s: permission denied; %s %sread or %swrite", name, verb(L), prefix, prefix);
}

void okit_push_error(lua_State *L, const char *name, int result, int access) {
  if (result == OKIT_REFUSED) {
    okit_push_refusal(L, name, access);
  } else if (result == OKIT_REFUSED_PROCESS) {
    const char *permission = push_permission(L, access);
    lua_pushfstring(L, "%s: permission denied; %s does not include /proc", name, permission);
    lua_remove(L, -2);
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
