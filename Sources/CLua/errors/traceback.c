// Places and tracebacks, read from the stack without taking any Lua memory.
#include "errors/errors.h"

#include <string.h>

enum { OKIT_NAME_LENGTH = 200 };

// Lua shortens a chunk's name in its messages, but users need the whole file name.
okit_text okit_source_name(const lua_Debug *record) {
  if (record->srclen > 0 && (record->source[0] == '@' || record->source[0] == '=')) {
    return (okit_text){record->source + 1, record->srclen - 1};
  }
  return (okit_text){record->short_src, strlen(record->short_src)};
}

// Fills the record. Returns true for a line of a script, not of C and not of a prelude.
static bool is_script_frame(lua_State *L, lua_Debug *record) {
  lua_getinfo(L, "S", record);
  if (record->what[0] == 'C' || strncmp(record->source, "=[okit", 6) == 0) return false;
  // Only counting through the line numbers of a function tells its line.
  lua_getinfo(L, "l", record);
  return record->currentline > 0;
}

bool okit_find_script_frame(lua_State *L, lua_Debug *record) {
  for (int level = 0; level < OKIT_SEARCHED_LEVELS && lua_getstack(L, level, record); level++) {
    if (is_script_frame(L, record)) return true;
  }
  return false;
}

// MARK: Notes as records

// Precedes the bytes of a note's two texts.
typedef struct note_record {
  okit_note_kind kind;
  okit_function_kind function;
  int32_t line, defined_line;
  size_t file_length, text_length;
} note_record;

void okit_append_note(okit_bytes *notes, okit_note note) {
  note_record record = {note.kind, note.function, note.line, note.defined_line, note.file.length, note.text.length};
  size_t length = notes->length;
  bool is_whole = okit_append(notes, (const char *)&record, sizeof record) &&
                  okit_append(notes, note.file.bytes, note.file.length) &&
                  okit_append(notes, note.text.bytes, note.text.length);
  // Without memory for all of it, there is no note.
  if (!is_whole) notes->length = length;
}

bool okit_next_note(okit_notes *notes, okit_note *note) {
  okit_text *rest = &notes->records;
  note_record record;
  if (rest->length < sizeof record) return false;
  memcpy(&record, rest->bytes, sizeof record);
  const char *texts = rest->bytes + sizeof record;
  size_t length = sizeof record + record.file_length + record.text_length;
  *note = (okit_note){
    .kind = record.kind,
    .function = record.function,
    .line = record.line,
    .defined_line = record.defined_line,
    .file = {texts, record.file_length},
    .text = {texts + record.file_length, record.text_length},
  };
  *rest = (okit_text){rest->bytes + length, rest->length - length};
  return true;
}

// MARK: Frames

okit_note okit_frame(lua_State *L, lua_Debug *record) {
  lua_getinfo(L, "nt", record);
  okit_note note = {
    .kind = OKIT_NOTE_FRAME,
    .function = OKIT_FUNCTION_ANONYMOUS,
    .line = record->currentline > 0 ? record->currentline : 0,
    .defined_line = record->linedefined,
    .file = okit_source_name(record),
    .text = {NULL, 0},
  };
  if (strcmp(record->what, "main") == 0) {
    note.function = OKIT_FUNCTION_MAIN;
  } else if (record->name != NULL && *record->namewhat != 0) {
    note.function = strcmp(record->namewhat, "metamethod") == 0 ? OKIT_FUNCTION_METAMETHOD
                    : strcmp(record->namewhat, "method") == 0   ? OKIT_FUNCTION_METHOD
                                                                : OKIT_FUNCTION_NAMED;
    size_t length = strlen(record->name);
    note.text = (okit_text){record->name, length < OKIT_NAME_LENGTH ? length : OKIT_NAME_LENGTH};
  }
  return note;
}

// Lua walks from the top to a level, so levels must not be tried one by one.
int okit_level_count(lua_State *L) {
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

// Whether the frame is a host function that was called from Lua and calls Lua again.
static bool is_host_frame(lua_State *L, lua_Debug *record) {
  if (record->what[0] != 'C' || !lua_checkstack(L, 1)) return false;
  lua_getinfo(L, "f", record);
  lua_CFunction function = lua_tocfunction(L, -1);
  lua_pop(L, 1);
  return okit_of(L)->calls.calls_host(function);
}

// Returns the levels of the innermost entry from the host; those below have only caused it.
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

static void append_frames(lua_State *L, int count, okit_bytes *notes) {
  lua_Debug record;
  int head = OKIT_SEARCHED_LEVELS / 2;
  int number = 0;
  for (int level = 0; level < count; level++) {
    if (count > OKIT_SEARCHED_LEVELS && level == head) level = count - OKIT_TRACE_TAIL;
    if (!lua_getstack(L, level, &record) || !is_script_frame(L, &record)) continue;
    if (number < OKIT_TRACE_HEAD || level >= count - OKIT_TRACE_TAIL) {
      okit_append_note(notes, okit_frame(L, &record));
    } else if (number == OKIT_TRACE_HEAD) {
      okit_append_note(notes, (okit_note){.kind = OKIT_NOTE_OMITTED});
    }
    number++;
  }
}

void okit_trace(lua_State *L, okit_bytes *notes) { append_frames(L, entry_level_count(L, okit_level_count(L)), notes); }

okit_notes okit_current_notes(okit_state *state) {
  okit_bytes *notes = &state->errors.current_notes;
  notes->length = 0;
  append_frames(state->running, okit_level_count(state->running), notes);
  // `from` leads from each coroutine to the one that resumed it.
  for (const okit_resumer *resumer = state->calls.resumer; resumer != NULL; resumer = resumer->previous) {
    append_frames(resumer->from, okit_level_count(resumer->from), notes);
  }
  return (okit_notes){{notes->start, notes->length}};
}

bool okit_current_place(okit_state *state, okit_text *file, int32_t *line) {
  lua_Debug *record = &state->errors.place;
  if (state->calls.abandoned || !okit_find_script_frame(state->running, record)) return false;
  *file = okit_source_name(record);
  *line = record->currentline;
  return true;
}
