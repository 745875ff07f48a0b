// The functions of `os` that permissions add.
#define _GNU_SOURCE
#include "io/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// MARK: Files

// As C's `remove`: removes a file or an empty folder.
static int os_remove(lua_State *L) {
  const char *name = okit_check_name(L, 1);
  char last[NAME_MAX + 2];
  okit_charge(L, OKIT_SYSTEM_CALL);
  int folder = okit_open_parent(okit_of(L)->io.grants, name, last);
  if (folder < 0) return okit_open_result(L, name, folder, OKIT_WRITE);
  int outcome = unlinkat(folder, last, 0);
  if (outcome != 0 && (errno == EISDIR || errno == EPERM || errno == ENOTDIR)) {
    int error = errno;
    outcome = unlinkat(folder, last, AT_REMOVEDIR);
    if (outcome != 0 && errno == ENOTDIR) errno = error;
  }
  int error = errno;
  close(folder);
  return okit_file_result(L, outcome == 0, name, error);
}

// A move must not make something readable.
static bool would_open(const okit_grants *grants, int old_folder, int new_folder) {
  return okit_may_read_in(grants, new_folder, true) && !okit_may_read_in(grants, old_folder, false);
}

static int os_rename(lua_State *L) {
  const char *from = okit_check_name(L, 1), *to = okit_check_name(L, 2);
  char last_from[NAME_MAX + 2], last_to[NAME_MAX + 2];
  okit_charge(L, OKIT_SYSTEM_CALL);
  int old_folder = okit_open_parent(okit_of(L)->io.grants, from, last_from);
  if (old_folder < 0) return okit_open_result(L, from, old_folder, OKIT_WRITE);
  int new_folder = okit_open_parent(okit_of(L)->io.grants, to, last_to);
  if (new_folder < 0) {
    close(old_folder);
    return okit_open_result(L, to, new_folder, OKIT_WRITE);
  }
  if (would_open(okit_of(L)->io.grants, old_folder, new_folder)) {
    close(old_folder);
    close(new_folder);
    return okit_open_result(L, from, OKIT_REFUSED, OKIT_READ);
  }
  int outcome = renameat(old_folder, last_from, new_folder, last_to), error = errno;
  close(old_folder);
  close(new_folder);
  return okit_file_result(L, outcome == 0, from, error);
}

// MARK: Variables

static int os_getenv(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_pushstring(L, okit_may_read_variable(okit_of(L)->io.grants, name) ? getenv(name) : NULL);
  return 1;
}

// MARK: The process

// A locale belongs to the whole process, so a script can only read it.
static int os_setlocale(lua_State *L) {
  static const char *const names[] = {"all", "collate", "ctype", "monetary", "numeric", "time", NULL};
  static const int categories[] = {LC_ALL, LC_COLLATE, LC_CTYPE, LC_MONETARY, LC_NUMERIC, LC_TIME};
  const char *wanted = luaL_optstring(L, 1, NULL);
  const char *current = setlocale(categories[luaL_checkoption(L, 2, "all", names)], NULL);
  bool same = wanted == NULL || (current != NULL && strcmp(wanted, current) == 0);
  lua_pushstring(L, same ? current : NULL);
  return 1;
}

static int os_exit(lua_State *L) {
  lua_Integer status = lua_isboolean(L, 1) ? (lua_toboolean(L, 1) ? 0 : 1) : luaL_optinteger(L, 1, 0);
  // The system would pass on only the lowest eight bits, and 256 would be a success.
  if (status < 0 || status > 255) {
    return luaL_argerror(L, 1, lua_pushfstring(L, "status must be a number from 0 to 255, got %I", status));
  }
  okit_value arguments[2] = {
    {.tag = OKIT_TAG_INT, .bits = (uint64_t)status},
    {.tag = OKIT_TAG_BOOL, .bits = (uint64_t)lua_isyieldable(L)},
  };
  okit_call call = {
    .operation = OKIT_CALL_FUNCTION, .slot = -1, .handler = okit_of(L)->host.exit, .arguments = arguments, .count = 2};
  // A function that can wait yields and is never resumed, so its turn ends regularly.
  okit_call_host(L, &call);
  okit_trip_limit(okit_of(L), OKIT_TRIP_EXIT);
  return okit_raise_limit(L);
}

static int make_exit(lua_State *L) {
  int32_t *reference = lua_touserdata(L, 1);
  lua_pushcfunction(L, os_exit);
  *reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_make_exit(okit_state *state, int32_t *reference) { return okit_enter(state, make_exit, reference, 0); }

// MARK: The library

int okit_temporary_name(lua_State *L);

static void add(lua_State *L, const char *name, lua_CFunction function) {
  lua_pushcfunction(L, function);
  lua_setfield(L, -2, name);
}

void okit_install_os_library(lua_State *L) {
  const okit_grants *grants = okit_of(L)->io.grants;
  if (okit_has_folder(grants, OKIT_WRITE)) {
    add(L, "remove", os_remove);
    add(L, "rename", os_rename);
    add(L, "tmpname", okit_temporary_name);
  }
  if (grants->any_variable || grants->variables[0] != '\0') add(L, "getenv", os_getenv);
  if (!grants->system) return;
  add(L, "execute", okit_execute);
  add(L, "exit", os_exit);
  add(L, "setlocale", os_setlocale);
}
