// Values across the bridge: Lua's are read into a flat array of the state, the host's are pushed from one.
#include "values/values.h"

#include <stdlib.h>
#include <string.h>

static uint64_t double_bits(double number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

// Describes a value without taking anything: texts are borrowed, tables and functions are known by their index.
void okit_describe_value(lua_State *L, int index, okit_value *value) {
  okit_object object;
  value->tag = OKIT_TAG_NIL;
  switch (lua_type(L, index)) {
    case LUA_TNIL:
    case LUA_TNONE:
      return;
    case LUA_TBOOLEAN:
      value->tag = OKIT_TAG_BOOL;
      value->bits = (uint64_t)lua_toboolean(L, index);
      return;
    case LUA_TNUMBER:
      if (lua_isinteger(L, index)) {
        value->tag = OKIT_TAG_INT;
        value->bits = (uint64_t)lua_tointeger(L, index);
      } else {
        value->tag = OKIT_TAG_DOUBLE;
        value->bits = double_bits(lua_tonumber(L, index));
      }
      return;
    case LUA_TSTRING:
      value->tag = OKIT_TAG_TEXT;
      value->bits = (uint64_t)(uintptr_t)lua_tolstring(L, index, &value->length);
      return;
    case LUA_TTABLE:
      value->tag = OKIT_TAG_TABLE;
      value->reference = index;
      return;
    case LUA_TFUNCTION:
      value->tag = OKIT_TAG_FUNCTION;
      value->reference = index;
      return;
    default:
      if (okit_to_object(L, index, &object)) {
        value->tag = OKIT_TAG_OBJECT;
        value->kind = object.kind;
        value->bits = object.bits;
        return;
      }
      value->tag = OKIT_TAG_OTHER;
      value->reference = index;
      value->bits = (uint64_t)(uintptr_t)luaL_typename(L, index);
  }
}

// MARK: From Lua

enum { OKIT_TABLE_DEPTH = 64 };

typedef struct collector {
  okit_state *state;
  const void *path[OKIT_TABLE_DEPTH];
  // For each of those tables where it has the next one: the position of the key on the stack, or of a list the index.
  int keys[OKIT_TABLE_DEPTH];
  lua_Integer elements[OKIT_TABLE_DEPTH];
  int depth;
} collector;

static okit_value *append(lua_State *L, okit_state *state) {
  if (state->values.out_count == state->values.out_capacity) {
    size_t capacity = state->values.out_capacity * 2 + 32;
    size_t bytes = capacity * sizeof(okit_value);
    // The host's copies count like Lua's own memory.
    bool fits = state->limits.memory_limit == 0 || state->limits.memory_used + bytes <= state->limits.memory_limit;
    okit_value *out = fits ? okit_resize(state->values.out, bytes) : NULL;
    if (out == NULL) {
      okit_trip_limit(state, OKIT_TRIP_MEMORY);
      okit_raise_limit(L);
    }
    state->values.out = out;
    state->values.out_capacity = capacity;
  }
  return &state->values.out[state->values.out_count++];
}

static void collect(lua_State *L, int index, collector *collector);

// Fills a table whose fields are made on demand, such as a screen. A table of a script may have the mark as well; the
// filler leaves it alone. The filler calls the host, which may collect values, too.
static void fill(lua_State *L, int index, okit_state *state) {
  luaL_checkstack(L, 4, NULL);
  if (luaL_getmetafield(L, index, "__fills") == LUA_TNIL) return;
  lua_pop(L, 1);
  if (lua_getfield(L, LUA_REGISTRYINDEX, OKIT_FILLER) == LUA_TNIL) {
    lua_pop(L, 1);
    return;
  }
  okit_value *out = state->values.out;
  size_t count = state->values.out_count, capacity = state->values.out_capacity;
  state->values.out = NULL;
  state->values.out_count = state->values.out_capacity = 0;
  state->values.collecting = false;
  lua_pushvalue(L, index);
  int status = lua_pcall(L, 1, 0, 0);
  free(state->values.out);
  state->values.out = out;
  state->values.out_count = count;
  state->values.out_capacity = capacity;
  state->values.collecting = true;
  if (status != LUA_OK) lua_error(L);
}

// Pushes the way from the first table to the current one, such as `films[0].cast: `; an empty text for the first table.
static void push_path(lua_State *L, const collector *collector) {
  luaL_checkstack(L, 4, NULL);
  lua_pushliteral(L, "");
  for (int i = 0; i < collector->depth; i++) {
    const char *before = lua_tostring(L, -1);
    if (collector->keys[i] == 0) {
      lua_pushfstring(L, "%s[%I]", before, (LUAI_UACINT)(collector->elements[i] - 1));
    } else if (lua_type(L, collector->keys[i]) == LUA_TSTRING) {
      lua_pushfstring(L, "%s%s%s", before, i == 0 ? "" : ".", lua_tostring(L, collector->keys[i]));
    } else {
      lua_pushfstring(L, "%s[%s]", before, luaL_typename(L, collector->keys[i]));
    }
    lua_remove(L, -2);
  }
  if (collector->depth > 0) {
    lua_pushliteral(L, ": ");
    lua_concat(L, 2);
  }
}

static void collect_table(lua_State *L, int index, bool is_plain, collector *collector) {
  okit_state *state = collector->state;
  if (!is_plain) fill(L, index, state);
  const void *address = lua_topointer(L, index);
  for (int i = 0; i < collector->depth; i++) {
    if (collector->path[i] != address) continue;
    push_path(L, collector);
    luaL_error(L, "%sa table that contains itself cannot be passed to the host", lua_tostring(L, -1));
  }
  if (collector->depth == OKIT_TABLE_DEPTH) luaL_error(L, "tables nest too deeply to be passed to the host");
  luaL_checkstack(L, 6, NULL);
  int level = collector->depth++;
  collector->path[level] = address;
  collector->keys[level] = 0;
  size_t slot = state->values.out_count - 1;
  lua_Integer elements = (lua_Integer)lua_rawlen(L, index);
  size_t pairs = 0;
  for (lua_Integer i = 1; i <= elements; i++) {
    lua_rawgeti(L, index, i);
    collector->elements[level] = i;
    collect(L, lua_gettop(L), collector);
    lua_pop(L, 1);
  }
  int key = lua_gettop(L) + 1;
  lua_pushnil(L);
  while (lua_next(L, index) != 0) {
    int type = lua_type(L, key);
    lua_Integer number = type == LUA_TNUMBER && lua_isinteger(L, key) ? lua_tointeger(L, key) : 0;
    if (number < 1 || number > elements) {
      collector->keys[level] = key;
      if (type == LUA_TSTRING) {
        okit_value *text = append(L, state);
        text->tag = OKIT_TAG_TEXT;
        text->bits = (uint64_t)(uintptr_t)lua_tolstring(L, key, &text->length);
      } else {
        collect(L, key, collector);
      }
      collect(L, key + 1, collector);
      pairs++;
    }
    lua_settop(L, key);
  }
  state->values.out[slot].bits = (uint64_t)elements;
  state->values.out[slot].length = pairs;
  collector->depth--;
}

// Whether a table is `okit.json.null`, of the application or of a test.
static bool is_json_null(lua_State *L, int index) {
  luaL_checkstack(L, 2, NULL);
  if (luaL_getmetafield(L, index, "__name") == LUA_TNIL) return false;
  const char *name = lua_tostring(L, -1);
  bool is_null = name != NULL && strcmp(name, OKIT_JSON_NULL) == 0;
  lua_pop(L, 1);
  return is_null;
}

static void collect(lua_State *L, int index, collector *collector) {
  okit_state *state = collector->state;
  okit_check(L);
  okit_value *value = append(L, state);
  okit_describe_value(L, index, value);
  if (value->tag == OKIT_TAG_TABLE) {
    // Without a metatable, it is no mark and has no fields on demand.
    bool is_plain = !lua_getmetatable(L, index);
    if (!is_plain) lua_pop(L, 1);
    if (!is_plain && is_json_null(L, index)) {
      value->tag = OKIT_TAG_OTHER;
      value->bits = (uint64_t)(uintptr_t)OKIT_JSON_NULL;
      return;
    }
    collect_table(L, index, is_plain, collector);
  } else if (value->tag == OKIT_TAG_FUNCTION) {
    size_t slot = state->values.out_count - 1;
    value->reference = LUA_NOREF;
    lua_pushvalue(L, index);
    int reference = luaL_ref(L, LUA_REGISTRYINDEX);
    state->values.out[slot].reference = reference;
  }
}

// Reads `count` values from `first` on. They stay valid until Lua runs again.
void okit_collect_values(lua_State *L, int first, int count, okit_values *values) {
  collector collector;
  collector.state = okit_of(L);
  collector.depth = 0;
  collector.state->values.out_count = 0;
  collector.state->values.collecting = true;
  luaL_checkstack(L, 4, NULL);
  for (int i = 0; i < count; i++) collect(L, first + i, &collector);
  collector.state->values.collecting = false;
  *values = (okit_values){.items = collector.state->values.out, .count = (size_t)count};
}

void okit_release_collected(okit_state *state) {
  for (size_t i = 0; i < state->values.out_count; i++) {
    if (state->values.out[i].tag == OKIT_TAG_FUNCTION) okit_release(state, state->values.out[i].reference);
  }
  state->values.out_count = 0;
  state->values.collecting = false;
}

// MARK: Registry slots

void okit_free_released(okit_state *state, lua_State *L) {
  // Freeing a slot writes to fields that exist, so it neither allocates nor raises.
  while (state->values.released_count > 0) {
    luaL_unref(L, LUA_REGISTRYINDEX, state->values.released[--state->values.released_count]);
  }
}

void okit_release(okit_state *state, int32_t reference) {
  if (reference <= 0) return;
  if (state->values.released_count == state->values.released_capacity) {
    size_t capacity = state->values.released_capacity * 2 + 16;
    int32_t *released = okit_resize(state->values.released, capacity * sizeof *released);
    if (released == NULL) return;
    state->values.released = released;
    state->values.released_capacity = capacity;
  }
  state->values.released[state->values.released_count++] = reference;
}

// MARK: To Lua

static const okit_value *push_table(lua_State *L, const okit_value *table, const char *texts) {
  luaL_checkstack(L, 4, "tables nest too deeply");
  int elements = table->bits > INT32_MAX ? INT32_MAX : (int)table->bits;
  int pairs = table->length > INT32_MAX ? INT32_MAX : (int)table->length;
  lua_createtable(L, elements, pairs);
  if (table->kind == OKIT_EMPTY_LIST) {
    // `okit.json.encode` looks for the name.
    luaL_newmetatable(L, OKIT_JSON_ARRAY);
    lua_setmetatable(L, -2);
  }
  const okit_value *next = table + 1;
  for (uint64_t i = 1; i <= table->bits; i++) {
    okit_check(L);
    next = okit_push(L, next, texts);
    lua_rawseti(L, -2, (lua_Integer)i);
  }
  for (size_t i = 0; i < table->length; i++) {
    okit_check(L);
    next = okit_push(L, next, texts);
    next = okit_push(L, next, texts);
    lua_rawset(L, -3);
  }
  return next;
}

// Pushes one value, and returns where the next one begins.
const okit_value *okit_push(lua_State *L, const okit_value *value, const char *texts) {
  double number;
  switch (value->tag) {
    case OKIT_TAG_NIL:
    case OKIT_TAG_OTHER:
      lua_pushnil(L);
      break;
    case OKIT_TAG_BOOL:
      lua_pushboolean(L, value->bits != 0);
      break;
    case OKIT_TAG_INT:
      lua_pushinteger(L, (lua_Integer)value->bits);
      break;
    case OKIT_TAG_DOUBLE:
      memcpy(&number, &value->bits, sizeof number);
      lua_pushnumber(L, number);
      break;
    case OKIT_TAG_TEXT:
      // Without `texts`, the value has the address.
      lua_pushlstring(L, texts != NULL ? texts + value->bits : (const char *)(uintptr_t)value->bits, value->length);
      break;
    case OKIT_TAG_OBJECT:
      okit_push_object(L, value->kind, value->bits);
      break;
    case OKIT_TAG_FUNCTION:
      lua_rawgeti(L, LUA_REGISTRYINDEX, value->reference);
      break;
    case OKIT_TAG_TABLE:
      return push_table(L, value, texts);
  }
  return value + 1;
}

bool okit_push_light(lua_State *L, const okit_value *value) {
  switch (value->tag) {
    case OKIT_TAG_OBJECT:
      return okit_push_known_object(L, value->kind, value->bits);
    case OKIT_TAG_TEXT:
    case OKIT_TAG_TABLE:
      return false;
    default:
      okit_push(L, value, NULL);
      return true;
  }
}

void okit_push_values(lua_State *L, const okit_value *items, size_t count, const char *texts) {
  if (count > INT32_MAX - 8) luaL_error(L, "too many values");
  // A C function may use LUA_MINSTACK slots without asking.
  if (count > LUA_MINSTACK / 2) luaL_checkstack(L, (int)count + 4, "too many values");
  for (size_t i = 0; i < count; i++) items = okit_push(L, items, texts);
}

void okit_push_all(lua_State *L, okit_values values) { okit_push_values(L, values.items, values.count, values.texts); }

// MARK: Texts

// Whether a text of 4 to 16 bytes is ASCII: two words that may overlap have all of them.
static inline bool is_short_ascii(okit_text text) {
  if (text.length >= 8) {
    uint64_t first, last;
    memcpy(&first, text.bytes, 8);
    memcpy(&last, text.bytes + text.length - 8, 8);
    return ((first | last) & 0x8080808080808080) == 0;
  }
  uint32_t first, last;
  memcpy(&first, text.bytes, 4);
  memcpy(&last, text.bytes + text.length - 4, 4);
  return ((first | last) & 0x80808080) == 0;
}

bool okit_is_utf8(okit_text text) {
  const unsigned char *next = (const unsigned char *)text.bytes, *end = next + text.length;
  if (text.length >= 4 && text.length <= 16 && is_short_ascii(text)) return true;
  while (next < end) {
    uint64_t eight;
    if (end - next >= 8 && (memcpy(&eight, next, 8), (eight & 0x8080808080808080) == 0)) {
      next += 8;
      continue;
    }
    unsigned char first = *next++;
    if (first < 0x80) continue;
    int more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
    if (first < 0xC2 || first > 0xF4 || end - next < more) return false;
    // The second byte identifies overlong forms, surrogates and codes beyond Unicode.
    unsigned char low = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
    unsigned char high = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
    if (*next < low || *next > high) return false;
    for (int i = 1; i < more; i++) {
      if ((next[i] & 0xC0) != 0x80) return false;
    }
    next += more;
  }
  return true;
}
