// The methods of open files.
#include "io/internal.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MOST_FORMATS = 250 };

// MARK: Writing

// The host gets standard output as it gets printed lines.
static void give_to_host(lua_State *L, const okit_file *file, int index) {
  okit_value arguments[2] = {
    {.tag = OKIT_TAG_NIL}, {.tag = OKIT_TAG_BOOL, .bits = file->kind == OKIT_STANDARD_ERROR}};
  okit_describe_value(L, index, &arguments[0]);
  okit_call_handler(L, okit_of(L)->host.output, arguments, 2);
}

// Writes the values from `first` to the top. The file to return lies below them, or the caller pushes it.
int okit_write_values(lua_State *L, okit_file *file, int first, int last) {
  for (int i = first; i <= last; i++) {
    char number[64];
    size_t length;
    const char *text = number;
    if (lua_type(L, i) == LUA_TNUMBER) {
      length = (size_t)(lua_isinteger(L, i) ? lua_integer2str(number, sizeof number, lua_tointeger(L, i))
                                            : lua_number2str(number, sizeof number, lua_tonumber(L, i)));
    } else {
      text = luaL_checklstring(L, i, &length);
    }
    if (okit_is_output(file)) {
      lua_pushlstring(L, text, length);
      give_to_host(L, file, lua_gettop(L));
      lua_pop(L, 1);
    } else if (!okit_write_bytes(L, file, text, length)) {
      return okit_file_result(L, false, NULL, errno);
    }
  }
  return 0;
}

static int file_write(lua_State *L) {
  okit_file *file = okit_check_file(L, 1);
  int failed = okit_write_values(L, file, 2, lua_gettop(L));
  if (failed > 0) return failed;
  lua_settop(L, 1);
  return 1;
}

static int file_flush(lua_State *L) {
  okit_file *file = okit_check_file(L, 1);
  bool succeeded = !file->writing || okit_synchronize_file(L, file);
  return okit_file_result(L, succeeded, NULL, errno);
}

static int file_set_buffering(lua_State *L) {
  static const char *const modes[] = {"no", "full", "line", NULL};
  okit_file *file = okit_check_file(L, 1);
  file->buffering = modes[luaL_checkoption(L, 2, NULL, modes)][0];
  luaL_optinteger(L, 3, 0);
  bool succeeded = file->buffering != 'n' || !file->writing || okit_synchronize_file(L, file);
  return okit_file_result(L, succeeded, NULL, errno);
}

// MARK: Reading

static int file_read(lua_State *L) { return okit_read_formats(L, okit_check_file(L, 1), 2, lua_gettop(L)); }

// The iterator of `lines`. Its upvalues: the file, the number of formats, whether to close the file at the end, the
// formats.
static int next_lines(lua_State *L) {
  okit_file *file = lua_touserdata(L, lua_upvalueindex(1));
  int count = (int)lua_tointeger(L, lua_upvalueindex(2));
  if (!file->open) return luaL_error(L, "file is already closed");
  lua_settop(L, 1);
  luaL_checkstack(L, count, "too many arguments");
  for (int i = 1; i <= count; i++) lua_pushvalue(L, lua_upvalueindex(3 + i));
  int results = okit_read_formats(L, file, 2, lua_gettop(L));
  if (lua_toboolean(L, -results)) return results;
  if (results > 1) return luaL_error(L, "%s", lua_tostring(L, -results + 1));
  if (lua_toboolean(L, lua_upvalueindex(3))) okit_close_file(L, file);
  return 0;
}

// Pushes an iterator over the file at 1 with the formats after it.
int okit_lines_of(lua_State *L, int first, bool closes) {
  int count = lua_gettop(L) - first + 1;
  luaL_argcheck(L, count <= MOST_FORMATS, MOST_FORMATS + first, "too many arguments");
  lua_pushvalue(L, 1);
  lua_insert(L, first);
  lua_pushinteger(L, count);
  lua_insert(L, first + 1);
  lua_pushboolean(L, closes);
  lua_insert(L, first + 2);
  lua_pushcclosure(L, next_lines, count + 3);
  return 1;
}

static int file_lines(lua_State *L) {
  okit_check_file(L, 1);
  return okit_lines_of(L, 2, false);
}

static int file_seek(lua_State *L) {
  static const char *const origins[] = {"set", "cur", "end", NULL};
  static const int origin_numbers[] = {SEEK_SET, SEEK_CUR, SEEK_END};
  okit_file *file = okit_check_file(L, 1);
  int origin = origin_numbers[luaL_checkoption(L, 2, "cur", origins)];
  lua_Integer offset = luaL_optinteger(L, 3, 0);
  if (okit_is_output(file)) return okit_file_result(L, false, NULL, ESPIPE);
  if (!okit_synchronize_file(L, file)) return okit_file_result(L, false, NULL, errno);
  off_t place = lseek(file->descriptor, offset, origin);
  if (place < 0) return okit_file_result(L, false, NULL, errno);
  lua_pushinteger(L, place);
  return 1;
}

// MARK: Closing

int okit_file_close(lua_State *L) {
  okit_file *file = okit_check_file(L, 1);
  if (file->kind == OKIT_PROCESS) {
    pid_t child = file->child;
    okit_close_file(L, file);
    int status = okit_wait_child(L, child);
    file->child = 0;
    return luaL_execresult(L, status);
  }
  if (file->kind != OKIT_FILE) {
    lua_pushnil(L);
    lua_pushliteral(L, "cannot close standard file");
    return 2;
  }
  int error = okit_close_file(L, file);
  return okit_file_result(L, error == 0, NULL, error);
}

static int file_dropped(lua_State *L) {
  okit_file *file = lua_touserdata(L, 1);
  okit_close_unreferenced_file(okit_of(L), file);
  return 0;
}

// Closes the file of a `<close>` variable.
static int file_left(lua_State *L) {
  okit_file *file = lua_touserdata(L, 1);
  if (!file->open || (file->kind != OKIT_FILE && file->kind != OKIT_PROCESS)) return 0;
  lua_settop(L, 1);
  okit_file_close(L);
  return 0;
}

static int file_text(lua_State *L) {
  const okit_file *file = okit_to_file(L, 1);
  if (file == NULL) luaL_typeerror(L, 1, "FILE*");
  if (file->open) {
    lua_pushfstring(L, "file (%s)", okit_push_identity(L, 1));
  } else {
    lua_pushliteral(L, "file (closed)");
  }
  return 1;
}

static const luaL_Reg methods[] = {
  {"close", okit_file_close}, {"flush", file_flush}, {"lines", file_lines}, {"read", file_read},
  {"seek", file_seek}, {"setvbuf", file_set_buffering}, {"write", file_write}, {NULL, NULL},
};

void okit_install_file_methods(lua_State *L) {
  lua_createtable(L, 0, 6);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, file_dropped);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, file_left);
  lua_setfield(L, -2, "__close");
  lua_pushcfunction(L, file_text);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "FILE*");
  lua_setfield(L, -2, "__name");
  // Modules recognize files by their metatable, and get an empty table for it.
  lua_newtable(L);
  lua_setfield(L, -2, "__metatable");
  okit_set_file_metatable(L);
}
