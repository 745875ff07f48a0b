// The stub of `io`: the host gets output line by line, input is empty, and there are no files.
#define _GNU_SOURCE
#include "io/io.h"
#include "stdlib/libraries.h"

#include <string.h>

// The user value of a stream is the beginning of a line.
typedef struct stream {
  bool is_input, is_error;
} stream;

// The name of the type, which `io.type` and modules look up.
static const char *const type_name = LUA_FILEHANDLE;

static stream *check_stream(lua_State *L) { return luaL_checkudata(L, 1, type_name); }

// Passes the text on top of the stack to the host, which adds the end of the line.
static void print(lua_State *L, const stream *stream) {
  okit_value arguments[2] = {0};
  okit_describe_value(L, -1, &arguments[0]);
  arguments[1] = (okit_value){.tag = OKIT_TAG_BOOL, .bits = stream->is_error};
  okit_call_handler(L, okit_of(L)->host.print, arguments, 2);
}

static int refuse(lua_State *L, const char *message) {
  lua_pushnil(L);
  lua_pushstring(L, message);
  lua_pushinteger(L, 13);  // EACCES
  return 3;
}

static int write_from(lua_State *L, int first) {
  stream *stream = lua_touserdata(L, 1);
  if (stream->is_input) return refuse(L, "cannot write to standard input");
  int last = lua_gettop(L);
  luaL_Buffer buffer;
  luaL_buffinit(L, &buffer);
  lua_getiuservalue(L, 1, 1);
  luaL_addvalue(&buffer);
  for (int i = first; i <= last; i++) {
    luaL_checkstring(L, i);
    lua_pushvalue(L, i);
    luaL_addvalue(&buffer);
  }
  luaL_pushresult(&buffer);
  size_t length;
  const char *text = lua_tolstring(L, -1, &length);
  const char *end = memrchr(text, '\n', length);
  if (end != NULL) {
    size_t whole = (size_t)(end - text);
    lua_pushlstring(L, text, whole);
    print(L, stream);
    lua_pop(L, 1);
    lua_pushlstring(L, end + 1, length - whole - 1);
  }
  lua_setiuservalue(L, 1, 1);
  lua_settop(L, 1);
  return 1;
}

static int write_method(lua_State *L) {
  check_stream(L);
  return write_from(L, 2);
}

// The host gets the beginning of a line as it is.
static int flush(lua_State *L) {
  const stream *stream = check_stream(L);
  lua_getiuservalue(L, 1, 1);
  if (lua_rawlen(L, -1) > 0) {
    print(L, stream);
    lua_pushliteral(L, "");
    lua_setiuservalue(L, 1, 1);
  }
  lua_settop(L, 1);
  return 1;
}

// Input is always at its end.
static int read_nothing(lua_State *L) {
  lua_pushnil(L);
  return 1;
}

static int read_method(lua_State *L) {
  return check_stream(L)->is_input ? read_nothing(L) : refuse(L, "cannot read from an output stream");
}

static int each_line(lua_State *L) {
  lua_pushcfunction(L, read_nothing);
  return 1;
}

static int refuse_close(lua_State *L) { return refuse(L, "cannot close standard file"); }

static int refuse_seek(lua_State *L) { return refuse(L, "cannot seek in a standard stream"); }

static int set_buffering(lua_State *L) {
  check_stream(L);
  lua_pushboolean(L, true);
  return 1;
}

static int describe(lua_State *L) {
  lua_pushfstring(L, "file (%s)", okit_push_identity(L, 1));
  return 1;
}

static const luaL_Reg methods[] = {
  {"write", write_method},   {"flush", flush},         {"read", read_method},     {"lines", each_line},
  {"close", refuse_close},   {"seek", refuse_seek},     {"setvbuf", set_buffering}, {NULL, NULL},
};

// MARK: The library

// `io.write`; the stream is an upvalue.
static int write_out(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  return write_from(L, 2);
}

static int type_of(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_testudata(L, 1, type_name) == NULL) return read_nothing(L);
  lua_pushliteral(L, "file");
  return 1;
}

// Fails as for a file without read permission, so that modules continue without it.
static int open_file(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  okit_push_refused_stream(L, name);
  return refuse(L, lua_tostring(L, -1));
}

static void add_stream(lua_State *L, const char *name, stream content) {
  stream *stream = lua_newuserdatauv(L, sizeof *stream, 1);
  *stream = content;
  lua_pushliteral(L, "");
  lua_setiuservalue(L, -2, 1);
  luaL_setmetatable(L, type_name);
  lua_setfield(L, -2, name);
}

static void define_streams(lua_State *L) {
  luaL_newmetatable(L, type_name);
  luaL_newlib(L, methods);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, describe);
  lua_setfield(L, -2, "__tostring");
  // Modules recognize files by their metatable, and get an empty table for it.
  lua_newtable(L);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 1);
}

void okit_push_io_stub(lua_State *L) {
  define_streams(L);
  lua_createtable(L, 0, 8);
  add_stream(L, "stdin", (stream){.is_input = true});
  add_stream(L, "stdout", (stream){0});
  add_stream(L, "stderr", (stream){.is_error = true});
  lua_getfield(L, -1, "stdout");
  lua_pushcclosure(L, write_out, 1);
  lua_setfield(L, -2, "write");
  static const luaL_Reg functions[] = {
    {"read", read_nothing}, {"type", type_of}, {"open", open_file}, {NULL, NULL}};
  luaL_setfuncs(L, functions, 0);
}
