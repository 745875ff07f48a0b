// Places and tracebacks, read from the stack without taking any Lua memory.
#include "errors/internal.h"
#include "state/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { OKIT_TRACE_HEAD = 12, OKIT_TRACE_TAIL = 8 };

bool okit_append(okit_bytes *bytes, const char *text, size_t length) {
  if (bytes->length + length > bytes->capacity) {
    size_t capacity = (bytes->length + length) * 2 + 64;
    char *start = okit_resize(bytes->start, capacity);
    if (start == NULL) return false;
    bytes->start = start;
    bytes->capacity = capacity;
  }
  // An empty text may be nowhere.
  if (length > 0) memcpy(bytes->start + bytes->length, text, length);
  bytes->length += length;
  return true;
}

// Lua shortens a chunk's name in its messages; people want the whole file name.
okit_text okit_source_name(const lua_Debug *record) {
  if (record->srclen > 0 && (record->source[0] == '@' || record->source[0] == '=')) {
    return (okit_text){record->source + 1, record->srclen - 1};
  }
  return (okit_text){record->short_src, strlen(record->short_src)};
}

// Fills the record; true when it is a line of a script, not of C and not of a prelude.
bool okit_script_frame(lua_State *L, lua_Debug *record) {
  lua_getinfo(L, "Sl", record);
  if (record->currentline <= 0) return false;
  return strncmp(record->source, "=[okit", 6) != 0;
}

static void append_frame(lua_State *L, lua_Debug *record, okit_bytes *bytes) {
  char text[256];
  lua_getinfo(L, "nt", record);
  okit_text file = okit_source_name(record);
  if (bytes->length > 0) okit_append(bytes, "\n", 1);
  okit_append(bytes, file.bytes, file.length);
  int length = snprintf(text, sizeof text, ":%d: in ", record->currentline);
  okit_append(bytes, text, (size_t)length);
  if (strcmp(record->what, "main") == 0) {
    length = snprintf(text, sizeof text, "main chunk");
  } else if (record->name != NULL && strcmp(record->namewhat, "metamethod") == 0) {
    length = snprintf(text, sizeof text, "metamethod '%.200s'", record->name);
  } else if (record->name != NULL && strcmp(record->namewhat, "method") == 0) {
    length = snprintf(text, sizeof text, "method '%.200s'", record->name);
  } else if (record->name != NULL && *record->namewhat != 0) {
    length = snprintf(text, sizeof text, "function '%.200s'", record->name);
  } else {
    okit_append(bytes, "function <", 10);
    okit_append(bytes, file.bytes, file.length);
    length = snprintf(text, sizeof text, ":%d>", record->linedefined);
  }
  okit_append(bytes, text, (size_t)length);
}

// The level behind the last one. Lua walks from the top to a level, so that levels must not be tried one by one.
static int level_count(lua_State *L) {
  lua_Debug record;
  int lower = 0, upper = 1;
  while (lua_getstack(L, upper, &record)) {
    lower = upper;
    upper *= 2;
  }
  while (lower < upper) {
    int middle = lower + (upper - lower) / 2;
    if (lua_getstack(L, middle, &record)) {
      lower = middle + 1;
    } else {
      upper = middle;
    }
  }
  return upper;
}

// Whether the frame is the host's, which has been called from Lua and calls Lua again.
static bool is_host_frame(lua_State *L, lua_Debug *record) {
  if (record->what[0] != 'C' || !lua_checkstack(L, 1)) return false;
  lua_getinfo(L, "f", record);
  lua_CFunction function = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  return okit_is_host_function(function) || okit_is_object_function(function);
}

// The levels of the innermost entry from the host: what is below it has only caused it.
static int entry_level_count(lua_State *L, int count) {
  lua_Debug record;
  bool has_called = false;
  for (int level = 0; level < count && level < OKIT_SEARCHED_LEVELS && lua_getstack(L, level, &record); level++) {
    lua_getinfo(L, "S", &record);
    // A host function that has called nothing has only failed.
    if (has_called && is_host_frame(L, &record)) return level;
    has_called |= record.what[0] != 'C';
  }
  return count;
}

static void append_frames(lua_State *L, int count, okit_bytes *bytes) {
  lua_Debug record;
  int head = OKIT_SEARCHED_LEVELS / 2;
  int number = 0;
  for (int level = 0; level < count; level++) {
    if (count > OKIT_SEARCHED_LEVELS && level == head) level = count - OKIT_TRACE_TAIL;
    if (!lua_getstack(L, level, &record) || !okit_script_frame(L, &record)) continue;
    if (number < OKIT_TRACE_HEAD || level >= count - OKIT_TRACE_TAIL) {
      append_frame(L, &record, bytes);
    } else if (number == OKIT_TRACE_HEAD) {
      okit_append(bytes, "\n...", 4);
    }
    number++;
  }
}

void okit_trace(lua_State *L, okit_bytes *bytes) { append_frames(L, entry_level_count(L, level_count(L)), bytes); }

okit_text okit_current_trace(okit_state *state) {
  okit_bytes *bytes = &state->errors.current_trace;
  bytes->length = 0;
  append_frames(state->running, level_count(state->running), bytes);
  // Coroutines lie on each other: each was resumed by the one that `from` tells.
  for (const okit_resumer *resumer = state->calls.resumer; resumer != NULL; resumer = resumer->previous) {
    append_frames(resumer->from, level_count(resumer->from), bytes);
  }
  return (okit_text){bytes->start, bytes->length};
}

bool okit_current_place(okit_state *state, okit_text *file, int32_t *line) {
  lua_Debug *record = &state->errors.place;
  if (state->calls.abandoned) return false;
  for (int level = 0; level < OKIT_SEARCHED_LEVELS && lua_getstack(state->running, level, record); level++) {
    if (!okit_script_frame(state->running, record)) continue;
    *file = okit_source_name(record);
    *line = record->currentline;
    return true;
  }
  return false;
}

// MARK: For the test framework

static int inspect_where(lua_State *L) {
  lua_Debug record;
  lua_Integer level = luaL_checkinteger(L, 1);
  if (level < 0 || level > INT32_MAX || !lua_getstack(L, (int)level, &record)) return 0;
  lua_getinfo(L, "Sl", &record);
  okit_text source = okit_source_name(&record);
  lua_pushlstring(L, source.bytes, source.length);
  lua_pushinteger(L, record.currentline);
  return 2;
}

static int inspect_traceback(lua_State *L) {
  luaL_traceback(L, L, NULL, 1);
  return 1;
}

static int inspect_metamethod(lua_State *L) {
  return lua_istable(L, 1) && luaL_getmetafield(L, 1, luaL_checkstring(L, 2)) != LUA_TNIL;
}

static lua_CFunction inspector(okit_inspection inspection) {
  switch (inspection) {
    case OKIT_INSPECT_WHERE:
      return inspect_where;
    case OKIT_INSPECT_TRACEBACK:
      return inspect_traceback;
    case OKIT_INSPECT_METAMETHOD:
      return inspect_metamethod;
  }
  return inspect_where;
}

typedef struct inspecting {
  okit_inspection inspection;
  int32_t *reference;
} inspecting;

static int make_inspection(lua_State *L) {
  const inspecting *inspecting = lua_touserdata(L, 1);
  lua_pushcfunction(L, inspector(inspecting->inspection));
  *inspecting->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_make_inspection(okit_state *state, okit_inspection inspection, int32_t *reference) {
  inspecting inspecting = {inspection, reference};
  return okit_enter(state, make_inspection, &inspecting, 0);
}

// Splits `file:12: rest`, as the compiler writes it.
bool okit_split_position(const char *text, size_t length, okit_text *file, int32_t *line, okit_text *rest) {
  for (size_t start = 0; start + 1 < length && text[start] != '\n'; start++) {
    if (text[start] != ':') continue;
    size_t end = start + 1;
    int32_t number = 0;
    while (end < length && text[end] >= '0' && text[end] <= '9' && number < 100000000) {
      number = number * 10 + (text[end++] - '0');
    }
    if (end == start + 1 || end + 1 >= length || text[end] != ':' || text[end + 1] != ' ') continue;
    *file = (okit_text){text, start};
    *line = number;
    *rest = (okit_text){text + end + 2, length - end - 2};
    return true;
  }
  return false;
}
