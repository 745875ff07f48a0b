// dofile and loadfile: text only, from folders with read permission.
#define _GNU_SOURCE
#include "io/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

// Pushes the whole text of a file, or of standard input without a name. Returns false, with a message pushed, after an
// error.
static bool push_text(lua_State *L, const char *name) {
  const okit_grants *grants = okit_of(L)->io.grants;
  okit_file *file = okit_new_file(L, name != NULL ? OKIT_FILE : OKIT_STANDARD_INPUT);
  int result = name == NULL ? (grants->everywhere & OKIT_READ ? STDIN_FILENO : OKIT_REFUSED)
    : !okit_can_open_file(L)     ? -EMFILE
                            : okit_open_name(grants, OKIT_READ, name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0);
  if (result >= 0) {
    okit_attach_descriptor(L, file, result);
    bool succeeded = okit_read_all(L, file);
    int error = errno;
    if (name != NULL) okit_close_file(L, file);
    if (succeeded) return true;
    result = -error;
  }
  okit_push_error(L, name != NULL ? name : "stdin", result, OKIT_READ);
  lua_pushfstring(L, "cannot read %s", lua_tostring(L, -1));
  return false;
}

// Pushes the function of a file, whose text is on top of the stack, with counters and its environment, which is that at
// a stack index unless that is 0. Returns false where nothing is counted.
static bool push_counted(lua_State *L, const char *name, int environment) {
  okit_value arguments[2];
  okit_describe_value(L, -1, &arguments[0]);
  arguments[1] = (okit_value){.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)name, .length = strlen(name)};
  if (okit_call_handler(L, okit_of(L)->host.load, arguments, 2) == 0) return false;
  if (environment != 0 && lua_getupvalue(L, -1, 1) != NULL) {
    lua_pushvalue(L, environment);
    lua_rawseti(L, -2, OKIT_COUNTED_ENVIRONMENT);
    lua_pop(L, 1);
  }
  return true;
}

// Pushes the compiled file, or a message. Returns a status as `lua_load` does. The environment lies at the stack index,
// unless that is 0.
static int load_file(lua_State *L, const char *name, const char *mode, int environment) {
  if (!push_text(L, name)) return LUA_ERRFILE;
  if (name != NULL && *mode != 0 && push_counted(L, name, environment)) return LUA_OK;
  okit_text text;
  text.bytes = lua_tolstring(L, -1, &text.length);
  const char *chunk = name != NULL ? lua_pushfstring(L, "@%s", name) : lua_pushliteral(L, "=stdin");
  text = okit_chunk_source(text);
  int status = okit_load_text(L, text.bytes, text.length, chunk, mode);
  okit_check_status(L, status);
  if (status == LUA_OK && environment != 0) {
    lua_pushvalue(L, environment);
    if (lua_setupvalue(L, -2, 1) == NULL) lua_pop(L, 1);
  }
  return status;
}

static int loadfile(lua_State *L) {
  const char *name = lua_isnoneornil(L, 1) ? NULL : okit_check_name(L, 1);
  // Bytecode is rejected in every mode.
  const char *mode = strchr(luaL_optstring(L, 2, "t"), 't') != NULL ? "t" : "";
  return okit_load_results(L, load_file(L, name, mode, lua_isnone(L, 3) ? 0 : 3), 0);
}

static int finish_dofile(lua_State *L, int status, lua_KContext context) {
  (void)status;
  (void)context;
  okit_check(L);
  return lua_gettop(L) - 1;
}

static int dofile(lua_State *L) {
  const char *name = lua_isnoneornil(L, 1) ? NULL : okit_check_name(L, 1);
  lua_settop(L, 1);
  if (load_file(L, name, "t", 0) != LUA_OK) return lua_error(L);
  lua_replace(L, 2);
  lua_settop(L, 2);
  lua_callk(L, 0, LUA_MULTRET, 0, finish_dofile);
  return finish_dofile(L, LUA_OK, 0);
}

void okit_install_file_loading(lua_State *L) {
  lua_register(L, "dofile", dofile);
  lua_register(L, "loadfile", loadfile);
}
