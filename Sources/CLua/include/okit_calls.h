// Calls from Swift to Lua and from Lua to Swift. Part of `CLua.h`.
#ifndef OKIT_CLUA_CALLS_H
#define OKIT_CLUA_CALLS_H

#include "okit_values.h"

#pragma clang assume_nonnull begin

typedef OKIT_ENUM(okit_operation, uint8_t) {
  OKIT_CALL_FUNCTION OKIT_NAMED(function),
  OKIT_CALL_INDEX OKIT_NAMED(index),
  OKIT_CALL_ASSIGN OKIT_NAMED(assign),
  OKIT_CALL_LENGTH OKIT_NAMED(length),
  OKIT_CALL_INVOKE OKIT_NAMED(invoke),
  OKIT_CALL_NEXT OKIT_NAMED(next),
  OKIT_CALL_EQUALS OKIT_NAMED(equals),
  OKIT_CALL_LESS OKIT_NAMED(less),
  OKIT_CALL_LESS_OR_EQUAL OKIT_NAMED(lessOrEqual),
  OKIT_CALL_ADD OKIT_NAMED(add),
  OKIT_CALL_SUBTRACT OKIT_NAMED(subtract),
  OKIT_CALL_CONCATENATE OKIT_NAMED(concatenate),
  OKIT_CALL_TEXT OKIT_NAMED(text),
  /// Writes the bits of elements to memory. Arguments: the first position, from 1, the address, and the number of
  /// places. Answers with the number of elements, whose kind is that of `result`; 0 when elements have to be read one
  /// by one.
  OKIT_CALL_READ_AHEAD OKIT_NAMED(readAhead),
  /// Keeps an element that was read ahead, the only argument, because Lua gets its object. Answers with 1, or 0 when it
  /// has to be read by its position.
  OKIT_CALL_KEEP OKIT_NAMED(keep),
} okit_operation;

typedef OKIT_ENUM(okit_answer, uint8_t) {
  OKIT_ANSWER_NOTHING OKIT_NAMED(nothing),
  /// `result` alone, which is not a table. A text has its address.
  OKIT_ANSWER_ONE OKIT_NAMED(one),
  /// `result` alone, an object that Lua does not have.
  OKIT_ANSWER_NEW_OBJECT OKIT_NAMED(newObject),
  OKIT_ANSWER_MANY OKIT_NAMED(many),
  /// Raise `result`, an object of kind 0.
  OKIT_ANSWER_FAILURE OKIT_NAMED(failure),
  /// Suspend the coroutine with `results`. The call returns the values that it is resumed with.
  OKIT_ANSWER_YIELD OKIT_NAMED(yield),
} okit_answer;

/// A call of a host function, or an operation on a host object, with room for its result. What the result points to
/// belongs to the host, and stays until the next call into the state.
typedef struct okit_call {
  okit_operation operation;
  okit_answer answer;
  uint16_t kind;
  /// The number from `okit_set_slot` of the name that is read or written, or -1.
  int32_t slot;
  uint64_t bits;
  void *handler;
  /// The arguments, if they do not lie on the stack.
  const okit_value *_Nullable arguments;
  size_t count;
  /// The stack with the arguments, and the index of the first.
  void *_Nullable stack;
  int32_t first;
  okit_value result;
  okit_values results;
} okit_call;

/// Reads an argument by its index, counted from 0; nil after the last one.
void okit_argument(const okit_call *call, int32_t index, okit_value *value);

/// Reads an argument that is an integer. Returns false for any other.
bool okit_int_argument(const okit_call *call, int32_t index, int64_t *number);

/// Returns an argument that is a text; no bytes for any other.
okit_text okit_text_argument(const okit_call *call, int32_t index);

int32_t okit_argument_count(const okit_call *call);

/// Whether the script uses a result of the running call of a function. False only where it does not, as in a call that
/// is a statement.
bool okit_wants_result(const okit_call *call);

typedef void (*okit_invoke)(okit_call *call);

/// The results of a call on the stack.
typedef struct okit_results {
  /// The height of the stack before the call, the index of the first result, and their number.
  int32_t top, start, count;
  /// The first result, or nil. A table or a function has its stack index, as in `okit_call`.
  okit_value first;
} okit_results;

/// Calls a function, which must not yield; `wanted` is the number of results, or -1 for all. After success the results
/// stay on the stack, and the entry lasts, until `okit_finish`. A single wanted result that is neither text, table,
/// function nor other ends the entry at once. The arguments are the members of `okit_values`, because a struct that was
/// just written part by part is slow to copy. Returns false after an error, and, without describing a failure, when
/// another thread is inside the state.
bool okit_call_function(
  okit_state *state, int32_t function, const okit_value *_Nullable arguments, size_t count, const char *_Nullable texts,
  int32_t wanted, okit_results *results);

/// Returns a result by its index, counted from 0, described as `first` is.
okit_value okit_result(okit_state *state, const okit_results *results, int32_t index);

void okit_finish(okit_state *state, int32_t top);

typedef struct okit_run {
  bool finished;
  /// The suspended coroutine, owned by the caller until it ends.
  int32_t coroutine;
  okit_values values;
} okit_run;

/// Calls a function in a coroutine, so that it may yield.
bool okit_start(okit_state *state, int32_t function, okit_values arguments, okit_run *run);

/// Resumes a coroutine; with `raise`, its only argument is raised where it waits. The state takes the slot back unless
/// the coroutine yields again.
bool okit_resume(okit_state *state, int32_t coroutine, okit_values arguments, bool raise, okit_run *run);

/// Ends a suspended coroutine, closes its variables, and takes the slot back.
bool okit_cancel(okit_state *state, int32_t coroutine);

/// The number of entries that have not returned; -1 when another state runs on top of them.
int32_t okit_call_depth(const okit_state *state);

/// Sets the address of a number that is not 0 while evaluations end without a result: calls of the host raise an error
/// that scripts cannot catch, and nothing enters.
void okit_set_unwinding_place(okit_state *state, const uint32_t *place);

/// Frees a registry slot at the next entry. Allowed at any time.
void okit_release(okit_state *state, int32_t reference);

/// Inside a call: reads the argument at a stack index, with the content of a table.
bool okit_read(okit_state *state, int32_t index, okit_values *values);

/// Inside a call: reads the members of an argument, counted from 0, as pairs of a key and a value; a list of plain
/// values and objects has its elements after it. Texts are borrowed from the table. Returns false for an argument that
/// is not a table, has a metatable, takes more than `capacity` items, or has a key that is not a text, or a member that
/// is another table or a function: `okit_read` reads these.
bool okit_read_members(const okit_call *call, int32_t index, okit_value *items, size_t capacity, size_t *count);

/// Inside a call: returns a registry slot for the argument of any type at a stack index.
bool okit_retain(okit_state *state, int32_t index, int32_t *reference);

/// Counts the parameters of a function; -1 for one that takes any number.
bool okit_count_parameters(okit_state *state, int32_t function, int32_t *count);

/// Makes a function that calls the handler. The call of a method has the kind and the bits of the object that is the
/// first argument, and kind 0 for anything else.
bool okit_make_function(okit_state *state, void *handler, bool is_method, int32_t *reference);

/// Makes a function that wraps a Lua function of a prelude in a C function. A tail call of a Lua function removes the
/// frame of the script, and with it the line of the call; a tail call of a C function keeps it.
bool okit_make_frame_keeper(okit_state *state, int32_t *reference);

/// Makes a function of preludes that makes `__call` of a class from the function of the host that makes entities, and
/// the number and the name of the class. The number is the first argument for the host. The call reaches it without
/// code of the prelude.
bool okit_make_class_caller(okit_state *state, int32_t *reference);

/// Makes the function that ends the session with a status: `okit.exit`, and `os.exit` where it is permitted.
bool okit_make_exit(okit_state *state, int32_t *reference);

#pragma clang assume_nonnull end

#endif
