// Inspections of the Lua state for the test framework.
#include "calls/calls.h"

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

static void set_text(lua_State *L, const char *name, okit_text text) {
  lua_pushlstring(L, text.length > 0 ? text.bytes : "", text.length);
  lua_setfield(L, -2, name);
}

static void set_number(lua_State *L, const char *name, int32_t number) {
  lua_pushinteger(L, number);
  lua_setfield(L, -2, name);
}

static void set_name(lua_State *L, const char *name, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, name);
}

static void push_note(lua_State *L, okit_note note) {
  static const char *const functions[] = {"anonymous", "main", "named", "method", "metamethod"};
  static const char *const kinds[] = {"frame", "omitted", "coroutine", "failed_close"};
  lua_createtable(L, 0, 5);
  switch (note.kind) {
    case OKIT_NOTE_FRAME:
      set_text(L, "file", note.file);
      set_number(L, "line", note.line);
      set_name(L, "kind", functions[note.function]);
      set_text(L, "name", note.text);
      set_number(L, "defined_line", note.defined_line);
      break;
    default:
      set_name(L, "kind", kinds[note.kind]);
      set_text(L, "text", note.text);
  }
}

static int inspect_frames(lua_State *L) {
  lua_Debug record;
  int count = okit_level_count(L), number = 0;
  lua_newtable(L);
  for (int level = 1; level < count; level++) {
    if (!lua_getstack(L, level, &record)) break;
    if (level > OKIT_TRACE_HEAD && level < count - OKIT_TRACE_TAIL) {
      level = count - OKIT_TRACE_TAIL - 1;
      push_note(L, (okit_note){.kind = OKIT_NOTE_OMITTED});
    } else {
      lua_getinfo(L, "Sl", &record);
      push_note(L, okit_frame(L, &record));
    }
    lua_rawseti(L, -2, ++number);
  }
  return 1;
}

// Pushes a list of the notes inside coroutines that the error has ended, innermost first.
static void push_inner_notes(lua_State *L, const okit_details *details) {
  const okit_notes notes = {{details->notes.start, details->notes.length}};
  okit_notes rest = notes;
  okit_note note;
  int count = 0, inner_count = 0;
  while (okit_next_note(&rest, &note)) {
    count++;
    if (note.kind == OKIT_NOTE_COROUTINE) inner_count = count;
  }
  lua_createtable(L, inner_count, 0);
  rest = notes;
  for (int i = 1; i <= inner_count && okit_next_note(&rest, &note); i++) {
    push_note(L, note);
    lua_rawseti(L, -2, i);
  }
}

// Sets what Lua's own message says: the `operation` that failed, and the `variable` with its `name`.
static void set_facts(lua_State *L, okit_lua_error error) {
  static const char *const operations[] = {
    [OKIT_LUA_ERROR_INDEX] = "index",
    [OKIT_LUA_ERROR_CALL] = "call",
  };
  static const char *const variables[] = {NULL, "global", "field", "method", "local", "upvalue", "constant"};
  if (error.variable == OKIT_VARIABLE_NONE ||
      (error.kind != OKIT_LUA_ERROR_INDEX && error.kind != OKIT_LUA_ERROR_CALL)) {
    return;
  }
  set_name(L, "operation", operations[error.kind]);
  set_name(L, "variable", variables[error.variable]);
  set_text(L, "name", error.name);
  lua_pushboolean(L, error.is_nil);
  lua_setfield(L, -2, "is_nil");
}

// Sets the names of variables that exist where the error arose, for the nearest one.
static void set_candidates(lua_State *L, const okit_details *details) {
  okit_candidates rest = {{details->candidates.start, details->candidates.length}};
  okit_candidate candidate;
  int count = 0;
  lua_newtable(L);
  while (okit_next_candidate(&rest, &candidate)) {
    if (candidate.owner.length > 0) continue;
    lua_pushlstring(L, candidate.name.bytes, candidate.name.length);
    lua_rawseti(L, -2, ++count);
  }
  lua_setfield(L, -2, "candidates");
}

static int inspect_error(lua_State *L) {
  okit_state *state = okit_of(L);
  okit_details *inspected = &state->errors.inspected;
  if (state->limits.tripped) return 0;
  // Those of an error whose variables are being closed stay.
  okit_details details = okit_take_details(state);
  okit_describe(state, L, 1, L);
  okit_free_details(inspected);
  *inspected = okit_take_details(state);
  okit_put_details(state, details);
  okit_text message = {inspected->message.start, inspected->message.length};
  lua_createtable(L, 0, 9);
  set_text(L, "message", message);
  if (lua_type(L, 1) == LUA_TSTRING) {
    set_facts(L, okit_read_message(message));
    set_candidates(L, inspected);
  }
  if (inspected->line > 0) {
    set_text(L, "file", (okit_text){inspected->file.start, inspected->file.length});
    set_number(L, "line", inspected->line);
  }
  push_inner_notes(L, inspected);
  lua_setfield(L, -2, "notes");
  return 1;
}

static int inspect_metamethod(lua_State *L) {
  return lua_istable(L, 1) && luaL_getmetafield(L, 1, luaL_checkstring(L, 2)) != LUA_TNIL;
}

static int inspect_lines(lua_State *L) {
  lua_Debug record;
  if (!lua_isfunction(L, 1) || lua_iscfunction(L, 1)) return 0;
  lua_settop(L, 1);
  lua_getinfo(L, ">S", &record);
  okit_text source = okit_source_name(&record);
  lua_pushlstring(L, source.bytes, source.length);
  lua_pushinteger(L, record.linedefined);
  lua_pushinteger(L, record.lastlinedefined);
  return 3;
}

static const lua_CFunction inspectors[] = {
  [OKIT_INSPECT_WHERE] = inspect_where,           [OKIT_INSPECT_FRAMES] = inspect_frames,
  [OKIT_INSPECT_ERROR] = inspect_error,           [OKIT_INSPECT_METAMETHOD] = inspect_metamethod,
  [OKIT_INSPECT_LINES] = inspect_lines,
};

typedef struct inspecting {
  okit_inspection inspection;
  int32_t *reference;
} inspecting;

static int make_inspection(lua_State *L) {
  const inspecting *inspecting = lua_touserdata(L, 1);
  lua_pushcfunction(L, inspectors[inspecting->inspection]);
  *inspecting->reference = luaL_ref(L, LUA_REGISTRYINDEX);
  return 0;
}

bool okit_make_inspection(okit_state *state, okit_inspection inspection, int32_t *reference) {
  inspecting inspecting = {inspection, reference};
  return okit_enter(state, make_inspection, &inspecting, 0);
}
