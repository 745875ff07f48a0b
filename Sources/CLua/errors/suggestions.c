// Collects the names that exist where a script has used an unknown one, so that the host can suggest the nearest. Reads
// them where the error arose, without taking Lua's memory.
#include "errors/errors.h"

#include <string.h>

enum { CANDIDATES_LENGTH = 65536, FIELDS_OF_ONE = 200, INHERITED_TABLES = 4, SEARCHED_NAMES = 4000 };

typedef struct search {
  okit_bytes *candidates;
  int left;  // how many more may be looked at
} search;

// Precedes the bytes of a candidate's two texts.
typedef struct candidate_record {
  size_t owner_length, name_length;
} candidate_record;

static void append_candidate(search *search, const char *owner, const char *name) {
  okit_bytes *candidates = search->candidates;
  candidate_record record = {owner == NULL ? 0 : strlen(owner), strlen(name)};
  size_t length = candidates->length;
  // Lua's names of values without a name begin with a bracket.
  if (record.name_length == 0 || name[0] == '(') return;
  if (length + record.owner_length + record.name_length > CANDIDATES_LENGTH) return;
  bool is_whole = okit_append(candidates, (const char *)&record, sizeof record) &&
                  okit_append(candidates, owner, record.owner_length) &&
                  okit_append(candidates, name, record.name_length);
  if (!is_whole) candidates->length = length;
}

bool okit_next_candidate(okit_candidates *candidates, okit_candidate *candidate) {
  okit_text *rest = &candidates->records;
  candidate_record record;
  if (rest->length < sizeof record) return false;
  memcpy(&record, rest->bytes, sizeof record);
  const char *texts = rest->bytes + sizeof record;
  size_t length = sizeof record + record.owner_length + record.name_length;
  *candidate = (okit_candidate){
    .owner = {texts, record.owner_length},
    .name = {texts + record.owner_length, record.name_length},
  };
  *rest = (okit_text){rest->bytes + length, rest->length - length};
  return true;
}

static void append_keys(lua_State *L, int index, const char *owner, search *search) {
  int count = 0;
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    lua_pop(L, 1);
    if (lua_type(L, -1) == LUA_TSTRING) append_candidate(search, owner, lua_tostring(L, -1));
    if (++count == FIELDS_OF_ONE || --search->left <= 0) {
      lua_pop(L, 1);
      return;
    }
  }
}

// Pushes the table in which the value's metatable looks names up.
static bool push_inherited(lua_State *L, int index) {
  if (!okit_push_metafield(L, index, okit_of(L)->errors.key_index)) return false;
  if (lua_istable(L, -1)) return true;
  lua_pop(L, 1);
  return false;
}

// Adds the names after `owner.` for the value on top of the stack, and removes it.
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
  append_candidate(search, NULL, name);
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

void okit_collect_candidates(lua_State *L, okit_lua_error error, okit_bytes *candidates) {
  lua_Debug record;
  search search = {candidates, SEARCHED_NAMES};
  candidates->length = 0;
  bool members = error.variable == OKIT_VARIABLE_FIELD || error.variable == OKIT_VARIABLE_METHOD;
  if (!error.is_nil || (!members && error.variable != OKIT_VARIABLE_GLOBAL)) return;
  if (!lua_checkstack(L, 16)) return;
  if (okit_find_script_frame(L, &record)) append_locals(L, &record, members, &search);
  append_globals(L, members, &search);
}
