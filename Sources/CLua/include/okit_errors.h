// Failures: why a call into Lua returned false. Part of `CLua.h`.
#ifndef OKIT_CLUA_ERRORS_H
#define OKIT_CLUA_ERRORS_H

#include "okit_values.h"

#pragma clang assume_nonnull begin

typedef OKIT_ENUM(okit_failure_kind, uint8_t) {
  OKIT_FAILURE_ERROR OKIT_NAMED(error),
  OKIT_FAILURE_LIMIT OKIT_NAMED(limit),
  /// The error is the host's own, `object`.
  OKIT_FAILURE_OBJECT OKIT_NAMED(object),
} okit_failure_kind;

typedef OKIT_ENUM(okit_lua_error_kind, uint8_t) {
  OKIT_LUA_ERROR_OTHER OKIT_NAMED(other),
  /// A value was indexed that cannot be.
  OKIT_LUA_ERROR_INDEX OKIT_NAMED(index),
  /// A value was called that cannot be.
  OKIT_LUA_ERROR_CALL OKIT_NAMED(call),
  /// Calls nest too deep.
  OKIT_LUA_ERROR_DEPTH OKIT_NAMED(depth),
  /// The script ends in the middle of a statement or an expression.
  OKIT_LUA_ERROR_END OKIT_NAMED(unexpectedEnd),
} okit_lua_error_kind;

typedef OKIT_ENUM(okit_variable_kind, uint8_t) {
  OKIT_VARIABLE_NONE OKIT_NAMED(none),
  OKIT_VARIABLE_GLOBAL OKIT_NAMED(global),
  OKIT_VARIABLE_FIELD OKIT_NAMED(field),
  OKIT_VARIABLE_METHOD OKIT_NAMED(method),
  OKIT_VARIABLE_LOCAL OKIT_NAMED(local),
  OKIT_VARIABLE_UPVALUE OKIT_NAMED(upvalue),
  OKIT_VARIABLE_CONSTANT OKIT_NAMED(constant),
} okit_variable_kind;

/// The facts in a message of Lua's own, which reports errors only as text.
typedef struct okit_lua_error {
  okit_lua_error_kind kind;
  /// The variable that the error is about.
  okit_variable_kind variable;
  bool is_nil;
  /// The variable's name; without a variable, a name or a sign of the script that the message quotes. May be empty.
  okit_text name;
} okit_lua_error;

typedef OKIT_ENUM(okit_note_kind, uint8_t) {
  OKIT_NOTE_FRAME OKIT_NAMED(frame),
  /// Frames of a deep stack that are left out.
  OKIT_NOTE_OMITTED OKIT_NAMED(omitted),
  /// The frames before ran in a coroutine, those after it resumed the coroutine.
  OKIT_NOTE_COROUTINE OKIT_NAMED(coroutine),
  /// Closing a variable failed after the error, with the message `text`.
  OKIT_NOTE_FAILED_CLOSE OKIT_NAMED(failedClose),
} okit_note_kind;

typedef OKIT_ENUM(okit_function_kind, uint8_t) {
  OKIT_FUNCTION_ANONYMOUS OKIT_NAMED(anonymous),
  OKIT_FUNCTION_MAIN OKIT_NAMED(mainChunk),
  OKIT_FUNCTION_NAMED OKIT_NAMED(named),
  OKIT_FUNCTION_METHOD OKIT_NAMED(method),
  OKIT_FUNCTION_METAMETHOD OKIT_NAMED(metamethod),
} okit_function_kind;

/// A step on the way to an error.
typedef struct okit_note {
  okit_note_kind kind;
  /// Of a frame.
  okit_function_kind function;
  int32_t line;
  /// The line where an anonymous function begins.
  int32_t defined_line;
  okit_text file;
  /// The function's name, or a message.
  okit_text text;
} okit_note;

/// Notes one after the other, innermost first; borrowed until the state's next use. `okit_next_note` takes them out.
typedef struct okit_notes {
  okit_text records;
} okit_notes;

/// Takes the first note off; false when none is left.
bool okit_next_note(okit_notes *notes, okit_note *note);

/// A name that may have been meant instead of the one that an error is about.
typedef struct okit_candidate {
  /// The variable whose member it is; empty for a variable.
  okit_text owner;
  okit_text name;
} okit_candidate;

/// Candidates one after the other; borrowed until the state's next use. `okit_next_candidate` takes them out.
typedef struct okit_candidates {
  okit_text records;
} okit_candidates;

/// Takes the first candidate off; false when none is left.
bool okit_next_candidate(okit_candidates *candidates, okit_candidate *candidate);

/// The failure of the last function that returned false.
typedef struct okit_failure {
  okit_failure_kind kind;
  int32_t line;
  uint64_t object;
  okit_text message;
  okit_text code;
  okit_text file;
  okit_lua_error error;
  /// The Lua frames down to where the host called Lua last, and what happened between them.
  okit_notes notes;
  okit_candidates candidates;
} okit_failure;

okit_failure okit_last_failure(const okit_state *state);

/// Finds the nearest line of a script on the stack. Returns false when only the host and its preludes run. Never
/// allocates.
bool okit_current_place(okit_state *state, okit_text *file, int32_t *line);

/// The Lua frames that run, or wait for those that run. Never takes Lua's memory.
okit_notes okit_current_notes(okit_state *state);

#pragma clang assume_nonnull end

#endif
