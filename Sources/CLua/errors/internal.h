// The declarations that the files of `errors` share.
#ifndef OKIT_ERRORS_INTERNAL_H
#define OKIT_ERRORS_INTERNAL_H

#include "errors/errors.h"

enum {
  OKIT_MESSAGE_LENGTH = 4000,
  // Levels of the stack that are searched for a place; the time for it grows with the square.
  OKIT_SEARCHED_LEVELS = 200,
  // Frames of a deep stack that a traceback shows.
  OKIT_TRACE_HEAD = 12,
  OKIT_TRACE_TAIL = 8,
};

// failures.c
void okit_free_details(okit_details *details);

// nested_errors.c
void okit_intern_nested_error(lua_State *L);
// Whether the value is the last error that ended a coroutine.
bool okit_is_nested_error(okit_state *state, lua_State *L, int index);
// Recognizes the value as the last error that ended a coroutine from now on. Takes no memory.
void okit_set_nested_error(okit_state *state, lua_State *L, int index);
void okit_describe_nested_error(okit_state *state);

// error_objects.c
void okit_describe_object(lua_State *L, int index, okit_bytes *bytes);
bool okit_push_metafield(lua_State *L, int index, int key);

// lua_messages.c
okit_lua_error okit_read_message(okit_text message);
bool okit_split_position(const char *text, size_t length, okit_text *file, int32_t *line, okit_text *rest);

// suggestions.c
void okit_collect_candidates(lua_State *L, okit_lua_error error, okit_bytes *candidates);

// traceback.c
bool okit_append(okit_bytes *bytes, const char *text, size_t length);
okit_text okit_source_name(const lua_Debug *record);
bool okit_script_frame(lua_State *L, lua_Debug *record);
// Returns the note for a frame whose record has its source and its line.
okit_note okit_frame(lua_State *L, lua_Debug *record);
// Returns the number of levels.
int okit_level_count(lua_State *L);
void okit_trace(lua_State *L, okit_bytes *notes);
void okit_append_note(okit_bytes *notes, okit_note note);

#endif
