// From a Lua error to a failure that the host reads: message, position, traceback, nested errors, suggestions. Nothing
// here runs code of a script, takes Lua's memory or raises, except `okit_add_position`.
#ifndef OKIT_ERRORS_H
#define OKIT_ERRORS_H

#include "shared/memory.h"
#include "shared/userdata.h"

enum {
  OKIT_MESSAGE_LENGTH = 4000,
  // Levels of the stack that are searched for a place; the time for it grows with the square.
  OKIT_SEARCHED_LEVELS = 200,
  // Frames of a deep stack that a traceback shows.
  OKIT_TRACE_HEAD = 12,
  OKIT_TRACE_TAIL = 8,
};

// MARK: failures.c

// Describes a failure that no Lua error reports.
void okit_fail(okit_state *state, const char *message);
// Describes the error at `index` of L, which arose in `thread`.
void okit_describe(okit_state *state, lua_State *L, int index, lua_State *thread);
void okit_describe_stack(okit_details *details, lua_State *thread);
void okit_describe_limit(okit_state *state, lua_State *thread);
int okit_message_handler(lua_State *L);
// Remembers the error on top of L that ended a coroutine, before the coroutine's stack is gone.
void okit_remember_error(okit_state *state, lua_State *L, lua_State *coroutine);

void okit_set_message(okit_details *details, okit_text text);
okit_details okit_take_details(okit_state *state);
void okit_put_details(okit_state *state, okit_details details);
void okit_free_details(okit_details *details);

void okit_intern_keys(lua_State *L);
void okit_free_errors(okit_error_data *errors);

// MARK: nested_errors.c

void okit_intern_nested_error(lua_State *L);
// Whether the value is the last error that ended a coroutine.
bool okit_is_nested_error(okit_state *state, lua_State *L, int index);
// Recognizes the value as the last error that ended a coroutine from now on. Takes no memory.
void okit_set_nested_error(okit_state *state, lua_State *L, int index);
void okit_describe_nested_error(okit_state *state);
// Puts the position of a level in front of the text on top of the stack, which stays the same error for the functions
// above.
void okit_add_position(lua_State *L, int level);

// MARK: error_objects.c

// Writes a number as Lua shows it.
okit_text okit_number_text(lua_State *L, int index, char figures[64]);
void okit_describe_object(lua_State *L, int index, okit_bytes *bytes);
bool okit_push_metafield(lua_State *L, int index, int key);

// MARK: lua_messages.c

okit_lua_error okit_read_message(okit_text message);
bool okit_split_position(const char *text, size_t length, okit_text *file, int32_t *line, okit_text *rest);

// MARK: suggestions.c

void okit_collect_candidates(lua_State *L, okit_lua_error error, okit_bytes *candidates);

// MARK: traceback.c

okit_text okit_source_name(const lua_Debug *record);
// Fills the record with the innermost line of a script. Returns false without one.
bool okit_find_script_frame(lua_State *L, lua_Debug *record);
// Returns the note for a frame whose record has its source and its line.
okit_note okit_frame(lua_State *L, lua_Debug *record);
// Returns the number of levels.
int okit_level_count(lua_State *L);
void okit_trace(lua_State *L, okit_bytes *notes);
void okit_append_note(okit_bytes *notes, okit_note note);

#endif
