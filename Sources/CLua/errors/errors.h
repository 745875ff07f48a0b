// From a Lua error to a failure that the host reads: message, position, traceback, nested errors, suggestions.
#ifndef OKIT_ERRORS_H
#define OKIT_ERRORS_H

#include "state/extra_space.h"

typedef struct okit_bytes {
  char *start;
  size_t length, capacity;
} okit_bytes;

// The failure of the last entry. Everything lies on the host's heap, because Lua's may be full.
typedef struct okit_details {
  okit_failure_kind kind;
  int32_t line;
  uint64_t object;
  bool needs_text;  // the error is an object whose `__tostring` has not been called yet
  okit_bytes message, code, file;
  okit_bytes notes, candidates;  // records
} okit_details;

// The last error that ended a coroutine of a script, in case the coroutine that resumed it raises it again.
typedef struct okit_nested_error {
  bool is_valid;
  int slot;  // the registry slot of the table that holds the error
  okit_details details;
} okit_nested_error;

typedef struct okit_error_data {
  bool limit_described;  // `details` describe the tripped limit, and stay
  okit_details details;
  okit_nested_error nested;
  bool describing;
  okit_details inspected;  // of the error that the test framework asked for last
  okit_bytes current_notes;
  lua_Debug place;  // the result of `okit_current_place`, whose short name lies in here
  int key_code, key_message, key_tostring, key_name, key_index;  // registry slots of the names
} okit_error_data;

// Describes a failure that no Lua error reports.
void okit_fail(okit_state *state, const char *message);
// Describes the error at `index` of L, which arose in `thread`.
void okit_describe(okit_state *state, lua_State *L, int index, lua_State *thread);
void okit_describe_status(okit_state *state, lua_State *L, int status);
void okit_describe_text(okit_state *state, lua_State *L);
void okit_describe_limit(okit_state *state, lua_State *thread);
int okit_message_handler(lua_State *L);

okit_details okit_take_details(okit_state *state);
void okit_put_details(okit_state *state, okit_details details);

// Remembers the error on top of L that ended a coroutine, before the coroutine's stack is gone.
void okit_remember_error(okit_state *state, lua_State *L, lua_State *coroutine);
// Puts the position of a level in front of the text on top of the stack, which stays the same error for the functions
// above.
void okit_add_position(lua_State *L, int level);
// Notes that closing variables after an error failed too, with the error on top of L.
void okit_note_failed_close(okit_state *state, lua_State *L, lua_State *thread, okit_details *details);

// Raises an error of the host with a code, at the line of the script that runs.
void okit_raise(lua_State *L, const char *code, const char *message);
// Raises the compiler's message, which is on top of the stack, as an error of the host.
void okit_raise_syntax(lua_State *L, const char *chunk);

void okit_intern_keys(lua_State *L);
void okit_free_errors(okit_error_data *errors);

#endif
