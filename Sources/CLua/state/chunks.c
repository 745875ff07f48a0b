// Loading chunks, and the globals, for the host.
#include "stdlib/libraries.h"

#include <string.h>

// MARK: Loading

typedef struct loading {
  okit_text text;
  const char *chunk;
  int32_t *reference;
} loading;

static void raise_failure(lua_State *L, okit_text code, okit_text message, okit_text file, int32_t line) {
  okit_value arguments[] = {
    {.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)code.bytes, .length = code.length},
    {.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)message.bytes, .length = message.length},
    {.tag = OKIT_TAG_TEXT, .bits = (uint64_t)(uintptr_t)file.bytes, .length = file.length},
    {.tag = OKIT_TAG_INT, .bits = (uint64_t)line},
  };
  okit_call call = {
    .operation = OKIT_CALL_FUNCTION, .slot = -1, .handler = okit_of(L)->host.fail, .arguments = arguments, .count = 4};
  okit_call_host(L, &call);
  lua_error(L);
}

// Raises a failure of the host with a code, at the line of the script that runs.
void okit_raise(lua_State *L, const char *code, const char *message) {
  raise_failure(
    L, (okit_text){code, strlen(code)}, (okit_text){message, strlen(message)}, (okit_text){"", 0}, 0);
}

// Raises the compiler's message, which is on top of the stack, as a failure of the host.
void okit_raise_syntax(lua_State *L, const char *chunk) {
  okit_text message, file, rest;
  int32_t line = 0;
  message.bytes = luaL_tolstring(L, -1, &message.length);
  if (!okit_split_position(message.bytes, message.length, &file, &line, &rest)) rest = message;
  // The compiler shortens the chunk's name, the host knows all of it.
  chunk = okit_unmarked(chunk);
  raise_failure(L, (okit_text){"lua.syntax", 10}, rest, (okit_text){chunk, strlen(chunk)}, line);
}

// A chunk's name without what says whether it is a file.
const char *okit_unmarked(const char *chunk) { return *chunk == '@' || *chunk == '=' ? chunk + 1 : chunk; }

// A byte order mark and a first line for the shell are skipped; the line's end stays, so that lines count right.
okit_text okit_chunk_text(okit_text text) {
  if (text.length >= 3 && memcmp(text.bytes, "\xEF\xBB\xBF", 3) == 0) {
    text.bytes += 3;
    text.length -= 3;
  }
  if (text.length == 0 || text.bytes[0] != '#') return text;
  const char *end = memchr(text.bytes, '\n', text.length);
  size_t skipped = end != NULL ? (size_t)(end - text.bytes) : text.length;
  return (okit_text){text.bytes + skipped, text.length - skipped};
}

static int load(lua_State *L) {
  const loading *loading = lua_touserdata(L, 1);
  okit_text text = okit_chunk_text(loading->text);
  int status = okit_load_text(L, text.bytes, text.length, loading->chunk, "t");
  okit_check_status(L, status);
  if (status != LUA_OK) okit_raise_syntax(L, loading->chunk);
  *loading->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_load(okit_state *state, okit_text text, const char *chunk, int32_t *reference) {
  loading loading = {text, chunk, reference};
  return okit_enter(state, load, &loading, 0);
}

// MARK: Globals

typedef struct access {
  okit_text path;
  okit_values value, *result;
  bool keep;
} access;

// Pushes the table that holds the path's last name, and that name. Without `make`, the table may be nil.
static void find_holder(lua_State *L, okit_text path, bool make) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  const char *name = path.bytes, *end = path.bytes + path.length;
  const char *dot;
  while ((dot = memchr(name, '.', (size_t)(end - name))) != NULL) {
    lua_pushlstring(L, name, (size_t)(dot - name));
    if (lua_istable(L, -2)) {
      lua_pushvalue(L, -1);
      lua_rawget(L, -3);
    } else {
      lua_pushnil(L);
    }
    if (make && lua_isnil(L, -1)) {
      lua_pop(L, 1);
      lua_newtable(L);
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, -5);
    }
    if (make && !lua_istable(L, -1)) luaL_error(L, "'%s' is not a table", lua_tostring(L, -2));
    lua_replace(L, -3);
    lua_pop(L, 1);
    name = dot + 1;
  }
  lua_pushlstring(L, name, (size_t)(end - name));
}

static int set_path(lua_State *L) {
  const access *access = lua_touserdata(L, 1);
  find_holder(L, access->path, true);
  okit_push_all(L, access->value);
  lua_rawset(L, -3);
  return 0;
}

static int get_path(lua_State *L) {
  const access *access = lua_touserdata(L, 1);
  find_holder(L, access->path, false);
  if (lua_istable(L, -2)) {
    lua_rawget(L, -2);
  } else {
    lua_pushnil(L);
  }
  if (access->keep && !lua_isnil(L, -1)) {
    okit_state *state = okit_of(L);
    okit_value kept = {.tag = OKIT_TAG_FUNCTION, .reference = luaL_ref(L, LUA_REGISTRYINDEX)};
    lua_pushnil(L);
    okit_collect_values(L, lua_gettop(L), 1, access->result);
    state->out[0] = kept;
  } else {
    okit_collect_values(L, lua_gettop(L), 1, access->result);
  }
  return 0;
}

bool okit_set_path(okit_state *state, okit_text path, okit_values value) {
  access access = {.path = path, .value = value};
  return okit_enter(state, set_path, &access, 0);
}

bool okit_get_path(okit_state *state, okit_text path, bool keep, okit_values *value) {
  access access = {.path = path, .result = value, .keep = keep};
  return okit_enter(state, get_path, &access, 0);
}

// MARK: Texts

static int set_text_call(lua_State *L) {
  const int32_t *function = lua_touserdata(L, 1);
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_rawgeti(L, LUA_REGISTRYINDEX, *function);
  lua_setfield(L, -2, "__call");
  return 0;
}

bool okit_set_text_call(okit_state *state, int32_t function) {
  return okit_enter(state, set_text_call, &function, 0);
}
