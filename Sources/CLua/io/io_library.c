// The library `io`.
#define _GNU_SOURCE
#include "io/internal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

// Their addresses are the registry keys of the default files.
static const char default_input, default_output;

// MARK: Opening

// Opens a file for a file userdata on top of the stack. Returns false with the error in `result`.
static bool open_into(lua_State *L, okit_file *file, int *result, int access, const char *name, int flags) {
  bool empties = (flags & O_TRUNC) != 0;
  if (!okit_can_open_file(L)) {
    *result = -EMFILE;
    return false;
  }
  okit_charge(L, OKIT_SYSTEM_CALL);
  // Nothing is truncated before the permission is checked, and opening does not block on a pipe without a writer.
  flags = (flags & ~O_TRUNC) | O_CLOEXEC | O_NOCTTY | O_NONBLOCK;
  *result = okit_open_name(okit_of(L)->io.grants, access, name, flags, 0666);
  if (*result < 0) return false;
  okit_attach_descriptor(L, file, *result);
  if (empties && !file->waits && ftruncate(file->descriptor, 0) != 0) {
    *result = -errno;
    okit_close_unreferenced_file(okit_of(L), file);
    return false;
  }
  return true;
}

// Reads a mode such as `r+b`. Returns false for an invalid one.
static bool read_mode(const char *mode, int *flags, int *access) {
  switch (*mode++) {
    case 'r': *flags = O_RDONLY, *access = OKIT_READ; break;
    case 'w': *flags = O_WRONLY | O_CREAT | O_TRUNC, *access = OKIT_WRITE; break;
    case 'a': *flags = O_WRONLY | O_CREAT | O_APPEND, *access = OKIT_WRITE; break;
    default: return false;
  }
  if (*mode == '+') {
    mode++;
    *flags = (*flags & ~O_ACCMODE) | O_RDWR;
    *access = OKIT_READ | OKIT_WRITE;
  }
  if (*mode == 'b') mode++;
  return *mode == '\0';
}

static int io_open(lua_State *L) {
  const char *name = okit_check_name(L, 1), *mode = luaL_optstring(L, 2, "r");
  int flags, access, result;
  luaL_argcheck(L, read_mode(mode, &flags, &access), 2, "invalid mode");
  okit_file *file = okit_new_file(L, OKIT_FILE);
  return open_into(L, file, &result, access, name, flags) ? 1 : okit_open_result(L, name, result, access);
}

// Opens a file, or raises.
static okit_file *open_or_raise(lua_State *L, const char *name, const char *mode) {
  int flags, access, result;
  read_mode(mode, &flags, &access);
  okit_file *file = okit_new_file(L, OKIT_FILE);
  if (!open_into(L, file, &result, access, name, flags)) {
    okit_push_error(L, name, result, access);
    luaL_error(L, "%s", lua_tostring(L, -1));
  }
  return file;
}

static int io_temporary_file(lua_State *L) {
  const char *folder;
  okit_file *file = okit_new_file(L, OKIT_FILE);
  if (!okit_can_open_file(L)) return okit_file_result(L, false, NULL, EMFILE);
  int parent = okit_open_temporary(okit_of(L)->io.grants, &folder);
  if (parent < 0) return okit_open_result(L, "io.tmpfile", parent, OKIT_WRITE);
  // It has no name, so other programs cannot find it.
  int result = openat(parent, ".", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  int error = errno;
  close(parent);
  if (result < 0) return okit_file_result(L, false, folder, error);
  okit_attach_descriptor(L, file, result);
  return 1;
}

// MARK: The default files

// Returns the default file, which stays in the registry; raises if it is closed.
static okit_file *default_file(lua_State *L, const char *key) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, key);
  okit_file *file = okit_to_file(L, -1);
  if (file == NULL || !file->open) {
    luaL_error(L, "default %s file is closed", key == &default_input ? "input" : "output");
  }
  return file;
}

static int choose_default(lua_State *L, const char *key, const char *mode) {
  if (!lua_isnoneornil(L, 1)) {
    if (lua_type(L, 1) == LUA_TSTRING) {
      open_or_raise(L, okit_check_name(L, 1), mode);
    } else {
      okit_check_file(L, 1);
      lua_pushvalue(L, 1);
    }
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, key);
  return 1;
}

static int io_input(lua_State *L) { return choose_default(L, &default_input, "r"); }
static int io_output(lua_State *L) { return choose_default(L, &default_output, "w"); }

static int io_read(lua_State *L) {
  int last = lua_gettop(L);
  // Above the arguments, so that errors number them as Lua does.
  okit_file *file = default_file(L, &default_input);
  return okit_read_formats(L, file, 1, last);
}

static int io_write(lua_State *L) {
  int last = lua_gettop(L);
  // Above the arguments, so that errors number them as Lua does.
  okit_file *file = default_file(L, &default_output);
  int failed = okit_write_values(L, file, 1, last);
  if (failed > 0) return failed;
  lua_settop(L, last + 1);
  return 1;
}

static int io_lines(lua_State *L) {
  if (lua_isnoneornil(L, 1)) {
    if (lua_isnone(L, 1)) lua_pushnil(L);
    const okit_file *file = default_file(L, &default_input);
    if (!okit_may_read_file(L, file)) {
      okit_push_refusal(L, "standard input", OKIT_READ);
      return luaL_error(L, "%s", lua_tostring(L, -1));
    }
    lua_replace(L, 1);
    return okit_lines_of(L, 2, false);
  }
  open_or_raise(L, okit_check_name(L, 1), "r");
  lua_replace(L, 1);
  lua_pushvalue(L, 1);
  lua_insert(L, 2);
  // The file is returned too, so that leaving the loop early closes it.
  okit_lines_of(L, 3, true);
  lua_pushnil(L);
  lua_pushnil(L);
  lua_pushvalue(L, 1);
  return 4;
}

static int io_close(lua_State *L) {
  if (lua_isnone(L, 1)) default_file(L, &default_output);
  return okit_file_close(L);
}

static int io_flush(lua_State *L) {
  okit_file *file = default_file(L, &default_output);
  bool succeeded = !file->writing || okit_synchronize_file(L, file);
  return okit_file_result(L, succeeded, NULL, errno);
}

static int io_type(lua_State *L) {
  luaL_checkany(L, 1);
  const okit_file *file = okit_to_file(L, 1);
  if (file == NULL) {
    lua_pushnil(L);
  } else {
    lua_pushstring(L, file->open ? "file" : "closed file");
  }
  return 1;
}

// MARK: The library

static const luaL_Reg functions[] = {
  {"close", io_close}, {"flush", io_flush}, {"input", io_input}, {"lines", io_lines}, {"open", io_open},
  {"output", io_output}, {"read", io_read}, {"tmpfile", io_temporary_file}, {"type", io_type}, {"write", io_write},
  {NULL, NULL},
};

static void add_standard(lua_State *L, const char *name, okit_file_kind kind, int descriptor, const char *key) {
  okit_file *file = okit_new_file(L, kind);
  okit_attach_descriptor(L, file, descriptor);
  if (key != NULL) {
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  }
  lua_setfield(L, -2, name);
}

void okit_install_io_library(lua_State *L) {
  const okit_grants *grants = okit_of(L)->io.grants;
  luaL_newlib(L, functions);
  if (grants->system) {
    lua_pushcfunction(L, okit_process_open);
    lua_setfield(L, -2, "popen");
  }
  add_standard(L, "stdin", OKIT_STANDARD_INPUT, STDIN_FILENO, &default_input);
  add_standard(L, "stdout", OKIT_STANDARD_OUTPUT, STDOUT_FILENO, &default_output);
  add_standard(L, "stderr", OKIT_STANDARD_ERROR, STDERR_FILENO, NULL);
}

// MARK: Temporary names

int okit_temporary_name(lua_State *L) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
  const char *folder;
  int parent = okit_open_temporary(okit_of(L)->io.grants, &folder);
  if (parent < 0) return luaL_error(L, "unable to generate a unique filename");
  char name[] = "lua_............";
  int descriptor = -1;
  for (int i = 0; i < 16 && descriptor < 0; i++) {
    unsigned char bytes[12];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes) break;
    for (size_t k = 0; k < sizeof bytes; k++) name[4 + k] = letters[bytes[k] % (sizeof letters - 1)];
    descriptor = openat(parent, name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor < 0 && errno != EEXIST) break;
  }
  close(parent);
  if (descriptor < 0) return luaL_error(L, "unable to generate a unique filename");
  close(descriptor);
  lua_pushfstring(L, "%s/%s", folder, name);
  return 1;
}
