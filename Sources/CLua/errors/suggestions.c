// The names that stand where a script has named something that is not there, so that the host can tell the nearest one.
// Read without taking Lua's memory, where the error arose.
#include "errors/internal.h"
#include "state/state.h"

#include <string.h>

enum { NAMES_LENGTH = 32768, FIELDS_OF_ONE = 200, INHERITED_TABLES = 4, SEARCHED_NAMES = 4000 };

typedef struct search {
  okit_bytes *names;
  int left;  // how many more may be looked at
} search;

static void append_name(search *search, const char *owner, const char *name) {
  okit_bytes *names = search->names;
  size_t length = strlen(name), owner_length = owner == NULL ? 0 : strlen(owner);
  // What has no name begins with a bracket.
  if (length == 0 || name[0] == '(' || names->length + owner_length + length + 2 > NAMES_LENGTH) return;
  if (names->length > 0) okit_append(names, "\n", 1);
  if (owner != NULL) {
    okit_append(names, owner, owner_length);
    okit_append(names, ".", 1);
  }
  okit_append(names, name, length);
}

static void append_keys(lua_State *L, int index, const char *owner, search *search) {
  int count = 0;
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) append_name(search, owner, lua_tostring(L, -1));
    if (++count == FIELDS_OF_ONE || --search->left <= 0) {
      lua_pop(L, 1);
      return;
    }
  }
}

// Leaves the table on the stack that the value's metatable looks names up in.
static bool push_inherited(lua_State *L, int index) {
  if (!lua_getmetatable(L, index)) return false;
  lua_rawgeti(L, LUA_REGISTRYINDEX, okit_of(L)->errors.key_index);
  lua_rawget(L, -2);
  lua_remove(L, -2);
  if (lua_istable(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

// The names behind `owner.` for the value on top of the stack, which it takes away.
static void append_members(lua_State *L, const char *owner, search *search) {
  int top = lua_gettop(L) - 1;
  bool found = lua_istable(L, -1) || (lua_isstring(L, -1) && push_inherited(L, lua_gettop(L)));
  for (int i = 0; found && i < INHERITED_TABLES; i++) {
    append_keys(L, lua_gettop(L), owner, search);
    found = push_inherited(L, lua_gettop(L));
  }
  lua_settop(L, top);
}

static void append_variable(lua_State *L, const char *name, bool members, search *search) {
  if (members) return append_members(L, name, search);
  append_name(search, NULL, name);
  lua_pop(L, 1);
}

static void append_locals(lua_State *L, lua_Debug *record, bool members, search *search) {
  const char *name;
  for (int i = 1; (name = lua_getlocal(L, record, i)) != NULL; i++) append_variable(L, name, members, search);
  lua_getinfo(L, "f", record);
  int function = lua_gettop(L);
  for (int i = 1; (name = lua_getupvalue(L, function, i)) != NULL; i++) {
    if (strcmp(name, "_ENV") == 0) {
      lua_pop(L, 1);
    } else {
      append_variable(L, name, members, search);
    }
  }
  lua_pop(L, 1);
}

static void append_globals(lua_State *L, bool members, search *search) {
  lua_rawgeti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  int globals = lua_gettop(L);
  if (!members) {
    append_keys(L, globals, NULL, search);
  } else {
    lua_pushnil(L);
    while (lua_next(L, globals) != 0) {
      if (lua_type(L, -2) == LUA_TSTRING && lua_istable(L, -1) && !lua_rawequal(L, -1, globals)) {
        append_members(L, lua_tostring(L, -2), search);
      } else {
        lua_pop(L, 1);
      }
      if (--search->left <= 0) break;
    }
    lua_settop(L, globals);
  }
  lua_pop(L, 1);
}

static bool contains(okit_text text, const char *part) {
  size_t length = strlen(part);
  for (size_t i = 0; i + length <= text.length; i++) {
    if (memcmp(text.bytes + i, part, length) == 0) return true;
  }
  return false;
}

void okit_collect_names(lua_State *L, okit_text message, okit_bytes *names) {
  lua_Debug record;
  search search = {names, SEARCHED_NAMES};
  names->length = 0;
  if (message.length < 20 || memcmp(message.bytes, "attempt to ", 11) != 0 || !contains(message, "a nil value (")) return;
  bool members = contains(message, "(field '") || contains(message, "(method '");
  if (!members && !contains(message, "(global '")) return;
  if (!lua_checkstack(L, 16)) return;
  for (int level = 0; level < OKIT_SEARCHED_LEVELS && lua_getstack(L, level, &record); level++) {
    if (!okit_script_frame(L, &record)) continue;
    append_locals(L, &record, members, &search);
    break;
  }
  append_globals(L, members, &search);
}
