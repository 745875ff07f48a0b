// Describes error objects without a text. Reads tables raw: no code of a script runs, and no Lua memory is taken.
#include "errors/errors.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN_ELEMENTS = 8, SHOWN_FIELDS = 8, SHOWN_LENGTH = 40, SHOWN_DEPTH = 3 };
enum { SEARCHED_FIELDS = 1000, SEARCHED_IN_ALL = 10000 };

typedef struct holder {
  const void *table;
  const struct holder *outer;
  int depth;
  int *left;  // how many more fields may be looked at
} holder;

static void append(okit_bytes *bytes, const char *text) { okit_append(bytes, text, strlen(text)); }

static void append_text(okit_bytes *bytes, okit_text text) {
  size_t length = text.length > SHOWN_LENGTH ? SHOWN_LENGTH : text.length;
  // Never cuts a character.
  while (length < text.length && length > 0 && ((unsigned char)text.bytes[length] & 0xC0) == 0x80) length--;
  append(bytes, "\"");
  for (size_t i = 0; i < length; i++) {
    if (text.bytes[i] == '"' || text.bytes[i] == '\\') append(bytes, "\\");
    if (text.bytes[i] == '\n') {
      append(bytes, "\\n");
    } else {
      okit_append(bytes, text.bytes + i, 1);
    }
  }
  append(bytes, length < text.length ? "…\"" : "\"");
}

okit_text okit_number_text(lua_State *L, int index, char figures[64]) {
  int length = lua_isinteger(L, index) ? snprintf(figures, 64, LUA_INTEGER_FMT, lua_tointeger(L, index))
                                       : snprintf(figures, 64, "%.14g", lua_tonumber(L, index));
  return (okit_text){figures, (size_t)length};
}

static void append_table(lua_State *L, int index, okit_bytes *bytes, const holder *outer);

static void append_value(lua_State *L, int index, okit_bytes *bytes, const holder *outer) {
  char figures[64];
  switch (lua_type(L, index)) {
    case LUA_TBOOLEAN:
      return append(bytes, lua_toboolean(L, index) ? "true" : "false");
    case LUA_TNUMBER:
      return append(bytes, okit_number_text(L, index, figures).bytes);
    case LUA_TSTRING: {
      okit_text text;
      text.bytes = lua_tolstring(L, index, &text.length);
      return append_text(bytes, text);
    }
    case LUA_TTABLE:
      return append_table(L, lua_absindex(L, index), bytes, outer);
    default:
      append(bytes, luaL_typename(L, index));
  }
}

static int order(okit_text a, okit_text b) {
  size_t shared = a.length < b.length ? a.length : b.length;
  int result = memcmp(a.bytes, b.bytes, shared);
  return result != 0 ? result : (a.length > b.length) - (a.length < b.length);
}

// Pushes the key and the value of the first field after `last` in the order of names. Returns false without one.
static bool next_field(lua_State *L, int index, okit_text *last, int *left) {
  okit_text best = {NULL, 0}, name;
  int searched = 0;
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    lua_pop(L, 1);
    if (++searched > SEARCHED_FIELDS || --*left < 0) {
      lua_pop(L, 1);
      break;
    }
    if (lua_type(L, -1) != LUA_TSTRING) continue;
    name.bytes = lua_tolstring(L, -1, &name.length);
    if (last->bytes != NULL && order(name, *last) <= 0) continue;
    if (best.bytes == NULL || order(name, best) < 0) best = name;
  }
  if (best.bytes == NULL) return false;
  *last = best;
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    if (lua_type(L, -2) == LUA_TSTRING && lua_tostring(L, -2) == best.bytes) return true;
    lua_pop(L, 1);
  }
  return false;
}

static void append_table(lua_State *L, int index, okit_bytes *bytes, const holder *outer) {
  int left = SEARCHED_IN_ALL;
  const holder self = {
    lua_topointer(L, index), outer, outer == NULL ? 1 : outer->depth + 1, outer == NULL ? &left : outer->left};
  bool is_known = self.depth > SHOWN_DEPTH || !lua_checkstack(L, 4);
  for (const holder *one = outer; one != NULL; one = one->outer) is_known |= one->table == self.table;
  if (is_known) return append(bytes, "{…}");
  const char *separator = "";
  append(bytes, "{");
  lua_Integer count = 0;
  while (lua_rawgeti(L, index, count + 1) != LUA_TNIL && count < SHOWN_ELEMENTS) {
    append(bytes, separator);
    append_value(L, -1, bytes, &self);
    lua_pop(L, 1);
    separator = ", ";
    count++;
  }
  bool has_more = !lua_isnil(L, -1);
  lua_pop(L, 1);
  okit_text name = {NULL, 0};
  for (int shown = 0; next_field(L, index, &name, self.left); shown++) {
    if (shown == SHOWN_FIELDS) {
      has_more = true;
      lua_pop(L, 2);
      break;
    }
    append(bytes, separator);
    okit_append(bytes, name.bytes, name.length > SHOWN_LENGTH ? SHOWN_LENGTH : name.length);
    append(bytes, " = ");
    append_value(L, -1, bytes, &self);
    lua_pop(L, 2);
    separator = ", ";
  }
  // Keys of other types are not shown.
  if (has_more || *separator == 0 || *self.left < 0) {
    append(bytes, separator);
    append(bytes, "…");
  }
  append(bytes, "}");
}

// Pushes the field of the metatable and returns true if it exists. Runs no code of a script.
bool okit_push_metafield(lua_State *L, int index, int key) {
  if (!lua_getmetatable(L, index)) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, key);
  lua_rawget(L, -2);
  lua_remove(L, -2);
  if (!lua_isnil(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

// Describes an error object that has no description of its own.
void okit_describe_object(lua_State *L, int index, okit_bytes *bytes) {
  okit_state *state = okit_of(L);
  lua_Debug record;
  char text[64];
  const char *type = luaL_typename(L, index);
  bytes->length = 0;
  okit_append(bytes, "(error object is a ", 19);
  bool has_name = okit_push_metafield(L, index, state->errors.key_name) && lua_type(L, -1) == LUA_TSTRING;
  const char *name = has_name ? lua_tostring(L, -1) : type;
  okit_append(bytes, name, strlen(name));
  lua_pushnil(L);
  bool is_empty = lua_type(L, index) != LUA_TTABLE || lua_next(L, index) == 0;
  if (!is_empty) {
    okit_append(bytes, ": ", 2);
    append_table(L, index, bytes, NULL);
  } else if (lua_isfunction(L, index) && !lua_iscfunction(L, index)) {
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &record);
    okit_text file = okit_source_name(&record);
    okit_append(bytes, " <", 2);
    okit_append(bytes, file.bytes, file.length);
    int length = snprintf(text, sizeof text, ":%d>", record.linedefined);
    okit_append(bytes, text, (size_t)length);
  } else if (!has_name) {
    okit_append(bytes, " value", 6);
  }
  okit_append(bytes, ")", 1);
}
